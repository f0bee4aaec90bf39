"""The table in the terminal, with scripted people: what they see, what they may do, what is kept."""

from __future__ import annotations

import io
import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal.tables import screen_of, table
from tests.toys.bluff import GAME as BLUFF
from tests.toys.envoys import GAME as ENVOYS
from tuckbox import Match
from tuckbox.coach.hint import Hint
from tuckbox.errors import IllegalAction
from tuckbox.kit.compiling.watch import say as compiles
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Row
from tuckbox.terminal import play
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.play import TerminalTable
from tuckbox.terminal.saves import Keeper
from tuckbox.terminal.words import in_order, laid_with_names
from tuckbox.view.view import View


def hand(seed: int = 3, players: int = 2, **options: object) -> Match:
    """A match of one hand in which seat 0 begins."""
    return Match("whiplash", players=players, seed=seed, dealer=players - 1, match="single", options=options)


def test_a_person_takes_a_card_and_puts_one_down(path: Path) -> None:
    match = hand()
    seat = table(match, ["1", "d " + "zz", "1"], path, bots={1: "greedy"})
    assert seat.run() == 0
    screen = screen_of(seat)
    assert screen.prompts[0] == "Your move (1-2, ? for help): "
    assert screen.prompts[1] == "Your move (1-5, ? for help): "
    assert any("No action is written 'd zz'" in " ".join(" ".join(shown).split()) for shown in screen.shown)
    assert match.record().steps[1:3] == ("0 draw stock", match.record().steps[2])
    assert match.turn == 0
    assert match.record().steps[4].startswith("1 discard")


def test_every_drawing_at_a_terminal_leaves_a_line_to_type_in(path: Path) -> None:
    for players in (2, 3, 4):
        match = hand(players=players)
        seat = table(match, ["1"] * 80, path, bots=dict.fromkeys(range(1, players), "greedy"))
        seat.run()
        assert match.done
        for shown in screen_of(seat).shown[:-1]:
            assert len(shown) <= 23
            assert max(map(len, shown)) <= 79


def test_in_a_narrow_terminal_there_is_room_for_a_prompt_of_two_lines(path: Path) -> None:
    match = hand(players=4)
    seat = table(match, ["1"] * 20, path, bots=dict.fromkeys((1, 2, 3), "greedy"), width=60)
    seat.run()
    assert all(len(shown) <= 22 for shown in screen_of(seat).shown[:-1])


def test_for_a_long_prompt_there_is_room_for_all_its_lines(path: Path) -> None:
    match = Match("whiplash", 4, seed=3, dealer=3, seats=["Anna Magdalena Bach", "Bo", "Cy", "Di"])
    for width in (80, 40, 24):
        seat = table(match, [""], path, width=width, height=30)
        seat.run()
        screen = screen_of(seat)
        assert screen.prompts[-1] == "Anna Magdalena Bach, your move (1-2, ? for help): "
        assert screen.height is not None
        assert screen.height + -(-(len(screen.prompts[-1]) + 3) // width) <= 30


def test_a_terminal_that_has_gone_is_the_end_of_the_input_and_no_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = table(hand(), ["1"], path, bots={1: "greedy"})
    with Path(os.devnull).open() as gone:
        monkeypatch.setattr(sys, "stdin", gone)
        assert seat.run() == 0
    assert Match.load(path).record().steps == ("deal", "0 draw stock")


def test_what_is_typed_while_a_slow_bot_thinks_is_dropped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = table(hand(), ["1", "1", "1", "1"], path, bots={1: "greedy"})
    dropped: list[int] = []
    monkeypatch.setattr(seat.screen, "forget_typed", lambda: dropped.append(seat.match.steps))
    for slow in (0.0, 1.0):
        dropped.clear()
        seat.match = hand()
        seat.took = {1: slow}
        while seat.match.steps < 3:
            seat.person(0)
        seat.bot(1)
        assert dropped == ([3] if slow else [])


def test_a_refused_action_shows_the_rule_and_changes_nothing(path: Path) -> None:
    match = hand()
    seat = table(match, ["call QH", "draw", "draw stock", "call"], path, bots={1: "greedy"})
    seat.run()
    shown = [" ".join(" ".join(lines).split()) for lines in screen_of(seat).shown]
    assert "Take a card first, then call (WL-5.7)." in shown[1]
    assert "One card a turn: put one down now, or call (WL-5.1)." in shown[3]
    assert "Nobody may call in the first round (WL-5.6)." in shown[4]
    assert len(match.record().steps) == 2


def test_help_tells_the_game_the_keys_and_what_an_action_means(path: Path) -> None:
    match = hand()
    seat = table(match, ["?", "", "", "? take", "? call qh", "? fly"], path, bots={1: "greedy"})
    seat.run()
    screen = screen_of(seat)
    page = "\n".join(screen.shown[1] + screen.shown[2])
    assert "Collect cards of one rank" in page
    assert "? ACTION" in page
    assert str(path) in "".join(page.split())  # however a long one is broken
    assert screen.prompts[1:3] == ["Enter for more, q for the table ", "Enter for the table "]
    assert "`take discard` is allowed: " in "\n".join(screen.shown[4])
    assert "(WL-5.7)" in "\n".join(screen.shown[5])
    assert "No action is written 'fly'" in "\n".join(screen.shown[6])


def test_a_card_is_explained_by_what_the_game_says_of_it(path: Path) -> None:
    seat = table(hand(), ["? AS", "? ace of hearts", "q"], path, bots={1: "greedy"})
    seat.run()
    first, second = (" ".join(" ".join(lines).split()) for lines in screen_of(seat).shown[1:3])
    assert "When hands are compared it copies a card of spades" in first
    assert "Ace of hearts (card):" in second
    assert "(WL-8.1)" in second


def test_help_is_that_of_the_match(path: Path) -> None:
    match = Match("whiplash", seed=7, edition="royal", target=3)
    seat = table(match, ["?", "", "", "q"], path, bots={1: "greedy"})
    seat.run()
    page = " ".join(" ".join(screen_of(seat).shown[1]).split())
    assert "call with all five cards" in page
    assert "The first to win 3 hands wins the match." in page


def test_a_rule_is_read_by_the_number_a_refusal_cites(path: Path) -> None:
    seat = table(hand(), ["call 2c", "? wl-5.7", "", "?XX-99.1"], path, bots={1: "greedy"})
    seat.run()
    shown = ["\n".join(lines) for lines in screen_of(seat).shown]
    assert "(WL-5.7)" in shown[1]
    assert shown[2].startswith(" WL-5.7")
    assert "Take first, call second" in shown[2]
    assert "<a" not in shown[2]
    assert "**" not in shown[2]
    assert "No action is written 'XX-99.1'" in shown[4]


def test_the_rules_are_a_keystroke_away_page_by_page(path: Path) -> None:
    seat = table(hand(), ["rules", *[""] * 99], path, bots={1: "greedy"}, height=40)
    with pytest.raises(EOFError):
        seat.listen(0, "Your move: ")
    screen = screen_of(seat)
    pages = [shown for shown in screen.shown if shown[0] == " The rules"]
    assert len(pages) > 5
    assert all(len(page) <= 39 and page[2].strip() for page in pages)
    assert "WL-8.9" in "\n".join(map("\n".join, pages))
    assert max(len(line) for page in pages for line in page) <= 79


def test_the_whole_table_is_seen_on_a_screen_too_low_for_it(path: Path) -> None:
    match = Match("jalopies", players=2, seed=1, racers="deal", sides="pick")
    seat = table(match, ["v", "", "", "", "? zz"], path, bots={1: "random"}, height=16)
    seat.run()
    shown = screen_of(seat).shown
    pages = [lines for lines in shown if lines[0] == " The whole table"]
    assert len(pages) > 1
    assert all(len(page) <= 15 for page in pages)
    cards = next(part for panel in match.game.scene(match.view(0)).panels if panel.mine for part in panel.parts)
    assert isinstance(cards, Row)
    whole = "\n".join(map("\n".join, pages))
    assert all(card.title in whole for card in cards.cards)


def test_between_two_hands_one_may_ask_too(path: Path) -> None:
    match = Match("whiplash", seed=3, dealer=1, match="hands", hands=2)
    while not match.over:
        match.play(match.legal()[-1])
    seat = table(match, ["? fly", "? WL-2.2", "q"], path, bots={1: "greedy"})
    seat.run()
    shown = ["\n".join(lines) for lines in screen_of(seat).shown]
    assert "Nothing here is called 'fly'." in shown[1]
    assert "Aces are high" in shown[2]


def test_in_a_narrow_page_what_is_said_of_a_key_stays_in_its_column(path: Path) -> None:
    seat = table(hand(), ["?", "q"], path, bots={1: "greedy"}, width=60, height=50)
    seat.run()
    page = screen_of(seat).shown[1]
    undo = next(number for number, line in enumerate(page) if line.startswith("   u "))
    assert page[undo : undo + 2] == [
        "   u          take your last step back, as long as it has",
        "              told nobody anything",
    ]


def test_a_step_that_told_nobody_anything_is_taken_back(path: Path) -> None:
    match = hand()
    seat = table(match, ["take", "u", "u", "draw", "u"], path, bots={1: "greedy"})
    seat.run()
    screen = screen_of(seat)
    assert "u to take back" in screen.prompts[1]
    assert "Taken back." in "\n".join(screen.shown[2])
    assert "u to take back" not in screen.prompts[2]
    assert "Only your own last step" in "\n".join(screen.shown[3])
    assert match.record().steps == ("deal", "0 draw stock")
    assert Match.load(path).record() == match.record()


def test_the_log_is_a_page_with_the_end_first(path: Path) -> None:
    match = hand(seed=4)
    seat = table(match, ["l", "", *["1"] * 9, "l", ""], path, bots={1: "random"}, height=12)
    seat.run()
    assert screen_of(seat).shown[1][0] == " What has happened"
    pages = [shown for shown in screen_of(seat).shown if shown[:1] == [" What has happened"]]
    assert len(pages) == 3
    assert "You draw" in pages[1][-1]
    assert "deals" in pages[2][2]


def test_all_actions_have_a_page(path: Path) -> None:
    seat = table(hand(), ["a"], path, bots={1: "random"})
    seat.run()
    assert "  1  draw stock  face down" in screen_of(seat).shown[1][2]


def test_leaving_saves_and_says_how_to_go_on(path: Path) -> None:
    for last, status in (("q", 0), (None, 0), ("^C", 130)):
        match = hand()
        seat = table(match, ["1", *([last] if last else [])], path, bots={1: "random"})
        assert seat.run() == status
        assert screen_of(seat).said[-1] == f"Saved. To go on: tuckbox play --resume {path}"
        assert Match.load(path).record() == match.record()
        path.unlink()


def test_the_match_is_saved_after_every_step(path: Path) -> None:
    match = hand()
    seat = table(match, [], path, bots={1: "greedy"})
    with seat.screen.open():
        for typed in ("1", "1", "2", "1"):
            screen_of(seat).typed = iter([typed])
            while match.turn != 0:
                seat.step()
                assert Match.load(path).record() == match.record()
            seat.step()
            assert Match.load(path).record() == match.record()


def test_a_match_that_cannot_be_saved_goes_on_and_says_so_once(tmp_path: Path) -> None:
    match = hand()
    seat = table(match, ["1", "s", "q"], tmp_path / "nowhere" / "match.tuckbox", bots={1: "greedy"})
    seat.run()
    shown = [" ".join(" ".join(lines).split()) for lines in screen_of(seat).shown]
    assert ["cannot be saved" in lines for lines in shown] == [True, False, True]
    assert "could not be saved" in screen_of(seat).said[-1]


def test_a_copy_is_saved_where_no_file_is(path: Path, tmp_path: Path) -> None:
    match = hand()
    copy = tmp_path / "copy of it.tuckbox"
    seat = table(match, ["s", f"s {copy}", f"s {copy}", "s /nowhere/x"], path, bots={1: "greedy"})
    seat.run()
    shown = [" ".join(" ".join(lines).split()) for lines in screen_of(seat).shown]
    assert "is saved in" in shown[1]
    assert "A copy is saved in" in shown[2]
    assert "is there already" in shown[3]
    assert "there is no folder" in shown[4]
    assert Match.load(copy).record() == match.record()


def test_a_match_that_is_over_ends_with_the_places(path: Path) -> None:
    match = hand()
    seat = table(match, ["1"] * 90, path, bots={1: "greedy"})
    assert seat.run() == 0
    screen = screen_of(seat)
    assert match.places is not None
    first = "You" if match.places[0] == 1 else "Bo"
    assert screen.said[0] == f"1. {first}"
    assert screen.said[-2:] == [
        f"Saved. To read it again: tuckbox replay {path}",
        f"To see what decisions cost: tuckbox review {path}",
    ]
    assert "the match!" in screen.last


def test_between_two_hands_a_person_may_look(path: Path) -> None:
    match = Match("whiplash", seed=3, dealer=1, match="hands", hands=2)
    lines = itertools.chain.from_iterable(itertools.repeat(("1",), 400))
    seat = table(match, lines, path, bots={1: "greedy"})
    screen = screen_of(seat)
    typed = screen.ask
    nonsense = iter(["nonsense"])

    def between(prompt: str, completed: Sequence[str] = ()) -> str:
        line = typed(prompt, completed)
        return next(nonsense, "") if prompt.startswith("Enter to deal again") else line

    screen.ask = between  # type: ignore[method-assign]
    seat.run()
    assert match.done
    assert sum(prompt.startswith("Enter to deal again") for prompt in screen.prompts) == 2
    assert any("Press Enter to go on" in "\n".join(shown) for shown in screen.shown)


def test_where_nobody_looks_hands_follow_without_a_pause(path: Path) -> None:
    match = Match("whiplash", seed=3, dealer=1, match="hands", hands=2)
    seat = table(match, ["1"] * 400, path, bots={1: "greedy"}, alive=False)
    seat.run()
    assert match.done
    assert not any("deal again" in prompt for prompt in screen_of(seat).prompts)


def test_two_people_at_one_keyboard_never_see_each_others_hands(path: Path) -> None:
    match = Match("whiplash", seed=3, seats=["Ann", "Bo"], match="single", dealer=1, turn_cap=40, void_limit=1)
    seat = table(match, ["", "1", "1"] * 60, path)
    drawn: list[int | None] = []

    def drawing(viewer: int | None, whole: bool = False) -> View:
        drawn.append(viewer)
        return TerminalTable.draw(seat, viewer, whole)

    seat.draw = drawing  # type: ignore[method-assign]
    seat.run()
    assert match.done
    screen = screen_of(seat)
    assert screen.prompts[0] == "Ann, it is your turn: Enter when nobody else is looking "
    for viewer, following in itertools.pairwise(drawn):
        assert viewer == following or None in (viewer, following)  # never from one hand straight to the other
    assert set(drawn) == {0, 1, None}


@pytest.mark.parametrize("typed", [["", "1"], ["", "1", "q"], ["", "1", "^C"], ["", "1", "1"], ["", "1", "1", ""]])
def test_where_drawings_follow_each_other_hands_are_taken_off_the_screen(
    path: Path, typed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = table(Match("whiplash", seed=3, seats=["Ann", "Bo"], dealer=1), typed, path)
    screen = screen_of(seat)
    told = screen.console.file
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(screen.console, "set_alt_screen", lambda _: False)
    monkeypatch.setattr(screen, "show", lambda drawing: screen.lines(drawing()))
    seat.run()
    assert isinstance(told, io.StringIO)
    before, *_, last = told.getvalue().split("\x1b[H\x1b[2J\x1b[3J")
    assert "Ann (you)" in before
    assert "Ann (you)" not in last
    assert "You draw" not in last


def test_a_terminal_that_keeps_everything_is_told_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    for told in (True, False):
        match = (
            Match("whiplash", 2, seed=3, dealer=1, seats=["Ann", "Bo"]) if told else Match("whiplash", 2, seed=3, dealer=1)
        )
        seat = table(match, ["", "1"], path, bots={} if told else {1: "random"}, alive=False)
        screen = screen_of(seat)
        monkeypatch.setattr(screen.console, "_force_terminal", True)
        seat.run()
        assert isinstance(screen.console.file, io.StringIO)
        assert any("whoever scrolls back" in line for line in screen.shown[0]) is told
        assert ("\n" * 24 in screen.console.file.getvalue()) is told


def test_a_game_that_the_clock_ends_within_a_turn_shows_nobodys_hand(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("whiplash", seed=3, seats=["Ann", "Bo"], match="single", dealer=1, turn_cap=40, void_limit=1)
    seat = table(match, [], path)
    while not match.over:
        match.play(match.legal(match.waiting[0])[0])
    seat.looking = 0
    monkeypatch.setattr(seat.clock, "look", lambda: True)
    shown: list[int | None] = []
    monkeypatch.setattr(seat, "showdown", lambda: shown.append(seat.looking))
    seat.step()
    assert shown == [None]


def test_nobody_takes_back_before_a_veiled_table(path: Path) -> None:
    seat = table(Match("whiplash", seed=3, seats=["Ann", "Bo"], dealer=1), ["u"], path)
    seat.run()
    assert "There is nothing to take back." in screen_of(seat).last


def test_a_veiled_table_shows_backs_only(path: Path) -> None:
    match = Match("whiplash", seed=3, seats=["Ann", "Bo"], dealer=1)
    seat = table(match, [], path)
    seat.run()
    shown = "\n".join(screen_of(seat).shown[0])
    assert shown.count("▒▒ ▒▒ ▒▒ ▒▒") == 2
    assert "(you)" not in shown
    assert screen_of(seat).offered[0] == []


def test_response_windows_ask_people_and_bots_each_from_their_own_view(path: Path) -> None:
    match = Match(BLUFF, players=4, seed=2, rounds=2)
    seen: list[tuple[int, ...]] = []
    seat = table(match, ["", *["1"] * 6] * 200, path, bots={2: "random", 3: "random"})
    step = seat.step

    def watched() -> None:
        seen.append(match.waiting)
        step()

    seat.step = watched  # type: ignore[method-assign]
    assert seat.run() == 0
    assert match.done
    assert any(len(waiting) > 1 for waiting in seen)
    assert Match.from_record(path.read_text("utf-8"), BLUFF).record() == match.record()


def test_people_alone_pass_through_windows_too(path: Path) -> None:
    match = Match(BLUFF, players=3, seed=5, rounds=1)
    seat = table(match, ["", "1"] * 200, path)
    seat.run()
    assert match.done


def test_bots_alone_are_watched_step_by_step(path: Path) -> None:
    match = hand()
    seat = table(match, [""] * 200, path, bots={0: "greedy", 1: "greedy"})
    seat.run()
    assert match.done
    ended = screen_of(seat).prompts.index("Enter for what follows, q for the end ")
    assert set(screen_of(seat).prompts[:ended]) == {"Enter for the next move, ? for help, q to leave: "}
    assert screen_of(seat).shown
    assert not any("(you)" in line for shown in screen_of(seat).shown for line in shown)


def test_bots_alone_need_nobody_where_nobody_looks(path: Path) -> None:
    match = hand()
    seat = table(match, [], path, bots={0: "greedy", 1: "greedy"}, alive=False)
    seat.run()
    assert match.done
    assert len(screen_of(seat).shown) == 1


def test_the_clock_ends_a_match_against_time(path: Path) -> None:
    match = Match("whiplash", seed=3, dealer=1, match="time", minutes=2)
    now = [0.0]
    clock = Clock(match, now=lambda: now[0])
    assert clock.left == "2 min left"
    now[0] = 61
    assert clock.left == "the last minute"
    assert not clock.look()
    now[0] = 121
    assert clock.look()
    assert "outside time up" in match.record().steps
    assert (clock.left, clock.look()) == ("", False)
    assert Clock(hand()).left == ""


def test_the_time_that_is_left_stands_in_the_prompt(path: Path) -> None:
    match = Match("whiplash", seed=3, dealer=1, match="time", minutes=9)
    seat = table(match, ["1", "1"], path, bots={1: "greedy"})
    seat.run()
    assert screen_of(seat).prompts[0] == "Your move (1-2, ? for help, 9 min left): "


def test_a_clock_that_comes_late_is_no_harm() -> None:
    match = Match("whiplash", seed=3, dealer=1, match="time", minutes=1)
    match.event("time up")
    clock = Clock(match, now=iter([0.0, 100.0]).__next__)
    with pytest.raises(IllegalAction):
        match.event("time up")
    assert not clock.look()


def test_a_copy_for_a_person_that_there_is_not_is_refused_in_words(path: Path, tmp_path: Path) -> None:
    keeper = Keeper(hand(), path)
    assert keeper.copy("a\0b") == "Not saved: no file has a name with a NUL in it."
    assert keeper.copy("~nobody-of-this-name/copy").startswith("Not saved: there is no folder ~nobody-of-this-name")
    assert "copy is saved" in keeper.copy(str(tmp_path / "copy"))


def test_where_it_is_kept_is_quoted_for_the_shell(tmp_path: Path) -> None:
    match = hand()
    keeper = Keeper(match, tmp_path / "Ann's game.tuckbox")
    assert keeper.keep() == ""
    assert "'\"'\"'" in keeper.farewell()


def test_a_hint_and_a_cheat_sheet_are_a_key_away(path: Path) -> None:
    seat = table(hand(), ["hint", "c", "q", "q"], path, bots={1: "greedy"})
    seat.run()
    shown = [" ".join(" ".join(lines).split()) for lines in screen_of(seat).shown]
    assert any(text in shown[1] for text in ("Try `draw stock`", "Try `take discard`"))
    assert shown[2].startswith("What matters now Now Take a card: from the stock or from the pile.")
    assert len(seat.match.record().steps) == 1


def test_who_waits_for_a_hint_is_told_that_the_game_is_compiled_for_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(*args: object, **named: object) -> Hint:
        compiles("apply")
        compiles("legal")
        return Hint("draw stock", "Try `draw stock`.", "")

    @contextmanager
    def busy(text: str) -> Iterator[Callable[[str], None]]:
        signs.append(text)
        yield signs.append

    signs: list[str] = []
    seat = table(hand(), ["hint", "q"], path, bots={1: "greedy"})
    monkeypatch.setattr(play, "hint", compiled)
    monkeypatch.setattr(seat.screen, "busy", busy)
    seat.run()
    compiling = "Compiling Whiplash, only this once: a minute or so ..."
    assert signs[-3:] == ["Thinking ...", f"{compiling} 1", f"{compiling} 2"]


def test_where_people_play_each_other_there_are_no_hints(path: Path) -> None:
    seat = table(hand(), ["", "hint", "q"], path)
    seat.run()
    assert "There are no hints where people play each other." in " ".join(screen_of(seat).last.split())


def test_actions_at_players_have_their_names_beside_them_where_the_game_notes_nothing(path: Path) -> None:
    match = Match(ENVOYS, players=3, seed=0)
    match.play(match.legal()[0])
    view = match.view(0)
    lines = table(match, [], path).all_actions(view)
    assert lines == [f"  1  look at 2  {view.names[1]}", f"  2  look at 3  {view.names[2]}"]
    assert in_order(view, laid_with_names(view)) == tuple(view.legal)


def test_a_game_keeps_its_own_notes_of_actions_at_players() -> None:
    match = Match("jalopies", players=3, seed=1)
    while not any(text.startswith("play ") and " on " in text for text in match.legal()):
        match.play(match.legal()[0])
    view = match.view(match.turn)
    assert any(note for text, note in laid(view).notes.items() if " on " in text)
    assert laid_with_names(view).notes.items() >= {text: note for text, note in laid(view).notes.items() if note}.items()
