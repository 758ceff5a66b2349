"""The position that a fast battle has come to."""

from ..kernel.evolving import evolve
from ..position.battle import Battle, BattleSide, Combatant
from ..rules.battle.maneuver import FIRST_TURN
from .fast_battle import FastBattle, FastSide


def position_of(battle: FastBattle) -> Battle:
    """The battle as a position.

    A character that was summoned is taken from the first Legion that has it.
    """
    begun = battle.begun
    attacker, defender = _side(begun.attacker, battle.attacker), _side(begun.defender, battle.defender)
    follows = begun.side == "defender" and begun.turn == FIRST_TURN
    began = attacker.began or (follows and (battle.turn > FIRST_TURN or battle.side == "attacker"))
    caretaker, donors = begun.caretaker, dict(begun.donors)
    if defender.reinforced and not begun.defender.reinforced and caretaker is not None:
        name = battle.defender.everyone[-1].name
        caretaker = {**caretaker, name: caretaker[name] - 1}
    if attacker.summoned and not begun.attacker.summoned:
        name = battle.attacker.everyone[-1].name
        donor = next(marker for marker, names in donors.items() if name in names)
        left = list(donors[donor])
        left.remove(name)
        donors[donor] = tuple(left)
    return evolve(
        begun,
        turn=battle.turn,
        side=battle.side,
        phase=battle.phase,
        attacker=evolve(attacker, began=began),
        defender=defender,
        caretaker=caretaker,
        donors=donors,
        outcome=battle.outcome,
    )


def _side(begun: BattleSide, side: FastSide) -> BattleSide:
    return evolve(
        begun,
        characters=tuple(
            [Combatant(f.name, f.hex, f.hits, f.moved, f.struck, f.slowed, f.poisoned) for f in side.characters]
        ),
        slain=tuple(side.slain),
        left_off=tuple(side.left_off),
        reinforced=side.reinforced,
        summoned=side.summoned,
        may_summon=side.may_summon,
        declined=side.declined,
    )
