"""What a unit's move may be: the ends, the way to each, the swaps on it. Filled in by the chapters on movement."""

from typing import Literal, TypeAlias

from attrs import frozen

from ....kernel.rulings import Ruling
from ..hexes import Hex
from .ground import Field, Mover
from .walks import Path

How: TypeAlias = Literal["progress", "recover", "lateral", "free", "nearest", "in-range", "stay", "done", "none"]
"""``progress``: nearer the mark (CS-MOVE-5); ``recover``: off closed terrain first (CS-MOVE-10); ``lateral``: to an
equal hex (CS-MOVE-8); ``free``: a player's hero (CS-MOVE-9); ``nearest``, ``in-range``: an AI unit (CS-MOVE-21, 22);
``stay``: it may not or need not move; ``done``: it has moved; ``none``: it cannot move."""

SwapKind: TypeAlias = Literal["forced", "optional"]


@frozen
class Swap:
    """A hero that a minion swaps places with (CS-MOVE-6).

    :param to: where it goes; None where the current player chooses among ``choices``.
    :param returns: it goes to its own gate (CS-GATE-4).
    """

    hero: str
    at: Hex
    to: Hex | None
    choices: tuple[Hex, ...] = ()
    returns: bool = False

    def to_json(self) -> dict[str, object]:
        """As answers show it."""
        choices = {"choices": self.choices} if self.choices else {}
        returns = {"returns": True} if self.returns else {}
        return {"hero": self.hero, "from": self.at, "to": self.to, **choices, **returns}


@frozen
class End:
    """A hex where a move may end.

    :param distance: to the mark from there; None without a route.
    :param path: one way there; empty for staying.
    :param swap: whether the swaps on the way must be made (CS-MOVE-6); None without any.
    :param returns: it is the hero's own gate.
    """

    at: Hex
    distance: int | None
    path: Path
    swaps: tuple[Swap, ...] = ()
    swap: SwapKind | None = None
    returns: bool = False


@frozen
class Moves:
    """Every move that a unit may make.

    :param movement: what it may spend.
    :param length: how many hexes a move has, where that is fixed: its full movement, or the shorter length that
        gives a nearer end (CS-MOVE-5).
    :param must: it may not stay where it is.
    """

    field: Field
    how: How
    movement: int
    ends: tuple[End, ...]
    must: bool
    rulings: tuple[Ruling, ...]
    length: int | None = None

    @property
    def mover(self) -> Mover:
        """Whose moves they are."""
        return self.field.mover

    def end(self, at: Hex) -> End | None:
        """The end on a hex, if it is one."""
        return next((end for end in self.ends if end.at == at), None)
