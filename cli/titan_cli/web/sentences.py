"""Actions in the words of the table: *Cyclops in D5 strikes Wyvern in C5*."""

from collections.abc import Callable, Sequence
from typing import Any

from titan_rules.actions.grammar import written
from titan_rules.actions.intents import (
    Accept,
    AcceptConcession,
    Acquire,
    Action,
    AttemptConcession,
    Color,
    Concede,
    EndEngagements,
    EndManeuver,
    EndMoves,
    EndSplits,
    EndStrikes,
    EndTurn,
    Engage,
    Fight,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    NoMore,
    NoReinforce,
    NoSummon,
    Propose,
    Recombine,
    Reinforce,
    Roll,
    Split,
    Stand,
    Strike,
    Summon,
    Tower,
    Withdraw,
)
from titan_rules.box.reading import current
from titan_rules.draw.legions import counted
from titan_rules.kernel.jsontext import JSON
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game

Position = Game | Battle


def sentence(action: Action, position: Position) -> str:
    """What an action is, as people at the table say it.

    :param position: the one in which it is declared: it says who stands where.
    """
    words = _WORDS.get(type(action))
    return written(action) if words is None else words(action, position)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(counted(names)) or "nothing"


def _land(number: int) -> str:
    return f"{current().terrain_of(number)} {number}"


def _who(position: Position, label: str) -> str:
    battle = position if isinstance(position, Battle) else position.battle
    found = battle.at(label) if battle is not None else None
    return f"{found[1].name} in {label}" if found is not None else label


def _strike(action: Strike, position: Position) -> str:
    said = f"{_who(position, action.origin)} strikes {_who(position, action.to)}"
    if action.strike_number is not None:
        said += f" at Strike-number {action.strike_number}"
    if action.dice_count is not None:
        said += f" with {action.dice_count} dice"
    carried = ", ".join(f"{c.hits} to {_who(position, c.to)}" for c in action.carry)
    return f"{said}, carrying {carried}" if carried else said


def _maneuver(action: Maneuver, _: Position) -> str:
    if action.origin is None:
        return f"{action.character} enters in {action.to}"
    return f"{action.character} moves from {action.origin} to {action.to}"


def _move(action: Move, _: Position) -> str:
    said = f"{action.legion} moves to {_land(action.to)}"
    if action.how is not None and action.how != "normal":
        said += f" by {action.how.replace('-', ' ').replace('tower', 'Tower').replace('titan', 'Titan')}"
    if action.reveal:
        said += f", showing {_listed(action.reveal)}"
    return said + (f", to enter from the {action.entry_side}" if action.entry_side else "")


def _split(action: Split, _: Position) -> str:
    who = str(action.count) if action.characters is None else _listed(action.characters)
    return f"{action.legion} splits off {action.into}: {who}"


def _rolled(action: Roll | Mulligan, _: Position) -> str:
    what = "Movement Roll" if isinstance(action, Roll) else "Mulligan"
    return what if action.die is None else f"{what}: {action.die}"


def _loss(names: tuple[str, ...]) -> str:
    return "everything" if names == ("all",) else _listed(names)


def _bargain(verb: str) -> Callable[[Any, Position], str]:
    return lambda a, _: (
        f"{a.by} {verb}: the attacker loses {_loss(a.attacker_loses)}, the defender {_loss(a.defender_loses)}"
    )


def _muster(action: Muster, _: Position) -> str:
    shown = f" with {_listed(action.with_)}" if action.with_ else ""
    return f"{action.legion} musters {action.character}{shown}"


def _color(action: Color, _: Position) -> str:
    return f"{action.by} takes {action.color}" + (f", starting with {action.marker}" if action.marker else "")


_WORDS: dict[type[Action], Callable[[Any, Position], str]] = {
    Accept: _bargain("accepts"),
    AcceptConcession: lambda a, _: f"{a.by} accepts the concession",
    Acquire: lambda a, _: f"Acquire {_listed(a.characters)}" + (f" into {a.legion}" if a.legion else ""),
    AttemptConcession: lambda a, _: f"{a.by} attempts to concede",
    Color: _color,
    Concede: lambda a, _: f"{a.by} concedes",
    EndEngagements: lambda a, _: "End of the Engagement Phase",
    EndManeuver: lambda a, _: "End of the Maneuver Phase",
    EndMoves: lambda a, _: "End of the Movement Phase",
    EndSplits: lambda a, _: "End of the Commencement Phase",
    EndStrikes: lambda a, _: "End of the strikes",
    EndTurn: lambda a, _: "End of the turn",
    Engage: lambda a, _: f"Resolve the Engagement in {_land(a.land)}",
    Fight: lambda a, _: f"{a.by} fights",
    Flee: lambda a, _: "The defender flees",
    Maneuver: _maneuver,
    Move: _move,
    Mulligan: _rolled,
    Muster: _muster,
    NoMore: lambda a, _: f"{a.by} proposes no more",
    NoReinforce: lambda a, _: "No reinforcement",
    NoSummon: lambda a, _: "No summons",
    Propose: _bargain("proposes"),
    Recombine: lambda a, _: f"{a.legion} joins {a.into}",
    Reinforce: lambda a, _: f"Reinforce with {a.character}" + (f" for {_listed(a.with_)}" if a.with_ else ""),
    Roll: _rolled,
    Split: _split,
    Stand: lambda a, _: "The defender stands",
    Strike: _strike,
    Summon: lambda a, _: f"Summon {a.character} from {a.origin}" + (f" to {a.legion}" if a.legion else ""),
    Tower: lambda a, _: f"{a.by} rolls for a Tower" + (f": {a.die}" if a.die else ""),
    Withdraw: lambda a, _: f"{a.by} withdraws",
}


def arrow(action: Action, position: Position) -> list[JSON] | None:
    """From where to where an action goes: what it is, and two hexes or lands."""
    if isinstance(action, Move) and isinstance(position, Game):
        found = position.find(action.legion)
        return ["move", str(found[1].land), str(action.to)] if found is not None else None
    if isinstance(action, Strike | Maneuver) and action.origin and action.to:
        return [action.do, action.origin, action.to]
    return None
