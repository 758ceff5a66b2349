"""A battle that is told and what is done in it, in our notation."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..box.characters import TITAN
from ..box.vocabulary import any_of
from ..kernel.wording import listed
from ..position.battle import ROLES
from .cases import anybody
from .said import ALL, Item
from .sides import Piece, Unclear
from .world import GOES, JOINS, STRIKES, Deed, World

OWN = any_of("his her its their my own")
"""Whose phase it is, if it is that of whoever was named last."""

# --- actions ---------------------------------------------------------------------------------------------------------


def texts(events: Sequence[Deed]) -> Iterator[str]:
    """The short texts of events that follow each other."""
    before = None
    for event in events:
        if before is not None and (before.kind in STRIKES) != (event.kind in STRIKES):
            yield "end-maneuver"
        before = event
        if event.kind in STRIKES:
            if "dice" in event.said and len(event.actors) * len(event.targets) > 1:
                raise Unclear  # whose dice they are
            yield from (strike(event, actor, target) for actor in event.actors for target in event.targets)
        elif event.kind in GOES:
            yield from _moves(event)
        elif event.kind in JOINS:
            yield f"{event.kind} {event.said['who']}"
        else:
            yield event.kind


def _moves(event: Deed) -> Iterator[str]:
    pairs = [(event.actors[0], event.goals[-1])]
    if len(event.actors) > 1:
        if len(event.goals) != len(event.actors):
            raise Unclear
        pairs = sorted(zip(event.actors, event.goals, strict=True), key=lambda pair: pair[1])
    for piece, label in pairs:
        yield f"{piece.name} enters {label}" if piece.hex is None else f"{piece.hex} to {label}"
        piece.hex = label


def strike(event: Deed, actor: Piece, target: Piece) -> str:
    """A strike's short text."""
    said = event.said
    text = (
        f"{actor.hex} {'shoots' if event.kind == 'shoot' else 'strikes'}{' back at' if event.back else ''} {target.hex}"
    )
    if "need" in said:
        text += f" {'at' if 'declared' in said else 'needing'} {said['need']}"
    if "dice" in said:
        text += " with " + " ".join(map(str, said["dice"]))
        text += f" = {said['scored']} hits" if "scored" in said else ""
    elif "count" in said:
        text += f" using {said['count']}"
    text += " dead" if "dead" in said else ""
    carried = []
    for number, to in said.get("carry", []):
        label = to.hex if isinstance(to, Piece) else to
        number = said.get("carried") if number is None else number
        carried.append(f"{label}:{number}" if number else f"{label} rest")
    if "carry" in said and not carried:
        carried = ["the rest"]
    return text + (f" carrying {' '.join(carried)}" if carried else "")


def hits(event: Deed) -> int | None:
    """How many hits a strike scored without its dice; all of them, if some are carried and nobody says how many."""
    said = event.said
    told = {"scored", "carry"} if "count" not in said else {"scored"}
    if event.kind not in STRIKES or "dice" in said or not told & said.keys():
        return None
    return int(said.get("scored", ALL))


# --- positions -------------------------------------------------------------------------------------------------------


def line(world: World, terrain: str | None, event: Deed, moments: Sequence[Item]) -> str:
    """The battle as a line, the actor's side first unless it is said to defend."""
    actor = event.actors[0]
    theirs = [p for p in world.pieces if world.sides.foes(actor, p) is not False and p not in event.actors]
    ours = [p for p in world.pieces if p not in theirs]
    sides = [_score(world, side) + listed(list(map(str, side)), ",", none="") for side in (ours, theirs) if side]
    behind = defends(world, actor)
    if behind:
        sides.reverse()
    if len(sides) == 1 and len(ours) > 1 and actor.hex is not None:
        sides[0] = f"{ROLES[behind]} {sides[0]}"
    turn = max((item.value for item in moments if item.kind == "turn"), default=None)  # those before are over
    when = "" if turn is None else f", turn {turn}"
    when += f", {world.entry}" if world.entry is not None and actor.hex is None else ""
    if actor.hex is None and not theirs:
        when = f", turn 1{when}" if turn is None else when
        sides.insert(0 if behind else 1, f"{anybody()} off" if behind else "")
    return f"{terrain}{when}: {' / '.join(sides)}" if terrain is not None else " / ".join(sides)


def _score(world: World, side: Sequence[Piece]) -> str:
    """The score of the side of a Titan whose power is not told, if it is."""
    titans = [piece for piece in side if piece.name == TITAN and piece.power is None]
    return next((f"{n}: " for whose, n in world.scores.items() for p in titans if whose in (p, None, *p.cues)), "")


def defends(world: World, actor: Piece) -> bool:
    """Whether the actor's side defends, as far as was told."""
    apart = world.sides.foes("defender", actor)
    if apart is not None:
        return not apart
    if not world.roles and actor.part[1] and any(p.part == (actor.part[0], 0) for p in world.pieces):
        return True  # named behind a slash
    return "defender" in world.roles and "attacker" not in world.roles and world.sides.foes("mine", actor) is not True


def phase_told(moments: Sequence[Item], role: str = "", own: str | None = None) -> tuple[str, str]:
    """Whose phase was told, the attacker's or the defender's, and which; two empty texts if none was.

    :param role: of whoever acts.
    :param own: how the speaker calls what is theirs: *mine*, *theirs*.
    """
    for owner, phase in pairwise(moments):
        whose = str(owner.value)
        if role and owner.low in OWN:
            whose = role if own in (None, whose) else ROLES[role == ROLES[0]]
        if whose in ROLES and phase.kind == "phase":
            return whose, str(phase.value)
    return "", ""


def in_phase(battle: str, whose: str, phase: str) -> str:
    """The line of a battle in a phase, if it was told."""
    return battle.replace(":", f", {whose}'s {phase}:", 1) if whose else battle
