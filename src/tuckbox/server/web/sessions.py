"""Sessions: a name, and a signed token that only its bearer has; a cookie in browsers, a header from programs."""

from __future__ import annotations

import re

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tuckbox.server.errors import Refused
from tuckbox.server.people import People, Person

COOKIE = "tuckbox"
_KEPT = 400 * 24 * 3600
"""Seconds a browser keeps the cookie: as long as browsers allow; every visit of the front page renews it."""

_LONGEST = 200
_BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)


class Sessions:
    """Gives tokens to people and knows people by them."""

    def __init__(self, secret: str | bytes, people: People) -> None:
        self._people = people
        self._signers = {use: URLSafeSerializer(secret, salt=f"tuckbox {use}") for use in ("cookie", "token")}

    def token(self, person: Person, use: str = "token") -> str:
        """Credentials of a person: a program's `token` or a browser's `cookie`, neither good for the other."""
        return str(self._signers[use].dumps(person.id))

    async def visitor(self, connection: HTTPConnection) -> Person | None:
        """Whose browser this is; None for strangers, and for forged or forgotten cookies."""
        return await self._find(connection.cookies.get(COOKIE), "cookie")

    async def program(self, connection: HTTPConnection) -> Person | None:
        """Whose program this is; None without a token. Raises `Refused` for a token that is not ours."""
        given = connection.headers.get("authorization")
        if given is None:
            return None
        bearer = _BEARER.fullmatch(given)
        person = await self._find(bearer[1] if bearer else None, "token")
        if person is None:
            raise Refused("unknown token", "this token is not known here")
        return person

    async def _find(self, token: str | None, use: str) -> Person | None:
        if not token or len(token) > _LONGEST:
            return None
        try:
            known = self._signers[use].loads(token)
        except BadSignature:
            return None
        return await self._people.get(known)

    def remember(self, response: Response, person: Person, secure: bool) -> None:
        """Let a browser be this person from now on."""
        response.set_cookie(
            COOKIE, self.token(person, "cookie"), max_age=_KEPT, httponly=True, secure=secure, samesite="lax", path="/"
        )
