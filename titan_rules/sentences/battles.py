"""Battles in free sentences: what one of the characters does, in our notation.

What is told first has happened, and what is told last is asked.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import define

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import LITTLE, any_of, words_of
from ..kernel.jsontext import data_file
from ..kernel.wording import listed
from ..position.battle import ROLES
from .said import ALL, Item, Question
from .scene import AT, FIGHTS, GOES, NOTHING, PASSED, STRIKES, Piece, Scene

STORY = LITTLE | any_of(" ".join(data_file(__file__, "story.json")["of a battle"]))
"""Words that change nothing in a battle; where another is said that nobody reads, nothing is understood."""
_KILLS = ("kill", "slay", "slew")
_SCORED = ("hits", "scored")
_TAKES = any_of("take takes took taking get gets make makes give gives choose add adds pick picks leave leaves")
_FRAMES = (
    STRIKES | GOES | {"carry", "roll", "stand", "dead", "decline", "end", "summon", "reinforce", "declare", "attempt"}
)
"""The families of the verbs that are read in a battle."""
_DESCRIBING = frozenset({"not", "isn't", "without", "never"})


@define(eq=False)
class Event:
    """Something done, or asked about.

    :param at: the index of its verb, or where it would be.
    """

    at: int
    kind: str
    actor: Piece
    target: Piece | None = None
    goals: tuple[str, ...] = ()


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
    joined = _joined(scene)
    if _refuses(items):
        declined = _declined(scene)
        if declined is None:
            return None
        event, text = declined
    elif joined is not None:
        event, text = joined
    else:
        text = ""
        told = sorted(_events(scene), key=lambda one: one.at)
        keys = [(one.kind, one.actor, one.target, one.goals) for one in told]
        events = [one for n, one in enumerate(told) if keys[n] not in keys[n + 1 :]]
        if not events:
            return None
        asked = _asked(scene, events)
        event = asked[-1]
        struck = [one for one in events if one.kind in STRIKES]
        if struck[-1:] not in ([], [event]) or (len(struck) > 1 and scene.first("dice") is not None):
            return None  # one has rolled, and another strike is asked about
        _done_already(scene, event)
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
        aside = after.low[:4] in _KILLS or before.kind == "terrain" or (before.low == "(" and after.low == ")")
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
    """Whether something is not done, which no frame here says; *not in contact* only describes."""
    declined = [x for x in pairwise(items) if x[0].value == "decline" and x[0].low not in ("no", "nor")]
    return any(
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
    events = [one for one in _events(scene) if one.kind in STRIKES]
    if not events:
        return None
    return Question(_line(scene, place, events[-1]), _strike(scene, events[-1]), _hits(scene, events[-1]))


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


# --- what is done ----------------------------------------------------------------------------------------------------


def _joined(scene: Scene) -> tuple[Event, str] | None:
    """A reinforcement or a summons: *reinf Lio*, *summons an Angel*."""
    verbs = scene.verbs(frozenset({"reinforce", "summon"}))
    if not verbs:
        return None
    verb = str(scene.items[verbs[-1]].value)
    taken = scene.verbs(frozenset({"reinforce", "summon", "muster"}))
    piece = next((p for i, p in scene.meant.items() if i > taken[0] and p.hex is None), None)
    if piece is None or len(scene.pieces) < 2:
        return None
    scene.pieces.remove(piece)
    defends = verb == "reinforce"
    actor = next((p for p in scene.pieces if p.part == defends), scene.pieces[0])
    actor.cue = actor.cue or ROLES[defends]
    other = next(iter(scene.enemies(actor)), None)
    return Event(verbs[-1], verb, actor, other), f"{verb} {piece.name}"


def _declined(scene: Scene) -> tuple[Event, str] | None:
    """A strike or a move that somebody does not want: *my Ogre won't strike*."""
    declines = [i for i, item in enumerate(scene.items) if item.value == "decline"]
    verbs = scene.verbs(STRIKES | GOES)
    told = [v for v in verbs if not (scene.before(v).kind == "owner" and scene.items[v].low[-1] == "s")]  # my strikes
    verb = next((v for v in told[-1:] if any(0 < v - i < 4 for i in declines)), None)
    actor = scene.subject(verb or 0) or _anybody(scene)
    if verb is None or scene.goals or any(piece.hex is None for piece in scene.pieces):
        return None
    end = "end-strikes" if scene.items[verb].value in STRIKES else "end-maneuver"
    return Event(verb, "end", actor, next(iter(scene.enemies(actor)), None)), end


def _events(scene: Scene) -> Iterator[Event]:
    """What is done, as far as it is told who does it, and to whom or where."""
    items = scene.items
    dice = [i for i, item in enumerate(items) if item.kind == "dice"]
    verbs = scene.verbs(STRIKES | GOES | {"muster"})
    verbs = [i for i in verbs if not (dice and i > dice[0] and items[i].low[:4] in (*_KILLS, "take"))]
    claimed: set[int] = set()
    moves: list[Event] = []
    for piece, _ in scene.placed:
        piece.hex = None
    for verb, until in pairwise([*verbs, len(items)]):
        family = str(items[verb].value)
        goals = [i for i in scene.goals if verb < i < until and i <= scene.clause(verb)[1]]
        if any(x.kind == "side" for x in items[verb + 1 : verb + 4]) and family in STRIKES:
            continue  # attacks from the left
        named = items[verb].low.startswith("strikeback") and len(scene.verbs(STRIKES)) > 1  # during his strikeback
        if named or (items[verb].low[:5] in FIGHTS and not scene.object(verb, None)):
            continue  # we fight in the Plains
        takes = items[verb].low[:3] in ("tak", "too") and not goals and not scene.verbs(STRIKES)  # takes 6 dice
        if family in STRIKES and any(items[v].value in STRIKES and v > verb for v in verbs):
            start, stop = scene.clause(verb)
            if not any(scene.piece(i) for i in range(start, verb)) and scene.clause(max(verbs)) == (start, stop):
                continue  # a melee: the Ogre strikes
        if family in STRIKES or takes:
            for one in moves:
                one.actor.hex = one.actor.hex or one.goals[-1]
            if (event := _struck(scene, verb, dice)) is not None:
                claimed |= {i for i in goals if scene.goals[i] == getattr(event.target, "hex", None)}
                for striker in _together(scene, verb, event.actor):
                    for target in _targets(scene, verb, event.target):
                        yield Event(verb, event.kind, striker, target)
        elif goals or (family == "enter" and (goals := _over_first(scene, verb))):
            claimed |= set(goals)
            actor = scene.subject(verb) or next(iter(scene.object(verb, None)), None) or _anybody(scene)
            group = [p for p in scene.pieces if p.mention == actor.mention and p.hex is None]
            if family == "enter" and len(group) == len(goals) > 1:  # Ogres enter C5 and B4
                scene.placed += zip(group, [scene.goals[i] for i in goals], strict=True)
            told = {label for _, label in scene.placed}
            scene.placed += [(actor, scene.goals[i]) for i in goals if told and scene.goals[i] not in told]
            moves.append(Event(verb, family, _mover(scene, verb, actor), goals=tuple(scene.goals[i] for i in goals)))
            yield moves[-1]
    for i in sorted(set(scene.goals) - claimed):
        there = scene.at_hex(scene.goals[i])
        if there is not None and (pair := _pointed(scene, i)) is not None and pair[1] is there:
            yield Event(i, "strike", *pair)
        elif not any(scene.items[j].value == "carry" for j in range(max(0, i - 6), i)):
            yield Event(i, "move", _mover(scene, i, scene.subject(i) or _anybody(scene)), goals=(scene.goals[i],))
    if claimed or moves or any(items[i].value in STRIKES for i in verbs):
        return
    if scene.placed:
        yield Event(verbs[0], "enter", scene.placed[0][0], goals=(scene.placed[0][1],))
        return
    entering = [p for p in scene.pieces if scene.whose(p) != 1]
    if not scene.goals and not dice and len(entering) == 1 and scene.first("side") and entering[0].hex is not None:
        goal, entering[0].hex = entering[0].hex, None
        yield Event(len(items), "enter", entering[0], goals=(goal,))
        return
    asks = any(x.low in ("target", "striker", "x") for x in items) or scene.first("scored") or scene.first("need")
    counted = [i for i, item in enumerate(items) if item.kind in ("count", "scored")]
    if scene.goals or not (dice or counted or asks):
        return
    if (event := _struck(scene, (dice or counted or [len(items)])[0], dice or counted)) is not None:
        yield event


def _over_first(scene: Scene, verb: int) -> list[int]:
    """The hexes that are said before somebody enters over them: *(D6) ANG enters*, *Troll A3, Lion B4 enter*."""
    start, _ = scene.clause(verb)
    free = [i for i in range(start, verb) if scene.items[i].kind == "hex" and scene.piece(i) is not None]
    placed = [(piece, str(scene.items[i].value)) for i in free if (piece := scene.piece(i)) is not None]
    if len(placed) > 1 and {scene.whose(piece) for piece, _ in placed} == {scene.whose(placed[0][0])}:
        scene.placed += placed
    elif scene.subject(verb) not in [piece for piece, _ in placed]:
        return []
    for i, (piece, label) in zip(free, placed, strict=True):
        scene.goals[i], piece.hex = label, None
    return free


def _anybody(scene: Scene) -> Piece:
    mine = [piece for piece in scene.pieces if scene.whose(piece) == 0]
    return (mine or scene.pieces)[0]


def _mover(scene: Scene, verb: int, actor: Piece) -> Piece:
    """Who goes: whoever is still to enter, if there is but one and nobody nearer is meant."""
    outside = [piece for piece in scene.pieces if piece.hex is None]
    return outside[0] if len(outside) == 1 and scene.whose(outside[0]) != 1 else actor


def _struck(scene: Scene, verb: int, dice: Sequence[int]) -> Event | None:
    """A strike with its striker and its target."""
    items = scene.items
    kind = str(items[verb].value) if verb < len(items) and items[verb].value in STRIKES else "strike"
    kind = "shoot" if any(x.low == "shooter" for x in items) else kind
    before = scene.subject(verb)
    after = scene.object(verb, before)
    if (pointed := _pointed(scene, verb)) is not None:
        return Event(verb, kind, *pointed)
    if verb < len(items) and scene.after(verb).low == "by":
        pair = (after[0], after[1]) if before is None and len(after) > 1 else ((after[0] if after else None), before)
    elif before is None and len(after) > 1:
        tool = _tool(scene, verb)
        pair = (tool, next(p for p in after if p is not tool)) if tool is not None else (after[0], after[1])
    elif before is None and after:
        foes = scene.enemies(after[0])
        pair = (foes[0] if len(foes) == 1 else None), after[0]
    else:
        tool = _tool(scene, verb)
        start, _ = scene.clause(verb)
        if verb == len(items):
            before = next((p for p in scene.pieces if scene.whose(p) == 0), before)
        near = list(dict.fromkeys(p for i in range(start, min(verb, len(items))) if (p := scene.piece(i)) is not None))
        names = [scene.meant.get(i) for i in range(start, min(verb, len(items))) if items[i].kind == "character"]
        rolled = verb < len(items) and items[verb].low[:3] in ("rol", "thr") and names[-1:] == [before]
        if not after and len(near) == 2 and not rolled and (verb in dice or {scene.whose(p) for p in near} == {None}):
            before, after = near[0], near[1:]
        before = tool if tool is not None and tool is not before else before or _anybody(scene)
        carried = {scene.piece(i) for v in scene.verbs(frozenset({"carry"})) for i in range(v, scene.clause(v)[1])}
        targets = [p for p in after if p is not before] or [p for p in scene.enemies(before) if p not in carried]
        pair = before, targets[0] if targets else None
        if not after and len(targets) > 1:
            return None
    striker, target = pair
    if striker is None or target is None or striker is target or None in (striker.hex, target.hex):
        return None
    return Event(verb, kind, striker, target)


def _targets(scene: Scene, verb: int, target: Piece | None) -> list[Piece | None]:
    """The target and others that are struck with it: *strikes the Lion and the Centaur*."""
    if scene.after(verb).low in ("both", "all") and scene.after(verb + 1).kind not in ("character", "hex", "word"):
        several: list[Piece | None] = [p for p in scene.pieces if target is not None and p.mention == target.mention]
        return several if len(several) > 1 else []
    told = [target]
    places = [i for i in range(verb + 1, len(scene.items)) if scene.piece(i) is target]
    for i in range(places[-1] + 1 if places else len(scene.items), len(scene.items)):
        item, piece = scene.items[i], scene.piece(i)
        if piece is not None and piece not in told and scene.before(i, 1).kind != "hex":
            told.append(piece)
        elif (
            piece is None and item.low not in AT | {"and", "&", "(", ")"} and item.kind not in ("owner", "hits", "hex")
        ):
            break
    return told


def _pointed(scene: Scene, verb: int) -> tuple[Piece, Piece] | None:
    """Two pieces with an arrow between them: *strike D3 -> D4*, *Ogre (D3) > Lion (D4)*."""
    start, stop = scene.clause(min(verb, len(scene.items) - 1))
    for i in range(start, stop):
        if scene.items[i].low in (">", "to") and scene.before(i).kind != "number":
            striker = next(
                (p for j in range(i - 1, max(start, i - 5) - 1, -1) if (p := scene.piece(j)) is not None), None
            )
            target = next((p for j in range(i + 1, min(i + 4, stop)) if (p := scene.piece(j)) is not None), None)
            if striker is not None and target is not None and striker is not target and striker.hex and target.hex:
                return striker, target
    return None


def _together(scene: Scene, verb: int, actor: Piece) -> list[Piece]:
    """The actor and who does the same: *Ogre and Lion strike the Troll*, *both Lions strike it*."""
    told: list[Piece] = []
    joined = True
    for i in range(min(verb, len(scene.items)) - 1, scene.clause(verb)[0] - 1, -1):
        item, piece = scene.items[i], None if i in scene.goals else scene.piece(i)
        if piece is not None and (joined or piece in told):
            same = [p for p in scene.pieces if p.name == piece.name and scene.whose(p) == scene.whose(piece)]
            many = item.kind == "character" and item.low[-1] == "s" and item.low != piece.name.lower()
            told += [p for p in (same if many else [piece]) if p not in told]
            joined = False
        elif item.low in ("and", "&", "+"):
            joined = True
        elif item.low in ("all", "both") and not told:  # all hit him
            told = [p for p in scene.pieces if p.mention == actor.mention] or [actor]
        elif item.low not in AT | {"(", ")", "of"} and item.kind not in ("owner", "hits", "number"):
            break
    told = [p for p in told if scene.whose(p) == scene.whose(actor)] if actor in told else []
    return [p for p in scene.pieces if p is actor or p in told]


def _tool(scene: Scene, verb: int) -> Piece | None:
    """The striker that is told last: *strike the Lion with my Ogre*."""
    _, stop = scene.clause(verb)
    withs = [i for i in range(verb + 2, stop) if scene.items[i].low in ("with", "from")]
    withs = [i for i in withs if not any(x.low == "between" for x in scene.items[i : i + 6])]
    for i in withs:
        named = next((p for j in range(i + 1, min(i + 4, stop)) if (p := scene.piece(j)) is not None), None)
        if named is not None and scene.whose(named) != 1:
            return named
    return None


def _asked(scene: Scene, events: Sequence[Event]) -> list[Event]:
    """The events that are asked about: the last one, and others in its sentence; those before it have happened."""
    dice = next((i for i, item in enumerate(scene.items) if item.kind == "dice"), None)
    rolled = [one for one in events if dice is not None and one.kind in STRIKES and one.at <= dice]
    last = rolled[-1] if rolled else events[-1]
    asked = [last]
    for one in events[: events.index(last)][::-1]:
        here = scene.clause(one.at) == scene.clause(last.at)
        if here and one.actor is last.actor and one.kind not in STRIKES and last.kind not in STRIKES:
            continue  # in over B1, and on to B2
        if here and (one.kind in STRIKES) <= (last.kind in STRIKES) and one.actor.hex is not None:
            asked.insert(0, one)
        elif one.kind not in STRIKES and one.goals:
            one.actor.hex, one.actor.moved = one.goals[-1], one.actor is last.actor and last.kind not in STRIKES
            if last.kind not in STRIKES and one.actor.cue is last.actor.cue is None:
                one.actor.cue = last.actor.cue = "mine"  # in over A3, and another over B4
    return asked


def _texts(scene: Scene, events: Sequence[Event]) -> Iterator[str]:
    """The short texts of events that follow each other."""
    for before, event in pairwise([None, *events]):
        assert event is not None, "only the first has none before it"
        if before is not None and (before.kind in STRIKES) != (event.kind in STRIKES):
            yield "end-maneuver"
        yield _strike(scene, event) if event.kind in STRIKES else _maneuver(scene, event)
        if event.kind in GOES and event.goals:
            event.actor.hex = event.goals[-1]


def _done_already(scene: Scene, event: Event) -> None:
    """Whoever has moved or struck already: *it has already struck; may it strike again?*"""
    start, _ = scene.clause(event.at)
    kind = STRIKES if event.kind in STRIKES else GOES
    if scene.first("done") is not None and any(verb < start for verb in scene.verbs(kind)):
        event.actor.struck, event.actor.moved = kind is STRIKES, kind is GOES


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
        text += " dead" if dead or any(x.low[:4] in _KILLS for x in rest) else ""
    carried = list(_carries(scene, event))
    return text + (f" carrying {' '.join(carried)}" if carried else "")


def _scored(items: Sequence[Item]) -> list[int]:
    """The hits that are said to have been scored."""
    return [x.value for x, after in pairwise([*items, NOTHING]) if x.kind in _SCORED and after.value != "carry"]


def _hits(scene: Scene, event: Event) -> int | None:
    """How many hits a strike scored without its dice; all of them, if some are carried and nobody says how many."""
    told = scene.first("scored") is not None or scene.verbs(frozenset({"carry"}))
    if event.kind not in STRIKES or not told or scene.first("dice") is not None or scene.first("count") is not None:
        return None
    return next(iter(_scored(scene.items[event.at :])), ALL)


def _carries(scene: Scene, event: Event) -> Iterator[str]:
    """Hits carried over: *carry 2 to E3*, *the other 2 to the Centaur*."""
    items = scene.items
    for verb in scene.verbs(frozenset({"carry"})):
        hits = [x.value for x in items[verb + 1 : verb + 6] if x.kind in ("number", "hits")]
        hits = hits or [x.value for x in items[max(0, verb - 3) : verb] if x.kind in ("number", "hits")]
        places = [i for i in range(verb + 1, len(items)) if i in scene.goals or scene.piece(i) is not None]
        places = [i for i in places if scene.piece(i) is not event.target]
        if places:
            piece = scene.piece(places[0])
            label = scene.goals.get(places[0]) or (piece.hex if piece is not None else None)
            if label is not None:
                yield f"{label}:{hits[0]}" if hits else f"{label} rest"
        elif any(x.low == "rest" for x in items[verb : verb + 4]):
            yield "the rest"


def _maneuver(scene: Scene, event: Event) -> str:
    """A maneuver's short text, or those of all who enter."""
    if scene.placed:
        return "; ".join(f"{piece.name} enters {label}" for piece, label in sorted(scene.placed, key=lambda x: x[1]))
    if event.actor.hex is None:
        return f"{event.actor.name} enters {event.goals[-1]}"
    return f"{event.actor.hex} to {event.goals[-1]}"


# --- in our notation -------------------------------------------------------------------------------------------------


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
