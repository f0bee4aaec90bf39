"""Letters that nobody sees."""

from __future__ import annotations

_UNSEEN = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Letters that show nothing: Unicode's Default_Ignorable_Code_Point, and two that are drawn empty."""


def seen(text: str) -> str:
    """A text without what nobody sees, single spaces in between.

    >>> seen("An\\ufe0fn \\u3164 Lee"), seen("\\u2800")
    ('Ann Lee', '')
    """
    return " ".join("".join(letter for letter in text if not any(a <= ord(letter) <= b for a, b in _UNSEEN)).split())


__all__ = ["seen"]
