"""Accounts by their addresses: becoming somebody, signing in and out, passkeys, sessions, recovery codes."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any

import htpy as h
import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tuckbox.errors import TuckboxError
from tuckbox.server.accounts.accounts import Opened
from tuckbox.server.accounts.passkeys import Address
from tuckbox.server.accounts.sessions import Session
from tuckbox.server.errors import Refused
from tuckbox.server.html.account import (
    Account,
    account_page,
    code_page,
    farewell_page,
    gone_page,
    proof_card,
    recovery_page,
    sign_in_page,
)
from tuckbox.server.html.mail import mail_card, sign_in_card
from tuckbox.server.html.manners import unheard_list
from tuckbox.server.html.notices import quiet_form
from tuckbox.server.html.preferences import COOKIE as PREFERENCES
from tuckbox.server.html.preferences import LESSONS
from tuckbox.server.messages import read_sent
from tuckbox.server.people import Person
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.context import context_of
from tuckbox.server.web.errors import refusal, status
from tuckbox.server.web.middleware import caller
from tuckbox.server.web.pages import GUEST, form_of, go, inside, known, visiting, visitor_of
from tuckbox.server.web.sessions import device_of

Handler = Callable[[Request], Awaitable[Response]]


def address_of(request: Request) -> Address:
    """The address of ours that the visitor uses."""
    return Address(caller(request).origin)


def to_script(found: Any, code: int = 200) -> Response:
    """Data for a script of a page."""
    body = found if isinstance(found, str) else msgspec.json.encode(found)
    return Response(body, code, media_type="application/json")


def for_scripts(handler: Handler) -> Handler:
    """A route that a script of a page calls: refusals are data too."""

    @functools.wraps(handler)
    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except TuckboxError as error:
            refused = refusal(error)
            if refused is None:
                raise
            return to_script({"error": refused.code, "message": str(refused)}, status(refused))

    return answer


async def _read(request: Request) -> dict[str, Any]:
    """The data that a script has sent. Raises `Refused`."""
    return read_sent(await read_body(request, context_of(request).limits), msgspec.json.Decoder(dict[str, Any]))


def begun(request: Request, response: Response, opened: Opened) -> Response:
    """The response, with which this browser is in the session that has begun; where its own goes on, it is in it already."""
    if opened.token:
        context_of(request).sessions.begin(response, opened.token, secure=caller(request).secure)
    return response


async def signed_in(request: Request) -> tuple[Person, Session]:
    """The person whose session this is. Raises `Refused` for guests and strangers."""
    sessions = context_of(request).sessions
    person, session = await sessions.known(request)
    if person is None or session is None:
        raise Refused("guest", "sign in first: guests have no account")
    return person, session


# -- pages -------------------------------------------------------------------------------------------------------------


async def account(request: Request) -> Response:
    """The account of the visitor; for guests, how to have one."""
    context = context_of(request)
    person, session = await context.sessions.known(request)
    house, visitor, possible = context.house, visitor_of(request, person), address_of(request).possible
    if person is None:
        return HTMLResponse(account_page(Account(possible), visitor))
    key = await house.push.public_key() if house.push.possible else ""
    told, passkeys = await house.push.asked_for(person), tuple(await house.accounts.passkeys_of(person))
    mailbox, mail = None, None
    if house.mailboxes.mailer.possible:
        mailbox = await house.mailboxes.of(person)
        mail = mail_card(mailbox, visitor, session is None or session.fresh, bool(passkeys))
    quiet = quiet_form(await house.quiet.of(person.id)) if key or mail else None
    more = h.fragment[mail, quiet, unheard_list(await house.manners.aversions.of(person))]
    if session is None:
        return HTMLResponse(account_page(Account(possible, push_key=key, told=told), visitor, more))
    sessions, since = tuple(await house.accounts.sessions.of(person.id)), await house.accounts.code_since(person)
    found = Account(possible, session, passkeys, sessions, since, key, told, mailbox.address if mailbox else "")
    return known(request, HTMLResponse(account_page(found, visitor, more)), person)


async def _mailed_at(request: Request, person: Person) -> str:
    """The address to which a person can have a link sent; "" for none."""
    boxes = context_of(request).house.mailboxes
    mailbox = await boxes.of(person) if boxes.mailer.possible else None
    return mailbox.address if mailbox else ""


async def sign_in(request: Request) -> Response:
    """The page where one says who one is."""
    back = inside(request.query_params.get("back", "/account"))
    mail = sign_in_card(back) if context_of(request).house.mailboxes.mailer.possible else None
    return HTMLResponse(sign_in_page(address_of(request).possible, await visiting(request), back, mail))


async def recovery(request: Request) -> Response:
    """The form for a recovery code."""
    return HTMLResponse(recovery_page(await visiting(request)))


async def recover(request: Request) -> Response:
    """Come back by a recovery code; the page shows the next one."""
    context, form = context_of(request), await form_of(request)
    context.may_sign(request)
    visitor, here = visitor_of(request, None), await context.sessions.session(request)
    try:
        opened = await context.house.accounts.recover(form.get("code", "")[:100], device_of(request), here)
    except Refused as refused:
        return HTMLResponse(recovery_page(visitor, str(refused)), status(refused))
    return begun(request, HTMLResponse(code_page(opened.code, visitor, recovered=True)), opened)


# -- passkeys ----------------------------------------------------------------------------------------------------------


@for_scripts
async def ask_for_passkey(request: Request) -> Response:
    """The question for a new passkey; whoever has not been here gets a name with it."""
    context, sent = context_of(request), await _read(request)
    context.may_sign(request)
    if not address_of(request).possible:
        raise Refused("no passkeys", "browsers make passkeys only where the address is a name, by HTTPS, or localhost")
    person, name = await context.sessions.visitor(request), str(sent.get("name", ""))
    if person is None:
        person = await context.newcomer(request, name.strip() or GUEST)
    elif not person.somebody and name.strip():
        person = await context.house.people.rename(person, name)
    session = await context.sessions.session(request)
    question = await context.house.accounts.ask_for_new(person, session, address_of(request))
    return known(request, to_script(question), person)


@for_scripts
async def add_passkey(request: Request) -> Response:
    """Keep a passkey that was made; with the first one a guest becomes somebody."""
    context, answer = context_of(request), await _read(request)
    context.may_sign(request)
    person, session = await context.sessions.known(request)
    if person is None:
        raise Refused("guest", "this browser has forgotten who you are: begin again")
    opened = await context.house.accounts.add(person, session, answer, address_of(request), device_of(request))
    if opened is None:
        return to_script({"go": "/account"})
    return begun(request, to_script({"code": opened.code}), opened)


async def remove_passkey(request: Request) -> Response:
    """Remove a passkey."""
    person, session = await signed_in(request)
    await context_of(request).house.accounts.remove(person, session, (await form_of(request)).get("passkey", ""))
    return go("/account")


async def new_code(request: Request) -> Response:
    """A new recovery code, shown once."""
    person, session = await signed_in(request)
    code = await context_of(request).house.accounts.new_code(person, session)
    return HTMLResponse(code_page(code, visitor_of(request, person)))


# -- sessions ----------------------------------------------------------------------------------------------------------


@for_scripts
async def ask_who(request: Request) -> Response:
    """The question who somebody is."""
    context_of(request).may_sign(request)
    return to_script(await context_of(request).house.accounts.ask_who(address_of(request)))


@for_scripts
async def enter(request: Request) -> Response:
    """Sign in by a passkey."""
    context, answer = context_of(request), await _read(request)
    context.may_sign(request)
    here = await context.sessions.session(request)
    opened = await context.house.accounts.sign_in(answer, address_of(request), device_of(request), here)
    return begun(request, to_script({"go": "/"}), opened)


@for_scripts
async def ask_again(request: Request) -> Response:
    """The question whether it is still the same person."""
    context_of(request).may_sign(request)
    _, session = await signed_in(request)
    return to_script(await context_of(request).house.accounts.ask_again(session, address_of(request)))


@for_scripts
async def prove(request: Request) -> Response:
    """Show that it is still the same person."""
    context_of(request).may_sign(request)
    _, session = await signed_in(request)
    await context_of(request).house.accounts.prove(session, await _read(request), address_of(request))
    return to_script({"go": "/account"})


async def end_session(request: Request) -> Response:
    """End a session, or all others."""
    person, session = await signed_in(request)
    sessions, ended = context_of(request).house.accounts.sessions, (await form_of(request)).get("session", "")
    if ended == "others":
        await sessions.end_others(session)
    else:
        await sessions.end(person.id, ended)
    return go("/account")


# -- to take along, and to go ------------------------------------------------------------------------------------------


async def take_along(request: Request) -> Response:
    """All that is kept of the visitor, as a file."""
    context = context_of(request)
    person = await context.sessions.visitor(request)
    if person is None:
        raise Refused("no name", "nothing is kept of you")
    context.rates.exports.take(person.id)
    settings = {name: request.cookies.get(name, "")[:1000] for name in (PREFERENCES, LESSONS)}
    headers = {"content-disposition": 'attachment; filename="tuckbox.zip"'}
    return Response(await context.house.belongings.export(person, settings), headers=headers, media_type="application/zip")


async def farewell(request: Request) -> Response:
    """The page where one asks to be forgotten."""
    context = context_of(request)
    person, session = await context.sessions.known(request)
    waiting = await context.house.belongings.shared_by(person) if person else []
    proof: h.Node = None
    if person is not None and session is not None and not session.fresh:
        passkeys = await context.house.accounts.passkeys_of(person)
        proof = proof_card(bool(passkeys), await _mailed_at(request, person), request.url.path)
    page = farewell_page([(table.id, table.title) for table in waiting], proof, visitor_of(request, person))
    return HTMLResponse(page)


async def go_for_good(request: Request) -> Response:
    """Forget the visitor."""
    context, form = context_of(request), await form_of(request)
    person, session = await context.sessions.known(request)
    if person is None or form.get("sure") != "yes":
        raise Refused("malformed", "say that you are sure")
    if session is not None and not session.fresh:
        raise Refused("prove", "show first that it is you, on the page of your account: that was done too long ago")
    await context.house.belongings.forget(person)
    response = HTMLResponse(gone_page(visitor_of(request, None)))
    context.sessions.forget(response)
    return response


async def leave(request: Request) -> Response:
    """Sign out in this browser."""
    person, session = await signed_in(request)
    await context_of(request).house.accounts.sessions.end(person.id, session.id)
    response = go("/")
    context_of(request).sessions.forget(response)
    return response


ROUTES = [
    Route("/account", account, methods=["GET"]),
    Route("/sign-in", sign_in, methods=["GET"]),
    Route("/sign-in/question", ask_who, methods=["POST"]),
    Route("/sign-in", enter, methods=["POST"]),
    Route("/sign-out", leave, methods=["POST"]),
    Route("/recover", recovery, methods=["GET"]),
    Route("/recover", recover, methods=["POST"]),
    Route("/account/passkeys/question", ask_for_passkey, methods=["POST"]),
    Route("/account/passkeys", add_passkey, methods=["POST"]),
    Route("/account/passkeys/remove", remove_passkey, methods=["POST"]),
    Route("/account/prove/question", ask_again, methods=["POST"]),
    Route("/account/prove", prove, methods=["POST"]),
    Route("/account/code", new_code, methods=["POST"]),
    Route("/account/sessions", end_session, methods=["POST"]),
    Route("/account/export", take_along, methods=["POST"]),
    Route("/account/delete", farewell, methods=["GET"]),
    Route("/account/delete", go_for_good, methods=["POST"]),
]
