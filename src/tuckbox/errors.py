"""Every error Tuckbox raises on purpose; each says what was wrong and leaves everything as it was."""

from collections.abc import Iterable
from difflib import get_close_matches

INTERRUPTED = 130
"""The exit status of a command that was interrupted, by Ctrl-C or SIGTERM."""


class TuckboxError(Exception):
    """The root of all errors a caller may want to catch."""


class UnknownGame(TuckboxError):
    """No installed game bears this name; `meant` is the name of one that does and is much like it, if any."""

    def __init__(self, message: str, meant: str = "") -> None:
        super().__init__(message)
        self.meant = meant


class OptionError(TuckboxError):
    """An option, a player count or a bot that the game does not know or does not allow; `rule` is the rule's number where
    one says so."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.message, self.rule = message, rule


class RulesError(TuckboxError):
    """A game's own code is wrong: the message names the game, the rule and the line."""


class FieldError(RulesError):
    """A number does not fit the `field` of the state that it was written to."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class ArtError(TuckboxError):
    """A drawing or the theme of a game is not whole, or reaches beyond its folder."""


class ActionError(TuckboxError):
    """An action that was refused; the match is unchanged. `rule` is the rule's number where there is one."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule


class UnknownAction(ActionError):
    """The text is no action of this game."""


class IllegalAction(ActionError):
    """The action exists but the rules forbid it now."""


class NotYourTurn(ActionError):
    """Another seat is to decide."""


class MatchOver(ActionError):
    """The match, or the game within it, has ended."""


class UndoError(ActionError):
    """The last step cannot be taken back."""


class RecordError(TuckboxError):
    """A record that cannot be read; `line` is where (1-based), 0 for the whole."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.message, self.line = message, line


class WeightsError(TuckboxError):
    """Weights that cannot be used: not well made, or learnt by other rules; `line` as for records."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


def sentence(error: object) -> str:
    """Text of an error, as a sentence.

    >>> sentence(ValueError("you do not hold Q♥ (WL-5.3)"))
    'You do not hold Q♥ (WL-5.3).'
    """
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def reason(error: Exception) -> str:
    """Text of an error of a library; of one of the system without its number and the file, which are told otherwise.

    >>> reason(FileNotFoundError(2, "No such file or directory", "games"))
    'No such file or directory'
    """
    return (isinstance(error, OSError) and error.strerror) or str(error)


def reason_and_file(error: OSError) -> str:
    """Text of an error of the system without its number, and the file if it is of one.

    >>> reason_and_file(FileNotFoundError(2, "No such file or directory", "games"))
    'No such file or directory: games'
    """
    return f"{reason(error)}: {error.filename}" if error.filename else reason(error)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the known one that is most like it; nothing if none is.

    >>> did_you_mean("whiplsh", ["jalopies", "whiplash"]), did_you_mean("chess", ["jalopies", "whiplash"])
    ("; did you mean 'whiplash'?", '')
    """
    near = nearest(word, known)
    return f"; did you mean {near!r}?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like another; empty if none is."""
    return next(iter(get_close_matches(word[:40], known, 1)), "")
