"""Cards: what may be played, hands, the China Card, the space race (TS-AR, TS-SC, TS-CHN, TS-SPC)."""

from collections.abc import Sequence

from ...kernel.games import Outcome, allowed, consequence, evolve, illegal, judged, legal, rolled
from ...kernel.rulings import Facts, Ruling
from . import catalog
from .catalog import CHINA_CARD, SCORING_CARDS, SPACE, Country, Side, SpaceBox, opponent, turns
from .state import ChinaCard, Done, Hand, Position
from .tracks import decided, score_vp
from .words import known_card, the

OPERATIONS = ("place", "realign", "coup", "space")


def rounds(at: Position, side: Side) -> int:
    """A side's action rounds this turn, the one that it may take with the Space Station included (TS-AR-1)."""
    station = at.ability_holder(catalog.SPACE_STATION) == side
    return catalog.STATION_ROUNDS if station else turns(at.turn).rounds


def rounds_left(at: Position, side: Side) -> int:
    """The action rounds that a side still has this turn, one it is in included."""
    if at.round == 0:
        return rounds(at, side)
    acted = at.phasing is None or (side == "USSR" and at.phasing == "US")
    return max(0, rounds(at, side) - at.round + (0 if acted else 1))


def plays_left(at: Position, side: Side) -> int:
    """How many cards a side can still play this turn: its rounds, and the headline where that is still to come."""
    headline = at.round == 0 and at.phasing is None and at.headlines is None
    return rounds_left(at, side) + (1 if headline else 0)


# --- hands ------------------------------------------------------------------------------------------------------------


def in_play(at: Position, side: Side, card: str | None) -> list[Ruling]:
    """Why a card cannot be played at all: it has left the game, is not in the deck yet, or not in the hand."""
    facts, hand = {"card": card, "who": the(side)}, at.hand(side)
    if card in at.removed:
        return [illegal("TS-EV-1", "{card} has left the game with its event", **facts)]
    if card is None or card not in SCORING_CARDS:
        return []
    first = SCORING_CARDS[card].first
    if at.turn < first:
        return [illegal("TS-DEAL-2", "{card} joins the deck in turn {first}", first=first, **facts)]
    if card in at.scored:
        return [illegal("TS-SC-1", "{card} has been played already", **facts)]
    if hand is not None and card not in hand.scoring:
        return [illegal("TS-SC-1", "{card} is not in the hand of {who}", **facts)]
    return []


def card_gone(at: Position, side: Side, card: str | None) -> Position:
    """A known hand without the card that was played; the China Card is in none."""
    if card in SCORING_CARDS:
        at = evolve(at, scored=(*at.scored, card))
    hand = at.hand(side)
    if hand is None or card == CHINA_CARD:
        return at
    return at.with_hand(side, Hand(max(0, hand.cards - 1), tuple(c for c in hand.scoring if c != card)))


def may_play(at: Position, side: Side, kind: str, card: str | None) -> list[Ruling]:
    """Whether a side may play a card now (TS-AR-1, TS-AR-2, TS-SC-1, TS-CHN-1).

    :param card: its name, where it is told: canonical if it is a scoring card or the China Card.
    """
    hand, who = at.hand(side), the(side)
    facts: Facts = {"round": at.round, "phasing": the(at.phasing), "who": who}
    if not at.round:
        rule = "TS-AR-1" if at.headlines is None else "TS-HEAD-3"
        return [illegal(rule, "before the action rounds only headlines are played, for their events", **facts)]
    if side != at.phasing:
        return [illegal("TS-AR-1", "it is action round {round} of {phasing}, not of {who}", **facts)]
    rulings = [legal("TS-AR-1", "action round {round} of {who}", **facts), *in_play(at, side, card)]
    if at.this_round.used is not None:
        rulings.append(illegal("TS-AR-2", "{who} has played its card of this round", who=who))
    if card == CHINA_CARD:
        return rulings + china_rulings(at, side, kind)
    if hand is not None and not hand.cards:
        rulings.append(illegal("TS-AR-2", "{who} has no card left but the China Card, if it holds that", who=who))
    if kind != "score" and card in SCORING_CARDS:
        rule = "TS-SPC-3" if kind == "space" else "TS-SC-1"
        rulings.append(illegal(rule, "{card} is a scoring card and gives no Operations", card=card))
    elif hand is not None and kind != "score" and hand.cards and hand.cards == len(hand.scoring):
        rulings.append(illegal("TS-SC-1", "{who} holds nothing but scoring cards", who=who))
    return rulings


# --- the China Card ---------------------------------------------------------------------------------------------------


def china_rulings(at: Position, side: Side, use: str) -> list[Ruling]:
    """Whether a side may use the China Card; it may where none of the rulings is illegal."""
    card, hand, who = at.china_card, at.hand(side), the(side)
    if card.holder != side:
        return [illegal("TS-CHN-1", "{holder} has the China Card", holder=the(card.holder))]
    if card.face == "down":
        return [illegal("TS-CHN-1", "the China Card is face down: {who} may use it from the next turn", who=who)]
    if use not in OPERATIONS:
        return [illegal("TS-CHN-1", "the China Card has no event")]
    scoring, plays = len(hand.scoring) if hand else 0, plays_left(at, side)
    beside = "with {plays} cards still to play this turn, {scoring} scoring cards can be played beside it"
    stays = "{plays} cards can still be played this turn and {scoring} scoring cards must be: one would stay"
    sentence = "the China Card is used like a card of the hand, for {ops} Operations"
    return [
        legal("TS-CHN-1", sentence, ops=catalog.CHINA_OPS),
        judged(scoring < plays, "TS-CHN-3", beside, stays, plays=plays, scoring=scoring),
    ]


def worth(card: str | None, use: str, ops: int, countries: Sequence[Country]) -> Ruling | None:
    """Whether a card gives the Operations used: 4 at most, 1 more for the China Card in Asia (TS-CHN-2).

    One more by an event is possible in Southeast Asia.
    """
    elsewhere = [country.name for country in countries if country.region != "Asia"]
    asia = bool(countries) and not elsewhere and use != "space"
    southeast = asia and all(catalog.SOUTHEAST_ASIA in country.halves for country in countries)
    china = card == CHINA_CARD
    most = catalog.HIGHEST_CARD + (china and asia) + southeast
    where = elsewhere[0] if elsewhere else "the space race"
    if ops > most:
        sentence = "{ops} Operations are more than any card gives here: {most}"
        if china and not asia:
            sentence = "{where} is not in Asia: {most} Operations, not {ops}"
        elif not china:
            sentence += "; 5 need the China Card and every point in Asia, or an event in Southeast Asia"
        return illegal("TS-CHN-2", sentence, ops=ops, most=most, where=where)
    if not china:
        return None
    sentence = (
        "every point is spent in Asia: {most} Operations" if asia else "{where} is not in Asia: {most} Operations"
    )
    return consequence("TS-CHN-2", sentence, most=catalog.CHINA_OPS_IN_ASIA if asia else most, where=where)


def passed(at: Position, *, by_event: bool = False) -> Done:
    """The card given to the other side, after use (TS-CHN-1) or by an event (TS-CHN-4)."""
    taker = opponent(at.china_card.holder)
    rule, sentence = "TS-CHN-1", "{who} gets it face down and may use it from the next turn"
    if by_event:
        rule, sentence = "TS-CHN-4", "{who} gets it face up and may use it at once"
    after = evolve(at, china_card=ChinaCard(taker, "up" if by_event else "down"))
    return Outcome(after, (consequence(rule, sentence, who=the(taker)),))


# --- the space race ---------------------------------------------------------------------------------------------------


def attempts_allowed(at: Position, side: Side) -> int:
    """Attempts a turn (TS-SPC-2)."""
    return 2 if at.ability_holder(catalog.ANIMAL_IN_SPACE) == side else 1


def space(at: Position, side: Side, ops: int, die: int | None, card: str | None) -> Done:
    """A die in the range of the next box reaches it (TS-SPC).

    :param ops: the card's Operations value.
    """
    box = SPACE.get(at.space.of(side) + 1)
    if box is None:
        sentence = "{who} is at box {box}: there are no more attempts"
        allowed([illegal("TS-SPC-6", sentence, who=the(side), box=catalog.LAST_BOX)])
        return Outcome(at)
    china = known_card(card) == CHINA_CARD
    used = "the China Card can be used; it has no event" if china else "the card's event does not happen"
    made, most = at.space_attempts.of(side), attempts_allowed(at, side)
    value = "box {box}, {name}, needs a card of {needed} Operations; this one has {ops}"
    facts: Facts = {"box": box.box, "name": box.name, "needed": box.ops, "ops": ops}
    sentence = "{who} has made {made} of {most} attempts this turn" + (", with Animal in Space" * (most > 1))
    first = at.space.of(opponent(side)) < box.box
    sides: Facts = {"who": the(side), "which": "first" if first else "second", "vp": box.vp[0 if first else 1]}
    may = allowed([
        legal("TS-SPC-3", used),
        judged(ops >= box.ops, "TS-SPC-1", value, **facts),
        judged(made < most, "TS-SPC-2", sentence, who=the(side), made=made, most=most),
        consequence("TS-SPC-4", "{who} would be {which} there: {vp} VP", **sides),
    ])  # fmt: skip
    thrown = rolled(die, may)
    facts = {"die": thrown, "box": box.box, "name": box.name, "up_to": box.up_to}
    done = Outcome(evolve(at, space_attempts=at.space_attempts.plus(side, 1)), may)
    if thrown > box.up_to:
        return done.told(consequence("TS-SPC-1", "die {die}: {name} needs 1-{up_to}", **facts))
    done = done.told(consequence("TS-SPC-1", "die {die}: {box}, {name}, is reached with 1-{up_to}", **facts))
    return done.then(lambda p: _reached(p, side, box, first))


def _reached(at: Position, side: Side, box: SpaceBox, first: bool) -> Done:
    """What reaching a box gives: VP, the first more than the second (TS-SPC-4), and its ability (TS-SPC-5)."""
    vp = box.vp[0 if first else 1]
    net = vp if side == "US" else -vp
    done = score_vp(evolve(at, space=at.space.plus(side, 1)), net, "TS-SPC-4", f"{box.name} for {the(side)}")
    facts: Facts = {"who": the(side), "ability": box.ability, "name": box.name, "enemy": the(opponent(side))}
    if box.ability is not None:
        sentence = (
            "{who} is first and gets: {ability}" if first else "{who} is second: the ability of {name} ends for {enemy}"
        )
        done = done.told(consequence("TS-SPC-5", sentence, **facts))
    return decided(done)
