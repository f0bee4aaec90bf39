"""The report of an exam: one page that opens offline, and a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import htpy as h
from rich.console import Console
from rich.table import Table

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import listed
from tuckbox.lab.exam.exam import share
from tuckbox.lab.exam.form import Exam, Part, Remembered, Result
from tuckbox.lab.pages import document, facts, figure, percent, section, table
from tuckbox.lab.study import pictures
from tuckbox.run.stats import SampleMean, few, sample_mean


def pooled(means: Sequence[SampleMean], numbers: Sequence[int]) -> SampleMean:
    """The mean of the numbers behind several means, each with how many they were.

    >>> round(pooled([SampleMean(0.0, 0, 0, 1.0), SampleMean(1.0, 0, 0, 1.0)], [10, 30]).mean, 2)
    0.75
    """
    total = sum(each.mean * n for each, n in zip(means, numbers, strict=True))
    squares = sum(
        (each.spread or 0.0) ** 2 * max(0, n - 1) + n * each.mean**2 for each, n in zip(means, numbers, strict=True)
    )
    return sample_mean(total, squares, sum(numbers))


def together(parts: Iterable[Part]) -> Part:
    """A share of all the decisions of which several parts are shares."""
    found = list(parts)
    return share(sum(part.share * part.of for part in found), sum(part.of for part in found))


def _of(found: Exam, name: str) -> list[Result]:
    return [result for result in found.results if result.candidate == name]


def overall(found: Exam, name: str) -> SampleMean:
    """The payoff of a candidate above that which the rivals would have got, over all results, which count alike."""
    results = _of(found, name)
    return pooled([result.gap for result in results], [found.deals] * len(results))


def candidates(found: Exam) -> list[str]:
    """The candidates, the best first."""
    names = list(dict.fromkeys(result.candidate for result in found.results))
    return sorted(names, key=lambda name: -overall(found, name).mean)


def _number(value: SampleMean, digits: int = 3, sign: bool = False) -> list[str]:
    """A mean and its interval as two cells."""
    plus = "+" if sign else ""
    if value.low is None or value.high is None:
        return [f"{value.mean:{plus}.{digits}f}", "-"]
    return [f"{value.mean:{plus}.{digits}f}", f"{value.low:{plus}.{digits}f} to {value.high:{plus}.{digits}f}"]


def page(game: Game, found: Exam) -> str:
    """The whole page, as text."""
    said = [f"{name} {value}" for name, value in found.options.items()]
    sizes = [str(size) for size in sorted({result.players for result in found.results})]
    twin = f"; in the words of twin {found.twin} for those who are asked" if found.twin is not None else ""
    setting = f"{found.deals} deals, seed {found.seed}, each from every seat or team; {listed(sizes)} players{twin}"
    best = candidates(found)[0]
    top = [
        h.h1[game.title],
        h.p(".lead")[f"An exam of {listed(candidates(found))}, among {listed(found.against)}."],
        h.p(".setting")[setting, h.br, "Options: " + ("; ".join(said) or "none"), "."],
        facts([
            ("Best", best, f"{overall(found, best).mean:+.3f} a game beside the rivals"),
            ("Games", f"{sum(each.games for each in found.results):,}", f"{len(found.results)} line-ups"),
            ("Judged", f"{sum(each.agrees.of for each in found.results):,}", f"decisions, by searches of {found.effort}"),
            ("Memory", f"{sum(row.positions for row in found.memory):,}", "positions put before candidates"),
        ]),
    ]  # fmt: skip
    sections = [_result(game, found), _decisions(found), _answers(found), *([_memory(found)] if found.memory else [])]
    names = ["Result", "Decisions", "Answers", *(["Memory"] if found.memory else [])]
    foot = (
        f"Made by tuckbox {found.tuckbox} from rules {found.rules}. Without programs the same command gives the same "
        "figures on any machine; they stand beside this page as JSON. Intervals are at 95%, each for itself, and want more "
        "than a few deals. Coach and bots see what the seat can see."
    )
    return document(f"{game.title}: an exam", top, names, sections, foot)


def _result(game: Game, found: Exam) -> h.Element:
    low, high = game.utility
    drawn = []
    for players in sorted({result.players for result in found.results}):
        for rival in found.against:
            results = [result for result in found.results if (result.players, result.against) == (players, rival)]
            bars = [{"name": result.candidate, **_cuts(result.payoff, low, high)} for result in results]
            even = (results[0].payoff.mean - results[0].gap.mean - low) / (high - low)
            label = f"{players} players, the others {rival}"
            drawn.append(figure(pictures.shares(bars, even, label), f"{label}: share of what a game pays."))
    rows = [
        [result.candidate, str(result.players), result.against, f"{result.games:,}", *_number(result.payoff),
         *_number(result.gap, sign=True)]
        for result in sorted(found.results, key=lambda result: (result.players, result.against, -result.gap.mean))
    ]  # fmt: skip
    heads = ["candidate", "players", "against", "games", "payoff", "95% interval", "beside rivals", "95% interval"]
    text = (
        "Payoff is the mean of a deal over the seats. Beside rivals: less what the rivals get on the same deals among "
        "themselves, which is an equal share of the total where that is fixed. With three or more players no way of play, "
        "not even one of an equilibrium, is sure of an equal share."
    )
    order = candidates(found)
    title = f"{order[0]} did best" + (f", {order[-1]} worst" if len(order) > 1 else "")
    return section("Result", title, h.div(".pair")[drawn], table(heads, rows), h.p[h.small[text]])


def _cuts(paid: SampleMean, low: float, high: float) -> dict[str, float]:
    """A mean payoff and its interval, which is no wider where there is none, as shares of what a game pays."""
    ends = paid.mean if paid.low is None else paid.low, paid.mean if paid.high is None else paid.high
    return {at: (value - low) / (high - low) for at, value in zip(("share", "low", "high"), (paid.mean, *ends), strict=True)}


def _decisions(found: Exam) -> h.Element:
    rows = []
    for name in candidates(found):
        results = _of(found, name)
        agrees = together(result.agrees for result in results)
        cost = pooled([result.cost for result in results], [result.agrees.of for result in results])
        shares = [percent(agrees.share), f"{percent(agrees.low)} to {percent(agrees.high)}"]
        rows.append([name, f"{agrees.of:,}", *([*shares, *_number(cost, 4)] if agrees.of else [""] * 4)])
    heads = ["candidate", "judged", "as the coach", "95% interval", "cost", "95% interval"]
    text = (
        "The coach sees what the seat could see then, says what it would do, and weighs that beside what was done by two "
        "fresh searches. The cost of a decision is the difference, as a share of what a game pays; it can be below 0 by "
        "chance."
    )
    title = "Decisions, judged by what could be known"
    return section("Decisions", title, table(heads, rows), h.p[h.small[text]])


def _answers(found: Exam) -> h.Element:
    rows = []
    for name in candidates(found):
        results = _of(found, name)
        answers = sum(result.answers for result in results)
        if not answers:
            continue
        refused, forfeited = (sum(getattr(result, key) for result in results) for key in ("refused", "forfeited"))
        words, seconds = (_weighted(results, key) for key in ("words", "seconds"))
        rows.append([name, f"{answers:,}", f"{refused:,}", percent(refused / answers, 1), f"{forfeited:,}", words, seconds])
    title = "Answers in words, and those that were none" if rows else "Nobody was asked in words"
    heads = ["candidate", "answers", "refused", "of all", "games forfeited", "words each", "seconds each"]
    return section("Answers", title, *([table(heads, rows)] if rows else []))


def _weighted(results: Sequence[Result], key: str) -> str:
    """The mean of a number over answers."""
    known = [(getattr(result, key), result.answers) for result in results if getattr(result, key) is not None]
    return f"{sum(value * n for value, n in known) / sum(n for _, n in known):.2g}" if known else ""


_RECALLED = [
    "candidate", "players", "positions", "remembered", "95% interval", "forgot", "share of the gain", "95% interval",
]  # fmt: skip


def _memory(found: Exam) -> h.Element:
    rows = [_recalled(row) for row in found.memory]
    text = (
        "In these positions the best action hangs on cards that were shown twenty decisions before or earlier. Programs "
        "were told the whole log, but saw those cards as backs; bots have the view, which forgets nothing. Remembered: did "
        "what is best for those who know. Forgot: did what seems best to those who do not. The gain is the difference."
    )
    return section("Memory", "Whether what was shown long ago is used", table(_RECALLED, rows), h.p[h.small[text]])


def _recalled(row: Remembered) -> list[str]:
    part = f"{percent(row.remembered.low)} to {percent(row.remembered.high)}"
    shares = [percent(row.remembered.share), part, percent(row.forgot.share)]
    return [row.candidate, str(row.players), str(row.positions), *shares, *_number(row.used, 2)]


def show(found: Exam, console: Console | None = None) -> None:
    """Print what matters most, a line for each candidate; and what they remembered, where they were asked for that."""
    console = console or Console()
    shown = Table(title=f"{found.game}, {found.deals} deals from every seat or team", title_justify="left")
    for head in ("candidate", "beside rivals", "95% interval", "as the coach", "refused answers"):
        shown.add_column(head, justify="left" if head == "candidate" else "right")
    for name in candidates(found):
        results = _of(found, name)
        answers, refused = (sum(getattr(result, key) for result in results) for key in ("answers", "refused"))
        agrees = together(result.agrees for result in results)
        none = f"{refused:,} of {answers:,}" if answers else ""
        shown.add_row(name, *_number(overall(found, name), sign=True), percent(agrees.share) if agrees.of else "", none)
    console.print(shown)
    for line in few(found.deals):
        console.print(line)
    if found.memory:
        console.print(_recalls(found.memory))


def _recalls(rows: Iterable[Remembered]) -> Table:
    """Shares of the positions in which candidates remembered, and in which they forgot."""
    shown = Table(title="In positions that ask for memory", title_justify="left")
    for head in _RECALLED[:6]:
        shown.add_column(head, justify="left" if head == "candidate" else "right")
    for row in rows:
        shown.add_row(*_recalled(row)[:6])
    return shown
