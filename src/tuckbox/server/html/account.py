"""Pages of an account: becoming somebody, signing in, passkeys, sessions, the recovery code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h

from tuckbox.numbers import counted
from tuckbox.server.accounts.accounts import Passkey
from tuckbox.server.accounts.sessions import Session
from tuckbox.server.days import ago
from tuckbox.server.html.fields import refusal, your_name
from tuckbox.server.html.page import asset, document
from tuckbox.server.html.preferences import Visitor

STYLES = ("pages.css", "people.css")
SCRIPT = "passkeys.js"


@dataclass(frozen=True)
class Account:
    """An account as its page shows it; of a guest there is no session, and nothing else. `possible` says whether browsers
    make passkeys at this address, `push_key` is by which messages are sent ("": none are), `told` in how many browsers;
    `address` is the confirmed one for mail ("": none)."""

    possible: bool
    session: Session | None = None
    passkeys: Sequence[Passkey] = ()
    sessions: Sequence[Session] = ()
    code_since: float | None = None
    push_key: str = ""
    told: int = 0
    address: str = ""


def account_page(account: Account, visitor: Visitor, more: h.Node = None) -> str:
    """The account of a visitor; `more` are further cards of the page."""
    session = account.session
    body = _of_guest(account, visitor, more) if session is None else _of_somebody(account, session, more)
    pushing = h.script(type="module", src=asset("push.js")) if account.push_key else None
    return document("Your account", body, visitor, script=SCRIPT, back="/account", styles=STYLES, head=pushing)


def _of_guest(account: Account, visitor: Visitor, more: h.Node) -> h.Node:
    return h.main("#main.page")[
        h.h1["Be the same person on every device"],
        h.p(".lead")[
            "A passkey is kept by your phone, computer or password manager; you unlock it as you unlock the device. There "
            "is no password, and nothing to remember. All you have played as a guest stays yours."
        ],
        _failed(),
        h.div(".person-card", hidden=not account.possible)[
            h.h2["Make a passkey"],
            h.form("#become", data_passkey="new")[
                your_name(visitor.name),
                h.div(".orders")[
                    h.button(".order.main")["Make a passkey"],
                    h.a(".order", href="/sign-in")["I have one: sign in"],
                ],
            ],
        ],
        None if account.possible else _impossible(),
        h.noscript[h.p(".failed")["Passkeys need scripts, which are switched off in this browser."]],
        _CODE,
        _turns(account) if visitor.name else None,
        more,
        _yours() if visitor.name else None,
        h.p[
            "You need none of this to play: guests may play everything but matches that count. This browser knows you by a "
            "cookie for as long as it keeps it."
        ],
    ]


_CODE: h.Node = h.div("#code.person-card", hidden=True, tabindex="-1")[
    h.h2["Write this down"],
    h.p["With this code you come back if you lose your passkeys. It is shown only now, and can be used once."],
    h.p(".code", data_code=True),
    h.div(".orders")[h.a(".order.main", href="/account")["I have written it down"]],
]


def _failed() -> h.Node:
    """The place where a script says what went wrong."""
    return h.p("#failed.failed", role="alert")


def _impossible() -> h.Node:
    return h.p(".person-card")[
        "Passkeys need an address with a name, by HTTPS, or localhost: browsers make none for this one. The operator "
        "of this server can give it one."
    ]


def _of_somebody(account: Account, session: Session, more: h.Node) -> h.Node:
    fresh = session.fresh
    return h.main("#main.page")[
        h.h1["Your account"],
        h.p[h.a(href="/me")["My matches, results and ratings"]],
        _failed(),
        None if fresh else proof_card(bool(account.passkeys), account.address),
        h.section(".person-card", aria_labelledby="passkeys")[
            h.h2("#passkeys")["Passkeys"],
            h.ul(".list")[[_passkey(each, fresh and len(account.passkeys) > 1) for each in account.passkeys]]
            if account.passkeys
            else None,
            h.p(".aside")[_FEW_PASSKEYS[len(account.passkeys)]] if len(account.passkeys) in _FEW_PASSKEYS else None,
            h.div(".orders")[h.button(".order", type="button", data_passkey="new")["Add a passkey"] if fresh else None],
        ],
        h.section(".person-card", aria_labelledby="recovery")[
            h.h2("#recovery")["Recovery code"],
            h.p[
                "Lets you in once, when you have no other way in any more. ",
                f"Made {ago(account.code_since)}." if account.code_since else "You have none.",
            ],
            h.form(".orders", method="post", action="/account/code")[h.button(".order")["Make a new one"]]
            if fresh
            else None,
        ],
        h.section(".person-card", aria_labelledby="sessions")[
            h.h2("#sessions")["Where you are signed in"],
            h.ul(".list")[[_session(each, each.id == session.id) for each in account.sessions]],
            h.div(".orders")[
                _post("/account/sessions", "session", "others", "End all others") if len(account.sessions) > 1 else None,
                _post("/sign-out", "", "", "Sign out here"),
            ],
        ],
        _turns(account),
        more,
        _yours(),
    ]


_FEW_PASSKEYS = {
    0: "None. With one you sign in by this device, without waiting for a mail.",
    1: "Your only one: add another, on another device, before you need it.",
}


def _turns(account: Account) -> h.Node:
    """A word when it is one's turn, off until it is asked for; browsers that can have none do not show this."""
    if not account.push_key:
        return None
    told = f"On, in {counted(account.told, 'browser')}." if account.told else "Off."
    return h.section("#turns.person-card", aria_labelledby="turns-title", hidden=True, data_key=account.push_key)[
        h.h2("#turns-title")["A word when it is your turn"],
        h.p[f"When others wait for you for a minute and you are not there, this browser tells you, even closed. {told}"],
        h.p(".failed", role="alert", data_failed=True),
        h.div(".orders")[
            h.button(".order", type="button", data_push="on")["Tell me in this browser"],
            h.button(".order", type="button", data_push="off")["Tell me nowhere"] if account.told else None,
        ],
    ]


def _yours() -> h.Node:
    """The visitor's data, to take along or to have forgotten."""
    return h.section(".person-card", aria_labelledby="yours")[
        h.h2("#yours")["What is kept of you"],
        h.p["One file with your matches as records, reviews, results, words and settings."],
        h.div(".orders")[
            h.form(method="post", action="/account/export")[h.button(".order")["Take it along"]],
            h.a(".order", href="/account/delete")["Be forgotten"],
        ],
    ]


def farewell_page(waiting: Sequence[tuple[str, str]], proof: h.Node, visitor: Visitor) -> str:
    """The page where one asks to be forgotten; `waiting` are tables where others would wait, by id and title, and `proof`
    is what one has to show first (`proof_card`), if anything."""
    seats = h.fragment[
        h.p["Others sit with you at these tables. Stand up or resign there first, so that nobody waits for you:"],
        h.ul(".list")[[h.li[h.b[title], h.a(".order", href=f"/tables/{table}")["Go there"]] for table, title in waiting]],
    ]
    form = h.form(method="post", action="/account/delete")[
        h.input(type="hidden", name="sure", value="yes"),
        h.div(".orders")[h.button(".order")["Forget me for good"], h.a(".order.main", href="/account")["Stay"]],
    ]
    body = h.main("#main.page")[
        h.h1["Be forgotten"],
        _failed(),
        h.div(".person-card")[
            h.p[
                "Your name, passkeys, sessions, ratings and all words that you said at tables are deleted, at once and for "
                "good. Your moves stay in the matches of those who played with you, as those of somebody unknown, another "
                "at each table. What others have said stays, even where they said your name: their words are theirs. "
                "Backups that the operator of this server has made, and records that others have kept, still have it."
            ],
            h.p["Take along first what you want to keep: it is on the page of your account."],
            seats if waiting else proof or form,
        ]
        if visitor.name
        else h.p["Nothing is kept of you."],
    ]
    return document("Be forgotten", body, visitor, script=SCRIPT, back="/account", styles=STYLES)


def gone_page(visitor: Visitor) -> str:
    """The page that says that somebody has been forgotten."""
    body = h.main("#main.page")[h.h1["You are forgotten"], h.p["Farewell."], h.p[h.a(".order", href="/")["Home"]]]
    return document("Forgotten", body, visitor, styles=STYLES)


def proof_card(passkeys: bool, address: str, back: str = "/account") -> h.Node:
    """The card by which somebody proves who they are: by a passkey, or for want of one by a link sent to the address by
    which they sign in, which leads `back`."""
    told = "To change how you sign in, or be forgotten, show first that it is you. A browser left open is not enough."
    if passkeys or not address:
        ways = h.div(".orders")[
            h.button(".order.main", type="button", data_passkey="prove", data_back="")["Show that it is me"]
        ]
        return h.div(".person-card")[h.p[told], ways]
    return h.form(".person-card", method="post", action="/sign-in/mail")[
        h.p[told, " Open a link, in this browser, that is sent to ", h.b[address], "."],
        h.input(type="hidden", name="address", value=address),
        h.input(type="hidden", name="back", value=back),
        h.div(".orders")[h.button(".order.main")["Send me a link"]],
    ]


def _passkey(passkey: Passkey, removable: bool) -> h.Node:
    return h.li[
        h.b[passkey.device],
        h.span(".who")[f"made {ago(passkey.created)}, used {ago(passkey.used)}"],
        _post("/account/passkeys/remove", "passkey", passkey.id, "Remove", f"Remove the passkey of {passkey.device}")
        if removable
        else None,
    ]


def _session(session: Session, here: bool) -> h.Node:
    return h.li[
        h.b[session.device],
        h.span(".who")[f"since {ago(session.created)}, seen {ago(session.seen)}"],
        h.span(".mark")["this browser"]
        if here
        else _post("/account/sessions", "session", session.id, "End", f"End the session of {session.device}"),
    ]


def _post(action: str, name: str, value: str, shown: str, label: str | None = None) -> h.Node:
    """A button that sends a form of one field."""
    return h.form(method="post", action=action)[
        h.input(type="hidden", name=name, value=value) if name else None,
        h.button(".order", aria_label=label)[shown],
    ]


def sign_in_page(possible: bool, visitor: Visitor, back: str, more: h.Node) -> str:
    """The page where one says who one is; then on to `back`. `more` are other ways than a passkey."""
    body = h.main("#main.page")[
        h.h1["Sign in"],
        _failed(),
        h.div(".person-card")[
            h.p["Your device asks you for the passkey that it keeps for this site."],
            h.div(".orders")[
                h.button(".order.main", type="button", data_passkey="sign-in", data_back=back)["Sign in with a passkey"],
                h.a(".order", href="/recover")["I have lost my passkeys"],
            ],
        ]
        if possible
        else _impossible(),
        more,
        h.noscript[h.p(".failed")["Passkeys need scripts, which are switched off in this browser."]],
        h.p[f"What you play as a guest in this browser ({visitor.name}) stays with the guest."] if visitor.name else None,
        h.p[h.a(href="/account")["Make a passkey"], ", if you have none yet."],
    ]
    return document("Sign in", body, visitor, script=SCRIPT, back="/sign-in", styles=STYLES)


def recovery_page(visitor: Visitor, refused: str = "") -> str:
    """The form for a recovery code; `refused` says why the last one was none."""
    body = h.main("#main.page")[
        h.h1["Come back by your recovery code"],
        refusal(refused),
        h.form(".form", method="post", action="/recover")[
            h.label(".field")[
                "Recovery code",
                h.input(name="code", required=True, maxlength="60", autocomplete="off", autocapitalize="characters"),
            ],
            h.div(".orders")[h.button(".order.main")["Come back"], h.a(".order", href="/sign-in")["Sign in instead"]],
        ],
        h.p["It was shown when your account began. It is used up by this, and you are shown the next one."],
    ]
    return document("Recovery", body, visitor, back="/recover", styles=STYLES)


def code_page(code: str, visitor: Visitor, recovered: bool = False, first: bool = False) -> str:
    """A new recovery code, which is shown this once; the `first` replaces none."""
    body = h.main("#main.page")[
        h.h1["Welcome back" if recovered else "Your recovery code"],
        h.div(".person-card")[
            h.p[
                "Write this down: it lets you in once, when you have no other way in any more.",
                None if first else " The one before it is worth nothing now.",
            ],
            h.p(".code")[code],
            h.p["Now add a passkey on this device, and remove those that are lost."] if recovered else None,
            h.div(".orders")[h.a(".order.main", href="/account")["I have written it down"]],
        ],
    ]
    return document("Your recovery code", body, visitor, back="/account", styles=STYLES)
