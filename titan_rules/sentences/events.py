"""Who does what in a battle: its verbs, with those who do it, and to whom or where it is done."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import define

from ..position.battle import ROLES
from .scene import AT, FIGHTS, GOES, STRIKES, Piece, Scene

KILLS = ("kill", "slay", "slew")


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


def joined(scene: Scene) -> tuple[Event, str] | None:
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


def declined(scene: Scene) -> tuple[Event, str] | None:
    """A strike or a move that somebody does not want: *my Ogre won't strike*, *I end my strikes*."""
    declines = [i for i, item in enumerate(scene.items) if item.value == "decline"]
    verbs = scene.verbs(STRIKES | GOES)
    nouns = [v for v in verbs if scene.before(v).kind == "owner" and scene.items[v].low[-1] == "s"]  # my strikes
    told = [v for v in verbs if v not in nouns]
    verb = next((v for v in told[-1:] if any(0 < v - i < 4 for i in declines)), None)
    verb = next((v for v in nouns[-1:] if v == verbs[-1] and scene.before(v - 1).value == "end"), verb)
    actor = scene.subject(verb or 0) or _anybody(scene)
    if verb is None or scene.goals or any(piece.hex is None for piece in scene.pieces):
        return None
    end = "end-strikes" if scene.items[verb].value in STRIKES else "end-maneuver"
    return Event(verb, "end", actor, next(iter(scene.enemies(actor)), None)), end


def told(scene: Scene) -> list[Event]:
    """What is done, in the order told, as far as it is told who does it, and to whom or where; each once."""
    found = sorted(_each(scene), key=lambda one: one.at)
    keys = [(one.kind, one.actor, one.target, one.goals) for one in found]
    return [one for n, one in enumerate(found) if keys[n] not in keys[n + 1 :]]


def _each(scene: Scene) -> Iterator[Event]:
    items = scene.items
    dice = [i for i, item in enumerate(items) if item.kind == "dice"]
    verbs = scene.verbs(STRIKES | GOES | {"muster"})
    verbs = [i for i in verbs if not (dice and i > dice[0] and items[i].low[:4] in (*KILLS, "take"))]
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
    mover = next((who for v in verbs if scene.items[v].value in GOES and (who := scene.subject(v))), None)
    for i in sorted(set(scene.goals) - claimed):
        there = scene.at_hex(scene.goals[i])
        if there is not None and (pair := _pointed(scene, i)) is not None and pair[1] is there:
            yield Event(i, "strike", *pair)
        elif mover is None and any(items[v].value in STRIKES for v in verbs if v < i):
            return  # may it shoot? B2 to B4
        elif not any(scene.items[j].value == "carry" for j in range(max(0, i - 6), i)):
            goer = scene.subject(i) if mover is None or moves else mover
            yield Event(i, "move", _mover(scene, i, goer or _anybody(scene)), goals=(scene.goals[i],))
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


def asked(scene: Scene, events: Sequence[Event]) -> list[Event]:
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


def done_already(scene: Scene, event: Event) -> None:
    """Whoever has moved or struck already: *it has already struck; may it strike again?*"""
    start, _ = scene.clause(event.at)
    kind = STRIKES if event.kind in STRIKES else GOES
    if scene.first("done") is not None and any(verb < start for verb in scene.verbs(kind)):
        event.actor.struck, event.actor.moved = kind is STRIKES, kind is GOES
