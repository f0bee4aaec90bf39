"""Logging: a line of JSON for machines, a line of text for people. Never a cookie, an address
of a person, a table's key, a card."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from datetime import UTC, datetime

_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "color_message", "taskName"}


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
            "from": record.name,
            "what": record.getMessage(),
            **_extra(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class Words(logging.Formatter):
    """A record as a line to read."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        extra = " ".join(f"{name}={value}" for name, value in _extra(record).items())
        line = f"{record.levelname.lower()}: {record.getMessage()}{' ' if extra else ''}{extra}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


_THEIRS = ("Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade", "ASGI callable returned without completing")
"""Beginnings of uvicorn's lines that are about clients: the last is said of each socket that is refused."""


def is_ours(record: logging.LogRecord) -> bool:
    """Whether a record is about us: what clients send is counted, and whoever sends nonsense must not fill the disk.

    Nor is it a fault that a server which ends waits for nobody: uvicorn says in one line how many it has let down.
    """
    error = record.exc_info[1] if record.exc_info else None  # event loops give False where there is none
    return not isinstance(error, asyncio.CancelledError) and not str(record.msg).startswith(_THEIRS)


def set_up(as_json: bool) -> None:
    """Log to the standard error: everything as JSON, or only what went wrong in words."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(is_ours)
    handler.setFormatter(JsonLines() if as_json else Words())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if as_json else logging.WARNING)
    logging.getLogger("tuckbox").setLevel(logging.INFO if as_json else logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "alembic", "sqlalchemy", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.WARNING)  # some would log paths, which are keys of private tables
    for name in ("uvicorn.access", "websockets"):
        logging.getLogger(name).disabled = True
