"""Wheels of what is installed or lies in a project's folder, made from its files as they are; pure Python only."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_DATE = (1980, 1, 1, 0, 0, 0)
_KIND = "Wheel-Version: 1.0\nGenerator: tuckbox\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@dataclass(frozen=True)
class Wheel:
    """A package to be installed: its files by their places, what it needs, and the entry points it has."""

    name: str
    version: str
    files: Mapping[str, Path]
    needs: Sequence[str] = ()
    entry_points: str = ""
    extras: Sequence[str] = field(default=())

    @property
    def _stem(self) -> str:
        return "-".join(re.sub(r"-+", "_", part) for part in (self.name, self.version))

    @property
    def filename(self) -> str:
        """The name of the file."""
        return f"{self._stem}-py3-none-any.whl"

    def metadata(self) -> str:
        """The metadata that installers read."""
        lines = ["Metadata-Version: 2.1", f"Name: {self.name}", f"Version: {self.version}", "Requires-Python: >=3.11"]
        lines += [f"Provides-Extra: {extra}" for extra in self.extras]
        return "\n".join([*lines, *(f"Requires-Dist: {need}" for need in self.needs)]) + "\n"

    def packed(self) -> bytes:
        """The wheel; the same bytes for the same files."""
        made, rows = io.BytesIO(), []
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as box:
            for place, data in self._contents():
                box.writestr(_entry(place), data)
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                rows.append(f'"{place}",sha256={digest},{len(data)}')
            record = f"{self._stem}.dist-info/RECORD"
            box.writestr(_entry(record), "\n".join([*rows, f"{record},,"]) + "\n")
        return made.getvalue()

    def _contents(self) -> Iterator[tuple[str, bytes]]:
        for place, path in sorted(self.files.items()):
            yield place, path.read_bytes()
        info = f"{self._stem}.dist-info"
        yield f"{info}/METADATA", self.metadata().encode()
        yield f"{info}/WHEEL", _KIND.encode()
        if self.entry_points:
            yield f"{info}/entry_points.txt", self.entry_points.encode()


def _entry(place: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(place, _DATE)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    return entry


def below(folder: Path, place: str) -> dict[str, Path]:
    """The files of a folder by their places, but for caches; of a module of one file that file."""
    if folder.is_file():
        return {folder.name: folder}
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {f"{place}/{path.relative_to(folder).as_posix()}": path for path in files}
