"""VP, DEFCON, Military Operations, turns; and the ends of a game on these tracks (TS-WIN, TS-DEF, TS-MIL, TS-TURN)."""

from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, Outcome, Ruling, asked, consequence, evolve, illegal, judged
from .. import catalog
from ..catalog import SCORING_CARDS, SIDES, Country, Side, opponent
from ..state import NOT_BEGUN, NOTHING, ChinaCard, Ending, Position
from ..words import listed, signed, the

Done: TypeAlias = Outcome[Position]


def ended(done: Done, winner: Side | None, how: str, ruling: Ruling) -> Done:
    """The game ended by a ruling, which is added."""
    over = Ending(winner=winner, how=how, rule=ruling.rule)
    return evolve(done, position=evolve(done.position, over=over), rulings=(*done.rulings, ruling))


# --- VP ---------------------------------------------------------------------------------------------------------------


def vp_text(vp: int) -> str:
    """VP in a sentence: ``the USSR +3``."""
    return "nobody" if vp == 0 else f"the {'US' if vp > 0 else 'USSR'} +{abs(vp)}"


def moved(before: int, vp: int, after: int, rule: str, what: str) -> Ruling:
    """How the VP marker moves.

    :param rule: the rule that gives the VP; ``what`` gives them.
    """
    sentence = f"{{what}}: {{gain}}, the VP marker goes from {signed('before', before)} to {signed('after', after)}"
    if vp == 0:
        sentence = f"{{what}}: no change, the VP marker stays at {signed('after', after)}"
    elif after - before != vp:
        sentence += ", the end of its track"
    return consequence(rule, sentence, what=what, gain=vp_text(vp), before=before, after=after)


def score_vp(position: Position, vp: int, rule: str, what: str) -> Done:
    """Apply all VP of one event, scoring or check at once; :func:`decided` looks whether that wins.

    :param vp: the net change, above 0 for the US.
    """
    after = max(-catalog.VP_TO_WIN, min(catalog.VP_TO_WIN, position.vp + vp))
    return Outcome(evolve(position, vp=after), (moved(position.vp, vp, after, rule, what),))


def decided(done: Done) -> Done:
    """Whether the VP marker ends the game, after all VP have been applied (TS-WIN-1)."""
    vp = done.position.vp
    if abs(vp) < catalog.VP_TO_WIN:
        return done
    winner: Side = "US" if vp > 0 else "USSR"
    return ended(
        done,
        winner,
        "vp",
        consequence("TS-WIN-1", "{vp} VP: {who} wins", vp=catalog.VP_TO_WIN, who=the(winner), marker=vp),
    )


# --- DEFCON -----------------------------------------------------------------------------------------------------------


def region_ruling(position: Position, country: Country) -> Ruling:
    """Whether DEFCON leaves a country's region open to coups and realignment (TS-DEF-2)."""
    region = f"the {country.region}" if country.region.startswith("Middle") else country.region
    sentence = "{country} is in {region}, which DEFCON {defcon} "
    facts = {"country": country, "region": region, "defcon": position.defcon}
    still_open = country.region not in catalog.CLOSED[position.defcon]
    return judged(still_open, "TS-DEF-2", sentence + "leaves open", sentence + "closes", **facts)


def nuclear_war(done: Done, acting: Side) -> Done:
    """The end when DEFCON reaches 1: the phasing player loses, whoever acted (TS-DEF-1).

    :param acting: taken for the phasing player where the document names none.
    """
    loser: Side = done.position.phasing or acting
    sentence = "DEFCON 1 is nuclear war: {loser} is the phasing player and loses"
    if loser != acting:
        sentence += ", though {actor} acts; in its own action round {actor} would lose"
    ruling = consequence("TS-DEF-1", sentence, loser=the(loser), actor=the(acting))
    return ended(done, opponent(loser), "nuclear war", ruling)


def standing_end(position: Position) -> Done:
    """The end that the VP marker or DEFCON means as they stand, if any (TS-WIN-1, TS-DEF-1)."""
    done = decided(Outcome(position))
    if done.rulings or position.defcon > catalog.LOWEST_DEFCON:
        return done
    if position.phasing is not None:
        return nuclear_war(done, position.phasing)
    sentence = "DEFCON 1: the phasing player loses; the document does not say who that is"
    return ended(done, None, "nuclear war", consequence("TS-DEF-1", sentence))


def over(position: Position) -> Ending | None:
    """How the game has ended, if it has."""
    return position.over or standing_end(position).position.over


# --- Military Operations and the end of a turn ------------------------------------------------------------------------


def earned(position: Position, side: Side, points: int) -> Position:
    """With Military Operations raised, or lowered, within the track (TS-COUP-4, TS-MIL-2)."""
    after = max(0, min(catalog.TRACK_END, position.military_operations.of(side) + points))
    return evolve(position, military_operations=evolve(position.military_operations, **{side: after}))


def military_check(position: Position) -> Done:
    """What Military Operations cost if the turn ends now (TS-MIL-1, TS-MIL-3); ``told`` has the VP owed and the net."""
    owed, rulings = dict[Side, int](), list[Ruling]()
    for side in SIDES:
        defcon, done = position.defcon, position.military_operations.of(side)
        vp, sentence = defcon - done, "{who}: DEFCON {defcon} less Military Operations {done}, {vp} short"
        if position.readings.military_operations == "difference":
            vp, sentence = abs(vp), "{who}: DEFCON {defcon}, Military Operations {done}, a difference of {vp}"
        elif done > defcon:
            vp, sentence = 0, "{who}: Military Operations {done} exceed DEFCON {defcon}, which costs nothing"
        owed[side] = vp
        rulings.append(consequence("TS-MIL-1", sentence, who=the(side), defcon=defcon, done=done, vp=vp))
    net = owed["USSR"] - owed["US"]
    scored = score_vp(position, net, "TS-MIL-3", "Military Operations, both sides at once")
    after = evolve(scored.position, military_operations=NOTHING)
    return Outcome(after, (*rulings, *scored.rulings), told={"owed": owed, "net": net})


def held_scoring_end(done: Done) -> Done:
    """The end that a held scoring card brings after the last action round (TS-SC-2).

    Both sides holding one is a case that the rules leave open: the game ends, and nobody is named the winner.
    """
    hands = {side: done.position.hand(side) for side in SIDES}
    holders = {side: hand.scoring for side, hand in hands.items() if hand is not None and hand.scoring}
    if len(holders) == 2:
        ruling = consequence("TS-SC-2", "both sides hold a scoring card: the rules do not say who loses")
        return ended(done, None, "scoring card", ruling)
    for loser, cards in holders.items():
        sentence = "{who} holds {cards} after the last action round and loses"
        ruling = illegal("TS-SC-2", sentence, who=the(loser), cards=listed(cards))
        return ended(done, opponent(loser), "scoring card", ruling)
    return done


def end_of_turn(position: Position) -> Done:
    """The checks at the end of a turn and the start of the next (TS-TURN-1); after turn 10 final scoring remains.

    What is ``told`` is that of :func:`military_check`, where it was made.
    """
    turn, done = position.turn, Outcome(position)
    if position.readings.held_scoring_check == "first":
        done = held_scoring_end(done)
    if not done.rulings and (turn < catalog.LAST_TURN or position.readings.last_turn_military_check):
        done = decided(military_check(position))
    if done.position.over is None:
        done = held_scoring_end(done)
    if done.position.over is not None:
        return done
    if turn == catalog.LAST_TURN:
        last = consequence("TS-TURN-1", "turn {turn} was the last: final scoring follows", turn=turn)
        return evolve(done, rulings=(*done.rulings, last))
    sentence = "turn {turn} of {last} ends: the China Card is turned face up, turn {next} begins"
    ends = consequence("TS-TURN-1", sentence, turn=turn, last=catalog.LAST_TURN, next=turn + 1)
    return evolve(done, rulings=(*done.rulings, ends)).then(_next_turn)


def _next_turn(position: Position) -> Done:
    """The next turn before the deal, DEFCON improved (TS-DEF-0); the cards held stay in hand (TS-DEAL-1)."""
    before, after = position.defcon, min(catalog.HIGHEST_DEFCON, position.defcon + 1)
    sentence = (
        "DEFCON {before} rises to {after}" if after > before else "DEFCON {before} stays: {before} is the ceiling"
    )
    begun = evolve(
        position,
        turn=position.turn + 1,
        round=0,
        phasing=None,
        defcon=after,
        military_operations=NOTHING,
        space_attempts=NOTHING,
        china_card=ChinaCard(position.china_card.holder, "up"),
        scored=tuple(name for name in position.scored if SCORING_CARDS[name].removed),
        this_round=NOT_BEGUN,
    )
    return Outcome(begun, (consequence("TS-DEF-0", sentence, before=before, after=after),))


Earned: TypeAlias = Annotated[int, asked("by war events, first", "number", least=0, most=catalog.TRACK_END, default=0)]


def military(position: Position, us_earns: Earned, ussr_earns: Earned) -> Answer:
    """Which Military Operations do I still need, and what if the turn ended now?"""
    marker, rulings = position.vp, list[Ruling]()
    for side, points in zip(SIDES, (us_earns, ussr_earns), strict=True):
        if points:
            before, position = position.military_operations.of(side), earned(position, side, points)
            facts = {"points": points, "before": before, "after": position.military_operations.of(side)}
            sentence = "{who} earns {points}, by a war card's own text: from {before} to {after}"
            rulings.append(consequence("TS-MIL-2", sentence, who=the(side), **facts))
    check, ends = military_check(position).told, end_of_turn(position)
    done = position.military_operations
    return {
        "defcon": position.defcon,
        "sides": [
            {
                "side": side,
                "military_operations": done.of(side),
                "needed": max(0, position.defcon - done.of(side)),
                "vp_to_opponent": check["owed"][side],
            }
            for side in SIDES
        ],
        "net": check["net"],
        "if_the_turn_ended_now": {
            "checked": "net" in ends.told,
            "net": ends.told.get("net", 0),
            "marker": {"before": marker, "after": ends.position.vp},
            "defcon": ends.position.defcon,
            "game_over": ends.position.over,
        },
        "rulings": [*rulings, *ends.rulings],
        "final": ends.position,
    }
