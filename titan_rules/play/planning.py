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
# Functions inside functions name GameDone and BattleDone, since annotations are evaluated with each.
GameDone: TypeAlias = tuple[Game, list[Event]]
BattleDone: TypeAlias = tuple[Battle, list[Event]]
Planned: TypeAlias = Plan[S, Event] | Refusal


def fought(position: State) -> Battle | None:
    """The battle itself, or the one fought in the game."""
    return position if isinstance(position, Battle) else position.battle
