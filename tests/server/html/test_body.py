"""The body of a table's page: what is drawn, what can be touched, and what it must not tell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.server.html.models import (
    BLUFF_LAID,
    PARCEL_LAID,
    finished,
    model_of,
    motor_model,
    move,
    open_model,
    played,
    race_model,
)
from tests.server.html.soup import Tag, buttons, read
from tests.toys.bluff import GAME as BLUFF
from tuckbox import Match
from tuckbox.definition.finding import installed
from tuckbox.kit.chance import Fast
from tuckbox.scene.parts import Card, Panel, Row, Scene, Score
from tuckbox.server.html.action_bar import pass_move
from tuckbox.server.html.advice import sheet_page
from tuckbox.server.html.fragments import Changes
from tuckbox.server.html.log_chat import log
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.replay import replay_body
from tuckbox.server.html.table import table_body
from tuckbox.server.table.view_model import (
    Chat,
    ChatLine,
    LogLine,
    Move,
    ProposalView,
    SeatView,
    Stage,
    Takeback,
    ViewModel,
    Window,
)

NASTY = "<script>alert('&')</script>\"><img src=x onerror=alert(1)>"


def window() -> Match:
    """Bluff, three seats asked what they say to a load."""
    match = Match(BLUFF_LAID, 4, seed=1)
    match.play(next(text for text in match.legal() if text.startswith("load")))
    return match


def some_faces() -> Iterator[tuple[str, ViewModel]]:
    """Presenter of all sorts."""
    for players in (2, 3, 4):
        for steps in (1, 2, 40, 90):
            match = played("whiplash", players, steps, seed=steps, edition="royal")
            for seat in (*range(players), None):
                yield f"whiplash {players} {steps} {seat}", model_of(match, seat)
    over = finished("whiplash", 3, target=1)
    yield "finished", model_of(over)
    yield "finished, from outside", model_of(over, None)
    for seat in (0, 1, None):
        yield f"window {seat}", model_of(window(), seat)
    for steps in (1, 2, 3):
        match = played(PARCEL_LAID, 2, steps, 3)
        yield f"parcel {steps}", model_of(match, 0)
        yield f"parcel {steps} 1", model_of(match, 1)
    yield "a scene without panels", model_of(Match(BLUFF, 3, seed=1))
    yield "race", race_model()
    yield "motor", motor_model()
    yield "open", open_model()
    yield "open, from outside", open_model(seat=None)
    yield "driven", race_model(driven=True)
    yield "fault", race_model(fault="this match cannot go on")
    yield "earlier", replace(race_model(), step=1, steps=9, moves=())


MODELS = dict(some_faces())


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_bodies_are_whole_and_hold_just_the_legal_moves(model: ViewModel) -> None:
    root = read(table_body(model))
    moves = [button.attrs["data-act"] for button in buttons(root) if "data-act" in button.attrs]
    assert sorted(moves) == sorted(move.text for move in model.moves)
    numbers = {button.attrs["data-n"]: button.attrs["data-act"] for button in buttons(root) if "data-n" in button.attrs}
    assert numbers == {str(number): move.text for number, move in enumerate(model.moves)}
    for button in buttons(root, "act"):
        assert set(button.attrs["data-moves"].split()) <= set(numbers)
        assert "data-act" not in button.attrs
    assert len([element for element in root.all() if element.attrs.get("role") == "status"]) == 1
    assert table_body(model) == table_body(model)


@pytest.mark.parametrize(("game", "players"), [("whiplash", 2), ("whiplash", 4), *((name, 3) for name in installed())])
def test_the_page_of_a_seat_is_the_same_in_all_worlds_it_cannot_tell_apart(game: str, players: int) -> None:
    match, chance, rng, moved = Match(game, players, seed=players), random.Random(players), Fast(1), 0
    for _ in range(40):
        if match.between:
            match.deal()
        moved += same_pages(match, rng) if not match._sealed and match._history.shown is None else 0
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.actions(seat)), seat)
    assert moved > 10 * players


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pages_tell_nothing_of_alike_cards_hidden_piles_and_drafts(seed: int) -> None:
    chance, rng = random.Random(seed), Fast(seed)
    for game, players in ((BLUFF_LAID, 3), (PARCEL_LAID, 2)):
        match, moved = Match(game, players, seed=seed), 0
        for _ in range(15):
            if match.over:
                break
            moved += same_pages(match, rng) if not match._sealed and match._history.shown is None else 0
            seat = chance.choice(match.waiting)
            match.play(chance.choice(match.legal(seat)), seat)
        assert moved


def same_pages(match: Match, rng: Fast) -> int:
    """Compare each viewer's page with that in another world; how many of these worlds are really others."""
    moved = 0
    for seat in (*range(match.players), None):
        if seat in match.asked and len(match.asked) > 1:
            continue  # what a seat may answer is worked out from its own cards with the turn set to it
        body = table_body(model_of(match, seat, commitment=None))
        original, world = match._state, match.view(seat).redeal(rng)
        match._state = world
        again = table_body(model_of(match, seat, commitment=None))
        match._state = original
        assert again == body
        moved += world != original
    return moved


def test_answers_and_drafts_of_others_change_nothing() -> None:
    match = window()
    before = table_body(model_of(match, 0)), table_body(model_of(match, 2)), table_body(model_of(match, None))
    match.play(match.legal(1)[-1], 1)
    assert before == (table_body(model_of(match, 0)), table_body(model_of(match, 2)), table_body(model_of(match, None)))
    draft = Match(PARCEL_LAID, 2, seed=3)
    rival = table_body(model_of(draft, 1, version=1, step=1, steps=1))
    draft.play(draft.legal()[0])
    assert table_body(model_of(draft, 1, version=1, step=1, steps=1)) == rival


def test_what_people_write_is_text() -> None:
    match = Match("whiplash", 2, seed=1, seats=["Ann", '<b>Bo</b> & "Co"'])
    said = (ChatLine(NASTY, NASTY, 1.0),)
    log = (LogLine(1, f"{NASTY} draws Q♥."),)
    seats = tuple(replace(seat, name=NASTY) for seat in model_of(match).seats)
    named = model_of(match, chat=Chat(said), log=log, seats=seats, title=NASTY, fault=NASTY)
    for model in (named, open_model(chat=Chat(said))):
        root = read(table_body(model))
        assert NASTY.split(">")[-2] in root.words()
        assert not any(element.name in ("script", "img") for element in root.all())
    hostile = Scene(
        NASTY, NASTY, (Panel(NASTY, (Row(NASTY, (Card(NASTY, NASTY, note=NASTY),), NASTY),), 0, mine=True),), {}, (NASTY,)
    )
    moves = (move(f"play {NASTY}", NASTY), move("play it"))
    root = read(table_body(model_of(match, scene=hostile, moves=moves, options=((NASTY, NASTY),))))
    assert [button.attrs["data-act"] for button in buttons(root, "move")] == [move.text for move in moves]


def test_names_written_from_right_to_left_leave_the_order_around_them() -> None:
    dan, noa = "\u05d3\u05df", "\u05e0\u05d5\u05e2\u05d4 \u05dc\u05d5\u05d9"
    over = model_of(finished("whiplash", 2, target=1), log=(LogLine(1, f"{dan} 2 passes to {noa}."),), chat=Chat())
    seats = tuple(replace(seat, name=f"{dan} 2") for seat in over.seats)
    lines, places = table_body(over), table_body(replace(over, seats=seats))
    assert f"<bdi>{dan}</bdi> 2 passes to <bdi>{noa}</bdi>." in lines
    assert f"<b>1.</b> <bdi>{dan}</bdi> 2</li>" in places
    said = table_body(replace(over, chat=Chat((ChatLine(dan, f"{noa}!", 1.0),))))
    assert f'<b><bdi>{dan}</bdi></b> <span dir="auto">{noa}!</span>' in said


def test_a_score_has_a_row_for_each_seat_where_there_are_more_seats_than_lines() -> None:
    model = model_of(played("whiplash", 4, 20))
    scene = model.scene
    assert scene

    def headings(lines: int) -> list[tuple[str, str]]:
        scores = tuple(Score(f"Line {at}", tuple("abcd"), total=at == 1) for at in range(lines))
        root = read(table_body(replace(model, scene=replace(scene, scores=scores))))
        return [(each.attrs["scope"], each.words()) for each in root.all() if each.name == "th"]

    seats, few, many = [seat.name for seat in model.seats], ["Line 0", "Line 1"], [f"Line {at}" for at in range(4)]
    assert headings(2) == [*(("col", line) for line in few), *(("row", seat) for seat in seats)]
    assert headings(4) == [*(("col", seat) for seat in seats), *(("row", line) for line in many)]


# -- what can be touched -----------------------------------------------------------------------------------------------


def by_id(root: Tag, ident: str) -> Tag:
    return next(element for element in root.all() if element.attrs.get("id") == ident)


def test_a_card_of_the_hand_is_a_button_that_says_what_it_does() -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    model = model_of(match)
    root = read(table_body(model))
    stock, hand = by_id(root, "k-1-0-top"), by_id(root, "c-5C")
    assert (stock.name, stock.attrs["data-moves"]) == ("button", "0")
    assert stock.attrs["aria-label"] == "Stock, 43 cards, Draw from the stock: face down"
    assert (hand.name, hand.attrs["aria-label"]) == ("span", "5 of clubs")
    match.play("draw stock")
    root = read(table_body(model_of(match)))
    assert by_id(root, "c-5C").name == "button"
    assert (
        by_id(root, "c-5C").attrs["aria-label"]
        == f"5 of clubs, Put down: {match.game.scene(match.view(0)).notes['discard 5C']}"
    )
    assert by_id(root, "k-1-0-top").name == "span"


def test_several_moves_of_one_card_share_its_button() -> None:
    model = model_of(Match("whiplash", 2, seed=7), scene=None)
    card = Card("Q♥", "QH")
    scene = Scene("", "", (Panel("Ann", (Row("Hand", (card,)),), 0, mine=True),))
    moves = (Move("discard QH", "discard Q♥"), Move("call QH", "call Q♥"), move("call royal"))
    model = replace(model, scene=scene, moves=moves)
    button = by_id(read(table_body(model)), "c-QH")
    assert button.attrs["data-moves"] == "0 1"
    assert button.attrs["aria-label"] == "queen of hearts, discard or call"


def test_ones_own_cards_are_touched_and_not_the_like_of_them_elsewhere() -> None:
    tea = Card("tea", "tea")
    rival = Panel("Bo", (Row("Shown", (tea,)),), 1)
    scene = Scene("", "", (rival, Panel("Ann", (Row("Hand", (tea, tea)),), 0, mine=True)))
    model = replace(model_of(Match("whiplash", 2, seed=7)), scene=scene, moves=(move("load tea as silk"),))
    acts = buttons(read(table_body(model)), "act")
    assert [act.attrs["id"] for act in acts] == ["k-s0-0-0", "k-s0-0-1"]  # alike cards are told apart by their places only


def test_spaces_and_doors_of_the_own_board_are_touched_and_rivals_boards_are_not() -> None:
    root = read(table_body(race_model()))
    acts = {act.attrs["id"]: act.attrs["data-moves"] for act in buttons(root, "act")}
    assert acts["k-s0-0-2-4"] == "2"
    assert acts["k-s0-0-door-0-0"] == "0"
    assert acts["k-2-0-top"] == "4"
    assert not any(ident.startswith(("k-s1", "k-s2")) for ident in acts)


def test_a_rivals_board_is_one_picture_that_says_where_the_pieces_are() -> None:
    small = [
        element for element in read(table_body(race_model())).all() if "small" in element.attrs.get("class", "").split()
    ]
    assert len(small) == 2
    for board in small:
        assert board.attrs["role"] == "img"
        assert board.attrs["aria-label"] == "Board: Start, 2 × a piece here; 2-5 M1, one or door, a piece here"
        inside = list(board.all())[1:]
        assert not any(element.attrs.get("role") == "img" for element in inside)
        assert all(element.name in ("tbody", "tr") for element in inside if element.attrs.get("id"))


def test_what_is_drawn_once_for_all_knows_its_twins() -> None:
    """The same place of a rival, where its card has a twin on the table and where it has none."""
    model = model_of(Match("whiplash", 2, seed=7))
    assert model.scene is not None
    rival = Panel("Bo", (Row("Laid", (Card("7♣", "7C"),)),), 1)
    alone = replace(model, moves=(), scene=Scene("", "", (rival,)))
    double = replace(alone, scene=Scene("", "", (rival, Panel("Table", (Row("Open", (Card("7♣", "7C"),)),)))))
    for shown, names in ((alone, ["c-7C"]), (double, []), (alone, ["c-7C"])):
        ids = [element.attrs["id"] for element in read(table_body(shown)).all() if "id" in element.attrs]
        assert [ident for ident in ids if ident.startswith("c-")] == names
        assert len(ids) == len(set(ids))


def test_wide_places_take_their_columns_and_doors_stand_in_theirs() -> None:
    root = read(table_body(race_model()))
    board = next(e for e in root.all() if e.name == "tbody" and any(o.attrs.get("id") == "seat-0" for o in e.around()))
    rows = [child for child in board.children if child.name == "tr"]
    widths = [sum(int(cell.attrs.get("colspan", 1)) for cell in row.children) for row in rows]
    assert set(widths) == {14}
    edge = next(row for row in rows if row.has("edge"))
    assert [cell.words() for cell in edge.children][:5] == ["1", "", "", "2", ""]


def test_many_moves_that_can_be_touched_are_folded_and_few_are_not() -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    root = read(table_body(model_of(match)))
    assert not [e for e in root.all() if e.attrs.get("id") == "all"]
    match.play("draw stock")
    root = read(table_body(model_of(match)))
    assert len(buttons(by_id(root, "all"), "move")) == 5
    call = model_of(match, moves=(*model_of(match).moves, move("call 5C", "shows three")))
    shown = [e for e in buttons(read(table_body(call)), "move") if not any(o.attrs.get("id") == "all" for o in e.around())]
    assert [button.attrs["data-act"] for button in shown] == ["call 5C"]


def test_cards_are_named_by_their_faces_on_buttons() -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    match.play("draw stock")
    assert "Put down 5♣" in by_id(read(table_body(model_of(match))), "all").words()


# -- windows, undo, stages ---------------------------------------------------------------------------------------------


def test_a_window_shows_everyone_one_bar_and_the_asked_a_pass() -> None:
    match = window()
    assert len({tuple(model_of(match, seat).seats[i].asked for i in range(4)) for seat in (0, 1, None)}) == 1
    for seat in (0, 1, None):
        model = model_of(match, seat)
        root = read(table_body(model))
        bar = next(element for element in root.all() if element.has("window"))
        assert any("data-until" in element.attrs for element in bar.all())
        assert [button.attrs["data-act"] for button in buttons(bar, "pass")] == (["let pass"] if seat == 1 else [])
    assert pass_move(model_of(match, 0)) is None
    match.play("let pass", 1)
    answered = read(table_body(model_of(match, 1, window=Window(nothing="let pass", answered="let pass"))))
    assert "Your answer: let pass" in answered.words()
    assert by_id(answered, "status").words() == "Waiting for the others."
    assert not buttons(answered, "pass")


def test_passing_for_a_while_is_offered_where_there_are_windows() -> None:
    orders = [button.attrs.get("data-do", "") for button in buttons(read(table_body(model_of(window(), 1))), "order")]
    assert '{"do": "passing", "on": true}' in orders
    assert "passing" not in table_body(model_of(Match("whiplash", 2, seed=1)))
    assert '{"do": "passing", "on": true}' not in orders_of(model_of(window(), 1, driven=True)), "it is refused"


def test_taking_back_and_going_on() -> None:
    body = table_body(race_model(can_undo=True, between=True))
    sent = [button.attrs.get("data-do", "") for button in buttons(read(body), "order")]
    assert '{"do": "undo"}' in sent
    assert '{"do": "next"}' in sent
    looking_on = [
        button.attrs.get("data-do", "")
        for button in buttons(read(table_body(replace(race_model(between=True), seat=None))), "order")
    ]
    assert '{"do": "next"}' not in looking_on


def test_a_takeback_is_asked_for_and_answered() -> None:
    match = played("whiplash", 3, 3)
    asked = ProposalView(0, 9, "Ann puts down 2♦.", (2,), (1, 2))
    assert '{"do": "takeback"}' in orders_of(model_of(match, 0, takeback=Takeback(possible=True)))
    shown: dict[int | None, tuple[str, list[str]]] = {0: ("status", ["decline"]), 1: ("alert", ["agree", "decline"])}
    for seat, (role, answers) in {**shown, 2: ("status", []), None: ("status", [])}.items():
        model = model_of(match, seat, takeback=Takeback(proposal=asked))
        for worded in (False, True):
            notice = by_id(read(table_body(model, worded)), "takeback")
            assert notice.attrs["role"] == role
            sent = [button.attrs["data-do"] for button in buttons(notice, "order")]
            assert sent == [f'{{"do": "{answer}", "proposal": 9}}' for answer in answers]
            assert ("Waiting for Bo" in notice.words()) == (seat != 1)
    rewound = read(table_body(model_of(match, 1, takeback=Takeback(rewound=0))))
    assert "Ann has taken an action back." in by_id(rewound, "takeback").words()
    assert 'id="takeback"' not in table_body(model_of(match, 1))


def orders_of(model: ViewModel) -> list[str]:
    """The commands of the buttons at a table."""
    return [button.attrs.get("data-do", "") for button in buttons(read(table_body(model)), "order")]


def test_before_the_match_hosts_set_bots_and_strangers_sit_down() -> None:
    host = [button.attrs.get("data-do", "") for button in buttons(read(table_body(open_model())), "order")]
    assert '{"do": "bot", "seat": 1, "level": "hard"}' in host
    assert '{"do": "bot", "seat": 2, "level": null}' in host
    assert '{"do": "stand"}' in host
    assert not any('"sit"' in sent for sent in host)
    stranger = [button.attrs.get("data-do", "") for button in buttons(read(table_body(open_model(seat=None))), "order")]
    assert '{"do": "sit", "seat": 1}' in stranger
    assert not any('"bot"' in sent or '"start"' in sent for sent in stranger)
    assert any('"start"' in b.attrs.get("data-do", "") for b in buttons(read(table_body(open_model(can_start=True)))))


def test_the_end_shows_places_and_what_comes_after() -> None:
    model = model_of(finished("whiplash", 3, target=1))
    root = read(table_body(model))
    places = next(element for element in root.all() if element.has("places"))
    assert [int(item.words()[0]) for item in places.children] == sorted(seat.place or 0 for seat in model.seats)
    links = {element.attrs["href"] for element in root.all() if element.name == "a"}
    assert {"/tables/t7/replay", "/tables/t7/record"} <= links
    assert any('"rematch"' in button.attrs.get("data-do", "") for button in buttons(root))
    after = read(table_body(replace(model, rematch="t8")))
    assert "/tables/t8" in {element.attrs.get("href") for element in after.all()}
    assert not any('"rematch"' in button.attrs.get("data-do", "") for button in buttons(after))


def test_an_earlier_state_has_no_buttons_but_the_way_back() -> None:
    model = replace(model_of(played("whiplash", 2, 20)), step=7, moves=())
    root = read(table_body(model))
    assert not buttons(root, "act")
    assert not buttons(root, "move")
    assert {"/tables/t7", "?step=6", "?step=8"} <= {element.attrs.get("href") for element in root.all()}
    assert "step 7 of" in root.words()


def test_who_plays_where_is_told_in_words() -> None:
    seats = (
        SeatView(0, "Ann", "person", present=True, mine=True),
        SeatView(1, "Bo", "person", driven=True),
        SeatView(2, "Rook", "bot", "hard", place=2, former="Cy"),
    )
    words = read(table_body(model_of(Match("whiplash", 3, seed=1), seats=seats))).words()
    assert "a bot plays on · away" in words
    assert "bot, hard · Cy has resigned · 2nd" in words


# -- the log -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("worded", [False, True])
def test_whoever_has_a_bot_play_for_them_is_asked_for_nothing(worded: bool) -> None:
    match = Match("whiplash", 2, seed=1)
    asked = match.waiting[0]

    def status(seat: int) -> str:
        root = read(table_body(model_of(match, seat, driven=True, moves=()), worded))
        return next(tag.words() for tag in root.all() if tag.attrs.get("id") == "status")

    assert status(asked) == "A bot is playing for you."
    assert status(1 - asked).endswith("is thinking.")


@pytest.mark.parametrize(("stage", "offered"), [("playing", True), ("finished", False)])
def test_a_seat_is_taken_back_only_while_the_match_goes_on(stage: Stage, offered: bool) -> None:
    """The page of a match that was over said that a bot was playing."""
    model = replace(model_of(Match("whiplash", 2, seed=1), 0, driven=True, moves=()), stage=stage)
    assert ("Take my seat back" in read(table_body(model)).words()) is offered


def headings(page: str) -> list[tuple[str, str]]:
    return [(tag.name, tag.words()) for tag in read(page).all() if tag.name in ("h1", "h2", "h3", "h4")]


def test_headings_of_the_waiting_room_and_of_advice_stand_below_what_they_are_part_of() -> None:
    room = [("h2", "Who is playing?"), ("h3", "Ann"), ("h3", "Free seat"), ("h3", "Rook"), ("h2", "Invite a friend")]
    assert headings(table_body(open_model()))[:5] == room
    match = Match("whiplash", 2, seed=1)
    advice = headings(sheet_page(model_of(match, match.waiting[0]), Visitor()).removeprefix("<!doctype html>"))
    levels = [level for level, _ in advice]
    assert levels[levels.index("h1") + 1 :] == ["h2"] * 3


def test_lines_of_the_log_lead_to_their_states_and_show_cards_as_chips() -> None:
    log = (LogLine(3, "Bo puts down 10♠."), LogLine(3, "Q♥Q is no card.", 1), LogLine(4, "You draw Q♦."))
    root = read(table_body(model_of(Match("whiplash", 2, seed=1), log=log, earlier=True)))
    lines = [element for element in root.all() if element.name == "li" and element.attrs.get("id", "").startswith("l")]
    assert [line.attrs["id"] for line in lines] == ["l3-0", "l3-1", "l4-0"]
    assert [[chip.text for chip in line.all() if chip.has("chip")] for line in lines] == [["10♠"], [], ["Q♦"]]
    assert [line.children[0].attrs["href"] for line in lines] == ["?step=3", "?step=3", "?step=4"]
    assert any(element.has("earlier") and element.attrs["href"] == "?step=2" for element in root.all())


def test_a_sentence_that_comes_again_and_again_in_a_step_is_one_line() -> None:
    log = tuple(
        LogLine(step, text, number) for step in (3, 4) for number, text in enumerate(["Bo draws a card."] * 3 + ["Done."])
    )
    model = model_of(Match("whiplash", 2, seed=1), log=log)
    for body in (table_body(model), replay_body(model)):
        lines = [
            element for element in read(body).all() if element.name == "li" and element.attrs.get("id", "").startswith("l")
        ]
        assert [line.words() for line in lines] == ["Bo draws a card. (3 times)", "Done."] * 2
        assert [line.attrs["id"] for line in lines] == ["l3-0", "l3-3", "l4-0", "l4-3"]


def test_lines_of_the_log_stay_where_they_are_when_the_first_of_them_goes() -> None:
    lines = tuple(LogLine(step, f"Line {step}.") for step in range(1, 26))
    before, after = (replace(race_model(), log=shown) for shown in (lines[:-1], lines[1:]))
    changes = Changes()
    changes.find(log(before), log(replace(after, earlier=True)))
    assert set(changes.parts) == set()
    assert [(at, gone) for at, gone, _ in changes.rows["told"]] == [(0, 1), (24, 0)]
    assert 'href="?step=1"' in changes.tags["earlier"]


def test_a_deal_that_was_fixed_before_play_says_so() -> None:
    match = Match("whiplash", 2)
    assert match.commitment
    assert match.commitment in table_body(model_of(match))
    assert "commitment" not in table_body(model_of(Match("whiplash", 2, seed=1)))


def test_a_card_shows_what_putting_it_down_would_mean() -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    match.play("draw stock")
    model = model_of(match)
    shown = {element.attrs["id"]: element.attrs.get("title", "") for element in buttons(read(table_body(model)), "act")}
    note = next(move.note for move in model.moves if move.text == "discard 5C")
    assert shown["c-5C"] == (f"Put down: {note}" if note else "")
    assert any(shown.values())


def test_news_in_words_begin_with_ones_own_action_and_not_with_what_befell_one() -> None:
    match = played("whiplash", 2, 200, seed=1, hands=1, match="hands")
    news = by_id(read(table_body(model_of(match), worded=True)), "news").children
    said = [line.words() for line in news]
    assert said[0].startswith("You put down")
    assert said[2:] == [
        "Bo puts down jack of diamonds and calls!",
        "Bo shows three threes.",
        "You show one queen.",
        "Bo wins the hand.",
    ]
    assert len({line.attrs["id"] for line in news}) == len(news)


def test_news_in_words_say_once_what_happens_time_after_time() -> None:
    match = played("jalopies", 3, 6)
    draws = [line for line in model_of(match).log if line.text.startswith(f"{match.names[1]} draws")]
    assert len({line.step for line in draws}) == 1 < len(draws)
    told = read(table_body(model_of(match), worded=True))
    for part in ("news", "told"):
        said = [line.words() for line in by_id(told, part).children]
        assert [each for each in said if f"{match.names[1]} draws" in each] == [f"{draws[0].text} ({len(draws)} times)"]


def test_a_chat_is_there_to_be_read_out_before_the_first_line() -> None:
    quiet = replace(open_model(), chat=Chat(), onlookers=1)
    spoken = replace(quiet, chat=Chat((ChatLine("Bo", "Hi", 1.0),)))
    for model, lines in ((quiet, 0), (spoken, 1)):
        [region] = [tag for tag in read(table_body(model)).all() if tag.attrs.get("aria-label") == "What was said"]
        assert region.attrs["role"] == "log"
        assert ("tabindex" in region.attrs, len(by_id(region, "said").children)) == (bool(lines), lines)


def test_who_sits_down_is_told_by_the_status_which_is_read_out() -> None:
    ann, free, rook = open_model().seats
    cy = SeatView(3, "Cy", "person", present=True)
    bea = replace(free, name="Bea", kind="person", free=False, present=True)
    told = {
        (ann, free, rook): "Waiting for players.",
        (ann, bea, free): "Bea sits here. Waiting for players.",
        (ann, bea, cy): "Bea and Cy sit here. Waiting for the host to start.",
    }
    for seats, said in told.items():
        assert by_id(read(table_body(replace(open_model(), seats=seats))), "status").words() == said
    ready = replace(open_model(), seats=(ann, bea), can_start=True)
    assert by_id(read(table_body(ready)), "status").words() == "Bea sits here. The match can start."


def test_who_has_not_come_to_the_rematch_yet_does_not_sit_there() -> None:
    ann, free, _ = open_model().seats
    bea, cy = (replace(free, number=at, name=name, kind="person", free=False) for at, name in ((1, "Bea"), (2, "Cy")))
    for seats, said in {
        (ann, bea): "Bea is away. The match can start.",
        (ann, bea, cy): "Bea and Cy are away. The match can start.",
        (ann, bea, replace(cy, present=True)): "Cy sits here. Bea is away. The match can start.",
    }.items():
        room = replace(open_model(), seats=seats, can_start=True)
        assert by_id(read(table_body(room)), "status").words() == said


@pytest.mark.parametrize("worded", [False, True])
def test_nobody_is_said_to_think_who_is_away(worded: bool) -> None:
    match = Match("whiplash", 2, seed=1)
    asked = match.waiting[0]

    def status(**of_asked: Any) -> str:
        rival = replace(SeatView(asked, "Bo", "person", asked=True), **of_asked)
        seats = tuple(sorted((rival, SeatView(1 - asked, "Ann", "person", present=True, mine=True)), key=lambda s: s.number))
        return by_id(read(table_body(model_of(match, 1 - asked, seats=seats), worded)), "status").words()

    assert status() == "Bo is away."
    assert status(deadline=1e9) == "Bo is away. When their time is up, a bot plays on."
    for there in ({"present": True}, {"driven": True}, {"kind": "bot", "level": "easy"}):
        assert status(**there).endswith("is thinking.")


def test_a_chat_is_offered_where_somebody_may_hear_it() -> None:
    alone = model_of(Match("whiplash", 2, seed=1), chat=Chat())
    others = tuple(replace(seat, kind="person", level="") for seat in alone.seats)
    assert "saying" not in table_body(alone)
    assert "Quick reactions" not in table_body(alone)
    for heard in (
        replace(alone, seats=others),
        replace(alone, onlookers=1),
        replace(alone, chat=Chat((ChatLine("Bo", "Hi", 1.0),))),
    ):
        assert 'id="saying"' in table_body(heard)
    bots = tuple(replace(seat, kind="bot", mine=False) for seat in alone.seats)
    assert 'id="saying"' not in table_body(replace(alone, seats=bots, seat=None, onlookers=1)), "the viewer alone looks on"
