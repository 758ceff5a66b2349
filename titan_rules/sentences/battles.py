"""Battles in free sentences: what one of the characters does, in our notation.

What is told first has happened, and what is told last is asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import LITTLE, any_of, words_of
from ..kernel.jsontext import data_file
from ..kernel.wording import listed
from ..position.battle import ROLES
from . import events
from .events import KILLS, Event
from .said import ALL, Item, Question
from .scene import AT, FIGHTS, GOES, NOTHING, PASSED, STRIKES, Piece, Scene

STORY = LITTLE | any_of(" ".join(data_file(__file__, "story.json")["of a battle"]))
"""Words that change nothing in a battle; where another is said that nobody reads, nothing is understood."""
_SCORED = ("hits", "scored")
_TAKES = any_of("take takes took taking get gets make makes give gives choose add adds pick picks leave leaves")
_FRAMES = (
    STRIKES | GOES | {"carry", "roll", "stand", "dead", "decline", "end", "summon", "reinforce", "declare", "attempt"}
)
"""The families of the verbs that are read in a battle."""
_DESCRIBING = frozenset({"not", "isn't", "without", "never"})


def translate(items: Sequence[Item]) -> Question | None:
    """A battle and an action in it, in our notation; None if the sentence does not say both."""
    scene = Scene(_called(items))
    terrain = next((str(item.value) for item in reversed(items) if item.kind == "terrain"), None)
    turns = {item.value for item in items if item.kind == "turn"}
    kinds = {item.kind for item in items}
    unsaid = "unsaid" in kinds or ("declared" in kinds and "need" not in kinds) or not scene.counted
    again = any(after.low == "again" and item.kind != "terrain" for item, after in pairwise(items))
    unsaid = unsaid or (again and "done" not in kinds) or ("asked" in kinds and "dice" not in kinds)
    if not scene.pieces or len(turns) > 1 or unsaid:
        return None
    text, asked = "", list[Event]()
    joined = events.joined(scene)
    if _refuses(items):
        if (declined := events.declined(scene)) is None:
            return None
        event, text = declined
    elif joined is not None:
        event, text = joined
    else:
        told = events.told(scene)
        if not told:
            return None
        asked = events.asked(scene, told)
        event = asked[-1]
        struck = [one for one in told if one.kind in STRIKES]
        if struck[-1:] not in ([], [event]) or (len(struck) > 1 and "dice" in kinds):
            return None  # one has rolled, and another strike is asked about
        events.done_already(scene, event)
        if event.kind == "enter" and terrain is not None and {item.kind for item in items}.isdisjoint(("side", "turn")):
            _steps_in(scene, event, terrain)
    if (terrain is not None and not _fits_hazard(scene, event, terrain)) or not _in_phase(items, event):
        return None
    entering = {id(piece) for piece, _ in scene.placed} | {id(event.actor)}
    if any(piece.hex is None and id(piece) not in entering for piece in scene.pieces):
        return None
    if terrain is None and (event.actor.hex is None or turns):
        return None
    if event.target is None and len(scene.pieces) > 2 and scene.whose(event.actor) is None:
        return None  # whose the others are was not said
    if event.kind not in STRIKES and kinds & {"dice", "count", "need", "scored"}:
        return None
    line = _line(scene, terrain, event)
    text = text or "; ".join(_texts(scene, asked))
    whole = _all_used(items, text) and _all_there(scene, line, text)
    return Question(line, text, _hits(scene, event)) if whole else None


def place(items: Sequence[Item]) -> str | None:
    """A battle in which everybody is told with a hex and a side, in our notation."""
    scene = Scene(_called(items))
    terrain = next((str(item.value) for item in reversed(items) if item.kind == "terrain"), None)
    sides = [scene.whose(piece) for piece in scene.pieces]
    verbs = [i for i in scene.verbs(STRIKES | GOES) if scene.items[i].low[:5] not in FIGHTS or scene.object(i, None)]
    done = any(scene.after(verb).low != "with" for verb in verbs)
    if terrain is None or scene.goals or done or any(piece.hex is None for piece in scene.pieces):
        return None
    if set(sides) != {0, 1} and (len(sides) != 2 or set(sides) != {None}):
        return None
    actor = scene.pieces[0 if sides[0] is None else sides.index(0)]
    line = _line(scene, terrain, Event(0, "", actor, next(iter(scene.enemies(actor)), None)))
    for owner, phase in pairwise(items):
        if owner.value in ROLES and phase.kind == "phase":
            line = line.replace(":", f", {owner.value}'s {phase.value}:", 1)
    return line if _all_used(items, line) else None


def _fits_hazard(scene: Scene, event: Event, terrain: str) -> bool:
    """Whether the hazard that is told with the hex where somebody goes is there."""
    told = [x.value for i in scene.goals for x in scene.items[max(0, i - 3) : i] if x.kind == "hazard"]
    land = current().battlelands[terrain]
    return not event.goals or not told or told[-1] == land[event.goals[-1]].hazard


def _in_phase(items: Sequence[Item], event: Event) -> bool:
    """Whether the phase that is told, if it is one, is that of the event; no frame here says another."""
    phases = {str(item.value) for item in items if item.kind == "phase"}
    return len(phases) != 1 or event.kind not in STRIKES | GOES or (phases == {"maneuver"}) == (event.kind in GOES)


def _steps_in(scene: Scene, event: Event, terrain: str) -> None:
    """Whoever enters a hazard, but nobody says that the battle begins, stands beside it."""
    if event.actor.hex is not None or scene.first("hazard") is None or len(scene.pieces) > 1:
        return
    land = current().battlelands[terrain]
    near = [land.hexes[n] for n in land[event.goals[-1]].neighbours if n is not None]
    event.actor.hex = next((str(x.label) for x in near if x.hazard == "Plains" and x.label), None)


def _all_used(items: Sequence[Item], text: str) -> bool:
    """Whether every verb has a frame, and every number is part of the action or tells more of it: *5 kill it*."""
    words = {*text.replace(":", " ").split(), "1"}
    words |= {str(x.value) for x in items if x.kind in ("count", "need", *_SCORED)}
    if any(item.kind == "verb" and item.value not in _FRAMES and item.low not in _TAKES for item in items):
        return False
    for before, item, after in zip([NOTHING, *items], items, [*items[1:], NOTHING], strict=False):
        aside = after.low[:4] in KILLS or before.kind == "terrain" or (before.low == "(" and after.low == ")")
        if item.kind == "number" and not aside and str(item.value) not in words:
            return False
    return True


def _all_there(scene: Scene, line: str, text: str) -> bool:
    """Whether every hex is where somebody stands or goes, or one on the way."""
    there = {word.text for word in words_of(f"{line} {text}")} | set(scene.goals.values())
    return all(
        str(item.value) in there
        or scene.before(i, 1).low in PASSED | {"by"}
        or scene.after(i).low == "between"
        or scene.of_hazard(i)
        for i, item in enumerate(scene.items)
        if item.kind == "hex"
    )


def _called(items: Sequence[Item]) -> list[Item]:
    """The items with *strike(D3, D4)* as *D3 strike D4*."""
    called = list(items)
    for i, item in enumerate(items):
        if item.kind == "verb" and i + 2 < len(items) and items[i + 1].low in (":", "="):
            called[i + 1] = NOTHING
        opens = i + (2 if i + 1 < len(items) and called[i + 1] is NOTHING else 1)
        alone = not i or items[i - 1].kind not in ("character", "hex")
        if (
            alone
            and item.kind == "verb"
            and i + 3 < len(items)
            and items[opens].low == "("
            and items[opens + 1].kind != "owner"
        ):
            first = next((j for j in range(i + 2, min(i + 6, len(items))) if items[j].kind in ("hex", "character")), 0)
            comma = next((j for j in range(first + 1, len(items)) if items[j].low in (",", ")")), 0)
            close = next((j for j in range(comma, len(items)) if items[j].low == ")"), 0)
            if first and close > comma and items[comma].low == ",":
                called[i : comma + 1] = [*items[i + 2 : comma], item]
                break
    return called


def _refuses(items: Sequence[Item]) -> bool:
    """Whether something is not done, or ended, which no frame here says; *not in contact* only describes."""
    declined = [x for x in pairwise(items) if x[0].value == "decline" and x[0].low not in ("no", "nor")]
    ended = [
        x[0].value == "end" and x[1].kind == "owner"
        for x in zip(items, items[1:], items[2:], strict=False)
        if x[2].kind == "verb"
    ]
    return any(ended) or any(
        item.low not in _DESCRIBING or not (after.low in AT | {"beside", "between", "near"} or after.kind == "range")
        for item, after in declined
    )


def translate_fact(items: Sequence[Item]) -> Question | None:
    """*May a Ranger rangestrike an Archangel?*: two characters without hexes, as near as was told."""
    kinds = {item.kind for item in items}
    if any(item.low in ("before", "after") for item in items):
        return None
    scene = Scene(_called(items))
    verbs = [items[i].value for i in scene.verbs(STRIKES)]
    if (
        len(scene.pieces) != 2
        or kinds & {"number", "land", "hazard", "turn", "marker", "roll", "unsaid", "declared"}
        or _refuses(items)
    ):
        return None
    if not (verbs or scene.first("need") or scene.first("count")):
        return None
    terrain, far = scene.first("terrain"), scene.first("range")
    shoots = "shoot" in verbs and not any(item.low == "beside" for item in items)
    number = far.value if far is not None else 3 if shoots else 2
    place = str(terrain.value) if terrain is not None else "Plains"
    labels = _apart(place, number)
    if labels is None:
        return None
    for piece, label in zip(scene.pieces, labels, strict=True):
        piece.hex = label
    told = [one for one in events.told(scene) if one.kind in STRIKES]
    if not told:
        return None
    return Question(_line(scene, place, told[-1]), _strike(scene, told[-1]), _hits(scene, told[-1]))


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


def _texts(scene: Scene, events: Sequence[Event]) -> Iterator[str]:
    """The short texts of events that follow each other."""
    for before, event in pairwise([None, *events]):
        assert event is not None, "only the first has none before it"
        if before is not None and (before.kind in STRIKES) != (event.kind in STRIKES):
            yield "end-maneuver"
        yield _strike(scene, event) if event.kind in STRIKES else _maneuver(scene, event)
        if event.kind in GOES and event.goals:
            event.actor.hex = event.goals[-1]


def _strike(scene: Scene, event: Event) -> str:
    """A strike's short text."""
    items, target = scene.items, event.target
    assert target is not None, "a strike has a target"
    back = " back at" if any(x.low in ("back", "strikeback", "strikebacks") for x in items) else ""
    text = f"{event.actor.hex} {'shoots' if event.kind == 'shoot' else 'strikes'}{back} {target.hex}"
    need, count, dice = scene.first("need"), scene.first("count"), scene.first("dice")
    if need is not None:
        text += f" at {need.value}"
    if dice is not None:
        text += " with " + " ".join(map(str, dice.value))
    elif count is not None:
        text += f" using {count.value}"
    rest = items[items.index(dice) if dice is not None else event.at :]
    if dice is not None:
        scored = _scored(rest)
        text += f" = {scored[0]} hits" if scored else ""
        dead = any(x.value == "dead" or x.kind == "asked" for x in items)
        text += " dead" if dead or any(x.low[:4] in KILLS for x in rest) else ""
    carried = " ".join(_carries(scene, event))
    return text + (f" carrying {carried}" if carried else "")


def _scored(items: Sequence[Item]) -> list[int]:
    """The hits that are said to have been scored."""
    return [x.value for x, after in pairwise([*items, NOTHING]) if x.kind in _SCORED and after.value != "carry"]


def _hits(scene: Scene, event: Event) -> int | None:
    """How many hits a strike scored without its dice; all of them, if some are carried and nobody says how many."""
    told = scene.first("scored") is not None or scene.verbs(frozenset({"carry"}))
    if event.kind not in STRIKES or not told or scene.first("dice") is not None or scene.first("count") is not None:
        return None
    return next(iter(_scored(scene.items[event.at :])), ALL)


def _carries(scene: Scene, event: Event) -> Iterable[str]:
    """Hits carried over: *carry 2 to E3*, *the other 2 to the Centaur*."""
    items, carried = scene.items, dict[str, str]()
    for verb in scene.verbs(frozenset({"carry"})):
        hits = [x.value for x in items[verb + 1 : verb + 6] if x.kind in ("number", "hits")]
        hits = hits or [x.value for x in items[max(0, verb - 3) : verb] if x.kind in ("number", "hits")]
        places = [i for i in range(verb + 1, len(items)) if i in scene.goals or scene.piece(i) is not None]
        places = [i for i in places if scene.piece(i) not in (event.target, event.actor)]
        if places:
            piece = scene.piece(places[0])
            label = scene.goals.get(places[0]) or (piece.hex if piece is not None else None)
            if label is not None:
                carried[label] = f"{label}:{hits[0]}" if hits else f"{label} rest"
        elif any(x.low == "rest" for x in items[verb : verb + 4]):
            carried[""] = "the rest"
    return carried.values()


def _maneuver(scene: Scene, event: Event) -> str:
    """A maneuver's short text, or those of all who enter."""
    if scene.placed:
        return "; ".join(f"{piece.name} enters {label}" for piece, label in sorted(scene.placed, key=lambda x: x[1]))
    if event.actor.hex is None:
        return f"{event.actor.name} enters {event.goals[-1]}"
    return f"{event.actor.hex} to {event.goals[-1]}"


def _line(scene: Scene, terrain: str | None, event: Event) -> str:
    """The battle as a line, the actor's side first unless it is said to defend."""
    actor, enemy = event.actor, event.target
    scores = [item.value for item in scene.items if item.kind == "score"][:1]
    theirs = [p for p in scene.pieces if p is enemy or (p is not actor and p in _others(scene, event))]
    ours = [p for p in scene.pieces if p not in theirs]
    titans = [p for p in scene.pieces if p.name == TITAN and p.power is None]
    sides = [
        "".join([f"{n}: " for n in scores if set(side) & set(titans)]) + listed(list(map(str, side)), ",", none="")
        for side in (ours, theirs)
        if side
    ]
    defends = _defends(scene, actor)
    if defends:
        sides.reverse()
    if len(sides) == 1 and len(ours) > 1 and actor.hex is not None:
        sides[0] = f"{ROLES[defends]} {sides[0]}"
    turn, entry = scene.first("turn"), scene.first("side")
    when = "" if turn is None else f", turn {turn.value}"
    when += f", {entry.value}" if entry is not None and actor.hex is None else ""
    if actor.hex is None and not theirs:
        when = f", turn 1{when}" if turn is None else when
        sides.insert(0 if defends else 1, "Ogre off" if defends else "")
    return f"{terrain}{when}: {' / '.join(sides)}" if terrain is not None else " / ".join(sides)


def _others(scene: Scene, event: Event) -> list[Piece]:
    """Those on the other side: as they were told, else whoever is struck, or all but the actor."""
    side = scene.whose(event.actor)
    if side is not None:
        return [p for p in scene.pieces if scene.whose(p) == 1 - side]
    ours = {event.actor.mention} | {piece.mention for piece, _ in scene.placed}
    return [p for p in scene.pieces if p.mention not in ours]


def _defends(scene: Scene, actor: Piece) -> bool:
    """Whether the actor's side defends, as far as was told."""
    if actor.cue in ROLES:
        return actor.cue == "defender"
    side = scene.whose(actor)
    if (mine := scene.my_role()) is not None and side is not None:
        return (mine == "defender") == (side == 0)
    for piece in scene.pieces:
        if piece.cue in ROLES and side is not None and scene.whose(piece) is not None:
            return (piece.cue == "defender") == (scene.whose(piece) == side)
    said = [str(x.value) for x in scene.items if x.kind == "owner" and x.value in ROLES]
    return "defender" in said and "attacker" not in said and side != 1
