"""Duels of two characters of a battle document."""

from ..answers.duel_odds import DuelOdds, DuelRefused
from ..box.hexes import BIT
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling, consequence, illegal
from ..position.battle import Battle, Combatant, Role, other
from ..rules.battle.drift import Toll, tolls
from ..rules.battle.field import View, field_of
from ..rules.battle.strike import judge_strike
from ..rules.battle.strike_numbers import contacts, dice_and_number, strike_rulings
from .duel import SIMULATE, Duellist, refuse_poison
from .duel_answers import duel_answer
from .level_ground import bare, bare_rulings
from .positions import fighter_in, hex_of


def battle_duel(battle: Battle, first: str, second: str, *, hexes: bool = True) -> DuelOdds | DuelRefused:
    """The odds of a duel between two characters that stand in contact, from their hits and hexes on.

    It begins with the next whole Strike Phase. Whoever stands in Drift or the like, or is poisoned, takes its hits
    before each Strike Phase (DRIFT-1, BOX-5, BOX-7), but not before this one if the document stands in it.

    :param first: a hex, or a name of the side that acts; ``second`` of the other.
    :param hexes: the answer names them; not where the battle is that of
        :func:`~titan_rules.odds.level_ground.level_battle`.
    :returns: the answer; with a ``verdict`` of ``illegal`` where the two cannot strike each other.
    :raises CannotTell: the document stands in the strikeback, or one of the two poisons or heals, so that no two
        Strike Phases are alike. :raises UnknownName: no hex and no character.
    """
    if battle.phase == "strikeback":
        raise CannotTell(Fault("strikeback", "a duel begins with a whole Strike Phase; here the strikeback is due"))
    role = _side(battle, first)
    froms, to = hex_of(battle, role, first), hex_of(battle, other(role), second)
    for found in (froms, to):
        if isinstance(found, list):
            return DuelRefused(origin=first, to=second, rulings=tuple(found))
    assert isinstance(froms, str)
    assert isinstance(to, str)
    fresh = _strike_phase(battle, role)
    judged = judge_strike(field_of(fresh), role, froms, to)
    bad = judged.rulings if isinstance(judged, Refusal) else tuple(_out_of_contact(fresh, role, froms, to))
    if bad:
        return _refused(battle, first, second, bad, hexes)
    return _duel(battle, fresh, role, froms, to, hexes)


def _refused(battle: Battle, origin: str, to: str, why: tuple[Ruling, ...], hexes: bool) -> DuelRefused:
    if hexes:
        return DuelRefused(origin=origin, to=to, rulings=why)
    return DuelRefused(target=battle.defender.characters[0].name, rulings=bare_rulings(battle, why))


def _side(battle: Battle, text: str) -> Role:
    """The side of the first: that of the hex's holder, else the side that acts."""
    held = battle.at(text.strip().upper())
    return held[0] if held else battle.acting


def _strike_phase(battle: Battle, role: Role) -> Battle:
    """The same position in the Strike Phase of a side, in which nobody has struck yet."""
    side = battle.of(role)
    unstruck = evolve(side, characters=tuple([evolve(c, struck=False) for c in side.characters]))
    return evolve(battle, phase="strike", side=role, **{role: unstruck})


def _out_of_contact(battle: Battle, role: Role, froms: str, to: str) -> list[Ruling]:
    field = field_of(battle)
    striker = battle.of(role).at(froms)
    if striker is None or contacts(field, role, striker) & BIT[to]:
        return []
    return [illegal("RANGE-9", "the two are not in contact: a rangestrike gets no strikeback, so it is not a duel")]


def _duel(battle: Battle, fresh: Battle, role: Role, froms: str, to: str, hexes: bool) -> DuelOdds | DuelRefused:
    enemy = other(role)
    first, second = fresh.of(role).at(froms), fresh.of(enemy).at(to)
    assert first is not None
    assert second is not None
    field = field_of(fresh)
    if field.left(role, first) <= 0:
        slain = illegal("STRIKE-7", "the {name} is slain already", name=first.name)
        return _refused(battle, froms, to, (slain,), hexes)
    refuse_poison(field.box, first.name, second.name)
    due = tolls(field)
    rulings = strike_rulings(field, role, first, second) + strike_rulings(field, enemy, second, first)
    pair = []
    for side, one, opponent in ((role, first, second), (enemy, second, first)):
        own = [toll for _, who, theirs in due if who is one for toll in theirs if toll.hits]
        rulings += [_told(toll, one) for toll in own]
        hits = sum(toll.hits for toll in own)
        pair.append(_duellist(field, side, one, opponent, hits, battle.phase == "strike"))
    fighters = fighter_in(field, role, first), fighter_in(field, enemy, second)
    if hexes:
        return duel_answer(*fighters, (pair[0], pair[1]), rulings)
    return duel_answer(bare(fighters[0]), bare(fighters[1]), (pair[0], pair[1]), bare_rulings(fresh, rulings))


def _told(toll: Toll, one: Combatant) -> Ruling:
    """The ruling on what a character takes before each Strike Phase.

    :raises CannotTell: it loses hits rather than take some.
    """
    if toll.hits < 0:
        message = f"the {one.name} in {one.hex} heals in {toll.where} before each Strike Phase (BOX-5)"
        raise CannotTell(Fault("not-exact", f"{message}: such a duel is not worked out exactly", hint=SIMULATE))
    rule, what = ("BOX-7", "poison") if toll.where is None else ("DRIFT-1" if toll.printed else "BOX-5", toll.where)
    hits = "a hit" if toll.hits == 1 else f"{toll.hits} hits"
    return consequence(
        rule, f"the {{name}} takes {hits} of {{what}} before each Strike Phase", name=one.name, what=what
    )


def _duellist(field: View, role: Role, one: Combatant, enemy: Combatant, toll: int, taken: bool) -> Duellist:
    """One side of the duel.

    :param taken: the toll that precedes the first Strike Phase is among its hits already.
    """
    dice, number = dice_and_number(field, role, one, enemy)
    return Duellist(field.left(role, one) + toll * taken, dice, number, toll)
