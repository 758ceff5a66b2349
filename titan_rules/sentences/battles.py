"""Battles in free sentences: what one of the characters does, in our notation.

What is told first has happened, and what is told last is asked.
"""

from collections.abc import Sequence

from ..box.current_box import current
from ..box.vocabulary import LITTLE, any_of
from ..kernel.jsontext import data_file
from ..position.battle import ROLES
from . import frames, notation
from .said import Item, Question
from .sides import OUTRIGHT, Piece, Unclear
from .telling import told
from .world import ENDS, GOES, JOINS, STRIKES, Deed, World, only

STORY = LITTLE | any_of(" ".join(data_file(__file__, "story.json")["of a battle"]))
"""Words that change nothing in a battle; where another is said that nobody reads, nothing is understood."""


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
    if len(terrains) > 1:
        raise Unclear
    terrain = next(iter(terrains), None)
    if not world.events:
        world.events.append(_entry(world))
    back = any(item.low.startswith("strikeback") for item in moments)
    world.events[-1].back = world.events[-1].back or back
    asked = _asked(world)
    _in_turn(world, asked[-1], moments)
    _check(world, asked, terrain, {item.value for item in moments if item.kind == "turn"})
    for event in asked:
        event.back = event.back or back
    return _in_notation(world, terrain, asked, moments)


def _entry(world: World) -> Deed:
    """What is asked about if no deed was told, but from where the attacker comes: *from the left: Ogre on A3?*"""
    entering = [piece for piece in world.pieces if world.sides.foes(piece, "mine") is not True]
    piece = only(entering)[0]
    if world.entry is None or piece.hex is None:
        raise Unclear
    label, piece.hex = piece.hex, None
    return Deed("enter", [piece], goals=[label])


def _in_notation(world: World, terrain: str | None, asked: Sequence[Deed], moments: Sequence[Item]) -> Question:
    """The question; a phase that was told is in it where it matters: to a concession, or if it is the other side's."""
    event, actor = asked[-1], asked[-1].actors[0]
    line, role = notation.line(world, terrain, event, moments), ROLES[notation.defends(world, actor)]
    own = next((one for one in ("mine", "theirs") if world.sides.foes(one, actor) is False), None)
    whose, phase = notation.phase_told(moments, role, own)
    if event.kind == "concede":
        concedes = "attempts to concede" if event.said["attempt"] else "concedes"
        return Question(notation.in_phase(line, whose, phase), f"{role} {concedes}")
    if event.kind in (*STRIKES, *GOES) and not event.back and whose not in ("", role):
        line = notation.in_phase(line, whose, phase)
    return Question(line, "; ".join(notation.texts(asked)), notation.hits(event))


def _asked(world: World) -> list[Deed]:
    """The deeds that are asked about: the last, and others in its sentence; those before have happened."""
    deeds = [_whole(world, deed) for deed in _told(world)]
    last = deeds[-1]
    if len({deed.kind in ENDS for deed in deeds}) > 1:
        raise Unclear  # one does not strike, another does
    asked = [last]
    for deed in reversed(deeds[:-1]):
        if _has_happened(deed, last) or _is_the_same(deed, last):
            continue
        if deed.sentence == last.sentence and "dice" not in {*deed.said, *last.said}:
            asked.insert(0, deed)
        elif deed.kind in GOES and not deed.said:
            for piece, label in zip(deed.actors, deed.goals, strict=False):
                piece.hex, piece.moved = label, piece in last.actors and last.kind in GOES
        else:
            raise Unclear
    if any(world.sides.foes(one, other) for one in asked[0].actors for deed in asked[1:] for other in deed.actors):
        raise Unclear  # each side does something
    return asked


def _told(world: World) -> list[Deed]:
    """The deeds that were told; moves that go on are one."""
    deeds: list[Deed] = []
    for n, deed in enumerate(world.events):
        if deed.tentative and n + 1 < len(world.events):
            continue  # Ogre D3 - Lion D4
        goalless = deed.kind == "goes" and not deed.goals and deed.origin is None
        if goalless and any(e.kind in GOES and deed.actors in ([], e.actors) for e in world.events if e.goals):
            continue  # may it go?
        if deeds and _goes_on(deeds[-1], deed):
            deeds[-1].goals += deed.goals
        else:
            deeds.append(deed)
    return deeds


def _has_happened(deed: Deed, last: Deed) -> bool:
    """Whether a strike is over when the last deed is asked about; then it is noted with whom it concerns."""
    if last.back and deed.kind in STRIKES and not deed.said.keys() - {"scored"} and deed.actors == last.targets:
        for piece in last.actors:
            piece.hits += deed.said.get("scored", 0)
        return True  # it strikes for 2 hits, and the other strikes back
    if deed.over and not last.over and deed.actors == last.actors:
        for piece in deed.actors if not last.back else only([]):
            piece.struck = True
        return True
    return False


def _is_the_same(deed: Deed, last: Deed) -> bool:
    """Whether a deed is the last one, told before; what was said of it is said of that."""
    if (deed.kind, deed.actors, deed.targets, deed.goals) != (last.kind, last.actors, last.targets, last.goals):
        both = deed.kind == last.kind and not deed.said
        return both and set(deed.actors) > set(last.actors)  # both shoot it: the Ranger on C2 shoots
    if deed.said and last.said:
        raise Unclear
    last.said = last.said or deed.said
    last.back = last.back or deed.back
    return True


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
        or (event.said and event.kind not in (*STRIKES, *JOINS, "concede"))
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
    return notation.in_phase(notation.line(world, terrain, Deed("", [mine]), moments), *notation.phase_told(moments))


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
    return Question(
        notation.line(world, terrain, event, []),
        notation.strike(event, event.actors[0], event.targets[0]),
        notation.hits(event),
    )


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
