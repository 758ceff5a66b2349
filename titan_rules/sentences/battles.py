"""Battles in free sentences: what one of the characters does, in our notation.

What is told first has happened, and what is told last is asked.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import LITTLE, any_of
from ..kernel.jsontext import data_file
from ..kernel.wording import listed
from ..position.battle import ROLES
from . import frames
from .said import ALL, Item, Question
from .sides import OUTRIGHT, Piece, Unclear
from .telling import told
from .world import GOES, STRIKES, Deed, World, only

STORY = LITTLE | any_of(" ".join(data_file(__file__, "story.json")["of a battle"]))
"""Words that change nothing in a battle; where another is said that nobody reads, nothing is understood."""
ENDS, JOINS = ("end-strikes", "end-maneuver"), ("reinforce", "summon")
OWN = any_of("his her its their my own")
"""Whose phase it is, if it is that of whoever was named last."""


def translate(items: Sequence[Item]) -> Question | None:
    """A battle and an action in it, in our notation; None if the sentence does not say both, or can mean several."""
    kinds = {item.kind for item in items}
    if "unsaid" in kinds or ("declared" in kinds and "need" not in kinds) or ("asked" in kinds and "dice" not in kinds):
        return None
    moments: list[Item] = []
    read = [one for clauses in frames.clauses(items, moments) if (one := _read(clauses, moments)) is not None]
    least = min((doubts for doubts, _ in read), default=0)  # nobody is said to strike his own
    meant = {str(question): question for doubts, question in read if doubts == least}
    return next(iter(meant.values())) if len(meant) == 1 else None


def _read(clauses: Sequence[frames.Clause], moments: Sequence[Item]) -> tuple[int, Question] | None:
    try:
        world = told(clauses)
        return world.sides.doubts, _question(world, moments)
    except Unclear:
        return None


def _question(world: World, moments: Sequence[Item]) -> Question:
    terrains = {str(item.value) for item in moments if item.kind == "terrain"}
    turns = {item.value for item in moments if item.kind == "turn"}
    terrain = next(iter(terrains), None)
    if len(terrains) > 1:
        raise Unclear
    entering = [p for p in world.pieces if world.sides.foes(p, "mine") is not True]
    if not world.events and world.entry is not None and len(entering) == 1 and entering[0].hex is not None:
        world.events.append(Deed("enter", entering, goals=[entering[0].hex]))  # from the left: Ogre on A3?
        entering[0].hex = None
    if not world.events:
        raise Unclear
    back = any(item.low.startswith("strikeback") for item in moments)
    world.events[-1].back = world.events[-1].back or back
    asked = _asked(world)
    _in_turn(world, asked[-1], moments)
    _check(world, asked, terrain, turns)
    for event in asked:
        event.back = event.back or back
    event = asked[-1]
    line, role = _line(world, terrain, event, moments), ROLES[_defends(world, event.actors[0])]
    own = next((one for one in ("mine", "theirs") if world.sides.foes(one, event.actors[0]) is False), None)
    whose, phase = _phase(moments, role, own)
    if event.kind == "concede" or (event.kind in (*STRIKES, *GOES) and not event.back and whose not in ("", role)):
        line = _in_phase(line, whose, phase)
    told = f"{role} concedes" if event.kind == "concede" else "; ".join(_texts(asked))
    return Question(line, told, _hits(event))


def _asked(world: World) -> list[Deed]:
    """The events that are asked about: the last, and others in its sentence; those before have happened."""
    events: list[Deed] = []
    for n, event in enumerate(world.events):
        if event.tentative and n + 1 < len(world.events):
            continue  # Ogre D3 - Lion D4
        goalless = event.kind == "goes" and not event.goals and event.origin is None
        if goalless and any(e.kind in GOES and event.actors in ([], e.actors) for e in world.events if e.goals):
            continue  # may it go?
        if events and _goes_on(events[-1], event):
            events[-1].goals += event.goals
        else:
            events.append(event)
    events = [_whole(world, event) for event in events]
    last = events[-1]
    if len({event.kind in ENDS for event in events}) > 1:
        raise Unclear  # one does not strike, another does
    asked = [last]
    for event in reversed(events[:-1]):
        if last.back and event.kind in STRIKES and not event.said.keys() - {"scored"} and event.actors == last.targets:
            for piece in last.actors:
                piece.hits += event.said.get("scored", 0)
            continue
        if event.over and not last.over and event.actors == last.actors:
            for piece in event.actors if not last.back else only([]):
                piece.struck = True
            continue
        again = event.kind == last.kind and event.actors == last.actors and event.targets == last.targets
        if again and event.goals == last.goals:
            if event.said and last.said:
                raise Unclear
            last.said = last.said or event.said
            last.back = last.back or event.back
        elif event.kind == last.kind and not event.said and set(event.actors) > set(last.actors):
            continue  # both shoot it: the Ranger on C2 shoots
        elif event.sentence == last.sentence and "dice" not in {*event.said, *last.said}:
            asked.insert(0, event)
        elif event.kind in GOES and not event.said:
            for piece, label in zip(event.actors, event.goals, strict=False):
                piece.hex, piece.moved = label, piece in last.actors and last.kind in GOES
        else:
            raise Unclear
    return asked


def _goes_on(before: Deed, event: Deed) -> bool:
    """Whether a move is part of the one before: *in over B1, and on to B2*."""
    same = event.actors in ([], before.actors) and len(before.actors) == 1
    near = not before.goals or (before.sentence == event.sentence and event.kind == "goes")
    return before.kind in GOES and event.kind in GOES and same and near


def _whole(world: World, event: Deed) -> Deed:
    """An event with who does it and to whom, if nobody else can be meant."""
    if event.striker is not None:
        event.actors = only([piece for piece in world.pieces if piece.hex == event.striker])
    if event.struck is not None:
        event.targets = only([piece for piece in world.pieces if piece.hex == event.struck])
    if event.kind in JOINS:
        event.actors = only(_of_role(world, ROLES[event.kind == "reinforce"], event.vague)[:1])
    elif event.kind == "concede" and not event.actors:
        event.actors = only((_of_player(world, event.by) or world.anybody("concede"))[:1])
    elif event.kind in STRIKES and not event.actors and event.by in ROLES:
        event.actors = only(_of_player(world, event.by))
    outside = [piece for piece in world.pieces if piece.hex is None]
    if not event.actors and event.kind in GOES and outside:
        event.actors = outside[:1]
    elif not event.actors:
        foes = [p for p in world.pieces if event.targets and world.sides.foes(p, event.targets[0])]
        foes = foes or [p for p in world.pieces if event.targets and world.foes(p, event.targets[0])]
        event.actors = foes if len(foes) == 1 else world.anybody(event.kind)
    if event.kind in STRIKES and not event.targets:
        carried = [to for _, to in event.said.get("carry", [])]
        foes = [p for p in world.pieces if p not in event.actors and world.foes(p, event.actors[0])]
        event.targets = only([p for p in foes if p not in carried and p.hex not in carried])
    if event.kind in GOES and not event.goals:
        raise Unclear
    for piece in event.actors if event.origin is not None else ():
        if piece.hex not in (None, event.origin):
            raise Unclear
        piece.hex = event.origin
    return event


def _of_player(world: World, player: str | None) -> list[Piece]:
    """A player's characters; those named first are mine, if nobody is said to be."""
    if player is None or player in ROLES:
        return _of_role(world, player) if player is not None else []
    return world.of(player) or (world.pieces[:1] if player == "mine" else world.pieces[1:])


def _of_role(world: World, role: str, mine: bool = False) -> list[Piece]:
    """The attacker's or the defender's characters; a reinforcement is the defender's, a summons the attacker's.

    :param mine: somebody is said to do it himself.
    """
    own = world.of(role) or (world.of("mine") if mine else [])
    if any(world.sides.foes(role, piece) for piece in world.pieces):
        own = own or [piece for piece in world.pieces if world.sides.foes(role, piece) is None]
    own = own or [piece for piece in world.pieces if (piece.part == (0, 0)) == (role == "attacker")]
    if own and world.sides.foes(role, own[0]) is None:
        world.sides.tell(OUTRIGHT, role, own[0], False)
    return own


def _check(world: World, asked: Sequence[Deed], terrain: str | None, turns: set[int]) -> None:
    """Refuse what has somebody without a hex who does not enter, two in a hex, or a hazard that is not there."""
    event = asked[-1]
    entering = [piece for one in asked if one.kind in GOES for piece in one.actors]
    labels = [piece.hex for piece in world.pieces if piece.hex is not None]
    goals = [label for one in asked for label in one.goals]
    hazards = {} if terrain is None else {label: current().battlelands[terrain][label].hazard for label in goals}
    if (
        any(piece.hex is None and piece not in entering for piece in world.pieces)
        or (event.said and event.kind not in (*STRIKES, *JOINS))
        or (terrain is None and (turns or len(labels) < len(world.pieces)))
        or len(labels) > len(set(labels))
        or any(world.hazards.get(label, hazard) != hazard for label, hazard in hazards.items())
        or any(target in one.actors for one in asked for target in one.targets)
    ):
        raise Unclear


def _in_turn(world: World, event: Deed, moments: Sequence[Item]) -> None:
    """Take whoever acts for the side whose phase it is; a phase of another kind is not understood."""
    phases = {str(item.value) for item in moments if item.kind == "phase" and item.low[:10] != "strikeback"}
    if len(phases) == 1 and event.kind in (*STRIKES, *GOES) and (phases == {"maneuver"}) != (event.kind in GOES):
        raise Unclear
    whose = {"attacker" if item.low in ("att", "atk") else str(item.value) for item in moments if item.kind != "phase"}
    whose &= {*ROLES, "mine", "theirs"} | {cue for piece in world.pieces for cue in piece.cues}
    for owner in whose if len(whose) == 1 else ():
        if world.sides.foes(owner, event.actors[0]) is None:
            world.sides.tell(OUTRIGHT, owner, event.actors[0], False)


def place(items: Sequence[Item]) -> str | None:
    """A battle in which everybody is told with a hex and a side, in our notation."""
    moments: list[Item] = []
    lines = {line for clauses in frames.clauses(items, moments) if (line := _placed(clauses, moments)) is not None}
    return lines.pop() if len(lines) == 1 else None


def _placed(clauses: Sequence[frames.Clause], moments: Sequence[Item]) -> str | None:
    try:
        world = told(clauses)
    except Unclear:
        return None
    terrain = next((str(item.value) for item in moments if item.kind == "terrain"), None)
    events = [event for event in world.events if not event.tentative]
    if terrain is None or events or not world.pieces or any(piece.hex is None for piece in world.pieces):
        return None
    mine = (world.of("mine") or world.pieces)[0]
    sides = {world.sides.foes(mine, piece) for piece in world.pieces}
    if len(world.pieces) != 2 and sides != {True, False}:
        return None
    return _in_phase(_line(world, terrain, Deed("", [mine]), moments), *_phase(moments))


def _phase(moments: Sequence[Item], role: str = "", own: str | None = None) -> tuple[str, str]:
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


def _in_phase(line: str, whose: str, phase: str) -> str:
    """The line of a battle in a phase, if it was told."""
    return line.replace(":", f", {whose}'s {phase}:", 1) if whose else line


def translate_fact(items: Sequence[Item]) -> Question | None:
    """*May a Ranger rangestrike an Archangel?*: two characters without hexes, as near as was told."""
    kinds = {item.kind for item in items}
    if kinds & {"number", "land", "hazard", "turn", "marker", "roll", "unsaid", "declared"}:
        return None
    asks = kinds & {"need", "count"} or any(item.kind == "verb" and item.value in STRIKES for item in items)
    if not asks or any(item.low in ("before", "after") for item in items):
        return None
    moments: list[Item] = []
    read = {str(one): one for clauses in frames.clauses(items, moments) if (one := _fact(clauses, items, moments))}
    return next(iter(read.values())) if len(read) == 1 else None


def _fact(clauses: Sequence[frames.Clause], items: Sequence[Item], moments: Sequence[Item]) -> Question | None:
    try:
        world = told(clauses)
        asked = _asked(world) if world.events else []
    except Unclear:
        return None
    event = asked[-1] if asked else None
    if len(world.pieces) != 2 or event is None or event.kind not in STRIKES or len(asked) > 1:
        return None
    if len(event.actors) != 1 or len(event.targets) != 1:
        return None
    far = next((item.value for item in items if item.kind == "range"), None)
    shoots = event.kind == "shoot" and not any(item.low == "beside" for item in items)
    terrain = next((str(item.value) for item in moments if item.kind == "terrain"), "Plains")
    labels = _apart(terrain, far if far is not None else 3 if shoots else 2)
    if labels is None:
        return None
    for piece, label in zip(world.pieces, labels, strict=True):
        piece.hex = label
    return Question(_line(world, terrain, event, []), _strike(event, event.actors[0], event.targets[0]), _hits(event))


def _apart(terrain: str, number: int) -> tuple[str, str] | None:
    """Two hexes of a Battleland at a range, both ends counted, with nothing beside or between that matters."""
    land = current().battlelands[terrain]
    column = [land[f"D{row}"] for row in range(1, 7)]
    for first in range(2, -1, -1):
        hexes = column[first : first + number]
        clear = all(x.hazard in ("Plains", "Tower") and not x.elevation and not any(x.up + x.down) for x in hexes)
        if len(hexes) == number > 1 and clear:
            return str(hexes[0].label), str(hexes[-1].label)
    return None


# --- in our notation -------------------------------------------------------------------------------------------------


def _texts(events: Sequence[Deed]) -> Iterator[str]:
    """The short texts of events that follow each other."""
    before = None
    for event in events:
        if before is not None and (before.kind in STRIKES) != (event.kind in STRIKES):
            yield "end-maneuver"
        before = event
        if event.kind in STRIKES:
            yield from (_strike(event, actor, target) for actor in event.actors for target in event.targets)
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


def _strike(event: Deed, actor: Piece, target: Piece) -> str:
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
    for hits, to in said.get("carry", []):
        label = to.hex if isinstance(to, Piece) else to
        hits = said.get("carried") if hits is None else hits
        carried.append(f"{label}:{hits}" if hits else f"{label} rest")
    if "carry" in said and not carried:
        carried = ["the rest"]
    return text + (f" carrying {' '.join(carried)}" if carried else "")


def _hits(event: Deed) -> int | None:
    """How many hits a strike scored without its dice; all of them, if some are carried and nobody says how many."""
    said = event.said
    told = {"scored", "carry"} if "count" not in said else {"scored"}
    if event.kind not in STRIKES or "dice" in said or not told & said.keys():
        return None
    return int(said.get("scored", ALL))


def _line(world: World, terrain: str | None, event: Deed, moments: Sequence[Item]) -> str:
    """The battle as a line, the actor's side first unless it is said to defend."""
    actor = event.actors[0]
    theirs = [p for p in world.pieces if world.sides.foes(actor, p) is not False and p not in event.actors]
    ours = [p for p in world.pieces if p not in theirs]
    sides = [_score(world, side) + listed(list(map(str, side)), ",", none="") for side in (ours, theirs) if side]
    defends = _defends(world, actor)
    if defends:
        sides.reverse()
    if len(sides) == 1 and len(ours) > 1 and actor.hex is not None:
        sides[0] = f"{ROLES[defends]} {sides[0]}"
    turn = max((item.value for item in moments if item.kind == "turn"), default=None)  # those before are over
    when = "" if turn is None else f", turn {turn}"
    when += f", {world.entry}" if world.entry is not None and actor.hex is None else ""
    if actor.hex is None and not theirs:
        when = f", turn 1{when}" if turn is None else when
        sides.insert(0 if defends else 1, "Ogre off" if defends else "")
    return f"{terrain}{when}: {' / '.join(sides)}" if terrain is not None else " / ".join(sides)


def _score(world: World, side: Sequence[Piece]) -> str:
    """The score of the side of a Titan whose power is not told, if it is."""
    titans = [piece for piece in side if piece.name == TITAN and piece.power is None]
    return next((f"{n}: " for whose, n in world.scores.items() for p in titans if whose in (p, None, *p.cues)), "")


def _defends(world: World, actor: Piece) -> bool:
    """Whether the actor's side defends, as far as was told."""
    apart = world.sides.foes("defender", actor)
    if apart is not None:
        return not apart
    if not world.roles and actor.part[1] and any(p.part == (actor.part[0], 0) for p in world.pieces):
        return True  # named behind a slash
    return "defender" in world.roles and "attacker" not in world.roles and world.sides.foes("mine", actor) is not True
