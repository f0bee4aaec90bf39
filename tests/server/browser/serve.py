"""The real server for tests in the browser, as a process: python -m tests.server.browser.serve DATABASE PORT [SMTP]

It has the toy games as well, bots that choose at random and at once, and limits that no test reaches.
"""

from __future__ import annotations

import sys

from tests.server.html.models import BLUFF_LAID, PARCEL_LAID
from tests.server.rooms import Guessers, QuickReviewer
from tests.server.web.site import FREE
from tuckbox.definition.finding import installed
from tuckbox.server.cli import listen, run
from tuckbox.server.notices.mailer import MailSettings
from tuckbox.server.settings import Settings

if __name__ == "__main__":
    toys = {game.name: game for game in (BLUFF_LAID, PARCEL_LAID)}
    installed().update({name: lambda game=game: game for name, game in toys.items()})  # type: ignore[misc]
    listener = listen("127.0.0.1", int(sys.argv[2]))
    port = listener.getsockname()[1]
    smtp = sys.argv[3] if len(sys.argv) > 3 else "smtp://127.0.0.1:9"  # which goes nowhere
    mail = MailSettings(smtp, "cards@cards.example", f"http://127.0.0.1:{port}")
    settings = Settings(sys.argv[1], port=port, bot_delay=0, limits=FREE, mail=mail)
    run(settings, listener, lambda: print(port, flush=True), json_logs=False, bots=Guessers(), reviewer=QuickReviewer())
