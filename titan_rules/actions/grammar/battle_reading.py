"""Words as maneuvers and strikes: who goes where, who strikes whom, with which dice and carries."""

from typing import TYPE_CHECKING, Any

from ...box.names import CharacterName
from ...kernel.names import shortened
from .. import intents as a
from .words import ARTICLES, POSITION_NEEDED, Words

if TYPE_CHECKING:
    from ...box.names import Hex
    from .naming import Naming

STRIKES = ("strikes", "strike", "rangestrikes", "rangestrike", "x")
GOES = ("-", "to", "moves", "goes", "move", "go", "enters", "enter")


def maneuver(words: Words, naming: "Naming | None") -> a.Action:
    """``Ogre D3 to D4``, ``D3-D4``, ``Ogre enters A3``."""
    name, origin = _somebody(words)
    entering = words.take("enters", "enter")
    if entering:
        words.take("in", "at", "on")
    else:
        words.take("moves", "goes", "move", "go")
        if words.take("-"):
            words.take(">")
        else:
            words.take("to")
    to = None if not entering and words.take("off") else words.hex()
    if naming is not None and not entering:
        name, origin = naming.mover(words, name, origin)
    elif naming is not None and name is None:
        words.fail("who enters?")
    if name is None:
        words.fail(f"who stands in {origin}?", POSITION_NEEDED)
    if origin is None and not entering and naming is None:
        words.fail(f"from which hex does the {name} go?", POSITION_NEEDED)
    return a.Maneuver(name, origin, to=to)


def _somebody(words: Words) -> "tuple[CharacterName | None, Hex | None]":
    """A character by name, hex, or both."""
    words.take(*ARTICLES)
    if words.is_hex():
        return None, words.hex()
    name = words.character()
    if words.is_hex(1):
        words.take("in", "at", "on", "from")
    return name, words.hex() if words.is_hex() else None


def strike(words: Words, naming: "Naming | None") -> a.Action:
    """``D3 strikes D4 with 6 6 1 carrying E3:1``: the clauses in any order, each once."""
    striker = _somebody(words)
    words.expect(*STRIKES)
    target = _somebody(words)
    found: dict[str, Any] = {}
    while len(words):
        if words.take(","):
            continue
        place = words.all()[0]
        key, value = _clause(words, naming)
        if key in found:
            words.fail(f"{place.text!r} stands twice", word=place)
        found[key] = value
    if naming is not None:
        origin, to = naming.strike(words, striker, target)
    elif striker[1] is None or target[1] is None:
        words.fail(f"in which hex does the {striker[0] if striker[1] is None else target[0]} stand?", POSITION_NEEDED)
    else:
        origin, to = striker[1], target[1]
    return a.Strike(origin, to, **found)


def _clause(words: Words, naming: "Naming | None") -> tuple[str, Any]:
    """What is said of a strike besides who strikes whom."""
    if words.take("at"):
        return "strike_number", words.number("a Strike-number")
    if words.take("using"):
        count = words.number("a number of dice")
        words.take("dice", "die")
        return "dice_count", count
    if words.take("with"):
        if words.is_number() and words.peek(1) in ("dice", "die"):
            return "dice_count", (words.number(), words.next("dice"))[0]
        return "dice", words.numbers()
    if words.take("carrying", "carries"):
        return "carry", _carries(words, naming)
    if words.take("declaring", "declares"):
        return "declared", _declared(words, naming)
    if words.take("instead"):
        words.expect("of")
        return "first_roll", words.numbers()
    return words.fail(f"{shortened(words.all()[0].text, 40)!r} is not understood")


def _declared(words: Words, naming: "Naming | None") -> tuple[str, ...]:
    found = []
    while len(words) and words.peek() not in _CLAUSES:
        if not words.take(",", "and", "then"):
            found.append(_enemy(words, naming))
    return tuple(found)


def _carries(words: Words, naming: "Naming | None") -> tuple[a.Carry, ...]:
    found = []
    while words.is_hex() or words.is_number() or (words.peek().isalpha() and words.peek() not in _CLAUSES):
        if words.is_number():  # "2 to E3"
            hits = words.number("a number of hits")
            words.take("hit", "hits")
            words.take("to")
            to = _enemy(words, naming)
        else:
            to = _enemy(words, naming)
            words.expect(":")
            hits = words.number("a number of hits")
        found.append(a.Carry(to, hits))
        while words.take(",", "and"):
            pass
    return tuple(found) or words.fail("who takes the hits?")


_CLAUSES = ("at", "using", "with", "carrying", "carries", "declaring", "declares", "instead")


def _enemy(words: Words, naming: "Naming | None") -> "Hex":
    name, label = _somebody(words)
    if naming is not None:
        return naming.enemy(words, name, label)
    return label or words.fail(f"in which hex does the {name} stand?", POSITION_NEEDED)
