"""What players of each manner lean to, in positions one can judge."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

import tuckbox
from tests.games.whipsaw.positions import GAME, PLAIN, legal, play, position
from tuckbox.bots.bots import Policy, make_bot
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError, RulesError
from tuckbox.games.whipsaw import rules
from tuckbox.kit.chance import Fast

PASS = ("P2: let pass", "P3: let pass")


def leaning(s: Any, text: str, manner: str = "honest") -> int:
    """Return the weight of an action for the seat to act."""
    assert text in legal(s)
    weight: int = PLAIN.rules.lean(s, GAME.actions.code(text), GAME.manner(manner))
    return weight


def favourite(s: Any, manner: str = "honest") -> str:
    """Return the action with the most weight."""
    return max(sorted(legal(s)), key=lambda text: leaning(s, text, manner))


def test_manners_have_names_and_the_first_is_that_of_prefer() -> None:
    s = position(["oL kJ gB", "", ""], built={"A01": "P2: oL"}, row="OP1")
    assert GAME.manners[0] == "honest"
    for text in legal(s):
        assert PLAIN.rules.prefer(s, GAME.actions.code(text)) == leaning(s, text)
    assert Policy.parse("greedy:liar").code(GAME) == Policy.parse("greedy").code(GAME) | GAME.manner("liar") << 4


def test_an_unknown_manner_is_refused() -> None:
    with pytest.raises(OptionError, match="knows no manner 'meek'; it knows honest, sly"):
        make_bot("greedy:meek", GAME)
    with pytest.raises(OptionError, match="whiplash knows no manner 'sly'"):
        make_bot("greedy:sly", tuckbox.game("whiplash"))


def test_manners_need_a_rule() -> None:
    bare = ModuleType("bare", "Rules without `lean`.")
    for name in ("State", "act", "setup", "legal", "apply"):
        setattr(bare, name, getattr(rules, name))
    with pytest.raises(RulesError, match="no rule `lean`"):
        Game(name="bare", title="Bare", rules=bare, scene=GAME.scene, manners=("calm",))


def test_the_honest_never_build_what_they_cannot_pay_for_the_sly_may() -> None:
    s = play(position(["oL kJ", "", ""], row="BP4", built={"BP1": "P1: oL kJ", "BP2": "P1: kJJ"}), "no action")
    assert favourite(s, "honest") == "no build"
    assert favourite(s, "sly") == favourite(s, "liar") == "build BP4"


def test_a_liar_lies_even_where_they_could_pay() -> None:
    s = play(position(["oL oL kJ", "", ""], row="A01"), "no action", "build A01", *PASS)
    assert favourite(s, "honest") == favourite(s, "sly") == "put oL"
    play(s, "put oL")
    assert (favourite(s, "honest"), favourite(s, "liar")) == ("put oL", "done")


def test_an_impossible_stack_is_called_unless_one_trusts() -> None:
    s = position(["oL oLL oL kJJ", "", ""], built={"A07": "P2: oL"}, row="")
    assert favourite(s, "honest") == "call A07"
    assert favourite(s, "trusting") == "no action"


def test_who_cannot_have_the_road_leaves_the_call_to_others() -> None:
    """What a rival loses helps all others as much, and the card is the caller's."""
    s = position(["oL oL", "", ""], built={"OP4": "P2: oL", "OP1": "P2: oLL", "OP2": "P2: oL kJ"}, row="")
    assert favourite(s, "honest") == "no action"
    assert favourite(s, "hasty") == "call OP4"


def test_a_card_is_spent_that_is_worth_least() -> None:
    s = play(position(["oLL oL oLB", "", ""], built={"A01": "P2: oL"}), "call A01")
    assert favourite(s) == "spend oL"


def test_a_bluff_that_can_be_mended_is_delayed_and_mended() -> None:
    built = {"A12": "P2: gB gB gB"}
    s = play(position(["oL", "kJ gB gBB", ""], built=built), "call A12", "spend oL")
    assert favourite(s) == "delay with kJ"
    assert favourite(s, "peaceful") == "no delay"
    play(s, "P2: delay with kJ", "P1: no build", "P2: no action")
    assert favourite(s) == "fix gB"
    play(s, "fix gB")
    assert favourite(s) == "no delay"


def test_a_road_that_helps_the_builder_much_is_blocked() -> None:
    built = {"HH1": "P1: gBB", "HH2": "P1: oLB", "HH3": "P1: oL kJ", "HH5": "P1: oLL gBB"}
    s = play(position(["oLL", "kJ kJ", ""], row="HH4 A02", built=built), "no action", "build HH4")
    assert favourite(s) == "block with kJ"
    assert favourite(s, "peaceful") == "let pass"
    s = play(position(["oLL", "kJ kJ", ""], row="HH4 A02"), "no action", "build A02")
    assert favourite(s) == "let pass"


def test_cards_that_pay_without_waste_go_first() -> None:
    s = play(position(["kJ kJJ kJL oL", "", ""], row="OP2"), "no action", "build OP2", *PASS)
    assert favourite(s) == "put kJL"
    s = play(position(["kJ kJJ oL", "", ""], row="BP2"), "no action", "build BP2", *PASS)
    assert favourite(s) == "put kJJ"


def test_a_venture_is_shared() -> None:
    s = position(["kJ kJJ oL oLL", "kJJ oL oL", ""], fronts={"JV3": "P3"}, row="")
    play(s, "no action")
    assert favourite(s).startswith("offer JV3")
    assert favourite(s, "loner") == "no build"
    play(s, "offer JV3 to P2", "put kJJ", "done")
    assert (favourite(s), favourite(s, "loner")) == ("join", "decline")
    play(s, "join", "put oL", "put oL", "done")
    assert favourite(s) == "sign"


def test_weights_are_at_least_one_and_not_too_great() -> None:
    for seed in range(3):
        s: Any = GAME.blank(3)
        chance = Fast(seed)
        PLAIN.rules.begin(s, chance)
        moves = PLAIN.moves()
        while not s.over:
            for manner in range(len(GAME.manners)):
                moves.manner = [manner] * len(moves.manner)
                PLAIN.playout.options(s, moves)
                assert 0 < PLAIN.playout.weigh(s, moves) < 1 << 31
                assert min(moves.weight[: moves.n]) >= 1
            moves.manner = [0] * len(moves.manner)
            PLAIN.rules.apply(s, PLAIN.playout.preferred(s, moves, chance), chance)


def test_debts_are_taken_for_the_road_that_counts_them_unless_one_is_thrifty() -> None:
    """With the Van Wyck Expressway three debts kept bring 12 points and cost 9, and the $ come on top (WS-2.2)."""
    s = position(["gB oL", "", ""], built={"A05": "P1: oL kJ"}, row="")
    assert favourite(s, "honest") == favourite(s, "sly") == "borrow gB"
    assert favourite(s, "thrifty") == "no action"


def test_nobody_borrows_what_costs_more_than_it_brings() -> None:
    """A $ for Flushing Meadow is worth no three debts."""
    s = position(["kJ kB", "", ""], built={}, row="GC2")
    assert favourite(s, "honest") == favourite(s, "spendthrift") == "no action"


def test_a_loan_is_taken_where_the_tolls_pay_it_back() -> None:
    """The Gowanus Expressway costs L1 $3 and gives 5 $: three pay for it, three of the five pay the debts."""
    s = position(["oL kB", "", ""], built={}, row="A04")
    assert leaning(s, "borrow kB", "spendthrift") > leaning(s, "no action", "spendthrift")


def test_bankers_are_put_before_tokens_that_pay_debts() -> None:
    s = position(["kJ gB", "", ""], row="GC2", money=(1,), debts=(1,))
    play(s, "no action", "build GC2", *PASS)
    assert favourite(s) == "pay 0"
    s = position(["kJ gB", "", ""], row="GC2", money=(1,))
    play(s, "no action", "build GC2", *PASS)
    assert favourite(s) == "pay 1"
