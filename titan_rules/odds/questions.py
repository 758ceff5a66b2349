"""The odds as one asks for them: :func:`strike_odds` and :func:`duel_odds`."""

from collections.abc import Sequence
from typing import overload

from ..answers.duel_odds import DuelOdds
from ..answers.strike_odds import SeveralStrikesOdds, StrikeOdds
from ..box.hexes import hex_names
from ..box.reading import current, reading
from ..kernel.errors import CannotTell, Fault, IllegalAction
from ..position.battle import Battle, Combatant
from ..position.game import Game, battle_in
from .battle_answers import battle_answer
from .carry import Aim
from .duel_positions import battle_duel
from .level_ground import AROUND, TARGET, level_battle
from .positions import Declaration


@overload
def strike_odds(
    position: Battle | Game,
    striker: str,
    target: str,
    *,
    strike_number: int | None = None,
    dice_count: int | None = None,
    carry_to: Sequence[str] = (),
    best: Aim | None = None,
    exchange: bool = False,
    dice: Sequence[int] | None = None,
) -> StrikeOdds: ...
@overload
def strike_odds(
    position: Battle | Game, striker: list[str], target: str, *, carry_to: Sequence[str] = (), exchange: bool = False
) -> StrikeOdds | SeveralStrikesOdds: ...
def strike_odds(
    position: Battle | Game,
    striker: str | list[str],
    target: str,
    *,
    strike_number: int | None = None,
    dice_count: int | None = None,
    carry_to: Sequence[str] = (),
    best: Aim | None = None,
    exchange: bool = False,
    dice: Sequence[int] | None = None,
) -> StrikeOdds | SeveralStrikesOdds:
    """The exact odds of a strike of the side that acts, or of several at the same target.

    :param position: a battle, or a game in one.
    :param striker, target: hexes, or names where only one character can be meant; several strikers as a list.
    :param strike_number, dice_count: a penalty taken to carry over (CARRY-2); by default the natural strike.
    :param carry_to: hexes to carry over to, in order.
    :param best: take the dice, Strike-number and carries that are best for this, instead.
    :param exchange: with the strikeback of this phase.
    :param dice: those rolled already: what they did.
    :raises IllegalAction: the strike may not be made; with the rulings that forbid it.
    :raises UnknownName: no hex and no character. :raises CannotTell: it is not clear who is meant, or nobody fights.

    >>> odds = strike_odds(Battle.parse("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"), "D3", "D4")
    >>> odds.dice, odds.strike_number, odds.slays.exact, str(odds.slays)
    (6, 5, Fraction(473, 729), '64.88 %')
    """
    given = Declaration(
        strike_number=strike_number,
        dice_count=dice_count,
        carry_to=tuple(map(hex_names.canonical, carry_to)),
        aim=best,
    )
    strikers = [striker] if isinstance(striker, str) else striker
    battle = _fought(position)
    with reading(battle.the_box):
        answer = battle_answer(battle, strikers, target, given, exchange=exchange, roll=dice)
    if not isinstance(answer, StrikeOdds | SeveralStrikesOdds):
        raise IllegalAction(answer.rulings)
    return answer


def duel_odds(first: str, second: str, position: Battle | Game | None = None, *, score: int = 0) -> DuelOdds:
    """The exact odds that one of two slays the other, if both strike in every Strike Phase to the end.

    :param first, second: names of characters; in a battle hexes, or names where only one can be meant.
    :param position: the battle where they stand; None: level ground, and both unhurt.
    :param score: without a battle: of the owners, for a Titan's Power-factor.
    :raises IllegalAction: they cannot strike each other; with the rulings. :raises UnknownName: no such character.

    >>> str(duel_odds("Centaur", "Gargoyle").first_slays)
    '74.18 %'
    """
    if position is None:
        one, two = (Combatant(current().character_names.canonical(name)) for name in (first, second))
        answer = battle_duel(level_battle([one], two, score=score, target_score=score), AROUND[0], TARGET, hexes=False)
    else:
        battle = _fought(position)
        with reading(battle.the_box):
            answer = battle_duel(battle, first, second)
    if not isinstance(answer, DuelOdds):
        raise IllegalAction(answer.rulings)
    return answer


def _fought(position: Battle | Game) -> Battle:
    battle = battle_in(position)
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now", "/battle"))
    return battle
