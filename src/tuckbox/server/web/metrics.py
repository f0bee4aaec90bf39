"""Metrics for operators: counts and times as Prometheus text. No name, no address, no table is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

_QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0)
"""Limits of the histograms, in seconds."""

Statistics = Callable[[], Mapping[str, float | Mapping[str, int]]]


class Metrics:
    """The measures of one server, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests answered.", "route", "method", "status")
        self.request_seconds = self._histogram("request_seconds", "Time to answer a request.")
        self.commands = self._counter("commands", "Commands carried out, committed.", "command")
        self.command_seconds = self._histogram("command_seconds", "Time from a command to its commit.")
        self.refusals = self._counter("refusals", "What was refused, by its code.", "code")
        self.faults = self._counter("faults", "Errors of our own.")
        self.pushes = self._counter("pushes", "Views pushed to sockets.", "kind")
        self.pushed_bytes = self._counter("pushed_bytes", "Bytes of them, before compression.", "kind")
        self.push_seconds = self._histogram("push_seconds", "Time to make a view and hand it to its socket.")
        self.sockets = Gauge("tuckbox_sockets", "Open sockets.", ["kind"], registry=self.registry)
        self.dropped = self._counter("sockets_dropped", "Sockets closed by the server, by the reason.", "reason")

    def _counter(self, name: str, help_text: str, *labels: str) -> Counter:
        return Counter(f"tuckbox_{name}", help_text, labels, registry=self.registry)

    def _histogram(self, name: str, help_text: str) -> Histogram:
        return Histogram(f"tuckbox_{name}", help_text, buckets=_QUICK, registry=self.registry)

    def also(self, statistics: Statistics) -> None:
        """Tell what the house counts, each time somebody reads."""
        self.registry.register(_House(statistics))

    def text(self) -> bytes:
        """All of it as Prometheus reads it."""
        return generate_latest(self.registry)


class _House(Collector):
    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics

    def collect(self) -> Iterable[Metric]:
        for name, value in self._statistics().items():
            counts = {"": value} if isinstance(value, (int, float)) else value
            label = "kind" if counts is value else ""
            family = GaugeMetricFamily(
                f"tuckbox_house_{name}", f"The {name.replace('_', ' ')} of the house.", labels=[label] if label else []
            )
            for kind, count in counts.items():
                family.add_metric([kind] if label else [], count)
            yield family
