"""The order of a battle and its end (BATTLE-1 to BATTLE-7, DRIFT-1, STRIKE-8, D-1)."""

from ...actions.events import Event, Removed, Slain
from ...box.characters import TITAN
from ...box.names import CharacterName
from ...kernel.evolving import evolve
from ...kernel.rulings import Facts, Ruling, consequence
from ...position.battle import LAST_TURN, ROLES, Battle, BattleOutcome, Combatant, Role, other
from ...position.changes import put_combatant, put_side
from ..engagement.scoring import value
from .drift import paid, tolls
from .field import AnyField, Piece, Side, View
from .order import step


def leave_off(battle: Battle) -> tuple[Battle, list[Event]]:
    """Slay characters that have not entered when the side's first Maneuver Phase ends (BATTLE-5)."""
    role = battle.side
    side = battle.of(role)
    outside = tuple([c.name for c in side.characters if c.hex is None])
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
    """The hexes where drift would slay a character of the side whose turn it is (DRIFT-1, CONCEDE-1)."""
    owner = field.side
    mine = [(c, due, field.power(role, c)) for role, c, due in tolls(field) if role == owner]
    return [c.hex or "" for c, due, power in mine if paid(c, power, due)[0] >= power]


def take_drift(battle: Battle, field: View) -> tuple[Battle, list[Event]]:
    """Apply hits of Drift, other hazards and poison before the strikes (DRIFT-1, BOX-5 to 7)."""
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


def hits_after(character: Piece, power: int, hits: int) -> int:
    """A character's total after more hits, at most its Power-factor (STRIKE-7)."""
    return min(character.hits + hits, power)


def poison_taken(field: AnyField, striker: CharacterName, hits: int, *, slays: bool) -> int:
    """The poison a strike adds to its target: none if it misses or slays (BOX-7)."""
    return field.box.characters[striker].poison if hits and not slays else 0


def opens_summons(attacker: Side, defender: Side) -> bool:
    """Whether removing the first slain that had entered lets the attacker summon; ``defender``: before (SUMMON-1)."""
    return not defender.slain and not attacker.summoned


def slain(role: Role, character: Combatant, power: int, place: str, *, by_drift: bool = False) -> Slain:
    """The event that a character is slain by hits (STRIKE-7) or by drift (STRIKE-9)."""
    facts: Facts = {"character": character.name, "hex": character.hex, "power": power}
    rule, sentence = "STRIKE-7", "{character} in {hex} has taken {power:hit} and is slain"
    if by_drift:
        facts = {"character": character.name, "hex": character.hex, "hits": power, "power": power}
        rule, sentence = "STRIKE-9", "{character} in {hex} is slain by drift; it stays until the slain are removed"
    ruling = Ruling(rule, "consequence", sentence, facts, place)
    return Slain(ruling, role, character.name, character.hex or "", power, by_drift)


def remove_slain(battle: Battle, place: str | None = None) -> tuple[Battle, list[Event]]:
    """Remove the slain after the strikeback; this may open the attacker's summons (STRIKE-8, SUMMON-1).

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
    """The event that a summons is now open for the attacker's next turn (SUMMON-1)."""
    if before.attacker.may_summon or not after.attacker.may_summon:
        return []
    sentence = "the first slain character of {legion} that had entered: the attacker may summon in its next turn"
    return [Event(consequence("SUMMON-1", sentence, step=step(after, "7"), legion=after.defender.legion))]


def titan_slain(side: Side) -> bool:
    """Whether the side's Titan was removed or left off the board (BATTLE-6)."""
    return TITAN in side.slain or TITAN in side.left_off


def defeated(side: Side) -> bool:
    """Whether a side has no characters left, here or elsewhere, or its Titan is slain (BATTLE-6)."""
    return not (side.characters or side.elsewhere) or titan_slain(side)


def end_holds(field: AnyField) -> bool:
    """Whether the battle ends with this battle turn, once the slain are removed (BATTLE-6, BATTLE-7)."""
    time = field.turn >= LAST_TURN and field.side == "attacker"
    return time or defeated(field.of("attacker")) or defeated(field.of("defender"))


def outcome_of(field: AnyField) -> BattleOutcome:
    """The outcome of a battle whose end conditions hold (BATTLE-6, BATTLE-7, D-1, D-4)."""
    lost = [role for role in ROLES if defeated(field.of(role))]
    if len(lost) == 2:
        return BattleOutcome("none", "mutual")
    if not lost:
        return BattleOutcome("defender", "time-loss")
    return BattleOutcome(other(lost[0]), "titan" if titan_slain(field.of(lost[0])) else "elimination")


def outcome_of_concession(field: AnyField, by: Role) -> BattleOutcome:
    """The outcome when a side concedes, the slain already removed (CONCEDE-2)."""
    if defeated(field.of(other(by))):
        return BattleOutcome("none", "mutual", by)
    return BattleOutcome(other(by), "concession", by)


def lost_in(field: AnyField, role: Role) -> tuple[CharacterName, ...]:
    """The characters a side lost in a finished battle, including those left off (SCORE-2).

    The survivors of a Legion whose Titan was slain are not among them (D-3).
    """
    side, outcome = field.of(role), field.outcome
    assert outcome is not None
    lost = (*side.slain, *side.left_off)
    if outcome.conceded_by == role or (outcome.how == "time-loss" and role == "attacker"):
        lost = (*lost, *[c.name for c in side.characters])
    return lost


def points_of(field: AnyField) -> int:
    """The winner's points by SCORE-2 in a finished battle; 0 after time loss or mutual elimination."""
    outcome = field.outcome
    assert outcome is not None
    if outcome.winner == "none" or outcome.how == "time-loss":
        return 0
    loser = other(outcome.winner)
    return value(field.box, lost_in(field, loser), field.of(loser).score)


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
