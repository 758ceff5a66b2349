"""What the box says of a statement: a property of a character, a cost, a number."""

import re
from collections.abc import Callable, Mapping

from ..box import Box
from ..box.battle_tables import hex_cost, hexside_cost
from ..box.characters import TITAN, Character
from ..box.names import MARKERS_PER_COLOR
from ..kernel.wording import listed
from ..position.battle import LAST_TURN
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from ..rules.battle.strike_numbers import level_strike
from ..rules.battle.strike_tables import MAX_STRIKE_NUMBER
from ..rules.engagement.reinforcement import REINFORCEMENT_TURN
from ..rules.masterboard.commencement import SMALLEST
from ..rules.masterboard.destinations import TELEPORT_LANDS, TELEPORT_ROLL
from ..rules.masterboard.mustering import MUSTERING_HEIGHT
from . import reckonings
from .statements import Asked, Truth


def _is(question: Callable[[Character], bool], what: str) -> Callable[[Asked], Truth]:
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


def _number(value: Callable[[Asked, Character], int | None], what: str) -> Callable[[Asked], Truth]:
    """A number of one character, asked for or claimed."""

    def truth(told: Asked) -> Truth:
        one = told.one
        numbers = told.said.numbers
        if one is None or one.is_titan:
            return None
        is_value = value(told, one)
        claimed = (
            numbers[0] if len(numbers) == 1 else told.counts[one.name] if not numbers and not told.said.open else None
        )
        if is_value is None or len(numbers) > 1 or (claimed in (None, 1) and not told.said.open):
            return None
        return claimed in (None, 1, is_value), f"the {one.name} {what.format(is_value)}"

    return truth


def _power(told: Asked) -> Truth:
    """*How many dice has a Titan at 520 points?*, *does a Serpent roll 18 dice?*"""
    numbers = [int(digits) for digits in re.findall(r"\d+", told.said.text)]
    score = re.search(
        r"\b(\d+) score\b|\bscore (?:\W|is|of|has)*(\d+)|\b(\d+) (?:points?|pts?)\b|points? (?:\W|is|of)*(\d+)",
        told.said.text,
    )
    if told.names and set(told.names) != {TITAN}:
        one = told.one
        if one is None or score is not None or len(numbers) > 1 or (not numbers and not told.said.open):
            return None
        half = "rangestrike" in told.concepts
        if half and not one.rangestrikes and not one.magic_missile:
            return False, f"the {one.name} is not a rangestriker"
        dice = one.power // 2 if half else one.power
        sentence = (
            f"the {one.name} rangestrikes with {dice} dice" if half else f"the {one.name} has Power-factor {dice}"
        )
        return not numbers or numbers[0] == dice, sentence
    if "rangestrike" in told.concepts or not (told.names or "titan" in told.concepts):
        return None
    at = None if score is None else int(next(digits for digits in score.groups() if digits))
    if at is not None:
        numbers.remove(at)
    claimed = numbers[0] if numbers else None
    if at is not None and claimed is None and told.said.asks:
        return True, f"the Titan has Power-factor {told.box.power(TITAN, at)}"
    if at is None and claimed is not None and told.said.open and claimed > 30:
        at, claimed = claimed, None
    if len(numbers) > 1 or (claimed is None and not told.said.open):
        return None
    power = told.box.power(TITAN, at or 0)
    if at is None and told.said.open and claimed is None:
        return True, f"the Titan has Power-factor {power}, and one more for each {told.box.titan_step} points"
    return claimed in (None, power), f"the Titan has Power-factor {power}"


def _flies(told: Asked) -> Truth:
    hazard = told.box.hazards.get(told.said.hazard or "")
    if told.said.hazard is not None and (hazard is None or not told.concepts & {"cross", "over"}):
        return None
    over = None if hazard is None else hazard.fly_over
    if not told.names:
        if over is None:
            return _is(lambda one: one.flies, "fliers")(told)
        may = over.other if "non-native" in told.concepts else over.native and (over.other or "native" in told.concepts)
        return may, f"{told.said.hazard}: natives {_may(over.native)} fly over it, others {_may(over.other)}"
    verdicts = set()
    passed = told.concepts & {"cross", "over"} and over is None and "by" not in told.concepts
    names = told.names[:1] if passed else told.names
    for name in names:
        one = told.box.characters[name]
        verdicts.add(one.flies and (over is None or (over.native if told.said.hazard in one.natives else over.other)))
    if len(verdicts) != 1:
        return None
    holds, alone = verdicts.pop(), len(names) == 1
    does = ("flies" if alone else "fly") if holds else ("does not fly" if alone else "do not fly")
    return holds, f"the {listed(names)} {does}{'' if over is None else ' over it'}"


def _may(holds: bool) -> str:
    return "may" if holds else "may not"


def _lands(told: Asked) -> Truth:
    hazard = told.box.hazards.get(told.said.hazard or "")
    if hazard is None or len(told.names) > 1 or told.concepts & {"over", "across"}:
        return None
    may = [name for name, one in told.box.characters.items() if hex_cost(hazard, one.natives, one.flies) is not None]
    fliers = [name for name, one in told.box.characters.items() if one.flies]
    if not told.names and "flier" in told.concepts and not told.said.open:
        return set(fliers) <= set(may), f"a {told.said.hazard} is entered by: {listed(may)}"
    if not told.names:
        if not may:
            return False, f"nobody enters a {told.said.hazard}"
        if "native" in told.concepts or "non-native" in told.concepts:
            natives = {name for name, one in told.box.characters.items() if told.said.hazard in one.natives}
            only = natives >= set(may)
            return (
                "non-native" not in told.concepts or not only
            ), f"a {told.said.hazard} is entered by {'natives only' if only else 'anybody'}"
        if told.concepts & {"everybody", "everyone"}:
            return len(may) == len(told.box.characters), f"a {told.said.hazard} is entered by: {listed(may)}"
        if told.said.open:
            return True, f"a {told.said.hazard} is entered by: {listed(may)}"
        return None
    holds = told.names[0] in may
    return holds, f"the {told.names[0]} {'may' if holds else 'may not'} enter a {told.said.hazard}"


def _cost(told: Asked) -> Truth:
    """What a hex or hexside costs somebody, or everybody."""
    name, claimed = told.said.hazard, told.number()
    hexside, hazard = told.box.hexsides.get(name or ""), told.box.hazards.get(name or "")
    if name is None or len(told.names) > 1 or (told.said.numbers and claimed not in (1, 2)):
        return None
    costs = set()
    for one in [told.one] if told.one is not None else told.box.characters.values():
        if hazard is not None:
            costs.add(hex_cost(hazard, one.natives, one.flies))
        elif one.flies or hexside is None:
            costs.add(1)
        else:
            down, up = (hexside, None) if "down" in told.concepts else (None, hexside)
            costs.add(hexside_cost(down, up, one.natives, "both_ways", 1))
    cost = costs.pop()
    if costs or cost is None:
        return None
    holds = claimed == cost if claimed is not None else cost > 1 or told.said.open
    whom = f"the {told.one.name}" if told.one is not None else "everybody" if cost > 1 else "anybody"
    return holds, f"{name} {'slows' if cost > 1 else 'does not slow'} {whom}: it costs {cost}"


def _native(told: Asked) -> Truth:
    hazard = told.said.hazard
    if told.said.open and hazard is not None and not told.names:
        return True, f"native to {hazard}: {listed([n for n, c in told.box.characters.items() if hazard in c.natives])}"
    one = told.one
    if one is None:
        return None
    if told.said.open and hazard is None:
        return True, f"the {one.name} is native to {listed(sorted(one.natives)) if one.natives else 'nothing'}"
    if hazard is None:
        return None
    holds = hazard in one.natives
    if "non-native" in told.concepts and "native" not in told.concepts:
        return not holds, f"the {one.name} is {'' if holds else 'not '}native to {hazard}"
    return holds, f"the {one.name} is {'' if holds else 'not '}native to {hazard}"


def _musters_in(told: Asked) -> Truth:
    """*Is a Behemoth mustered in the Brush?*, *what musters a Ranger in the Marsh?*, *where are Lions mustered?*"""
    terrain = told.said.terrain
    if told.said.numbers or any(count > 1 for count in told.counts.values()):
        return None
    if terrain is None:
        if not told.said.open or not 0 < len(told.names) < 3:
            return None
        tables = {land: told.box.table(land).entry(told.names[-1]) for land in told.box.terrain_names.names}
        found = {land: row.needs for land, row in tables.items() if row is not None}
        if len(told.names) == 1:
            where = f"in: {listed(list(found))}" if found else "nowhere"
            return bool(found), f"the {told.names[0]} is mustered {where}"
        ways = [f"{n} {who} in {land}" for land, needs in found.items() for who, n in needs if who == told.names[0]]
        return (True, f"{told.names[1]}: {' or '.join(ways)}") if ways else None
    table = told.box.table(terrain)
    if not told.names:
        return (True, f"{terrain} musters: {listed(list(table.names))}") if told.said.open else None
    if told.said.open:
        rows = [(name, row) for name in told.names if (row := table.entry(name)) is not None]
        wanted = [(name, row) for name, row in rows if {*told.names} - {name} <= {other for other, _ in row.needs}]
        wanted = [one for one in wanted if one[0] == told.names[-1]] or wanted
        if len(wanted) != 1:
            return None
        name, row = wanted[0]
        needs = [f"{count} {other}" for other, count in row.needs if len(told.names) == 1 or other in told.names[:1]]
        return True, f"{name} in {terrain}: {' or '.join(needs) or 'any Legion'}"
    if len(told.names) != 1:
        return None
    entry = table.entry(told.names[0])
    holds = entry is not None
    return holds, f"the {told.names[0]} is {'' if holds else 'not '}mustered in {terrain}"


def _height(told: Asked) -> Truth:
    start = bool(told.concepts & {"first_turn", "start"}) and "after" not in told.concepts
    start = start or {"before", "split"} <= told.concepts
    most = STARTING_HEIGHT if start else MAX_HEIGHT
    if told.said.open:
        return (True, f"a Legion has at most {most} characters") if not told.names else None
    heights = [
        n for n, token in ((t.number, t) for t in told.said.tokens) if n is not None and "turn" not in token.concepts
    ]
    heights = [height for height in heights if height > 1] + [count for count in told.counts.values() if count > 1]
    if len(heights) != 1 or len(told.names) > 1 or heights[0] > 3 * MAX_HEIGHT:
        return None
    more = bool(told.concepts & {"more", "above"})
    return heights[0] + more <= most, f"a Legion of {heights[0] + more}: it has at most {most} characters then"


def _returns(told: Asked) -> Truth:
    if told.one is None or told.one.is_titan:
        return None
    holds = told.one.returns and "pile" not in told.concepts
    goes = "goes back to the caretaker" if told.one.returns else "goes to the dead pile"
    return holds, f"the {told.names[0]} {goes}"


def _dead(told: Asked) -> Truth:
    if told.one is None or told.one.is_titan or len(told.said.numbers) != (0 if told.said.open else 1):
        return None
    power = told.one.power
    return told.said.open or told.said.numbers[0] >= power, f"the {told.names[0]} is slain by {power} hits"


def _limit(
    least: Callable[[Box], int | None], most: Callable[[Box], int | None], what: str
) -> Callable[[Asked], Truth]:
    """A number between two limits, if both are given; asked for or claimed."""

    def truth(told: Asked) -> Truth:
        low, high = least(told.box), most(told.box)
        most_said = 2 if low is not None and high is not None and low < high else 1
        if set(told.names) - {TITAN} or not (told.said.numbers or told.said.open):
            return None
        if len(told.said.numbers) > most_said:
            return None
        if "need" in told.concepts and low is not None and told.said.numbers:
            return told.said.numbers == [low], what.format(low=low, high=high)
        change = bool(told.concepts & {"more", "above"}) - bool(told.concepts & {"fewer"})
        holds = all(
            (low is None or n + change >= low) and (high is None or n + change <= high) for n in told.said.numbers
        )
        return holds, what.format(low=low, high=high)

    return truth


def _exactly(value: Callable[[Box], int], what: str) -> Callable[[Asked], Truth]:
    return _limit(value, value, what)


def _starts_with(told: Asked) -> Truth:
    start = told.box.starting_characters
    if not told.names or told.said.numbers:
        return None
    if told.said.open:
        return True, listed([f"{start.count(name)} {name}" for name in told.names])
    holds = all(start.count(name) == count for name, count in told.said.names)
    return holds, f"each player starts with {listed([f'{start.count(name)} {name}' for name in dict.fromkeys(start)])}"


def _reach(told: Asked) -> Truth:
    one, said = told.one, told.number()
    if one is None or (said is None and not told.said.open) or not (one.rangestrikes or one.magic_missile):
        return None
    return said is None or 2 < said <= one.skill, f"the {one.name} rangestrikes at a range of 3 to {one.skill}"


def _drift(told: Asked) -> Truth:
    if told.number() not in (None, 1) or len(told.names) > 1 or len(told.said.numbers) > 1:
        return None
    if not told.names:
        if told.said.open:
            return True, "every non-native in Drift takes one hit"
        return "non-native" in told.concepts or "native" not in told.concepts, "every non-native in Drift takes one hit"
    holds = "Drift" not in told.said.character.natives
    return holds, f"the {told.names[0]} is {'not ' if holds else ''}native to Drift"


def _cliff(told: Asked) -> Truth:
    flier = bool(told.concepts & {"flier", "a_flier"})
    if len(told.names) > 1 or not (told.names or flier or "walker" in told.concepts):
        return None
    return flier, "a cliff stops all but fliers"


def _strike_number(told: Asked) -> Truth:
    """*What does an Ogre need to hit a Lion?*, *does a Cyclops hit a Lion on a 4 in the Plains?*"""
    pair = [token.name for token in told.said.tokens if token.name is not None]
    if len(pair) != 2 or TITAN in pair or told.said.counted or told.said.hazard:
        return None
    striker, target = pair
    dice, needed = level_strike(told.box, striker, target)
    number = told.number()
    if len(told.said.numbers) > 1 or (number is None and not told.said.open):
        return None
    sentence = f"the {striker} strikes the {target} with {dice} dice at Strike-number {needed}, on level ground"
    if told.concepts & {"dice", "die"}:
        return number in (None, dice), sentence
    if number is None:
        return True, sentence
    if "strike_number" in told.concepts:
        return number == needed, sentence
    return number >= needed, sentence


def _first_turn_teleport(told: Asked) -> Truth:
    allowed = told.position("Plains: Ogre").rules.first_turn_teleport == "allowed"
    return allowed, f"a teleport in the first turn is {'allowed' if allowed else 'forbidden'}"


TRUTHS: Mapping[str, Callable[[Asked], Truth]] = {
    "reach": _reach,
    "drift": _drift,
    "cliff": _cliff,
    "cost": _cost,
    "flies": _flies,
    "shoots": _is(lambda one: one.rangestrikes or one.magic_missile, "a rangestriker"),
    "magic": _is(lambda one: one.magic_missile, "a thrower of magic missiles"),
    "native": _native,
    "lands": _lands,
    "lord": _is(lambda one: one.is_lord, "a Lord"),
    "demi-lord": _is(lambda one: one.rank == "Demi-Lord", "a Demi-Lord"),
    "creature": _is(lambda one: one.is_creature, "a Creature"),
    "summonable": _is(lambda one: one.summonable, "one of those that are summoned"),
    "musters in": _musters_in,
    "worth": reckonings.worth,
    "power": _power,
    "skill": _number(lambda told, one: one.skill, "has Skill-factor {}"),
    "stock": _number(lambda told, one: one.count, "is {} times in the box"),
    "agreed": reckonings.agreed,
    "angel at": reckonings.angels,
    "height": _height,
    "returns": _returns,
    "dead": _dead,
    "half of": reckonings.half_of,
    "stopped": reckonings.stopped,
    "starts with": _starts_with,
    "strike-number": _strike_number,
    "bonus": reckonings.bonus,
    "wins at time loss": reckonings.time_loss,
    "players": _limit(lambda box: box.players[0], lambda box: box.players[-1], "{low} to {high} play"),
    "markers": _exactly(lambda box: MARKERS_PER_COLOR, "each player has {high} Legion Markers"),
    "turns": _limit(lambda box: None, lambda box: LAST_TURN, "a battle has {high} turns"),
    "part": _limit(lambda box: SMALLEST, lambda box: None, "each part of a split keeps at least {low} characters"),
    "split": _limit(lambda box: 2 * SMALLEST, lambda box: None, "a Legion of at least {low} characters can be split"),
    "teleport roll": _exactly(lambda box: TELEPORT_ROLL, "a teleport needs a Movement Roll of {high}"),
    "first turn teleport": _first_turn_teleport,
    "teleport lands": _limit(
        lambda box: None, lambda box: TELEPORT_LANDS, "a Tower Teleport reaches lands within {high}"
    ),
    "teleport score": _limit(
        lambda box: box.teleport_score, lambda box: None, "a Titan Teleport needs a score of {low}, Power-factor 10"
    ),
    "reinforcement turn": _exactly(
        lambda box: REINFORCEMENT_TURN, "the defender is reinforced in its Maneuver Phase {high}"
    ),
    "mustering height": _limit(lambda box: None, lambda box: MUSTERING_HEIGHT, "a Legion of at most {high} musters"),
    "six": _limit(lambda box: None, lambda box: MAX_STRIKE_NUMBER, "the Strike-number is never above {high}"),
}
