"""What the answers share."""

from collections.abc import Iterable, Mapping
from typing import Any

from ....kernel.errors import CannotTell, Fault
from ....kernel.evolving import evolve
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, Told
from ..catalog import Side
from ..rules.endings import Ending
from ..state import Position
from ..words import side_of

Values = Mapping[str, Any]


def acting(position: Position, values: Values) -> Side:
    """The side that a question is about: the one named, or else whose action round it is.

    :raises CannotTell: neither is known.
    """
    if values["side"] is not None:
        return side_of(values["side"])
    if position.phasing is None:
        raise CannotTell(
            Fault(
                "side-missing",
                "the document does not say whose action round it is",
                "/phasing",
                hint="--side US or USSR",
            )
        )
    return position.phasing


def at_defcon(position: Position, values: Values) -> Position:
    """The position, at another DEFCON if one was named."""
    return position if values["at_defcon"] is None else evolve(position, defcon=values["at_defcon"])


def told(rulings: Iterable[Told]) -> list[Answer]:
    """Rulings as JSON objects."""
    return [ruling.to_json() for ruling in rulings]


def verdict(rulings: Iterable[Ruling]) -> str:
    """``illegal`` if a ruling forbids it."""
    return "illegal" if any(ruling.verdict == "illegal" for ruling in rulings) else "legal"


def game_over(ending: Ending | None) -> Answer | None:
    """How the game ended, if it did."""
    return None if ending is None else ending.to_json()


def marker(before: int, after: int) -> Answer:
    """How the VP marker moved."""
    return {"before": before, "after": after}


def final(position: Position) -> Answer:
    """The position reached, as a document."""
    from ..formats import FORMAT

    return FORMAT.to_json(position)
