"""Whose action an action is (ENG-8)."""

from collections.abc import Callable, Mapping

from ..actions import intents as act
from ..position.battle import ROLES, Battle, Role
from ..position.game import Game
from .planning import State

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
    """The player who would be doing it: a colour, in setup a name; None if it is nobody's."""
    by: str | None = getattr(action, "by", None)
    battle = position if isinstance(position, Battle) else position.battle
    if battle is not None:
        if by is not None:
            named: Mapping[str, Role] = {role: role for role in ROLES}
            side = role_of(battle, by) or named.get(by)
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
        if role is not None:
            return engagement.attacking if role == "attacker" else engagement.defending
        if isinstance(action, act.Acquire) and engagement.winner is not None:
            return engagement.attacking if engagement.winner == "attacker" else engagement.defending
    return position.active


def authors(position: State) -> Callable[[act.Action], str | None]:
    """Like :func:`author`, for many actions of one position: kinds that do not say whose they are have one author."""
    known: dict[type[act.Action], str | None] = {}

    def find(action: act.Action) -> str | None:
        kind = type(action)
        if kind in known:
            return known[kind]
        found = author(position, action)
        if getattr(action, "by", None) is None:
            known[kind] = found
        return found

    return find


def role_of(position: State, player: str | None) -> Role | None:
    """The side that a player has in the battle or Engagement that is fought."""
    battle = position if isinstance(position, Battle) else position.battle
    if battle is not None:
        sides: tuple[str, str] = (battle.attacker.player, battle.defender.player)
    elif isinstance(position, Game) and position.engagement is not None:
        sides = (position.engagement.attacking, position.engagement.defending)
    else:
        return None
    return "attacker" if player == sides[0] else "defender" if player == sides[1] else None
