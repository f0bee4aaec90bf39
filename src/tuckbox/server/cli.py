"""The commands that start the server: `tuckbox` for oneself, `tuckbox serve` for those who run one for others."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tuckbox.definition.finding import game_name
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError
from tuckbox.numbers import Number
from tuckbox.server.address import database_options, given_address, pass_on, without_password
from tuckbox.server.fleet.workers import bound, end_gently_with_parent, leave, reuse, say, share, supervise_servers
from tuckbox.server.garbage import Collector
from tuckbox.server.notices.mailer import MailSettings
from tuckbox.server.settings import LOOPBACK, PORT, Limits, Settings, local_name

__all__ = ["configuration", "listen", "play_here", "run", "serve"]

log = logging.getLogger(__name__)

_GRACE = 2
"""Seconds in which a server that stops answers what it has been asked, and sends what clients are slow to take."""

_OWN_FILES = 200
"""Number of files the server needs for itself: its database, its log, its bots."""

_FEW = 1000
"""Number of connections below which a server warns that the system allows no more."""

SMTP = "TUCKBOX_SMTP"
"""The environment variable that holds where mails are sent."""


def play_here(database: str | None, port: int | None, browser: bool) -> None:
    """Start the server for this machine, and open the browser."""
    listener = listen("127.0.0.1", PORT if port is None else port, or_any=port is None)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    settings = Settings(given_address(database, None), port=listener.getsockname()[1])

    def ready() -> None:
        kept = without_password(settings.database)[0]
        say(f"Tuckbox is at {address}\nYour tables are kept in {kept}\nCtrl-C ends it.")
        if browser and _has_display():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(settings, listener, ready, json_logs=False)
    say("\nGood-bye. All tables are kept.")
    leave()


def _has_display() -> bool:
    """Whether a browser would open a window: one that runs in the terminal would be in the way."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen; 0.0.0.0 for all addresses."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0 for any that is free."
)
@database_options
@click.option(
    "--address", "addresses", multiple=True, metavar="URL", help="What people type, such as https://cards.example."
)
@click.option("--behind-proxy", is_flag=True, help="Trust the proxy in front on who calls, and by which scheme.")
@click.option("--metrics-from", multiple=True, metavar="NETWORK", help="Who may read /metrics.  [this machine]")
@click.option("--bot-delay", type=Number(0, 60), default=0.7, show_default=True, help="Seconds that a bot seems to think.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many processes; several need PostgreSQL.",
)
@click.option(
    "--bots",
    type=click.IntRange(0, 64),
    metavar="NUMBER",
    help="How many processes for bots; 0 if they think on other machines.  [bots think in those that serve]",
)
@click.option(
    "--peer-address",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Where processes on other machines reach this one's.",
)
@click.option("--mail-from", default="", metavar="ADDRESS", help="The sender of e-mails, such as cards@cards.example.")
@click.option(
    "--smtp-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"A file with the mail server, smtp://USER:PASSWORD@HOST.  [the value of {SMTP}]",
)
@click.option(
    "--reload",
    "edited",
    multiple=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Follow the files of the game in this folder while they are edited, for those who write it.",
)
@click.option("--one-of-several", is_flag=True, hidden=True)
@click.option("--cold", is_flag=True, hidden=True)
def serve(
    host: str,
    port: int,
    database: str | None,
    database_file: Path | None,
    addresses: Sequence[str],
    behind_proxy: bool,
    metrics_from: Sequence[str],
    bot_delay: float,
    workers: int,
    bots: int | None,
    peer_address: str,
    mail_from: str,
    smtp_file: Path | None,
    edited: Sequence[Path],
    one_of_several: bool,
    cold: bool,
) -> None:
    """Run a server for others. Logs are lines of JSON on standard error.

    docs/serve.md explains how to run one well.
    """
    from tuckbox.server.storage.database import read_url
    from tuckbox.server.table.bot_runner import PlainBots

    address = given_address(database, database_file)
    shared = read_url(address).get_backend_name() == "postgresql"
    settings = Settings(
        database=address,
        host=host,
        port=port,
        addresses=tuple(addresses),
        behind_proxy=behind_proxy,
        metrics_from=tuple(metrics_from) or LOOPBACK,
        bot_delay=bot_delay,
        bots_elsewhere=bots is not None,
        warm_up=not (cold or edited),
        mail=_mail(mail_from, smtp_file, addresses),
    )
    if workers > 1 or bots is not None:
        if not shared:
            raise OptionError("several processes need a --database on PostgreSQL; a file belongs to one process")
        if edited:
            raise OptionError("--reload is for one process")
    followed = [find_game(game_name(str(folder))).name for folder in edited]
    if (workers > 1 or bots) and not one_of_several:
        _supervise(address, host, port, workers, bots or 0)
        return
    listener = listen(host, port, shared=one_of_several)
    if one_of_several:
        end_gently_with_parent()
    peers = listen(peer_address, 0) if shared else None
    if peers is not None:
        settings = replace(settings, peer=local_name(peers.getsockname()))
    shown = local_name(listener.getsockname())
    own = {"bots": PlainBots(), "edited": followed} if edited else {}
    run(settings, listener, lambda: say(f"Tuckbox is at http://{shown}"), not edited, peers, **own)
    leave()


def _supervise(address: str, host: str, port: int, workers: int, bots: int) -> None:
    """Run a server of several processes until it is told to stop; `bots` more of them think for bots."""
    from tuckbox.server.fleet.thinking import worker
    from tuckbox.server.house import born

    born()  # a process that is started again still belongs to this server
    pass_on(address)
    supervise_servers(workers, host, port, [worker.COMMAND] * bots)


def _mail(sender: str, smtp_file: Path | None, addresses: Sequence[str]) -> MailSettings | None:
    """The mail of a server, if the host has configured it."""
    try:
        smtp = smtp_file.read_text("utf-8").strip() if smtp_file else os.environ.get(SMTP, "")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"the file of --smtp-file cannot be read: {error}") from error
    if not sender:
        if smtp_file:
            raise OptionError("say also who sends mails: --mail-from cards@cards.example")
        return None
    return MailSettings(smtp, sender, addresses[0] if addresses else "")


def listen(host: str, port: int, or_any: bool = False, shared: bool = False) -> socket.socket:
    """A socket that listens there; or, if the port is taken, at any that is free. Several processes may share it."""

    def prepare(made: socket.socket) -> None:
        reuse(made)
        if shared:
            share(made)

    try:
        listener = bound(host, port, prepare)
    except OptionError:
        if or_any and port:
            return listen(host, 0)
        raise
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # a client that takes nothing for this long is gone, also while we close
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)
    listener.listen(1024)
    listener.set_inheritable(False)
    return listener


def run(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    json_logs: bool,
    peers: socket.socket | None = None,
    **house_options: Any,
) -> None:
    """Serve until told to stop, then let everybody finish: sockets are told to come back, commits are waited for.

    At `peers` other processes that share the database reach this one.
    """
    from tuckbox.server.house import born
    from tuckbox.server.web import logs
    from tuckbox.server.web.server import Server

    born()  # refused here, in a line
    logs.set_up(json_logs)

    def started() -> None:
        Collector().begin()
        ready()

    settings = replace(settings, limits=_possible(settings.limits))
    config = configuration(settings, started, **house_options)
    state = config.app.state
    state.failure = None  # why the house could not be opened: told in a line by our caller, not as a traceback
    logging.getLogger("uvicorn.error").addFilter(lambda record: state.failure is None)
    before = signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises its signals again when all is done
    try:
        with suppress(KeyboardInterrupt):
            Server(config).run(sockets=[listener, *([peers] if peers else [])])
    except SystemExit:
        if state.failure is not None:
            raise state.failure from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, signal.default_int_handler)


def configuration(settings: Settings, ready: Callable[[], None] | None, **house_options: Any) -> Any:
    """The configuration with which uvicorn serves us."""
    import uvicorn

    from tuckbox.server.app import build_app
    from tuckbox.server.web.limits import SharedLimit
    from tuckbox.server.web.protocol import protocols

    parts = SharedLimit()
    requests, sockets = protocols(settings.limits, not settings.behind_proxy, settings.peer, parts)
    return uvicorn.Config(
        build_app(settings, ready, parts, **house_options),
        http=requests,
        ws=sockets,
        ws_max_size=settings.limits.body,
        ws_max_queue=4,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,  # it would tell another time than ours once the clock of the machine has been set
        timeout_graceful_shutdown=_GRACE,
    )


def _possible(limits: Limits) -> Limits:
    """The limits, and no more connections than the system lets a process have files, less those we need ourselves."""
    if sys.platform == "win32":
        return limits
    import resource

    wanted = limits.connections + _OWN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits
    most = max(1, soft - _OWN_FILES)
    if most < _FEW:
        told = "the system lets this process have %d files open, and so %d connections: `ulimit -n` raises it"
        log.warning(told, soft, most)
    return replace(limits, connections=most)
