"""VP, DEFCON, Military Operations, turns; and the ends of a game on these tracks (TS-WIN, TS-DEF, TS-MIL, TS-TURN)."""

from ...kernel.games import Ending, Outcome, consequence, evolve, illegal, judged
from ...kernel.rulings import Facts, Ruling
from . import catalog
from .catalog import SCORING_CARDS, SIDES, Country, Side, opponent
from .state import NOT_BEGUN, NOTHING, ChinaCard, Done, Position
from .words import listed, signed, the


def ended(done: Done, winner: Side | None, how: str, ruling: Ruling) -> Done:
    """The game ended by a ruling, which is added."""
    over = Ending(winner=winner, how=how, rule=ruling.rule)
    return Outcome(evolve(done.position, over=over), (*done.rulings, ruling))


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


def score_vp(at: Position, vp: int, rule: str, what: str) -> Done:
    """Apply all VP of one event, scoring or check at once; :func:`decided` looks whether that wins.

    :param vp: the net change, above 0 for the US.
    """
    after = max(-catalog.VP_TO_WIN, min(catalog.VP_TO_WIN, at.vp + vp))
    return Outcome(evolve(at, vp=after), (moved(at.vp, vp, after, rule, what),))


def decided(done: Done) -> Done:
    """Whether the VP marker ends the game, after all VP have been applied (TS-WIN-1)."""
    vp = done.position.vp
    if abs(vp) < catalog.VP_TO_WIN:
        return done
    winner: Side = "US" if vp > 0 else "USSR"
    facts: Facts = {"vp": catalog.VP_TO_WIN, "who": the(winner), "marker": vp}
    return ended(done, winner, "vp", consequence("TS-WIN-1", "{vp} VP: {who} wins", **facts))


def region_ruling(at: Position, country: Country) -> Ruling:
    """Whether DEFCON leaves a country's region open to coups and realignment (TS-DEF-2)."""
    region = f"the {country.region}" if country.region.startswith("Middle") else country.region
    sentence = "{country} is in {region}, which DEFCON {defcon} "
    still_open = country.region not in catalog.CLOSED[at.defcon]
    facts: Facts = {"country": country.name, "region": region, "defcon": at.defcon}
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


def standing_end(at: Position) -> Done:
    """The end that the VP marker or DEFCON means as they stand, if any (TS-WIN-1, TS-DEF-1)."""
    done = decided(Outcome(at))
    if done.rulings or at.defcon > catalog.LOWEST_DEFCON:
        return done
    if at.phasing is not None:
        return nuclear_war(done, at.phasing)
    sentence = "DEFCON 1: the phasing player loses; the document does not say who that is"
    return ended(done, None, "nuclear war", consequence("TS-DEF-1", sentence))


def over(at: Position) -> Ending | None:
    """How the game has ended, if it has."""
    return at.over or standing_end(at).position.over


def earned(at: Position, side: Side, points: int) -> Position:
    """With Military Operations raised, or lowered, within the track (TS-COUP-4, TS-MIL-2)."""
    after = max(0, min(catalog.TRACK_END, at.military_operations.of(side) + points))
    return evolve(at, military_operations=evolve(at.military_operations, **{side: after}))


def military_check(at: Position) -> Done:
    """What Military Operations cost if the turn ends now (TS-MIL-1, TS-MIL-3)."""
    owed, rulings = dict[Side, int](), list[Ruling]()
    for side in SIDES:
        made = at.military_operations.of(side)
        vp, sentence = at.defcon - made, "{who}: DEFCON {defcon} less Military Operations {done}, {vp} short"
        if at.readings.military_operations == "difference":
            vp, sentence = abs(vp), "{who}: DEFCON {defcon}, Military Operations {done}, a difference of {vp}"
        elif made > at.defcon:
            vp, sentence = 0, "{who}: Military Operations {done} exceed DEFCON {defcon}, which costs nothing"
        owed[side] = vp
        rulings.append(consequence("TS-MIL-1", sentence, who=the(side), defcon=at.defcon, done=made, vp=vp))
    done = Outcome(at, tuple(rulings)).then(
        lambda p: score_vp(p, owed["USSR"] - owed["US"], "TS-MIL-3", "Military Operations, both sides at once")
    )
    return Outcome(evolve(done.position, military_operations=NOTHING), done.rulings)


def _held_scoring(done: Done) -> Done:
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
        ruling = consequence("TS-SC-2", sentence, who=the(loser), cards=listed(cards))
        return ended(done, opponent(loser), "scoring card", ruling)
    return done


def end_of_turn(at: Position) -> Done:
    """The checks at the end of a turn and the start of the next (TS-TURN-1); after turn 10 final scoring remains."""
    done = Outcome(at)
    if at.readings.held_scoring_check == "first":
        done = _held_scoring(done)
    if not done.rulings and (at.turn < catalog.LAST_TURN or at.readings.last_turn_military_check):
        done = decided(military_check(at))
    if done.position.over is None:
        done = _held_scoring(done)
    if done.position.over is not None:
        return done
    if at.turn == catalog.LAST_TURN:
        return done.told(consequence("TS-TURN-1", "turn {turn} was the last: final scoring follows", turn=at.turn))
    sentence = "turn {turn} of {last} ends: the China Card is turned face up, turn {next} begins"
    facts: Facts = {"turn": at.turn, "last": catalog.LAST_TURN, "next": at.turn + 1}
    return done.told(consequence("TS-TURN-1", sentence, **facts)).then(_next_turn)


def _next_turn(at: Position) -> Done:
    """The next turn before the deal, DEFCON improved (TS-DEF-0); the cards held stay in hand (TS-DEAL-1)."""
    after = min(catalog.HIGHEST_DEFCON, at.defcon + 1)
    sentence = "DEFCON {before} rises to {after}"
    if after == at.defcon:
        sentence = "DEFCON {before} stays: {before} is the ceiling"
    begun = evolve(
        at, turn=at.turn + 1, round=0, phasing=None, defcon=after, military_operations=NOTHING, space_attempts=NOTHING,
        china_card=ChinaCard(at.china_card.holder, "up"), this_round=NOT_BEGUN,
        scored=tuple(name for name in at.scored if SCORING_CARDS[name].removed),
    )  # fmt: skip
    return Outcome(begun, (consequence("TS-DEF-0", sentence, before=at.defcon, after=after),))


def no_headline_yet(at: Position, what: str) -> list[Ruling]:
    """Whether it is before the headline phase."""
    late = bool(at.round or at.phasing is not None or at.headlines is not None)
    sentence = "{what} before the headline phase; turn {turn} is past it"
    return [illegal("TS-TURN-1", sentence, what=what, turn=at.turn)] if late else []
