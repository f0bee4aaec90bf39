"""Addresses for mail by their addresses here: asking for links, following them, digests and their end."""

from __future__ import annotations

import htpy as h
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.server.accounts.mailboxes import CONFIRM, ENTER, KEPT
from tuckbox.server.errors import Refused
from tuckbox.server.html.account import code_page
from tuckbox.server.html.mail import (
    asked_page,
    late_way,
    late_words,
    link_page,
    link_words,
    stopped_page,
    usable,
)
from tuckbox.server.web.accounts import begun
from tuckbox.server.web.context import context_of, number_of
from tuckbox.server.web.errors import status
from tuckbox.server.web.middleware import caller
from tuckbox.server.web.pages import form_of, go, inside, visiting, visitor_of
from tuckbox.server.web.sessions import device_of

_LINKS = {
    "confirm": ("Is this your address?", "Yes, it is mine"),
    "enter": ("Sign in", "Sign in here"),
    "off": ("No more mails", "Send me no more"),
}
_HOME = "/account"
BACK = "back"
"""Cookie of a browser that has asked for a link: the page where one wanted to sign in. A mail must not name it."""

_KINDS = {"confirm": CONFIRM, "enter": ENTER}


def _check_mail(request: Request) -> None:
    """Raise `Refused` where no mail is configured."""
    if not context_of(request).house.mailboxes.mailer.possible:
        raise Refused("not here", "this server sends no mail")


def _may(request: Request) -> None:
    """Count an attempt, where mail is configured. Raises `Refused`."""
    _check_mail(request)
    context_of(request).may_sign(request)


async def give(request: Request) -> Response:
    """Have a link sent to an address that is to be the visitor's."""
    context, form = context_of(request), await form_of(request)
    _may(request)
    sessions = context.sessions
    person, session = await sessions.known(request)
    if person is None:
        raise Refused("no name", "give a name first")
    context.may_mail(request)
    context.house.mailboxes.ask_to_confirm(person, session, form.get("address", ""), device_of(request))
    return go(request.url.path)


async def ask(request: Request) -> Response:
    """Have a link sent by which one signs in; the answer is the same for all addresses."""
    context, form = context_of(request), await form_of(request)
    _may(request)
    context.may_mail(request)
    context.house.mailboxes.ask_to_sign_in(form.get("address", ""), device_of(request))
    response = go(request.url.path)
    back, secure = inside(form.get("back", _HOME)), caller(request).secure
    response.set_cookie(
        BACK, back if back.isascii() else _HOME, int(KEPT[ENTER]), httponly=True, samesite="lax", secure=secure, path="/mail"
    )
    return response


async def asked(request: Request) -> Response:
    """The page after a link was asked for: a page of its own, so that to load it again sends nothing again."""
    _check_mail(request)
    return HTMLResponse(asked_page(await visiting(request), confirm=request.url.path == "/account/mail"))


async def link(request: Request) -> Response:
    """The page of a link in a mail, on which nothing has happened yet."""
    return await _page(request, request.path_params["what"])


async def _page(request: Request, what: str, refused: Refused | None = None) -> Response:
    """The page of a link that does something (`what`), perhaps with the reason why that was refused just now."""
    token = request.path_params["token"]
    if what not in _LINKS:
        raise Refused("not here", "there is nothing here")
    title, button = _LINKS[what]
    action = f"/mail/{what}/{token}"
    ways: h.Node = h.button(".order.main")[button]
    mailboxes, person = context_of(request).house.mailboxes, await context_of(request).sessions.visitor(request)
    try:
        told: h.Node = "You will not be told by mail any more when it is your turn."
        if what in _KINDS:
            meant = await mailboxes.meant(_KINDS[what], token)
            told = link_words(meant, person, what)
            if not usable(meant, person, what):
                action, ways = "", None
    except Refused as late:
        refused, action, ways = late, "", late_way(what, person)
        told = late_words(what, person, await mailboxes.of(person) if person else None)
    page = link_page(title, told, visitor_of(request, person), ways, action, str(refused) if refused else "")
    return HTMLResponse(page, status(refused) if refused else 200)


async def confirm(request: Request) -> Response:
    """Keep the address of a link."""
    context = context_of(request)
    _may(request)
    person, session = await context.sessions.known(request)
    try:
        token = request.path_params["token"]
        if person is None or not usable(await context.house.mailboxes.meant(CONFIRM, token), person, "confirm"):
            raise Refused("guest", "this link does nothing in this browser")
        opened = await context.house.mailboxes.confirm(person, session, token, device_of(request))
    except Refused as refused:
        return await _page(request, "confirm", refused)
    if opened is None:
        return go("/account")
    return begun(request, HTMLResponse(code_page(opened.code, visitor_of(request, person), first=True)), opened)


async def enter(request: Request) -> Response:
    """Sign in by a link."""
    context = context_of(request)
    _may(request)
    try:
        session = await context.sessions.session(request)
        opened = await context.house.mailboxes.sign_in(request.path_params["token"], device_of(request), session)
    except Refused as refused:
        return await _page(request, "enter", refused)
    response = go(inside(request.cookies.get(BACK, _HOME)))
    response.delete_cookie(BACK, path="/mail", httponly=True, samesite="lax")
    return begun(request, response, opened)


async def stop(request: Request) -> Response:
    """Send no more digests: by the button of a mail program, which is no page of ours and shows no cookie."""
    await context_of(request).house.mailboxes.stop(request.path_params["token"][:64])
    return Response("You are told no more by mail.", media_type="text/plain")


async def off(request: Request) -> Response:
    """Send no more digests: by the button of our page, for whoever followed the link in a digest."""
    await context_of(request).house.mailboxes.stop(request.path_params["token"][:64])
    return HTMLResponse(stopped_page(await visiting(request)))


async def hours(request: Request) -> Response:
    """Keep how often digests are sent."""
    context, form = context_of(request), await form_of(request)
    person = await context.sessions.visitor(request)
    if person is not None:
        await context.house.mailboxes.keep_hours(person, number_of(form.get("hours", ""), "the number of hours"))
    return go("/account")


async def remove(request: Request) -> Response:
    """Keep no address of the visitor any more."""
    context = context_of(request)
    person, session = await context.sessions.known(request)
    if person is not None:
        await context.house.mailboxes.remove(person, session)
    return go("/account")


ROUTES = [
    Route("/account/mail", asked, methods=["GET"]),
    Route("/account/mail", give, methods=["POST"]),
    Route("/account/mail/hours", hours, methods=["POST"]),
    Route("/account/mail/remove", remove, methods=["POST"]),
    Route("/sign-in/mail", asked, methods=["GET"]),
    Route("/sign-in/mail", ask, methods=["POST"]),
    Route("/mail/confirm/{token}", confirm, methods=["POST"]),
    Route("/mail/enter/{token}", enter, methods=["POST"]),
    Route("/mail/off/{token}", off, methods=["POST"]),
    Route("/mail/{what}/{token}", link, methods=["GET"]),
    Route("/api/mail/off/{token}", stop, methods=["POST"]),
]
