"""Pages of addresses for mail: the card at the account, and where the links in mails lead."""

from __future__ import annotations

import htpy as h

from tuckbox.server.accounts.mailboxes import HOURS, Mailbox, Meant
from tuckbox.server.html.account import STYLES
from tuckbox.server.html.fields import refusal
from tuckbox.server.html.page import document
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.people import Person

_SHOWN = {0: "No mails", 6: "At most every 6 hours", 24: "At most once a day"}


def mail_card(mailbox: Mailbox | None, visitor: Visitor, fresh: bool, passkeys: bool) -> h.Node:
    """The address of the visitor and their digests, or the form for one; whether they may change it just now, and whether
    they have passkeys, without which it cannot go."""
    return h.section("#mail.person-card", aria_labelledby="mail-title")[
        h.h2("#mail-title")["E-mail"],
        h.p[
            h.b[mailbox.address] if mailbox else "With a confirmed address you can sign in by a link",
            "." if mailbox else ", and be told when it is your turn. It serves nothing else, and nobody sees it.",
        ],
        _digest(mailbox) if mailbox else None,
        _address(bool(mailbox)) if fresh else h.p(".aside")["Show that it is you to change it."],
        _removal(passkeys) if mailbox and fresh else None,
        None
        if visitor.somebody
        else h.p(".aside")[
            "With it you are the same person on every device, as with a passkey, and keep all you have played."
        ],
    ]


def _address(other: bool) -> h.Node:
    return h.form(method="post", action="/account/mail")[
        h.label(".field")[
            "Another address" if other else "Your address",
            h.input(type="email", name="address", required=True, maxlength="254", autocomplete="email"),
        ],
        h.div(".orders")[h.button(".order")["Send me a link"]],
    ]


def _removal(possible: bool) -> h.Node:
    if not possible:
        return h.p(".aside")["Your address is your only way in: add a passkey before you remove it."]
    return h.form(".orders", method="post", action="/account/mail/remove")[h.button(".order")["Remove my address"]]


def _digest(mailbox: Mailbox) -> h.Node:
    hours = [h.option(value=str(each), selected=each == mailbox.hours)[_SHOWN[each]] for each in HOURS]
    return h.form(method="post", action="/account/mail/hours")[
        h.label(".field")["When it is my turn and I am away", h.select(name="hours")[hours]],
        h.div(".orders")[h.button(".order")["Keep"]],
    ]


def sign_in_card(back: str) -> h.Node:
    """The form by which one has a link sent; it leads on to `back`."""
    return h.div(".person-card")[
        h.form(method="post", action="/sign-in/mail")[
            h.input(type="hidden", name="back", value=back),
            h.label(".field")[
                "Or by your confirmed address",
                h.input(type="email", name="address", required=True, maxlength="254", autocomplete="email"),
            ],
            h.div(".orders")[h.button(".order")["Send me a link"]],
        ],
    ]


def asked_page(visitor: Visitor, confirm: bool) -> str:
    """The page after a link was asked for, which is the same whether one was sent or not."""
    told = (
        "A link is on its way to this address. Open it in this browser within an hour."
        if confirm
        else "If this address is known here, a link is on its way to it. It is good once, and for 15 minutes."
    )
    told += " If nothing comes, look among unwanted mails, and try again in an hour."
    back = "/account" if confirm or visitor.somebody else "/sign-in"  # people who are signed in prove who they are
    return _told_page("Look into your mail", told, visitor, h.a(".order", href=back)["Back"])


def stopped_page(visitor: Visitor) -> str:
    """The page after digests were stopped by the link at the end of one, which may be open where nobody is signed in."""
    told = (
        "You will not be told by mail any more when it is your turn. On the page of your account you can ask for it again."
    )
    return _told_page("No more mails", told, visitor, h.a(".order", href="/")["Home"])


def _told_page(title: str, told: str, visitor: Visitor, onward: h.Node) -> str:
    """A page that says what has been done, and leads on."""
    body = h.main("#main.page")[h.h1[title], h.p(".person-card", role="status")[told], h.p[onward]]
    return document(title, body, visitor, back="/account", styles=STYLES)


def usable(meant: Meant, person: Person | None, what: str) -> bool:
    """Whether a link does anything in the browser of a person: an address is confirmed only by who has given it."""
    return what != "confirm" or (person is not None and person.id == meant.person)


def link_words(meant: Meant, person: Person | None, what: str) -> h.Node:
    """A sentence that names the account which a link opens or changes: nobody is to pass off a link to their own as
    another."""
    if what == "confirm":
        mine = usable(meant, person, what)
        whose = h.fragment["the account of ", h.b[meant.name]] if mine else "an account"
        elsewhere = None if mine else " Open this link in the browser in which you asked for it: it is good only there."
        return h.fragment[h.b[meant.address], " becomes the address of ", whose, " here.", elsewhere]
    other = person is not None and person.id != meant.person
    return h.fragment[
        "You sign in to this browser as ", h.b[meant.name], ".",
        [" It is no longer ", h.b[person.name], " then."] if other and person else None,
    ]  # fmt: skip


def late_words(what: str, person: Person | None, mailbox: Mailbox | None) -> h.Node:
    """The state of an account whose link is not good any more, in a sentence, and what its person can do."""
    if what == "confirm" and mailbox:
        return h.fragment["The address of your account is ", h.b[mailbox.address], "."]
    if what == "enter" and person and person.somebody:
        return h.fragment["You are signed in here as ", h.b[person.name], "."]
    return f"A link is good once, and for {'an hour' if what == 'confirm' else '15 minutes'}. You can have a new one sent."


def late_way(what: str, person: Person | None) -> h.Node:
    """The link that leads on from a link that is not good any more."""
    if person and (person.somebody or what == "confirm"):
        return h.a(".order.main", href="/account")["Your account"]
    return h.a(".order.main", href="/sign-in")["Sign in"]


def link_page(title: str, told: h.Node, visitor: Visitor, ways: h.Node, action: str = "", refused: str = "") -> str:
    """The page of a link: what it does is done by a button, since programs look at links before people do.

    `ways` is the button, or what leads on from a link that does nothing here; then there is no `action`.
    """
    inside = h.fragment[h.p[told], h.div(".orders")[ways, h.a(".order", href="/")["Home"]]]
    card = h.form(".person-card", method="post", action=action)[inside] if action else h.div(".person-card")[inside]
    return document(
        title, h.main("#main.page")[h.h1[title], refusal(refused), card], visitor, back="/account", styles=STYLES
    )
