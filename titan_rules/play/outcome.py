"""What applying an action gives."""

from typing import Generic, TypeAlias, TypeVar

from attrs import frozen

from ..kernel.rulings import Ruling
from ..position.battle import Battle
from ..position.game import Game

State: TypeAlias = Game | Battle
S = TypeVar("S", Game, Battle)


@frozen
class Outcome(Generic[S]):
    """The next state, and what happened, in order.

    :param events: rulings; the action's own first, then its consequences.
    """

    state: S
    events: tuple[Ruling, ...]
