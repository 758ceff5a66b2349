"""The defender's reinforcement (REINF-1, REINF-2)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from ...actions.intents import Reinforce
from ...box.names import CharacterName
from ...box.terrains import MusterTable
from ...kernel.judging import Objection, Refusal, refusal
from ...kernel.rulings import Facts, illegal
from ...position.battle import Battle
from ...position.game import MAX_HEIGHT, Barred, Game
from ...position.stock import count_of, stock_of
from ..battle.field import AnyField, field_of
from ..battle.order import out_of_phase
from ..battle.sequence import defeated
from ..masterboard.mustering import Count, MusterOption, against_ways, muster_options, none_left, of, sufficient

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
            return out_of_phase(battle, "maneuver")
        case "another phase" if (not_now := out_of_phase(battle, "maneuver")) is not None:
            return not_now
        case "another phase":
            sentence = (
                "a reinforcement comes in the defender's fourth Maneuver Phase; this is the {side}'s {phase} phase of"
                " turn {turn}"
            )
            return refusal("REINF-1", sentence, side=battle.acting, phase=battle.phase, turn=battle.turn)
        case "taken":
            return refusal("REINF-2", BARRED["taken"])
        case "declined":
            return refusal("ENG-8", "the defender has declined its reinforcement in this Maneuver Phase")
        case "moved":
            sentence = "a reinforcement is taken at the start of the Maneuver Phase, before any character moves"
            return refusal("BATTLE-2", sentence)


BARRED: dict[Barred, str] = {
    "flight": "the Engagement ended by flight",
    "before-battle": "the attacker conceded before the Battle",
    "taken": "one reinforcement per battle, and it was taken",
    "never-came": "the battle never came to the attacker's first Maneuver Phase",
    "conceded-in-first-turn": "the attacker conceded in its first battle turn",
    "conceded-before-entering": "the attacker conceded before any of its characters had entered",
}
"""Why the winner gets nothing, in words."""


def barred(battle: Battle) -> Barred | None:
    """Why the defender gets no reinforcement after winning a battle; None if it can (REINF-2).

    The option ``reinforcement_after_concession`` decides which concession of the attacker bars it.
    """
    attacker, outcome = battle.attacker, battle.outcome
    if battle.defender.reinforced:
        return "taken"
    if not attacker.began:
        return "never-came"
    in_first_turn = battle.turn == 1 and battle.side == "attacker"
    if not in_first_turn or outcome is None or outcome.conceded_by != "attacker":
        return None
    if battle.rules.reinforcement_after_concession == "first_turn":
        # A defeated side concedes at the end of its turn, when the battle is lost anyway.
        return None if defeated(attacker) else "conceded-in-first-turn"
    entered = battle.phase != "maneuver" or any(c.hex is not None for c in attacker.characters)
    return None if entered else "conceded-before-entering"


def against_reinforcement(battle: Battle, action: Reinforce) -> Iterator[Objection]:
    """What stands against a reinforcement in a battle, where everything is public (REINF-1)."""
    not_now = judge_moment(battle)
    if not_now is not None:
        yield from not_now.rulings
        if hindrance(field_of(battle)) == "another phase":
            return
    names = tuple([c.name for c in battle.defender.living()])
    yield from _against_choice(battle.table, len(names), of(names), action, stock_of(battle), "REINF-1")


def against_late_reinforcement(game: Game, action: Reinforce | None = None) -> Iterator[Objection]:
    """What stands against a reinforcement outside a battle; None: any (REINF-2)."""
    engagement = game.engagement
    if engagement is None:
        yield illegal("REINF-2", "no Engagement is being resolved, and a reinforcement comes within one")
        return
    legion = game.player(engagement.defending).legion(engagement.defender)
    facts: Facts = {"defender": engagement.defender, "land": engagement.land}
    if engagement.winner != "defender" or legion is None:
        yield illegal("REINF-2", "{defender} has not won the Engagement in land {land}", **facts)
        return
    if engagement.barred is not None:
        yield illegal("REINF-2", "{defender} gets no reinforcement: " + BARRED[engagement.barred], **facts)
    if action is not None:
        table, stock = game.the_box.table_of(engagement.land), game.caretaker or {}
        count: Count = lambda name: count_of(game, legion, name)  # noqa: E731
        yield from _against_choice(table, legion.size, count, action, stock, "REINF-2", legion.legion)
    if engagement.barred is None and engagement.stage != "reinforcement":
        yield illegal("REINF-2", "the reinforcement of {defender} is over", **facts)


def _against_choice(
    table: MusterTable,
    height: int,
    count: Count,
    action: Reinforce,
    stock: Mapping[CharacterName, int],
    rule: str,
    whose: str = "",
) -> Iterator[Objection]:
    """What stands against a reinforcement: height, stock, those who muster it; revealed, but in a battle."""
    if height >= MAX_HEIGHT:
        yield illegal(rule, "height {height}; a reinforcement needs 6 or less", height=height)
    if sufficient(table, action.character):
        yield from none_left(action.character, stock.get(action.character, 0))
    with_ = None if rule == "REINF-1" and not action.with_ else tuple(sorted(action.with_))
    yield from against_ways(table, action.character, with_, count, whose, rule)
