"""What is deduced of Legions, in short: what is certain, and the likeliest contents."""

from collections.abc import Iterable, Sequence

from titan_rules.answers.deduction import LegionDeduction
from titan_rules.answers.legal_moves import PossibleAction
from titan_rules.kernel.names import in_numbers

from .. import output, render

SHOWN = 2
"""How many of the likeliest contents are shown."""


def deduced_table(legions: Iterable[LegionDeduction]) -> str:
    """Legions that are not known whole, a row each."""
    rows = [[legion.legion, in_numbers(legion.certain) or "nothing", _likeliest(legion)] for legion in legions]
    return output.grid(rows, ["Legion", "For certain", "Likeliest"])


def _likeliest(legion: LegionDeduction) -> str:
    shown = [f"{in_numbers(c.characters)} ({c.weight})" for c in legion.contents[:SHOWN]]
    others = len(legion.contents) - len(shown)
    return "; ".join([*shown, f"{others} others"] if others > 1 else [*shown, "1 other"] if others else shown)


def possible_table(actions: Sequence[PossibleAction]) -> str:
    """Actions that only some of the possible contents allow."""
    return f"Possible, by what is deduced:\n{render.table(actions)}"
