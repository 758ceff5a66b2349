"""Before the action rounds: the deal and the headline phase (TS-DEAL, TS-HEAD)."""

from typing import Annotated, TypeAlias

from ....kernel.companions import (
    Answer,
    Outcome,
    Ruling,
    allowed,
    asked,
    broken,
    consequence,
    evolve,
    frozen,
    illegal,
    legal,
    refuse,
)
from ....kernel.errors import DocumentError, Fault
from ..catalog import CHINA_CARD, HIGHEST_CARD, MAN_IN_EARTH_ORBIT, SCORING_CARDS, SIDES, SPACE, Side, turns
from ..state import NOT_BEGUN, Hand, Headlines, Position
from ..words import ScoringName, known_card, the
from .cards import card_gone, held_rulings
from .tracks import Done


@frozen
class Card:
    """A card chosen for the headline.

    :param card: its name, canonical if it is a scoring card or the China Card.
    :param ops: its Operations value.
    :param phasing: while it is resolved its owner is the phasing player (TS-HEAD-4).
    """

    side: Side
    card: str
    ops: int
    phasing: Side

    def __str__(self) -> str:
        return self.card if self.card in SCORING_CARDS else f"{self.card}:{self.ops}"


def card_of(side: Side, text: str) -> Card:
    """A card typed as its Operations value, as ``NAME:3``, or as a scoring card or the China Card.

    :raises DocumentError: it is none of these.
    """
    known = known_card(text)
    if known is not None:
        return Card(side, known, 0, side)
    name, colon, value = text.rpartition(":")
    if not value.strip().isdecimal() or not 0 <= int(value) <= HIGHEST_CARD:
        hint = f"write its Operations value, 0 to {HIGHEST_CARD}, as 3 or as NAME:3; a scoring card by its name"
        raise DocumentError([Fault("unknown-card", f"no Operations value in {text[:60]!r}", hint=hint)])
    return Card(side, name.strip() if colon else f"a card of {value.strip()}", int(value), side)


def choice_rulings(position: Position, chosen: Card) -> list[Ruling]:
    """Whether a card can be a headline (TS-HEAD-3), and is in hand as far as the hand is known (TS-HEAD-1, TS-SC-1)."""
    who, hand = the(chosen.side), position.hand(chosen.side)
    if hand is not None and not hand.cards:
        return [illegal("TS-HEAD-1", "{who} has no card to headline", who=who)]
    if chosen.card == CHINA_CARD:
        return [illegal("TS-HEAD-3", "{who} cannot headline the China Card", who=who)]
    if chosen.card in SCORING_CARDS:
        counts = legal("TS-HEAD-2", "{card} of {who} counts 0", card=chosen.card, who=who)
        return held_rulings(position, chosen.side, chosen.card) or [counts]
    return [legal("TS-HEAD-3", "{card} of {who}: only its event happens", card=chosen.card, who=who)]


def order(us: Card, ussr: Card) -> tuple[tuple[Card, Card], Ruling]:
    """Which of two headlines is resolved first (TS-HEAD-2)."""
    facts = {"us": us.ops, "ussr": ussr.ops}
    if us.ops == ussr.ops:
        return (us, ussr), consequence("TS-HEAD-2", "{us} Operations each: the US card first", **facts)
    first, second = (us, ussr) if us.ops > ussr.ops else (ussr, us)
    sentence = "US {us}, USSR {ussr} Operations: the card of {first} first"
    return (first, second), consequence("TS-HEAD-2", sentence, first=the(first.side), **facts)


def _ordered(chosen: Headlines) -> tuple[tuple[Card, Card], Ruling]:
    return order(card_of("US", chosen.US), card_of("USSR", chosen.USSR))


BOTH = legal("TS-HEAD-1", "both play a card, chosen in secret and revealed together")

UsCard: TypeAlias = Annotated[str, asked("the US card", required=True)]
UssrCard: TypeAlias = Annotated[str, asked("the USSR card", required=True)]


def headline(position: Position, us_card: UsCard, ussr_card: UssrCard) -> Answer:
    """Whose headline goes first? A card is its Operations value, NAME:3, or a scoring card."""
    us, ussr = card_of("US", us_card), card_of("USSR", ussr_card)
    choices = [*choice_rulings(position, us), *choice_rulings(position, ussr)]
    holder, box, shown = position.ability_holder(MAN_IN_EARTH_ORBIT), SPACE[MAN_IN_EARTH_ORBIT], list[Ruling]()
    if holder is not None:
        facts = {"who": the(holder), "name": box.name, "ability": box.ability}
        shown.append(consequence("TS-SPC-5", "{who} has {name}: {ability}", **facts))
    if broken(choices):
        return {"verdict": "illegal", "order": [], "rulings": [*choices, *shown]}
    cards, ruling = order(us, ussr)
    sentence = "while a headline is resolved its owner is the phasing player, whoever carries it out"
    notes = [
        consequence("TS-HEAD-3", "only the events happen; starred cards then leave the game"),
        consequence("TS-HEAD-4", sentence),
    ]
    rulings = [BOTH, *choices, ruling, *notes, *shown]
    return {"verdict": "legal", "first": cards[0].side, "order": cards, "rulings": rulings}


# --- as actions -------------------------------------------------------------------------------------------------------


def _before_headlines(at: Position, what: str) -> None:
    if at.round or at.phasing is not None or at.headlines is not None:
        refuse("TS-TURN-1", "{what} before the headline phase; turn {turn} is past it", what=what, turn=at.turn)


Drawn: TypeAlias = tuple[ScoringName, ...] | None


def deal(at: Position, US: Drawn = None, USSR: Drawn = None) -> Done:  # noqa: N803 (the sides are written so)
    """Hands dealt up to the size of the turn; the cards held count (TS-DEAL-1, TS-DEAL-2).

    :param US, USSR: the scoring cards that were drawn; null: that hand is not known.
    """
    _before_headlines(at, "cards are dealt")
    size, rulings = turns(at.turn).hand, list[Ruling]()
    for side in SIDES:
        drawn = US if side == "US" else USSR
        if drawn is None:
            continue
        hand = at.hand(side) or Hand(0)
        facts = {"who": the(side), "held": hand.cards, "new": size - hand.cards}
        if len(drawn) > size - hand.cards:
            sentence = "{who} holds {held} cards and is dealt {new}, fewer than the {given} scoring cards named"
            refuse("TS-DEAL-1", sentence, given=len(drawn), **facts)
        allowed(ruling for card in drawn for ruling in _drawn_rulings(at, side, card))
        at = at.with_hand(side, Hand(size, (*hand.scoring, *drawn)))
        rulings.append(
            legal("TS-DEAL-1", "{who} holds {held} cards and is dealt {new}, up to {size}", size=size, **facts)
        )
    return Outcome(at, tuple(rulings))


def _drawn_rulings(at: Position, side: Side, card: str) -> list[Ruling]:
    """Why a scoring card cannot be dealt, if it cannot (TS-DEAL-2, TS-SCR-7)."""
    first, facts = SCORING_CARDS[card].first, {"card": card, "who": the(side)}
    if at.turn < first:
        return [illegal("TS-DEAL-2", "{card} joins the deck in turn {first}", first=first, **facts)]
    if card in at.scored:
        return [illegal("TS-SCR-7", "{card} is out of the game", **facts)]
    if any(card in hand.scoring for hand in map(at.hand, SIDES) if hand is not None):
        return [illegal("TS-DEAL-1", "{card} is in a hand already", **facts)]
    return []


def reveal(at: Position, chosen: Headlines) -> Done:
    """Both choose a card; the one with more Operations is resolved first (TS-HEAD-1, TS-HEAD-2)."""
    _before_headlines(at, "headlines are chosen")
    (first, second), ruling = _ordered(chosen)
    us, ussr = sorted((first, second), key=lambda card: card.side)
    choices = allowed([*choice_rulings(at, us), *choice_rulings(at, ussr)])
    if us.card == ussr.card and us.card in SCORING_CARDS:
        refuse("TS-HEAD-1", "there is one {card}, so both cannot headline it", card=us.card)
    for card in (us, ussr):
        at = card_gone(at, card.side, card.card)
    after = evolve(at, headlines=Headlines(str(us), str(ussr)), phasing=first.side, this_round=NOT_BEGUN)
    sentence = "the headline of {who}, {card}, is resolved first: {who} is the phasing player"
    begins = consequence("TS-HEAD-4", sentence, who=the(first.side), card=first.card)
    return Outcome(after, (BOTH, *choices, ruling, begins))


def headlined(at: Position, side: Side) -> str:
    """The card that a side headlines, by its name.

    :raises IllegalAction: no headlines have been chosen, or it is the other one's that is resolved.
    """
    if at.headlines is None:
        refuse("TS-HEAD-1", "both sides choose a headline first, and reveal them together")
    if at.phasing != side:
        sentence = "the headline of {phasing} is resolved, not of {who}"
        refuse("TS-HEAD-4", sentence, phasing=the(at.phasing), who=the(side))
    if at.this_round.used is not None:
        refuse("TS-HEAD-3", "the headline of {who} has been resolved", who=the(side))
    return card_of(side, at.headlines.of(side)).card


def next_headline(at: Position, side: Side, headlines: Headlines) -> Done:
    """The headline of a side is resolved: the other one's turn, or the end of the phase (TS-HEAD-2)."""
    second = _ordered(headlines)[0][1]
    if at.this_round.used is None:
        card = card_of(side, headlines.of(side)).card
        refuse("TS-HEAD-1", "the headline of {who}, {card}, is still to be resolved", who=the(side), card=card)
    done = legal("TS-HEAD-3", "the headline of {who} has been resolved", who=the(side))
    if side == second.side:
        return Outcome(evolve(at, phasing=None, headlines=None, this_round=NOT_BEGUN), (done,))
    sentence = "the headline of {who}, {card}, is resolved: {who} is the phasing player"
    begins = consequence("TS-HEAD-4", sentence, who=the(second.side), card=second.card)
    return Outcome(evolve(at, phasing=second.side, this_round=NOT_BEGUN), (done, begins))
