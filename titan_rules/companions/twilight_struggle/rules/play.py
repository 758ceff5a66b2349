"""A turn as actions: the deal, the headlines, one card each round, the end (TS-TURN-1, TS-AR, TS-HEAD, TS-EV)."""

from collections.abc import Callable, Mapping
from typing import Any

from ....kernel.companions import evolve
from ....kernel.errors import IllegalAction
from ....kernel.rulings import Ruling, consequence, illegal, legal
from .. import actions as do
from ..catalog import (
    CHINA_CARD,
    CHINA_OPS,
    HIGHEST_DEFCON,
    SCORING_CARDS,
    SIDES,
    Side,
    opponent,
)
from ..state import NOT_BEGUN, Ending, Position
from ..words import scoring_names, the
from .cards import (
    china_ops,
    china_rulings_now,
    held_rulings,
    passed,
)
from .control import target
from .coup import coup_rulings, resolve
from .defcon import LOWEST_DEFCON, earned, nuclear_war
from .endings import End, on_track, score_vp
from .headlines import Done, allowed, card_gone, deal, headline, headlined, is_china, next_headline, refuse
from .influence import placed
from .realignment import realignment_rulings, roll
from .rounds import rounds
from .scoring import score_card
from .space import attempt, attempt_rulings, next_box
from .turn import end_of_turn
from .winning import instant_end, scored_at_the_end

TURN_ORDER: tuple[Side, Side] = ("USSR", "US")


def over(position: Position) -> Ending | None:
    """How the game has ended, if it has."""
    if position.over is not None:
        return position.over
    ending = instant_end(position)
    return None if ending is None else ending.record


def apply(at: Position, action: Any) -> Done:
    """Carry out one action.

    :raises IllegalAction: a rule forbids it; nothing is changed.
    :raises UnknownName: a card that must be known is not.
    """
    ended = over(at)
    if ended is not None:
        refuse("TS-WIN-2", "the game is over: {how}", how=ended.how)
    return _DEEDS[type(action)](at, action)


def _ended(done: Done, ending: End | None) -> Done:
    """An outcome that ends the game, if it does; the ruling that says so is among its own."""
    return done if ending is None else evolve(done, position=evolve(done.position, over=ending.record))


# --- playing a card ---------------------------------------------------------------------------------------------------


def _actor(at: Position, side: Side | None) -> Side:
    found = side or at.phasing
    if found is None:
        if not at.round and at.headlines is None:
            refuse("TS-HEAD-1", "both sides choose a headline first, and reveal them together")
        refuse("TS-AR-1", "it is nobody's action round")
    return found


def may_play(at: Position, side: Side, kind: str, card: str | None) -> list[Ruling]:
    """Whether a side may play a card now (TS-AR-1, TS-AR-2, TS-SC-1, TS-CHN-1)."""
    number, phasing, hand = at.round, at.phasing, at.hand(side)
    facts = {"round": number, "phasing": the(phasing), "who": the(side)}
    if not number:
        rule = "TS-AR-1" if at.headlines is None else "TS-HEAD-3"
        return [illegal(rule, "before the action rounds only headlines are played, for their events", None, **facts)]
    if side != phasing:
        return [illegal("TS-AR-1", "it is action round {round} of {phasing}, not of {who}", None, **facts)]
    found = [legal("TS-AR-1", "action round {round} of {who}", None, **facts)]
    if at.this_round.used is not None:
        found.append(illegal("TS-AR-2", "{who} has played its card of this round", who=the(side)))
    if is_china(card):
        return found + china_rulings_now(at, side, kind)
    if hand is not None and not hand.cards:
        found.append(illegal("TS-AR-2", "{who} has no card left but the China Card, if it holds that", who=the(side)))
    scoring = card is not None and scoring_names.find(card) in SCORING_CARDS
    if kind != "score" and scoring:
        found.append(illegal("TS-SC-1", "{card} is a scoring card and gives no Operations", card=card))
    elif hand is not None and kind != "score" and hand.cards and hand.cards == len(hand.scoring):
        found.append(illegal("TS-SC-1", "{who} holds nothing but scoring cards", who=the(side)))
    return found


def _used(at: Position, before: Position, **changes: Any) -> Position:
    """With what has been done in the round noted, and the influence that stood there when it began."""
    start = before.this_round.influence
    if start is None and at.influence != before.influence:
        start = before.influence
    return evolve(at, this_round=evolve(at.this_round, influence=start, **changes))


Result = tuple[Position, list[Ruling], End | None]


def _operations(deed: Callable[[Position, Side, Any], Result]) -> Callable[[Position, Any], Done]:
    """A card played for Operations: what every kind of them has in common."""

    def carry_out(at: Position, action: Any) -> Done:
        side, kind = _actor(at, action.side), do.ACTIONS.name(action)
        if getattr(action, "free", False):
            position, steps, ending = deed(at, side, action)
            return _ended(Done(_used(position, at), tuple(steps)), ending)
        rulings = may_play(at, side, kind, action.card)
        rulings += _owner_rulings(at, side, kind, action.of)
        if is_china(action.card):
            rulings.append(_china_value(action, kind))
        allowed(rulings)
        position, steps, ending = deed(at, side, action)
        position = card_gone(position, side, action.card)
        if is_china(action.card):
            position, ruling = passed(position)
            steps = [*steps, ruling]
        owed = kind != "space" and action.of == opponent(side) and at.this_round.event is None
        position = _used(position, at, used=kind, owed=owed)
        return _ended(Done(position, (*rulings, *steps)), ending)

    return carry_out


def _owner_rulings(at: Position, side: Side, kind: str, owner: str | None) -> list[Ruling]:
    """Whether the events that have happened in the round fit a use of its card (TS-EV-2, TS-SPC-3)."""
    event = at.this_round.event
    if event is None:
        return []
    if kind == "space":
        return [illegal("TS-SPC-3", "on a space attempt the event does not happen, and it has", who=the(side))]
    if owner is not None and owner != opponent(side):
        sentence = "{who} has used the card for its own event: its event or its Operations, not both"
        return [illegal("TS-AR-2", sentence, who=the(side))]
    return []


def _china_value(action: Any, kind: str) -> Ruling:
    names = [*getattr(action, "markers", ()), *(pair.country for pair in getattr(action, "rolls", ()))]
    names += [action.country] if hasattr(action, "country") else []
    given, ruling = china_ops(kind, [target(name) for name in names])
    fits = given > CHINA_OPS or action.ops <= given
    return (legal if fits else illegal)(ruling.rule, ruling.sentence, None, **ruling.facts)


def _place(at: Position, side: Side, action: do.Place) -> Result:
    countries = [target(name) for name in action.markers]
    placement = placed(at, side, action.ops, countries, at.at_start)
    if placement.refused is not None:
        raise IllegalAction(placement.refused.rulings)
    return placement.position, [ruling for marker in placement.markers for ruling in marker.rulings], None


def _realign(at: Position, side: Side, action: do.Realign) -> Result:
    if len(action.rolls) > action.ops:
        sentence = "{ops} Operations buy {ops} rolls, not {rolls}"
        refuse("TS-RLN-1", sentence, ops=action.ops, rolls=len(action.rolls))
    rulings, extra = list[Ruling](), {side: action.modifier, opponent(side): action.opponent_modifier}
    for pair in action.rolls:
        country = target(pair.country)
        rulings += allowed(realignment_rulings(at, side, country))
        result = roll(at, side, country, dict(zip((side, opponent(side)), pair.dice, strict=True)), extra)
        at = result.position
        rulings += result.rulings
    return at, rulings, None


def _coup(at: Position, side: Side, action: do.Coup) -> Result:
    country = target(action.country)
    rulings = allowed(coup_rulings(at, side, country, action.free))
    coup = resolve(at, side, country, action.ops, action.die, action.modifier, action.free)
    return coup.position, [*rulings, *coup.rulings], coup.ending


def _space(at: Position, side: Side, action: do.Space) -> Result:
    card = CHINA_CARD if is_china(action.card) else None
    rulings = allowed(attempt_rulings(at, side, action.ops, card))
    box = next_box(at, side)
    assert box is not None, "the rulings have refused the end of the track"
    tried = attempt(at, side, box, action.die)
    return tried.position, [*rulings, *tried.rulings, *([tried.ending.ruling] if tried.ending else [])], tried.ending


def _score(at: Position, action: do.Score) -> Done:
    """A scoring card played, or its headline resolved (TS-SC-1)."""
    side, name = _actor(at, action.side), action.card
    if not at.round:
        chosen = headlined(at, side)
        if chosen != name:
            refuse(
                "TS-HEAD-1", "the headline of {who} is {chosen}, not {card}", who=the(side), chosen=chosen, card=name
            )
        rulings = [legal("TS-SC-1", "{card} is played as the headline of {who}", card=name, who=the(side))]
    else:
        rulings = may_play(at, side, "score", name)
        if at.this_round.event is not None:
            rulings.append(illegal("TS-AR-2", "{who} has played a card of this round for its event", who=the(side)))
        allowed(rulings + held_rulings(at, side, name))
    result = score_card(at, SCORING_CARDS[name])
    position = result.scored.to(at)
    if at.round:
        position = card_gone(position, side, name)
    return _ended(Done(_used(position, at, used="score"), (*rulings, *result.rulings)), result.ending)


def _event(at: Position, action: do.Event) -> Done:
    """What an event does, taken as given (TS-EV-1); DEFCON and VP may end the game by it."""
    side = _actor(at, action.side)
    rulings, noted, plays = _event_use(at, side, action)
    name = action.card or "an event"
    rulings.append(consequence("TS-EV-1", "{card}, as its text was done", card=name))
    changed = _changed(at, action)
    vp = action.vp if action.to.vp is None else action.to.vp - at.vp
    scored = score_vp(changed, vp, "TS-EV-1", name)
    if vp:
        rulings.append(scored.ruling)
    defcon = at.defcon + action.defcon if action.to.defcon is None else action.to.defcon
    position = evolve(scored.to(changed), defcon=max(LOWEST_DEFCON, min(HIGHEST_DEFCON, defcon)))
    if action.china_card:
        position, ruling = passed(position, by_event=True)
        rulings.append(ruling)
    ending = nuclear_war(position, side) if position.defcon == LOWEST_DEFCON else scored.ending
    if ending is not None:
        rulings.append(ending.ruling)
    if plays:
        position = card_gone(position, side, action.card)
    return _ended(Done(_used(position, at, **noted), tuple(rulings)), ending)


def _event_use(at: Position, side: Side, action: do.Event) -> tuple[list[Ruling], dict[str, Any], bool]:
    """What an event is in its round: the rulings, what is noted of it, and whether a card leaves the hand with it.

    :raises IllegalAction: the round's card has been used for something else (TS-AR-2, TS-EV-2, TS-SPC-3).
    """
    phasing, done = at.phasing, at.this_round
    if action.extra:
        return [consequence("TS-EV-1", "another event plays it: it is not the round's card")], {}, False
    if not at.round:
        chosen = headlined(at, side)
        if chosen in SCORING_CARDS:
            refuse("TS-HEAD-1", "the headline of {who} is {card}", who=the(side), card=chosen)
        sentence = "{card}, the headline of {who}: only its event happens"
        return [legal("TS-HEAD-3", sentence, card=chosen, who=the(side))], {"used": "event"}, False
    if phasing is None:
        refuse("TS-AR-1", "it is nobody's action round")
    who = the(phasing)
    if done.used == "space":
        refuse("TS-SPC-3", "{who} tries the space race with the card: its event does not happen", who=who)
    if done.used in ("score", "event") or done.event is not None:
        refuse("TS-AR-2", "{who} has had the event of this round's card", who=who)
    theirs = action.of == opponent(phasing)
    if done.used is not None and action.of is not None and not theirs:
        sentence = "{who} has played its card of this round: its event or its Operations, not both"
        refuse("TS-AR-2", sentence, who=who)
    if theirs or done.used is not None:
        sentence = "the event of {enemy} happens beside the Operations of {who}"
        beside = legal("TS-EV-2", sentence, enemy=the(opponent(phasing)), who=who)
        return [beside], {"event": "opponent", "owed": False}, False
    hand = at.hand(phasing)
    if hand is not None and hand.cards == len(hand.scoring):
        refuse("TS-AR-2", "{who} has no card with an event left", who=who)
    if action.of is None:
        return [], {"event": "unknown"}, False
    played = legal("TS-EV-1", "{who} plays the card for its event", who=who)
    return [played], {"used": "event", "event": "own"}, True


def _changed(at: Position, action: do.Event) -> Position:
    """The influence and the Military Operations that an event leaves."""
    for name, change in action.influence.items():
        at = at.with_influence(name, at.at(name).plus("US", change.US).plus("USSR", change.USSR))
    for name, value in action.to.influence.items():
        at = at.with_influence(name, value)
    for who in SIDES:
        points = action.military_operations.of(who)
        if action.to.military_operations is not None:
            points = action.to.military_operations.of(who) - at.military_operations.of(who)
        at = earned(at, who, points)
    return at


# --- rounds and turns -------------------------------------------------------------------------------------------------


def _end_round(at: Position, action: do.EndRound) -> Done:
    side, done = at.phasing, at.this_round
    if side is None:
        if not at.round:
            refuse("TS-HEAD-1", "both sides must play a headline before the action rounds of turn {turn}", turn=at.turn)
        refuse("TS-AR-1", "the last action round of turn {turn} is over", turn=at.turn)
    if not at.round and at.headlines is not None:
        resolved = next_headline(at, side)
        return resolved if resolved.position.headlines else _begun(resolved.position, list(resolved.rulings))
    rulings = [] if not at.round else [round_ruling(at, side)]
    if at.round and done.used is None and done.event == "unknown":
        at = card_gone(at, side, None)
    return _begun(evolve(at, this_round=NOT_BEGUN), rulings)


def _begun(at: Position, rulings: list[Ruling]) -> Done:
    """The next action round, or the end of the last."""
    following = _next_round(at)
    if following is None:
        last = consequence("TS-AR-1", "that was the last action round of the turn")
        return Done(evolve(at, phasing=None), (*rulings, last))
    number, side = following
    begins = consequence("TS-AR-1", "action round {round} of {who} begins", round=number, who=the(side))
    return Done(evolve(at, round=number, phasing=side), (*rulings, begins))


def round_ruling(at: Position, side: Side) -> Ruling:
    """Whether a side may end its round as it is (TS-AR-2)."""
    done, hand = at.this_round, at.hand(side)
    if done.owed:
        refuse("TS-EV-2", "the opponent's event on the card that {who} played has still to happen", who=the(side))
    if done.used is not None:
        return legal("TS-AR-2", "{who} has played its card of this round", who=the(side))
    if done.event == "opponent":
        refuse("TS-EV-2", "{who} cannot play the card for the opponent's event alone", who=the(side))
    if done.event is not None:
        return legal("TS-AR-2", "{who} has played a card for an event", who=the(side))
    if hand is not None and hand.cards > 0:
        refuse("TS-AR-2", "{who} has {cards} cards left and must play one", who=the(side), cards=hand.cards)
    china = at.china_card.holder == side and at.china_card.face == "up"
    if hand is not None and china and at.readings.china_card_alone == "must":
        refuse("TS-AR-2", "{who} has the China Card and must play it", who=the(side))
    return legal("TS-AR-2", "{who} plays nothing, as only a side without cards may", who=the(side))


def _next_round(at: Position) -> tuple[int, Side] | None:
    """The next action round and whose it is; None after the last (TS-AR-1)."""
    slots = [(number, side) for number in range(1, 9) for side in TURN_ORDER if number <= rounds(at, side)]
    if at.phasing is None or at.round == 0:
        return slots[0]
    here = (at.round, TURN_ORDER.index(at.phasing))
    return next((slot for slot in slots if (slot[0], TURN_ORDER.index(slot[1])) > here), None)


def _end_turn(at: Position, action: do.EndTurn) -> Done:
    if at.round == 0 or at.phasing is not None:
        sentence = "turn {turn} is not over: action round {round}, of {who}"
        refuse("TS-TURN-1", sentence, turn=at.turn, round=at.round, who=the(at.phasing))
    ended = end_of_turn(at)
    if ended.ending is not None or ended.position.turn > at.turn:
        return _ended(Done(ended.position, ended.rulings), ended.ending)
    final = scored_at_the_end(ended.position)
    scored = evolve(ended.position, vp=on_track(final.marker))
    told = {"final_scoring": final.shown(ended.position)}
    return _ended(Done(scored, (*ended.rulings, *final.rulings), told=told), final.ending)


_DEEDS: Mapping[type[Any], Callable[[Position, Any], Done]] = {
    do.Deal: deal,
    do.Headline: headline,
    do.Place: _operations(_place),
    do.Realign: _operations(_realign),
    do.Coup: _operations(_coup),
    do.Space: _operations(_space),
    do.Score: _score,
    do.Event: _event,
    do.EndRound: _end_round,
    do.EndTurn: _end_turn,
}
