"""An authenticator in software: makes passkeys and shows them, as a browser does or as somebody who cheats."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

HERE, HOST = "http://localhost:8484", "localhost"
_PRESENT, _VERIFIED, _ATTESTED = 1, 4, 64


class Authenticator:
    """One passkey. `origin` is the address of the page in the browser, `host` what it takes the passkey to be for."""

    def __init__(self, name: bytes = b"a passkey", origin: str = HERE, host: str = HOST) -> None:
        self.id, self.origin, self.host, self.uses = hashlib.sha256(name).digest(), origin, host, 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to the question for a new passkey."""
        numbers = self._key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        data = self._data(_PRESENT | _VERIFIED | _ATTESTED) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + key
        made = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._answer(question, "webauthn.create", attestationObject=cbor2.dumps(made))

    def show(self, question: dict[str, Any], verified: bool = True) -> dict[str, Any]:
        """The answer to the question for a passkey; perhaps nobody has unlocked the device for it."""
        self.uses += 1
        data = self._data(_PRESENT | (_VERIFIED if verified else 0))
        client = self._client(question, "webauthn.get")
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(question, "webauthn.get", authenticatorData=data, signature=signature)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.uses)

    def _client(self, question: dict[str, Any], kind: str) -> bytes:
        told = {"type": kind, "challenge": question["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, question: dict[str, Any], kind: str, **parts: bytes) -> dict[str, Any]:
        parts = {"clientDataJSON": self._client(question, kind), **parts}
        response = {name: bytes_to_base64url(part) for name, part in parts.items()}
        key = bytes_to_base64url(self.id)
        return {"id": key, "rawId": key, "type": "public-key", "response": response}
