"""The review of a finished match: the table as its player saw it, beside it the chances through the match, what
cost most, and where the results come from. And the page that is shown while the coach still thinks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import htpy as h
from markupsafe import Markup

from tuckbox.coach.judge import within
from tuckbox.coach.review import is_told
from tuckbox.coach.why import Reason
from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised, listed
from tuckbox.match.labels import label
from tuckbox.server.html.art import sheet_html
from tuckbox.server.html.curve import Point, curve
from tuckbox.server.html.duplicate import PARTS
from tuckbox.server.html.log_chat import with_chips
from tuckbox.server.html.markup import classes
from tuckbox.server.html.page import Subject, document, game_of, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.replay import HIDING, open_hands, share_step, steps_dock, steps_nav, still_table, told_of
from tuckbox.server.html.surroundings import review_path
from tuckbox.server.html.words import phrase, spoken
from tuckbox.server.table.view_model import ViewModel

_LIKELY = 6
_LONG = 120
"""Greatest number of decisions of a series whose curve shows all games at once."""

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Reviewed:
    """A review as it is looked at: the match at a step, as its player saw it or with all hands `opened`; the coach's `data`;
    `seen_at` has for each decision the step at which it is looked at; `mine` says that who looks has played it. One that
    `hides` how the match ends tells of what has been decided by that step; its model must not know more either; it may be
    `worded`."""

    model: ViewModel
    seat: int
    data: Data
    seen_at: tuple[int, ...]
    opened: bool = False
    mine: bool = False
    hides: bool = False
    worded: bool = False

    @property
    def game(self) -> Game | None:
        """The game that was played, if it is still installed."""
        return game_of(self.model)

    @property
    def names(self) -> tuple[str, ...]:
        """The players at the table."""
        return tuple(seat.name for seat in self.model.seats)

    @property
    def decision(self) -> Data | None:
        """The decision that is to be made at the step shown."""
        at = self.number
        return None if at is None else self.data["decisions"][at]

    @cached_property
    def decisions(self) -> list[tuple[int, Data]]:
        """The decisions that are told of, each with the step at which it is looked at."""
        made = zip(self.seen_at, self.data["decisions"], strict=True)
        return [(at, each) for at, each in made if not self.hides or at <= self.model.step]

    @cached_property
    def costly(self) -> list[Data]:
        """Those that cost most of all decisions, as far as they are told of."""
        told = {each["step"] for _, each in self.decisions}
        return [each for each in self.data["costly"] if each["step"] in told]

    @cached_property
    def accounts(self) -> list[Data]:
        """Luck and skill of the games that are told of to their end."""
        return [each for each in self.data["accounts"] if not self.hides or each["game"] < self.shown_game]

    @property
    def number(self) -> int | None:
        """The place of that decision among all, from 0; None where nothing is decided."""
        return self.seen_at.index(self.model.step) if self.model.step in self.seen_at else None

    @cached_property
    def shown_game(self) -> int:
        """The game that is shown, counted from 0."""
        return int(max((each["game"] for at, each in self.decisions if at <= self.model.step), default=0))

    @cached_property
    def games(self) -> int:
        """Number of games with decisions to show."""
        return 1 + max((each["game"] for _, each in self.decisions), default=0)

    @cached_property
    def cut(self) -> bool:
        """Whether decisions are shown one game at a time, since there are many."""
        return self.games > 1 and len(self.decisions) > _LONG

    def path(self, step: int, opened: bool | None = None, hides: bool | None = None) -> str:
        """The address of this review at a step, within its page."""
        asked = {"seat": self.seat, "step": step}
        if self.opened if opened is None else opened:
            asked["open"] = 1
        return f"?{urlencode(asked)}{f'&{HIDING}' if (self.hides if hides is None else hides) else ''}"

    def at(self, decision: Data) -> int:
        """The step at which a decision of the review is looked at."""
        steps = [each["step"] for each in self.data["decisions"]]
        return self.seen_at[steps.index(decision["step"])]

    def said(self, action: str) -> str:
        """An action in words."""
        said = label(self.game, action, self.names, self.seat) if self.game else action
        return spoken(self.game, said) if self.worded else said


def thinking_page(model: ViewModel, seat: int, done: int, of: int, failed: str, visitor: Visitor) -> str:
    """The page while the coach thinks; a script looks again by itself, without scripts the browser does."""
    name = model.seats[seat].name
    said = f"The coach goes through every decision of {name}, knowing only what {name} knew then."
    counted = f"{done} of {of} looks" if of else "waiting for its turn"  # some decisions get a second, and why is one, too
    body = h.main("#main.page")[
        h.h1["The coach is thinking" if not failed else "There is no review"],
        h.div("#thinking.counsel", data_failed=failed or None)[
            h.p(role="alert")[f"{capitalised(failed)}."]
            if failed
            else [h.p[said], h.progress(max=str(of or 1), value=str(done), aria_label="How far the coach is"), h.p[counted]]
        ],
        h.p[h.a(".order", href=f"/tables/{model.table}")["Back to the table"]],
    ]
    again = None if failed else h.noscript[h.meta(http_equiv="refresh", content="3")]
    back = review_path(model.table, seat)
    return document(
        "The coach", body, visitor, script="review.js", back=back, head=again, styles=("pages.css", "review.css")
    )


def review_page(shown: Reviewed, visitor: Visitor, head: h.Node = None) -> str:
    """The whole document; `head` describes the page to those who preview its link."""
    model = shown.model
    return document(
        f"Review: {model.title}",
        [h.main("#live")[Markup(review_body(shown))], Markup(sheet_html(shown.game))],
        visitor,
        subject=Subject.of(model),
        script="review.js",
        back=f"/tables/{model.table}/review{shown.path(model.step)}",
        head=head,
        styles=(*styles_for(model, shown.worded), "replay.css", "review.css"),
    )


def review_body(shown: Reviewed) -> str:
    """The part of the document that changes from step to step."""
    model = shown.model
    scene = open_hands(model.scene) if model.scene and shown.opened else model.scene
    told = told_of(model, shown.worded) or f"After step {model.step}."
    body = h.div("#table", class_=classes("table", "stage-replay", "review", shown.worded and "words"), data_deck="")[
        still_table(model, scene, shown.worded),
        steps_dock(
            shown.worded,
            h.p("#status", role="status", tabindex="-1")[told],
            steps_nav(model, shown.path, _between(shown), shown.path(model.step, hides=False) if shown.hides else None),
        ),
        h.section(".chances", aria_labelledby="chances-title")[_chances(shown), _verdict(shown)],
        h.aside(aria_label="The coach")[_costly(shown), _hands(shown), _accounts(shown), _all(shown), _ways(shown)],
    ]
    return str(body)


# -- the decision that is shown ----------------------------------------------------------------------------------------


def _verdict(shown: Reviewed) -> h.Node:
    """The action played here, and the better one, as far as could be known. Its place is there before anything is said in
    it, without which it is not read out; it is read as a whole: of a change alone one would not know what is better."""
    found = shown.decision
    if found is None:
        return h.div("#verdict", aria_live="polite", aria_atomic="true")
    told: list[h.Node] = [_played(shown, found)]
    if _worse(found):
        told.append(_better(shown, found))
    else:
        told.append(h.p(".fine")["✓ The coach knows nothing better."])
    better, kind = found["better"] if _worse(found) else None, classes("verdict", _worse(found) and "costs")
    said = {"aria-live": "polite", "aria-atomic": "true", "data-played": found["played"], "data-better": better}
    return h.div("#verdict", class_=kind, **said)[
        told, h.div(".tries")[_try(shown, found, found["better"]) if _worse(found) else None, _try(shown, found)]
    ]


def _worse(found: Data) -> bool:
    """Whether something else was better, beyond the error and by more than trifles."""
    return bool(found["better"]) and is_told(found["cost"], found["error"])


def _played(shown: Reviewed, found: Data) -> h.Node:
    who = "You" if shown.mine else _who(shown)
    return h.p[f"{who} played ", _action(shown, found["played"]), f": {found['chance']:.0%}"]


def _better(shown: Reviewed, found: Data) -> h.Node:
    told = h.small[f"{capitalised(_cost(found))}."]
    better = h.p["Better was ", _action(shown, found["better"]), f": {found['best']:.0%}. ", told]
    costly: Data = next((each for each in shown.costly if each["step"] == found["step"]), {})
    reasons = [Reason(**each) for each in costly.get("why", ())]  # a review that was made earlier has none
    other = "the action you played" if shown.mine else "the action played"
    return [better, why_list(shown.game, reasons, other, shown.worded)]


def why_list(game: Game | None, reasons: Sequence[Reason], other: str, worded: bool) -> h.Node:
    """Why an action is better than another: what follows it more often, or less."""
    if not reasons:
        return None
    rows = [
        h.li[phrase(game, each.sentence, worded, shortest=2), f" {each.after:.0%} instead of {each.otherwise:.0%}"]
        for each in reasons
    ]
    return h.div(".why")[h.p[f"Why? Compared with {other}, both played on by rule of thumb:"], h.ul[rows]]


def _who(shown: Reviewed) -> str:
    return shown.names[shown.seat]


def _action(shown: Reviewed, action: str) -> h.Node:
    said = capitalised(shown.said(action))
    return h.b[said if shown.worded else Markup(with_chips(shown.game, said, shortest=2))]


def _cost(found: Data) -> str:
    """Points are percent of a win; the error is two standard deviations."""
    return f"cost {100 * found['cost']:.0f} points (±{within(found['error'])})"


def _try(shown: Reviewed, found: Data, action: str = "") -> h.Node:
    """A way to play on from here, beginning with an action or as one likes."""
    fields = {"seat": shown.seat, "step": shown.at(found), **({"action": action} if action else {})}
    return h.form(method="post", action=f"/tables/{shown.model.table}/practice")[
        [h.input(type="hidden", name=name, value=str(value)) for name, value in fields.items()],
        h.button(".order", class_="order main" if action else "order")[
            f"Try: {shown.said(action)}" if action else "Play on from here"
        ],
    ]


def _between(shown: Reviewed) -> tuple[int | None, int | None]:
    """The steps of the decisions before and after the one shown."""
    before = [at for at in shown.seen_at if at < shown.model.step]
    after = [at for at in shown.seen_at if at > shown.model.step]
    return (before[-1] if before else None, after[0] if after else None)


# -- beside the table --------------------------------------------------------------------------------------------------


def _chances(shown: Reviewed) -> h.Node:
    """The curve, and what it shows in a sentence: of the whole match, or where that is long of the game that is shown."""
    points, game = _points(shown), shown.shown_game
    if not points:
        return [h.h2("#chances-title")["The chances"], h.p["There was nothing to decide."]]
    if shown.cut:
        points = [point for point in points if point.game == game]
    chances = [point.chance for point in points]
    said = (
        f"The chances at {len(points)} decisions: {chances[0]:.0%} at first, {min(chances):.0%} at the lowest, "
        f"{max(chances):.0%} at the highest, {chances[-1]:.0%} at last."
    )
    results = {account["game"]: account["result"] for account in shown.accounts}
    whose = "Your" if shown.mine else f"{_who(shown)}’s"
    what = "chance to win" if wins_or_loses(shown.model) else "share of what the game pays"
    which = f": game {game + 1} of {shown.games}" if shown.cut else ""
    return [
        h.h2("#chances-title")[f"{whose} {what}, %{which}"],
        curve(points, results, shown.model.step, said),
    ]


def wins_or_loses(model: ViewModel) -> bool:
    """Whether a game pays for a win or a loss, not points, so that a share of its payoff is the chance to win."""
    view = model.view
    if view is None:
        return True
    return view.game.utility in ((0, 1), (-1, 1)) and not view.game.pays(len(view.names), view.options).degrees


def _points(shown: Reviewed) -> list[Point]:
    """The decisions as points of a curve."""
    ranks = {each["step"]: number for number, each in enumerate(shown.costly, 1)}
    return [
        Point(at, each["game"], each["chance"], each["within"], ranks.get(each["step"], 0)) for at, each in shown.decisions
    ]


def _costly(shown: Reviewed) -> h.Node:
    """The decisions that cost most."""
    found = shown.costly
    head = h.h2["What cost most"]
    if not found:
        whom = "you" if shown.mine else _who(shown)
        praise = "Up to here nothing did." if shown.hides else f"No decision clearly cost {whom} anything. Well played!"
        return h.section(".costs-most")[head, h.p[praise]]
    return h.section(".costs-most")[head, h.ol[[_row(shown, each, number) for number, each in enumerate(found, 1)]]]


def _row(shown: Reviewed, found: Data, number: int) -> h.Node:
    at = shown.at(found)
    where = f"game {found['game'] + 1}, step {at}" if shown.games > 1 else f"step {at}"
    here = "true" if at == shown.model.step else None
    return h.li[
        h.a(f"#costly-{number}", href=shown.path(at), aria_current=here)[
            h.span(".nth", aria_hidden="true")[str(number)],
            h.span[
                h.b[capitalised(shown.said(found["played"]))],
                f" ({found['chance']:.0%})",
                h.br,
                "better: ",
                h.b[shown.said(found["better"])],
                f" ({found['best']:.0%})",
                h.br,
                h.small[f"{capitalised(where)}. {capitalised(_cost(found))}."],
            ],
        ]
    ]


def _hands(shown: Reviewed) -> h.Node:
    """Hands at a costly decision: those that rivals might have held, and apart from these those that they did hold."""
    here = shown.decision
    found = next((each for each in shown.costly if here and each["step"] == here["step"]), None)
    if found is None or not any(each["cards"] for each in found["likely"]):
        return None
    might = [h.li[_might(shown, each)] for each in found["likely"] if each["cards"]]
    held = [each for each in found["held"] if each["cards"]]
    did = [h.li[h.b[shown.names[each["seat"]]], " ", _cards(shown, each["cards"])] for each in held]
    return h.section(".hands")[
        h.h2["The others’ cards"],
        h.h3["What they might have held, as far as one could know"],
        h.ul[might],
        h.details("#held")[h.summary["What they did hold"], h.ul[did], h.p["No verdict rests on this."]],
    ]


def _might(shown: Reviewed, held: Data) -> h.Node:
    shares = sorted(held["cards"].items(), key=lambda each: -each[1])[:_LIKELY]
    rows = [
        h.li[_cards(shown, [face]), h.meter(value=f"{share:.2f}", aria_label="how likely"), f" {share:.0%}"]
        for face, share in shares
    ]
    return [h.b[shown.names[held["seat"]]], h.ul(".likely")[rows]]


def _cards(shown: Reviewed, faces: Any) -> Markup | str:
    if shown.worded:
        return listed([spoken(shown.game, face) for face in faces])
    return Markup(with_chips(shown.game, " ".join(faces)))


def _accounts(shown: Reviewed) -> h.Node:
    """Luck and skill told apart."""
    found = shown.accounts
    if not found:
        return None
    head = h.tr[[h.th(scope="col")[title] for title in ("Game", *(title for title, _ in PARTS), "Result")]]
    first = {each["game"]: at for at, each in reversed(shown.decisions)}
    rows = [
        h.tr[
            h.th(scope="row")[
                h.a(href=shown.path(first[each["game"]]), aria_label=f"Game {each['game'] + 1}")[str(each["game"] + 1)]
            ],
            [_share(each[name]) for _, name in PARTS],
            h.td[f"{each['result']:.0%}"],
        ]
        for each in found
    ]
    means = {name: sum(each[name] for each in found) / len(found) for _, name in PARTS}
    told = ", ".join(f"{title.lower()} {100 * means[name]:+.0f}" for title, name in PARTS)
    whole = "On average a game brought, beside" if len(found) > 1 else "Beside"
    return h.section(".accounts")[
        h.h2["Luck and skill"],
        h.p[f"{whole} an even share, in points of 100: {told}."],
        h.table[h.thead[head], h.tbody[rows]] if len(found) > 1 else None,
    ]


def _share(share: float) -> h.Node:
    rounded = round(100 * share)
    return h.td(class_="gain" if rounded > 0 else "loss" if rounded < 0 else None)[f"{rounded:+d}" if rounded else "0"]


def _all(shown: Reviewed) -> h.Node:
    """The decisions of the curve as links: what it shows, for those who read or listen."""
    games, game = shown.games, shown.shown_game
    rows = [_decision(shown, at, each) for at, each in shown.decisions if not shown.cut or each["game"] == game]
    title = f"Decisions so far: {len(rows)}" if shown.hides else f"All {len(rows)} decisions"
    title += f" of game {game + 1} of {games}" if shown.cut and not shown.hides else ""
    return h.details("#decisions")[h.summary[title], h.ol(".decisions")[rows]]


def _decision(shown: Reviewed, at: int, each: Data) -> h.Node:
    here = "true" if at == shown.model.step else None
    said = f"{at}: {shown.said(each['played'])} "
    return h.li[h.a(href=shown.path(at), aria_current=here)[said, h.small[f"{each['chance']:.0%}"]]]


def _ways(shown: Reviewed) -> h.Node:
    """Other ways to look at it."""
    model, step = shown.model, shown.model.step
    opened = "As it was seen then" if shown.opened else "Show all hands"
    hiding = f"&{HIDING}" if shown.hides else ""
    paths = [(seat, review_path(model.table, seat.number) + hiding) for seat in model.seats]
    others = [h.a(href=path, aria_current="page" if seat.number == shown.seat else None)[seat.name] for seat, path in paths]
    return h.nav(".views", aria_label="Ways to look at it")[
        h.a("#way-open.order", href=shown.path(step, opened=not shown.opened))[opened],
        " ",
        share_step(shown.path(step), shown.hides),
        h.p["The match of ", [[" · " if number else None, link] for number, link in enumerate(others)]],
        h.p[h.small["The coach judges each decision by what could be known then, and by nothing else."]],
    ]
