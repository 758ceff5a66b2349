"""Actions carried out one by one: whose round it is, one card each round, and the rules of each operation."""

from collections.abc import Callable, Mapping
from typing import Literal

from attrs import frozen

from ....kernel.errors import IllegalAction
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import (
    CHINA_CARD,
    CHINA_OPS,
    HIGHEST_DEFCON,
    SCORING_CARDS,
    SIDES,
    SOUTHEAST_ASIA,
    VP_TO_WIN,
    Country,
    Side,
    opponent,
)
from ..operations import Action
from ..state import Hand, Hands, Position
from ..words import china_names, scoring_names, the
from .china import china_ops, china_rulings, passed
from .control import target
from .coup import coup_rulings, resolve
from .defcon import LOWEST_DEFCON, earned, nuclear_war
from .endings import Ending, score
from .influence import place
from .realignment import realignment_rulings, roll
from .scoring import score_region, score_southeast_asia
from .space import attempt, attempt_rulings, next_box
from .turn import end_of_turn, rounds
from .winning import final_scoring

TURN_ORDER: tuple[Side, Side] = ("USSR", "US")


@frozen
class Table:
    """A game in the middle of an action round.

    :param at_start: the position when the action round began (TS-INF-2).
    :param played: the round's card has been played for its Operations or its own side's event.
    :param event: what events happened in the round: one of the opponent's, on the round's card, or any other.
    :param ending: how the game ended, when it has.
    """

    position: Position
    at_start: Position
    played: bool = False
    event: Literal["opponent", "other"] | None = None
    ending: Ending | None = None


def table(position: Position) -> Table:
    """A position at the start of its action round."""
    return Table(position, position)


@frozen
class Done:
    """An action carried out."""

    table: Table
    rulings: tuple[Ruling, ...]


def apply(at: Table, action: Action) -> Done:
    """Carry out one action.

    :raises IllegalAction: a rule forbids it; nothing is changed.
    :raises UnknownName: a card that must be known is not.
    """
    if at.ending is not None:
        raise IllegalAction([illegal("TS-WIN-2", "the game is over: {how}", how=at.ending.how)], action)
    if action.do == "end-round":
        return _end_round(at, action)
    if action.do == "end-turn":
        return _end_turn(at, action)
    side = action.side or at.position.phasing
    if side is None:
        raise IllegalAction([illegal("TS-AR-1", "it is nobody's action round")], action)
    if action.do == "score" and at.position.round == 0:
        return _headlined(at, side, action)
    if action.do == "event":
        return _event(at, side, action)
    rulings = _may_play(at, side, action)
    position, steps, ending = _DEEDS[action.do](at, side, action)
    rulings = [*rulings, *steps]
    if action.free:
        return Done(evolve(at, position=position, ending=ending), tuple(rulings))
    position = _card_gone(position, side, action)
    if _is_china(action):
        position, ruling = passed(position)
        rulings.append(ruling)
    return Done(evolve(at, position=position, played=True, ending=ending), tuple(rulings))


def _headlined(at: Table, side: Side, action: Action) -> Done:
    """A scoring card as a headline (TS-SC-1)."""
    position, rulings, ending = _score(at, side, action)
    headline = legal("TS-SC-1", "{card} is played as the headline of {who}", card=action.card, who=the(side))
    position = _card_gone(position, side, action)
    return Done(evolve(at, position=position, ending=ending), (headline, *rulings))


def _forbid(rulings: list[Ruling], action: Action) -> list[Ruling]:
    """The rulings, if none forbids the action."""
    barred = [ruling for ruling in rulings if ruling.verdict == "illegal"]
    if barred:
        raise IllegalAction(barred, action)
    return rulings


def _may_play(at: Table, side: Side, action: Action) -> list[Ruling]:
    """Whether the side may play a card now (TS-AR-1, TS-AR-2, TS-SC-1, TS-CHN)."""
    if action.free:
        return []
    found = [_round_of(at.position, side)]
    if at.played:
        found.append(illegal("TS-AR-2", "{who} has played its card of this round", who=the(side)))
    if action.do != "score" and action.card is not None and scoring_names.find(action.card) in SCORING_CARDS:
        found.append(illegal("TS-SC-1", "{card} is a scoring card and gives no Operations", card=action.card))
    if _is_china(action):
        found += china_rulings(at.position, side, action.do)
        given, ruling = china_ops(action.do, _spent_in(action))
        fits = given > CHINA_OPS or (action.ops or 0) <= given
        rule = legal if fits else illegal
        found.append(rule(ruling.rule, ruling.sentence, None, **ruling.facts))
    return _forbid(found, action)


def _round_of(position: Position, side: Side) -> Ruling:
    number, phasing = position.round, position.phasing
    if side == phasing:
        return legal("TS-AR-1", "action round {round} of {who}", round=number, who=the(side))
    sentence = "it is action round {round} of {phasing}, not of {who}"
    return illegal("TS-AR-1", sentence, round=number, phasing=the(phasing), who=the(side))


def _is_china(action: Action) -> bool:
    return action.card is not None and china_names.find(action.card) == CHINA_CARD


def _spent_in(action: Action) -> list[Country]:
    """The countries that an action's points are spent in."""
    names = [*action.markers, *(pair.country for pair in action.rolls), *([action.country] if action.country else [])]
    return [target(name) for name in names]


def _card_gone(position: Position, side: Side, action: Action) -> Position:
    """A known hand without the card that was played."""
    hand = position.hand(side)
    if hand is None or position.hands is None or _is_china(action):
        return position
    named = None if action.card is None else scoring_names.find(action.card)
    left = Hand(max(0, hand.cards - 1), tuple(card for card in hand.scoring if card != named))
    us, ussr = (left, position.hands.USSR) if side == "US" else (position.hands.US, left)
    return evolve(position, hands=Hands(us, ussr))


Result = tuple[Position, list[Ruling], Ending | None]


def _place(at: Table, side: Side, action: Action) -> Result:
    countries = [target(name) for name in action.markers]
    placement = place(at.position, side, action.ops or 0, countries, at.at_start)
    if placement.refused is not None:
        raise IllegalAction(placement.refused.rulings, action)
    return placement.position, [ruling for marker in placement.markers for ruling in marker.rulings], None


def _realign(at: Table, side: Side, action: Action) -> Result:
    if len(action.rolls) > (action.ops or 0):
        sentence = "{ops} Operations buy {ops} rolls, not {rolls}"
        raise IllegalAction([illegal("TS-RLN-1", sentence, ops=action.ops, rolls=len(action.rolls))], action)
    position, rulings = at.position, list[Ruling]()
    extra = {side: action.modifier, opponent(side): action.opponent_modifier}
    for pair in action.rolls:
        country = target(pair.country)
        rulings += _forbid(realignment_rulings(position, side, country), action)
        dice = dict(zip((side, opponent(side)), pair.dice, strict=True))
        result = roll(position, side, country, dice, extra)
        position = result.position
        rulings += result.rulings
    return position, rulings, None


def _coup(at: Table, side: Side, action: Action) -> Result:
    country = target(action.country or "")
    rulings = _forbid(coup_rulings(at.position, side, country, action.free), action)
    coup = resolve(at.position, side, country, action.ops or 0, action.die or 0, action.modifier, action.free)
    return coup.position, [*rulings, *coup.rulings], coup.ending


def _space(at: Table, side: Side, action: Action) -> Result:
    rulings = _forbid(attempt_rulings(at.position, side, action.ops or 0), action)
    box = next_box(at.position, side)
    assert box is not None, "the rulings have refused the end of the track"
    tried = attempt(at.position, side, box, action.die or 0)
    return tried.position, [*rulings, *tried.rulings], tried.ending


def _score(at: Table, _: Side, action: Action) -> Result:
    card = SCORING_CARDS[scoring_names.canonical(action.card or "")]
    if card.region == SOUTHEAST_ASIA:
        asia = score_southeast_asia(at.position)
        return asia.scored.to(at.position), list(asia.rulings), asia.scored.ending
    region = score_region(at.position, card.region)
    return region.scored.to(at.position), list(region.rulings), region.ending


_DEEDS: Mapping[str, Callable[[Table, Side, Action], Result]] = {
    "place": _place,
    "realign": _realign,
    "coup": _coup,
    "space": _space,
    "score": _score,
}


def _event(at: Table, side: Side, action: Action) -> Done:
    """What an event does, taken as given (TS-EV-1); DEFCON and VP may end the game by it."""
    rulings, played, event = _event_use(at, action)
    name = action.card or "an event"
    rulings.append(consequence("TS-EV-1", "{card}, as its text was done", card=name))
    changed = _event_changes(at.position, action)
    scored = score(changed, action.vp, "TS-EV-1", name)
    if action.vp:
        rulings.append(scored.ruling)
    before = scored.to(changed)
    position = evolve(before, defcon=max(LOWEST_DEFCON, min(HIGHEST_DEFCON, before.defcon + action.defcon)))
    if action.china_card:
        position, ruling = passed(position, by_event=True)
        rulings.append(ruling)
    ending = nuclear_war(position, side) if position.defcon == LOWEST_DEFCON else scored.ending
    if ending is not None:
        rulings.append(ending.ruling)
    if played and not at.played:
        position = _card_gone(position, side, action)
    return Done(Table(position, at.at_start, played, event, ending), tuple(rulings))


def _event_use(at: Table, action: Action) -> tuple[list[Ruling], bool, Literal["opponent", "other"]]:
    """Whether the event is the card of this round (TS-EV-1), or comes with its Operations (TS-EV-2)."""
    phasing = at.position.phasing
    if action.of is None or phasing is None or at.position.round == 0:
        return [], at.played, at.event or "other"
    if action.of == opponent(phasing):
        sentence = "the event of {enemy} happens beside the Operations of {who}"
        return [legal("TS-EV-2", sentence, enemy=the(action.of), who=the(phasing))], at.played, "opponent"
    if at.played:
        sentence = "{who} has played its card of this round: its event or its Operations, not both"
        raise IllegalAction([illegal("TS-AR-2", sentence, who=the(phasing))], action)
    return [legal("TS-EV-1", "{who} plays the card for its event", who=the(phasing))], True, at.event or "other"


def _event_changes(position: Position, action: Action) -> Position:
    """The influence and the Military Operations that an event leaves."""
    for name, change in action.influence.items():
        held = position.at(name)
        position = position.with_influence(name, held.plus("US", change.US).plus("USSR", change.USSR))
    for who in SIDES:
        position = earned(position, who, action.military_operations.of(who))
    return position


def _end_round(at: Table, action: Action) -> Done:
    position = at.position
    if position.round > 0 and position.phasing is None:
        raise IllegalAction(
            [illegal("TS-AR-1", "the last action round of turn {turn} is over", turn=position.turn)], action
        )
    rulings = [] if position.phasing is None else [_round_ruling(at, position.phasing, action)]
    following = _next_round(position)
    if following is None:
        over = evolve(position, phasing=None)
        return Done(table(over), (*rulings, consequence("TS-AR-1", "that was the last action round of the turn")))
    number, side = following
    begun = evolve(position, round=number, phasing=side)
    rulings.append(consequence("TS-AR-1", "action round {round} of {who} begins", round=number, who=the(side)))
    return Done(table(begun), tuple(rulings))


def _round_ruling(at: Table, side: Side, action: Action) -> Ruling:
    """Whether a side may end its round as it is (TS-AR-2)."""
    if at.played:
        return legal("TS-AR-2", "{who} has played its card of this round", who=the(side))
    if at.event == "opponent":
        sentence = "{who} cannot play the card for the opponent's event alone"
        raise IllegalAction([illegal("TS-EV-2", sentence, who=the(side))], action)
    if at.event == "other":
        return legal("TS-AR-2", "{who} has played a card for an event", who=the(side))
    hand = at.position.hand(side)
    if hand is not None and hand.cards > 0:
        sentence = "{who} has {cards} cards left and must play one"
        raise IllegalAction([illegal("TS-AR-2", sentence, who=the(side), cards=hand.cards)], action)
    return legal("TS-AR-2", "{who} plays nothing, as only a side without cards may", who=the(side))


def _next_round(position: Position) -> tuple[int, Side] | None:
    """The next action round and whose it is; None after the last (TS-AR-1)."""
    order = [(number, side) for number in range(1, 9) for side in TURN_ORDER if number <= rounds(position, side)]
    if position.phasing is None or position.round == 0:
        return order[0]
    after = [slot for slot in order if (slot[0], TURN_ORDER.index(slot[1])) > _place_of(position)]
    return after[0] if after else None


def _place_of(position: Position) -> tuple[int, int]:
    assert position.phasing is not None, "somebody's round is ending"
    return position.round, TURN_ORDER.index(position.phasing)


def _end_turn(at: Table, action: Action) -> Done:
    position = at.position
    if position.round == 0 or position.phasing is not None:
        sentence = "turn {turn} is not over: action round {round}, of {who}"
        facts = {"turn": position.turn, "round": position.round, "who": the(position.phasing)}
        raise IllegalAction([illegal("TS-TURN-1", sentence, None, **facts)], action)
    over = end_of_turn(position)
    if over.ending is not None or over.position.turn > position.turn:
        return Done(evolve(table(over.position), ending=over.ending), over.rulings)
    final = final_scoring(over.position)
    scored = evolve(over.position, vp=max(-VP_TO_WIN, min(VP_TO_WIN, final.marker)))
    return Done(evolve(table(scored), ending=final.ending), (*over.rulings, *final.rulings))
