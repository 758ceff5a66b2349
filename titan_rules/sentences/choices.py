"""Concessions and reinforcements in free sentences that tell of a battle without its hexes: the battle is sketched."""

import re
from collections.abc import Sequence

from ..box.current_box import current
from ..position.battle import ROLES
from ..position.game import MAX_HEIGHT
from .said import Item, Translation

_COLORS = {"attacker": "Black", "defender": "Red"}
_BEGINNING = re.compile(
    r"before (?:(?:its|the|his|this|any|our|a) )*(?:(?:first|1st) (?:battle |combat )?turn|(?:battle|fight|combat)\b)"
)
_ATTEMPT = re.compile(r"attempt|\btr(?:y|ies|ied)\b|\boffer")
_I_AM = re.compile(r"\bi (?:am |have |was |play |had )?(?:the |as )*(attack|defen)|\bas (?:the )?(attack|defen)")
_NOT_HERE = re.compile(r"negotiat|\bfl(?:ee|ed|ight)|propos|agreement|drift")


def translate(texts: Sequence[str], items: Sequence[Item]) -> Translation | None:
    """A battle in sketch and a choice in it; None if the sentence does not say both."""
    text = " ".join(texts).lower()
    return _conceded(text, items) or _reinforced(text, items)


def _conceded(text: str, items: Sequence[Item]) -> Translation | None:
    """*May the attacker concede before his strikeback?*"""
    verb = next((i for i, item in enumerate(items) if item.value == "concede"), None)
    if verb is None or not re.search(r"battle|strike|maneuver", text) or _NOT_HERE.search(text):
        return None
    who = _who(text, items, verb)
    if who is None:
        return None
    if _BEGINNING.search(text):
        return "Plains, turn 1, defender's maneuver: Ogre off / Lion off", f"{_COLORS[who]} concedes"
    if re.search(r"before (?:(?:his|its|the|their|any|her|own) )*(?:first )?strike-?backs?", text):
        return f"Plains, turn 2, {who}'s strikeback: Ogre D3 / Lion D4", f"{_COLORS[who]} concedes"
    phase = "strike" if re.search(r"strike", text) else "maneuver"
    owner = _owner(text, items, verb)
    if owner is None or "strikeback" in text:
        return None
    tries = _ATTEMPT.search(text)
    line = f"Plains, turn 2, {owner}'s {phase}: Ogre D3, Ogre E3 / Lion D4, Lion E4"
    return line, f"{_COLORS[who]} {'attempts to concede' if tries else 'concedes'}"


def _who(text: str, items: Sequence[Item], verb: int) -> str | None:
    """The side that concedes."""
    for item in reversed(items[:verb]):
        if item.kind == "end":
            break
        if item.kind == "owner" and item.value in ROLES:
            return str(item.value)
        if item.low in ("i", "we", "he", "she", "they"):
            mine = _I_AM.search(text)
            if mine is None:
                return None
            attacks = "attack" in mine.groups()
            return ROLES[attacks != (item.low in ("i", "we"))]
    return None


def _owner(text: str, items: Sequence[Item], verb: int) -> str | None:
    """The side whose battle turn it is."""
    told = re.search(r"(attack|defen)[a-z]*'s (?:own )?(?:[a-z]+ )?(?:battle )?(?:turn|strike|maneuver)", text)
    told = told or re.search(r"(?:turn|phase|strikes|strike-phase|maneuver-phase) of (?:the )?(attack|defen)", text)
    if told is None and re.search(r"\b(?:its|his|her|their|my) (?:own )?(?:battle )?(?:turn|strike|maneuver)", text):
        return _who(text, items, verb)
    return None if told is None else ROLES[told[1] == "defen"]


def _reinforced(text: str, items: Sequence[Item]) -> Translation | None:
    """*Swamp, battle turn 4, I defend with 5, one of them a Troll: may I take another Troll?*"""
    turns = {item.value for item in items if item.kind == "turn"}
    calls = [i for i, item in enumerate(items) if item.value in ("reinforce", "muster")]
    if re.search(r"\b(?:won|wins?|winning|after the battle|afterwards)\b", text):
        return None  # a reinforcement after the battle
    defends = "reinf" in text or ("battle" in text and any(item.value == "defender" for item in items))
    if len(turns) != 1 or not (defends and (calls or "reinf" in text)) or {x.kind for x in items} & {"land", "marker"}:
        return None
    terrain = next((str(item.value) for item in items if item.kind == "terrain"), None)
    named = [item for item in items if item.kind == "character"]
    behind = [item for i, item in enumerate(items) if item.kind == "character" and calls and i > calls[0]]
    target = (behind or named[-1:])[0] if named else None
    left = re.search(r"\b(\d) (?:left|remaining)\b", text)
    height = next((item.value for item in items if item.kind == "height"), left and int(left[1]))
    if {item.value for item in items if item.kind == "number"} - {height, 1}:
        return None
    if (named and (target is None or terrain is None)) or (not named and height is None and "defend" not in text):
        return None
    beside = [item for item in named if item is not target]
    if target is None:
        terrain, wanted, held = "Plains", "Centaur", ["Centaur"] * min(height or 2, MAX_HEIGHT)
    else:
        wanted, held = str(target.value), [str(item.value) for item in beside for _ in range(item.count)]
        held += ["Angel"] * ((height or 0) - len(held))
    land = current().battlelands[str(terrain)]
    room = [str(x.label) for x in land.hexes if x.hazard in (terrain, "Plains", "Tower") and x.label]
    if not 0 < len(held) <= MAX_HEIGHT or len(room) <= MAX_HEIGHT:
        return None
    listed = ", ".join(f"{name} {label}" for name, label in zip(held, reversed(room), strict=False))
    return f"{terrain}, turn {turns.pop()}, defender's maneuver: Ogre {room[0]} / {listed}", f"reinforce {wanted}"
