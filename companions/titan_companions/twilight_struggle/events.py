"""Cards played for their text: headlines, scoring cards, events (TS-HEAD, TS-SC-1, TS-EV)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from titan_rules.kernel.rulings import Facts, Ruling
from titan_rules.kernel.wording import listed

from .. import protocol as kit
from ..protocol import allowed, consequence, evolve, frozen, illegal, judged, legal, refuse
from . import catalog
from .cards import Owner, actor, card_gone, flower_power, in_play, may_play, passed, trapped
from .catalog import CHINA_CARD, LASTING, SCORING_CARDS, SIDES, CardName, HeadlineCard, Side, SideName, opponent, the
from .scoring import decided, earned, nuclear_war, score_region, score_vp
from .state import NOT_BEGUN, VP, BySide, Changes, Defcon, Done, Effect, Hand, Headlines, Position, Shown

# --- headlines -------------------------------------------------------------------------------------------------------

UNNAMED = "a card of"
"""The name of a headline with only its Operations given."""

NOT_HEADLINED = "the headline of {who} is {chosen}, not {card}"


def card_of(text: str) -> tuple[str, int]:
    """The name and the Operations of a headline."""
    return (f"{UNNAMED} {text}", int(text)) if text.isdecimal() else (text, catalog.printed(text))


def no_headline_yet(at: Position, what: str) -> Iterator[Ruling]:
    """Whether it is before the headline phase."""
    if at.round or at.phasing is not None or at.headlines is not None:
        yield illegal("TS-TURN-1", "{what} before the headline phase; turn {turn} is past it", what=what, turn=at.turn)


def _choice(at: Position, side: Side, text: str) -> list[Ruling]:
    """Whether a card can be a headline (TS-HEAD-1, TS-HEAD-3), and is in hand as far as the hand is known."""
    (name, _), hand, shown = card_of(text), at.hand(side), at.shown
    facts = {"who": the(side), "card": name}
    if hand is not None and not hand.cards:
        return [illegal("TS-HEAD-1", "{who} has no card to headline", **facts)]
    if name == CHINA_CARD:
        return [illegal("TS-HEAD-3", "{who} cannot headline the China Card", **facts)]
    if shown is not None and shown.side == side and shown.card != text:
        return [illegal("TS-SPC-6", "{who} has shown {shown} and headlines that", shown=shown.card, **facts)]
    barred = [*in_play(at, side, name)]
    if barred or name in SCORING_CARDS:
        return barred or [legal("TS-HEAD-2", "{card} of {who} counts 0", **facts)]
    if hand is not None and hand.cards == len(hand.scoring):
        return [illegal("TS-SC-1", "{who} holds nothing but scoring cards", **facts)]
    return [legal("TS-HEAD-3", "{card} of {who}: only its event happens", **facts)]


def in_order(chosen: Headlines) -> tuple[Side, Side]:
    """Whose headline is resolved first: the higher value; the US if equal (TS-HEAD-2)."""
    return ("US", "USSR") if card_of(chosen.US)[1] >= card_of(chosen.USSR)[1] else ("USSR", "US")


def show_headline(at: Position, card: HeadlineCard, *, side: SideName) -> Done:
    """A side shows its headline, before the one who is alone at Man in Earth Orbit chooses (TS-SPC-6)."""
    enemy = opponent(side)
    must = judged(at.ability_holder(catalog.MAN_IN_EARTH_ORBIT) == enemy, "TS-SPC-6",
                  "{who} shows its headline: {enemy} has Man in Earth Orbit",
                  "{who} need not show its headline: {enemy} does not have Man in Earth Orbit",
                  who=the(side), enemy=the(enemy))  # fmt: skip
    yield from allowed([*no_headline_yet(at, "a headline is shown"), must, *_choice(at, side, card)])
    return evolve(at, shown=Shown(side=side, card=card))


def headline(at: Position, US: HeadlineCard | None = None, USSR: HeadlineCard | None = None) -> Done:  # noqa: N803 (so written)
    """Both headlines, revealed together (TS-HEAD-1): each a card's name, or its Operations alone."""
    given = {side: card for side, card in zip(SIDES, (US, USSR), strict=True) if card is not None}
    rulings = [*no_headline_yet(at, "headlines are chosen")]
    rulings += [ruling for side, card in given.items() for ruling in _choice(at, side, card)]
    if US == USSR and US in SCORING_CARDS:
        rulings.append(illegal("TS-HEAD-1", "there is one {card}, so both cannot headline it", card=US))
    choices = allowed(rulings)
    yield legal("TS-HEAD-1", "both play a card, chosen in secret and revealed together")
    yield from choices
    if US is None or USSR is None:
        missing: Side = "US" if US is None else "USSR"
        raise kit.ChoiceNeeded(kit.Open(missing, f"what does {the(missing)} headline?"))
    (us, ops), (ussr, others), chosen = card_of(US), card_of(USSR), Headlines(US, USSR)
    first, _ = in_order(chosen)
    sentence = "US {us}, USSR {ussr} Operations: the card of {first} first"
    if ops == others:
        sentence = "{us} Operations each: the US card first"
    yield consequence("TS-HEAD-2", sentence, us=ops, ussr=others, first=the(first))
    sentence = "the headline of {who}, {card}, is resolved first: {who} is the phasing player"
    yield consequence("TS-HEAD-4", sentence, who=the(first), card=us if first == "US" else ussr)
    after = card_gone(card_gone(at, "US", us), "USSR", ussr)
    return evolve(after, headlines=chosen, phasing=first, this_round=NOT_BEGUN, shown=None)


def _headlined(at: Position, side: Side) -> str:
    """The card that a side headlines, by its name."""
    if at.headlines is None:
        refuse("TS-HEAD-1", "both sides choose a headline first, and reveal them together")
    if at.phasing != side:
        sentence = "the headline of {phasing} is resolved, not of {who}"
        refuse("TS-HEAD-4", sentence, phasing=the(at.phasing), who=the(side))
    if at.this_round.used is not None:
        refuse("TS-HEAD-3", "the headline of {who} has been resolved", who=the(side))
    return card_of(at.headlines.of(side))[0]


# --- scoring cards ---------------------------------------------------------------------------------------------------


def score(at: Position, card: catalog.ScoringName, *, side: SideName | None = None) -> Done:
    """A scoring card, in an action round or as the headline (TS-SC-1, TS-SCR)."""
    who, region = actor(at, side), SCORING_CARDS[card].region
    if not at.round:
        chosen, facts = _headlined(at, who), {"card": card, "who": the(who)}
        if chosen != card:
            refuse("TS-HEAD-1", NOT_HEADLINED, chosen=chosen, **facts)
        yield legal("TS-SC-1", "{card} is played as the headline of {who}", **facts)
        return (yield from score_region(at, region)).noting(at, used="score")
    rulings = may_play(at, who, "score", card)
    if at.this_round.event is not None:
        rulings.append(illegal("TS-AR-2", "{who} has played a card of this round for its event", who=the(who)))
    yield from allowed(rulings)
    after = yield from score_region(at, region)
    return card_gone(after, who, card).noting(at, used="score")


# --- events ----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Values:
    """Tracks and countries after an event."""

    influence: Mapping[catalog.CountryName, BySide] = kit.field(factory=dict)
    vp: VP | None = None
    defcon: Defcon | None = None
    military_operations: BySide | None = None


NO_VALUES, NO_CHANGES = Values(), Changes()
Influence: TypeAlias = Mapping[catalog.CountryName, Changes]
Cards: TypeAlias = Mapping[SideName, tuple[HeadlineCard, ...]]
NOTHING: Any = {}


def event(
    at: Position, card: CardName | None = None, of: Owner | None = None, *, influence: Influence = NOTHING,
    vp: Annotated[int, kit.Between(-40, 40)] = 0, defcon: Annotated[int, kit.Between(-4, 4)] = 0,
    military_operations: Changes = NO_CHANGES, to: Values = NO_VALUES, discards: Cards = NOTHING,
    takes: Cards = NOTHING, china_card: bool = False, extra: bool = False, region: catalog.RegionName | None = None,
    side: SideName | None = None,
) -> Done:  # fmt: skip
    """What the event of a card does, taken as given (TS-EV-1); DEFCON and VP may end the game by it.

    :param influence, vp, defcon, military_operations: changes, added to what stands there: ``"defcon": -1`` lowers
        DEFCON by one; above 0 ``vp`` is for the US.
    :param to: values, in place of what stands there: ``{"defcon": 2}`` sets DEFCON to 2.
    :param discards, takes: the cards that leave a hand, or come into it, by side.
    :param china_card: the event passes the China Card.
    :param extra: another event plays this one: it is not the round's card.
    :param region: the region that Chernobyl names.
    """
    who = actor(at, side)
    noted = yield from _event_use(at, who, _owner(card, of), card, extra=extra)
    headline = card is None and not at.round and not extra
    name = _headlined(at, who) if headline else card or "an event"
    yield from allowed([*in_play(at, who, name), *_ruled_out(at, name)])
    yield consequence("TS-EV-1", "{card}, as its text was done", card=name)
    if influence:
        taken = any(change.US < 0 or change.USSR < 0 for change in influence.values())
        does = "changes influence" if taken else "places"
        sentence = f"an event {does} in {{countries}} whatever is near, for nothing"
        yield consequence("TS-INF-4", sentence, countries=listed(influence))
    if military_operations != NO_CHANGES:
        sentence = "the event gives Military Operations: US {us}, USSR {ussr}"
        yield consequence("TS-MIL-2", sentence, us=military_operations.US, ussr=military_operations.USSR)
    after, gain = _changed(at, influence, defcon, military_operations, to), vp if to.vp is None else to.vp - at.vp
    if after.defcon != at.defcon:
        yield consequence("TS-EV-1", "DEFCON goes from {before} to {after}", before=at.defcon, after=after.defcon)
    if gain:
        after = yield from score_vp(after, gain, "TS-EV-1", name)
    if noted.get("event") == "own":
        after = card_gone(after, who, name)
    after = yield from _hands_changed(after, discards, takes)
    if "used" in noted:
        after = yield from flower_power(after, who, name)
    if name in catalog.EVENT_CARDS:
        after = yield from _happened(after, catalog.EVENT_CARDS[name], who, region)
    if china_card:
        after = yield from passed(after, by_event=True)
    ends = nuclear_war(after, who) if after.defcon == catalog.LOWEST_DEFCON else decided(after)
    return (yield from ends).noting(at, **noted)


def _owner(card: str | None, of: Owner | None) -> Owner | None:
    """Whose event a card has, as it was said or as it is printed on it (TS-CARD-1)."""
    if card == CHINA_CARD:
        refuse("TS-CHN-1", "the China Card has no event")
    if card in SCORING_CARDS:
        refuse("TS-SC-1", "{card} is a scoring card: it is played to score, not for an event", card=card)
    if card is None:
        return of
    owner = catalog.EVENT_CARDS[card].owner
    if of not in (None, owner):
        refuse("TS-CARD-1", "{card} has an event of {owner}", card=card, owner=owner)
    return owner


def _hands_changed(at: Position, discards: Cards, takes: Cards) -> Done:
    """The cards that leave the hands, and those that come into them (TS-EV-1)."""
    for side in SIDES:
        at = yield from discarded(at, side, discards.get(side, ()))
    for side, cards in takes.items():
        if CHINA_CARD in cards:
            refuse("TS-CHN-3", "the China Card is no card of the hand: an event passes it with china_card")
        if at.hand(side) is not None and cards:
            at = drawn(at, side, len(cards), [card for card in cards if card in SCORING_CARDS])
            yield consequence("TS-EV-1", "{who} takes {new:card}", who=the(side), new=len(cards))
    return at


def _ruled_out(at: Position, card: str) -> Iterator[Ruling]:
    """Why an event cannot happen, by other events, where the document says which are in effect (TS-LAST-9)."""
    barring = [event for event, barred in catalog.BARS.items() if barred == card and at.has(event)]
    needs = catalog.NEEDS.get(card, [])
    if barring:
        yield illegal("TS-LAST-9", "{event} rules out {card}", event=barring[0], card=card)
    if needs and at.in_effect is not None and not any(map(at.has, needs)):
        yield illegal("TS-LAST-9", "{card} needs {events} before it", card=card, events=listed(needs, "or"))


def _happened(at: Position, card: catalog.EventCard, by: Side, region: str | None) -> Done:
    """A starred card leaves the game; a lasting event begins, and ends the one that it rules out (TS-LAST-9)."""
    event = card.name
    if card.starred:
        yield consequence("TS-EV-1", "{card} leaves the game, as its event has happened", card=event)
        at = evolve(at, removed=(*at.removed, event))
    if event not in LASTING:
        return at
    row, barred = LASTING[event], catalog.BARS.get(event, "")
    if row.takes == "region" and region is None:
        regions = catalog.REGIONS
        raise kit.ChoiceNeeded(kit.Open("region", "which region?", regions, len(regions)))
    side = None if row.takes != "side" else by if row.by > 0 else opponent(by)
    effect = Effect(event, side, region if row.takes == "region" else None)
    yield consequence("TS-LAST-9", "{event} is in effect now: {text}", event=str(effect), text=row.text)
    if at.has(barred):
        yield consequence("TS-LAST-9", "{event} ends {barred}", event=event, barred=barred)
    at = at.without(barred, event)
    return evolve(at, in_effect=(*(at.in_effect or ()), effect))


def _changed(at: Position, influence: Influence, defcon: int, military: Changes, to: Values) -> Position:
    """What an event does to countries and tracks."""
    after = at
    for country, change in influence.items():
        after = after.with_influence(country, after.at(country).plus("US", change.US).plus("USSR", change.USSR))
    for country, value in to.influence.items():
        after = after.with_influence(country, value)
    for side in SIDES:
        wanted, now = to.military_operations, at.military_operations.of(side)
        after = earned(after, side, military.of(side) if wanted is None else wanted.of(side) - now)
    level = at.defcon + defcon if to.defcon is None else to.defcon
    return evolve(after, defcon=max(catalog.LOWEST_DEFCON, min(catalog.HIGHEST_DEFCON, level)))


def discarded(at: Position, side: Side, cards: Sequence[str]) -> Done:
    """Cards leave a hand, as far as it is known (TS-EV-1, TS-CHN-3)."""
    hand = at.hand(side)
    if CHINA_CARD in cards:
        refuse("TS-CHN-3", "the China Card is not for a discard that an event demands, and is no card of the hand")
    if hand is None or not cards:
        return at
    gone = [card for card in cards if card in SCORING_CARDS]
    missing = [card for card in gone if card not in hand.scoring or gone.count(card) > 1]
    if missing or len(cards) > hand.cards or len(cards) - len(gone) > hand.cards - len(hand.scoring):
        what = missing[0] if missing else f"{len(cards)} cards"
        refuse("TS-EV-1", "{who} does not hold {what} to discard", who=the(side), what=what)
    after = Hand(hand.cards - len(cards), tuple(card for card in hand.scoring if card not in gone))
    sentence = "{who} discards {lost:card}, {now:card} left"
    yield consequence("TS-EV-1", sentence, who=the(side), lost=len(cards), now=after.cards)
    return at.with_hand(side, after)


def drawn(at: Position, side: Side, number: int, scoring: Sequence[str]) -> Position:
    """Cards come into a hand.

    :param scoring: the scoring cards among them.
    """
    hand = at.hand(side) or Hand(0)
    allowed(_may_draw(at, side, hand.cards, number, scoring))
    return at.with_hand(side, Hand(hand.cards + number, (*hand.scoring, *scoring)))


def _may_draw(at: Position, side: Side, held: int, number: int, scoring: Sequence[str]) -> Iterator[Ruling]:
    """Why cards cannot come into a hand (TS-DEAL-1, TS-DEAL-2, TS-SC-1, TS-SCR-7)."""
    size, known = catalog.turns(at.turn).hand, [hand for hand in map(at.hand, SIDES) if hand is not None]
    facts: Facts = {"who": the(side), "new": number, "size": size, "held": held, "scoring": len(scoring)}
    if held + number > size:
        yield illegal("TS-DEAL-1", "{who} holds {held:card} and cannot take {new}: {size} is a hand", **facts)
    if len(scoring) > number:
        yield illegal("TS-DEAL-1", "{who} is dealt {new:card}, not {scoring:scoring card}", **facts)
    for card in scoring:
        row = SCORING_CARDS[card]
        if at.turn < row.first:
            yield illegal("TS-DEAL-2", "{card} joins the deck in turn {first}", card=card, first=row.first)
        elif card in at.scored and row.removed:
            yield illegal("TS-SCR-7", "{card} is out of the game", card=card)
        elif card in at.scored:
            yield illegal("TS-SC-1", "{card} has been played already", card=card)
        elif scoring.count(card) > 1 or any(card in hand.scoring for hand in known):
            yield illegal("TS-DEAL-1", "{card} is in a hand already", card=card)


def _event_use(
    at: Position, side: Side, of: Owner | None, card: str | None, *, extra: bool
) -> kit.Doing[dict[str, object]]:
    """The record of an event in its round, if the round's card can have one (TS-AR-2, TS-EV-2, TS-SPC-3)."""
    phasing, done = at.phasing, at.this_round
    if extra:
        if done.event is None and done.used != "event":
            refuse("TS-EV-1", "another event plays this one, and none has happened in this round")
        yield consequence("TS-EV-1", "another event plays it: it is not the round's card")
        return {}
    if not at.round:
        chosen, theirs = _headlined(at, side), of == opponent(side)
        if chosen in SCORING_CARDS:
            refuse("TS-HEAD-1", "the headline of {who} is {card}", who=the(side), card=chosen)
        if card is not None and not chosen.startswith(UNNAMED) and chosen != card:
            refuse("TS-HEAD-1", NOT_HEADLINED, who=the(side), chosen=chosen, card=card)
        facts = {"card": chosen, "who": the(side), "by": the(opponent(side) if theirs else side)}
        yield legal("TS-HEAD-3", "{card}, the headline of {who}: only its event happens, {by} carries it out", **facts)
        if theirs:
            sentence = "the event of {by} is headlined: {by} carries it out, {who} is the phasing player"
            yield legal("TS-HEAD-4", sentence, **facts)
        return {"used": "event"}
    if phasing is None:
        refuse("TS-AR-1", "it is nobody's action round")
    if side != phasing:
        sentence = "it is action round {round} of {phasing}, not of {who}"
        refuse("TS-AR-1", sentence, round=at.round, phasing=the(phasing), who=the(side))
    theirs, hand, facts = of == opponent(phasing), at.hand(phasing), {"who": the(phasing)}
    if done.used == "space":
        refuse("TS-SPC-3", "{who} tries the space race with the card: its event does not happen", **facts)
    if done.used in ("score", "event") or done.event is not None:
        refuse("TS-AR-2", "{who} has had the event of this round's card", **facts)
    if done.used is not None and of is not None and not theirs:
        refuse("TS-AR-2", "{who} has played its card of this round: its event or its Operations, not both", **facts)
    if done.used is None and hand is not None and hand.cards == len(hand.scoring):
        rule = "TS-SC-1" if hand.cards else "TS-AR-2"
        refuse(rule, "{who} has no card with an event left", **facts)
    if theirs or done.used is not None:
        sentence = "the event of {enemy} happens beside the Operations of {who}"
        yield legal("TS-EV-2", sentence, enemy=the(opponent(phasing)), **facts)
        return {"event": "opponent", "owed": False}
    allowed(trapped(at, phasing))
    if of is None:
        return {"event": "unknown"}
    yield legal("TS-EV-1", "{who} plays the card for its event", **facts)
    return {"used": "event", "event": "own"}
