"""Sessions: by what a visitor is known. Browsers have a cookie, of a guest or of a session; programs have a token."""

from __future__ import annotations

import re

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tuckbox.server.accounts.sessions import Session, SessionStore
from tuckbox.server.errors import Refused
from tuckbox.server.people import People, Person

COOKIE = "tuckbox"
_KEPT = 400 * 24 * 3600
"""Seconds a browser keeps the cookie: as long as browsers allow; every visit of the front page renews it."""

_LONGEST = 200
_BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)
_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


class Sessions:
    """Gives tokens to people and knows people by them.

    A guest is known by a signed cookie, and nothing is kept of it. As soon as they are somebody it is worth nothing: then
    only sessions count, which can be listed and ended.
    """

    def __init__(self, secret: str | bytes, people: People, sessions: SessionStore) -> None:
        self._people, self._sessions = people, sessions
        self._signers = {use: URLSafeSerializer(secret, salt=f"tuckbox {use}") for use in ("cookie", "token", "session")}

    def token(self, person: Person, use: str = "token") -> str:
        """Credentials of a guest: a program's `token` or a browser's `cookie`, neither good for the other."""
        return str(self._signers[use].dumps(person.id))

    async def visitor(self, connection: HTTPConnection) -> Person | None:
        """The person whose browser this is; None for strangers and for cookies that are forged, forgotten or of an ended
        session."""
        return (await self.known(connection))[0]

    async def session(self, connection: HTTPConnection) -> Session | None:
        """The session of this browser; None for guests and strangers."""
        return (await self.known(connection))[1]

    async def program(self, connection: HTTPConnection) -> Person | None:
        """The person whose program this is; None without a token. Raises `Refused` for a token that is not ours."""
        given = connection.headers.get("authorization")
        if given is None:
            return None
        bearer = _BEARER.fullmatch(given)
        person = await self._guest(bearer[1] if bearer else None, "token")
        if person is None:
            raise Refused("unknown token", "this token is not known here")
        return person

    async def known(self, connection: HTTPConnection) -> tuple[Person | None, Session | None]:
        """The person whose browser this is, and the session: `visitor` and `session`, found out once for each request."""
        if "visitor" not in connection.scope:
            connection.scope["visitor"] = await self._find(connection.cookies.get(COOKIE))
        found: tuple[Person | None, Session | None] = connection.scope["visitor"]
        return found

    async def _find(self, cookie: str | None) -> tuple[Person | None, Session | None]:
        token = self._read(cookie, "session")
        if token is None:
            return await self._guest(cookie, "cookie"), None
        session = await self._sessions.find(token)
        if session is None:
            return None, None
        return await self._people.get(session.person), session

    async def _guest(self, token: str | None, use: str) -> Person | None:
        key = self._read(token, use)
        person = None if key is None else await self._people.get(key)
        return None if person is None or person.somebody else person

    def _read(self, token: str | None, use: str) -> str | None:
        if not token or len(token) > _LONGEST:
            return None
        try:
            return str(self._signers[use].loads(token))
        except BadSignature:
            return None

    def remember(self, connection: HTTPConnection, response: Response, person: Person, secure: bool) -> None:
        """Let a browser be this person from now on; it stays in the session in which it is."""
        kept = connection.cookies.get(COOKIE, "") if person.somebody else self.token(person, "cookie")
        self._set(response, kept, secure)

    def begin(self, response: Response, token: str, secure: bool) -> None:
        """Let a browser be in a session that has begun."""
        self._set(response, str(self._signers["session"].dumps(token)), secure)

    @staticmethod
    def forget(response: Response) -> None:
        """Let a browser be a stranger's."""
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")

    @staticmethod
    def _set(response: Response, value: str, secure: bool) -> None:
        response.set_cookie(COOKIE, value, max_age=_KEPT, httponly=True, secure=secure, samesite="lax", path="/")


def device_of(connection: HTTPConnection) -> str:
    """The browser as it calls itself, in two words: by them people know their devices, and nothing depends on them."""
    told = connection.headers.get("user-agent", "")
    browser = next((name for word, name in _BROWSERS if word in told), "A browser")
    system = next((name for word, name in _SYSTEMS if word in told), "")
    return f"{browser} on {system}" if system else browser
