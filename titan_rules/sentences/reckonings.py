"""Statements that the rules decide of what is told with them: sums of points, Angels, agreements, a battle's end."""

import re

from ..box.battlelands import Effect, on_striker
from ..box.characters import TITAN
from ..kernel.judging import Refusal
from ..kernel.wording import article, listed, several
from ..position.battle import Battle
from ..position.game import Game
from ..rules.battle.field import field_of
from ..rules.battle.sequence import outcome_of
from ..rules.engagement.scoring import Offer, halves_of_flight, multiples_reached
from ..rules.engagement.titans import half_scored
from .said import Question
from .statements import Asked, Truth


def worth(told: Asked) -> Truth:
    """*Is an Ogre worth 12 points?*, *what do two Lions and a Troll score?*"""
    numbers = [int(digits) for digits in re.findall(r"\d+", told.said.text)]
    for count in told.counts.values():
        if count > 1:
            numbers.remove(count)
    angels = any(told.box.characters[name].summonable for name in told.names)
    if angels and not told.concepts & {"value", "worth"}:
        return None  # which the score may bring
    if not told.names or len(numbers) > 1 or not (numbers or told.said.open):
        return None
    if TITAN in told.names and "flee" not in told.concepts:
        return None  # its value depends on a score
    if "flee" in told.concepts:
        fled = [name for name, count in told.said.names if name != TITAN for _ in range(count)]
        if "from" in told.concepts and len(set(fled)) > 1:
            return None
        rules = told.position("Plains: Ogre").rules
        points = sum(halves_of_flight(told.box, fled, rules))
        sentence = f"{_counted(told)} that fled score {several(points, 'point')}"
    else:
        points = sum(told.box.points(name) * count for name, count in told.said.names)
        alone = len(told.names) == 1 and told.said.names[0][1] == 1
        sentence = (
            f"the {told.names[0]} is worth {points} points" if alone else f"{_counted(told)} are worth {points} points"
        )
    return not numbers or numbers[0] == points, sentence


def _counted(told: Asked) -> str:
    return listed([f"{count} {name}" if count > 1 else name for name, count in told.said.names])


def stopped(told: Asked) -> Truth:
    """*I have 420 points and Legions worth 300, he has 500 and Legions worth 250: do I win?*"""
    numbers = told.said.numbers
    if len(numbers) != 4:
        return None
    mine, his = sum(numbers[:2]), sum(numbers[2:])
    if "draw" in told.concepts:
        return mine == his, f"{mine} against {his}, score and Legions together"
    return (mine > his) != bool(told.concepts & {"lose"}), f"{mine} against {his}, score and Legions together"


def time_loss(told: Asked) -> Truth:
    """*After turn 7 the attacker is eliminated.*"""
    roles = told.concepts & {"attacker", "defender"}
    loses, wins = told.concepts & {"eliminate", "lose", "remove", "slain"}, told.concepts & {"win"}
    survives = told.concepts & {"survive"} and told.said.text.split().count("survive")
    if told.names or survives:
        return None
    last = told.position("Plains, turn 7, defender's strikeback: Ogre D1 / Ogre D6")
    winner = outcome_of(field_of(last)).winner if isinstance(last, Battle) else None
    sentence = f"after its seventh turn a battle is won by the {winner}"
    if told.said.open:
        return True, sentence
    if bool(loses) == bool(wins) and not (loses and wins and "attacker" in roles):
        return None
    if not roles:
        return None
    said = "attacker" if loses and len(roles) == 2 else "defender" if len(roles) == 2 else next(iter(roles))
    return (said == winner) == (bool(wins) and not loses), sentence


_WHOLE = re.compile(
    r"\b(?:eliminated|removed|loses? (?:everything|all\b(?! but)|the whole|(?:its|his|her|their) (?:whole|entire)))"
)
_PARTLY = re.compile(
    r"\b(?:both|2|neither)\b.*\b(?:survives?|keeps?|stay|eliminated)|\bonly\b|\bnobody\b|\beach\b|\bnothing\b"
)


def agreed(told: Asked) -> Truth:
    """*May both Legions survive an agreement?*, as an agreement that the rules judge."""
    text = told.said.text
    partly, whole = _PARTLY.search(text), _WHOLE.search(text)
    both = re.search(r"\bboth\b.*\b(?:eliminated|removed|lose everything)", text)
    if (partly and whole and not both) or not (partly or whole) or re.search(r"\d\d", text):
        return None
    losses = f"attacker {'all' if whole else 'Ogre'}, defender Lion"
    agreed = f"stand; Red proposes {losses}; Black accepts {losses}"
    return None if told.denied else Question("Black's engagement: Bk01 105 2 Ogre / Rd01 105 2 Lion", agreed)


_BEFORE = re.compile(
    r"\b(?:had|have|has|from|at|stood at|was|were|score(?: is| was| of)?:?|with) (\d{1,4})"
    r"(?! ?(?:left|high|characters|in))|\b(\d{2,4})(?: points?| pts)? (?:before|so far|already)|\bscore (\d+)"
    r"|\b(?:scored|over|past|pass(?:es|ed|ing)?|reach(?:es|ed)?) (\d00)(?! points? for)"
)
_GAIN = re.compile(
    r"(?:brought|brings?|plus|\+|adds?|added|gained?|gains?|scored?|scores|wins?|won|gives?|gave|worth|get|got|for)"
    r" ?(?:me |him |her |another |a further |you )?(\d+)(?! ?(?:before|so far))"
)
_AFTER = re.compile(
    r"(?:->|\b(?:to|now|reach(?:es|ed)?|total(?: of)?|makes?|made|pass(?:es|ed)?)) (?:it |have |has |at )?(\d{2,4})"
)
_HEIGHT = re.compile(
    r"(?:legion|height|leg)(?: (?:here|still|now|then))?(?: (?:has|is|of|with))* ([1-7])\b"
    r"|\b([1-7]) (?:(?:guys|men|creatures|counters|characters|units|pieces) )?"
    r"(?:left|high|tall|strong|remain|remaining|remained|guys|men|creatures|characters)\b"
)
_SCORES = re.compile(
    r"(?:^|\b(?:score|scr) :? ?|\bhad )(\d{2,4})(?= ?(?:->|\+|, (?:plus|\+)|,? (?:before|the battle)|plus|and then|to))"
)


def angels(told: Asked) -> Truth:
    """*I had 390, the battle brought 30: do I get an Angel?*, *does an Archangel come at 500?*"""
    slain = [name for name in told.names if not told.box.characters[name].summonable]
    wanted = [name for name in told.names if told.box.characters[name].summonable]
    fled = "flee" in told.concepts
    if fled and not told.concepts & {"score", "acquire"}:
        return None
    if slain and not fled and any(count > 1 for count in told.counts.values()):
        return None  # whose number it is, is not told
    text = told.said.text.replace("- >", "->").replace("=", "->")
    one = _BEFORE.search(text) or _SCORES.search(text)
    if told.said.open and not told.said.numbers and not slain:
        come = [f"{article(a.character)} at each multiple of {a.points}" for a in told.box.acquirable if not a.terrains]
        return True, listed(come)
    if one is None or len(wanted) != 1:
        return None
    before = int(next(digits for digits in one.groups() if digits))
    rest = f"{text[: one.start()]} . {text[one.end() :]}"
    height = _HEIGHT.search(rest)
    tall = int(next(digits for digits in height.groups() if digits)) if height is not None else 1
    rest = rest if height is None else f"{rest[: height.start()]} . {rest[height.end() :]}"
    gain, after = _GAIN.search(rest), _AFTER.search(rest)
    if slain and (gain is not None or after is not None):
        return None
    if gain is not None:
        to = before + int(gain[1])
    elif after is not None:
        to = int(after[1])
    else:
        each = [name for name in slain for _ in range(told.counts[name])]
        rules = told.position("Plains: Ogre").rules
        to = before + sum(halves_of_flight(told.box, each, rules) if fled else map(told.box.points, each))
        before -= not slain  # a score alone has just been reached
    count = told.counts[wanted[0]]
    reached = multiples_reached(told.box, before, to)
    used = {*reached, before, to, to - before, tall, count, *told.counts.values()} | (
        {int(gain[1])} if gain is not None else set()
    )
    if {int(digits) for digits in re.findall(r"\d+", text)} - used or to < before:
        return None
    offer = Offer(told.box, "Plains", reached, tall, told.box.full_stock, told.position("Plains: Ogre").rules)
    judged = offer.judge(wanted * count)
    if isinstance(judged, Refusal):
        return False, judged.rulings[0].text
    return True, f"{before} becomes {to}: {', '.join(map(str, reached))} is reached"


def half_of(told: Asked) -> Truth:
    """*The dead Titan's other Legions add up to 75: he writes down 37.*"""
    numbers = [int(digits) for digits in re.findall(r"\d+", told.said.text)]
    if len(numbers) != 2 or ("engage" in told.concepts and "none" not in told.said.text):
        return None
    whole, scored = numbers
    game = told.position("Black's engagement: Bk01 105 Ogre / Rd01 109 Ogre")
    assert isinstance(game, Game), "two Legions are a game"
    half = half_scored(game, {"Black": whole}, "D-3", "", "")[0].players[0].score - game.players[0].score
    return scored == half, f"half of {whole}, rounded down, is {half}"


def bonus(told: Asked) -> Truth:
    """*Does a Lion get a bonus when it strikes down a slope?*"""
    one = told.one
    hexside = told.box.hexsides.get(told.said.hazard or "")
    if one is None or told.said.numbers or hexside is None:
        return None
    native = hexside.name in one.natives
    ways = {"up": hexside.strike_up, "down": hexside.strike_down}
    said = told.concepts & set(ways)
    changes = {way: [effect for _, effect in on_striker(ways[way], native)] for way in ways}
    shown = [f"{way} it {_shown(effects)}" for way, effects in changes.items() if not said or way in said]
    of_interest = [effect for way in (said or ways) for effect in changes[way]]
    good = any(effect.dice > 0 or effect.skill > 0 for effect in of_interest)
    bad = any(effect.dice < 0 or effect.skill < 0 for effect in of_interest)
    holds = bad if "penalty" in told.concepts and "bonus" not in told.concepts else good
    return told.said.open or holds, f"{hexside.name}: the {one.name} strikes {' and '.join(shown)}"


def _shown(effects: list[Effect]) -> str:
    dice, skill = sum(effect.dice for effect in effects), sum(effect.skill for effect in effects)
    parts = [f"{dice:+d} dice" if dice else "", f"{skill:+d} Skill-factor" if skill else ""]
    return " and ".join(filter(None, parts)) or "unchanged"
