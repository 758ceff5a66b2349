"""The defender's reinforcement (REINF-1, REINF-2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from ...box.names import CharacterName
from ...box.terrains import MusterTable
from ...kernel.judging import Refusal, refusal
from ...kernel.rulings import Facts
from ...kernel.wording import listed, verb
from ...position.battle import Battle
from ...position.game import MAX_HEIGHT
from ..battle.field import AnyField, field_of
from ..battle.sequence import defeated
from ..masterboard.mustering import MusterOption, muster_options

REINFORCEMENT_TURN = 4


def options(
    table: MusterTable, names: Iterable[CharacterName], stock: Mapping[CharacterName, int]
) -> tuple[MusterOption, ...]:
    """What characters can muster as a reinforcement in a terrain (REINF-1, MUSTER-2 to MUSTER-4)."""
    held = tuple(names)
    return muster_options(table, held, stock) if len(held) < MAX_HEIGHT else ()


Hindrance: TypeAlias = Literal["another phase", "taken", "declined", "moved"]
"""Why no reinforcement can be taken now."""


def hindrance(field: AnyField) -> Hindrance | None:
    """Why no reinforcement can be taken in a battle now; None if one can (REINF-1, BATTLE-2)."""
    if field.phase != "maneuver" or field.side != "defender" or field.turn != REINFORCEMENT_TURN:
        return "another phase"
    defender = field.of("defender")
    if defender.reinforced or any(c.hex is None for c in defender.characters):  # it waits to enter
        return "taken"
    if defender.declined:
        return "declined"
    return "moved" if any(c.moved for c in defender.characters) else None


def judge_moment(battle: Battle) -> Refusal | None:
    """Why no reinforcement can be taken now, as a refusal; None if one can (REINF-1, BATTLE-2)."""
    match hindrance(field_of(battle)):
        case None:
            return None
        case "another phase":
            sentence = (
                "a reinforcement comes in the defender's fourth Maneuver Phase; this is the {side}'s {phase} phase of"
                " turn {turn}"
            )
            return refusal("REINF-1", sentence, side=battle.acting, phase=battle.phase, turn=battle.turn)
        case "taken":
            return refusal("REINF-2", TAKEN)
        case "declined":
            return refusal("ENG-8", "the defender has declined its reinforcement in this Maneuver Phase")
        case "moved":
            sentence = "a reinforcement is taken at the start of the Maneuver Phase, before any character moves"
            return refusal("BATTLE-2", sentence)


TAKEN = "one reinforcement per battle, and it was taken"


def judge_afterwards(battle: Battle) -> Refusal | None:
    """Why the defender gets no reinforcement after winning a battle; None if it can (REINF-2).

    The option ``reinforcement_after_concession`` decides which concession of the attacker bars it.
    """
    attacker, outcome = battle.attacker, battle.outcome
    if battle.defender.reinforced:
        return refusal("REINF-2", TAKEN)
    if not attacker.began:
        return refusal("REINF-2", "the battle never came to the attacker's first Maneuver Phase")
    in_first_turn = battle.turn == 1 and battle.side == "attacker"
    if not in_first_turn or outcome is None or outcome.conceded_by != "attacker":
        return None
    if battle.rules.reinforcement_after_concession == "first_turn":
        # A defeated side concedes at the end of its turn, when the battle is lost anyway.
        if not defeated(attacker):
            return refusal("REINF-2", "the attacker conceded in its first battle turn")
    elif battle.phase == "maneuver" and all(c.hex is None for c in attacker.characters):
        return refusal("REINF-2", "the attacker conceded before any of its characters had entered")
    return None


def judge_choice(
    table: MusterTable,
    names: Iterable[CharacterName],
    character: CharacterName,
    with_: tuple[CharacterName, ...],
    stock: Mapping[CharacterName, int],
    rule: Literal["REINF-1", "REINF-2"] = "REINF-1",
) -> CharacterName | Refusal:
    """The mustered character, or why it cannot be: height, stock, not qualified (REINF-1, REINF-2).

    :param with_: the mustering characters; in a battle everything is public, so empty means any that qualify.
    :param rule: REINF-1 in a battle, REINF-2 after the Engagement.
    """
    held = tuple(names)
    if len(held) >= MAX_HEIGHT:
        return refusal(rule, "height {height}; a reinforcement needs 6 or less", height=len(held))
    if stock.get(character, 0) <= 0:
        return refusal("MUSTER-3", "the caretaker has no {character} left", character=character)
    option = next((o for o in muster_options(table, held, stock) if o.muster == character), None)
    facts: Facts = {"character": character, "terrain": table.terrain}
    if option is None:
        sentence = f"{{held}} {verb(len(held), 'does', 'do')} not muster {{character}} in {{terrain}}"
        return refusal(rule, sentence, held=listed(held, ",", none="nobody"), **facts)
    if Counter(with_) in [Counter(way) for way in option.ways] or (rule == "REINF-1" and not with_):
        return character
    facts["ways"] = listed([listed(way, none="nothing") for way in option.ways], "or")
    if not with_:
        return refusal(rule, "the mustering characters are named and revealed: {ways}", **facts)
    sentence = f"{{given}} {verb(len(with_), 'does', 'do')} not muster {{character}}; {{ways}} would"
    return refusal(rule, sentence, given=listed(with_), **facts)


def none_open() -> Refusal:
    """Why nobody can take a reinforcement outside an Engagement won by the defender (REINF-2)."""
    sentence = (
        "no reinforcement is open: it comes in the defender's fourth Maneuver Phase, or when the defender has won, if"
        " it took none, the battle came to the attacker's first Maneuver Phase, and the attacker did not concede before"
        " any of its characters had entered"
    )
    return refusal("REINF-2", sentence)
