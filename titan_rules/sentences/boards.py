"""The Masterboard in free sentences: what a Legion or its player does, in our notation."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from ..rules.masterboard.destinations import neighbours, routes
from .cases import Case, land_of
from .engagements import WON, conceded, fled, reinforced, summoned
from .legions import PAST, THEIRS, Legion, Told, color_of
from .said import TO, Item, Translation
from .splits import kept_together, parted, parted_by_number, within


def translate(items: Sequence[Item]) -> Translation | None:
    """A position on the Masterboard and an action in it, in our notation; None if the sentence does not say both."""
    told = Told(items)
    if len({item.value for item in items if item.kind == "turn"}) > 1 or _contradicts(told):
        return None
    families = [_FAMILIES.get(family, family) for _, family in reversed(told.verbs)]
    for name in dict.fromkeys(["keep", *families, "counts", "move", "split", "muster"]):
        frame = _FRAMES.get(name)
        if frame is None or not {family for _, family in told.verbs} <= frame.beside | _SILENT:
            continue
        if name != "move" and _goes_afterwards(told, name):
            continue
        translated = frame.read(told)
        if translated is not None and (_is_sketched(told) if frame.sketch else _says_all(told, translated)):
            return translated
    return None


def _is_sketched(told: Told) -> bool:
    """Whether a case of its own can hold what was said: no number is left that is no land and counts nothing."""
    lands = {land for _, land in told.lands}
    return all(item.value <= STARTING_HEIGHT or item.value in lands for item in told.items if item.kind == "number")


def _goes_afterwards(told: Told, name: str) -> bool:
    """Whether somebody goes to a land after what a frame asks, so that there is a second action."""
    asked = [i for i, family in told.verbs if _FAMILIES.get(family, family) == name]
    asked = asked or [one.last for one in told.troops[-1:]]
    goes = [i for i, family in told.verbs if family in ("move", "teleport") and asked and i > asked[-1]]
    return any(goes[0] < i and told.low(i - 1) in TO for i, _ in told.lands) if goes else False


def position_in(items: Sequence[Item]) -> str | None:
    """A game or a Legion that musters, as it is told, in our notation; None if some Legion's land is not said."""
    told = Told(items)
    if len(told.legions) == 1 and told.terrain() is not None and not (told.lands or told.verbs):
        return f"{told.terrain()}: {told.legions[0]}"
    moved = told.verb("move")
    if not told.legions or {family for _, family in told.verbs} - {"move"}:
        return None
    first, *rest = told.legions
    alike = not any(one.marker or one.cue not in (None, "mine") for one in rest)
    apart = any(item.kind == "end" for item in told.items[first.last : told.legions[-1].first])
    if len(told.lands) == 1 and alike and not apart:
        first.land = told.lands[0][1]  # two Lions and my Titan in 109
        first.names = dict(sum((Counter(one.names) for one in told.legions), Counter()))
        rest = []
    lands = [one.land for one in (first, *rest)]
    if None in lands or (moved is not None and len(lands) < len(told.lands)):
        return None
    roll = told.value("roll")
    case = Case(told, "movement" if roll else "", turn=told.value("turn"), roll=roll, score=_score(told))
    for one in (first, *rest):
        color = color_of(one) or ("Red" if one.cue in ("theirs", "against") else "Black")
        marker = case.put(one, one.land or 0, color=color)
        if moved is not None and told.low(moved - 1) != "to":
            case.bar.append(f"moved {marker}")
    line = str(case)
    return line if _says_all(told, (line, "")) else None


def _contradicts(told: Told) -> bool:
    """Whether two rolls are told, or something is not done that no reader here minds."""
    rolls = {item.value for item in told.items if item.kind == "roll"}
    if len(rolls) > 1 and told.verb("mulligan") is None:
        return True
    rolled = bool(rolls) or told.verb("roll") is not None
    order = told.words & {"before", "after", "already"}
    if rolled and told.verb("split") is not None and not order and not told.verb("decline"):
        return True  # a split comes before the roll
    minded = {i for i, family in told.verbs if family in ("flee", "move", "split")}
    nots = sum(family == "decline" for _, family in told.verbs)
    if told.has("cannot", "can't", "cant", "couldn't", "mustn't"):
        return True
    return nots > len(told.denied & minded) and told.verb("mulligan", "roll") is None


def _says_all(told: Told, translation: Translation) -> bool:
    """Whether nothing that was said is left out: numbers, markers, characters."""
    text = " ".join(translation)
    for mark in ",:;/|":
        text = text.replace(mark, " ")
    words = set(text.split()) | {"1", str(told.value("roll"))}
    sizes = {str(x.size) for x in told.legions}
    lands = set(re.sub(r"(?<![A-Z][a-z]\d\d )\b\d+ (?=[A-Z][a-z]{2})", "", text).split()) | {"1"}
    arrows = ("-", ">")
    passed = told.passed | {i for i, _ in told.lands if told.low(i - 1) in arrows or told.low(i + 1) in arrows}
    board = current().masterboard
    for (_, before), (i, land) in pairwise(told.lands):
        if (told.items[i - 1].kind == "number" or told.low(i - 1) == ",") and land in neighbours(board, before):
            passed.add(i)
    words |= {str(STARTING_HEIGHT)} if "turn 1," in translation[0] else set()
    if "muster" in translation[1]:
        words |= {str(item.value) for item in told.items if item.kind == "height" and item.value < MAX_HEIGHT}
    for i, item in enumerate(told.items):
        if item.kind in ("number", "land") and i not in passed:
            counts = told.low(i + 1) in (":", ")", "=") or told.low(i - 1) in ("(", "of", "=")
            if str(item.value) not in (words | sizes if counts or "splits" in text else lands):
                return False
        elif item.kind in ("score", "roll", "height", "marker", "stock"):
            if str(item.value) not in words | sizes:
                return False
        elif item.kind == "character" and str(item.value) not in text and not item.low.endswith("'s"):
            return False
    return True


# --- mustering -------------------------------------------------------------------------------------------------------


def _mustered(told: Told) -> Translation | None:
    """*3 Ogres in the Hills: may I muster a Minotaur?*, *Hills: 3 Ogre > Min*."""
    verb, fled = told.verb("muster", "reinforce"), told.verb("flee")
    if fled is not None and told.persona(fled) not in (*THEIRS, "defender"):
        return None
    arrow = next((i for i, item in enumerate(told.items) if item.low == ">"), None)
    at = verb if verb is not None else arrow
    target: Legion | None
    if at is None:
        if (
            len(told.troops) < 2
            or told.troops[-1].size != 1
            or {f for _, f in told.verbs} - {"move", "stand", "decline"}
        ):
            return None
        target = told.troops[-1]
    else:
        target = next((troop for troop in told.troops if troop.first > at and troop.size == 1), None)
        if target is None and told.troops and told.troops[-1].first > at:
            return None
    height = next((x.height for x in told.legions if x.height), told.value("height"))
    if target is None and height == MAX_HEIGHT and not told.troops and verb is not None:
        one = next(iter(told.legions), Legion(0, 0))
        one.height = height
        return _enlisting(told, one, one.land or 100, "Ogre")
    if target is None or told.low(target.first - 1) in ("and", "+"):
        return None
    held = [troop for troop in told.without(target) if not _is_taken(told, troop, target)]
    held = [troop for troop in held if troop.cue != "against" or told.low(troop.first - 1) in ("from", "by")]
    held = [troop for troop in held if troop.cue != "theirs"] or held
    held = [troop for i, troop in enumerate(held) if not any(within(troop, other) for other in held[:i])]
    if any(_is_strange(told, troop, target) for troop in held):
        return None
    name = CharacterName(next(iter(target.names)))
    place = str(told.lands[-1][1]) if told.lands else told.terrain() or (None if held else _musters(name))
    if (
        not (held or height or told.value("roll") or _unmoved(told))
        or place is None
        or any(_uncounted(told, troop) for troop in held)
    ):
        return None
    moved = _moved(told, target) if told.value("roll") is not None else None
    if moved is not None:
        return moved[0], f"{moved[1]}; end-moves; {moved[1].split()[0]} musters {name}"
    if told.words & WON and told.role_said("defender"):
        return reinforced(told, _all_of(held), height, int(place) if place.isdecimal() else land_of(place), name)
    unmoved = _unmoved(told)
    mustered = next((str(x.value) for x in told.items if x.kind == "mustered"), name if "muster" in told.did else None)
    tall = height is not None and (not held or height >= MAX_HEIGHT > sum(troop.size for troop in held))
    marker = next((x.marker for x in told.legions if x.marker), None)
    if unmoved or tall or mustered is not None or marker is not None:
        legion = Legion(0, 0, names=_all_of(held), height=height if tall else None, marker=marker)
        return _enlisting(
            told, legion, int(place) if place.isdecimal() else land_of(place), name, not unmoved, mustered
        )
    stock = told.value("stock")
    bar = f" | caretaker {name} {stock}" if stock is not None else ""
    return f"{place}: {' '.join(map(str, held))}{bar}", f"muster {name}"


def _unmoved(told: Told) -> bool:
    """Whether it is said that somebody has not moved."""
    return any(family == "move" and i in told.denied for i, family in told.verbs)


def _all_of(legions: Sequence[Legion]) -> dict[str, int]:
    """The characters of all of them."""
    return dict(sum((Counter(one.names) for one in legions), Counter()))


def _enlisting(
    told: Told, legion: Legion, land: int, name: str, moved: bool = True, mustered: str | None = None
) -> Translation:
    case = Case(told, "enlistment", color_of(legion) or "Black")
    marker = case.put(legion, land, "" if moved else "not moved")
    case.bar += [f"moved {marker}"] if moved else []
    case.bar += [f"mustered {marker} {mustered}"] if mustered is not None else []
    return str(case), f"{marker} musters {name}"


def _uncounted(told: Told, troop: Legion) -> bool:
    """Whether a plural was said without a number: *my Lions*."""
    items = [x for x in told.items[troop.first : troop.last + 1] if x.kind == "character" and x.count == 1]
    return any(x.low[-1:] == "s" and str(x.value)[-1] != "s" and not x.low.endswith("'s") for x in items)


def _is_strange(told: Told, troop: Legion, target: Legion) -> bool:
    """Whether somebody named behind the one who is mustered is not said to muster it."""
    behind = troop.first > target.last and troop.first in told.sentence_of(target.first)
    words = {told.low(i) for i in range(target.last + 1, troop.first)}
    return behind and not words & {"with", "for", "from", "by", "using", "(", "reveal", "showing", "shows"}


def _is_taken(told: Told, troop: Legion, target: Legion) -> bool:
    """Whether the one who is mustered was named before: *he took a Serpent. Muster Serpent*."""
    return troop.names == target.names and any(f == "muster" and 0 < troop.first - i < 3 for i, f in told.verbs)


def _musters(name: CharacterName) -> str | None:
    """A land in which somebody is mustered."""
    box = current()
    lands = (n for n, land in box.masterboard.lands.items() if box.table(land.terrain, None).entry(name) is not None)
    return str(next(lands, "")) or None


# --- moving ----------------------------------------------------------------------------------------------------------


def _moved(told: Told, mustered: Legion | None = None) -> Translation | None:
    """*I rolled a 3: my 2 Lions in 109 go to 106*, *rolled 6, Titan and 3 Ogres from 100 teleport to 500*."""
    teleports = told.verb("teleport") is not None
    if mustered is None and any(i in told.denied and family in ("move", "teleport") for i, family in told.verbs):
        return None
    attack = told.verb("strike")
    if attack is not None and told.low(attack) == "attacked" and not any(x.first > attack for x in told.legions):
        return None  # it was attacked
    roll, score = told.value("roll"), _score(told)
    mover = _mover(told)
    start, end = told.start_and_end(mover)
    if teleports and not told.legions and end is None and told.terrain() == "Tower" and roll:
        return f"Black's movement, roll {roll}: Bk01 100 Titan Ogre", "Bk01 tower teleports to 200"
    if teleports and end is None and score is not None and not any(x.land for x in told.legions if x is not mover):
        return _teleported(told)
    if end is None and mover is not None:
        end = _attacked(told, mover)
    if mover is None and start is not None and roll is not None and not told.legions:
        mover = Legion(0, 0)  # *rolled a 4: 109 to 105?*
    if end is None or mover is None:
        return None
    start = start or mover.land
    if start is None:
        if not teleports:
            return None
        start = 105 if end != 105 else 41
    if roll and not teleports and not _goes_by(told, start, end, roll):
        return None
    color = color_of(mover) or "Black"
    others = list(_others(told, mover, start, end))
    rest = [x for x in told.legions if x not in (mover, mustered, *[one for _, one in others])]
    if len(rest) == 1 and not mover.names and rest[0].marker is None and rest[0].cue in (None, "against"):
        mover.names = rest.pop().names  # its content, told apart
    if any(x.names or x.marker for x in rest):
        return None
    enemy = next(
        (c for _, x in others if (c := color_of(x)) not in (None, color)), "Black" if color == "Red" else "Red"
    )
    case = Case(told, "movement", color, told.value("turn"), roll, score)
    marker = case.put(mover, start)
    for land, one in others:
        case.put(one, land, "height 4", color_of(one) or (enemy if _is_foreign(told, one, mover) else color))
    if "move" in told.did and told.doer("move") is mover:
        case.bar.append(f"moved {marker}")
    if "teleport" in told.did:
        case.bar.append(f"teleported {color}")
    from_land = TITAN in mover.names and not current().masterboard.lands[start].is_tower
    as_titan = from_land or any(land == end and _is_foreign(told, one, mover) for land, one in others)
    return str(case), f"{marker} {_how(told, as_titan)}to {end}"


def _how(told: Told, as_titan: bool) -> str:
    """Whether somebody teleports, and how: as was said, else as a Titan or from a Tower."""
    verb = told.verb("teleport")
    if verb is None:
        return ""
    before = told.items[verb - 1].value if verb else None
    as_titan = before == TITAN or (as_titan and before != "Tower")
    return f"{'titan' if as_titan else 'tower'} teleports "


def _goes_by(told: Told, start: int, end: int, roll: int) -> bool:
    """Whether a road to the end, if there is any, goes by the lands named between: *109-108-107*."""
    held = {x.land for x in told.legions}
    between = [land for _, land in told.lands if land not in (start, end) and land not in held]
    roads = [road.lands for road in routes(current().masterboard, start, roll) if road.lands[-1] == end]
    return not roads or any([land for land in road if land in between] == between for road in roads)


def _score(told: Told) -> int | None:
    """The score of whoever moves; a Titan's Power-factor tells it, too."""
    power, box = told.value("power"), current()
    score = told.value("score")
    return (power - box.titan_power) * box.titan_step if score is None and power is not None else score


def _mover(told: Told) -> Legion | None:
    """The Legion that goes: the one before the verb, the one it takes along, or the first that is no enemy's."""
    verb = told.verb("move", "teleport", "strike")
    who = told.persona(verb, told.sentence_of(verb).start) if verb is not None else None
    their = who in THEIRS and any(x.cue == "mine" for x in told.legions)
    not_own = ("mine", "against") if their else ("theirs", "against", "Red")
    colors = current().markers.letters
    own = [x for x in told.legions if color_of(x) == who] if who in colors else []
    start = told.start_and_end()[0]
    own = own or [x for x in told.legions if x.cue not in not_own and (who not in colors or color_of(x) is None)]
    own = [x for x in own if None in (x.land, told.start_and_end(x)[0]) or x.land == told.start_and_end(x)[0]]
    own = [x for x in own if not any(told.doer(family) is x for family in told.did if len(own) > 1)]
    taken = [x for x in told.legions if x.marker and verb is not None and -4 < x.last - verb < 3 and x.last != verb]
    if taken or own:
        return (taken or own)[0]
    if verb is not None and who not in ("mine", *colors):
        near = [x for x in told.legions if x.last < verb] or told.legions
        if len(told.legions) > 2 or not any(told.low(j) in PAST for j in range(verb, near[-1].first if near else 0)):
            return near[-1] if len(told.legions) < 3 and near else None
    moves = verb is not None or told.value("roll") is not None
    return Legion(0, 0, who or "mine") if moves and start is not None else None


def _attacked(told: Told, mover: Legion) -> int | None:
    """The land of the Legion that is attacked, or onto which somebody teleports."""
    verb = told.verb("strike", "engage", "teleport", "move")
    foes = [x for x in told.legions if x is not mover and x.land is not None and _is_foreign(told, x, mover)]
    after = [x for x in foes if verb is not None and x.first > verb] or foes
    return after[0].land if len(after) == 1 else None


def _is_foreign(told: Told, one: Legion, mover: Legion) -> bool:
    if told.low(one.first - 1) == "own":
        return False
    mine, color = color_of(mover), color_of(one)
    if mine is not None and color is not None:
        return mine != color
    return one.cue not in (None, mover.cue, "Black") if mover.cue != "mine" else one.cue not in (None, "mine")


def _others(told: Told, mover: Legion, start: int, end: int) -> Iterator[tuple[int, Legion]]:
    """The other Legions, each with its land; one that is attacked stands where the mover goes."""
    attack = told.verb("strike", "engage")
    for one in told.legions:
        if one is mover:
            continue
        before = [land for i, land in told.lands if 0 < one.first - i < 6 and land != start]
        after = (one.cue == "against" and one.marker is not None) or (attack is not None and one.first > attack)
        attacked = after and _is_foreign(told, one, mover)
        if one.land is not None or attacked or (one.cue == "theirs" and before):
            yield one.land or (end if attacked else before[0]), one


def _teleported(told: Told) -> Translation | None:
    """*380 points and a six: Titan teleport?*"""
    roll, score = told.value("roll") or 6, _score(told)
    mover = next((troop for troop in told.troops if TITAN in troop.names), Legion(0, 0, names={TITAN: 1, "Ogre": 1}))
    verb = told.verb("teleport") or 0
    named = next((x for x in told.legions if x.last < verb and x.marker is not None), mover)
    if named is not mover:  # Bk01 teleports onto Rd02, with its Titan
        named.names, mover.names, mover = mover.names, named.names, named
    start, goal, *more = [*[land for _, land in told.lands], *(105, 20)[len(told.lands) :]]
    if more:
        return None
    case = Case(told, "movement", roll=roll, score=score)
    marker = case.put(mover, start)
    enemy = next((x for x in told.legions if x is not mover and x.marker is not None), None)
    case.put(enemy, goal, "height 4", (enemy and color_of(enemy)) or "Red")
    return str(case), f"{marker} titan teleports to {goal}"


# --- rolling and ending ----------------------------------------------------------------------------------------------


def _ended(told: Told) -> Translation | None:
    """*I rolled a 3 and end my movement without moving anybody*."""
    if not told.words & {"movement", "moves", "maneuver-phase", "moving"} or not _unmoved(told):
        return None
    case = Case(
        told, "movement", next((c for x in told.items if (c := str(x.value)) in current().markers.letters), "Black")
    )
    case.roll, case.turn = told.value("roll") or 3, told.value("turn")
    for one in told.legions or [Legion(0, 0, names={"Lion": 2})]:
        case.put(one, one.land or 109)
    return str(case), "end-moves"


def _rerolled(told: Told) -> Translation | None:
    """*He rolled a 1 in his first turn and takes a mulligan*."""
    turn, roll = told.value("turn"), told.value("roll") or 1
    if "mulligan" in told.did:
        turn = turn or 1
    elif turn is None or not (told.verb("mulligan") is not None or told.has("another", "again")):
        return None
    case = Case(told, "movement", turn=turn, roll=roll)
    case.put(None, 600 if turn == 1 else 105, "2 Ogre")
    taken, again = told.verb("mulligan"), told.verb("roll")
    taken_twice = sum(family == "mulligan" for _, family in told.verbs) > 1 and told.has("again", "another")
    third = "mulligan" in told.did or taken_twice or (taken is not None and again is not None and again > taken)
    return str(case), f"{'mulligan 1; ' if third else ''}mulligan"


@frozen
class _Frame:
    """How the verbs of a family are read.

    :param beside: other families of verbs that it minds; a sentence with more is left alone.
    :param sketch: it puts a case of its own, in which not everything that was said can be seen.
    """

    read: Callable[[Told], Translation | None]
    beside: frozenset[str]
    sketch: bool = False


_FRAMES: Mapping[str, _Frame] = {
    "muster": _Frame(_mustered, any_of("muster reinforce move enter teleport acquire flee")),
    "move": _Frame(_moved, any_of("move teleport strike engage enter")),
    "split": _Frame(parted, any_of("split enter move join")),
    "counts": _Frame(parted_by_number, any_of("split move"), sketch=True),
    "keep": _Frame(kept_together, any_of("split"), sketch=True),
    "flee": _Frame(fled, any_of("flee strike engage move enter concede")),
    "concede": _Frame(conceded, any_of("concede flee strike engage move enter propose accept")),
    "summon": _Frame(summoned, any_of("summon flee strike concede engage move dead"), sketch=True),
    "mulligan": _Frame(_rerolled, any_of("mulligan move strike muster"), sketch=True),
    "end": _Frame(_ended, any_of("move"), sketch=True),
}
_FAMILIES = {"reinforce": "muster", "teleport": "move", "strike": "move", "stand": "counts", "roll": "mulligan"}
"""Families of verbs that are read as another is."""
_SILENT = any_of("decline stand reveal roll end declare")
