"""The order of a battle and its end (BATTLE-1 to BATTLE-7, DRIFT-1, STRIKE-8, D-1)."""

from collections.abc import Iterable

from ...actions.events import Event, Removed, Slain
from ...box.characters import TITAN
from ...box.names import CharacterName
from ...kernel.evolving import evolve
from ...kernel.rulings import Facts, Ruling, consequence
from ...position.battle import LAST_TURN, ROLES, Battle, BattleOutcome, Combatant, Role, other
from ...position.changes import put_combatant, put_side
from ..engagement.scoring import value
from .drift import paid, tolls
from .field import AnyField, C, Fought, Side, Standing, View
from .order import step


def enter(names: Iterable[CharacterName]) -> tuple[Combatant, ...]:
    """Characters at the beginning of a battle, all off the board."""
    return tuple([Combatant(name) for name in names])


def outside_of(side: Side[C]) -> list[C]:
    """Who has not entered: left off in the first turn, else it goes back where it came from (BATTLE-5, REINF-1)."""
    return [c for c in side.characters if c.hex is None]


def leave_off(battle: Battle) -> tuple[Battle, list[Event]]:
    """What has not entered when the side's first Maneuver Phase ends is slain (BATTLE-5)."""
    role = battle.side
    side = battle.of(role)
    outside = tuple([c.name for c in outside_of(side)])
    if not outside:
        return battle, []
    inside = tuple([c for c in side.characters if c.hex is not None])
    ruling = consequence(
        "BATTLE-5",
        "{names} of {legion} left off the Battleland and slain",
        step=step(battle, "1"),
        names=", ".join(outside),
        legion=side.legion,
    )
    after = put_side(battle, role, evolve(side, characters=inside, left_off=(*side.left_off, *outside)))
    return after, [Removed(ruling, role, outside, "left-off")]


def drift_would_slay(field: View) -> list[str]:
    """The hexes where what precedes the strikes would slay a character of the turn's owner (DRIFT-1, CONCEDE-1)."""
    owner = field.side
    mine = [(c, due, field.power(role, c)) for role, c, due in tolls(field) if role == owner]
    return [c.hex or "" for c, due, power in mine if paid(c, power, due)[0] >= power]


def take_drift(battle: Battle, field: View) -> tuple[Battle, list[Event]]:
    """What precedes the strikes happens: hits of Drift, and what other hazards and poison do (DRIFT-1, BOX-5 to 7)."""
    events: list[Event] = []
    place = step(battle, "3")
    for role, character, due in tolls(field):
        power = field.power(role, character)
        hits, slowed = paid(character, power, due)
        after = evolve(character, hits=hits, slowed=slowed)
        for toll in due:
            events.append(Event(toll.ruling(after, power, place)))
        if hits >= power:
            by_drift = all(toll.printed for toll in due)
            events.append(slain(role, after, power, place, by_drift=by_drift))
        battle = put_side(battle, role, put_combatant(battle.of(role), character, after))
    return battle, events


def hits_after(character: Standing, power: int, hits: int) -> int:
    """The hits of a character that takes some more: no more than slay it (STRIKE-7)."""
    return min(character.hits + hits, power)


def poison_taken(field: AnyField, striker: CharacterName, hits: int, *, slays: bool) -> int:
    """What a strike adds to the poison of its target: nothing if it misses, or slays it (BOX-7)."""
    return field.box.characters[striker].poison if hits and not slays else 0


def opens_summons(attacker: Side[Standing], defender: Side[Standing]) -> bool:
    """Whether the first slain of the defender that had entered, now removed, lets the attacker summon (SUMMON-1).

    :param defender: before the slain are removed.
    """
    return not defender.slain and not attacker.summoned


def slain(role: Role, character: Combatant, power: int, place: str, *, by_drift: bool = False) -> Slain:
    """That a character has taken as many hits as its Power-factor (STRIKE-7), or is slain by drift (STRIKE-9)."""
    facts: Facts = {"character": character.name, "hex": character.hex, "power": power}
    rule, sentence = "STRIKE-7", "{character} in {hex} has taken {power:hit} and is slain"
    if by_drift:
        facts = {"character": character.name, "hex": character.hex, "hits": power, "power": power}
        rule, sentence = "STRIKE-9", "{character} in {hex} is slain by drift; it stays until the slain are removed"
    ruling = Ruling(rule, "consequence", sentence, facts, place)
    return Slain(ruling, role, character.name, character.hex or "", power, by_drift)


def remove_slain(battle: Battle, place: str | None = None) -> tuple[Battle, list[Event]]:
    """The slain leave the Battleland after the strikeback (STRIKE-8); the first of the defender's that had
    entered gives the attacker the right to summon (SUMMON-1).

    :param place: the step of the sequence of play; None: after the strikeback.
    """
    events: list[Event] = []
    for role in ROLES:
        side = battle.of(role)
        fallen = [c for c in side.characters if side.is_slain(c)]
        if not fallen:
            continue
        names = tuple([c.name for c in fallen])
        facts = {"names": ", ".join(f"{c.name} ({c.hex})" for c in fallen), "legion": side.legion}
        ruling = Ruling("STRIKE-8", "consequence", "{names} of {legion} removed", facts, place or step(battle, "7"))
        events.append(Removed(ruling, role, names, "slain"))
        if role == "defender" and opens_summons(battle.attacker, side):
            battle = evolve(battle, attacker=evolve(battle.attacker, may_summon=True))
        living = tuple([c for c in side.characters if not side.is_slain(c)])
        battle = put_side(battle, role, evolve(side, characters=living, slain=(*side.slain, *names)))
    return battle, events


def summons_opened(before: Battle, after: Battle) -> list[Event]:
    """That the attacker may summon in its next turn, if the slain removed have opened it (SUMMON-1)."""
    if before.attacker.may_summon or not after.attacker.may_summon:
        return []
    sentence = "the first slain character of {legion} that had entered: the attacker may summon in its next turn"
    return [Event(consequence("SUMMON-1", sentence, step=step(after, "7"), legion=after.defender.legion))]


def titan_slain(side: Side[Standing]) -> bool:
    """Whether the side's Titan was removed or left off the board (BATTLE-6)."""
    return TITAN in side.slain or TITAN in side.left_off


def defeated(side: Side[Standing]) -> bool:
    """Whether a side has no characters left, or its Titan is slain (BATTLE-6)."""
    return not side.characters or titan_slain(side)


def is_time(battle: Fought) -> bool:
    """Whether the attacker's seventh turn ends (BATTLE-7)."""
    return battle.turn >= LAST_TURN and battle.side == "attacker"


def end_holds(battle: Fought) -> bool:
    """Whether an end condition holds when a battle turn ends, the slain removed (BATTLE-6)."""
    return defeated(battle.of("attacker")) or defeated(battle.of("defender")) or is_time(battle)


def outcome_of(battle: Fought) -> BattleOutcome:
    """How a battle ends whose end conditions hold (BATTLE-6, BATTLE-7, D-1, D-4)."""
    lost = [role for role in ROLES if defeated(battle.of(role))]
    if len(lost) == 2:
        return BattleOutcome("none", "mutual")
    if not lost:
        return BattleOutcome("defender", "time-loss")
    return BattleOutcome(other(lost[0]), "titan" if titan_slain(battle.of(lost[0])) else "elimination")


def outcome_of_concession(battle: Fought, by: Role) -> BattleOutcome:
    """How a battle ends when a side concedes, the slain removed (CONCEDE-2)."""
    if defeated(battle.of(other(by))):
        return BattleOutcome("none", "mutual", by)
    return BattleOutcome(other(by), "concession", by)


def lost_in(battle: Fought, role: Role) -> tuple[CharacterName, ...]:
    """The characters that a side lost in a battle that has ended, those left off included (SCORE-2).

    What is left of a Legion whose Titan was slain is not among them (D-3).
    """
    side, outcome = battle.of(role), battle.outcome
    assert outcome is not None
    lost = (*side.slain, *side.left_off)
    if outcome.conceded_by == role or (outcome.how == "time-loss" and role == "attacker"):
        lost = (*lost, *[c.name for c in side.characters])
    return lost


def points_of(battle: Fought) -> int:
    """What the winner of a battle that has ended scores by SCORE-2 (nothing by time loss or mutual elimination)."""
    outcome = battle.outcome
    assert outcome is not None
    if outcome.winner == "none" or outcome.how == "time-loss":
        return 0
    loser = other(outcome.winner)
    return value(battle.the_box, lost_in(battle, loser), battle.of(loser).score)


def end_ruling(battle: Battle, outcome: BattleOutcome, place: str | None = None) -> Ruling:
    """The ruling on a battle's end (BATTLE-6, BATTLE-7).

    :param place: the step of the sequence of play; None: the check of the end conditions.
    """
    facts = {
        "winner": outcome.winner,
        "how": outcome.how,
        "turn": battle.turn,
        "attacker": battle.attacker.legion,
        "defender": battle.defender.legion,
    }
    sentences = {
        "elimination": ("BATTLE-6", "the battle ends in turn {turn}: the {winner} has eliminated the other side"),
        "titan": ("BATTLE-6", "the battle ends in turn {turn}: the {winner} has slain the other side's Titan"),
        "mutual": ("BATTLE-6", "the battle ends in turn {turn}: both sides are eliminated or their Titans slain"),
        "concession": ("CONCEDE-2", "the battle ends in turn {turn} by concession: the {winner} wins"),
        "time-loss": (
            "BATTLE-7",
            "the battle ends after the attacker's turn {turn}: {attacker} is eliminated by time loss",
        ),
    }
    rule, sentence = sentences[outcome.how]
    return Ruling(rule, "consequence", sentence, facts, place or step(battle, "8"))
