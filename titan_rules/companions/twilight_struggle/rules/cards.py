"""Cards: headlines, the China Card, and the events of cards used for Operations (TS-HEAD, TS-CHN, TS-EV)."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias, cast

from attrs import frozen

from ....kernel.companions import Answer, asked
from ....kernel.companions.telling import verdict
from ....kernel.errors import DocumentError, Fault
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..actions import Owner
from ..asking import Acting, Spent
from ..catalog import (
    CHINA_CARD,
    CHINA_OPS,
    CHINA_OPS_IN_ASIA,
    MAN_IN_EARTH_ORBIT,
    SCORING_CARDS,
    SPACE,
    Country,
    Side,
    opponent,
)
from ..state import ChinaCard, Position
from ..words import china_names, china_use_names, scoring_names, side_of, the, use_names
from .rounds import plays_left
from .space import ability_holder

OPERATIONS = ("place", "realign", "coup", "space")

HIGHEST_CARD = 4
"""The highest Operations value printed on a card."""


@frozen
class Card:
    """A card chosen for the headline.

    :param card: its name, canonical if it is a scoring card or the China Card.
    :param ops: its Operations value.
    """

    side: Side
    card: str
    ops: int

    def to_json(self) -> Answer:
        """As answers show it: the owner is the phasing player while it is resolved (TS-HEAD-4)."""
        return {"side": self.side, "card": self.card, "ops": self.ops, "phasing": self.side}


def card_of(side: Side, text: str) -> Card:
    """A card typed as its Operations value, as ``NAME:3``, or as a scoring card or the China Card.

    :raises DocumentError: it is none of these.
    """
    if china_names.find(text) is not None:
        return Card(side, CHINA_CARD, 0)
    scoring = scoring_names.find(text)
    if scoring is not None:
        return Card(side, scoring, 0)
    name, colon, value = text.rpartition(":")
    if not value.strip().isdecimal() or not 0 <= int(value) <= HIGHEST_CARD:
        hint = f"write its Operations value, 0 to {HIGHEST_CARD}, as 3 or as NAME:3; a scoring card by its name"
        raise DocumentError([Fault("unknown-card", f"no Operations value in {text[:60]!r}", hint=hint)])
    return Card(side, name.strip() if colon else f"a card of {value.strip()}", int(value))


def choice_rulings(position: Position, chosen: Card) -> list[Ruling]:
    """Whether a card can be a headline (TS-HEAD-3), and is in hand as far as the hand is known (TS-HEAD-1, TS-SC-1)."""
    who, hand = the(chosen.side), position.hand(chosen.side)
    if hand is not None and not hand.cards:
        return [illegal("TS-HEAD-1", "{who} has no card to headline", who=who)]
    if chosen.card == CHINA_CARD:
        return [illegal("TS-HEAD-3", "{who} cannot headline the China Card", who=who)]
    if chosen.card in SCORING_CARDS:
        held = held_rulings(position, chosen.side, chosen.card)
        return held or [legal("TS-HEAD-2", "{card} of {who} counts 0", card=chosen.card, who=who)]
    return [legal("TS-HEAD-3", "{card} of {who}: only its event happens", card=chosen.card, who=who)]


def held_rulings(position: Position, side: Side, card: str) -> list[Ruling]:
    """Why a side cannot play a scoring card, if it cannot: it has been played, or the hand does not hold it."""
    hand, facts = position.hand(side), {"card": card, "who": the(side)}
    if card in position.scored:
        return [illegal("TS-SC-1", "{card} has been played already", None, **facts)]
    if hand is not None and card not in hand.scoring:
        return [illegal("TS-SC-1", "{card} is not in the hand of {who}", None, **facts)]
    return []


def order(us: Card, ussr: Card) -> tuple[tuple[Card, Card], Ruling]:
    """Which of two headlines is resolved first (TS-HEAD-2)."""
    facts: dict[str, Any] = {"us": us.ops, "ussr": ussr.ops}
    if us.ops == ussr.ops:
        return (us, ussr), consequence("TS-HEAD-2", "{us} Operations each: the US card first", **facts)
    first, second = (us, ussr) if us.ops > ussr.ops else (ussr, us)
    sentence = "US {us}, USSR {ussr} Operations: the card of {first} first"
    return (first, second), consequence("TS-HEAD-2", sentence, first=the(first.side), **facts)


UsCard: TypeAlias = Annotated[str, asked("the US card", required=True)]
UssrCard: TypeAlias = Annotated[str, asked("the USSR card", required=True)]


def headline(position: Position, us_card: UsCard, ussr_card: UssrCard) -> Answer:
    """Whose headline goes first? A card is its Operations value, NAME:3, or a scoring card."""
    us, ussr = card_of("US", us_card), card_of("USSR", ussr_card)
    choices = [*choice_rulings(position, us), *choice_rulings(position, ussr)]
    shown = _shown_first(position)
    if verdict(choices) == "illegal":
        return {"verdict": "illegal", "order": [], "rulings": [*choices, *shown]}
    (first, second), ruling = order(us, ussr)
    both = legal("TS-HEAD-1", "both play a card, chosen in secret and revealed together")
    sentence = "while a headline is resolved its owner is the phasing player, whoever carries it out"
    notes = [
        consequence("TS-HEAD-3", "only the events happen; starred cards then leave the game"),
        consequence("TS-HEAD-4", sentence),
    ]
    rulings = [both, *choices, ruling, *notes, *shown]
    return {"verdict": "legal", "first": first.side, "order": [first, second], "rulings": rulings}


def _shown_first(position: Position) -> list[Ruling]:
    holder, box = ability_holder(position, MAN_IN_EARTH_ORBIT), SPACE[MAN_IN_EARTH_ORBIT]
    if holder is None:
        return []
    return [consequence("TS-SPC-5", "{who} has {name}: {ability}", who=the(holder), name=box.name, ability=box.ability)]


# --- the China Card ---------------------------------------------------------------------------------------------------


def china_rulings(position: Position, side: Side, use: str, scoring: int = 0, plays: int | None = None) -> list[Ruling]:
    """Whether a side may use the China Card; it may where none of the rulings is illegal.

    :param use: a canonical use (see :data:`.words.use_names`).
    :param scoring: scoring cards in its hand.
    :param plays: cards that it can still play this turn, this one included; None if unknown.
    """
    card = position.china_card
    if card.holder != side:
        return [illegal("TS-CHN-1", "{holder} has the China Card", holder=the(card.holder))]
    if card.face == "down":
        return [illegal("TS-CHN-1", "the China Card is face down: {who} may use it from the next turn", who=the(side))]
    found = [_use_ruling(use)]
    if plays is not None and use in OPERATIONS:
        rule = legal if scoring < plays else illegal
        sentence = "with {plays} cards still to play this turn, {scoring} scoring cards can be played beside it"
        if scoring >= plays:
            sentence = "{plays} cards can still be played this turn and {scoring} scoring cards must be: one would stay"
        found.append(rule("TS-CHN-3", sentence, plays=plays, scoring=scoring))
    return found


def china_rulings_now(position: Position, side: Side, use: str) -> list[Ruling]:
    """As :func:`china_rulings`, with the scoring cards that the side is known to hold and its plays left."""
    hand = position.hand(side)
    return china_rulings(position, side, use, len(hand.scoring) if hand else 0, plays_left(position, side))


def _use_ruling(use: str) -> Ruling:
    if use == "headline":
        return illegal("TS-CHN-3", "the China Card is not for the headline")
    if use == "discard":
        return illegal("TS-CHN-3", "the China Card is not for a discard that an event demands")
    if use in ("event", "score"):
        return illegal("TS-CHN-1", "the China Card has no event")
    return legal("TS-CHN-1", "the China Card is used like a card of the hand, for {ops} Operations", ops=CHINA_OPS)


def china_ops(use: str, countries: Sequence[Country]) -> tuple[int, Ruling]:
    """The Operations it gives where the points are spent in these countries (TS-CHN-2).

    :param countries: where each point goes; none: it is not decided yet.
    """
    elsewhere = [c.name for c in countries if c.region != "Asia"]
    if use == "space" or elsewhere:
        where = elsewhere[0] if elsewhere else "the space race"
        sentence = "{where} is not in Asia: {ops} Operations"
        return CHINA_OPS, consequence("TS-CHN-2", sentence, where=where, ops=CHINA_OPS)
    if not countries:
        sentence = "{ops} Operations, {asia} if every point is spent in Asia"
        return CHINA_OPS, consequence("TS-CHN-2", sentence, ops=CHINA_OPS, asia=CHINA_OPS_IN_ASIA)
    sentence = "every point is spent in Asia: {ops} Operations"
    return CHINA_OPS_IN_ASIA, consequence("TS-CHN-2", sentence, ops=CHINA_OPS_IN_ASIA)


def passed(position: Position, by_event: bool = False) -> tuple[Position, Ruling]:
    """The card given to the other side, after use (TS-CHN-1) or by an event (TS-CHN-4)."""
    taker = opponent(position.china_card.holder)
    if by_event:
        ruling = consequence("TS-CHN-4", "{who} gets it face up and may use it at once", who=the(taker))
        return evolve(position, china_card=ChinaCard(taker, "up")), ruling
    ruling = consequence("TS-CHN-1", "{who} gets it face down and may use it from the next turn", who=the(taker))
    return evolve(position, china_card=ChinaCard(taker, "down")), ruling


Use: TypeAlias = Annotated[
    str,
    asked(
        "place, realign, coup, space, headline, event, discard or handover",
        required=True,
        read=lambda _, text: china_use_names.canonical(text),
    ),
]
ScoringHeld: TypeAlias = Annotated[int | None, asked("scoring cards in hand", "number", least=0, most=7)]


def china(position: Position, use: Use, side: Acting, country: Spent, scoring: ScoringHeld) -> Answer:
    """May I use the China Card so, and for how many Operations?"""
    if use == "handover":
        after, ruling = passed(position, by_event=True)
        return {"verdict": "legal", "ops": None, "after": after.china_card, "rulings": [ruling], "final": after}
    rulings = china_rulings_now(position, side, use)
    if scoring is not None:
        rulings = china_rulings(position, side, use, scoring, plays_left(position, side))
    answer = {"verdict": verdict(rulings), "side": side, "use": use}
    if verdict(rulings) == "illegal":
        return {**answer, "ops": None, "rulings": rulings}
    ops, ruling = china_ops(use, country)
    after, given = passed(position)
    return {**answer, "ops": ops, "after": after.china_card, "rulings": [*rulings, ruling, given], "final": after}


# --- events of cards --------------------------------------------------------------------------------------------------


@frozen
class EventUse:
    """What a card's event does when the card is used.

    :param happens: whether the event happens.
    :param by: who carries it out, if it happens.
    :param order: whether the phasing player picks what comes first.
    """

    happens: bool
    by: Side | None
    order: bool
    rulings: tuple[Ruling, ...]


def event_use(side: Side, owner: Owner, use: str, starred: bool = False) -> EventUse:
    """What happens to the event of a card that a side uses (TS-EV-1, TS-EV-2, TS-SPC-3, TS-HEAD-4).

    :param owner: whose event it is.
    :param use: a canonical use (see :data:`.words.use_names`).
    :param starred: the event leaves the game once it has happened.
    """
    theirs = owner == opponent(side)
    by = opponent(side) if theirs else side
    if use == "space":
        return EventUse(False, None, False, (legal("TS-SPC-3", "on a space attempt the event does not happen"),))
    if use == "headline":
        sentence = "the event of {owner} is headlined: {by} carries it out, {who} is the phasing player"
        rule = legal("TS-HEAD-4", sentence, owner=owner, by=the(by), who=the(side))
        return EventUse(True, by, False, (rule, _afterwards(starred)))
    if use == "event":
        if theirs:
            sentence = "the event is of {owner}: the card cannot be played for the event alone"
            return EventUse(False, None, False, (illegal("TS-EV-2", sentence, owner=the(opponent(side))),))
        done = legal("TS-EV-1", "{who} does what the text says, in order", who=the(side))
        return EventUse(True, side, False, (done, _afterwards(starred)))
    if theirs:
        sentence = (
            "the event of {by} happens too, {by} carries it out, {who} picks whether it comes before the Operations"
        )
        return EventUse(True, by, True, (legal("TS-EV-2", sentence, by=the(by), who=the(side)), _afterwards(starred)))
    only = legal("TS-AR-2", "one card each round, for its event or its Operations: the event does not happen")
    return EventUse(False, None, False, (only,))


def _afterwards(starred: bool) -> Ruling:
    if starred:
        return consequence("TS-EV-1", "a starred event: the card is removed from the game once it has happened")
    return consequence("TS-EV-1", "the card is then discarded")


def _owner(_: Any, text: str) -> Owner:
    return "neutral" if text.casefold() == "neutral" else cast(Owner, side_of(text))


OwnerAsked: TypeAlias = Annotated[Owner, asked("whose event it is: US, USSR or neutral", required=True, read=_owner)]
EventUsed: TypeAlias = Annotated[
    str,
    asked(
        "event, place, realign, coup, space or headline",
        required=True,
        read=lambda _, text: use_names.canonical(text),
    ),
]
Starred: TypeAlias = Annotated[bool, asked("the event has a star", "flag")]


def event(position: Position, owner: OwnerAsked, use: EventUsed, side: Acting, starred: Starred) -> Answer:
    """What happens to the event of a card that I use so?"""
    found = event_use(side, owner, use, starred)
    legal_use = verdict(found.rulings)
    return {
        "verdict": legal_use,
        "side": side,
        "event_of": owner,
        "use": use,
        "event_happens": found.happens,
        "carried_out_by": found.by,
        "you_choose_the_order": found.order,
        "operations": legal_use == "legal" and use in OPERATIONS,
        "rulings": found.rulings,
    }
