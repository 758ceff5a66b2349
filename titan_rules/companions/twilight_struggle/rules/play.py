"""A turn as actions: one card each round, events, the end of rounds and of the turn (TS-TURN-1, TS-AR, TS-EV)."""

from collections.abc import Callable, Mapping
from typing import Any

from ....kernel.companions import (
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
from .. import actions as do
from ..asking import target
from ..catalog import CHINA_CARD, CHINA_OPS, HIGHEST_DEFCON, LOWEST_DEFCON, SCORING_CARDS, SIDES, Side, opponent
from ..state import NOT_BEGUN, Position
from ..words import known_card, the
from .cards import card_gone, china_ops, china_rulings_now, held_rulings, passed, rounds
from .coup import coup
from .headlines import deal, headlined, next_headline, reveal
from .influence import placed
from .realignment import rolled
from .scoring import score, scored_at_the_end
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
        return _DEEDS[type(action)](at, action)
    except IllegalAction as e:
        raise IllegalAction(broken(e.rulings)) from None


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


def _operations(deed: Callable[[Position, Side, Any], Done]) -> Callable[[Position, Any], Done]:
    """A card played for Operations: what every kind of them has in common."""

    def carry_out(at: Position, action: Any) -> Done:
        side, kind, card = _actor(at, action.side), do.ACTIONS.name(action), known_card(action.card)
        if getattr(action, "free", False):
            return _noted(deed(at, side, action), at)
        rulings = [*may_play(at, side, kind, card), *_event_rulings(at, side, kind, action.of)]
        if card == CHINA_CARD:
            rulings.append(_china_value(action, kind))
        rulings = [*allowed(rulings)]
        done = deed(at, side, action)
        done = evolve(done, position=card_gone(done.position, side, card), rulings=(*rulings, *done.rulings))
        if card == CHINA_CARD:
            done = done.then(passed)
        owed = kind != "space" and action.of == opponent(side) and at.this_round.event is None
        return _noted(done, at, used=kind, owed=owed)

    return carry_out


def _event_rulings(at: Position, side: Side, kind: str, owner: str | None) -> list[Ruling]:
    """Whether the events that have happened in the round fit a use of its card (TS-EV-2, TS-SPC-3)."""
    if at.this_round.event is not None and kind == "space":
        return [illegal("TS-SPC-3", "on a space attempt the event does not happen, and it has", who=the(side))]
    if at.this_round.event is not None and owner not in (None, opponent(side)):
        sentence = "{who} has used the card for its own event: its event or its Operations, not both"
        return [illegal("TS-AR-2", sentence, who=the(side))]
    return []


def _china_value(action: Any, kind: str) -> Ruling:
    """Whether the China Card gives the Operations used (TS-CHN-2)."""
    names = [*getattr(action, "markers", ()), *(pair.country for pair in getattr(action, "rolls", ()))]
    names += [action.country] if hasattr(action, "country") else []
    given, ruling = china_ops(kind, [target(name) for name in names])
    return judged(
        action.ops <= max(given, CHINA_OPS) or given > CHINA_OPS, ruling.rule, ruling.sentence, **ruling.facts
    )


def _place(at: Position, side: Side, action: do.Place) -> Done:
    markers, after = placed(at, side, action.ops, [target(name) for name in action.markers])
    return Outcome(after, allowed(ruling for marker in markers for ruling in marker.rulings))


def _realign(at: Position, side: Side, action: do.Realign) -> Done:
    if len(action.rolls) > action.ops:
        sentence = "{ops} Operations buy {ops} rolls, not {rolls}"
        refuse("TS-RLN-1", sentence, ops=action.ops, rolls=len(action.rolls))
    rolls = ((target(pair.country), pair.dice) for pair in action.rolls)
    _, rulings, after = rolled(at, side, rolls, action.ops, action.modifier, action.opponent_modifier)
    return Outcome(after, allowed(rulings))


def _coup(at: Position, side: Side, action: do.Coup) -> Done:
    return coup(at, target(action.country), action.ops, action.die, side, action.modifier, action.free)


def _space(at: Position, side: Side, action: do.Space) -> Done:
    card, box = known_card(action.card), next_box(at, side)
    rulings = allowed(attempt_rulings(at, side, action.ops, card if card == CHINA_CARD else None))
    assert box is not None, "the rulings have refused the end of the track"
    return Outcome(at, rulings).then(lambda at: attempt(at, side, box, action.die))


def _score(at: Position, action: do.Score) -> Done:
    """A scoring card played, or its headline resolved (TS-SC-1)."""
    side, name = _actor(at, action.side), action.card
    if not at.round:
        chosen = headlined(at, side)
        if chosen != name:
            sentence = "the headline of {who} is {chosen}, not {card}"
            refuse("TS-HEAD-1", sentence, who=the(side), chosen=chosen, card=name)
        rulings = [legal("TS-SC-1", "{card} is played as the headline of {who}", card=name, who=the(side))]
    else:
        rulings = may_play(at, side, "score", name)
        if at.this_round.event is not None:
            rulings.append(illegal("TS-AR-2", "{who} has played a card of this round for its event", who=the(side)))
        rulings += held_rulings(at, side, name)
    done = Outcome(at, allowed(rulings)).then(lambda at: score(at, SCORING_CARDS[name].region))
    if at.round:
        done = evolve(done, position=card_gone(done.position, side, name))
    return _noted(done, at, used="score")


# --- events -----------------------------------------------------------------------------------------------------------


def _event(at: Position, action: do.Event) -> Done:
    """What an event does, taken as given (TS-EV-1); DEFCON and VP may end the game by it."""
    side, name = _actor(at, action.side), action.card or "an event"
    use, noted = _event_use(at, side, action)
    done = Outcome(_changed(at, action), (*use, consequence("TS-EV-1", "{card}, as its text was done", card=name)))
    vp = action.vp if action.to.vp is None else action.to.vp - at.vp
    if vp:
        done = done.then(lambda at: score_vp(at, vp, "TS-EV-1", name))
    if action.china_card:
        done = done.then(lambda at: passed(at, by_event=True))
    done = nuclear_war(done, side) if done.position.defcon == LOWEST_DEFCON else decided(done)
    if noted.get("event") == "own":
        done = evolve(done, position=card_gone(done.position, side, action.card))
    return _noted(done, at, **noted)


def _changed(at: Position, action: do.Event) -> Position:
    """What an event leaves of influence, Military Operations and DEFCON."""
    to = action.to
    for name, change in action.influence.items():
        at = at.with_influence(name, at.at(name).plus("US", change.US).plus("USSR", change.USSR))
    for name, value in to.influence.items():
        at = at.with_influence(name, value)
    for who in SIDES:
        now, wanted = at.military_operations.of(who), to.military_operations
        at = earned(at, who, action.military_operations.of(who) if wanted is None else wanted.of(who) - now)
    defcon = at.defcon + action.defcon if to.defcon is None else to.defcon
    return evolve(at, defcon=max(LOWEST_DEFCON, min(HIGHEST_DEFCON, defcon)))


def _event_use(at: Position, side: Side, action: do.Event) -> tuple[list[Ruling], dict[str, Any]]:
    """What an event is in its round: the rulings, and what is noted of it.

    :raises IllegalAction: the round's card has been used for something else (TS-AR-2, TS-EV-2, TS-SPC-3).
    """
    phasing, done = at.phasing, at.this_round
    if action.extra:
        return [consequence("TS-EV-1", "another event plays it: it is not the round's card")], {}
    if not at.round:
        chosen = headlined(at, side)
        if chosen in SCORING_CARDS:
            refuse("TS-HEAD-1", "the headline of {who} is {card}", who=the(side), card=chosen)
        sentence = "{card}, the headline of {who}: only its event happens"
        return [legal("TS-HEAD-3", sentence, card=chosen, who=the(side))], {"used": "event"}
    if phasing is None:
        refuse("TS-AR-1", "it is nobody's action round")
    who, theirs, hand = the(phasing), action.of == opponent(phasing), at.hand(phasing)
    if done.used == "space":
        refuse("TS-SPC-3", "{who} tries the space race with the card: its event does not happen", who=who)
    if done.used in ("score", "event") or done.event is not None:
        refuse("TS-AR-2", "{who} has had the event of this round's card", who=who)
    if done.used is not None and action.of is not None and not theirs:
        refuse("TS-AR-2", "{who} has played its card of this round: its event or its Operations, not both", who=who)
    if theirs or done.used is not None:
        sentence = "the event of {enemy} happens beside the Operations of {who}"
        beside = legal("TS-EV-2", sentence, enemy=the(opponent(phasing)), who=who)
        return [beside], {"event": "opponent", "owed": False}
    if hand is not None and hand.cards == len(hand.scoring):
        refuse("TS-AR-2", "{who} has no card with an event left", who=who)
    if action.of is None:
        return [], {"event": "unknown"}
    return [legal("TS-EV-1", "{who} plays the card for its event", who=who)], {"used": "event", "event": "own"}


# --- rounds and turns -------------------------------------------------------------------------------------------------


def _end_round(at: Position, action: do.EndRound) -> Done:
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


def _end_turn(at: Position, action: do.EndTurn) -> Done:
    if at.round == 0 or at.phasing is not None:
        sentence = "turn {turn} is not over: action round {round}, of {who}"
        refuse("TS-TURN-1", sentence, turn=at.turn, round=at.round, who=the(at.phasing))
    done = end_of_turn(at)
    if done.position.over is None and done.position.turn == at.turn:
        final = scored_at_the_end(done.position)
        told = {"final_scoring": final.told}
        return Outcome(final.position, (*done.rulings, *final.rulings), told=told)
    return evolve(done, told={})


_DEEDS: Mapping[type[Any], Callable[[Position, Any], Done]] = {
    do.Deal: deal,
    do.Headline: reveal,
    do.Place: _operations(_place),
    do.Realign: _operations(_realign),
    do.Coup: _operations(_coup),
    do.Space: _operations(_space),
    do.Score: _score,
    do.Event: _event,
    do.EndRound: _end_round,
    do.EndTurn: _end_turn,
}
