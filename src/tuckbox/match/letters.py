"""Letters that nobody sees."""

from __future__ import annotations

import regex

_UNSEEN = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Letters that show nothing: Unicode's Default_Ignorable_Code_Point, and two that are drawn empty."""

_NOTHING = "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in _UNSEEN)
_PICTURE = r"\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]?"
_LETTER = regex.compile(f"[{_NOTHING}]")
_OUTSIDE_EMOJI = regex.compile(rf"{_PICTURE}(?:\u200d{_PICTURE})*(*SKIP)(*FAIL)|[{_NOTHING}]")
_WITHIN_EMOJI = regex.compile(rf"(?<={_PICTURE})\u200d(?={_PICTURE})")


def seen(text: str) -> str:
    """A text without what nobody sees, single spaces in between.

    >>> seen("An\\ufe0fn \\u3164 Lee"), seen("\\u2800")
    ('Ann Lee', '')
    """
    return " ".join(_LETTER.sub("", text).split())


def shown(text: str) -> str:
    """The same with whole emoji: without the letters that join it, a family is one of each of them.

    >>> [len(shown(text)) for text in ("\\U0001f469\\u200d\\U0001f680", "\\U0001f469\\u200d", "A\\u200dnn")]
    [3, 1, 3]
    """
    return " ".join(_OUTSIDE_EMOJI.sub("", text).split())


def parted(text: str) -> str:
    """A text with the emoji of which others are joined.

    >>> len(parted("\\U0001f469\\u200d\\U0001f680")), len(parted("A\\u200dnn"))
    (2, 4)
    """
    return str(_WITHIN_EMOJI.sub("", text))
