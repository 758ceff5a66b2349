"""What the box says about a character: what it is, its numbers, and how it is mustered."""

import re
from collections.abc import Callable
from itertools import pairwise

from ..box.characters import TITAN, Character
from ..kernel.wording import article, listed
from ..rules.battle.strike_numbers import level_strike
from .concepts import ARTICLES
from .statements import Asked, Truth


def being(question: Callable[[Character], bool], what: str) -> Callable[[Asked], Truth]:
    """A property of one character; of nobody, a list of those that have it."""

    def truth(told: Asked) -> Truth:
        if told.said.numbers:
            return None
        if not told.names:
            those = [name for name, one in told.box.characters.items() if question(one)]
            return (True, f"{what}: {listed(those)}") if told.said.open else None
        if told.said.open and len(told.names) > 1:
            return None
        holds = [question(told.box.characters[name]) for name in told.names]
        if len(set(holds)) > 1:
            return None
        are = "are" if len(told.names) > 1 else "is"
        return holds[0], f"the {listed(list(told.names))} {are} {'' if holds[0] else 'not '}{what}"

    return truth


def number(value: Callable[[Character], int], what: str) -> Callable[[Asked], Truth]:
    """A number of one character, asked for or claimed."""

    def truth(told: Asked) -> Truth:
        one, numbers = told.one, told.said.numbers
        if one is None or one.is_titan or len(numbers) > 1:
            return None
        counted = None if told.said.open else told.counts[one.name]
        claimed = numbers[0] if numbers else counted
        if claimed in (None, 1) and not told.said.open:
            return None
        return claimed in (None, 1, value(one)), f"the {one.name} {what.format(value(one))}"

    return truth


_SCORE = re.compile(
    r"\b(\d+) score\b|\bscore (?:\W|is|of|has)*(\d+)|\b(\d+) (?:points?|pts?)\b|points? (?:\W|is|of)*(\d+)"
)


def power(told: Asked) -> Truth:
    """*Does a Serpent roll 18 dice?*, *how many dice does a Ranger rangestrike with?*"""
    fights = TITAN in told.names and _SCORE.search(told.said.text) and told.concepts & {"contact", "against"}
    if not told.names or set(told.names) == {TITAN} or fights:
        return _titan_power(told) if told.names or "titan" in told.concepts else None
    one, numbers = told.one, _numbers(told)
    if one is None or _SCORE.search(told.said.text) or len(numbers) > 1 or not (numbers or told.said.open):
        return None
    if "rangestrike" not in told.concepts:
        return not numbers or numbers[0] == one.power, f"the {one.name} has Power-factor {one.power}"
    if not one.rangestrikes and not one.magic_missile:
        return False, f"the {one.name} is not a rangestriker"
    dice = one.power // 2
    return not numbers or numbers[0] == dice, f"the {one.name} rangestrikes with {dice} dice"


def _titan_power(told: Asked) -> Truth:
    """*How many dice has a Titan at 520 points?*"""
    if "rangestrike" in told.concepts:
        return None
    numbers, score = _numbers(told), _SCORE.search(told.said.text)
    at = None if score is None else int(next(digits for digits in score.groups() if digits))
    if at is not None:
        numbers.remove(at)
    claimed = numbers[0] if numbers else None
    if at is not None and claimed is None and told.said.asks:
        return True, f"the Titan has Power-factor {told.box.power(TITAN, at)}"
    if at is None and claimed is not None and told.said.open and claimed > _MOST_POWER:
        at, claimed = claimed, None
    if len(numbers) > 1 or (claimed is None and not told.said.open):
        return None
    strength = told.box.power(TITAN, at or 0)
    if at is None and claimed is None:
        return True, f"the Titan has Power-factor {strength}, and one more for each {told.box.titan_step} points"
    return claimed in (None, strength), f"the Titan has Power-factor {strength}"


_MOST_POWER = 30  # a greater number is a score


def _numbers(told: Asked) -> list[int]:
    """The numbers said, those with a character included."""
    return [int(digits) for digits in re.findall(r"\d+", told.said.text)]


_PAIR = re.compile(r"\d [-/] \d")


def factors(told: Asked) -> Truth:
    """*Is a Serpent 18-2?*, *has a Ranger power 4 and skill 4?*"""
    paired = bool(_PAIR.search(told.said.text)) or {"power", "skill"} <= told.concepts
    if told.one is None or len(told.said.numbers) != 2 or not paired:
        return None
    power, skill = told.box.power(told.one.name, 0), told.one.skill
    return told.said.numbers == [power, skill], f"the {told.one.name} has Power-factor {power} and Skill-factor {skill}"


def compared(value: Callable[[Character], int], what: str) -> Callable[[Asked], Truth]:
    """*Is a Serpent stronger than a Colossus?*"""

    def truth(told: Asked) -> Truth:
        if len(told.names) != 2 or TITAN in told.names or told.said.counted or told.said.numbers or told.said.open:
            return None
        one, other = (value(told.box.characters[name]) for name in told.names)
        holds = one < other if "fewer" in told.concepts else one > other
        return holds, f"the {told.names[0]} has {what} {one}, the {told.names[1]} {other}"

    return truth


def musters_in(told: Asked) -> Truth:
    """*Is a Behemoth mustered in the Brush?*, *what musters a Ranger in the Marsh?*, *where are Lions mustered?*"""
    if told.said.numbers:
        return None
    if told.said.terrain is None:
        return _musters_where(told)
    if told.said.counted:
        return None
    table = told.box.table(told.said.terrain)
    if told.said.open:
        return _what_musters(told, told.said.terrain)
    if told.one is None:
        return None
    holds = table.entry(told.one.name) is not None
    return holds, f"the {told.one.name} is {'' if holds else 'not '}mustered in {told.said.terrain}"


def _musters_where(told: Asked) -> Truth:
    """*Where are Lions mustered?*, *can an Angel muster a Warlock?*"""
    if not told.names or len(told.names) > 2 or (len(told.names) == 1 and not told.said.open):
        return None
    whom = told.names[-1]
    if told.counts[whom] > 1:
        return None
    tables = {land: told.box.table(land).entry(whom) for land in told.box.terrain_names.names}
    rows = {land: row.needs for land, row in tables.items() if row is not None}
    if len(told.names) == 1:
        return bool(rows), f"the {whom} is mustered {'in: ' + listed(list(rows)) if rows else 'nowhere'}"
    who = told.names[0]
    ways = {land: count for land, needs in rows.items() for name, count in needs if name == who}
    said = next(token for token in told.said.tokens if token.name == who)
    some = said.count == 1 and said.low.endswith("s")
    listed_ways = " or ".join(f"{count} {who} in {land}" for land, count in ways.items())
    enough = any(some or told.said.open or count <= said.count for count in ways.values())
    return enough, f"{whom}: {listed_ways}" if ways else f"{article(who)} musters no {whom}"


def _what_musters(told: Asked, terrain: str) -> Truth:
    """*What musters a Ranger in the Marsh?*, *what can be mustered in the Plains?*"""
    table = told.box.table(terrain)
    if not told.names:
        return True, f"{terrain} musters: {listed(list(table.names))}"
    rows = [(name, row) for name in told.names if (row := table.entry(name)) is not None]
    wanted = [(name, row) for name, row in rows if {*told.names} - {name} <= {other for other, _ in row.needs}]
    wanted = [one for one in wanted if one[0] == told.names[-1]] or wanted
    if len(wanted) != 1:
        return None
    name, row = wanted[0]
    needs = [f"{count} {other}" for other, count in row.needs if len(told.names) == 1 or other in told.names[:1]]
    return True, f"{name} in {terrain}: {' or '.join(needs) or 'any Legion'}"


def returns(told: Asked) -> Truth:
    """*Does a dead Angel go back to the caretaker?*"""
    if told.one is None or told.one.is_titan:
        return None
    goes = "goes back to the caretaker" if told.one.returns else "goes to the dead pile"
    return told.one.returns and "pile" not in told.concepts, f"the {told.one.name} {goes}"


def dead(told: Asked) -> Truth:
    """*Is a Cyclops with nine hits slain?*"""
    hits = sum(told.said.numbers) if _adds_up(told) else told.number()
    if told.one is None or told.one.is_titan or (hits is None) != told.said.open:
        return None
    return hits is None or hits >= told.one.power, f"the {told.one.name} is slain by {told.one.power} hits"


def _adds_up(told: Asked) -> bool:
    """Whether hits are told that come to others: *has 4 hits and takes one more*."""
    return len(told.said.numbers) == 2 and bool(told.concepts & {"more", "another"})


def starts_with(told: Asked) -> Truth:
    """*Does everybody start with two Angels?*"""
    start = told.box.starting_characters
    if not told.names or told.said.numbers:
        return None
    if told.said.open:
        return True, listed([f"{start.count(name)} {name}" for name in told.names])
    holds = all(start.count(name) == count for name, count in told.said.names)
    return holds, f"each player starts with {listed([f'{start.count(name)} {name}' for name in dict.fromkeys(start)])}"


def reach(told: Asked) -> Truth:
    """*Can a Ranger shoot at a range of five?*"""
    one, said = told.one, told.number()
    if one is None or (said is None and not told.said.open) or not (one.rangestrikes or one.magic_missile):
        return None
    holds = said is None or (said == one.skill if "most" in told.concepts else 2 < said <= one.skill)
    return holds, f"the {one.name} rangestrikes at a range of 3 to {one.skill}"


def strike_number(told: Asked) -> Truth:
    """*What does an Ogre need to hit a Lion?*, *does a Cyclops hit a Lion on a 4 in the Plains?*"""
    pair = [token.name for token in told.said.tokens if token.name is not None]
    claimed = told.number()
    if len(pair) != 2 or TITAN in pair or told.said.counted or told.said.hazard:
        return None
    if len(told.said.numbers) > 1 or (claimed is None and not told.said.open):
        return None
    striker, target = reversed(pair) if _says_with_whom(told) else pair
    dice, needed = level_strike(told.box, striker, target)
    sentence = f"the {striker} strikes the {target} with {dice} dice at Strike-number {needed}, on level ground"
    if told.concepts & {"dice", "die"}:
        return claimed in (None, dice), sentence
    if claimed is None or "strike_number" in told.concepts:
        return claimed in (None, needed), sentence
    return claimed >= needed, sentence


def _says_with_whom(told: Asked) -> bool:
    """Whether the striker is named last: *to hit an Ogre with a Lion*, *is an Ogre hit by a Lion?*"""
    words = [token for token in told.said.tokens if token.low not in ARTICLES]
    return any(one.low in ("with", "by") and after.name is not None for one, after in pairwise(words))


def moves(told: Asked) -> Truth:
    """*Can a Troll walk 3 hexes?*, *does a Minotaur move 4 hexes?*"""
    one, said = told.one, told.number()
    if one is None or said is None or told.said.open:
        return None
    holds = said <= one.skill if "may" in told.concepts else said == one.skill
    return holds, f"the {one.name} moves up to {one.skill} hexes"
