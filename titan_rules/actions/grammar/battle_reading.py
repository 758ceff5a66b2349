"""Sentences as maneuvers and strikes: who goes where, who strikes whom, with which dice and carries."""

from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from ...box.names import CharacterName, Hex
from .. import intents as a
from .sentence import POSITION_NEEDED, Item, Sentence

if TYPE_CHECKING:
    from .board_reading import Read
    from .naming import Naming

Who: TypeAlias = tuple[CharacterName | None, Hex | None]
"""A character's name, the hex it stands in, or both."""


@frozen
class Claim:
    """What a sentence says that an action is or comes to, to be checked against the rules.

    :param what: ``rangestrike``, ``hits``, ``slain``, ``number`` (the Strike-number); ``read as`` of a misspelt word.
    :param text: how a misspelt word is read.
    """

    what: str
    value: int = 0
    text: str = ""


def _somebodies(s: Sentence, items: list[Item]) -> list[Who]:
    """Characters by name, hex, or both; a number before a name says nothing here."""
    found: list[Who] = []
    open_name: CharacterName | None = None
    for item in items:
        if item.kind == "character":
            if open_name is not None:
                found.append((open_name, None))
            if found and found[-1][0] is None and found[-1][1] is not None and found[-1] not in _closed(s, items, item):
                found[-1] = (item.value, found[-1][1])
            else:
                open_name = item.value
        elif item.kind == "hex":
            found.append((open_name, s.hex(item)))
            open_name = None
        elif item.kind == "text" or item.kind == "land":
            if item.kind == "land" and len(item.word.text) == 2:
                s.hex(item)
            if item.kind == "text" and not found and open_name is None:
                s.unnamed(item.word)
            s.fail(f"{s.shown(item.word)} is not understood", item.word)
    if open_name is not None:
        found.append((open_name, None))
    return found


def _closed(s: Sentence, items: list[Item], item: Item) -> list[Who]:
    """The hexes that do not belong to a name after them: anything but ``D3 Ogre`` and ``D3's Ogre``."""
    place = items.index(item)
    before = items[place - 1] if place else None
    if before is not None and before.kind == "hex":
        return []
    return [(None, s.hex(other)) for other in items[:place] if other.kind == "hex"]


def maneuver(s: Sentence, naming: "Naming | None") -> "Read":
    """``Ogre D3-E4``, ``Ogre enters A3``, ``D3 to E4``."""
    s.drop_passed()
    off = s.where(lambda item: item.low == "off")
    entering = "enter" in s.verbs() or (off is not None and _goes_in(s, off))
    going_off = not entering and s.has("off", "leaves", "leave") and len(s.kinds("hex")) < 2
    labels = [s.hex(item) for item in s.kinds("hex")]
    names = [item.value for item in s.kinds("character")]
    others = [item for item in s.items if item.kind in ("text", "number", "marker", "land")]
    if others:
        if others[0].kind == "land" and len(others[0].word.text) == 2:
            s.hex(others[0])
        if others[0].kind == "text" and not names:
            s.unnamed(others[0].word)
        s.fail(f"{s.shown(others[0].word)} is not understood", others[0].word)
    if len(set(names)) > 1 or len(labels) > 2:
        s.fail("one character goes to one hex", s.words[-1])
    name = names[0] if names else None
    origin = labels[0] if len(labels) == 2 or (going_off and labels) else None
    if not labels and not going_off:
        s.fail("a hex is missing")
    to = None if going_off else labels[-1]
    if entering and origin is not None:
        s.fail(f"{s.shown(s.kinds('hex')[1].word)} is not understood", s.kinds("hex")[1].word)
    if naming is not None:
        if name is None and origin is None and not entering:
            return [a.Maneuver(who, start, to=to) for who, start in naming.movers(s, to)]
        if entering and name is None:
            return [a.Maneuver(who, None, to=to) for who in naming.entering(s)]
        if not entering:
            return [a.Maneuver(who, start, to=to) for who, start in naming.mover(s, name, origin)]
    if name is None:
        s.fail(f"who stands in {origin or labels[0]}?", code=POSITION_NEEDED)
    if origin is None and not entering and to is not None and naming is None:
        s.fail(f"from which hex does the {name} go?", code=POSITION_NEEDED)
    return [a.Maneuver(name, origin, to=to)]


def _goes_in(s: Sentence, off: int) -> bool:
    """Whether a character comes from off the map: ``Ogre off-A3``."""
    return s.low(off + 1) in ("-", ">", "to") and s.where(lambda item: item.kind == "hex") == off + 2 + (
        s.low(off + 2) == ">"
    )


def strike(s: Sentence, naming: "Naming | None") -> "Read":
    """``D3 strikes D4 with 6 6 1 carrying E3:1``: the clauses in any order, each once."""
    s.drop_passed()
    found = _clauses(s, naming)
    striker, target = _pair(s)
    if naming is not None:
        pairs = naming.pairs(s, striker, target, shot="shoot" in s.verbs())
    elif striker is None or target is None or striker[1] is None or target[1] is None:
        missing = next((who for who in (striker, target) if who is None or who[1] is None), None)
        name = missing[0] if missing is not None else "target"
        s.fail(f"in which hex does the {name} stand?", code=POSITION_NEEDED)
    else:
        pairs = [(striker[1], target[1])]
    return [a.Strike(origin, to, **_others(found, naming, origin, to)) for origin, to in pairs]


def _others(found: dict[str, Any], naming: "Naming | None", origin: "Hex", to: "Hex") -> dict[str, Any]:
    """The clauses with *the other* as the hex that it is."""
    carry = tuple(
        c if c.to else a.Carry(naming.other_target(origin, to) if naming is not None else to, c.hits)
        for c in found.get("carry", ())
    )
    return {**found, "carry": carry} if carry else found


def _pair(s: Sentence) -> tuple[Who | None, Who | None]:
    """Who strikes, and whom, by what stands before and after the verb, *x*, or an arrow."""
    s.understood("character", "hex", "land", "all")
    verb = s.where(lambda item: item.value in ("strike", "shoot", "muster") or item.low in ("x", "*"))
    if verb is None:
        verb = s.where(lambda item: item.low in (">", ":", "-", "/", "to"))
    with_ = s.where(lambda item: item.low == "with")
    if with_ is not None and (verb is None or with_ > verb):
        tool = _somebodies(s, s.take(with_))
        before = _somebodies(s, s.items[:verb])
        if tool and before:
            s.fail("two strikers", s.words[-1])
        target = _somebodies(s, s.items[(verb or 0) :])
        strikers = tool or before
        return strikers[0] if strikers else None, target[0] if target else None
    before = _somebodies(s, s.items[: verb or 0])
    after = _somebodies(s, s.items[(verb or 0) :])
    if verb is not None and s.low(verb + 1) == "by":
        before, after = after, before
    if len(before) > 1 or len(after) > 2 or (before and len(after) > 1):
        s.fail("one character strikes one other", s.words[-1])
    if before:
        return before[0], after[0] if after else None
    if len(after) == 2:
        return after[0], after[1]
    return None, after[0] if after else None


def claims(s: Sentence) -> list[Claim]:
    """Take out what a sentence claims: a rangestrike, ``= 2 hits``, *dead*."""
    found: list[Claim] = []
    if "shoot" in s.verbs():
        found.append(Claim("rangestrike"))
    for i in range(len(s.items) - 1, -1, -1):
        if s.low(i) in ("needing", "needs", "need") and s.kind(i + 1) == "number":
            found.append(Claim("number", s.number(s.items[i + 1])))
            del s.items[i : i + (3 if s.low(i + 2) == "s" else 2)]
        elif i < len(s.items) and s.items[i].value == "dead":
            found.append(Claim("slain"))
            del s.items[i]
        elif (
            s.kind(i) == "number"
            and s.low(i + 1) in ("hit", "hits")
            and "carry" not in [item.value for item in s.items[:i]]
        ):
            found.append(Claim("hits", s.number(s.items[i])))
            del s.items[i : i + 2]
    return found


def _clauses(s: Sentence, naming: "Naming | None") -> dict[str, Any]:
    """What is said of a strike besides who strikes whom; taken out of the sentence."""
    found: dict[str, Any] = {}

    def put(key: str, value: Any, word: Any) -> None:
        if key in found:
            s.fail(f"{s.shown(word)} stands twice", word)
        found[key] = value

    i = 0
    while i < len(s.items):
        item = s.items[i]
        low, after = item.low, s.kind(i + 1)
        if item.value == "carry":
            taken = _until(s, i + 1)
            put("carry", _carries(s, s.take(i, taken)[1:], naming), item.word)
        elif item.value == "declare":
            taken = _until(s, i + 1)
            put("declared", _declared(s, s.take(i, taken)[1:], naming), item.word)
        elif low == "instead":
            put("first_roll", _dice(s, i, skip=("of",)), item.word)
        elif low == "at" and after == "number":
            put("strike_number", s.number(s.items[i + 1], "a Strike-number"), item.word)
            s.take(i, i + 2)
        elif low == "at" and s.kind(i + 1) not in ("character", "hex", "color") and i + 1 < len(s.items):
            s.fail(f"a Strike-number is wanted, not {s.shown(s.items[i + 1].word)}", s.items[i + 1].word)
        elif item.kind == "number" and s.low(i + 1) in _DICE:
            counted = s.take(i, i + 2)
            if i < len(s.items) and (s.low(i) in (":", "=") or s.kind(i) == "number"):
                put("dice", _dice(s, i, skip=(":", "=")), item.word)
            else:
                put("dice_count", s.number(counted[0], "a number of dice"), item.word)
                while i and s.low(i - 1) in ("with", "using", "all"):
                    i -= 1
                    s.take(i, i + 1)
        elif low in ("using", "with") and after == "number" and (s.low(i + 2) in _DICE or low == "using"):
            put("dice_count", s.number(s.items[i + 1], "a number of dice"), item.word)
            s.take(i, i + (3 if s.low(i + 2) in _DICE else 2))
        elif low in ("with", "dice", "die", "rolls", "rolled", "roll", "rolling") and (
            after in ("number", "nothing")
            or (low != "with" and s.low(i + 1) in (":", "="))
            or (low == "with" and s.low(i + 1) in ("dice", "die"))
        ):
            put("dice", _dice(s, i, skip=("with", *_DICE, ":", "=", "rolls", "rolled", "roll")), item.word)
        elif item.kind == "number" and (i == 0 or s.kind(i - 1) in ("character", "hex", "mark", "spoken", "verb")):
            put("dice", _dice(s, i, skip=()), item.word)
        else:
            i += 1
    return found


_DICE = ("dice", "die", "dices")
_OPENS = ("at", "using", "with", "instead")


def _until(s: Sentence, start: int) -> int:
    """Where a clause ends: at the next one."""
    for i in range(start, len(s.items)):
        item = s.items[i]
        if item.value in ("carry", "declare") or item.low == "instead":
            return i
        if item.low in _OPENS and s.kind(i + 1) == "number":
            return i
    return len(s.items)


def _dice(s: Sentence, start: int, skip: tuple[str, ...]) -> tuple[int, ...]:
    """Take out dice: ``6 5 1``, ``6,5,1``, ``665432``; ``nothing`` for none."""
    end = start + (1 if s.kind(start) != "number" else 0)
    while s.low(end) in skip:
        end += 1
    first, dice = end, []
    if s.kind(end) == "nothing":
        s.take(start, end + 1)
        return ()
    while s.kind(end) == "number" or (s.low(end) in (",", "+", ".", "-") and s.kind(end + 1) == "number"):
        item = s.items[end]
        if item.kind == "number":
            glued = len(item.word.text) > 1 and not set(item.word.text) - set("123456") and len(item.word.text) < 30
            dice += [int(digit) for digit in item.word.text] if glued else [s.number(item)]
        end += 1
    if end == first:
        word = s.items[end].word if end < len(s.items) else None
        s.fail(f"a number is wanted, not {s.shown(word)}" if word else "a number is missing", word)
    s.take(start, end)
    return tuple(dice)


def _carries(s: Sentence, items: list[Item], naming: "Naming | None") -> tuple[a.Carry, ...]:
    """``E3:1``, ``2 to Lion``, ``Lion 2``, ``2 to the other``."""
    found: list[a.Carry] = []
    hits: int | None = None
    where: Hex | None = None
    given = False
    named: list[Item] = []

    def close() -> None:
        nonlocal hits, where, given
        if hits is not None and given:
            found.append(a.Carry(where or "", hits))  # type: ignore[arg-type]
            hits, where, given = None, None, False

    for item in items:
        if item.kind == "number":
            if hits is not None:
                s.fail("who takes the hits?", item.word)
            hits = s.number(item, "a number of hits")
        elif item.kind in ("character", "hex"):
            named.append(item)
            if item.kind == "character" and _hex_follows(items, item):
                continue
            where, given = _enemy(s, named, naming), True
            named = []
        elif item.low in ("other", "others"):
            given = True
        elif item.kind in ("text", "land", "marker"):
            s.fail(f"{s.shown(item.word)} is not understood", item.word)
        close()
    if not found or hits is not None:
        s.fail("who takes the hits?", items[-1].word if items else None)
    return tuple(found)


def _hex_follows(items: list[Item], item: Item) -> bool:
    rest = [x for x in items[items.index(item) + 1 :] if x.low not in ("in", "at", "on", "(")]
    return bool(rest) and rest[0].kind == "hex"


def _declared(s: Sentence, items: list[Item], naming: "Naming | None") -> "tuple[Hex, ...]":
    return tuple(_enemy_of(s, who, naming) for who in _somebodies(s, items))


def _enemy(s: Sentence, items: list[Item], naming: "Naming | None") -> "Hex":
    return _enemy_of(s, _somebodies(s, items)[0], naming)


def _enemy_of(s: Sentence, who: Who, naming: "Naming | None") -> "Hex":
    name, label = who
    if naming is not None:
        return naming.enemy(s, name, label)
    return label or s.fail(f"in which hex does the {name} stand?", code=POSITION_NEEDED)
