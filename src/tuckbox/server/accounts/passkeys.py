"""The ceremonies of passkeys (WebAuthn): a browser is asked to make one, or to show that it has one.

Each begins with a challenge that is good once, for one purpose and one person, and ends with an answer that is signed for
our address alone: a page of another site can neither ask for it nor pass it on.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from tuckbox.server.accounts.tickets import Tickets
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person

log = logging.getLogger(__name__)

T = TypeVar("T")
Answer = Mapping[str, Any]

_TIMEOUT = 300_000
_REQUIRED = UserVerificationRequirement.REQUIRED


@dataclass(frozen=True)
class Address:
    """The address of ours that a browser shows: passkeys are bound to its host."""

    origin: str

    @property
    def host(self) -> str:
        """The name that passkeys are made for."""
        return urlsplit(self.origin).hostname or ""

    @property
    def possible(self) -> bool:
        """Whether browsers make passkeys here: by HTTPS or on the machine itself, and by a name, not a number.

        >>> [Address(each).possible for each in ("https://cards.example", "http://localhost:8484", "http://192.168.1.20")]
        [True, True, False]
        """
        try:
            ip_address(self.host)
        except ValueError:
            return self.origin.startswith("https:") or self.host == "localhost"
        return False


def handle(person: Person) -> bytes:
    """The number under which an authenticator keeps somebody's passkeys; it tells nothing of them."""
    return hashlib.blake2s(f"passkeys of {person.id}".encode()).digest()


class Ceremonies:
    """Questions to a browser, and its answers."""

    def __init__(self, tickets: Tickets) -> None:
        self._tickets = tickets

    async def ask_for_new(self, person: Person, address: Address, known: Sequence[bytes]) -> str:
        """The question for a new passkey of a person, on a device that has none of the `known` ones, as JSON."""
        _check(address)
        options = generate_registration_options(
            rp_id=address.host,
            rp_name="Tuckbox",
            user_name=person.name,
            user_id=handle(person),
            user_display_name=person.name,
            challenge=await self._tickets.give("new passkey", person.id),
            timeout=_TIMEOUT,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
        )
        return options_to_json(options)

    async def ask_for_any(self, kind: str, address: Address, person: str = "", known: Sequence[bytes] = ()) -> str:
        """The question for a passkey that there is: of anybody, or one of the `known` ones of a person."""
        _check(address)
        options = generate_authentication_options(
            rp_id=address.host,
            challenge=await self._tickets.give(kind, person),
            timeout=_TIMEOUT,
            allow_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
            user_verification=_REQUIRED,
        )
        return options_to_json(options)

    async def read_new(self, answer: Answer, person: Person, address: Address) -> VerifiedRegistration:
        """The passkey that was made. Raises `Refused`."""
        challenge = _challenge(answer)
        await self._tickets.redeem("new passkey", challenge, person.id)
        return _verified(
            lambda: verify_registration_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=address.host,
                expected_origin=address.origin,
                require_user_verification=True,
            )
        )

    async def read_any(
        self, kind: str, answer: Answer, address: Address, key: bytes, uses: int, person: str
    ) -> VerifiedAuthentication:
        """The answer that a passkey with this public key has signed. Raises `Refused`."""
        challenge = _challenge(answer)
        await self._tickets.redeem(kind, challenge, person)
        return _verified(
            lambda: verify_authentication_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=address.host,
                expected_origin=address.origin,
                credential_public_key=key,
                credential_current_sign_count=uses,
                require_user_verification=True,
            )
        )


def credential_of(answer: Answer) -> bytes:
    """The id of the credential that answers. Raises `Refused`."""
    return _verified(lambda: base64url_to_bytes(str(answer["rawId"])))


def _challenge(answer: Answer) -> bytes:
    data = _verified(lambda: base64url_to_bytes(str(answer["response"]["clientDataJSON"])))
    return bytes(_verified(lambda: parse_client_data_json(data)).challenge)


def _check(address: Address) -> None:
    if not address.possible:
        raise Refused("no passkeys", "browsers make passkeys only where the address is a name, by HTTPS, or localhost")


def _verified(work: Callable[[], T]) -> T:
    """The outcome of reading what a browser has sent; whatever goes wrong, it was not right."""
    try:
        return work()
    except Exception as error:  # what is malformed breaks in many ways, and none of them lets anybody in
        log.info("a passkey was refused: %s", type(error).__name__)
        raise Refused("passkey", "this passkey was not accepted; try again") from None
