"""Statements that the rules decide of what is told with them: sums of points, agreements, a battle's end."""

import re
from collections.abc import Iterator, Sequence

from ..box.battlelands import Effect, on_striker
from ..box.characters import TITAN
from ..kernel.wording import listed, several
from ..position.battle import Battle
from ..position.game import Game
from ..rules.battle.field import field_of
from ..rules.battle.sequence import outcome_of
from ..rules.engagement.scoring import halves_of_flight
from ..rules.engagement.titans import half_scored
from .concepts import Concept
from .said import Question
from .statements import Asked, Truth

_ROLES = frozenset({"attacker", "defender"})
_LOSES = frozenset({"eliminate", "lose", "remove", "slain"})


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
        rules = told.rules
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
    survives = "survive" in told.said.text.split()
    if (told.names and "win" not in told.concepts) or survives:
        return None
    last = told.position("Plains, turn 7, defender's strikeback: Ogre D1 / Ogre D6")
    winner = outcome_of(field_of(last)).winner if isinstance(last, Battle) else None
    sentence = f"after its seventh turn a battle is won by the {winner}"
    if told.said.open:
        return True, sentence
    holds = {(role == winner) == wins for role, wins in _endings(told.said.tokens)}
    return (holds.pop(), sentence) if len(holds) == 1 else None


def _endings(tokens: Sequence[Concept]) -> Iterator[tuple[str, bool]]:
    """Who is said to win or lose: the side named last before, else the first."""
    named = [next(iter(token.concepts & _ROLES), None) for token in tokens]
    for n, token in enumerate(tokens):
        role = next((role for role in (*named[n::-1], *named[n:]) if role is not None), None)
        if role is not None and token.concepts & {"win", *_LOSES}:
            yield role, not token.concepts & _LOSES


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
