"""A worked example: three racers, two rounds."""

from __future__ import annotations

from tests.games.jalopies.positions import ailing, hand, names, play, race


def test_worked_example() -> None:
    s = race(
        "CR CR BR SM MA VE",
        "CR CR ER BW BA HF",
        "MH HO SM TK DI HF",
        sheets=["Fifi", "Otto", "Luigi"],
        sides="nvh",
        stock="FL TR BO MH SR CR CS RF NR TK GI SO BW PA VE",
        plots="HW",
    )
    play(s, "play MA on 2", "negate HF", "pass")
    assert names(s.discards) == "HF MA"
    play(s, "road CR", "pay VE", "road CR", "pay BR")
    assert (s.pawn[0], s.window.depth, hand(s, 0)) == (2, 0, "SM")
    play(s, "end")
    assert hand(s, 0) == "SM TR FL"
    play(s, "play BA on 1", "negate SM", "pass")
    assert s.karma[1].n == 0
    play(s, "drive ER", "drive CR", "road CR")
    assert (s.pawn[1], hand(s, 1)) == (3, "BW")
    play(s, "end", "drive MH", "pay TK", "pay DI", "drive HO", "pay SM")
    assert (names(s.karma[2]), s.pawn[2], hand(s, 2)) == ("SR", 2, "HF")
    play(s, "end")
    assert hand(s, 2) == "CR CS HF RF"
    play(s, "play FL on 2", "pass", "keep TR", "end")
    assert (ailing(s, 1), hand(s, 0)) == ("FL", "TK NR")
    play(s, "fix 2 FL", "with BW", "play BO on 3", "pass")
    assert (ailing(s, 1), ailing(s, 2), names(s.karma[1])) == ("", "BO", "HW")
    play(s, "play HW on 1", "pay MH", "pass", "end")
    assert (ailing(s, 0), hand(s, 1)) == ("HW", "SO GI")
    play(s, "fix 3 BO", "with CS", "keep RF", "drive CR", "spend RF")
    assert (s.pawn[2], s.karma[2].n, hand(s, 2)) == (3, 1, "HF")
    play(s, "end")
    assert s.mover == 0
    assert hand(s, 0) in ("NR", "TK")  # Highwaymen have taken the other
    assert s.pawn[:3] == [2, 3, 3]
