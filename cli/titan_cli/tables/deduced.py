"""What is deduced of Legions, in short: what is certain, and the likeliest contents."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .. import output

if TYPE_CHECKING:
    from titan_rules.answers.deduction import LegionDeduction
    from titan_rules.answers.legal_moves import PossibleAction

SHOWN = 2
"""How many of the likeliest contents are shown."""


def deduced_table(legions: "Iterable[LegionDeduction]") -> str:
    """Legions that are not known whole, a row each."""
    rows = [[legion.legion, _certain(legion), _likeliest(legion)] for legion in legions]
    return output.grid(rows, ["Legion", "For certain", "Likeliest"])


def _certain(legion: "LegionDeduction") -> str:
    from .words import characters

    return characters(legion.certain) or "nothing"


def _likeliest(legion: "LegionDeduction") -> str:
    from .words import characters

    shown = [f"{characters(c.characters)} ({c.weight})" for c in legion.contents[:SHOWN]]
    others = len(legion.contents) - len(shown)
    return "; ".join([*shown, f"{others} others"] if others > 1 else [*shown, "1 other"] if others else shown)


def possible_table(actions: "Iterable[PossibleAction]") -> str:
    """Actions that only some of the possible contents allow."""
    rows = [[str(action.weight), action.text] for action in actions]
    return "Possible, by what is deduced:\n" + output.grid(rows, ["weight", "action"])
