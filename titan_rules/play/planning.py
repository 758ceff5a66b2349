"""What judging an action gives: a plan that carries it out, or the rulings that refuse it."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from ..actions.events import Happened
from ..actions.intents import Action, Strike
from ..kernel.dice import SIDES
from ..kernel.evolving import evolve
from ..kernel.frozen import frozen
from ..kernel.rulings import Ruling
from ..position.battle import Battle
from ..position.game import Game

State: TypeAlias = Game | Battle
S = TypeVar("S", bound=Game | Battle)
Events: TypeAlias = list[Happened]
Rolled: TypeAlias = tuple[int, ...]
Done: TypeAlias = tuple[S, list[Happened]]
"""The state that follows, and what happened on the way."""
GameDone: TypeAlias = tuple[Game, list[Happened]]
BattleDone: TypeAlias = tuple[Battle, list[Happened]]
"""The same of one kind; functions within functions name these, since annotations are evaluated with each."""


@frozen
class Refusal:
    """An action that a rule forbids.

    :param rulings: every ruling that forbids it, the deciding one first.
    """

    rulings: tuple[Ruling, ...]


class Plan(NamedTuple, Generic[S]):
    """A legal action, judged once and ready to be carried out.

    :param carry_out: the state that follows and what happens, given the dice that the action does not have; in order,
        as many as ``dice``. The position is not changed, so it may be called again with other dice.
    :param dice: how many dice it still needs.
    :param sides: how many faces they have.
    :param reasons: the rulings that make it legal, where these are not the first that carrying it out gives.
    """

    carry_out: Callable[[Rolled], Done[S]]
    dice: int = 0
    reasons: Callable[[], Sequence[Ruling]] | None = None
    sides: int = SIDES

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that make it legal.

        :raises CannotTell: they depend on something that the position does not say.
        """
        if self.reasons is not None:
            return tuple(self.reasons())
        return tuple([event.ruling for event in self.carry_out(())[1] if event.verdict == "legal"][:1])


Planned: TypeAlias = Plan[S] | Refusal


def with_dice(action: Action, rolled: Rolled) -> Action:
    """An action with its dice."""
    return evolve(action, dice=rolled) if isinstance(action, Strike) else evolve(action, die=rolled[0])
