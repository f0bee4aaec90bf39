"""Files that never change: each is named by a hash of what it holds, compressed once, and kept by browsers for good."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from tuckbox.server.assets import sent

FOLDER = Path(__file__).parents[1] / "static"
_TEXTS = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True)
class Asset:
    """A file as it is served."""

    body: bytes
    media_type: str

    @cached_property
    def tag(self) -> str:
        """Names what it holds."""
        return hashlib.sha256(self.body).hexdigest()[:16]

    @cached_property
    def packed(self) -> bytes | None:
        """It compressed, where that helps."""
        return gzip.compress(self.body, 9, mtime=0) if self.media_type.startswith(_TEXTS) else None

    def answer(self, headers: Headers, lasting: bool) -> Response:
        """The response to a request for it: for good if it was asked for by its tag, else to be asked about again."""
        tag = f'"{self.tag}"'
        shared = {
            "etag": tag,
            "cache-control": "public, max-age=31536000, immutable" if lasting else "public, no-cache",
            "vary": "accept-encoding",
        }
        if tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=shared)
        if self.packed is not None and "gzip" in headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**shared, "content-encoding": "gzip"}, media_type=self.media_type)
        return Response(self.body, headers=shared, media_type=self.media_type)


class Assets:
    """All files of a folder, read once."""

    def __init__(self) -> None:
        names = [path.relative_to(FOLDER).as_posix() for path in sorted(FOLDER.rglob("*")) if path.is_file()]
        self._assets = {name: Asset(sent(name), media_type(Path(name))) for name in names}

    async def serve(self, request: Request) -> Response:
        """A file; with ``?v=TAG`` of its present content it may be kept for good."""
        asset = self._assets.get(request.path_params["path"])
        if asset is None:
            return Response("there is no such file\n", 404, media_type="text/plain")
        return asset.answer(request.headers, lasting=request.query_params.get("v") == asset.tag)


def media_type(path: Path) -> str:
    """Media type of a file by its name."""
    found = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}.get(path.suffix)
    return found or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
