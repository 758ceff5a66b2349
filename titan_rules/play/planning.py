"""What all planners share: the types of their results, the battle that is fought, whose action an action is (ENG-8)."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from ..actions import intents as act
from ..actions.events import Event
from ..kernel.judging import Plan, Refusal
from ..position.battle import Battle, Role
from ..position.game import Game

State: TypeAlias = Game | Battle
S = TypeVar("S", bound=Game | Battle)
Events: TypeAlias = list[Event]
Done: TypeAlias = tuple[S, list[Event]]
# Functions inside functions name GameDone and BattleDone, since annotations are evaluated with each.
GameDone: TypeAlias = tuple[Game, list[Event]]
BattleDone: TypeAlias = tuple[Battle, list[Event]]
Planned: TypeAlias = Plan[S, Event] | Refusal
Planner: TypeAlias = Callable[[S, Any], Planned[S]]  # judges one kind of action


def fought(position: State) -> Battle | None:
    """The battle itself, or the one fought in the game."""
    return position if isinstance(position, Battle) else position.battle


# --- whose action ----------------------------------------------------------------------------------------------------

_OF_THE_BATTLE = (act.Maneuver, act.EndManeuver, act.Strike, act.EndStrikes)
_ROLES: dict[type[act.Action], Role] = {
    act.Summon: "attacker",
    act.NoSummon: "attacker",
    act.Reinforce: "defender",
    act.NoReinforce: "defender",
    act.Flee: "defender",
    act.Stand: "defender",
}


def author(position: State, action: act.Action) -> str | None:
    """The player whose action it would be: a colour, in setup a name; None if nobody's."""
    by: str | None = getattr(action, "by", None)
    battle = fought(position)
    if battle is not None:
        if by is not None:
            side = side_of(battle, by)
            return by if side is None else battle.of(side).player
        if isinstance(action, _OF_THE_BATTLE):
            return battle.of(battle.acting).player
    if by is not None:
        return by
    role = _ROLES.get(type(action))
    if isinstance(position, Battle):
        return position.of(role or position.acting).player
    engagement = position.engagement
    if engagement is not None:
        if isinstance(action, act.Acquire):
            role = engagement.winner
        if role is not None:
            return engagement.attacking if role == "attacker" else engagement.defending
    return position.active


def authors(position: State) -> Callable[[act.Action], str | None]:
    """:func:`author` for many actions of one position, cached for kinds that do not name their author."""
    known: dict[type[act.Action], str | None] = {}

    def find(action: act.Action) -> str | None:
        if getattr(action, "by", None) is not None:
            return author(position, action)
        kind = type(action)
        if kind not in known:
            known[kind] = author(position, action)
        return known[kind]

    return find


def side_of(battle: Battle, by: str) -> Role | None:
    """The side that a player's name, or its own, means."""
    return role_of(battle, by) or ("attacker" if by == "attacker" else "defender" if by == "defender" else None)


def role_of(position: State, player: str | None) -> Role | None:
    """The side that a player has in the current battle or Engagement."""
    battle = fought(position)
    if battle is not None:
        sides: tuple[str, str] = (battle.attacker.player, battle.defender.player)
    elif not isinstance(position, Battle) and position.engagement is not None:
        sides = (position.engagement.attacking, position.engagement.defending)
    else:
        return None
    return "attacker" if player == sides[0] else "defender" if player == sides[1] else None
