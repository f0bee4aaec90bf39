"""The report of a study: one page that opens offline."""

from __future__ import annotations

from typing import Any

import htpy as h

from tuckbox.definition.game import Game
from tuckbox.lab.pages import document, facts, figure, percent, section, table
from tuckbox.lab.study import pictures
from tuckbox.lab.study.works import CHOICE_SECONDS, DOUBLING_SECONDS, FORCED_SECONDS

MOST_ROWS = 24
Figures = dict[str, Any]


def within(row: Figures, digits: int = 0) -> str:
    """An interval of a share."""
    return f"{percent(row['low'], digits)} to {percent(row['high'], digits)}"


def page(game: Game, data: Figures) -> str:
    """The whole page, as text."""
    said = [f"{name} {value}" for name, value in data["options"].items()]
    setting = f"{data['players']} players; bots {', '.join(data['bots'])}; {data['games']:,} games, seed {data['seed']}"
    sections = [_fair(data), _long(data), _wide(data), _tense(data), *([_skill(data)] if "skill" in data else [])]
    sections += [_matters(data), _end(data)]
    names = ["Fair", "Long", "Wide", "Tense", *(["Skill"] if "skill" in data else []), "What matters", "End"]
    top = [
        h.h1[game.title],
        h.p(".lead")[game.tagline, f" By {game.designers}." if game.designers else ""],
        h.p(".setting")[setting, h.br, "Options: " + ("; ".join(said) or "none"), "."],
        _facts(data),
    ]
    foot = (
        f"Made by tuckbox {data['tuckbox']} from rules {data['rules']}. The same command gives the same figures on any "
        "machine; they stand beside this page as JSON. Intervals are at 95%, each for itself; those of all seats, of all "
        "sides and of all that matters are so wide that they hold together (Bonferroni). All of it says how the game is as "
        "these bots play it."
    )
    return document(f"{game.title}: a study", top, names, sections, foot)


def _facts(data: Figures) -> h.Element:
    """The page in six numbers."""
    fair, long, tense = data["fair"], data["long"], data["tense"]
    worst = max(fair["seats"], key=lambda row: abs(row["share"] - fair["even"]))
    those = [
        ("Least even seat", f"{percent(worst['share'], 1)}", f"{worst['name']}; even is {percent(fair['even'], 1)}"),
        ("A game", f"{long['minutes']['median']:.0f} min", f"{long['decisions']['median']:.0f} decisions; an estimate"),
        ("Choices", f"{data['wide']['mean_of_free']:.1f}", f"where there is one; {percent(data['wide']['forced'])} forced"),
        ("Lead changes", f"{tense['lead_changes']['mean']:.1f}", f"half settled by {percent(tense['settled']['median'])}"),
        ("Come-backs", percent(tense["comebacks"]["share"]), "won from under half an even chance"),
    ]  # fmt: skip
    if "skill" in data:
        ladder = data["skill"]["ladder"]
        those.append(("Skill", f"{_steps(ladder)} steps", f"of 75%, from random to {ladder['strongest']}"))
    return facts(those)


def _fair(data: Figures) -> h.Element:
    fair = data["fair"]
    off = fair["off"]
    title = "No seat is seen to be better than another" if not off else f"Not all seats are alike: {', '.join(off)}"
    figures = [figure(pictures.shares(fair["seats"], fair["even"], "Share of wins by seat"),
                       f"Share of wins by seat, {fair['seats'][0]['games']:,} games.")]  # fmt: skip
    for name, rows in fair["sides"].items():
        if len(rows) > 1:
            even = sum(row["share"] * row["games"] for row in rows) / sum(row["games"] for row in rows)
            text = f"Share of wins by {name}. Who chose what was up to the bots, so it is not the deal alone that tells."
            figures.append(figure(pictures.shares(rows, even, f"Share of wins by {name}"), text))
    others = [
        [str(row["players"]), *_brief(row["fair"]), f"{row['decisions']['median']:.0f}", f"{row['minutes']['median']:.0f}",
         percent(row["void"]["share"], 1)]
        for row in data["others"]
    ]  # fmt: skip
    heads = ["players", "lowest seat", "highest", "decisions", "minutes", "no winner"]
    more = [h.div[h.h3["With other numbers of players"], table(heads, others)]] if others else []
    return section("Fair", title, h.div(".pair")[*figures, *more])


def _brief(fair: Figures) -> list[str]:
    low, high = (pick(fair["seats"], key=lambda row: float(row["share"])) for pick in (min, max))
    return [f"{row['name'].removeprefix('seat ')}: {percent(row['share'], 1)}" for row in (low, high)]


def _long(data: Figures) -> h.Element:
    long = data["long"]
    rows = [
        [
            name,
            *(f"{long[key][cut]:.{digits}f}" for cut in ("p5", "p25", "median", "p75", "p95")),
            f"{long[key]['mean']:.1f}",
        ]
        for name, key, digits in (("decisions", "decisions", 0), ("rounds", "rounds", 1), ("minutes", "minutes", 1))
    ]
    title = f"Half of the games have {long['decisions']['p25']:.0f} to {long['decisions']['p75']:.0f} decisions"
    text = (
        f"A round is as many turns as there are players. Minutes are an estimate: {FORCED_SECONDS:g} second for what is "
        f"forced, else {CHOICE_SECONDS:g} and {DOUBLING_SECONDS:g} more for each doubling of the choices (Hick's law); "
        "without set-up and talk."
    )
    picture = figure(
        pictures.lengths(long["histogram"], long["decisions"]["median"], "Lengths of games"), "Lengths of games."
    )
    heads = ["", "5%", "25%", "median", "75%", "95%", "mean"]
    return section("Long", title, h.div(".pair")[picture, h.div[table(heads, rows), h.p[h.small[text]]]])


def _wide(data: Figures) -> h.Element:
    wide = data["wide"]
    title = f"{wide['mean']:.1f} actions to choose from; {percent(wide['forced'])} of all decisions are forced"
    text = "How many actions are legal at a decision (64 and more count as 64), from the deal to the end."
    return section("Wide", title, figure(pictures.branching(wide["over_time"], "Legal actions through a game"), text))


def _tense(data: Figures) -> h.Element:
    tense = data["tense"]
    title = f"Half of the games are settled after {percent(tense['settled']['median'])} of their decisions"
    rows = [
        ["lead changes", f"{tense['lead_changes']['mean']:.2f}", "how often the lead goes over to another seat or team"],
        ["settled, mean", percent(tense["settled"]["mean"]), "from where on the winner's chance stays at 90% or more"],
        ["settled, median", percent(tense["settled"]["median"]), "the same: half of the games are settled by then"],
        ["drama", f"{tense['drama']['mean']:.2f}", "how far winners were behind when behind (root of the gap; Browne)"],
        ["behind", percent(tense["trailing"]), "of the time the later winner is not in front"],
        ["come-backs", f"{percent(tense['comebacks']['share'])} ({within(tense['comebacks'])})",
         "won after a chance below half of an even one"],
    ]  # fmt: skip
    text = (
        f"Chances are those of {tense['worlds']} games played on from each of 24 moments, all hands open and what nobody "
        "has seen dealt anew, as the game's own leanings play. A lead counts when it is more than twice its error."
    )
    fan = figure(
        pictures.fan(tense["fan"], "Chance of the later winner through the games"),
        "The chance of who wins in the end: half of the games run in the darker band, nine in ten in the lighter.",
    )
    drawn = pictures.single(tense["single"], "Chances of all seats in three games") if tense["single"] else ""
    games = [figure(drawn, "Three single games, by how much they went up and down.")] if drawn else []
    measures = table(["measure", "", "what it is"], rows, numbers=9)
    return section("Tense", title, h.div(".pair")[fan, *games], measures, h.p[h.small[text]])


def _skill(data: Figures) -> h.Element:
    ladder, both = data["skill"]["ladder"], data["skill"]["explained"]
    title = f"{_steps(ladder).capitalize()} steps of 75% from random to {ladder['strongest']}"
    rows = [
        [f"{each['strong']} among {each['weak']}", percent(each["players"], 1), percent(each["deal"], 1),
         percent(each["rest"], 1), f"{each['deals']:,}"]
        for each in both
    ]  # fmt: skip
    text = (
        "The same deals were played again with the strong player in every seat, twice each. The outcome's variance "
        "has three parts: who the players are; which deal and seat they have; the rest, their choices and later chance."
    )
    below = f"Strength by Plackett and Luce, in steps: one above wins three times in four. {_reach(ladder)}"
    picture = figure(pictures.ladder(ladder["rungs"], ladder["step"], "The ladder of bots"), below)
    heads = ["one strong player", "players", "deal and seat", "the rest", "deals"]
    return section("Skill", title, h.div(".pair")[picture, h.div[table(heads, rows), h.p[h.small[text]]]])


def _steps(ladder: Figures) -> str:
    """Number of steps of a ladder, or their least number where somebody won all games against a neighbour."""
    return f"at least {ladder['low']:.1f}" if ladder["open"] else f"{ladder['steps']:.1f}"


def _reach(ladder: Figures) -> str:
    """The interval of the steps of a ladder, in words."""
    why = ": one won all games against its neighbour, which leaves the most open" if ladder["open"] else ""
    return f"All together they are {ladder['low']:.1f} to {ladder['high']:.1f}{why}."


def _matters(data: Figures) -> h.Element:
    found = data["matters"]
    kinds: dict[str, list[Figures]] = {}
    for row in found["things"]:
        kinds.setdefault(row["kind"], []).append(row)
    shown = []
    for kind, all_rows in kinds.items():
        most = sorted(all_rows, key=lambda row: -_size(row))[:MOST_ROWS]
        more = "" if len(most) == len(all_rows) else f"; the {len(most)} of {len(all_rows)} that tell most"
        text = f"By {kind}{more}: points of win share of those who did it less those who did not."
        drawn = pictures.heat(sorted(most, key=lambda row: -row["gap"]), f"What goes with winning, by {kind}")
        shown.append(figure(drawn, text))
    dead = found["dead"]
    many = "a thing that hardly anybody does" if len(dead) == 1 else f"{len(dead)} things that hardly anybody does"
    title = f"What goes with winning, and {many}" if dead else "What goes with winning"
    note = (
        "Bold and shaded is what is more than chance, over all of these together. It says what goes with winning, not why: "
        "who is ahead may do other things, and the last move of a game is late. Held: it was in the hand at any time."
    )
    hardly = (
        [
            h.p[
                h.strong["Hardly ever done: "],
                ", ".join(dead[:MOST_ROWS]),
                f" and {len(dead) - MOST_ROWS} more" * (len(dead) > MOST_ROWS),
                ".",
            ]
        ]
        if dead
        else []
    )
    return section("What matters", title, hardly, h.p[h.small[note]], h.div(".pair")[shown])


def _size(row: Figures) -> float:
    """Least effect of a thing: nothing where its interval holds 0."""
    edges = [max(float(cell["low"]), -float(cell["high"]), 0.0) for cell in (row, row.get("held")) if cell]
    return max(edges) + 1e-6 * float(row["seats"])


def _end(data: Figures) -> h.Element:
    end = data["end"]
    rows = [[row["action"], percent(row["share"], 1), within(row, 1)] for row in end["by"]]
    rows += [[name, percent(end[key]["share"], 1), within(end[key], 1)]
             for name, key in (("nobody won alone or in a team", "void"), ("cut off", "unfinished"))]  # fmt: skip
    title = (
        f"{percent(end['by'][0]['share'])} of the games end with \u201c{end['by'][0]['action']}\u201d" if end["by"] else ""
    )
    return section("End", title, table(["last action", "games", "95% interval"], rows))
