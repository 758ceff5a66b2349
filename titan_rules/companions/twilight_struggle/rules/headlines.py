"""Before the action rounds: the deal and the headline phase (TS-DEAL, TS-HEAD); and what all plays of cards share."""

from typing import Any, NoReturn

from ....kernel.companions import Outcome, evolve
from ....kernel.companions.telling import broken
from ....kernel.errors import IllegalAction
from ....kernel.rulings import Ruling, consequence, illegal, legal
from .. import actions as do
from ..catalog import CHINA_CARD, DECKS, SCORING_CARDS, SIDES, Side, turns
from ..state import NOT_BEGUN, Hand, Headlines, Position
from ..words import china_names, scoring_names, the
from .cards import card_of, choice_rulings, order

Done = Outcome[Position]


def refuse(rule: str, sentence: str, **facts: Any) -> NoReturn:
    """Refuse an action by one ruling.

    :raises IllegalAction: always.
    """
    raise IllegalAction([illegal(rule, sentence, **facts)])


def allowed(rulings: list[Ruling]) -> list[Ruling]:
    """The rulings, if none forbids the action."""
    if broken(rulings):
        raise IllegalAction(broken(rulings))
    return rulings


def _before_headlines(at: Position, what: str) -> None:
    if at.round or at.phasing is not None or at.headlines is not None:
        refuse("TS-TURN-1", "{what} before the headline phase; turn {turn} is past it", what=what, turn=at.turn)


def deal(at: Position, action: do.Deal) -> Done:
    """Hands dealt up to the size of the turn; the cards held count (TS-DEAL-1, TS-DEAL-2)."""
    _before_headlines(at, "cards are dealt")
    size, rulings = turns(at.turn).hand, list[Ruling]()
    drawn = {side: getattr(action, side) for side in SIDES}
    for side in SIDES:
        if drawn[side] is None:
            continue
        hand = at.hand(side) or Hand(0)
        held, new = hand.cards, size - hand.cards
        if len(drawn[side]) > new:
            sentence = "{who} holds {held} cards and is dealt {new}, fewer than the {given} scoring cards named"
            refuse("TS-DEAL-1", sentence, who=the(side), held=held, new=new, given=len(drawn[side]))
        allowed([ruling for card in drawn[side] for ruling in _drawn_rulings(at, side, card)])
        at = at.with_hand(side, Hand(size, (*hand.scoring, *drawn[side])))
        sentence = "{who} holds {held} cards and is dealt {new}, up to {size}"
        rulings.append(legal("TS-DEAL-1", sentence, who=the(side), held=held, new=new, size=size))
    return Done(at, tuple(rulings))


def _drawn_rulings(at: Position, side: Side, card: str) -> list[Ruling]:
    """Why a scoring card cannot be dealt, if it cannot (TS-DEAL-2, TS-SCR-7)."""
    first, facts = DECKS[SCORING_CARDS[card].deck], {"card": card, "who": the(side)}
    if at.turn < first:
        return [illegal("TS-DEAL-2", "{card} joins the deck in turn {first}", None, **facts, first=first)]
    if card in at.scored:
        return [illegal("TS-SCR-7", "{card} is out of the game", None, **facts)]
    hands = [hand for hand in map(at.hand, SIDES) if hand is not None]
    if any(card in hand.scoring for hand in hands):
        return [illegal("TS-DEAL-1", "{card} is in a hand already", None, **facts)]
    return []


def headline(at: Position, action: do.Headline) -> Done:
    """Both choose a card; the one with more Operations is resolved first (TS-HEAD-1, TS-HEAD-2)."""
    _before_headlines(at, "headlines are chosen")
    us, ussr = card_of("US", action.US), card_of("USSR", action.USSR)
    choices = allowed([*choice_rulings(at, us), *choice_rulings(at, ussr)])
    if us.card == ussr.card and us.card in SCORING_CARDS:
        refuse("TS-HEAD-1", "there is one {card}, so both cannot headline it", card=us.card)
    (first, _), ruling = order(us, ussr)
    both = legal("TS-HEAD-1", "both play a card, chosen in secret and revealed together")
    for card in (us, ussr):
        at = card_gone(at, card.side, card.card)
    chosen = Headlines(*(c.card if c.card in SCORING_CARDS else f"{c.card}:{c.ops}" for c in (us, ussr)))
    after = evolve(at, headlines=chosen, phasing=first.side, this_round=NOT_BEGUN)
    sentence = "the headline of {who}, {card}, is resolved first: {who} is the phasing player"
    begins = consequence("TS-HEAD-4", sentence, who=the(first.side), card=first.card)
    return Done(after, (both, *choices, ruling, begins))


def headlined(at: Position, side: Side) -> str:
    """The card that a side headlines, by its name.

    :raises IllegalAction: no headlines have been chosen, or it is the other one's that is resolved.
    """
    if at.headlines is None:
        refuse("TS-HEAD-1", "both sides choose a headline first, and reveal them together")
    if at.phasing != side:
        refuse(
            "TS-HEAD-4", "the headline of {phasing} is resolved, not of {who}", phasing=the(at.phasing), who=the(side)
        )
    if at.this_round.used is not None:
        refuse("TS-HEAD-3", "the headline of {who} has been resolved", who=the(side))
    return card_of(side, at.headlines.of(side)).card


def is_china(card: str | None) -> bool:
    """Whether a card that is named is the China Card."""
    return card is not None and china_names.find(card) == CHINA_CARD


def card_gone(at: Position, side: Side, card: str | None) -> Position:
    """A known hand without the card that was played."""
    named = None if card is None else scoring_names.find(card)
    if named in SCORING_CARDS:
        at = evolve(at, scored=(*at.scored, named))
    hand = at.hand(side)
    if hand is None or is_china(card):
        return at
    return at.with_hand(side, Hand(max(0, hand.cards - 1), tuple(c for c in hand.scoring if c != named)))


def next_headline(at: Position, side: Side) -> Done:
    """The headline of a side is resolved: the other one's turn, or the end of the phase (TS-HEAD-2)."""
    if at.this_round.used is None:
        card = card_of(side, at.headlines.of(side)).card if at.headlines else ""
        refuse("TS-HEAD-1", "the headline of {who}, {card}, is still to be resolved", who=the(side), card=card)
    assert at.headlines is not None, "headlines are resolved after they are chosen"
    (first, second), _ = order(card_of("US", at.headlines.US), card_of("USSR", at.headlines.USSR))
    done = legal("TS-HEAD-3", "the headline of {who} has been resolved", who=the(side))
    if side == first.side:
        after = evolve(at, phasing=second.side, this_round=NOT_BEGUN)
        sentence = "the headline of {who}, {card}, is resolved: {who} is the phasing player"
        return Done(after, (done, consequence("TS-HEAD-4", sentence, who=the(second.side), card=second.card)))
    return Done(evolve(at, phasing=None, headlines=None, this_round=NOT_BEGUN), (done,))
