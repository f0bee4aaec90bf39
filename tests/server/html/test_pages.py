"""Whole pages: they are sound, hold no inline scripts or styles, and their forms send what they should."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
import tuckbox_tictactoe

from tests.server.html.models import ART, BLUFF_LAID, PACE, finished, model_of, motor_model, open_model, played
from tests.server.html.soup import Tag, buttons, read
from tests.server.html.test_body import NASTY, by_id
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.server.assets import sent
from tuckbox.server.html.account import recovery_page
from tuckbox.server.html.art import THEME, art_files, drawings_of
from tuckbox.server.html.covers import cover
from tuckbox.server.html.find import find_page, waiting_page
from tuckbox.server.html.home import LobbyEntry, home_page
from tuckbox.server.html.mail import link_page
from tuckbox.server.html.manners import people_page
from tuckbox.server.html.new_table import new_table_page
from tuckbox.server.html.preferences import CHOICES, Preferences, Visitor
from tuckbox.server.html.replay import replay_page
from tuckbox.server.html.static_pages import about_page, error_page, rules_page, settings_page
from tuckbox.server.html.table import table_page
from tuckbox.server.html.waiting_room import waiting_room
from tuckbox.server.meeting.wishes import Wish
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.table.view_model import Chat, ChatLine, Terms

WHIPLASH = game("whiplash")
GAMES = [WHIPLASH, BLUFF_LAID, tuckbox_tictactoe.GAME]
ANN = Visitor("Ann")
OPEN = LobbyEntry("t1", "Whiplash", ("Ann", NASTY), "open", free=2, pace="no hurry")
RUNNING = LobbyEntry("t2", "Whiplash", ("Cy", "Dee"), "playing")
MINE = LobbyEntry("t3", "Whiplash", ("Ann", "Rook"), "playing", mine=True, turn=True)
DONE = LobbyEntry("t4", "Whiplash", ("Ann", "Rook"), "finished", mine=True)

PAGES: dict[str, Callable[[Visitor], str]] = {
    "home": lambda visitor: home_page(GAMES, [OPEN, RUNNING], [MINE, DONE], visitor, [MINE]),
    "empty home": lambda visitor: home_page([], [], [], visitor),
    "new": lambda visitor: new_table_page(WHIPLASH, [PACE], visitor, NASTY),
    "new for two": lambda visitor: new_table_page(tuckbox_tictactoe.GAME, [PACE], visitor),
    "table": lambda visitor: table_page(model_of(played("whiplash", 3, 20), 1), visitor),
    "open": lambda visitor: table_page(open_model(seat=None), visitor),
    "replay": lambda visitor: replay_page(model_of(finished("whiplash", 2, target=1)), visitor),
    "rules": lambda visitor: rules_page(WHIPLASH, visitor),
    "short rules": lambda visitor: rules_page(tuckbox_tictactoe.GAME, visitor),
    "settings": lambda visitor: settings_page(visitor, NASTY),
    "about": lambda visitor: about_page(GAMES, visitor),
    "error": lambda visitor: error_page(404, NASTY, visitor),
}


def page(name: str, visitor: Visitor = ANN) -> Tag:
    """A page, read strictly."""
    return page_of(PAGES[name](visitor))


def page_of(text: str) -> Tag:
    """The page of a text, read strictly."""
    assert text.startswith("<!doctype html>")
    return read(text.removeprefix("<!doctype html>"))


def test_the_help_of_a_table_is_that_of_its_options_and_elsewhere_that_of_the_usual_game() -> None:
    said = [
        next(box.words() for box in page(name).all() if box.attrs.get("id") == "help") for name in ("open", "table", "new")
    ]
    assert ["with all five cards" in words for words in said] == [True, False, False]


def fields(root: Tag) -> dict[str, list[str]]:
    """What the fields of the forms can send, by their names."""
    found: dict[str, list[str]] = {}
    for element in root.all():
        if element.name == "select":
            found[element.attrs["name"]] = [option.attrs["value"] for option in element.all() if option.name == "option"]
        elif element.name == "input" and element.attrs.get("name"):
            found.setdefault(element.attrs["name"], []).append(element.attrs.get("value", ""))
    return found


@pytest.mark.parametrize("visitor", [ANN, Visitor(), Visitor(NASTY, Preferences("dark", "four", "off", "on"))])
@pytest.mark.parametrize("name", PAGES)
def test_pages_are_whole(name: str, visitor: Visitor) -> None:
    root = page(name, visitor)
    elements = list(root.all())
    assert [element.name for element in elements].count("main") == 1
    assert [element.name for element in elements].count("h1") == 1
    html = next(element for element in elements if element.name == "html")
    assert (html.attrs["lang"], html.attrs["data-theme"]) == ("en", visitor.preferences.theme)
    labels = {element.attrs["for"] for element in elements if element.name == "label" and "for" in element.attrs}
    for element in elements:
        if element.name in ("input", "select") and element.attrs.get("type") != "hidden":
            labelled = "aria-label" in element.attrs or element.attrs.get("id") in labels
            assert labelled or "label" in {outer.name for outer in element.around()}
        if element.name in ("link", "script"):
            assert (element.attrs.get("href") or element.attrs["src"]).startswith(("/static/", "/art/"))


def test_the_front_page_leads_everywhere() -> None:
    root = page("home")
    links = {element.attrs["href"] for element in root.all() if element.name == "a"}
    assert {"/new?game=whiplash", "/games/whiplash/short", "/tables/t1", "/tables/t2", "/tables/t3", "/about"} <= links
    posted = [(form.attrs["action"], fields(form)) for form in root.all() if form.name == "form"]
    levels = ["easy", "normal", "hard", "master"]
    assert ("/play", {"game": ["whiplash"], "players": ["2", "3", "4"], "level": levels}) in posted
    assert ("/name", {"name": ["Ann"], "back": ["/"]}) in posted
    ways = [
        element.attrs["aria-label"].split(":")[0] for element in root.all() if "/tables/" in element.attrs.get("href", "")
    ]
    assert ways == ["Play", "View", "Play", "Join", "Watch"]
    assert "▸ your turn" in root.words()


def test_a_form_for_a_table_offers_all_options_and_says_what_they_need() -> None:
    root = page("new")
    sent = fields(next(element for element in root.all() if element.attrs.get("action") == "/tables"))
    assert sent["players"] == ["2", "3", "4"]
    assert sent["option.edition"] == ["classic", "2023", "royal"]
    assert {f"option.{name}" for name in WHIPLASH.layout.options} <= set(sent)
    assert sent["bot3"] == ["", "easy", "normal", "hard", "master"]
    assert sent["pace"] == [PACE.name]
    needs = {
        next(iter(fields(element))): element.attrs.get("data-only") or element.attrs.get("data-needs")
        for element in root.all()
        if element.name == "label" and element.has("field")
    }
    assert needs["option.match"] == "offer="
    assert needs["option.target"] == "option.match=race"
    assert needs["bot3"] == "4"
    assert needs["option.edition"] is None


def test_house_rules_are_switches_that_are_off_with_a_sentence_on_each() -> None:
    root = page("new")
    (rules,) = (element for element in root.all() if element.has("house-rules"))
    (switch,) = (element for element in rules.all() if element.attrs.get("type") == "checkbox")
    assert (switch.attrs["name"], switch.attrs["value"], "checked" in switch.attrs) == ("option.stalemate", "copied", False)
    said = rules.words()
    assert "Stalemate calls only with aces that copy" in said
    assert WHIPLASH.layout.options["stalemate"].house in said


def test_a_limit_that_may_be_off_takes_the_word() -> None:
    limits = {name: element for element in page("new").all() if (name := element.attrs.get("name"))}
    assert limits["option.turn_cap"].attrs["pattern"] == r"\d+|off"
    assert limits["option.ranks"].attrs["type"] == "number"


def test_a_form_for_a_table_offers_the_shortest_match_first_and_honest_minutes() -> None:
    root = page("new")
    chosen = [
        (element.attrs["value"], "checked" in element.attrs)
        for element in root.all()
        if element.attrs.get("name") == "offer"
    ]
    assert chosen == [("quick", True), ("seven", False), ("hands", False), ("printed", False), ("", False)]
    words = root.words()
    for said in (
        "a race to 5 points",
        "about 13 min with 2 players",
        "As printed: a race to 21",
        "about 156 min with 4 players",
    ):
        assert said in words
    assert "13 min or more" in page("home").words()


def test_who_looks_for_others_hears_how_many_do_and_that_bots_would_play() -> None:
    root = page_of(waiting_page(Wish(("whiplash",), (2,), ("quick",)), ["Whiplash"], 2, ANN))
    waiting, offer = (tag for tag in root.all() if tag.attrs.get("role") == "status")
    assert waiting.words() == "2 people are looking, you among them."
    assert ["hidden" in tag.attrs for tag in (offer, by_id(offer, "bots"))] == [False, True]


def test_a_table_that_waits_says_which_match_and_how_long_to_whoever_comes() -> None:
    race = (("edition", "royal"), ("match", "race"))
    offered, other = (replace(open_model(), options=(*race, ("target", target))) for target in "79")
    for model, pace, told in (
        (offered, "none", "A race to 7 points, about 29 min with 3 players."),
        (offered, "quick", "A race to 7 points, about 29 min with 3 players, 45 seconds a decision."),
        (offered, "days", "A race to 7 points, 3 days a decision."),
        (other, "days", "3 days a decision."),
    ):
        assert f"<p>{told}</p>" in waiting_room(replace(model, terms=Terms(True, TIME_CONTROLS[pace]))).html
    assert "about" not in waiting_room(replace(other, terms=Terms(True, TIME_CONTROLS["none"]))).html


def test_a_form_for_a_game_of_one_length_has_no_choice_of_matches() -> None:
    root = read(new_table_page(tuckbox_tictactoe.GAME, (PACE,), ANN).removeprefix("<!doctype html>"))
    assert "offer" not in fields(root)


def test_strangers_at_a_table_are_asked_their_name() -> None:
    assert fields(page("open", Visitor()))["name"] == [""]
    assert "name" not in fields(page("open", ANN)) or "Ann" not in fields(page("open", ANN))["name"]


def test_what_happened_by_a_step_of_a_replay_leads_on_without_telling_the_end() -> None:
    model = model_of(finished("whiplash", 2, target=1))
    for hides, ending in ((True, "&hide=1"), (False, "")):
        page = read(
            replay_page(replace(model, step=5, log=model.log[:5], earlier=True), ANN, hides).removeprefix("<!doctype html>")
        )
        ways = [each.attrs["href"] for each in by_id(page, "log").all() if each.name == "a"]
        assert len(ways) == 6
        assert all(re.fullmatch(rf"\?step=\d+{ending}", way) for way in ways)


def test_a_replay_says_each_step_once() -> None:
    page = read(replay_page(model_of(finished("whiplash", 2, target=1)), ANN).removeprefix("<!doctype html>"))
    live = [each for each in page.all() if each.attrs.get("role") in ("log", "status", "alert") or "aria-live" in each.attrs]
    assert [each.attrs["id"] for each in live] == ["status"]


def test_a_replay_is_in_words_for_who_wants_tables_so() -> None:
    model = model_of(finished("whiplash", 2, target=1))
    told = read(replay_page(model, Visitor("Ann", Preferences(table="words"))).removeprefix("<!doctype html>"))
    assert not [each for each in told.all() if "card" in each.attrs.get("class", "").split()]
    assert re.search(r"Hand: \w+ of \w+, \w+ of \w+", by_id(told, "others").words())
    assert not re.search("[♣♦♥♠]", by_id(told, "live").words())
    assert [by_id(told, name).attrs["data-key"] for name in ("others-title", "dock-title")] == ["t", "a"]


def test_a_replay_leads_from_step_to_step() -> None:
    model = model_of(finished("whiplash", 2, target=1))

    def ways(step: int) -> dict[str, str]:
        root = read(replay_page(replace(model, step=step), ANN).removeprefix("<!doctype html>"))
        assert not buttons(root, "act")
        return {element.attrs["data-way"]: element.attrs["href"] for element in root.all() if "data-way" in element.attrs}

    last = model.steps
    assert ways(1) == {"next": "?step=2", "last": f"?step={last}"}
    assert ways(5) == {"first": "?step=1", "prev": "?step=4", "next": "?step=6", "last": f"?step={last}"}
    assert ways(last) == {"first": "?step=1", "prev": f"?step={last - 1}"}


def test_rules_are_shown_as_they_are_printed() -> None:
    root = page("rules")
    assert "WL-5.3" in {element.attrs["id"] for element in root.all() if "id" in element.attrs}
    words = root.words()
    assert "with 5 it takes a quarter of an hour" in " ".join(words.split())
    assert "a report" not in words


def test_preferences_come_back_from_their_cookie_and_nothing_else_does() -> None:
    for name, choices in CHOICES.items():
        for value, _ in choices:
            preferences = Preferences.chosen({name: value})
            assert Preferences.read(str(preferences)) == preferences
    for bad in (None, "", "....", "dark\n", '"><script>', "x" * 10_000, "dark.dark.dark.dark"):
        assert set(str(Preferences.read(bad)).split(".")) <= {value for choices in CHOICES.values() for value, _ in choices}
    assert Preferences.chosen({"theme": "dark", "back": "/"}) == Preferences(theme="dark")


def test_all_installed_games_stand_on_the_front_page() -> None:
    games = [game(name) for name in installed()]
    root = read(home_page(games, [], [], ANN).removeprefix("<!doctype html>"))
    assert {each.title for each in games} <= {element.words() for element in root.all() if element.name == "h3"}


def test_numbers_of_players_that_need_an_option_are_not_offered_with_one_click() -> None:
    """Whipsaw! is for two with `unofficial=true` only (WS-3.1)."""
    whipsaw = [game("whipsaw")]
    pages = home_page(whipsaw, [], [], ANN), find_page(whipsaw, 0, ANN)
    home, find = (read(text.removeprefix("<!doctype html>")) for text in pages)
    for root, address in ((home, "/play"), (find, "/find")):
        form = next(each for each in root.all() if each.name == "form" and each.attrs["action"] == address)
        assert fields(form)["players"] == ["3", "4"]


def test_who_comes_to_a_full_table_hears_that_they_can_watch() -> None:
    models = (open_model(seat=None), open_model())
    full = [
        replace(model, seats=tuple(replace(seat, kind="person", free=False) for seat in model.seats)) for model in models
    ]
    stranger, seated = (waiting_room(model).html for model in full)
    assert "All seats are taken. You can watch here" in stranger
    assert "All seats are taken: the host can start" in seated


def test_a_table_that_is_closed_before_its_match_offers_nothing() -> None:
    closed = open_model(seat=None, fault="the operator of this server has closed the table")
    page = table_page(closed, Visitor())
    assert "The operator of this server has closed the table." in page
    for offered in ("Sit here", "Sit down", "Invite a friend", "Waiting for players", "seat is free"):
        assert offered in table_page(open_model(seat=None), Visitor())
        assert offered not in page


def test_who_may_close_a_table_is_asked_twice_and_a_closed_one_has_no_ways_to_talk() -> None:
    assert "Yes, close it" in table_page(open_model(can_close=True), ANN)
    assert "Yes, close it" not in table_page(open_model(), ANN)
    said = (ChatLine("Bo", "Hi!", 0.0),)
    closed = open_model(chat=Chat(said, open=False, closed=True), fault="the host of this table has closed it")
    assert "Good luck!" in table_page(open_model(chat=Chat(said)), ANN)
    assert "Good luck!" not in table_page(closed, ANN)
    assert "This table is closed" in table_page(closed, ANN)


def test_a_full_table_that_has_not_begun_waits_for_its_start() -> None:
    page = home_page([], [replace(OPEN, free=0)], [], ANN)
    assert "waits for its start" in page
    assert "free seat" not in page


def test_a_short_cut_leads_to_the_other_kind_of_table() -> None:
    drawn, told = (table_page(open_model(), Visitor("Ann", Preferences(table=kind))) for kind in ("drawn", "words"))
    for page, here, there in ((drawn, "Tables drawn", "Tables in words"), (told, "Tables in words", "Tables drawn")):
        assert f'#table" class="skip">{there}</a>' in page
        assert f">{here}</a>" not in page


def test_forms_say_in_a_sentence_why_they_are_refused() -> None:
    pages = [
        new_table_page(game("whiplash"), [PACE], ANN, "a table has two seats"),
        recovery_page(ANN, "a table has two seats"),
        find_page([game("whiplash")], 0, ANN, "a table has two seats"),
        link_page("Mail", "told", ANN, "Go", "/mail", "a table has two seats"),
        people_page("t7", "Whiplash", ["Bo"], ANN, failed="a table has two seats"),
    ]
    for page in pages:
        assert '<p class="failed" role="alert">A table has two seats.</p>' in page


def test_a_form_has_seats_for_the_most_players_a_game_takes() -> None:
    for each in (game(name) for name in installed()):
        root = read(new_table_page(each, [PACE], ANN).removeprefix("<!doctype html>"))
        assert f"bot{max(each.players) - 1}" in fields(root)
        assert f"bot{max(each.players)}" not in fields(root)


def test_every_game_has_a_picture() -> None:
    pictures = {cover(each).replace('loading="lazy">', "/>") for each in GAMES}
    assert len(pictures) == len(GAMES)
    for picture in pictures:
        read(picture)
    assert cover(WHIPLASH).startswith("<img")
    assert cover(replace(WHIPLASH, art=ART)) == cover(replace(WHIPLASH, art=None))  # it draws other things only


def test_who_is_invited_may_sign_in_and_come_back_to_the_table() -> None:
    """Signing in led to one's account, and the link that had been followed was lost."""
    model = model_of(played("whiplash", 4, 90))
    assert f'href="/sign-in?back=/tables/{model.table}' in table_page(model, Visitor())
    assert "/sign-in" not in table_page(model, ANN)


def test_the_first_load_of_a_table_is_small() -> None:
    page = table_page(model_of(played("whiplash", 4, 90)), ANN)
    files = [sent(name) for name in static_files(page)]
    assert len(files) == 5
    assert packed(page.encode(), art_files(WHIPLASH)[THEME], *files) < 26_700
    assert packed(*map(sent, LATE)) < 5_400
    assert packed(table_page(motor_model(), ANN).encode()) < 4_900


LATE = ("late.js", "share.js")
"""Scripts that follow when the page is complete."""


def packed(*files: bytes) -> int:
    """The bytes of files as zlib packs them; others differ by a hundred."""
    return sum(len(gzip.compress(data)) for data in files)


def static_files(page: str) -> list[str]:
    """The static files that a page loads, in order."""
    return re.findall(r'(?:href|src)="/static/([\w.-]+)', page)


def test_all_that_a_table_loads_late_is_in_scripts_whose_size_is_bounded() -> None:
    assert set(re.findall(r"import\('\./([\w-]+\.js)'\)", sent("table.js").decode())) == {
        *LATE, "advice.js", "feast.js", "tones.js"  # on request
    }  # fmt: skip
    assert "const $about=" in sent("late.js").decode()


@pytest.mark.parametrize("worded", [False, True])
def test_a_live_table_requests_one_script_and_a_still_one_those_it_needs_of_it(worded: bool) -> None:
    visitor = Visitor("Ann", Preferences(table="words" if worded else "drawn"))
    live, still = (
        [name for name in static_files(page) if name.endswith(".js")]
        for page in (
            table_page(model_of(played("whiplash", 2, 5)), visitor),
            replay_page(model_of(finished("whiplash", 2, target=1)), visitor),
        )
    )
    assert live == ["early.js", "table.js", *["sections.js"] * worded]
    assert still == ["early.js", "replay.js", "sections.js" if worded else "fit.js", "art.js", "about.js"]


@pytest.mark.parametrize("name", ["whiplash", "keywhiz", "whipsaw", "jalopies"])
def test_a_table_brings_along_all_drawings_that_it_shows_and_no_others(name: str) -> None:
    match = played(name, 4, 60)
    for seat in (None, 0, 1):
        tags = list(page_of(table_page(model_of(match, seat), ANN)).all())
        brought = {tag.attrs["id"] for tag in tags if tag.name == "symbol" and tag.attrs["id"].startswith("a-")}
        pointed = {tag.attrs["href"].removeprefix("#") for tag in tags if tag.name == "use"}
        assert brought == {name for name in pointed if name.startswith("a-")}
        assert 0 < len(brought) < len(drawings_of(game(name)))


def test_tables_with_boards_have_their_style_from_the_start() -> None:
    assert "boards.css" in table_page(motor_model(), ANN)
    assert "boards.css" in table_page(replace(open_model(), game="keywhiz"), ANN)
    assert "boards.css" not in table_page(open_model(), ANN)


def test_only_tables_with_a_course_have_the_style_of_roads() -> None:
    assert "roads.css" in table_page(replace(open_model(), game="jalopies"), ANN)
    assert "roads.css" not in table_page(replace(open_model(), game="keywhiz"), ANN)
    assert "roads.css" not in table_page(replace(open_model(), game="whipsaw"), ANN)
