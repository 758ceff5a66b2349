"""The defender's reinforcement (REINF-1, REINF-2)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ...box.terrains import Table
from ...kernel.rulings import Ruling, illegal
from ...position.battle import Battle
from ...position.game import MAX_HEIGHT
from ..masterboard.mustering import MusterOption, muster_options

REINFORCEMENT_TURN = 4


def options(table: Table, names: Iterable[str], stock: Mapping[str, int]) -> tuple[MusterOption, ...]:
    """What characters may muster as a reinforcement in a terrain (REINF-1, MUSTER-2 to MUSTER-4)."""
    held = tuple(names)
    return muster_options(table, held, stock) if len(held) < MAX_HEIGHT else ()


def phase_violations(battle: Battle) -> list[Ruling]:
    """Why no reinforcement can be taken in the battle now (REINF-1, BATTLE-2)."""
    if battle.phase != "maneuver" or battle.side != "defender" or battle.turn != REINFORCEMENT_TURN:
        return [
            illegal(
                "REINF-1",
                "a reinforcement comes in the defender's fourth Maneuver Phase; it is the {side}'s {phase} of {turn}",
                side=battle.side,
                phase=battle.phase,
                turn=battle.turn,
            )
        ]
    if battle.defender.reinforced:
        return [illegal("REINF-2", "one reinforcement per battle, and it was taken")]
    if any(c.moved for c in battle.defender.characters):
        return [
            illegal(
                "BATTLE-2", "a reinforcement is taken at the start of the Maneuver Phase, before any character moves"
            )
        ]
    return []


def afterwards_violations(battle: Battle) -> list[Ruling]:
    """Why a defender that has won a battle may take no reinforcement after it (REINF-2).

    What concession of the attacker bars it is an option: ``reinforcement_after_concession``.
    """
    attacker, outcome = battle.attacker, battle.outcome
    if battle.defender.reinforced:
        return [illegal("REINF-2", "one reinforcement per battle, and it was taken")]
    if not attacker.began:
        return [illegal("REINF-2", "the battle never came to the attacker's first Maneuver Phase")]
    if outcome is None or outcome.conceded_by != "attacker":
        return []
    if battle.rules.reinforcement_after_concession == "first_turn":
        if battle.turn == 1 and battle.side == "attacker":
            return [illegal("REINF-2", "the attacker conceded in its first battle turn")]
    elif not attacker.slain and all(c.hex is None for c in attacker.characters):
        return [illegal("REINF-2", "the attacker conceded before any of its characters had entered")]
    return []


def choice_violations(
    table: Table, names: Iterable[str], character: str, with_: tuple[str, ...], stock: Mapping[str, int]
) -> list[Ruling]:
    """Why these characters may not muster that one here (REINF-1): height, stock, not qualified.

    :param with_: the mustering characters; empty means: any that qualify.
    """
    held = tuple(names)
    if len(held) >= MAX_HEIGHT:
        return [illegal("REINF-1", "height {height}; a reinforcement needs 6 or less", height=len(held))]
    if stock.get(character, 0) <= 0:
        return [illegal("MUSTER-3", "the caretaker has no {character} left", character=character)]
    found = next((o for o in muster_options(table, held, stock) if o.muster == character), None)
    if found is None:
        return [
            illegal(
                "REINF-1",
                "{held} do not muster {character} in {terrain}",
                held=", ".join(held) or "nobody",
                character=character,
                terrain=table.terrain,
            )
        ]
    if with_ and Counter(with_) not in [Counter(way) for way in found.ways]:
        ways = " or ".join(" and ".join(way) or "nothing" for way in found.ways)
        return [
            illegal(
                "REINF-1",
                "{given} do not muster {character}; {ways} would",
                given=" and ".join(with_),
                character=character,
                ways=ways,
            )
        ]
    return []


def none_open() -> list[Ruling]:
    """Why no reinforcement can be taken outside of an Engagement that the defender won (REINF-2)."""
    sentence = (
        "no reinforcement is open: it comes in the defender's fourth Maneuver Phase, or when the defender has won, if"
        " it took none, the battle came to the attacker's first Maneuver Phase, and the attacker did not concede before"
        " any of its characters had entered"
    )
    return [illegal("REINF-2", sentence)]
