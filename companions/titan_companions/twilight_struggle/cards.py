"""Cards: what may be played, hands, the China Card, the space race (TS-AR, TS-SC, TS-CHN, TS-EV-2, TS-SPC)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from titan_rules.kernel.rulings import Facts, Ruling
from titan_rules.kernel.wording import listed

from .. import protocol as kit
from ..protocol import Between, allowed, consequence, evolve, frozen, illegal, judged, legal, refuse, rolled
from . import catalog
from .catalog import CHINA_CARD, SCORING_CARDS, CardName, Country, Side, SideName, opponent, the, turns
from .scoring import decided, score_vp
from .state import ChinaCard, Done, Hand, Position, effects, unseen

Die: TypeAlias = Annotated[int, Between(1, 6)]
Ops: TypeAlias = Annotated[int, Between(1, catalog.MOST_OPS)]
Owner: TypeAlias = Literal["US", "USSR", "neutral"]
Operations: TypeAlias = Literal["place", "realign", "coup", "space"]
Given: TypeAlias = Literal["free", "event"]


def rounds(at: Position, side: Side) -> int:
    """A side's action rounds this turn, the one that it may take by an ability or an event included (TS-AR-1)."""
    more = at.ability_holder(catalog.SPACE_STATION) == side
    more |= any(row.does == "rounds" for row, _ in effects(at, "hand", side))
    return catalog.STATION_ROUNDS if more else turns(at.turn).rounds


def plays_left(at: Position, side: Side, *, headline: bool = True) -> int:
    """How many cards a side can still play this turn: one in each action round, one in a headline phase to come."""
    every = rounds(at, side)
    if at.round == 0:
        return every + (headline and at.phasing is None and at.headlines is None)
    acted = at.phasing is None or (side == "USSR" and at.phasing == "US")
    return max(0, every - at.round + (not acted))


# --- hands -----------------------------------------------------------------------------------------------------------


def in_play(at: Position, side: Side, card: str | None) -> Iterator[Ruling]:
    """Why a card cannot be played at all: it has left the game, is not in the deck yet, or not in the hand."""
    facts, hand, scoring = {"card": card, "who": the(side)}, at.hand(side), SCORING_CARDS.get(card or "")
    known = catalog.EVENT_CARDS.get(card or "")
    if card in at.removed:
        yield illegal("TS-EV-1", "{card} has left the game with its event", **facts)
    first = scoring.first if scoring is not None else catalog.DECKS[known.period] if known is not None else 1
    if at.turn < first:
        yield illegal("TS-DEAL-2", "{card} joins the deck in turn {first}", first=first, **facts)
    elif card in at.scored:
        yield illegal("TS-SC-1", "{card} has been played already", **facts)
    elif scoring is not None and hand is not None and card not in hand.scoring:
        yield illegal("TS-SC-1", "{card} is not in the hand of {who}", **facts)


def card_gone(at: Position, side: Side, card: str | None) -> Position:
    """A known hand without the card that was played; the China Card is in none."""
    if card in SCORING_CARDS:
        at = evolve(at, scored=(*at.scored, card))
    hand = at.hand(side)
    if hand is None or card == CHINA_CARD:
        return at
    return at.with_hand(side, Hand(max(0, hand.cards - 1), tuple(c for c in hand.scoring if c != card)))


def actor(at: Position, side: Side | None) -> Side:
    """The side that acts: the one named, or the one whose action round it is."""
    who = side or at.phasing
    if who is None and not at.round and at.headlines is None:
        refuse("TS-HEAD-1", "both sides choose a headline first, and reveal them together")
    if who is None:
        refuse("TS-AR-1", "it is nobody's action round")
    return who


def may_play(at: Position, side: Side, kind: Operations | Literal["score"], card: str | None) -> list[Ruling]:
    """Whether a side may play a card now (TS-AR-1, TS-AR-2, TS-SC-1, TS-CHN-1)."""
    hand = at.hand(side)
    facts: Facts = {"round": at.round, "phasing": the(at.phasing), "who": the(side), "card": card}
    if not at.round:
        rule = "TS-AR-1" if at.headlines is None else "TS-HEAD-3"
        return [illegal(rule, "before the action rounds only headlines are played, for their events", **facts)]
    if side != at.phasing:
        return [illegal("TS-AR-1", "it is action round {round} of {phasing}, not of {who}", **facts)]
    rulings = [legal("TS-AR-1", "action round {round} of {who}", **facts), *in_play(at, side, card)]
    if at.this_round.used is not None:
        rulings.append(illegal("TS-AR-2", "{who} has played its card of this round", **facts))
    if card == CHINA_CARD:
        return rulings + china_rulings(at, side, kind)
    if hand is not None and not hand.cards:
        rulings.append(illegal("TS-AR-2", "{who} has no card left but the China Card, if it holds that", **facts))
    if kind == "score":
        return rulings
    if card in SCORING_CARDS:
        rule = "TS-SPC-3" if kind == "space" else "TS-SC-1"
        rulings.append(illegal(rule, "{card} is a scoring card and gives no Operations", **facts))
    elif hand is not None and hand.cards and hand.cards == len(hand.scoring):
        rulings.append(illegal("TS-SC-1", "{who} holds nothing but scoring cards", **facts))
    return rulings


# --- a card for Operations -------------------------------------------------------------------------------------------


@frozen
class Play:
    """A card played for Operations, or those that an event gives.

    :param card: its name, if given.
    :param of: whose event is on the card; the opponent's has to happen, too (TS-EV-2).
    :param by: ``free``: an event gives a free coup or free rolls (TS-COUP-6); ``event``: it gives Operations (TS-EV-3).
        Neither is a play of the round's card.
    """

    kind: Operations
    side: Side
    card: str | None
    of: Owner | None
    by: Given | None = None

    @property
    def owner(self) -> Owner | None:
        """Whose event is on the card, as far as it is known."""
        known = catalog.EVENT_CARDS.get(self.card or "")
        return self.of if known is None else known.owner

    def begun(self, at: Position, ops: int | None, countries: Sequence[Country] = ()) -> kit.Doing[int]:
        """Whether it may be played now, and the Operations used in the countries."""
        who, now = the(self.side), at.this_round
        if self.by is not None:
            if now.event is None and now.used != "event":
                sentence = "an event gives {kind}; none has happened in this round of {who}"
                free = self.by == "free"
                kind = f"a {self.kind} for free" if free else "Operations"
                refuse("TS-COUP-6" if free else "TS-EV-3", sentence, kind=kind, who=the(at.phasing))
            if self.by == "event":
                yield legal("TS-EV-3", "{who} uses the Operations that an event gives", who=who)
            return said_ops(ops)
        rulings = may_play(at, self.side, self.kind, self.card)
        if self.of not in (None, self.owner):
            rulings.append(illegal("TS-CARD-1", "{card} has an event of {owner}", card=self.card, owner=self.owner))
        if now.event is not None and self.kind == "space":
            rulings.append(illegal("TS-SPC-3", "on a space attempt the event does not happen, and it has", who=who))
        elif now.event is not None and self.owner not in (None, opponent(self.side)):
            sentence = "{who} has used the card for its own event: its event or its Operations, not both"
            rulings.append(illegal("TS-AR-2", sentence, who=who))
        yield from allowed([*rulings, *trapped(at, self.side)])
        return (yield from self._worth(at, ops, countries))

    def _worth(self, at: Position, ops: int | None, countries: Sequence[Country]) -> kit.Doing[int]:
        """The Operations that are used, if the card gives them (TS-CARD-1, TS-CHN-2, TS-LAST-1, 2)."""
        most, card = catalog.HIGHEST_CARD, self.card
        if card is not None:
            most = yield from changed(at, self.side, card)
        elsewhere = [country.name for country in countries if country.region != "Asia"]
        asia = bool(countries) and not elsewhere and self.kind != "space"
        if card == CHINA_CARD:
            most, where = most + asia, elsewhere[0] if elsewhere else "the space race"
            sentence = "every point is spent in Asia" if asia else "{where} is not in Asia"
            yield consequence("TS-CHN-2", sentence + ": {most:Operation}", where=where, most=most)
        if asia and all(catalog.SOUTHEAST_ASIA in country.halves for country in countries):
            for row, _ in effects(at, "southeast", self.side):
                yield consequence("TS-LAST-2", "{event}: 1 more in Southeast Asia", event=row.event)
                most += row.by
        if ops is None and card is not None:
            return most
        used = said_ops(ops)
        given = "{card} gives {most}" if card else "no card gives more than {most} here"
        whole = card is not None and self.kind in ("coup", "space")
        rule = "TS-CARD-1" if card not in (None, CHINA_CARD) else "TS-CHN-2"
        if used > most or (whole and used < most):
            refuse(rule, given + ", not {ops:Operation}", card=card, most=most, ops=used)
        return used

    def done(self, before: Position, at: Position) -> Done:
        """The card after its Operations, and the record of the round."""
        if self.by is not None:
            return at.noting(before)
        triggers = self.kind != "space" and self.owner == opponent(self.side)
        if triggers:
            sentence = "the event of {enemy} happens, too; {who} picks whether it comes before the Operations"
            yield consequence("TS-EV-2", sentence, enemy=the(opponent(self.side)), who=the(self.side))
        if self.kind != "space":
            at = yield from flower_power(at, self.side, self.card)
        at = card_gone(at, self.side, self.card)
        if self.card == CHINA_CARD:
            at = yield from passed(at)
            if self.side == "US" and at.has("Formosan Resolution"):
                yield consequence("TS-LAST-6", "the US has played the China Card: the Formosan Resolution ends")
                at = at.without("Formosan Resolution")
        return at.noting(before, used=self.kind, owed=triggers and before.this_round.event is None)


def said_ops(ops: int | None) -> int:
    """The Operations that were said.

    :raises ChoiceNeeded: none were, and no card is named.
    """
    if ops is None:
        raise kit.ChoiceNeeded(kit.Open("ops", "how many Operations, or which card?", tuple(range(1, 5)), 4))
    return ops


def changed(at: Position, side: Side, card: str) -> kit.Doing[int]:
    """The Operations that a card gives a side, with the events that change them (TS-CARD-1, TS-LAST-1)."""
    ops = catalog.printed(card)
    yield consequence("TS-CARD-1", "{card} has {ops:Operation}", card=card, ops=ops)
    acting = [(row, effect) for row, effect in effects(at, "ops", side) if effect.side in (None, side)]
    if acting:
        after = max(1, min(catalog.HIGHEST_CARD, ops + sum(row.by for row, _ in acting)))
        sentence = "{events}: {card} gives {after} in place of {ops}"
        yield consequence("TS-LAST-1", sentence, events=listed(row.event for row, _ in acting), card=card, after=after,
                          ops=ops)  # fmt: skip
        return after
    return ops


def trapped(at: Position, side: Side) -> list[Ruling]:
    """Whether an event keeps a side from playing a card (TS-LAST-5)."""
    sentence = "{event}: {who} discards a card of 2 Operations or more and rolls, in place of playing one"
    return [illegal("TS-LAST-5", sentence, event=row.event, who=the(side))
            for row, _ in effects(at, "place", side) if row.does == "trap"]  # fmt: skip


def flower_power(at: Position, side: Side, card: str | None) -> Done:
    """What a war card played by the US gives the USSR (TS-LAST-7)."""
    for row, _ in effects(at, "war", side) if card in catalog.WARS else ():
        at = yield from score_vp(at, -2, "TS-LAST-7", f"{row.event}, as the US plays {card}")
        at = yield from decided(at)
    return at


# --- the China Card --------------------------------------------------------------------------------------------------


def china_rulings(at: Position, side: Side, use: str) -> list[Ruling]:
    """Whether a side may use the China Card: it may if no ruling is illegal."""
    card, hand, who = at.china_card, at.hand(side), the(side)
    if card.holder != side:
        return [illegal("TS-CHN-1", "{holder} has the China Card", holder=the(card.holder))]
    if card.face == "down":
        return [illegal("TS-CHN-1", "the China Card is face down: {who} may use it from the next turn", who=who)]
    if use == "score":
        return [illegal("TS-CHN-1", "the China Card has no event")]
    scoring, plays = len(hand.scoring) if hand else 0, plays_left(at, side)
    beside = "{plays:card} can still be played this turn, the scoring cards in the hand, {scoring}, among them"
    stays = "{plays:card} can still be played this turn and {scoring:scoring card} must be: one would stay"
    sentence = "the China Card is used like a card of the hand, for {ops} Operations"
    return [
        legal("TS-CHN-1", sentence, ops=catalog.CHINA_OPS),
        judged(scoring < plays, "TS-CHN-3", beside, stays, plays=plays, scoring=scoring),
    ]


def passed(at: Position, *, by_event: bool = False) -> Done:
    """The card given to the other side, after use (TS-CHN-1) or by an event (TS-CHN-4)."""
    taker = opponent(at.china_card.holder)
    if by_event:
        yield consequence("TS-CHN-4", "{who} gets it face up and may use it at once", who=the(taker))
    else:
        yield consequence("TS-CHN-1", "{who} gets it face down and may use it from the next turn", who=the(taker))
    return evolve(at, china_card=ChinaCard(taker, "up" if by_event else "down"))


# --- the space race --------------------------------------------------------------------------------------------------


def space(
    at: Position, card: CardName | None = None, ops: Ops | None = None, die: Die | None = None, *,
    side: SideName | None = None, of: Owner | None = None,
) -> Done:  # fmt: skip
    """A space attempt: a die in the range of the next box reaches it (TS-SPC).

    :param ops: the Operations value of the card; left out: as printed on it, with what changes it.
    """
    play = Play("space", actor(at, side), card, of)
    ops = yield from play.begun(at, ops)
    who, enemy, box = the(play.side), opponent(play.side), catalog.SPACE.get(at.space.of(play.side) + 1)
    if box is None:
        refuse("TS-SPC-6", "{who} is at box {box}: there are no more attempts", who=who, box=catalog.LAST_BOX)
    made, most = at.space_attempts.of(play.side), 2 if at.ability_holder(catalog.ANIMAL_IN_SPACE) == play.side else 1
    first = at.space.of(enemy) < box.box
    vp = box.vp[0 if first else 1]
    facts: Facts = {"who": who, "box": box.box, "name": box.name, "up_to": box.up_to}
    china = "the China Card can be used; it has no event"
    attempts = "{who} has made {made} of {most} attempts this turn" + ", with Animal in Space" * (most > 1)
    value = "box {box}, {name}, needs a card of {needed} Operations; this one has {ops}"
    yield from allowed([
        legal("TS-SPC-3", china if play.card == CHINA_CARD else "the card's event does not happen"),
        judged(ops >= box.ops, "TS-SPC-1", value, needed=box.ops, ops=ops, **facts),
        judged(made < most, "TS-SPC-2", attempts, who=who, made=made, most=most),
        consequence("TS-SPC-4", "{who} would be {which} there: {vp} VP", who=who, which="first" if first else "second",
                    vp=vp),
    ])  # fmt: skip
    thrown, after = rolled(die), evolve(at, space_attempts=at.space_attempts.plus(play.side, 1))
    if thrown > box.up_to:
        yield consequence("TS-SPC-1", "die {die}: {name} needs 1-{up_to}", die=thrown, **facts)
        return (yield from play.done(at, after))
    yield consequence("TS-SPC-1", "die {die}: {box}, {name}, is reached with 1-{up_to}", die=thrown, **facts)
    after = evolve(after, space=at.space.plus(play.side, 1))
    after = yield from score_vp(after, vp if play.side == "US" else -vp, "TS-SPC-4", f"{box.name} for {who}")
    if box.ability is not None:
        second = "{who} is second: the ability of {name} ends for {enemy}"
        yield consequence("TS-SPC-5", "{who} is first and gets: {ability}" if first else second, ability=box.ability,
                          enemy=the(enemy), **facts)  # fmt: skip
    after = yield from decided(after)
    return (yield from play.done(at, after))


# --- the hand, as a question -----------------------------------------------------------------------------------------


@frozen
class Holding:
    """A side's cards and rounds in a turn.

    :param plays_left: the cards it can still play: its rounds, and the headline where that is to come.
    :param you_lose_if: what would leave a scoring card in hand.
    """

    side: Side
    turn: int
    hand_size: int
    rounds: int
    rounds_left: int
    plays_left: int
    decks: tuple[str, ...]
    cards: int | None = None
    rounds_lost: int | None = None
    scoring: tuple[str, ...] = ()
    scoring_in_time: bool | None = None
    china_card: str | None = None
    you_lose_if: str | None = None
    unseen_events: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


def hand(
    at: Position, side: SideName | None = None, cards: Annotated[int, Between(0, 9)] | None = None,
    scoring: tuple[catalog.ScoringName, ...] = (),
) -> Holding:  # fmt: skip
    """How many cards and action rounds this turn? Can I still play my scoring card?

    :param cards: in hand, the China Card not counted; ``scoring`` the scoring cards among them.
    """
    who = at.asked(side)
    size, every, plays = turns(at.turn).hand, rounds(at, who), plays_left(at, who)
    left, known = plays_left(at, who, headline=False), at.hand(who)
    if cards is not None or scoring:
        known = Hand(max(len(scoring), cards if cards is not None else known.cards if known else 0), scoring)
    decks = tuple(deck for deck, first in catalog.DECKS.items() if at.turn >= first)
    station = " with the Space Station" if every > turns(at.turn).rounds else ""
    sentence = "{who} has {rounds} action rounds in turn {turn}" + station + ", {left} of them left"
    dealt = "turn {turn}: dealt up to a hand of {size}; a held card counts, the China Card does not"
    rulings = [
        consequence("TS-DEAL-1", dealt, turn=at.turn, size=size),
        consequence("TS-DEAL-2", "the deck holds {decks}", decks=listed(decks)),
        consequence("TS-AR-1", sentence, who=the(who), rounds=every, turn=at.turn, left=left),
    ]
    holding = Holding(who, at.turn, size, every, left, plays, decks, unseen_events=unseen(at, "hand", who))
    if known is None:
        return evolve(holding, rulings=tuple(rulings))
    lost, china, number = max(0, plays - known.cards), None, len(known.scoring)
    played = "one card each round: {plays} of the {cards:card} will be played"
    sentence = "{cards:card} for {plays:play}: the last ones are lost" if lost else played
    rulings.append(consequence("TS-AR-2", sentence, cards=known.cards, plays=plays))
    if lost and at.china_card == ChinaCard(who, "up"):
        must = at.readings.china_card_alone == "must"
        china, lost = "must be played" if must else "may be played", lost - must
        kept = "" if must else " or kept"
        rulings.append(consequence("TS-AR-2", f"with no other card left the China Card {china}{kept}"))
    if known.scoring:
        sentence = "{scoring} must be played this turn; {plays:card} can still be played"
        rulings.append(judged(number <= plays, "TS-SC-1", sentence, scoring=listed(known.scoring), plays=plays))
        rulings.append(consequence("TS-SC-2", "holding one after the last action round loses the game"))
    spare, lose = plays - number, None
    if known.scoring and known.cards > plays:
        others = f"more than {spare} other card{'s' if spare > 1 else ''} before the scoring cards"
        lose = f"you play {others if spare else 'anything but a scoring card from now on'}"
        if spare < 0:
            lose = "the turn ends as it is: there are not enough plays left"
    return evolve(
        holding, cards=known.cards, rounds_lost=lost, scoring=known.scoring, scoring_in_time=number <= plays,
        china_card=china, you_lose_if=lose, rulings=tuple(rulings),
    )  # fmt: skip
