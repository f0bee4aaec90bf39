"""Letters as people see them, of all kinds that stand in names."""

from __future__ import annotations

import pytest

from tuckbox.definition.graphemes import beginning, initial, letters

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FINLAND, ENGLAND = "\U0001f1eb\U0001f1ee", "\U0001f3f4\U000e0067\U000e0062\U000e007f"
WAVING, HEART = "\U0001f44b\U0001f3fd", "\u2764\ufe0f"


@pytest.mark.parametrize(
    "letter", [FAMILY, FINLAND, ENGLAND, WAVING, HEART, "e\u0301", "\u0915\u093f", "1\ufe0f\u20e3", "\u00df"]
)
def test_a_letter_is_kept_whole_or_left_out(letter: str) -> None:
    assert letters(f"a{letter}{letter}b") == ["a", letter, letter, "b"]
    assert initial(f"{letter}nn") == letter.upper() if letter == "e\u0301" else letter
    for most in range(2 * len(letter) + 2):
        kept = beginning(f"a{letter}{letter}b", most)
        assert kept in ("", "a", f"a{letter}", f"a{letter}{letter}")
        assert len(kept) <= most
    assert beginning(f"a{letter}{letter}b", 2 * len(letter) + 2) == f"a{letter}{letter}b"


def test_an_odd_flag_and_a_mark_without_a_letter_are_letters_of_their_own() -> None:
    assert letters(FINLAND + FINLAND[0]) == [FINLAND, FINLAND[0]]
    assert letters("\u0301a") == ["\u0301", "a"]
    assert (initial(""), beginning("", 3), letters("")) == ("", "", [])
