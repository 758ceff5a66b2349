"""Which rules allow or stop one maneuver or strike: "D3 to E4", "Ogre to A3", "D3 strikes D5 at 6 with 5"."""

from collections.abc import Sequence

from ..actions.grammar import FORMS, parse
from ..actions.intents import Maneuver, Strike
from ..box.hexes import BIT, labels_in
from ..kernel.errors import CannotTell, Fault
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle, Combatant, Role, other
from ..rules.battle.carry import carry_rulings
from ..rules.battle.field import View, field_of
from ..rules.battle.maneuver import destinations, judge_maneuver, maneuver_rulings
from ..rules.battle.rangestrike import rangestrike_rulings
from ..rules.battle.strike import Blow, judge_strike
from ..rules.battle.strike_numbers import contacts, strike_rulings
from .battle_moves import strikes_of
from .legal_moves import Target
from .verdicts import WhyInBattle


def why_in_battle(battle: Battle, text: str) -> WhyInBattle:
    """The rules on one maneuver or strike.

    :param text: as actions are written.

    :raises ActionError: it is not understood.
    :raises CannotTell: the sentence is neither a maneuver nor a strike.
    """
    asked = text.strip()
    action = parse(asked, battle)
    if isinstance(action, Strike):
        return _strike(battle, asked, action.origin, action.to, action.strike_number, _count(action))
    if isinstance(action, Maneuver):
        return _maneuver(battle, asked, action)
    forms = ", ".join(FORMS["maneuver"] + FORMS["strike"])
    raise CannotTell(Fault("bad-question", f"not a maneuver or a strike: {asked[:60]!r}", hint=f"as in: {forms}"))


def _count(strike: Strike) -> int | None:
    """How many dice are asked about: ``with 5`` asks for 5 dice here, where none are rolled."""
    if strike.dice_count is None and strike.dice is not None:
        return strike.dice[0] if len(strike.dice) == 1 else len(strike.dice)
    return strike.dice_count


def _answer(
    battle: Battle, text: str, rulings: Sequence[Ruling], legal: Sequence[str | Target], allowed: bool
) -> WhyInBattle:
    return WhyInBattle(
        asked=text,
        phase=battle.phase,
        side=battle.side,
        verdict="legal" if allowed else "illegal",
        rulings=tuple(rulings),
        legal=tuple(legal),
    )


def _maneuver(battle: Battle, text: str, maneuver: Maneuver) -> WhyInBattle:
    """Which rules allow or stop a maneuver."""
    found = _maneuverer(battle, maneuver)
    if found is None:
        where = maneuver.origin
        return _answer(battle, text, [illegal("MANEUVER-1", "nobody stands in {hex}", hex=where)], [], False)
    role, combatant = found
    field = field_of(battle)
    judged = judge_maneuver(field, role, combatant, maneuver.to)
    legal = labels_in(destinations(field, role, combatant))
    if isinstance(judged, Refusal):
        return _answer(battle, text, judged.rulings, legal, allowed=False)
    return _answer(battle, text, maneuver_rulings(field, role, combatant, maneuver.to or ""), legal, allowed=True)


def _maneuverer(battle: Battle, maneuver: Maneuver) -> tuple[Role, Combatant] | None:
    """The character meant: where it stands, or one of its name that is still to enter."""
    if maneuver.origin is not None:
        return battle.at(maneuver.origin)
    for role in (battle.acting, other(battle.acting)):
        for combatant in battle.of(role).characters:
            if combatant.name == maneuver.character and combatant.hex is None:
                return role, combatant
    fault = Fault("no-character", f"no {maneuver.character} is still to enter", hint="name the others by their hex")
    raise CannotTell(fault)


def _strike(battle: Battle, text: str, start: str, end: str, number: int | None, dice: int | None) -> WhyInBattle:
    """Which rules allow or stop a strike."""
    role = battle.acting
    field = field_of(battle)
    judged = judge_strike(field, role, start, end, number, dice)
    striker = battle.of(role).at(start)
    allowed = not isinstance(judged, Refusal)
    rulings = judged.rulings if isinstance(judged, Refusal) else _allowed(field, role, judged)
    legal = () if striker is None or field.striker is None else strikes_of(field, role, striker).targets
    return _answer(battle, text, rulings, legal, allowed)


def _allowed(field: View, role: Role, blow: Blow) -> list[Ruling]:
    """How a legal strike comes by its numbers."""
    striker, target, natural = blow.striker, blow.target, blow.options[0]
    if not contacts(field, role, striker) & BIT[target.hex or ""]:
        return rangestrike_rulings(field, role, striker, target)
    taken = [natural] if blow.option == natural else [natural, blow.option]
    return strike_rulings(field, role, striker, target) + carry_rulings(field, role, striker, target, taken)
