"""DEFCON (TS-DEF) and Military Operations (TS-MIL)."""

from attrs import frozen

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import CLOSED, HIGHEST_DEFCON, SIDES, TRACK_END, Country, Side, opponent
from ..state import NOTHING, Position
from ..words import in_text, the
from .endings import End, Scored, score_vp

LOWEST_DEFCON = 1


def region_ruling(position: Position, country: Country) -> Ruling:
    """Whether DEFCON leaves a country's region open to coups and realignment (TS-DEF-2)."""
    closed = country.region in CLOSED[position.defcon]
    sentence = "{country} is in {region}, which DEFCON {defcon} " + ("closes" if closed else "leaves open")
    rule = illegal if closed else legal
    return rule("TS-DEF-2", sentence, country=country.name, region=in_text(country.region), defcon=position.defcon)


def nuclear_war(position: Position, acting: Side) -> End:
    """The end when DEFCON reaches 1: the phasing player loses, whoever acted (TS-DEF-1).

    :param acting: taken for the phasing player where the document names none.
    """
    phasing: Side = position.phasing or acting
    sentence = "DEFCON 1 is nuclear war: {loser} is the phasing player and loses"
    if phasing != acting:
        sentence += ", though {actor} acts; in its own action round {actor} would lose"
    ruling = consequence("TS-DEF-1", sentence, loser=the(phasing), actor=the(acting))
    return End(opponent(phasing), "nuclear war", ruling)


def improved(position: Position) -> tuple[Position, Ruling]:
    """DEFCON at the start of the next turn (TS-DEF-0)."""
    before, after = position.defcon, min(HIGHEST_DEFCON, position.defcon + 1)
    sentence = (
        "DEFCON {before} rises to {after}" if after > before else "DEFCON {before} stays: {before} is the ceiling"
    )
    return evolve(position, defcon=after), consequence("TS-DEF-0", sentence, before=before, after=after)


@frozen
class MilitaryCheck:
    """Military Operations at the end of a turn.

    :param owed: by side, the VP that its opponent gets.
    :param position: with the marker moved and both tracks at 0.
    """

    owed: dict[Side, int]
    scored: Scored
    position: Position
    rulings: tuple[Ruling, ...]


def earned(position: Position, side: Side, points: int) -> Position:
    """With Military Operations raised, or lowered, within the track (TS-COUP-4, TS-MIL-2)."""
    after = max(0, min(TRACK_END, position.military_operations.of(side) + points))
    return evolve(position, military_operations=position.military_operations.with_(side, after))


def military_check(position: Position) -> MilitaryCheck:
    """What Military Operations cost if the turn ends now (TS-MIL-1, TS-MIL-3)."""
    rulings, owed = [], {}
    for side in SIDES:
        owed[side], ruling = _owed(position, side)
        rulings.append(ruling)
    scored = score_vp(position, owed["USSR"] - owed["US"], "TS-MIL-3", "Military Operations, both sides at once")
    after = evolve(scored.to(position), military_operations=NOTHING)
    return MilitaryCheck(owed, scored, after, (*rulings, scored.ruling))


def _owed(position: Position, side: Side) -> tuple[int, Ruling]:
    defcon, done = position.defcon, position.military_operations.of(side)
    if position.readings.military_operations == "difference":
        vp, sentence = abs(defcon - done), "{who}: DEFCON {defcon}, Military Operations {done}, a difference of {vp}"
    elif done > defcon:
        vp, sentence = 0, "{who}: Military Operations {done} exceed DEFCON {defcon}, which costs nothing"
    else:
        vp, sentence = defcon - done, "{who}: DEFCON {defcon} less Military Operations {done}, {vp} short"
    return vp, consequence("TS-MIL-1", sentence, who=the(side), defcon=defcon, done=done, vp=vp)
