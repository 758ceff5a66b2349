"""A turn as actions: one card each round, events, the end of rounds and of the turn (TS-TURN-1, TS-AR, TS-EV)."""

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from typing import Any

from ....kernel.companions import (
    Actions,
    IllegalAction,
    Outcome,
    Ruling,
    allowed,
    broken,
    consequence,
    evolve,
    illegal,
    judged,
    legal,
    refuse,
)
from ..actions import Die, Ops, Owner, RolledPair, Values
from ..asking import target
from ..catalog import CHINA_CARD, CHINA_OPS, HIGHEST_DEFCON, LOWEST_DEFCON, SCORING_CARDS, SIDES, Side, opponent
from ..state import NOT_BEGUN, NOTHING, BySide, Headlines, Position
from ..words import CountryName, ScoringName, SideName, TargetName, known_card, the
from . import coup as coups
from . import scoring
from .cards import card_gone, china_ops, china_rulings_now, held_rulings, passed, rounds
from .headlines import deal, headlined, next_headline, reveal
from .influence import placed
from .realignment import rolled
from .space import attempt, attempt_rulings, next_box
from .tracks import Done, decided, earned, end_of_turn, nuclear_war, over, score_vp

TURN_ORDER: tuple[Side, Side] = ("USSR", "US")


def apply(at: Position, action: Any) -> Done:
    """Carry out one action.

    :raises IllegalAction: a rule forbids it; nothing is changed. Its rulings are those that forbid.
    :raises UnknownName: a card that must be known is not.
    """
    ending = over(at)
    if ending is not None:
        refuse("TS-WIN-2", "the game is over: {how}", how=ending.how)
    try:
        done: Done = ACTIONS.apply(at, action)
    except IllegalAction as e:
        raise IllegalAction(broken(e.rulings)) from None
    return done


def headline(at: Position, US: str, USSR: str) -> Done:  # noqa: N803 (the sides are written so)
    """Both headlines, revealed together (TS-HEAD-1): a scoring card's name, ``NAME:OPS``, or the Operations alone."""
    return reveal(at, Headlines(US, USSR))


# --- playing a card ---------------------------------------------------------------------------------------------------


def _actor(at: Position, side: Side | None) -> Side:
    found = side or at.phasing
    if found is None:
        if not at.round and at.headlines is None:
            refuse("TS-HEAD-1", "both sides choose a headline first, and reveal them together")
        refuse("TS-AR-1", "it is nobody's action round")
    return found


def may_play(at: Position, side: Side, kind: str, card: str | None) -> list[Ruling]:
    """Whether a side may play a card now (TS-AR-1, TS-AR-2, TS-SC-1, TS-CHN-1).

    :param card: its canonical name, where it is a scoring card or the China Card.
    """
    hand, who, facts = at.hand(side), the(side), {"round": at.round, "phasing": the(at.phasing), "who": the(side)}
    if not at.round:
        rule = "TS-AR-1" if at.headlines is None else "TS-HEAD-3"
        return [illegal(rule, "before the action rounds only headlines are played, for their events", **facts)]
    if side != at.phasing:
        return [illegal("TS-AR-1", "it is action round {round} of {phasing}, not of {who}", **facts)]
    found = [legal("TS-AR-1", "action round {round} of {who}", **facts)]
    if at.this_round.used is not None:
        found.append(illegal("TS-AR-2", "{who} has played its card of this round", who=who))
    if card == CHINA_CARD:
        return found + china_rulings_now(at, side, kind)
    if hand is not None and not hand.cards:
        found.append(illegal("TS-AR-2", "{who} has no card left but the China Card, if it holds that", who=who))
    if kind != "score" and card in SCORING_CARDS:
        found.append(illegal("TS-SC-1", "{card} is a scoring card and gives no Operations", card=card))
    elif hand is not None and kind != "score" and hand.cards and hand.cards == len(hand.scoring):
        found.append(illegal("TS-SC-1", "{who} holds nothing but scoring cards", who=who))
    return found


def _noted(done: Done, before: Position, **changes: Any) -> Done:
    """With what has been done in the round noted, and the influence that stood there when it began; nothing is told."""
    start, at = before.this_round.influence, done.position
    if start is None and at.influence != before.influence:
        start = before.influence
    round = evolve(at.this_round, influence=start, **changes)
    return evolve(done, position=evolve(at, this_round=round), told={})


def _operations(rule: Callable[..., Done]) -> Callable[..., Done]:
    """A card played for Operations: what every kind of them has in common.

    :param rule: gets the position, who plays, the card, where the rules look at it (a scoring card, the China Card),
        and what else the action has. The action itself may leave out who plays, where it is the phasing side; and it
        may say whose event is on the card, as the opponent's has to happen, too (TS-EV-2).
    """
    kind = rule.__name__

    def carry_out(at: Position, side: Side | None, card: str | None, of: Owner | None, **given: Any) -> Done:
        side, card = _actor(at, side), known_card(card)
        if given.get("free"):
            return _noted(rule(at, side, card, **given), at)
        rulings = [*may_play(at, side, kind, card), *_event_rulings(at, side, kind, of)]
        if card == CHINA_CARD:
            rulings.append(_china_value(kind, **given))
        may = allowed(rulings)
        done = rule(at, side, card, **given)
        done = evolve(done, position=card_gone(done.position, side, card), rulings=(*may, *done.rulings))
        if card == CHINA_CARD:
            done = done.then(passed)
        owed = kind != "space" and of == opponent(side) and at.this_round.event is None
        return _noted(done, at, used=kind, owed=owed)

    keys = [key for key in signature(rule).parameters.values() if key.name not in ("at", "side", "card")]
    said = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in _SAID.items()]
    carry_out.__name__, carry_out.__doc__ = kind, rule.__doc__
    carry_out.__annotations__ = {key.name: key.annotation for key in (*keys, *said)}
    carry_out.__signature__ = Signature([Parameter("at", Parameter.POSITIONAL_ONLY), *keys, *said])  # type: ignore[attr-defined]
    return carry_out


_SAID = {"side": SideName | None, "card": str | None, "of": Owner | None}


def _event_rulings(at: Position, side: Side, kind: str, owner: str | None) -> list[Ruling]:
    """Whether the events that have happened in the round fit a use of its card (TS-EV-2, TS-SPC-3)."""
    if at.this_round.event is not None and kind == "space":
        return [illegal("TS-SPC-3", "on a space attempt the event does not happen, and it has", who=the(side))]
    if at.this_round.event is not None and owner not in (None, opponent(side)):
        sentence = "{who} has used the card for its own event: its event or its Operations, not both"
        return [illegal("TS-AR-2", sentence, who=the(side))]
    return []


def _china_value(kind: str, ops: int, **given: Any) -> Ruling:
    """Whether the China Card gives the Operations used (TS-CHN-2)."""
    names = [*given.get("markers", ()), *(pair.country for pair in given.get("rolls", ()))]
    names += [given["country"]] if "country" in given else []
    most, ruling = china_ops(kind, [target(name) for name in names])
    return judged(most > CHINA_OPS or ops <= most, ruling.rule, ruling.sentence, **ruling.facts)


@_operations
def place(at: Position, side: Side, card: str | None, ops: Ops, markers: tuple[TargetName, ...]) -> Done:
    """Influence placed.

    :param ops: the Operations used, with all changes.
    :param markers: the countries, one for each marker, in order.
    """
    rows, after = placed(at, side, ops, [target(name) for name in markers])
    return Outcome(after, allowed(ruling for marker in rows for ruling in marker.rulings))


@_operations
def realign(
    at: Position,
    side: Side,
    card: str | None,
    ops: Ops,
    rolls: tuple[RolledPair, ...],
    modifier: int = 0,
    opponent_modifier: int = 0,
) -> Done:
    """Realignment rolls.

    :param ops: the Operations used, with all changes: one roll each.
    :param rolls: in order.
    :param modifier, opponent_modifier: what events add to the dice.
    """
    if len(rolls) > ops:
        refuse("TS-RLN-1", "{ops} Operations buy {ops} rolls, not {rolls}", ops=ops, rolls=len(rolls))
    pairs = ((target(pair.country), pair.dice) for pair in rolls)
    _, rulings, after = rolled(at, side, pairs, ops, modifier, opponent_modifier)
    return Outcome(after, allowed(rulings))


@_operations
def coup(
    at: Position,
    side: Side,
    card: str | None,
    ops: Ops,
    country: TargetName,
    die: Die,
    modifier: int = 0,
    free: bool = False,
) -> Done:
    """A coup.

    :param ops: the Operations used, with all changes.
    :param modifier: what events add to the die.
    :param free: an event gives the coup and names the region (TS-COUP-6): it is no play of the round's card.
    """
    return coups.coup(at, target(country), ops, die, side, modifier, free)


@_operations
def space(at: Position, side: Side, card: str | None, ops: Ops, die: Die) -> Done:
    """A space attempt.

    :param ops: the Operations value of the card.
    """
    box, rulings = next_box(at, side), allowed(attempt_rulings(at, side, ops, card if card == CHINA_CARD else None))
    assert box is not None, "the rulings have refused the end of the track"
    return Outcome(at, rulings).then(lambda at: attempt(at, side, box, die))


def score(at: Position, card: ScoringName, side: SideName | None = None, of: Owner | None = None) -> Done:
    """A scoring card played, as a headline or in an action round (TS-SC-1)."""
    who = _actor(at, side)
    if not at.round:
        chosen = headlined(at, who)
        if chosen != card:
            sentence = "the headline of {who} is {chosen}, not {card}"
            refuse("TS-HEAD-1", sentence, who=the(who), chosen=chosen, card=card)
        rulings = [legal("TS-SC-1", "{card} is played as the headline of {who}", card=card, who=the(who))]
    else:
        rulings = may_play(at, who, "score", card)
        if at.this_round.event is not None:
            rulings.append(illegal("TS-AR-2", "{who} has played a card of this round for its event", who=the(who)))
        rulings += held_rulings(at, who, card)
    done = Outcome(at, allowed(rulings)).then(lambda at: scoring.score(at, SCORING_CARDS[card].region))
    if at.round:
        done = evolve(done, position=card_gone(done.position, who, card))
    return _noted(done, at, used="score")


# --- events -----------------------------------------------------------------------------------------------------------


NO_INFLUENCE: Mapping[CountryName, BySide] = {}
NO_VALUES = Values()


def event(
    at: Position,
    card: str | None = None,
    of: Owner | None = None,
    influence: Mapping[CountryName, BySide] = NO_INFLUENCE,
    vp: int = 0,
    defcon: int = 0,
    military_operations: BySide = NOTHING,
    to: Values = NO_VALUES,
    china_card: bool = False,
    extra: bool = False,
    side: SideName | None = None,
) -> Done:
    """What the event of a card does, taken as given (TS-EV-1); DEFCON and VP may end the game by it.

    :param influence, vp, defcon, military_operations: changes, added to what stands there: ``"defcon": -1`` lowers
        DEFCON by one; above 0 ``vp`` is for the US.
    :param to: values, in place of what stands there: ``{"defcon": 2}`` sets DEFCON to 2.
    :param china_card: the event passes the China Card.
    :param extra: another event plays this one: it is not the round's card.
    """
    who, name, after = _actor(at, side), card or "an event", at
    use, noted = _event_use(at, who, of, extra)
    for country, change in influence.items():
        after = after.with_influence(country, after.at(country).plus("US", change.US).plus("USSR", change.USSR))
    for country, value in to.influence.items():
        after = after.with_influence(country, value)
    for one in SIDES:
        wanted, now = to.military_operations, at.military_operations.of(one)
        after = earned(after, one, military_operations.of(one) if wanted is None else wanted.of(one) - now)
    level = at.defcon + defcon if to.defcon is None else to.defcon
    after = evolve(after, defcon=max(LOWEST_DEFCON, min(HIGHEST_DEFCON, level)))
    done = Outcome(after, (*use, consequence("TS-EV-1", "{card}, as its text was done", card=name)))
    gain = vp if to.vp is None else to.vp - at.vp
    if gain:
        done = done.then(lambda at: score_vp(at, gain, "TS-EV-1", name))
    if china_card:
        done = done.then(lambda at: passed(at, by_event=True))
    done = nuclear_war(done, who) if done.position.defcon == LOWEST_DEFCON else decided(done)
    if noted.get("event") == "own":
        done = evolve(done, position=card_gone(done.position, who, card))
    return _noted(done, at, **noted)


def _event_use(at: Position, side: Side, of: Owner | None, extra: bool) -> tuple[list[Ruling], dict[str, Any]]:
    """What an event is in its round: the rulings, and what is noted of it.

    :raises IllegalAction: the round's card has been used for something else (TS-AR-2, TS-EV-2, TS-SPC-3).
    """
    phasing, done = at.phasing, at.this_round
    if extra:
        return [consequence("TS-EV-1", "another event plays it: it is not the round's card")], {}
    if not at.round:
        chosen = headlined(at, side)
        if chosen in SCORING_CARDS:
            refuse("TS-HEAD-1", "the headline of {who} is {card}", who=the(side), card=chosen)
        sentence = "{card}, the headline of {who}: only its event happens"
        return [legal("TS-HEAD-3", sentence, card=chosen, who=the(side))], {"used": "event"}
    if phasing is None:
        refuse("TS-AR-1", "it is nobody's action round")
    who, theirs, hand = the(phasing), of == opponent(phasing), at.hand(phasing)
    if done.used == "space":
        refuse("TS-SPC-3", "{who} tries the space race with the card: its event does not happen", who=who)
    if done.used in ("score", "event") or done.event is not None:
        refuse("TS-AR-2", "{who} has had the event of this round's card", who=who)
    if done.used is not None and of is not None and not theirs:
        refuse("TS-AR-2", "{who} has played its card of this round: its event or its Operations, not both", who=who)
    if theirs or done.used is not None:
        sentence = "the event of {enemy} happens beside the Operations of {who}"
        beside = legal("TS-EV-2", sentence, enemy=the(opponent(phasing)), who=who)
        return [beside], {"event": "opponent", "owed": False}
    if hand is not None and hand.cards == len(hand.scoring):
        refuse("TS-AR-2", "{who} has no card with an event left", who=who)
    if of is None:
        return [], {"event": "unknown"}
    return [legal("TS-EV-1", "{who} plays the card for its event", who=who)], {"used": "event", "event": "own"}


# --- rounds and turns -------------------------------------------------------------------------------------------------


def end_round(at: Position) -> Done:
    """The action round, or a headline, is over."""
    side = at.phasing
    if side is None:
        if not at.round:
            refuse("TS-HEAD-1", "both sides must play a headline before the action rounds of turn {turn}", turn=at.turn)
        refuse("TS-AR-1", "the last action round of turn {turn} is over", turn=at.turn)
    if at.round:
        done = Outcome(at, (round_ruling(at, side),))
        if at.this_round.used is None and at.this_round.event == "unknown":
            done = evolve(done, position=card_gone(at, side, None))
    else:
        done = Outcome(at) if at.headlines is None else next_headline(at, side, at.headlines)
    if done.position.headlines is not None:
        return done
    return evolve(done, position=evolve(done.position, this_round=NOT_BEGUN)).then(_begun)


def round_ruling(at: Position, side: Side) -> Ruling:
    """Whether a side may end its round as it is (TS-AR-2)."""
    done, hand, who = at.this_round, at.hand(side), the(side)
    if done.owed:
        refuse("TS-EV-2", "the opponent's event on the card that {who} played has still to happen", who=who)
    if done.used is not None:
        return legal("TS-AR-2", "{who} has played its card of this round", who=who)
    if done.event == "opponent":
        refuse("TS-EV-2", "{who} cannot play the card for the opponent's event alone", who=who)
    if done.event is not None:
        return legal("TS-AR-2", "{who} has played a card for an event", who=who)
    if hand is not None and hand.cards > 0:
        refuse("TS-AR-2", "{who} has {cards} cards left and must play one", who=who, cards=hand.cards)
    china = at.china_card.holder == side and at.china_card.face == "up"
    if hand is not None and china and at.readings.china_card_alone == "must":
        refuse("TS-AR-2", "{who} has the China Card and must play it", who=who)
    return legal("TS-AR-2", "{who} plays nothing, as only a side without cards may", who=who)


def _begun(at: Position) -> Done:
    """The next action round, or the end of the last (TS-AR-1)."""
    slots = [(number, side) for number in range(1, 9) for side in TURN_ORDER if number <= rounds(at, side)]
    if at.round and at.phasing is not None:
        here = (at.round, TURN_ORDER.index(at.phasing))
        slots = [slot for slot in slots if (slot[0], TURN_ORDER.index(slot[1])) > here]
    if not slots:
        last = consequence("TS-AR-1", "that was the last action round of the turn")
        return Outcome(evolve(at, phasing=None), (last,))
    number, side = slots[0]
    begins = consequence("TS-AR-1", "action round {round} of {who} begins", round=number, who=the(side))
    return Outcome(evolve(at, round=number, phasing=side), (begins,))


def end_turn(at: Position) -> Done:
    """The turn is over, after its last action round (TS-TURN-1)."""
    if at.round == 0 or at.phasing is not None:
        sentence = "turn {turn} is not over: action round {round}, of {who}"
        refuse("TS-TURN-1", sentence, turn=at.turn, round=at.round, who=the(at.phasing))
    done = end_of_turn(at)
    if done.position.over is None and done.position.turn == at.turn:
        final = scoring.scored_at_the_end(done.position)
        told = {"final_scoring": final.told}
        return Outcome(final.position, (*done.rulings, *final.rulings), told=told)
    return evolve(done, told={})


ACTIONS = Actions.of(deal, headline, place, realign, coup, space, score, event, end_round, end_turn)
