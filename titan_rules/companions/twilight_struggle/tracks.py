"""VP, DEFCON, Military Operations, turns; and the ends of a game on these tracks (TS-WIN, TS-DEF, TS-MIL, TS-TURN)."""

from typing import Any

from ...kernel.games import Ending, Ruling, carried_out, consequence, evolve, judged
from ...kernel.wording import listed
from . import catalog
from .catalog import SCORING_CARDS, SIDES, Country, Side, opponent, the
from .state import NOT_BEGUN, NOTHING, ChinaCard, Done, Position

AT_ONCE = {"europe": "Control of Europe", "nuclear war": "DEFCON 1", "scoring card": "a held scoring card"}
"""The ends that need no VP (TS-WIN-2)."""


def ended(at: Position, winner: Side | None, how: str, rule: str, sentence: str, **facts: Any) -> Done:
    """The game ended by a rule, told by its sentence."""
    yield consequence(rule, sentence, **facts)
    if how in AT_ONCE:
        yield consequence("TS-WIN-2", "{what} ends the game, whatever the VP", what=AT_ONCE[how])
    return evolve(at, over=Ending(winner=winner, how=how, rule=rule))


# --- VP ---------------------------------------------------------------------------------------------------------------


def moved(before: int, vp: int, after: int, rule: str, what: str) -> Ruling:
    """How the VP marker moves.

    :param rule: the rule that gives the VP; ``what`` gives them.
    """
    start, end = (
        f"{{{name}:+d}}" if number else f"{{{name}}}" for name, number in (("before", before), ("after", after))
    )
    sentence = f"{{what}}: {{gain}}, the VP marker goes from {start} to {end}"
    if vp == 0:
        sentence = f"{{what}}: no change, the VP marker stays at {end}"
    elif after - before != vp:
        sentence += ", the end of its track"
    gain = "nobody" if vp == 0 else f"{the('US' if vp > 0 else 'USSR')} +{abs(vp)}"
    return consequence(rule, sentence, what=what, gain=gain, before=before, after=after)


def on_track(vp: int) -> int:
    """Where the VP marker stands for a count."""
    return max(-catalog.VP_TO_WIN, min(catalog.VP_TO_WIN, vp))


def score_vp(at: Position, vp: int, rule: str, what: str) -> Done:
    """Apply all VP of one event, scoring or check at once; :func:`decided` looks whether that wins.

    :param vp: the net change, above 0 for the US.
    """
    after = on_track(at.vp + vp)
    yield moved(at.vp, vp, after, rule, what)
    return evolve(at, vp=after)


def decided(at: Position) -> Done:
    """Whether the VP marker ends the game, after all VP have been applied (TS-WIN-1)."""
    if abs(at.vp) < catalog.VP_TO_WIN:
        return at
    winner: Side = "US" if at.vp > 0 else "USSR"
    facts = {"vp": catalog.VP_TO_WIN, "who": the(winner), "marker": at.vp}
    return (yield from ended(at, winner, "vp", "TS-WIN-1", "{vp} VP: {who} wins", **facts))


# --- DEFCON -----------------------------------------------------------------------------------------------------------


def region_ruling(at: Position, country: Country) -> Ruling:
    """Whether DEFCON leaves a country's region open to coups and realignment (TS-DEF-2)."""
    region = f"the {country.region}" if country.region.startswith("Middle") else country.region
    sentence = "{country} is in {region}, which DEFCON {defcon} "
    still_open = country.region not in catalog.CLOSED[at.defcon]
    return judged(still_open, "TS-DEF-2", sentence + "leaves open", sentence + "closes", country=country.name,
                  region=region, defcon=at.defcon)  # fmt: skip


def nuclear_war(at: Position, acting: Side) -> Done:
    """The end when DEFCON reaches 1: the phasing player loses, whoever acted (TS-DEF-1).

    :param acting: taken for the phasing player where the document names none.
    """
    loser: Side = at.phasing or acting
    sentence = "DEFCON 1 is nuclear war: {loser} is the phasing player and loses"
    if loser != acting:
        sentence += ", though {actor} acts; in its own action round {actor} would lose"
    facts = {"loser": the(loser), "actor": the(acting)}
    return (yield from ended(at, opponent(loser), "nuclear war", "TS-DEF-1", sentence, **facts))


def standing_end(at: Position) -> Done:
    """The end that the VP marker or DEFCON means as they stand, if any (TS-WIN-1, TS-DEF-1)."""
    if at.defcon > catalog.LOWEST_DEFCON or abs(at.vp) == catalog.VP_TO_WIN:
        return (yield from decided(at))
    if at.phasing is not None:
        return (yield from nuclear_war(at, at.phasing))
    sentence = "DEFCON 1: the phasing player loses; the document does not say who that is"
    return (yield from ended(at, None, "nuclear war", "TS-DEF-1", sentence))


def over(at: Position) -> Ending | None:
    """How the game has ended, if it has."""
    return at.over or carried_out(standing_end(at))[0].over


# --- the end of a turn ------------------------------------------------------------------------------------------------


def earned(at: Position, side: Side, points: int) -> Position:
    """With Military Operations raised, or lowered, within the track (TS-COUP-4, TS-MIL-2)."""
    after = max(0, min(catalog.TRACK_END, at.military_operations.of(side) + points))
    return evolve(at, military_operations=evolve(at.military_operations, **{side: after}))


def _military_check(at: Position) -> Done:
    """What Military Operations cost if the turn ends now (TS-MIL-1, TS-MIL-3)."""
    net = 0
    for side in SIDES:
        made = at.military_operations.of(side)
        vp, sentence = at.defcon - made, "{who}: DEFCON {defcon} less Military Operations {done}, {vp} short"
        if at.readings.military_operations == "difference":
            vp, sentence = abs(vp), "{who}: DEFCON {defcon}, Military Operations {done}, a difference of {vp}"
        elif made > at.defcon:
            vp, sentence = 0, "{who}: Military Operations {done} exceed DEFCON {defcon}, which costs nothing"
        net += vp if side == "USSR" else -vp
        yield consequence("TS-MIL-1", sentence, who=the(side), defcon=at.defcon, done=made, vp=vp)
    at = yield from score_vp(at, net, "TS-MIL-3", "Military Operations, both sides at once")
    return (yield from decided(evolve(at, military_operations=NOTHING)))


def _held_scoring(at: Position) -> Done:
    """The end that a held scoring card brings after the last action round (TS-SC-2).

    Both sides holding one is a case that the rules leave open: the game ends, and nobody is named the winner.
    """
    held = {side: hand.scoring for side in SIDES if (hand := at.hand(side)) is not None and hand.scoring}
    if not held:
        return at
    if len(held) == len(SIDES):
        sentence = "both sides hold a scoring card: the rules do not say who loses"
        return (yield from ended(at, None, "scoring card", "TS-SC-2", sentence))
    ((loser, cards),) = held.items()
    sentence, facts = "{who} holds {cards} after the last action round and loses", {"cards": listed(cards)}
    return (yield from ended(at, opponent(loser), "scoring card", "TS-SC-2", sentence, who=the(loser), **facts))


def end_of_turn(at: Position) -> Done:
    """The checks at the end of a turn and the start of the next (TS-TURN-1); after turn 10 final scoring remains."""
    checked = at.turn < catalog.LAST_TURN or at.readings.last_turn_military_check
    checks = [_held_scoring, *([_military_check] if checked else [])]
    for check in checks if at.readings.held_scoring_check == "first" else reversed(checks):
        at = yield from check(at)
        if at.over is not None:
            return at
    last, after = catalog.LAST_TURN, min(catalog.HIGHEST_DEFCON, at.defcon + 1)
    if at.turn == last:
        yield consequence("TS-TURN-1", "turn {turn} was the last: final scoring follows", turn=last)
        return at
    sentence = "turn {turn} of {last} ends: the China Card is turned face up, turn {next} begins"
    yield consequence("TS-TURN-1", sentence, turn=at.turn, last=last, next=at.turn + 1)
    sentence = (
        "DEFCON {before} stays: {before} is the ceiling" if after == at.defcon else "DEFCON {before} rises to {after}"
    )
    yield consequence("TS-DEF-0", sentence, before=at.defcon, after=after)
    return evolve(
        at, turn=at.turn + 1, round=0, phasing=None, defcon=after, military_operations=NOTHING, space_attempts=NOTHING,
        china_card=ChinaCard(at.china_card.holder, "up"), this_round=NOT_BEGUN,
        scored=tuple(name for name in at.scored if SCORING_CARDS[name].removed),
    )  # fmt: skip
