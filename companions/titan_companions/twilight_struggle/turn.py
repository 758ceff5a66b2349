"""The course of a game: setup, deal, the end of rounds and turns (TS-SET, TS-DEAL, TS-AR, TS-TURN, TS-WIN)."""

from collections.abc import Iterator
from typing import Annotated

from titan_rules.kernel.rulings import Facts, Ruling
from titan_rules.kernel.wording import listed

from .. import protocol as kit
from ..protocol import allowed, broken, consequence, evolve, illegal, judged, legal, refuse, rolled
from . import catalog
from .cards import Die, actor, card_gone, changed, china_rulings, in_play, may_play, rounds, trapped
from .catalog import SETUP, SIDES, CardName, ScoringName, Side, SideName, TargetName, the, turns
from .events import card_of, discarded, drawn, in_order, no_headline_yet
from .influence import target
from .scoring import earned, end_of_turn, final_scoring, standing_end
from .state import NOT_BEGUN, ChinaCard, Done, Hand, Position, effects

TURN_ORDER: tuple[Side, Side] = ("USSR", "US")

# --- setup -----------------------------------------------------------------------------------------------------------


def set_up(at: Position, markers: tuple[TargetName, ...], *, side: SideName) -> Done:
    """A side's free influence at the start, the USSR first (TS-SET).

    :param markers: the countries, one for each marker.
    """
    if at.turn != 1 or at.round or at.headlines is not None or at.hands is not None:
        refuse("TS-SET-4", "influence is set up before the first deal", who=the(side))
    if side == "US" and _placed_free(at, "USSR") < SETUP["USSR"].free:
        refuse("TS-SET-4", "the USSR places first, the US second and seeing it")
    if _placed_free(at, side):
        refuse("TS-SET-4", "{who} has placed its free influence already", who=the(side))
    after = at
    for country in map(target, markers):
        after = after.with_influence(country, after.at(country).plus(side, 1))
    yield from allowed([*_table_rulings(at), *_side_rulings(after, side)])
    return after


def setup(at: Position) -> Done:
    """Is this setup legal?"""
    sentence = "{first} places first, {second} second and seeing it"
    order = legal("TS-SET-4", sentence, first=the(SIDES[1]), second=the(SIDES[0]))
    yield from allowed([*_table_rulings(at), order, *_side_rulings(at, "USSR"), *_side_rulings(at, "US")])
    return at


def _placed_free(at: Position, side: Side) -> int:
    """A side's influence beyond its fixed influence."""
    return sum(at.at(name).of(side) for name in catalog.COUNTRIES) - sum(SETUP[side].fixed.values())


def _side_rulings(at: Position, side: Side) -> Iterator[Ruling]:
    """Whether a side's influence can stand so after setup (TS-SET-2 to TS-SET-4, TS-SET-6)."""
    start, who, half = SETUP[side], the(side), {country.name for country in catalog.in_region(SETUP[side].where)}
    extra = start.extra if at.readings.us_extra_influence else 0
    placed = {name: at.at(name).of(side) for name in catalog.COUNTRIES}
    free = {name: n - start.fixed.get(name, 0) for name, n in placed.items() if n > start.fixed.get(name, 0)}
    outside = {name: number for name, number in free.items() if name not in half}
    missing = [f"{name} {placed[name]} of {n}" for name, n in start.fixed.items() if placed[name] < n]
    yield judged(not missing, start.rule, "the fixed influence of {who} is there: {number}",
                 "{who} lacks fixed influence: {missing}", who=who, number=sum(start.fixed.values()),
                 missing=listed(missing))  # fmt: skip
    fine = sum(outside.values()) <= extra and all(start.fixed.get(name) for name in outside)
    yield judged(fine, "TS-SET-4", "{inside} free influence of {who} in {where}",
                 "free influence of {who} goes to {where}, not to: {outside}", who=who, where=start.where,
                 outside=listed(f"{name} {number}" for name, number in outside.items()),
                 inside=sum(free.values()) - sum(outside.values()))  # fmt: skip
    wanted, total = sum(start.fixed.values()) + start.free + extra, sum(placed.values())
    left = "left over" if total < wanted else "too much"
    wrong = f"{{who}} has placed {{total}} influence of {{wanted}}: {{leftover}} {left}"
    yield judged(total == wanted, start.rule, "{who} has placed {total} influence", wrong, who=who, total=total,
                 wanted=wanted, leftover=abs(wanted - total))  # fmt: skip
    if extra:
        yield legal("TS-SET-6", "{extra} more influence for the US by the house rule", extra=extra)


def _table_rulings(at: Position) -> Iterator[Ruling]:
    """Whether the tracks and the China Card stand as at the start (TS-SET-1, TS-SET-5)."""
    start, card, tracks = Position(), at.china_card, ("vp", "defcon", "space", "military_operations")
    china = "the China Card starts face up before the USSR; it lies face {face} before {holder}"
    yield judged(card == ChinaCard(), "TS-SET-1", china, face=card.face, holder=the(card.holder))
    sentence = "DEFCON 5, VP 0, space 0 and 0, Military Operations 0 and 0 are the start; "
    sentence += "here DEFCON {defcon}, VP {vp}, space {space}, Military Operations {military}"
    space, military = (f"{pair.US} and {pair.USSR}" for pair in (at.space, at.military_operations))
    at_start = all(getattr(at, track) == getattr(start, track) for track in tracks)
    yield judged(at_start, "TS-SET-5", sentence, defcon=at.defcon, vp=at.vp, space=space, military=military)
    if at.turn != 1 or at.round:
        sentence = "a setup is turn 1 before the first round, not turn {turn}, round {round}"
        yield illegal("TS-SET-5", sentence, turn=at.turn, round=at.round)


def deal(
    at: Position, *, US: tuple[ScoringName, ...] | None = None, USSR: tuple[ScoringName, ...] | None = None,  # noqa: N803
) -> Done:  # fmt: skip
    """Hands dealt up to the size of the turn; the cards held count (TS-DEAL-1, TS-DEAL-2).

    :param US, USSR: the scoring cards that were drawn; null: that hand is not known.
    """
    allowed(no_headline_yet(at, "cards are dealt"))
    size = turns(at.turn).hand
    for side in SIDES:
        cards = US if side == "US" else USSR
        held, hand = "{who} is dealt up to {size} cards: its hand is not told", at.hand(side) or Hand(0)
        new = size - hand.cards
        if cards is not None:
            at, held = drawn(at, side, new, cards), "{who} holds {held:card} and is dealt {new}, up to {size}"
        yield legal("TS-DEAL-1", held, who=the(side), held=hand.cards, new=new, size=size)
    return at


def reshuffle(at: Position) -> Done:
    """The discards are shuffled into a new deck: scoring cards that were played can be drawn again (TS-DEAL-3)."""
    back = [name for name in at.scored if not catalog.SCORING_CARDS[name].removed]
    yield consequence("TS-DEAL-3", "the discards are in the deck again, {cards} among them", cards=listed(back))
    return evolve(at, scored=tuple(name for name in at.scored if name not in back))


# --- action rounds ---------------------------------------------------------------------------------------------------


def break_free(at: Position, card: CardName, die: Die | None = None, *, side: SideName | None = None) -> Done:
    """A side under Quagmire or Bear Trap discards a card of 2 Operations or more, and a roll of 1-4 ends it."""
    play = actor(at, side)
    caught = [row.event for row, _ in effects(at, "place", play) if row.does == "trap"]
    if not caught:
        refuse("TS-LAST-5", "neither Quagmire nor Bear Trap is in effect against {who}", who=the(play))
    yield from allowed(may_play(at, play, "place", card))
    ops = yield from changed(at, play, card)
    facts: Facts = {"event": caught[0], "who": the(play), "card": card, "ops": ops}
    good = "{event}: {who} discards {card}, of {ops:Operation}, and rolls"
    bad = "{event} asks for a card of 2 Operations or more, and {card} has {ops}"
    if card == catalog.CHINA_CARD:
        refuse("TS-CHN-3", "the China Card cannot be discarded")
    yield judged(ops >= 2, "TS-LAST-5", good, bad, **facts)
    thrown, after = rolled(die), card_gone(at, play, card)
    ends = thrown <= 4
    yield consequence("TS-LAST-5", "die {die}: {event} " + ("ends" if ends else "goes on"), die=thrown, **facts)
    return (after.without(caught[0]) if ends else after).noting(at, used="discard")


def end_round(at: Position, *, side: SideName | None = None) -> Done:
    """The action round, or a headline, is over."""
    now = at.phasing
    if now is None:
        if not at.round:
            refuse("TS-HEAD-1", "both sides must play a headline before the action rounds of turn {turn}", turn=at.turn)
        refuse("TS-AR-1", "the last action round of turn {turn} is over", turn=at.turn)
    if side not in (None, now):
        refuse("TS-AR-1", "it is the turn of {now}, not of {who}", now=the(now), who=the(side))
    after = evolve(at, this_round=NOT_BEGUN)
    if at.round:
        yield _may_end(at, now)
        if at.this_round.used is None and at.this_round.event == "unknown":
            after = card_gone(after, now, None)
    elif at.headlines is not None:
        chosen, (_, second) = at.headlines, in_order(at.headlines)
        if at.this_round.used is None:
            card, _ = card_of(chosen.of(now))
            refuse("TS-HEAD-1", "the headline of {who}, {card}, is still to be resolved", who=the(now), card=card)
        yield legal("TS-HEAD-3", "the headline of {who} has been resolved", who=the(now))
        if now != second:
            sentence = "the headline of {who}, {card}, is resolved: {who} is the phasing player"
            yield consequence("TS-HEAD-4", sentence, who=the(second), card=card_of(chosen.of(second))[0])
            return evolve(after, phasing=second)
        after = evolve(after, headlines=None)
    here = (at.round, TURN_ORDER.index(now)) if at.round else (0, 0)
    slots = ((number, i) for number in range(1, 9) for i, who in enumerate(TURN_ORDER) if number <= rounds(at, who))
    number, i = next((slot for slot in slots if slot > here), (0, 0))
    if not number:
        yield consequence("TS-AR-1", "that was the last action round of the turn")
        return evolve(after, phasing=None)
    yield consequence("TS-AR-1", "action round {round} of {who} begins", round=number, who=the(TURN_ORDER[i]))
    return evolve(after, round=number, phasing=TURN_ORDER[i])


def _may_end(at: Position, side: Side) -> Ruling:
    """Whether a side may end its round now (TS-AR-2)."""
    done, hand, who = at.this_round, at.hand(side), the(side)
    if done.owed:
        refuse("TS-EV-2", "the opponent's event on the card that {who} played has still to happen", who=who)
    if done.used is not None:
        return legal("TS-AR-2", "{who} has played its card of this round", who=who)
    if done.event == "opponent":
        refuse("TS-EV-2", "{who} cannot play the card for the opponent's event alone", who=who)
    if done.event is not None:
        return legal("TS-AR-2", "{who} has played a card for an event", who=who)
    if at.round > turns(at.turn).rounds:
        return legal("TS-SPC-6", "{who} may take an eighth round with the Space Station, and need not", who=who)
    if trapped(at, side):
        return legal("TS-LAST-5", "{who} has no card to discard, or no scoring card to play", who=who)
    if hand is not None and hand.cards > 0:
        refuse("TS-AR-2", "{who} has {cards:card} left and must play one", who=who, cards=hand.cards)
    if hand is not None and at.readings.china_card_alone == "must" and not broken(china_rulings(at, side, "place")):
        refuse("TS-AR-2", "{who} has the China Card and must play it", who=who)
    return legal("TS-AR-2", "{who} plays nothing, as only a side without cards may", who=who)


# --- the end of a turn -----------------------------------------------------------------------------------------------


def discard(at: Position, card: CardName | None = None, *, side: SideName) -> Done:
    """A held card discarded at the end of the turn, by the side alone at Eagle/Bear Has Landed (TS-SPC-6)."""
    who, hand = the(side), at.hand(side)
    if card == catalog.CHINA_CARD:
        refuse("TS-CHN-3", "the China Card cannot be discarded")
    if at.round == 0 or at.phasing is not None:
        refuse("TS-SPC-6", "a held card is discarded after the last action round of the turn")
    if at.ability_holder(catalog.EAGLE_BEAR) != side:
        refuse("TS-SPC-6", "{who} is not alone at Eagle/Bear Has Landed", who=who)
    if at.this_round.used == "discard" or (hand is not None and not hand.cards):
        refuse("TS-SPC-6", "{who} has discarded a card, or has none", who=who)
    yield from allowed(in_play(at, side, card))
    yield legal("TS-SPC-6", "{who} discards a held card: it has Eagle/Bear Has Landed", who=who)
    at = yield from discarded(at, side, (card or "a card",))
    return evolve(at, this_round=evolve(at.this_round, used="discard"))


def end_turn(at: Position) -> Done:
    """The turn is over, after its last action round (TS-TURN-1)."""
    if at.round == 0 or at.phasing is not None:
        sentence = "turn {turn} is not over: action round {round}, of {who}"
        refuse("TS-TURN-1", sentence, turn=at.turn, round=at.round, who=the(at.phasing))
    return (yield from _turn_over(at))


def _turn_over(at: Position) -> Done:
    """The end of a turn, and of the game after the last one."""
    after = yield from end_of_turn(at)
    return (yield from final_scoring(after)) if after.over is None and after.turn == at.turn else after


# --- questions -------------------------------------------------------------------------------------------------------

Earned = Annotated[int, kit.Between(0, catalog.TRACK_END)]


def military(at: Position, us_earns: Earned = 0, ussr_earns: Earned = 0) -> Done:
    """Which Military Operations do I still need, and what if the turn ended now?

    :param us_earns, ussr_earns: by war events, first.
    """
    for side, points in zip(SIDES, (us_earns, ussr_earns), strict=True):
        before, at = at.military_operations.of(side), earned(at, side, points)
        if points:
            sentence = "{who} earns {points}, by a war card's own text: from {before} to {now}"
            yield consequence("TS-MIL-2", sentence, who=the(side), points=points, before=before,
                              now=at.military_operations.of(side))  # fmt: skip
    return (yield from end_of_turn(at))


def winner(at: Position, *, turn_over: bool = False) -> Done:
    """Has someone won?

    :param turn_over: the last action round of the turn is over.
    """
    ended = yield from standing_end(at)
    if ended.over is not None:
        return ended
    if turn_over:
        return (yield from _turn_over(at))
    yield consequence("TS-WIN-1", "the VP marker stands at {vp}, short of {most}", vp=at.vp, most=catalog.VP_TO_WIN)
    yield consequence("TS-DEF-1", "DEFCON is {defcon}", defcon=at.defcon)
    yield consequence("TS-WIN-2", "Control of Europe wins only when Europe is scored")
    yield consequence("TS-WIN-2", "a held scoring card loses only after the last action round")
    sentence = "final scoring comes after turn {last}; this is turn {turn}"
    yield consequence("TS-WIN-3", sentence, last=catalog.LAST_TURN, turn=at.turn)
    return at
