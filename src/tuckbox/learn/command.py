"""``tuckbox train``: a network that plays a game, or a belief about it, from one command."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any

import click
import platformdirs
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

from tuckbox.bots.learnt import pinned
from tuckbox.definition.finding import GameName
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.engine.weights import MOST_BYTES, Kind, Weights, parse, path_of, text_of
from tuckbox.errors import OptionError, WeightsError
from tuckbox.files import write_text
from tuckbox.learn.course import MINUTES, ROWS, Course, Learning, Options
from tuckbox.match.options import read_options
from tuckbox.numbers import Number
from tuckbox.run.extras import check_extras, extra
from tuckbox.run.lines import progress_bar
from tuckbox.run.options import Workers, in_the_lab, leave_interrupted, ready_to_write
from tuckbox.run.run import Executor

_ROUNDS = {"belief": 6, "network": 0}
_ROWS = {"belief": 12_000, "network": ROWS}

_LEARNING: dict[str, tuple[click.ParamType[Any], str]] = {
    "pull": (Number(0, 100), "How strongly to stay close to a former version; 0 for not at all."),
    "refresh": (click.IntRange(1), "Rounds until that version is replaced by a newer one."),
    "entropy": (Number(0, 10), "Reward for the entropy of the policy."),
    "clip": (Number(0.001, 1), "Largest step of a probability."),
    "mixed": (click.IntRange(0, 100), "Percentage of games with rivals."),
    "mirror": (Number(0, 1000), "Step of mirror descent, with a critic that sees all cards."),
    "average": (Number(0, 0.9999), "Part of the running mean of weights that each round keeps."),
    "rate": (Number(1e-6, 0.1), "Learning rate at the beginning."),
}
"""Types and help of the fields of `Learning` as options, in the order of the help."""


def _learning_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say how a network learns. The command is passed their values together, as `learning`."""

    @wraps(command)
    def called(**given: Any) -> None:
        command(learning=Learning(**{name: given.pop(name) for name in _LEARNING}), **given)

    for name, (kind, said) in reversed(_LEARNING.items()):
        usual = getattr(Learning, name)
        called = click.option(f"--{name}", type=kind, default=usual, show_default=bool(usual), help=said)(called)
    return called


@click.command()
@click.argument("game", type=GameName())
@click.option("--belief", is_flag=True, help="Learn what rivals are likely to hold, instead of how to play.")
@click.option("--players", type=int, help="How many players (default: the usual number).")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE,...", help="An option, and the values to play with.")
@click.option("--rivals", help="Rivals to learn from, separated by commas (default: greedy, in all its manners).")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed gives the same weights.")
@click.option("--minutes", type=Number(0.1, 10_000), help=f"How long it may take (default: {MINUTES:g}).")
@click.option("--rounds", type=click.IntRange(1, 1_000_000), help="Rounds of play and learning, instead of minutes.")
@click.option("--rows", type=click.IntRange(500, 1_000_000), help="Decisions in a round.")
@_learning_options
@click.option("--device", type=click.Choice(["cpu", "cuda"]), help="Where to learn (default: on a graphics card, if any).")
@click.option("--begin", metavar="FILE", help="Continue from the network in a file, also one for other options.")
@click.option(
    "--counter",
    type=click.IntRange(0, 100_000),
    default=0,
    help="Then train a counter for so many rounds; adopt it if it wins.",
)
@in_the_lab
@click.option(
    "--to", type=click.Path(dir_okay=False, path_type=Path), help="The file to write (default: one in your data folder)."
)
@click.option("--replace", is_flag=True, help="Replace what the game ships.")
@click.option("--resume", is_flag=True, help="Continue where the same training was interrupted.")
@click.option("--curve", type=click.Path(dir_okay=False, path_type=Path), help="Draw the course of the training, as SVG.")
@click.option("--stamp", is_flag=True, help="Do not train: check whether weights hold for today's rules, and with --option.")
def train(
    game: str,
    belief: bool,
    players: int | None,
    pairs: Sequence[str],
    rivals: str | None,
    seed: int,
    minutes: float | None,
    rounds: int | None,
    rows: int | None,
    learning: Learning,
    device: str | None,
    counter: int,
    begin: str | None,
    workers: Workers,
    to: Path | None,
    replace: bool,
    resume: bool,
    curve: Path | None,
    stamp: bool,
) -> None:
    """Train a bot by letting it play against itself and others.

    The bots `learned:FILE` and `search:normal:FILE` play by the file that it writes; with --belief the file tells a search
    which worlds are likely. With --replace it takes the place of what the game ships. Learning to play needs PyTorch: pip
    install 'tuckbox[torch]'.
    """
    kind: Kind = "belief" if belief else "network"
    if belief and (minutes or resume or curve or begin or counter or device or learning != Learning()):
        raise _for_networks_only()
    found = find_game(game)
    number = found.players[0] if players is None else players
    if to and replace:
        raise OptionError("--to names another file than what the game ships, which --replace writes: say one of them")
    shipped = path_of(found, number, kind)
    path = shipped if replace else to or own_path(found, number, kind)
    options, named = _options(pairs), rivals.split(",") if rivals else []
    ready_to_write(path.parent)
    if curve is not None:
        check_extras("lab", "matplotlib")
        ready_to_write(curve.parent)
    if stamp:
        weights = _stamped(found, to or shipped, named, options, workers.executor())
    else:
        course = Course.of(
            found, number, options, named, seed=seed, rows=rows or _ROWS[kind], rounds=rounds or _ROUNDS[kind],
            minutes=minutes or MINUTES, counter=counter, begin=pinned(begin) if begin else "", learning=learning,
        )  # fmt: skip
        if belief:
            weights = _belief(course, workers.executor())
        else:
            weights = _network(course, workers.executor, path, device or "", resume, curve)
    _write(path, weights)
    if kind == "network" and not stamp:
        _kept(path).unlink(missing_ok=True)  # before that --resume goes on, whatever stops it
    if not replace:
        click.echo(f"to play by it: --bots {'search:normal' if belief else 'learned'}:{path}")


def _for_networks_only() -> OptionError:
    """The error of options that make no sense with --belief."""
    names = ["minutes", "resume", "curve", "begin", "counter", "device", *(each.name for each in fields(Learning))]
    return OptionError(f"{', '.join(f'--{name}' for name in names)} are for networks, not for a belief")


def own_path(game: Game, players: int, kind: Kind) -> Path:
    """The file for a number of players in the user's data folder."""
    return platformdirs.user_data_path("tuckbox") / "weights" / game.name / f"{kind}-{players}.txt"


def _kept(path: Path) -> Path:
    """The file beside that of weights in which lies what is needed to go on with their training."""
    return path.with_suffix(".training")


def _write(path: Path, weights: Weights) -> None:
    text = weights.text()
    if len(text) > MOST_BYTES:
        raise WeightsError(f"the weights of {weights.game} take {len(text):,} bytes, more than {MOST_BYTES:,}")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, text)
    counter = f", its best counter {weights.counter}" if weights.counter else ""
    click.echo(f"{path.name}: {weights.strength}{counter}, {len(text) // 1024} KiB")


def command_of(course: Course, kind: Kind) -> str:
    """The command that makes the same weights; ``{rounds}`` stands for the number of rounds, if that is open."""
    words = ["tuckbox", "train", course.game.name, "--players", str(course.players)]
    words += ["--belief"] if kind == "belief" else []
    for name, values in course.options.items():
        words += ["--option", f"{name}={','.join(values)}"]
    words += ["--rivals", ",".join(course.rivals), "--seed", str(course.seed), "--rows", str(course.rows)]
    for way, value in course.learning.unusual.items():
        words += [f"--{way}"] if value is True else [f"--{way}", f"{value:g}"]
    words += ["--begin", Path(course.begin).name] if course.begin else []
    words += ["--counter", str(course.counter)] if course.counter else []
    return f"{shlex.join(words)} --rounds {course.rounds or '{rounds}'}"


def _stamped(game: Game, path: Path, rivals: Sequence[str], options: Options, executor: Executor) -> Weights:
    """The weights that are there, for today's rules, and for more values of options."""
    if not path.exists():
        raise WeightsError(f"{game.name} has no weights in {path.name}")
    there = parse(game, text_of(path))
    if there.kind == "belief":
        from tuckbox.learn.belief.train import stamped as stamped_belief

        if options:
            raise OptionError("--stamp finds more options for networks, not for a belief")
        return stamped_belief(game, there, executor, rivals or _rivals_of(there))
    from tuckbox.learn.network.stamp import stamped

    return stamped(game, there, executor, rivals or _rivals_of(there), options)


def _belief(course: Course, executor: Executor) -> Weights:
    """A new belief."""
    from tuckbox.learn.belief.train import train as learn

    with _watched() as progress:
        return learn(course, command_of(course, "belief"), executor, progress)


def _network(
    course: Course, new_executor: Callable[[], Executor], path: Path, device: str, resume: bool, curve: Path | None
) -> Weights:
    """A new network. What is needed to go on lies beside its file meanwhile."""
    extra("torch", "torch")
    from tuckbox.learn.network.curve import draw
    from tuckbox.learn.network.train import train as learn

    course.check_network()
    kept = _kept(path)
    if resume and not kept.exists():
        raise OptionError(f"there is no interrupted training to resume: no {kept}")
    kept.parent.mkdir(parents=True, exist_ok=True)
    try:
        with _watched() as progress:
            made = command_of(course, "network")
            weights, went = learn(course, new_executor(), made, device, kept, resume, lambda p: progress(p.said, p.share))
    except KeyboardInterrupt:
        click.echo("interrupted; --resume goes on" if kept.exists() else "interrupted", err=True)
        leave_interrupted()
    if curve is not None:
        curve.parent.mkdir(parents=True, exist_ok=True)
        draw(went, course.rivals[0], curve)
    return weights


def _options(pairs: Sequence[str]) -> dict[str, list[str]]:
    """Values of options. Raises `OptionError`.

    >>> _options(["edition=classic,royal", "ranks=9"])
    {'edition': ['classic', 'royal'], 'ranks': ['9']}
    """
    return {name: values.split(",") for name, values in read_options(pairs).items()}


def _rivals_of(weights: Weights) -> list[str]:
    """The rivals against which weights were made; the default ones where that is not said."""
    words = shlex.split(weights.made)
    return words[words.index("--rivals") + 1].split(",") if "--rivals" in words[:-1] else []


@contextmanager
def _watched() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on stderr, or a line now and then where that is no terminal."""
    with progress_bar(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), total=1.0) as show:
        yield lambda step, share: show(f"{step}, {share:.0%}", completed=share, description=step)
