"""Sentences as maneuvers and strikes: who goes where, who strikes whom, with which dice and carries."""

from typing import Any, NoReturn

from attrs import frozen

from ...box.names import CharacterName, Hex
from ...kernel.dice import SIDES
from .. import intents as act
from . import naming
from .board import Read
from .naming import Who
from .words import Item, Sentence

DICE = ("dice", "die", "dices")
ROLLS = ("rolls", "rolled", "roll")
REST = -1
"""Stands for all remaining hits."""


@frozen
class Claim:
    """What a sentence claims about an action, to be checked against the rules.

    :param what: ``hits``, ``slain`` or ``number`` (the Strike-number).
    """

    what: str
    value: int = 0


def _somebodies(s: Sentence, items: list[Item]) -> list[Who]:
    """Characters by name, hex or both; a count before a name is ignored."""
    somebodies: list[Who] = []
    open_name: CharacterName | None = None
    for i, item in enumerate(items):
        if item.kind == "character":
            if open_name is not None:
                somebodies.append((open_name, None))
            if i and items[i - 1].kind == "hex" and somebodies[-1][0] is None:  # *D3 Ogre*
                somebodies[-1], open_name = (item.value, somebodies[-1][1]), None
            else:
                open_name = item.value
        elif item.kind == "hex":
            somebodies.append((open_name, s.hex(item)))
            open_name = None
        elif item.kind in ("text", "land"):
            _no_hex(s, item, named=bool(somebodies or open_name))
    if open_name is not None:
        somebodies.append((open_name, None))
    return somebodies


def _no_hex(s: Sentence, item: Item, named: bool) -> NoReturn:
    """Report a word that is neither a character nor a hex."""
    if item.kind == "land" and len(item.word.text) == 2:
        s.hex(item)
    if item.kind == "text" and not named:
        s.unnamed(item.word)
    s.not_understood(item)


def maneuver(s: Sentence) -> Read:
    """``Ogre D3-E4``, ``Ogre enters A3``, ``D3 to E4``."""
    entering = "enter" in s.verbs()
    hexes, names = s.kinds("hex"), [item.value for item in s.kinds("character")]
    if entering and names and s.battle is not None:
        entering = not any(item.low[:3] in ("put", "pla") for item in s.items) or naming.waits(s, names[0])
    going_off = not entering and s.has("off", "leaves", "leave") and len(hexes) < 2
    for item in s.kinds("text", "number", "marker", "land"):
        _no_hex(s, item, named=bool(names))
    if len(set(names)) > 1 or len(hexes) > 2:
        s.fail("one character goes to one hex", s.words[-1])
    name = names[0] if names else None
    origin = s.hex(hexes[0]) if len(hexes) == 2 or (going_off and hexes) else None
    if not hexes and not going_off:
        s.fail("a hex is missing")
    to = None if going_off else s.hex(hexes[-1])
    if entering and origin is not None:
        s.not_understood(hexes[1])
    if s.position is not None and not (entering and name is not None):
        who = [(n, None) for n in naming.entering(s)] if entering else naming.movers(s, name, origin, to)
        return [act.Maneuver(n, start, to=to) for n, start in who if n is not None]
    if name is None:
        s.unclear(f"who stands in {origin or s.hex(hexes[0])}?")
    if origin is None and not entering and to is not None:
        s.unclear(f"from which hex does the {name} go?")
    return [act.Maneuver(name, origin, to=to)]


def strike(s: Sentence) -> Read:
    """``D3 strikes D4 with 6 6 1 carrying E3:1``, with the clauses in any order, each once."""
    first = next((i for i, item in enumerate(s.items) if item.kind in ("character", "hex")), 0)
    rolls = s.low(first + 1) in ROLLS
    clauses = _clauses(s)
    striker, target = _pair(s)
    if rolls and striker is None:
        striker, target = target, None  # my Lion rolled 3 4
    if s.position is not None:
        pairs = naming.pairs(s, striker, target)
    else:
        ends = [who[1] for who in (striker, target) if who is not None and who[1] is not None]
        if len(ends) < 2:
            missing = next((who for who in (striker, target) if who is None or who[1] is None), None)
            s.unclear(f"in which hex does the {missing[0] if missing is not None else 'target'} stand?")
        pairs = [(ends[0], ends[1])]
    shot = "shoot" in s.verbs()
    return [act.Strike(origin, to, **_others(s, clauses, origin, to), shot=shot) for origin, to in pairs]


def _others(s: Sentence, clauses: dict[str, Any], origin: Hex, to: Hex) -> dict[str, Any]:
    """The clauses, with *the other* replaced by its hex."""
    given = []
    for carry in clauses.get("carry", ()):
        enemy = carry.to or naming.other_target(s, origin, to)
        hits = carry.hits
        if hits == REST:
            hits = naming.excess(s, origin, to, clauses.get("dice", ()), clauses.get("strike_number"))
        given += [act.Carry(enemy, hits)] if hits else []
    return {**clauses, "carry": tuple(given)} if "carry" in clauses else clauses


def _pair(s: Sentence) -> tuple[Who | None, Who | None]:
    """The striker and the target, from the words around the verb, *x* or an arrow."""
    s.understood("character", "hex", "land", "all")
    verb = s.where(lambda item: item.value in ("strike", "shoot", "muster") or item.low in ("x", "*"))
    if verb is None:
        verb = s.where(lambda item: item.low in (">", ":", "-", "/", "to"))
    before, them = _somebodies(s, s.items[: verb or 0]), _somebodies(s, s.items[verb or 0 :])
    if verb is not None and s.low(verb + 1) == "by":
        before, them = them, before
    if len(before) > 1 or len(them) > 2 or (before and len(them) > 1):
        s.fail("one character strikes one other", s.words[-1])
    if not before and len(them) == 2:
        return them[0], them[1]
    return next(iter(before), None), next(iter(them), None)


def claims(s: Sentence) -> list[Claim]:
    """Take out a sentence's claims: ``= 2 hits``, *dead*."""
    claimed: list[Claim] = []
    for i in range(len(s.items) - 1, -1, -1):
        item = s.items[i] if i < len(s.items) else None
        if s.low(i) in ("needing", "needs", "need") and s.kind(i + 1) == "number":
            claimed.append(Claim("number", s.number(s.items[i + 1])))
            s.take(i, i + (3 if s.low(i + 2) == "s" else 2))
        elif item is not None and (item.value == "dead" or _kills(s, i)):
            claimed.append(Claim("slain"))
            s.take(i, i + 1)
        elif item is not None and item.kind == "number" and s.low(i + 1) in ("hit", "hits"):
            if any(before.value == "carry" for before in s.items[:i]):
                continue
            claimed.append(Claim("hits", s.number(item)))
            s.take(i, i + 2)
    return claimed


def _kills(s: Sentence, place: int) -> bool:
    """Whether *kills it* stands behind another strike or its dice, and so tells what came of it."""
    before = s.items[:place]
    struck = any(item.value in ("strike", "shoot") or item.low == "x" for item in before)
    return struck and s.low(place).startswith(("kill", "slay")) and not s.has("instead")


def _clauses(s: Sentence) -> dict[str, Any]:
    """Take out the clauses besides striker and target, and read them."""
    clauses: dict[str, Any] = {}
    i = 0
    while i < len(s.items):
        item = s.items[i]
        said = _clause(s, i, item)
        if said is None:
            i += 1
            continue
        key, value = said
        if key in clauses:
            s.fail(f"{s.shown(item.word)} stands twice", item.word)
        clauses[key] = value
        if key == "dice_count":
            while i and s.low(i - 1) in ("with", "using", "all"):
                i -= 1
                s.take(i, i + 1)
    return clauses


def _clause(s: Sentence, i: int, item: Item) -> tuple[str, Any] | None:
    """Take out the clause that begins at an item; None if none does."""
    low, after, next_low = item.low, s.kind(i + 1), s.low(i + 1)
    if item.value == "carry":
        return "carry", _carries(s, s.take(i, _until(s, i + 1))[1:])
    if item.value == "declare":
        targets = _somebodies(s, s.take(i, _until(s, i + 1))[1:])
        return "declared", tuple([naming.enemy(s, who) for who in targets])
    if low == "instead":
        return "first_roll", _dice(s, i, skip=("of",))
    if low == "at" and after not in ("character", "hex", "color", ""):
        number = s.number(s.items[i + 1], "a Strike-number")
        s.take(i, i + 2)
        return "strike_number", number
    if item.kind == "number" and next_low in DICE:
        counted = s.take(i, i + 2)[0]
        if s.low(i) in (":", "=") or s.kind(i) == "number":
            return "dice", _dice(s, i, skip=(":", "="))
        return "dice_count", s.number(counted, "a number of dice")
    if low in ("using", "with", *ROLLS) and after == "number" and (s.low(i + 2) in DICE or low == "using"):
        count = s.number(s.items[i + 1], "a number of dice")
        s.take(i, i + (3 if s.low(i + 2) in DICE else 2))
        return "dice_count", count
    opens = low == "with" or low in ("dice", "die", *ROLLS, "rolling")
    marked = next_low in (("dice", "die") if low == "with" else (":", "="))
    if opens and (after in ("number", "nothing") or marked):
        return _rolled(_dice(s, i, skip=("with", *DICE, ":", "=", *ROLLS)))
    if item.kind == "number" and (i == 0 or s.kind(i - 1) in ("character", "hex", "mark", "spoken", "verb")):
        return _rolled(_dice(s, i, skip=()))
    return None


def _rolled(dice: tuple[int, ...]) -> tuple[str, Any]:
    """Dice, or how many: a single number that no die shows."""
    return ("dice_count", dice[0]) if len(dice) == 1 and dice[0] > SIDES else ("dice", dice)


def _until(s: Sentence, start: int) -> int:
    """The end of a clause, which is the start of the next."""
    for i in range(start, len(s.items)):
        opens = s.low(i) in ("at", "using", "with") and s.kind(i + 1) == "number"
        if opens or s.items[i].value in ("carry", "declare") or s.low(i) == "instead":
            return i
    return len(s.items)


def _dice(s: Sentence, start: int, skip: tuple[str, ...]) -> tuple[int, ...]:
    """Take out dice: ``6 5 1``, ``6,5,1``, ``665432``; ``nothing`` for none."""
    first = start + (s.kind(start) != "number")
    while s.low(first) in skip:
        first += 1
    if s.kind(first) == "nothing":
        s.take(start, first + 1)
        return ()
    end, dice = first, []
    while s.kind(end) == "number" or (s.low(end) in (",", "+", ".", "-", "and") and s.kind(end + 1) == "number"):
        item = s.items[end]
        if item.kind == "number":
            glued = 1 < len(item.word.text) < 30 and set(item.word.text) <= set("123456")
            dice += [int(digit) for digit in item.word.text] if glued else [s.number(item)]
        end += 1
    if end == first:
        word = s.items[end].word if end < len(s.items) else None
        s.fail(f"a number is wanted, not {s.shown(word)}" if word else "a number is missing", word)
    s.take(start, end)
    return tuple(dice)


def _carries(s: Sentence, items: list[Item]) -> tuple[act.Carry, ...]:
    """``E3:1``, ``2 to Lion``, ``Lion 2``, ``2 to the other``; an empty hex stands for *the other*."""
    carries: list[act.Carry] = []
    hits: int | None = None
    where: Hex | None = None
    named: list[Item] = []
    for i, item in enumerate(items):
        if item.kind == "number":
            if hits is not None:
                s.fail("who takes the hits?", item.word)
            hits = s.number(item, "a number of hits")
        elif item.kind in ("character", "hex"):
            if carries and carries[-1] == act.Carry(Hex(""), REST):
                hits = carries.pop().hits
            named.append(item)
            rest = [x.kind for x in items[i + 1 :] if x.low not in ("in", "at", "on", "(")]
            if item.kind == "character" and rest[:1] == ["hex"]:
                continue
            where, named = naming.enemy(s, _somebodies(s, named)[0]), []
        elif item.low in ("other", "others"):
            where = Hex("")
        elif item.low in ("rest", "remainder", "excess") and hits is None:
            hits, where = REST, where or Hex("")
        elif item.kind in ("text", "land", "marker"):
            s.not_understood(item)
        if hits is not None and where is not None:
            carries.append(act.Carry(where, hits))
            hits, where = None, None
    if not carries or hits is not None:
        s.fail("who takes the hits?", items[-1].word if items else None)
    return tuple(carries)
