"""The classics in `examples` against the same games in OpenSpiel: the same deal and actions, step by step, and speed.

    pip install -e '.[bench]'
    python bench/classics.py [--games N] [--rounds N] [--only NAME]

At every decision the mover and all legal actions have to be the same, and at the end all returns. Random games are played
with the options that make it one game; where the two still differ, the table says how. Then both are timed, turn by turn.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import openspiel
from contest import ROUNDS, Row, Runner, hold, table
from native_vs_plain import playing
from openspiel import Missing
from peers import versions
from subjects import subject

from tuckbox.engine.engine import engine
from tuckbox.kit.chance import Fast

Setting: TypeAlias = tuple[str, dict[str, Any]]

GAMES = 10_000
TARGET = 8


class Differs(Exception):
    """The two are not one game."""


@dataclass
class Pair:
    """A game of ours, stepped in plain mode, beside one of OpenSpiel's."""

    game: Any
    state: Any
    theirs: Any
    choose: random.Random
    rng: Any
    steps: int = 0
    odd: int = 0
    """Number of times that a rule which differs has shown."""
    told: list[str] = field(default_factory=list)

    def legal(self) -> list[int]:
        """Our legal actions."""
        plain = engine(self.game, "plain")
        moves = plain.moves()
        return sorted(moves.action[: plain.playout.options(self.state, moves)])

    def apply(self, action: int) -> None:
        """Carry an action of ours out."""
        self.told.append(self.game.actions.text(action))
        engine(self.game, "plain").rules.apply(self.state, action, self.rng)

    def same(self, what: str, ours: object, theirs: object) -> None:
        """Raise `Differs` unless both say the same."""
        if ours != theirs:
            raise Differs(f"{what}: {ours}, in OpenSpiel {theirs}, after {', '.join(self.told) or 'the deal'}")


def same_returns(pair: Pair) -> None:
    """All returns at the end."""
    ours = [round(payoff, 9) for payoff in pair.state.payoff[: pair.state.players]]
    pair.same("returns", ours, [round(payoff, 9) for payoff in pair.theirs.returns()])


@dataclass(frozen=True)
class Classic:
    """A game that both have: the options that make them one, and what differs still."""

    name: str
    setting: Callable[[random.Random], Setting]
    """The game as OpenSpiel calls it, and our options that make it the same, the number of players among them; drawn."""
    chance: Callable[[Pair], Iterator[int]]
    """Outcomes of their chance as our deal has them."""
    step: Callable[[Pair], None]
    """One decision, or all that are made at once, compared and carried out on both sides."""
    differs: str
    timed: tuple[str, Mapping[str, Any], int]
    """The setting that is timed: the game as OpenSpiel calls it, our options and the number of players."""
    end: Callable[[Pair], None] = same_returns
    """The results compared."""
    odd: str = ""
    """A difference that shows only now and then, told with how often it has."""

    @property
    def game(self) -> Any:
        """Our game."""
        return subject(self.name)


def agree(classic: Classic, games: int) -> tuple[int, int]:
    """Play random games on both sides; the number of decisions that agreed, and how often a rule that differs has shown.

    Raises `Differs`, or `Missing`.
    """
    loaded: dict[str, Any] = {}
    decisions = odd = 0
    for number in range(games):
        choose = random.Random(number)
        name, options = classic.setting(choose)
        if name not in loaded:
            loaded[name] = openspiel.module().load_game(name)
        state, rng = classic.game.blank(options.pop("players", None), options), Fast(number)
        engine(classic.game, "plain").rules.begin(state, rng)
        pair = Pair(classic.game, state, loaded[name].new_initial_state(), choose, rng)
        drawn = classic.chance(pair)
        while True:
            while pair.theirs.is_chance_node():
                pair.theirs.apply_action(next(drawn))
            pair.same("the end", bool(pair.state.over), pair.theirs.is_terminal())
            if pair.state.over:
                break
            classic.step(pair)
        classic.end(pair)
        decisions += pair.steps
        odd += pair.odd
    return decisions, odd


def one_step(
    pair: Pair, code: Callable[[int], int], greedy: float = 0, refuses: Callable[[int], bool] | None = None
) -> None:
    """Compare and make a decision of one seat; `code` is an action of ours as theirs.

    It is drawn by lot, a share `greedy` of all as greedy bots make it. What the other side `refuses` though the rules allow
    it (their numbers) is counted and not done.
    """
    ours = {code(action): action for action in pair.legal()}
    theirs = pair.theirs.legal_actions()
    odd = {number for number in ours if refuses and number not in theirs and refuses(number)}
    pair.odd += len(odd)
    pair.same("mover", pair.state.turn, pair.theirs.current_player())
    pair.same("legal actions", sorted(ours.keys() - odd), sorted(theirs))
    number = pair.choose.choice(sorted(theirs))
    if pair.choose.random() < greedy:
        number = max(theirs, key=lambda number: pair.game.rules.prefer(pair.state, ours[number]))
    pair.theirs.apply_action(number)
    pair.apply(ours[number])
    pair.steps += 1


# -- Liar's Dice -------------------------------------------------------------------------------------------------------


def thrown(pair: Pair) -> Iterator[int]:
    """The dice under the cups, seat by seat."""
    for seat in range(pair.state.players):
        for cell in pair.state.cup[seat].cell[: pair.state.cup[seat].n]:
            yield cell & 255


def doubting(pair: Pair) -> None:
    """A bid or a doubt; their doubt comes behind all bids that can be made with so many dice."""
    last = sum(pair.state.left[:2]) * 6
    one_step(pair, lambda action: action if action < pair.game.rules.DOUBT else last)


# -- Goofspiel ---------------------------------------------------------------------------------------------------------


def turned_up(pair: Pair) -> Iterator[int]:
    """The prizes in the order in which they are turned up."""
    place = 0
    while True:
        yield pair.state.prize.cell[place] & 255
        place += 1


def same_bids(pair: Pair) -> None:
    """All returns at the end: ours are shares of the points there were, where points are counted."""
    cards = pair.state.cards
    points = cards * (cards + 1) // 2 if pair.state.score else 1
    ours = [round(payoff * points, 9) for payoff in pair.state.payoff[: pair.state.players]]
    pair.same("returns", ours, [round(payoff, 9) for payoff in pair.theirs.returns()])


def bidding(pair: Pair) -> None:
    """All bids at once."""
    joint = []
    for seat in range(pair.state.players):
        pair.same("who bids", pair.state.turn, seat)
        pair.same("legal bids", pair.legal(), pair.theirs.legal_actions(seat))
        joint.append(pair.choose.choice(pair.legal()))
        pair.apply(joint[-1])
        pair.steps += 1
    pair.theirs.apply_actions(joint)


# -- Hearts ------------------------------------------------------------------------------------------------------------

WAYS = (0, 1, 3, 2, 0)
"""OpenSpiel's numbers of the ways to pass, by our option: in turn, left, right, across, none."""


def dealt_hearts(pair: Pair) -> Iterator[int]:
    """First the way to pass, then the cards, one for each seat in turn."""
    yield WAYS[pair.state.passing]
    for place in range(52):
        yield pair.state.hand[place % 4].cell[place // 4] & 255


def tricks(pair: Pair) -> None:
    """A card that is played; or all that are passed, which are chosen seat by seat there and card by card here."""
    play = pair.game.rules.PLAY
    if pair.state.to_pass == 0:
        one_step(pair, lambda action: action - play)
        return
    passed: list[list[int]] = []
    for seat in range(4):
        held = sorted(cell & 255 for cell in pair.state.hand[seat].cell[:13])
        passed.append([])
        for _ in range(3):
            pair.same("who passes", seat, pair.theirs.current_player())
            pair.same("cards to pass", [card for card in held if card not in passed[-1]], pair.theirs.legal_actions())
            passed[-1].append(pair.choose.choice(pair.theirs.legal_actions()))
            pair.theirs.apply_action(passed[-1][-1])
    for place in range(3):
        for seat in range(4):
            pair.same("who passes", pair.state.turn, seat)
            pair.same("cards to pass", passed[seat][place] in pair.legal(), True)
            pair.apply(passed[seat][place])
            pair.steps += 1


# -- Cribbage ----------------------------------------------------------------------------------------------------------


def their_card(card: int) -> int:
    """OpenSpiel's number of a card in Cribbage: suit by suit, aces low."""
    return card % 4 * 13 + (card // 4 + 1) % 13


def dealt_cribbage(pair: Pair) -> Iterator[int]:
    """The cards of both hands, and once both have laid away the starter; deal after deal."""
    while True:
        for seat in range(2):
            yield from [their_card(cell & 255) for cell in pair.state.hand[seat].cell[:6]]
        yield their_card(pair.state.starter.cell[0] & 255)


def crib(pair: Pair) -> None:
    """Two cards that both lay away, which OpenSpiel has as one action; or a card that is played, or a go."""
    s, rules = pair.state, pair.game.rules
    if s.to_lay:
        laid = []
        for seat in range(2):
            held = sorted(their_card(cell & 255) for cell in s.hand[seat].cell[:6])
            by_rank = sorted(held, key=lambda card: (card % 13, card // 13))
            pairs = {52 + 52 * a + b: {a, b} for n, a in enumerate(by_rank) for b in by_rank[n + 1 :]}
            pair.same("who lays away", seat, pair.theirs.current_player())
            pair.same("pairs to lay away", sorted(pairs), pair.theirs.legal_actions())
            action = pair.choose.choice(sorted(pairs))
            pair.theirs.apply_action(action)
            laid.append([card for card in range(52) if their_card(card) in pairs[action]])
        for place in range(2):
            for seat in range(2):
                pair.same("who lays away", pair.state.turn, seat)
                pair.same("cards to lay away", laid[seat][place] in pair.legal(), True)
                pair.apply(laid[seat][place])
                pair.steps += 1
    else:
        one_step(pair, lambda action: 2756 if action == rules.GO else their_card(action - rules.PLAY))
    if s.over:
        plain = engine(pair.game, "plain").rules
        plain.after(s)
        if not s.done:
            plain.begin(s, pair.rng)


def won_cribbage(pair: Pair) -> None:
    """The points of both. As hands are counted OpenSpiel begins with the first seat and goes on when somebody has won; we
    begin with the seat that does not deal, and stop."""
    points, theirs = [float(n) for n in pair.state.points], pair.theirs.returns()
    pair.same(
        "points, but for those counted after the win", [min(*both) for both in zip(points, theirs, strict=True)], points
    )
    if points != theirs and max(points) < pair.state.target:
        pair.same("points", points, theirs)
    if (points[0] >= pair.state.target) != (theirs[0] >= pair.state.target):
        pair.odd += 1


# -- Euchre ------------------------------------------------------------------------------------------------------------


def dealt_euchre(pair: Pair) -> Iterator[int]:
    """The dealer, the cards one at a time, the dealer first there, and the card turned up."""
    dealer = pair.state.dealer
    yield dealer
    hands = [[card for card in range(24) if hand.cards >> card & 1] for hand in pair.state.hand]
    for place in range(20):
        yield hands[(dealer + place) % 4][place // 4]
    yield pair.state.turned.cell[0] & 255


def ordering(pair: Pair) -> None:
    """A bid, a discard, a card: their numbers are ours, but that a discard has none of its own."""
    discard = int(pair.game.rules.DISCARD)
    one_step(pair, lambda action: action - discard if action >= discard else action)


# -- Gin Rummy ---------------------------------------------------------------------------------------------------------

GIN_SUITS = (1, 2, 3, 0)
"""OpenSpiel's numbers of the suits, by ours: spades come first there."""
GIN_RUNS = {3: 65, 4: 109, 5: 149}
"""OpenSpiel's number of the first run of each length, behind the sets."""


def gin_card(card: int) -> int:
    """OpenSpiel's number of a card in Gin Rummy: suit by suit."""
    return GIN_SUITS[card % 4] * 13 + card // 4


def dealt_gin(pair: Pair) -> Iterator[int]:
    """Both hands, the card turned up, and the cards of the stock as they are drawn."""
    stock = [cell & 255 for cell in pair.state.stock.cell[: pair.state.stock.n]]
    for hand in pair.state.hand:
        yield from [gin_card(card) for card in range(52) if hand.cards >> card & 1]
    yield gin_card(pair.state.discards.cell[0] & 255)
    yield from map(gin_card, reversed(stock))


def gin_meld(cards: Sequence[int]) -> int:
    """OpenSpiel's number of a meld of these cards, lowest first."""
    low, suit = cards[0] // 4, GIN_SUITS[cards[0] % 4]
    if low == cards[-1] // 4:
        return 5 * low + min({0, 1, 2, 3, 4} - {GIN_SUITS[card % 4] for card in cards})
    return GIN_RUNS[len(cards)] + suit * (14 - len(cards)) + low


def gin_code(rules: Any, action: int) -> int:
    """An action of ours as theirs: cards, then what is done without one, then melds."""
    cards = [card for card in range(52) if rules.CARDS[action] >> card & 1]
    if cards:
        return 56 + gin_meld(cards) if len(cards) > 1 else gin_card(cards[0])
    return {rules.TAKE: 52, rules.DRAW: 53, rules.PASS: 54, rules.DONE: 54, rules.KNOCK: 55}[action]


def knocking(pair: Pair) -> None:
    """A decision of any kind; mostly what greedy bots do, for random players never come to knock.

    What OpenSpiel refuses though the rules allow it is not done here either. It takes the first arrangement that leaves
    least of eleven cards, and sees no knock where another one would leave less after its discard; and it forgets the end of
    a run on which two cards have been laid off.
    """
    rules = pair.game.rules
    laying_off = pair.state.phase == rules.Phase.LAY_OFF
    one_step(pair, lambda action: gin_code(rules, action), 0.8, lambda number: number == 55 or laying_off)


# -- Oh Hell -----------------------------------------------------------------------------------------------------------


def hell_card(card: int) -> int:
    """OpenSpiel's number of a card in Oh Hell: spades come before hearts."""
    return card // 4 * 4 + (0, 1, 3, 2)[card % 4]


def dealt_hell(pair: Pair) -> Iterator[int]:
    """The number of tricks, the dealer, the cards one at a time, the first seat first there, and the card turned up."""
    s = pair.state
    hands = [[card for card in range(52) if hand.cards >> card & 1] for hand in s.hand]
    yield s.tricks
    yield s.dealer
    for place in range(s.tricks * s.players):
        yield hell_card(hands[place % s.players][place // s.players])
    yield hell_card(s.turned.cell[0] & 255)


def bidding_and_tricks(pair: Pair) -> None:
    """A bid or a card."""
    play = int(pair.game.rules.PLAY)
    one_step(pair, lambda action: hell_card(action - play) if action >= play else 52 + action)


def scored_hell(pair: Pair) -> None:
    """All points; theirs are ten for a bid that comes true and one for each trick, even where it does not."""
    s = pair.state
    ours = [paid or float(tricks) for paid, tricks in zip(s.payoff[: s.players], s.taken, strict=False)]
    pair.same("points, with those of tricks", ours, pair.theirs.returns())


# -- Hanabi ------------------------------------------------------------------------------------------------------------


def dealt_hanabi(pair: Pair) -> Iterator[int]:
    """All hands, seat by seat, and the cards of the stock as they are drawn."""
    s = pair.state
    stock = [cell & 255 for cell in s.stock.cell[: s.stock.n]]
    for seat in range(s.players):
        yield from [cell & 255 for cell in s.hand[seat].cell[: s.hand[seat].n]]
    yield from reversed(stock)


def hinting(pair: Pair) -> None:
    """A hint, a discard or a card played; theirs do not say to which cards a hint points. Mostly what greedy bots do, for
    random players make three mistakes and are out."""
    rules, s = pair.game.rules, pair.state

    def code(action: int) -> int:
        if rules.FAMILY[action] != rules.HINT:
            return int(rules.PLACE[action]) + (rules.HAND if rules.FAMILY[action] == rules.PLAY else 0)
        after, hint = (rules.SEAT[action] - s.turn) % s.players - 1, rules.SAID[action]
        numbers = hint >= len(rules.COLOURS)
        return int(2 * rules.HAND + 5 * ((s.players - 1) * numbers + after) + hint % 5)

    one_step(pair, code, 0.8)


# -- all of them -------------------------------------------------------------------------------------------------------


def _dice(choose: random.Random) -> Setting:
    dice = choose.randint(1, 5)
    return f"liars_dice(numdice={dice})", {"dice": dice, "wild": "sixes", "play": "round", "first": "0"}


def _bids(choose: random.Random) -> Setting:
    cards, order = choose.randint(2, 13), choose.choice(("random", "descending", "ascending"))
    players, win = choose.randint(2, 5), choose.random() < 0.5
    score = "win_loss" if win else "point_difference"
    name = f"goofspiel(num_cards={cards},players={players},points_order={order},returns_type={score})"
    return name, {"players": players, "cards": cards, "order": order, "score": "win" if win else "difference"}


def _cribbage(choose: random.Random) -> Setting:
    return "cribbage(winner_bonus_reward=0.0)", {"flush": "four", "dealer_first": "0"}


def _euchre(choose: random.Random) -> Setting:
    stick = choose.choice(("true", "false"))
    return f"euchre(stick_the_dealer={stick.capitalize()})", {"stick": stick}


def _gin(choose: random.Random) -> Setting:
    knock = choose.choice(("ten", "upcard"))
    name = f"gin_rummy(oklahoma={knock == 'upcard'})"
    return name, {"knock": knock, "equal": "nothing", "put_back": "true", "first": "0"}


def _hell(choose: random.Random) -> Setting:
    players, cards = choose.randint(3, 5), choose.randint(1, 10)
    return f"oh_hell(players={players},num_tricks_fixed={cards})", {"players": players, "cards": cards}


def _hanabi(choose: random.Random) -> Setting:
    players = choose.randint(2, 3)
    return f"hanabi(players={players})", {"players": players}


def _hearts(choose: random.Random) -> Setting:
    return "hearts", {"passing": choose.choice(("left", "right", "across", "none"))}


CLASSICS = (
    Classic(
        "Liar's Dice",
        _dice,
        thrown,
        doubting,
        "for two there, one round, sixes wild; ours is for two to six, to the last die",
        ("liars_dice(numdice=5)", {"wild": "sixes", "play": "round", "first": "0"}, 2),
    ),
    Classic("Goofspiel", _bids, turned_up, bidding, "nothing", ("goofspiel", {}, 2), same_bids),
    Classic(
        "Hearts",
        _hearts,
        dealt_hearts,
        tricks,
        "cards are passed seat by seat there, at once here; one deal there, a match here",
        ("hearts", {"passing": "left"}, 4),
    ),
    Classic(
        "Cribbage",
        _cribbage,
        dealt_cribbage,
        crib,
        "all count on after a win there, the first seat first; both lay away at once here; four of a suit are a flush in "
        "the crib there, by an option here",
        ("cribbage", {"flush": "four"}, 2),
        won_cribbage,
        "another wins",
    ),
    Classic("Euchre", _euchre, dealt_euchre, ordering, "one deal there, a match here", ("euchre", {}, 4)),
    Classic(
        "Gin Rummy",
        _gin,
        dealt_gin,
        knocking,
        "refused there: some knocks that an arrangement allows, a third card laid off on an end of a run; by options here: "
        "a card taken up may be put down at once, to have just as little as who knocks scores nothing; one deal there",
        ("gin_rummy", {"put_back": "true", "equal": "nothing"}, 2),
        odd="refused there",
    ),
    Classic(
        "Oh Hell",
        _hell,
        dealt_hell,
        bidding_and_tricks,
        "a trick counts there even where the bid does not come true; one deal there, one card fewer in each deal here",
        ("oh_hell(num_tricks_fixed=7)", {}, 3),
        scored_hell,
    ),
    Classic("Hanabi", _hanabi, dealt_hanabi, hinting, "hints name the cards they point to here", ("hanabi", {}, 2)),
)


def rows(classics: Sequence[Classic], batch: int) -> Iterator[Row]:
    """The pace of random games on both sides."""
    for classic in classics:
        name, options, players = classic.timed
        ours = Runner(playing(engine(classic.game, "native"), players, batch, options))
        title = f"{classic.name}: decisions in random games"
        try:
            yield Row(title, "OpenSpiel C++", ours, Runner(openspiel.playing(openspiel.shipped(), name, batch)[0]), TARGET)
        except Missing as missing:
            yield Row(title, "OpenSpiel C++", missing=str(missing))


def say(text: str) -> None:
    """Tell how far we are."""
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Compare, time, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help=f"random games of each that are compared ({GAMES:,})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each is timed ({ROUNDS}; 0: not at all)")
    parser.add_argument("--batch", type=int, default=2_000, help="games in one run that is timed (2,000)")
    names = [classic.name for classic in CLASSICS]
    parser.add_argument("--only", action="append", choices=names, help="a game by its name; may be given several times")
    asked = parser.parse_args()
    classics = [classic for classic in CLASSICS if not asked.only or classic.name in asked.only]
    print("| game | random games | decisions | agree | differences in rules |\n| --- | ---: | ---: | --- | --- |")
    faults = 0
    for classic in classics:
        try:
            decisions, odd = agree(classic, asked.games)
            verdict = f"all, but {classic.odd} {odd} times" if odd else "all"
        except Differs as differs:
            decisions, verdict = 0, f"NOT: {differs}"
            faults += 1
        print(f"| {classic.name} | {asked.games:,} | {decisions:,} | {verdict} | {classic.differs} |", flush=True)
    if asked.rounds:
        found = list(rows(classics, asked.batch))
        hold(found, asked.rounds, say)
        print(f"\n{versions()}\n\n{table(found)}")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
