"""Repelling a titan, once they have awakened (the awakening itself is part of the supply)."""

from typing import Any

from ....kernel.companions.choices import ChoiceNeeded, IllegalChoice, Open, settle, spread, ways
from ....kernel.companions.telling import Counted
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..state import Chosen, Position, Titan, TitanPile
from ..words import UNITS
from .rewards import take
from .saying import Outcome, consequence, illegal, legal, unit_words
from .supply import paid, raise_dummy, turned_up

DECLINE = {"repel": False}


def face_up(position: Position) -> dict[int, Titan]:
    """The titans that are face up, by the number of their pile."""
    piles = enumerate(position.titans.piles, 1)
    return {number: pile.face_up for number, pile in piles if pile.face_up is not None}


def affordable(position: Position, name: str) -> dict[int, Titan]:
    """The titans face up for which the player has units enough (LX-TITAN-6)."""
    units = position.players[name].units
    return {number: titan for number, titan in face_up(position).items() if titan.needs <= units}


def why_not(position: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot repel any titan from where the piece stands (LX-TITAN-5 to 7)."""
    player = position.players[name]
    if not position.titans.awake:
        return (illegal("LX-TITAN-1", "the Titans have not awakened"),)
    tile = position.tile(player.at)
    if tile is not None and position.rules.titan_city == "without_tile":
        return (illegal("LX-TITAN-5", "titans are repelled from a city without a tile; {c} has one", c=player.at),)
    if player.at in player.titans_this_year:
        sentence = "{player} has repelled a titan from city {city} this year"
        return (illegal("LX-TITAN-7", sentence, player=name, city=player.at),)
    titans = face_up(position)
    if not titans:
        return (illegal("LX-TITAN-5", "no titan is face up"),)
    if not affordable(position, name):
        sentence = "the titans need {needs:unit} or more, {player} has {units}"
        needs = min(titan.needs for titan in titans.values())
        return (illegal("LX-TITAN-6", sentence, needs=needs, player=name, units=player.units),)
    return ()


def chosen(position: Position, name: str, choice: Chosen) -> int | None:
    """Which titan the player repels; None if it declines. To be asked where :func:`why_not` is empty.

    :raises ChoiceNeeded: not said.
    :raises IllegalChoice: that titan cannot be repelled.
    """
    titans = affordable(position, name)
    rule = legal("LX-TITAN-5", "{player} may repel a titan, and need not", player=name)
    legal_choices: tuple[dict[str, Any], ...] = (DECLINE, *({"titan": number} for number in titans))
    about = {"needs": {str(number): titan.needs for number, titan in titans.items()}}
    open_ = Open("titan", f"does {name} repel a titan, and which?", legal_choices, len(legal_choices), about, (rule,))
    given: dict[str, Any] | None = None
    if choice.repel is False:
        given = DECLINE
    elif choice.titan is not None:
        given = {"titan": choice.titan}
    elif choice.repel and len(titans) == 1:
        given = {"titan": next(iter(titans))}
    if given is not None and given not in legal_choices:
        raise IllegalChoice(open_, "LX-TITAN-6", "titan {titan} cannot be repelled", titan=choice.titan)
    number: int | None = settle(open_, given, "LX-TITAN-5").get("titan")
    return number


def repel_titan(position: Position, name: str, number: int, choice: Chosen) -> Outcome:
    """Repel the titan of a pile with units of any types, and take its rewards (LX-TITAN-6, 8).

    :raises ChoiceNeeded: the units, rewards or the dummy leave something open.
    :raises IllegalChoice: a choice that a rule forbids.
    """
    player = position.players[name]
    city = player.at
    titan = position.titans.piles[number - 1].face_up
    assert titan is not None
    units = _payment(position, name, titan, choice)
    sentence = "{player} repels titan {number} from city {city} with {needs:unit} of any types"
    rule = legal("LX-TITAN-6", sentence, player=name, number=number, city=city, needs=titan.needs)
    visited = position.with_player(name, titans_this_year=(*player.titans_this_year, city))
    return (
        Outcome(visited, (rule,), ({"what": "titan", "titan": number, "city": city},))
        .then(lambda p: paid(p, name, units, "LX-TITAN-6"))
        .then(lambda p: take(p, name, city, titan.rewards, choice))
        .then(lambda p: raise_dummy(p, choice))
        .then(lambda p: _leaves(p, number))
    )


def payments(position: Position, name: str, titan: Titan) -> tuple[tuple[dict[str, int], ...], int]:
    """The units that would do for a titan, as far as they are listed, and the number of ways."""
    hand = position.players[name].hand
    held = [unit for unit in UNITS if hand.get(unit, 0)]
    limits = {str(unit): count for unit, count in hand.items()}
    return tuple(spread(titan.needs, held, limits)), ways(titan.needs, held, limits)


def _payment(position: Position, name: str, titan: Titan, choice: Chosen) -> dict[Any, int]:
    listed, number = payments(position, name, titan)
    rule = legal("LX-TITAN-6", "{needs:unit} of any types", needs=titan.needs)
    about = {"units": titan.needs}
    open_ = Open("pay", f"which {titan.needs} units does {name} give?", listed, number, about, (rule,))
    if choice.pay is None:
        if number != 1:
            raise ChoiceNeeded(open_)
        return listed[0]
    given = {unit: count for unit, count in choice.pay.items() if count}
    hand = position.players[name].hand
    if any(count > hand.get(unit, 0) for unit, count in given.items()):
        raise IllegalChoice(open_, "LX-TITAN-6", "{player} has not {paid}", player=name, paid=unit_words(given))
    if sum(given.values()) != titan.needs:
        sentence = "{needs:unit} needed, not {given}"
        facts = {"needs": Counted(titan.needs), "given": sum(given.values())}
        raise IllegalChoice(open_, "LX-TITAN-6", sentence, **facts)
    return given


def _leaves(position: Position, number: int) -> Outcome:
    """A repelled titan leaves the game; the next one is turned up or not (LX-TITAN-8)."""
    piles = list(position.titans.piles)
    pile = TitanPile(None, piles[number - 1].below)
    piles[number - 1] = turned_up(pile) if position.rules.next_titan == "turned_up" else pile
    after = evolve(position, titans=evolve(position.titans, piles=tuple(piles)))
    up = piles[number - 1].face_up is not None
    what = "the next of its pile is turned up" if up else "nothing is turned up in its place"
    ruling = consequence("LX-TITAN-8", "titan {number} leaves the game; {what}", number=number, what=what)
    return Outcome(after, (ruling,), ({"what": "titan-gone", "titan": number, "next_up": up},))
