"""Statements and what decides them: the box, a limit of the rules, or the order of things."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from ..box import Box
from ..box.characters import TITAN
from ..box.names import MARKERS_PER_COLOR
from ..box.vocabulary import any_of
from ..kernel.wording import article
from ..position.battle import LAST_TURN
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from ..rules.battle.strike_tables import MAX_STRIKE_NUMBER
from ..rules.engagement.reinforcement import REINFORCEMENT_TURN
from ..rules.masterboard.commencement import SMALLEST
from ..rules.masterboard.destinations import TELEPORT_LANDS, TELEPORT_ROLL
from ..rules.masterboard.mustering import MUSTERING_HEIGHT
from . import angels, characters, choices, hazards, reckonings
from .concepts import Concept
from .statements import Asked, Truth


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


_STACKS = any_of("legions stacks armies")
"""Words for several Legions."""


def _height(told: Asked) -> Truth:
    """*May a Legion have eight characters?*"""
    stacks = [after.low in _STACKS for token, after in pairwise(told.said.tokens) if token.number is not None]
    splits = "split" in told.concepts and told.concepts.isdisjoint({"before", "after"})
    if any(stacks) or splits or ("howmany" in told.concepts and told.concepts & _STACKS):
        return None  # a number of Legions, or of the parts of one
    starts = told.concepts & {"first_turn", "start"} and "after" not in told.concepts
    most = STARTING_HEIGHT if starts or {"before", "split"} <= told.concepts else MAX_HEIGHT
    if told.said.open:
        return (True, f"a Legion has at most {most} characters") if not told.names else None
    numbers = [token.number or 0 for token in told.said.tokens if "turn" not in token.concepts]
    heights = [height for height in (*numbers, *told.counts.values()) if height > 1]
    if len(heights) != 1 or len(told.names) > 1 or heights[0] > 3 * MAX_HEIGHT:
        return None
    height = heights[0] + bool(told.concepts & {"more", "above"})
    return height <= most, f"a Legion of {height}: it has at most {most} characters then"


def _legions(told: Asked) -> Truth:
    """*How many Legions may I have?*, *is there a limit of twelve Legions?*"""
    if not told.concepts & _STACKS:
        return None
    return _exactly(lambda box: MARKERS_PER_COLOR, "each Legion needs one of {high} Legion Markers")(told)


def _turns(told: Asked) -> Truth:
    """*Does a battle end after six turns?*, *can it last five?*"""
    least = None if "may" in told.concepts and "after" not in told.concepts else LAST_TURN
    return _limit(lambda box: least, lambda box: LAST_TURN, "a battle has {high} turns")(told)


_STEPS = {"maneuver": 1, "move": 1, "drift": 2, "strike": 3, "strikeback": 4, "remove": 5}
"""What a battle turn is made of, in its order."""


def _sequence(told: Asked) -> Truth:
    """*Are the slain removed before the strikeback?*"""
    tokens = told.said.tokens
    between = [n for n, token in enumerate(tokens) if token.concepts & {"before", "after"}]
    if len(between) != 1 or told.names:
        return None
    one, other = _step(tokens[: between[0]]), _step(tokens[between[0] + 1 :])
    if one is None or other is None or one == other:
        return None
    before = "before" in tokens[between[0]].concepts
    return (one < other) == before, "maneuvers, drift damage, strikes, strikebacks, then the slain are removed"


def _step(tokens: Sequence[Concept]) -> int | None:
    """The only step of a battle turn that is named; a strikeback is no strike."""
    named = [token.concepts & _STEPS.keys() for token in tokens]
    steps = {max(_STEPS[step] for step in steps) for steps in named if steps}
    return steps.pop() if len(steps) == 1 else None


def _angel_each(told: Asked) -> Truth:
    """*Does an Angel come every 100 points?*"""
    points = {one.character: one.points for one in told.box.acquirable if not one.terrains}
    if told.one is None or told.one.name not in points or told.number() is None:
        return None
    at = points[told.one.name]
    return told.number() == at, f"{article(told.one.name)} may come at each multiple of {at} points"


def _carry_declared(told: Asked) -> Truth:
    """*Must I announce a carry-over before I roll?*, *may I choose it afterwards?*"""
    early = told.rules.carry_declaration != "penalty"
    after = bool(told.concepts & {"after"}) and "before" not in told.concepts
    must = "must" in told.concepts
    holds = early != after if must or after else True
    return holds, "targets are declared before the roll" if early else "only a penalty is declared before the roll"


def _first_turn_teleport(told: Asked) -> Truth:
    allowed = told.rules.first_turn_teleport == "allowed"
    return allowed, f"a teleport in the first turn is {'allowed' if allowed else 'forbidden'}"


TRUTHS: Mapping[str, Callable[[Asked], Truth]] = {
    # characters
    "shoots": characters.being(lambda one: one.rangestrikes or one.magic_missile, "a rangestriker"),
    "magic": characters.being(lambda one: one.magic_missile, "a thrower of magic missiles"),
    "lord": characters.being(lambda one: one.is_lord, "a Lord"),
    "demi-lord": characters.being(lambda one: one.rank == "Demi-Lord", "a Demi-Lord"),
    "creature": characters.being(lambda one: one.is_creature, "a Creature"),
    "summonable": characters.being(lambda one: one.summonable, "one of those that are summoned"),
    "power": characters.power,
    "factors": characters.factors,
    "moves": characters.moves,
    "more power": characters.compared(lambda one: one.power, "Power-factor"),
    "more skill": characters.compared(lambda one: one.skill, "Skill-factor"),
    "more value": characters.compared(lambda one: one.power * one.skill, "the value"),
    "skill": characters.number(lambda one: one.skill, "has Skill-factor {}"),
    "stock": characters.number(lambda one: one.count, "is {} times in the box"),
    "musters in": characters.musters_in,
    "returns": characters.returns,
    "dead": characters.dead,
    "starts with": characters.starts_with,
    "reach": characters.reach,
    "strike-number": characters.strike_number,
    # hazards
    "drift": hazards.drift,
    "cliff": hazards.cliff,
    "cost": hazards.cost,
    "flies": hazards.flies,
    "native": hazards.native,
    "lands": hazards.lands,
    "bonus": reckonings.bonus,
    # sums of points, and what they bring
    "worth": reckonings.worth,
    "half of": reckonings.half_of,
    "stopped": reckonings.stopped,
    "angel at": angels.angels,
    "angel each": _angel_each,
    "starting score": _exactly(lambda box: 0, "each player starts with a score of {high}"),
    # a game
    "players": _limit(lambda box: box.players[0], lambda box: box.players[-1], "{low} to {high} play"),
    "markers": _exactly(lambda box: MARKERS_PER_COLOR, "each player has {high} Legion Markers"),
    "legions": _legions,
    "height": _height,
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
    "mustering height": _limit(lambda box: None, lambda box: MUSTERING_HEIGHT, "a Legion of at most {high} musters"),
    "agreed": reckonings.agreed,
    # a battle
    "turns": _turns,
    "sequence": _sequence,
    "wins at time loss": reckonings.time_loss,
    "reinforcement turn": _exactly(
        lambda box: REINFORCEMENT_TURN, "the defender is reinforced in its Maneuver Phase {high}"
    ),
    "six": _limit(lambda box: None, lambda box: MAX_STRIKE_NUMBER, "the Strike-number is never above {high}"),
    "carry declared": _carry_declared,
    "conceded": choices.conceded,
    "reinforced": choices.reinforced,
}
"""What a row of facts names to decide it."""
