"""Hands and action rounds: how many, how many are left, and what one may still play (TS-DEAL, TS-AR, TS-SC)."""

from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, Ruling, asked, consequence, evolve, illegal, judged
from ....kernel.errors import DocumentError, Fault
from ..asking import Acting
from ..catalog import DECKS, SCORING_CARDS, SPACE_STATION, STATION_ROUNDS, Side, turns
from ..state import Hand, Position
from ..unseen import unseen
from ..words import known_card, listed, scoring_names, the


def rounds(position: Position, side: Side) -> int:
    """A side's action rounds this turn (TS-AR-1)."""
    return STATION_ROUNDS if position.ability_holder(SPACE_STATION) == side else turns(position.turn).rounds


def rounds_left(position: Position, side: Side) -> int:
    """The action rounds that a side still has this turn, one it is in included."""
    if position.round == 0:
        return rounds(position, side)
    acted = position.phasing is None or (side == "USSR" and position.phasing == "US")
    return max(0, rounds(position, side) - position.round + (0 if acted else 1))


def plays_left(position: Position, side: Side) -> int:
    """How many cards a side can still play this turn: its rounds, and the headline where that is still to come."""
    headline = position.round == 0 and position.phasing is None and position.headlines is None
    return rounds_left(position, side) + (1 if headline else 0)


def held_rulings(position: Position, side: Side, card: str) -> list[Ruling]:
    """Why a side cannot play a scoring card, if it cannot: it has been played, or the hand does not hold it."""
    hand = position.hand(side)
    if card in position.scored:
        return [illegal("TS-SC-1", "{card} has been played already", card=card, who=the(side))]
    if hand is not None and card not in hand.scoring:
        return [illegal("TS-SC-1", "{card} is not in the hand of {who}", card=card, who=the(side))]
    return []


def card_gone(position: Position, side: Side, card: str | None) -> Position:
    """A known hand without the card that was played; the China Card is in none."""
    named = known_card(card)
    if named in SCORING_CARDS:
        position = evolve(position, scored=(*position.scored, named))
    hand = position.hand(side)
    if hand is None or (named is not None and named not in SCORING_CARDS):
        return position
    return position.with_hand(side, Hand(max(0, hand.cards - 1), tuple(c for c in hand.scoring if c != named)))


Cards: TypeAlias = Annotated[int | None, asked("cards in hand, the China Card not counted", "number", least=0, most=9)]
Scoring: TypeAlias = Annotated[tuple[str, ...], asked("a scoring card among them", many=True, names=scoring_names)]


def hand(position: Position, side: Acting, cards: Cards, scoring: Scoring) -> Answer:
    """How many cards and action rounds this turn? Can I still play my scoring card?"""
    turn, row, every = position.turn, turns(position.turn), rounds(position, side)
    plays, left = plays_left(position, side), rounds_left(position, side)
    held = _hand(position.hand(side), cards, scoring)
    decks = [deck for deck, first in DECKS.items() if turn >= first]
    dealt = "turn {turn}: dealt up to a hand of {size}; a held card counts, the China Card does not"
    station = " with the Space Station" if every > row.rounds else ""
    sentence = "{who} has {rounds} action rounds in turn {turn}" + station + ", {left} of them left"
    found, more = ({}, []) if held is None else _with_hand(position, side, held, plays)
    return {
        "side": side,
        "turn": turn,
        "hand_size": row.hand,
        "rounds": every,
        "rounds_left": left,
        "plays_left": plays,
        "decks": decks,
        **found,
        "unseen_events": unseen("hand", position, side),
        "rulings": [
            consequence("TS-DEAL-1", dealt, turn=turn, size=row.hand),
            consequence("TS-DEAL-2", "the deck holds {decks}", decks=listed(decks)),
            consequence("TS-AR-1", sentence, who=the(side), rounds=every, turn=turn, left=left),
            *more,
        ],
    }


def _hand(known: Hand | None, cards: int | None, scoring: tuple[str, ...]) -> Hand | None:
    """The hand that was typed, or else the document's."""
    if cards is None and not scoring:
        return known
    number = cards if cards is not None else max(len(scoring), known.cards if known else 0)
    if len(scoring) > number:
        message = f"{len(scoring)} scoring cards do not fit in a hand of {number}"
        raise DocumentError([Fault("too-many-cards", message)])
    return Hand(number, scoring or (known.scoring if known and cards is None else ()))


def _with_hand(position: Position, side: Side, hand: Hand, plays: int) -> tuple[Answer, list[Ruling]]:
    in_time, lost, china = len(hand.scoring) <= plays, max(0, plays - hand.cards), {}
    sentence = "{cards} cards for {plays} plays: the last ones are lost"
    if not lost:
        sentence = "one card each round: {plays} of the {cards} cards will be played"
    rulings = [consequence("TS-AR-2", sentence, cards=hand.cards, plays=plays)]
    if lost and position.china_card.holder == side and position.china_card.face == "up":
        must = position.readings.china_card_alone == "must"
        china, lost = {"china_card": "must be played" if must else "may be played"}, lost - must
        sentence = "with no other card left the China Card " + ("must be played" if must else "may be played or kept")
        rulings.append(consequence("TS-AR-2", sentence))
    if hand.scoring:
        sentence = "{scoring} must be played this turn; {plays} cards can still be played"
        rulings += [
            judged(in_time, "TS-SC-1", sentence, scoring=listed(hand.scoring), plays=plays),
            consequence("TS-SC-2", "holding one after the last action round loses the game"),
        ]
    told = {"cards": hand.cards, "scoring": hand.scoring, "rounds_lost": lost, **china}
    return {**told, "scoring_in_time": in_time, "you_lose_if": _you_lose_if(hand, plays)}, rulings


def _you_lose_if(hand: Hand, plays: int) -> str | None:
    if not hand.scoring or hand.cards <= plays:
        return None
    spare = plays - len(hand.scoring)
    if spare < 0:
        return "the turn ends as it is: there are not enough plays left"
    if spare == 0:
        return "you play anything but a scoring card from now on"
    return f"you play more than {spare} other card{'s' if spare > 1 else ''} before the scoring cards"
