"""The errors that callers may see. Each carries data; the sentence is made from it."""

from collections.abc import Sequence

from attrs import field, frozen

from .fields import ALWAYS
from .rulings import Ruling
from .writing import Part


@frozen
class Fault(Part):
    """One thing wrong with a document or a call.

    :param code: a stable name of the fault, for programs (``unknown-key``).
    :param message: one sentence for a person.
    :param pointer: JSON Pointer (RFC 6901) to the place, ``""`` for the whole document.
    :param line: 1-based line of the input, where lines matter.
    :param hint: what was probably meant.
    """

    code: str
    message: str
    pointer: str = field(default="", metadata=ALWAYS)
    line: int | None = field(default=None, metadata={**ALWAYS, "required": False})
    hint: str | None = field(default=None, metadata=ALWAYS)

    def __str__(self) -> str:
        pointer = self.pointer if len(self.pointer) <= 200 else self.pointer[:197] + "..."
        place = f" at {pointer}" if pointer else ""
        line = f" on line {self.line}" if self.line is not None else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.message}{place}{line}{hint}"


class TitanError(Exception):
    """Base of every error this package raises on purpose; ``faults`` say what is wrong as data."""

    faults: tuple[Fault, ...] = ()


class ArgumentError(TitanError, TypeError):
    """An argument that a function of the library cannot take.

    :param message: what was expected, and what was given.
    :param parameter: the parameter's name.
    """

    def __init__(self, message: str, parameter: str) -> None:
        self.parameter = parameter
        super().__init__(message)


class DocumentError(TitanError):
    """A document that cannot be read, or that describes something impossible; all faults at once.

    :param faults: at least one, in document order.
    :param more: how many further ones there are, of which only the number is kept.
    """

    def __init__(self, faults: Sequence[Fault], more: int = 0) -> None:
        self.faults, self.more = tuple(faults), more
        super().__init__("; ".join([*map(str, faults), *([f"and {more} more"] if more else [])]))


class _OneFault(TitanError):
    """An error of one fault."""

    def __init__(self, fault: Fault) -> None:
        self.fault, self.faults = fault, (fault,)
        super().__init__(str(fault))


class UnknownName(_OneFault, ValueError):
    """A name that the game does not have, or an abbreviation that fits several.

    :param fault: what was given, and the nearest known names as hint.
    """


class ActionError(_OneFault, ValueError):
    """A text that was not understood as an action.

    :param fault: what was not understood, with the forms of the action as hint.
    :param text: the whole text.
    :param place: start and end of what was not understood.
    """

    def __init__(self, fault: Fault, text: str, place: tuple[int, int]) -> None:
        self.text = text
        self.place = place
        super().__init__(fault)


class CannotTell(_OneFault):
    """The question cannot be answered from what the document says (hidden contents, missing dice).

    :param fault: what is missing, and where.
    """


class IllegalAction(TitanError):
    """An action that a rule forbids in this state.

    :param rulings: the rulings that forbid it, the deciding one first.
    :param action: the refused action, unchanged.
    """

    def __init__(self, rulings: Sequence[Ruling], action: object = None) -> None:
        self.rulings: tuple[Ruling, ...] = tuple(rulings)
        self.action = action
        super().__init__("; ".join(map(str, self.rulings)))
        self.faults = (Fault("illegal", str(self)),)


TRACEBACK = "TITAN_TRACEBACK"  # environment variable: show tracebacks of internal errors


def faults_of(error: BaseException) -> list[Fault]:
    """The faults of an error; one with the code ``internal`` if it is a bug of this program."""
    if isinstance(error, TitanError):
        return list(error.faults) or [Fault("error", str(error))]
    if isinstance(error, OSError):
        return [Fault("file", f"{error.filename or 'standard output'}: {error.strerror or error}")]
    return [Fault("internal", f"internal error: {type(error).__name__}: {error}", hint=f"set {TRACEBACK}=1")]
