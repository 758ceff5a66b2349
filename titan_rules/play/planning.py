"""What judging one of TITAN's actions gives: a plan for a game or a battle, or a refusal."""

from typing import TypeAlias, TypeVar

from ..actions.events import Event
from ..kernel.judging import Plan, Refusal
from ..position.battle import Battle
from ..position.game import Game

State: TypeAlias = Game | Battle
S = TypeVar("S", bound=Game | Battle)
Events: TypeAlias = list[Event]
Done: TypeAlias = tuple[S, list[Event]]
"""The state that follows, and what happened on the way."""
GameDone: TypeAlias = tuple[Game, list[Event]]
BattleDone: TypeAlias = tuple[Battle, list[Event]]
"""The same of one kind; functions within functions name these, since annotations are evaluated with each."""
Planned: TypeAlias = Plan[S, Event] | Refusal


def fought(position: State) -> Battle | None:
    """A battle itself, or the one that is fought in a game."""
    return position if isinstance(position, Battle) else position.battle
