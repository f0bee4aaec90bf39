"""Drawing scenes as text: they fit, and say without colour what they say with it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from tests.games.whiplash.positions import position, seated
from tuckbox import Match
from tuckbox.scene.blocks import PLAIN, RICH, Block, Signs, signs_for
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Board, Card, Door, Fact, Panel, Row, Scene, Space, Stack, Token
from tuckbox.scene.text import Sheet, draw

ASCII_AND_MORE = [RICH, PLAIN]


def plain(block: Block) -> list[str]:
    """The lines without their styles."""
    return [line.plain for line in block]


def text(block: Block) -> str:
    """All lines as one text."""
    return "\n".join(plain(block))


def sheets(players: int, edition: str, width: int, height: int, signs: Signs) -> Iterator[Sheet]:
    """What the seat that decides, or an onlooker, sees in a hand that ends in a call, and now and then in a void one."""
    for calling in (True, False):
        match = Match("whiplash", players=players, edition=edition, seed=players, turn_cap=40)
        rules: Any = match.game.rules
        while True:
            seat = 0 if match.over else match.turn
            if calling or match.over or match._state.turns % 7 == 0:
                for viewer in (seat, None):
                    view = match.view(viewer)
                    yield Sheet(match.game.scene(view), width, height, signs, view.log, 4, view.legal_texts())
            if match.over:
                break
            actions = [action for action in match.actions() if calling or action < rules.CALL]
            match.play(max(actions, key=lambda action: int(rules.prefer(match._state, action))))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("signs", ASCII_AND_MORE, ids=["rich", "plain"])
def test_every_table_of_whiplash_fits_80_by_24_with_its_notes(players: int, signs: Signs) -> None:
    for edition in ("2023", "royal"):
        for sheet in sheets(players, edition, 79, 23, signs):
            block = draw(sheet)
            assert len(block) <= 23
            assert max(line.cell_len for line in block) <= 79
            shown = text(block)
            for action in sheet.actions:
                assert action in shown
                assert signs.say(sheet.scene.notes[action]) in shown
            assert sheet.scene.status.split(".")[0] in " ".join(shown.split())


def test_the_longest_list_of_actions_fits_with_a_notice_and_hints() -> None:
    s = position(["QC QD QH QS AH", None, None, None], edition="royal", recycled=1, voids=1)
    match = seated(s)
    view = match.view(0)
    sheet = Sheet(match.game.scene(view), 79, 23, log=["x" * 70] * 9, actions=view.legal_texts(), notice="A word. " * 9)
    block = draw(sheet)
    assert len(block) <= 23
    assert len(view.legal) == 11
    assert "nothing beats that" in text(block)


def is_about_backs(told: str) -> bool:
    """Whether a text has the hint on the backs under a road."""
    return "black are mostly judges" in told


def test_hints_go_before_the_top_of_a_table_does_not_fit() -> None:
    match = Match("whipsaw", players=4, seed=3)
    while not any(map(is_about_backs, laid(view := match.view(match.waiting[0])).hints)):  # until a road is built
        match.play(match.legal(view.seat)[-1], view.seat)
    drawn = {height: draw(Sheet(laid(view), 59, height, log=view.log, actions=view.legal_texts())) for height in (17, 20)}
    assert all(len(block) <= height for height, block in drawn.items())
    assert [is_about_backs(text(block)) for block in drawn.values()] == [False, True]
    assert all("no action" in text(block) for block in drawn.values())


@pytest.mark.parametrize(("width", "height"), [(24, 10), (30, 24), (40, 24), (60, 12), (100, 30), (200, 60)])
@pytest.mark.parametrize("signs", ASCII_AND_MORE, ids=["rich", "plain"])
def test_no_line_is_wider_than_the_terminal_whatever_its_size(width: int, height: int, signs: Signs) -> None:
    for sheet in sheets(4, "royal", width, height, signs):
        block = draw(sheet)
        assert max(line.cell_len for line in block) <= width
        if height >= 24 and width >= 40:
            assert len(block) <= height


def test_names_of_every_width_and_length_keep_the_frames_whole() -> None:
    names = ["王小明王小明王小明王小明王小明王小明王小明", "W" * 40, "🦊 fox", "e\u0301 [red]"]
    match = Match("whiplash", players=4, seed=1, seats=names)
    for seat in range(4):
        view = match.view(seat)
        for width in (40, 79):
            block = draw(Sheet(match.game.scene(view), width, 23, log=view.log, actions=view.legal_texts()))
            assert max(line.cell_len for line in block) <= width
    sides = [
        line.cell_len
        for line in draw(Sheet(match.game.scene(match.view(None)), 79, 23))
        if line.plain and line.plain[0] in "╭│╰"
    ]
    assert len(set(sides)) == 1


def test_colour_is_never_the_only_difference() -> None:
    cards = (
        Card("Q♥", "QH", tone="red"),
        Card("Q♥", "QH", faint=True),
        Card("Q♥", "QH", fresh=True),
        Card("card", hidden=True),
    )
    scene = Scene("Game", "Do it.", (Panel("Bo", (Row("Hand", cards),), seat=1, active=True),))
    assert "│ Q♥ (Q♥) +Q♥ ▒▒" in text(draw(Sheet(scene)))
    assert "▸ Bo" in text(draw(Sheet(scene)))
    assert "| QH (QH) +QH ??" in text(draw(Sheet(scene, signs=PLAIN)))
    assert "> Bo" in text(draw(Sheet(scene, signs=PLAIN)))


def test_red_suits_are_red_where_there_is_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    scene = Scene("Game", "", (Panel("Bo", (Row("Hand", (Card("Q♥", "QH", tone="red"),)),), seat=1),))

    def printed(**options: object) -> str:
        console = Console(file=io.StringIO(), width=80, **options)  # type: ignore[arg-type]
        for line in draw(Sheet(scene)):
            console.print(line, soft_wrap=True)
        return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]

    assert "\x1b[31mQ♥" in printed(force_terminal=True, color_system="standard")
    assert "\x1b[31m" not in printed(force_terminal=True, color_system="standard", no_color=True)
    assert "\x1b" not in printed(force_terminal=False)


def test_ascii_terminals_get_ascii() -> None:
    for sheet in sheets(3, "royal", 79, 23, PLAIN):
        assert text(draw(sheet)).isascii()


@pytest.mark.parametrize(
    ("encoding", "plainly"),
    [
        ("utf-8", False),
        ("UTF8", False),
        ("ascii", True),
        ("latin-1", True),
        ("cp437", True),
        (None, True),
        ("nonsense", True),
    ],
)
def test_the_encoding_decides_which_signs_are_used(encoding: str | None, plainly: bool) -> None:
    signs = signs_for(encoding)
    assert (signs.back == "?") == plainly
    assert signs.say("Zo\xeb \u265e").encode(signs.encoding)


def test_nothing_a_terminal_would_obey_is_printed() -> None:
    bad = "x\x1b[2J\x07\u202e\r\n"
    scene = Scene(
        bad, bad, (Panel(bad, (Fact(bad, bad), Row(bad, (Card(bad, bad),), bad)), seat=0, badges=(bad,)),), {}, (bad,)
    )
    shown = text(draw(Sheet(scene, log=[bad], actions=[bad], notice=bad)))
    assert not any(sign in shown for sign in "\x1b\x07\u202e\r")


def test_a_fresh_card_stands_apart_and_large_cards_have_frames() -> None:
    cards = (Card("3♦", "3D"), Card("10♠", "TS", fresh=True))
    block = plain(draw(Sheet(Scene("Game", "", (Panel("You", (Row("Hand", cards),), seat=0, mine=True),)))))
    assert " │ 3♦ │   │+10♠│" in block


def test_an_empty_hand_is_told() -> None:
    hand = Row("Hand", ())
    scene = Scene("Game", "", (Panel("Bo", (hand, Fact("$", "2")), seat=1), Panel("You", (hand,), seat=0, mine=True)))
    assert "│ none " in text(draw(Sheet(scene)))
    assert " You  none" in plain(draw(Sheet(scene)))


def test_an_empty_row_beside_large_cards_is_told() -> None:
    parts = (Row("Hand", (Card("3♦", "3D"),)), Row("Lost", ()))
    shown = text(draw(Sheet(Scene("Game", "", (Panel("You", parts, seat=0, mine=True),)))))
    assert "  Lost: none" in shown


def test_pieces_that_colour_alone_would_tell_apart_bear_the_numbers_of_their_seats() -> None:
    def shown(*pieces: Token) -> str:
        board = Board("Field", (tuple(Space(f"a{number}", tokens=(piece,)) for number, piece in enumerate(pieces)),))
        places = (Panel("Bo", (), seat=1), Panel("Table", (board,)), Panel("You", (), seat=0, mine=True))
        return text(draw(Sheet(Scene("Game", "", places))))

    alike = shown(Token("●", 0), Token("●", 1), Token("♛", 1), Token("●"))
    assert "a0 ●1 a1 ●2 a2 ♛  a3 ●" in alike
    assert re.search("Bo .* seat 2", alike)
    assert re.search("You .* seat 1", alike)
    assert "seat" not in shown(Token("○", 0), Token("●", 1))


def test_alike_cards_are_counted_and_strange_backs_named() -> None:
    cards = (Card("tea", "tea", count=3), *[Card("card", hidden=True)] * 9, Card("casket", hidden=True))
    scene = Scene("Game", "", (Panel("Bo", (Row("Hand", cards),), seat=1),))
    assert "tea ×3 ▒▒ ×9 ▒▒casket" in text(draw(Sheet(scene)))


def test_piles_are_pictures_and_lines_where_there_is_little_room() -> None:
    pile = Stack("Pile", 9, Card("Q♥", "QH"), tuple(Card(f"{n}♣") for n in range(2, 10)), note="seen by all")
    scene = Scene("Game", "", (Panel("Table", (pile, Stack("Stock", 0))),))
    large = text(draw(Sheet(scene)))
    assert "│  Q♥  │ 2♣ 3♣ 4♣ 5♣ 6♣" in large
    assert "none" in large
    assert "seen by all" in large
    actions = [f"do {n}" for n in range(12)]
    small = text(draw(Sheet(scene, height=15, actions=actions)))
    assert "Pile 9: Q♥ on 2♣ 3♣" in small


def test_boards_courses_tokens_and_facts() -> None:
    spaces = [Space(f"s{n}", f"{n}", (Token("A", 0), Token("B", 1)) if n == 3 else ()) for n in range(12)]
    grid = Board("House", (tuple(spaces[:4]), (spaces[4], None, *spaces[6:8])), note="doors are open")
    course = Board("Course", (tuple(spaces),))
    scene = Scene(
        "Race", "", (Panel("Table", (grid, course, Fact("round", "3"))), Panel("Bo", (Fact("money", "$4"),), seat=1))
    )
    for width in (24, 80):
        block = draw(Sheet(scene, width))
        assert max(line.cell_len for line in block) <= width
        shown = text(block)
        assert "3 A B" in shown
        assert "round 3" in shown
        assert "money $4" in shown
        assert "11" in shown
    rows = plain(draw(Sheet(scene, 80)))
    assert rows[rows.index(" House") + 2].split() == ["4", "6", "7"]


def test_too_many_actions_stand_in_columns_and_the_rest_is_counted() -> None:
    actions = [f"move piece {n} to field {n + 1}" for n in range(90)]
    block = draw(Sheet(Scene("Game", "Move.", ()), 79, 23, actions=actions))
    assert len(block) <= 23
    assert "and 50 more: a shows them all" in text(block)
    block = draw(Sheet(Scene("Game", "Move.", ()), 79, 23, actions=actions[:40]))
    assert "more" not in text(block)
    assert all(action in text(block) for action in actions[:40])


def test_notes_are_cut_to_a_line_before_they_are_left_out() -> None:
    actions = [f"racer {n}" for n in range(13)]
    scene = Scene("Game", "Choose.", (), {action: f"note of {action}, " + "which is long, " * 6 for action in actions})
    rows = plain(draw(Sheet(scene, 79, 23, actions=actions)))
    assert len(rows) <= 23
    noted = [row for row in rows if "note of racer" in row]
    assert len(noted) == 13
    assert all(row.endswith("…") and len(row) <= 79 for row in noted)
    assert not any("note" in row for row in plain(draw(Sheet(scene, 79, 12, actions=actions))))
    assert sum("which is long" in row for row in plain(draw(Sheet(scene, 79, 40, actions=actions)))) == 26


def test_only_a_face_with_an_empty_place_takes_the_token_into_it() -> None:
    stands = (Token("●", 0), Token("k?"))
    row = (Space("2-1", "[ ]", stands), Space("A03", "A03 J2 $1", stands, text="27%"))
    scene = Scene("Game", "", (Panel("Bo", (Board("Roads", (row,), loose=True),), seat=1),))
    shown = " ".join(text(draw(Sheet(scene))).split())
    assert "[●] k? A03 J2 $1 ● k? 27%" in shown


def test_loose_places_and_piles_take_no_more_lines_than_they_need() -> None:
    spaces = tuple(Space(f"R{n}", f"R{n} " + "$" * n) for n in range(12))
    piles = (Stack("Deck", 9, Card("gold", hidden=True), note="the crash is out"), Stack("Pile", 2, Card("Q♥", "QH")))
    scene = Scene("Game", "", (Panel("Table", piles), Panel("Bo", (Board("", (spaces,), loose=True),), seat=1)))
    rows = plain(draw(Sheet(scene, 70, 8, actions=[f"do {n}" for n in range(9)])))
    assert " Deck 9: ▒▒gold  the crash is out   Pile 2: Q♥" in rows
    assert [row.split()[0] for row in rows if row.startswith(" R")] == ["R0", "R7", "R11"]
    assert max(map(len, rows)) <= 70


def test_a_course_too_long_for_a_line_flows_on() -> None:
    spaces = (
        Space("start", "Start", tuple(Token(name) for name in ("Ba", "Ch", "De"))),
        *[Space(f"@{n}", f"{n}") for n in range(9)],
    )
    scene = Scene("Race", "", (Panel("Table", (Board("Course", (spaces,)),)),))
    assert " Course   Start Ba Ch De   0   1   2   3   4   5   6   7   8" in plain(draw(Sheet(scene, 79)))
    assert plain(draw(Sheet(scene, 40)))[2:] == [" Course", " Start Ba Ch De   0   1   2   3   4   5", " 6   7   8"]


def test_the_log_ends_with_the_last_line_and_old_lines_are_dim() -> None:
    match = Match("whiplash", seed=1)
    block = draw(Sheet(match.game.scene(match.view(0)), 79, 23, log=[f"line {n}." for n in range(50)], news=2))
    shown = text(block)
    assert "line 49." in shown
    assert "line 30." not in shown
    old, new = (next(line for line in block if f"line {n}." in line.plain) for n in (47, 48))
    assert any("dim" in str(span.style) for span in old.spans if old.plain[span.start : span.end].startswith("line"))
    assert not any("dim" in str(span.style) for span in new.spans if new.plain[span.start : span.end].startswith("line"))


def test_an_empty_scene_is_drawn_too() -> None:
    assert plain(draw(Sheet(Scene("Bluff", "", ()), 30, 10))) == [" Bluff ──────────────────────"]
    assert draw(Sheet(Scene("", "", ())))


@pytest.mark.parametrize("rows", [(), ((),)])
def test_a_board_of_doors_alone_is_drawn_too(rows: tuple[tuple[Space, ...], ...]) -> None:
    board = Board("House", rows, doors=(Door(0, 0, "3"),))
    assert "House" in text(draw(Sheet(Scene("", "", (Panel("Ann", (board,), 0),)))))


def test_higher_terminals_show_more_of_the_log() -> None:
    match = Match("whiplash", seed=1)
    scene, log = match.game.scene(match.view(0)), [f"line {n}." for n in range(50)]
    shown = [sum("line" in row for row in plain(draw(Sheet(scene, 79, height, log=log)))) for height in (15, 23, 50)]
    assert shown == sorted(shown)
    assert shown[-1] > shown[0] + 20
