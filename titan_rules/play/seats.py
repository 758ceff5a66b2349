"""Whose action an action is (ENG-8)."""

from collections.abc import Callable

from ..actions import intents as act
from ..position.battle import ROLES, Battle, Role
from .planning import State, fought

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
            side = role_of(battle, by) or next((role for role in ROLES if role == by), None)
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
