"""What a player chooses for an order, and what chance brings; each must be used, or it does not belong there."""

from typing import Any

from ...kernel.errors import IllegalAction
from ...kernel.games import illegal
from .state import Chosen

RULES = {
    "repel": "LX-TITAN-5", "titan": "LX-TITAN-5", "pay": "LX-TITAN-6", "rewards": "LX-REPEL-2", "harps": "LX-HARP-1",
    "guild": "LX-CENSUS-7", "dummy": "LX-FINAL-11", "shuffle": "LX-SUPPLY-3", "tile": "LX-SUPPLY-6",
    "unit": "LX-RECRUIT-1",
}  # fmt: skip
"""The rule that each choice belongs to."""


class Made:
    """The choices made for one action, of which each is taken where it is asked for."""

    def __init__(self, chosen: Chosen | None = None, **given: Any) -> None:
        before = {} if chosen is None else {name: getattr(chosen, name, None) for name in RULES}
        self._left = {**before, **{name: value for name, value in given.items() if value is not None}}

    def take(self, name: str) -> Any:
        """A choice; None if it was not made, or taken before."""
        return self._left.pop(name, None)

    def all_taken(self) -> None:
        """Refuse what nobody asked for.

        :raises IllegalAction: a choice is left.
        """
        left = [name for name, value in self._left.items() if value is not None]
        if left:
            sentence = "{choice} is not to be chosen here"
            raise IllegalAction([illegal(RULES[name], sentence, choice=name) for name in left])
