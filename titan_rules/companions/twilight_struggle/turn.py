"""A turn as actions: setup, deal, headlines, one card each round, events, the end of rounds and of the turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from ...kernel import games as kit
from ...kernel.errors import CannotTell, DocumentError, Fault
from ...kernel.games import Between, Outcome, allowed, consequence, evolve, frozen, illegal, legal, refuse, said
from ...kernel.rulings import Facts, Ruling
from . import cards, catalog, scoring
from . import catalog as catalogs
from .cards import card_gone, china_rulings, in_play, may_play, passed, rounds, worth
from .catalog import CHINA_CARD, HIGHEST_CARD, LOWEST_DEFCON, SCORING_CARDS, SETUP, SIDES, Side, opponent, turns
from .ops import Roll, target
from .ops import coup as resolved
from .ops import place as placed
from .ops import realign as realigned
from .state import NOT_BEGUN, VP, BySide, Changes, Defcon, Done, Hand, Headlines, Position, Shown
from .tracks import decided, earned, end_of_turn, no_headline_yet, nuclear_war, score_vp
from .words import CountryName, ScoringName, SideName, TargetName, known_card, target_names, the

TURN_ORDER: tuple[Side, Side] = ("USSR", "US")
Die: TypeAlias = Annotated[int, Between(1, 6)]
Ops: TypeAlias = Annotated[int, Between(1, catalog.MOST_OPS)]
Modifier: TypeAlias = Annotated[int, Between(-6, 6)]
Owner: TypeAlias = Literal["US", "USSR", "neutral"]
NO_CARDS: Mapping[SideName, tuple[str, ...]] = {}
NO_INFLUENCE: Mapping[CountryName, Changes] = {}


@frozen
class RolledPair:
    """One realignment roll: the acting side's die, then the opponent's; without dice: not rolled yet."""

    country: TargetName
    dice: tuple[Die, ...] = ()

    @staticmethod
    def typed(text: str) -> dict[str, object]:
        """The JSON of a roll typed as ``Iran=5,2``, or of one that is still to be made.

        :raises UnknownName: it begins with no country.
        :raises DocumentError: the dice are no numbers.
        """
        name, equals, dice = text.partition("=")
        data: dict[str, object] = {"country": target_names.canonical(name)}
        if equals and not all(die.isdecimal() for die in dice.split(",")):
            raise DocumentError([Fault("bad-roll", f"a roll is written COUNTRY=5,2, not {text[:60]!r}")])
        return {**data, "dice": [int(die) for die in dice.split(",")]} if equals else data

    def __str__(self) -> str:
        return f"{self.country}={','.join(map(str, self.dice))}" if self.dice else self.country


@frozen(kw_only=True)
class Values:
    """Where tracks and countries stand after an event."""

    influence: Mapping[CountryName, BySide] = kit.field(factory=dict)
    vp: VP | None = None
    defcon: Defcon | None = None
    military_operations: BySide | None = None


NO_VALUES = Values()


def actor(at: Position, side: Side | None) -> Side:
    """The side that acts: the one told, or whose action round it is.

    :raises IllegalAction: neither is known, as it is nobody's round.
    """
    who = side or at.phasing
    if who is None:
        if not at.round and at.headlines is None:
            refuse("TS-HEAD-1", "both sides choose a headline first, and reveal them together")
        refuse("TS-AR-1", "it is nobody's action round")
    return who


# --- before the first round -------------------------------------------------------------------------------------------


@said("sets up", "setup places", subject="side", markers="in")
def set_up(at: Position, markers: tuple[TargetName, ...], *, side: SideName) -> Done:
    """A side's free influence at the start, the USSR first (TS-SET-2 to 4, TS-SET-6).

    :param markers: the countries, one for each marker.
    """
    start, who = SETUP[side], the(side)
    extra = start.extra if at.readings.us_extra_influence else 0
    if at.turn != 1 or at.round or at.headlines is not None or at.hands is not None:
        refuse("TS-SET-4", "influence is set up before the first deal", who=who)
    if side == "US" and scoring.placed_free(at, "USSR") < SETUP["USSR"].free:
        refuse("TS-SET-4", "the USSR places first, the US second and seeing it")
    if scoring.placed_free(at, side):
        refuse("TS-SET-4", "{who} has placed its free influence already", who=who)
    after = at
    for name in markers:
        country = target(name)
        after = after.with_influence(country, after.at(country).plus(side, 1))
    rulings = scoring.side_rulings(after, side, extra)
    return Outcome(after, allowed(rulings))


def deal(
    at: Position, US: tuple[ScoringName, ...] | None = None, USSR: tuple[ScoringName, ...] | None = None  # noqa: N803
) -> Done:  # fmt: skip
    """Hands dealt up to the size of the turn; the cards held count (TS-DEAL-1, TS-DEAL-2).

    :param US, USSR: the scoring cards that were drawn; null: that hand is not known.
    """
    allowed(no_headline_yet(at, "cards are dealt"))
    size, rulings = turns(at.turn).hand, list[Ruling]()
    for side in SIDES:
        drawn = US if side == "US" else USSR
        if drawn is None:
            continue
        hand = at.hand(side) or Hand(0)
        facts: Facts = {"who": the(side), "held": hand.cards, "new": size - hand.cards, "size": size}
        rulings += allowed(_dealt(at, side, drawn, size - hand.cards))
        at = at.with_hand(side, Hand(size, (*hand.scoring, *drawn)))
        rulings.append(legal("TS-DEAL-1", "{who} holds {held} cards and is dealt {new}, up to {size}", **facts))
    return Outcome(at, tuple(rulings))


def _dealt(at: Position, side: Side, drawn: Sequence[str], room: int) -> list[Ruling]:
    """Why scoring cards cannot be dealt, if they cannot (TS-DEAL-1, TS-DEAL-2, TS-SCR-7)."""
    rulings = []
    if len(drawn) > room:
        sentence = "{who} is dealt {new} cards: {scoring} scoring cards are too many"
        rulings.append(illegal("TS-DEAL-1", sentence, who=the(side), new=room, scoring=len(drawn)))
    for card in drawn:
        first, facts = SCORING_CARDS[card].first, {"card": card}
        held = any(card in hand.scoring for hand in map(at.hand, SIDES) if hand is not None)
        if at.turn < first:
            rulings.append(illegal("TS-DEAL-2", "{card} joins the deck in turn {first}", first=first, **facts))
        elif card in at.scored:
            rulings.append(illegal("TS-SCR-7", "{card} is out of the game", **facts))
        elif held or drawn.count(card) > 1:
            rulings.append(illegal("TS-DEAL-1", "{card} is in a hand already", **facts))
    return rulings


@frozen
class Card:
    """A card chosen for the headline: its name, canonical if it is a scoring card, and its Operations value."""

    side: Side
    card: str
    ops: int

    def __str__(self) -> str:
        return self.card if self.card in SCORING_CARDS or self.card == CHINA_CARD else f"{self.card}:{self.ops}"


def card_of(side: Side, text: str) -> Card:
    """A card typed as its Operations value, as ``NAME:3``, or as a scoring card or the China Card.

    :raises CannotTell: it is none of these.
    """
    known = known_card(text)
    if known is not None:
        return Card(side, known, 0)
    name, colon, value = text.rpartition(":")
    if not value.strip().isdecimal() or not 0 <= int(value) <= HIGHEST_CARD:
        hint = f"write its Operations value, 0 to {HIGHEST_CARD}, as 3 or as NAME:3; a scoring card by its name"
        raise CannotTell(Fault("unknown-card", f"no Operations value in {text[:60]!r}", hint=hint))
    return Card(side, name.strip() if colon else f"a card of {value.strip()}", int(value))


def _choice(at: Position, chosen: Card) -> list[Ruling]:
    """Whether a card can be a headline (TS-HEAD-1, TS-HEAD-3), and is in hand as far as the hand is known."""
    side, who, hand = chosen.side, the(chosen.side), at.hand(chosen.side)
    if hand is not None and not hand.cards:
        return [illegal("TS-HEAD-1", "{who} has no card to headline", who=who)]
    if chosen.card == CHINA_CARD:
        return [illegal("TS-HEAD-3", "{who} cannot headline the China Card", who=who)]
    if at.shown is not None and at.shown.side == side and at.shown.card != str(chosen):
        return [illegal("TS-SPC-6", "{who} has shown {card} and headlines that", who=who, card=at.shown.card)]
    barred = in_play(at, side, chosen.card)
    if barred or chosen.card in SCORING_CARDS:
        return barred or [legal("TS-HEAD-2", "{card} of {who} counts 0", card=chosen.card, who=who)]
    if hand is not None and hand.cards == len(hand.scoring):
        return [illegal("TS-SC-1", "{who} holds nothing but scoring cards", who=who)]
    return [legal("TS-HEAD-3", "{card} of {who}: only its event happens", card=chosen.card, who=who)]


def _ordered(us: Card, ussr: Card) -> tuple[Card, Card, Ruling]:
    """Which of two headlines is resolved first (TS-HEAD-2)."""
    facts: Facts = {"us": us.ops, "ussr": ussr.ops}
    if us.ops == ussr.ops:
        return us, ussr, consequence("TS-HEAD-2", "{us} Operations each: the US card first", **facts)
    first, second = (us, ussr) if us.ops > ussr.ops else (ussr, us)
    sentence = "US {us}, USSR {ussr} Operations: the card of {first} first"
    return first, second, consequence("TS-HEAD-2", sentence, first=the(first.side), **facts)


@said("shows", subject="side")
def show_headline(at: Position, card: str, *, side: SideName) -> Done:
    """A side shows its headline, before the one who is alone at Man in Earth Orbit chooses (TS-SPC-6)."""
    holder, who = at.ability_holder(catalog.MAN_IN_EARTH_ORBIT), the(side)
    chosen = card_of(side, card)
    must = kit.judged(holder == opponent(side), "TS-SPC-6", "{who} shows its headline: {enemy} has Man in Earth Orbit",
                  "{who} need not show its headline: {enemy} does not have Man in Earth Orbit", who=who,
                  enemy=the(opponent(side)))  # fmt: skip
    rulings = allowed([*no_headline_yet(at, "a headline is shown"), must, *_choice(at, chosen)])
    return Outcome(evolve(at, shown=Shown(side=side, card=str(chosen))), rulings)


@said("headlines")
def headline(at: Position, US: str, USSR: str) -> Done:  # noqa: N803 (the sides are written so)
    """Both headlines, revealed together (TS-HEAD-1): a scoring card's name, ``NAME:OPS``, or the Operations alone."""
    us, ussr = card_of("US", US), card_of("USSR", USSR)
    rulings = [*no_headline_yet(at, "headlines are chosen"), *_choice(at, us), *_choice(at, ussr)]
    if us.card == ussr.card and us.card in SCORING_CARDS:
        rulings.append(illegal("TS-HEAD-1", "there is one {card}, so both cannot headline it", card=us.card))
    choices = allowed(rulings)
    first, _, order = _ordered(us, ussr)
    for card in (us, ussr):
        at = card_gone(at, card.side, card.card)
    chosen = Headlines(str(us), str(ussr))
    after = evolve(at, headlines=chosen, phasing=first.side, this_round=NOT_BEGUN, shown=None)
    sentence = "the headline of {who}, {card}, is resolved first: {who} is the phasing player"
    both = legal("TS-HEAD-1", "both play a card, chosen in secret and revealed together")
    begins = consequence("TS-HEAD-4", sentence, who=the(first.side), card=first.card)
    return Outcome(after, (both, *choices, order, begins))


def _headlined(at: Position, side: Side) -> str:
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


# --- a card for Operations --------------------------------------------------------------------------------------------


def _noted(done: Done, before: Position, **changes: object) -> Done:
    """With what has been done in the round noted, and the influence that stood there when it began."""
    start, at = before.this_round.influence, done.position
    if start is None and at.influence != before.influence:
        start = before.influence
    return Outcome(evolve(at, this_round=evolve(at.this_round, influence=start, **changes)), done.rulings)


def _operations(
    at: Position, kind: str, side: Side | None, card: str | None, of: Owner | None, used: int,
    countries: Sequence[catalogs.Country], do: Callable[[Position, Side], Done], *, free: bool = False,
) -> Done:  # fmt: skip
    """A card played for Operations: what every kind of them has in common.

    :param card: its name, where it is told.
    :param of: whose event is on the card; the opponent's has to happen, too (TS-EV-2).
    :param used: the Operations.
    :param free: an event gives them: it is no play of the round's card (TS-COUP-6).
    """
    who, known = actor(at, side), known_card(card) or card
    if free:
        if at.this_round.event is None and at.this_round.used != "event":
            sentence = "an event gives {kind} for free; none has happened in this round of {who}"
            refuse("TS-COUP-6", sentence, kind=f"a {kind}", who=the(at.phasing))
        return _noted(do(at, who), at)
    rulings = may_play(at, who, kind, known)
    if at.this_round.event is not None and kind == "space":
        rulings.append(illegal("TS-SPC-3", "on a space attempt the event does not happen, and it has", who=the(who)))
    elif at.this_round.event is not None and of not in (None, opponent(who)):
        sentence = "{who} has used the card for its own event: its event or its Operations, not both"
        rulings.append(illegal("TS-AR-2", sentence, who=the(who)))
    value = worth(known, kind, used, countries)
    done = Outcome(at, allowed([*rulings, *([value] if value is not None else [])])).then(lambda p: do(p, who))
    if kind != "space" and of == opponent(who):
        sentence = "the event of {enemy} happens, too; {who} picks whether it comes before the Operations"
        done = done.told(consequence("TS-EV-2", sentence, enemy=the(opponent(who)), who=the(who)))
    done = Outcome(card_gone(done.position, who, known), done.rulings)
    if known == CHINA_CARD:
        done = done.then(passed)
    owed = kind != "space" and of == opponent(who) and at.this_round.event is None
    return _noted(done, at, used=kind, owed=owed)


@said("places", subject="side", ops="with using", card="card by", of="of")
def place(
    at: Position, ops: Ops, markers: tuple[TargetName, ...], *, side: SideName | None = None, card: str | None = None,
    of: Owner | None = None,
) -> Done:  # fmt: skip
    """Influence placed with Operations (TS-INF).

    :param ops: the Operations used, with all changes.
    :param markers: the countries, one for each marker, in order.
    """
    countries = [target(name) for name in markers]
    return _operations(at, "place", side, card, of, ops, countries, lambda p, who: placed(p, who, ops, countries))


@said("realigns", subject="side", ops="with using", card="card by", of="of")
def realign(
    at: Position, ops: Ops | None = None, rolls: tuple[RolledPair, ...] = (), *, side: SideName | None = None,
    card: str | None = None, of: Owner | None = None, free: bool = False, modifier: Modifier = 0,
    opponent_modifier: Modifier = 0,
) -> Done:  # fmt: skip
    """Realignment rolls, one for each of the Operations (TS-RLN).

    :param ops: the Operations used, with all changes; left out: as many as there are rolls.
    :param rolls: in order.
    :param free: an event gives them.
    :param modifier, opponent_modifier: what events add to the dice.
    """
    used = min(len(rolls), catalog.MOST_OPS) or 1 if ops is None else ops
    for pair in rolls:
        if len(pair.dice) not in (0, 2):
            refuse(
                "TS-RLN-1", "both sides roll a die in {country}: {n} are given", country=pair.country, n=len(pair.dice)
            )
    thrown = [Roll(target(pair.country), pair.dice or None) for pair in rolls]

    def fill(dice: Sequence[int]) -> dict[str, object]:
        left = iter(dice)
        return {"rolls": tuple(p if p.dice else RolledPair(p.country, (next(left), next(left))) for p in rolls)}

    def do(p: Position, who: Side) -> Done:
        try:
            return realigned(p, who, used, thrown, modifier, opponent_modifier)
        except kit.DiceMissing as e:
            raise kit.DiceMissing(e.count, fill, e.rulings) from None

    return _operations(at, "realign", side, card, of, used, [roll.country for roll in thrown], do, free=free)


@said("coups", subject="side", ops="with using for", die="rolls rolling", card="card by", of="of")
def coup(
    at: Position, ops: Ops, country: TargetName, die: Die | None = None, *, side: SideName | None = None,
    card: str | None = None, of: Owner | None = None, modifier: Modifier = 0, free: bool = False,
    military: bool = False,
) -> Done:  # fmt: skip
    """A coup (TS-COUP).

    :param ops: the Operations used, with all changes.
    :param modifier: what events add to the die.
    :param free: an event gives the coup and names the region (TS-COUP-6): it is no play of the round's card.
    :param military: the card of a free coup says that it gives Military Operations.
    """
    aim, counts = target(country), military or not free
    return _operations(
        at, "coup", side, card, of, ops, [aim],
        lambda p, who: resolved(p, who, ops, aim, die, modifier, free=free, counts=counts), free=free,
    )  # fmt: skip


@said("tries space", "space race", subject="side", ops="with using", die="rolls rolling", card="card by", of="of")
def space(
    at: Position, ops: Ops, die: Die | None = None, *, side: SideName | None = None, card: str | None = None,
    of: Owner | None = None,
) -> Done:  # fmt: skip
    """A space attempt (TS-SPC).

    :param ops: the Operations value of the card.
    """
    return _operations(
        at, "space", side, card, of, ops, [], lambda p, who: cards.space(p, who, ops, die, card)
    )  # fmt: skip


@said("scores", subject="side")
def score(at: Position, card: ScoringName, *, side: SideName | None = None) -> Done:
    """A scoring card, in an action round or as the headline (TS-SC-1, TS-SCR)."""
    who = actor(at, side)
    if not at.round:
        chosen = _headlined(at, who)
        if chosen != card:
            sentence = "the headline of {who} is {chosen}, not {card}"
            refuse("TS-HEAD-1", sentence, who=the(who), chosen=chosen, card=card)
        rulings = [legal("TS-SC-1", "{card} is played as the headline of {who}", card=card, who=the(who))]
    else:
        rulings = may_play(at, who, "score", card)
        if at.this_round.event is not None:
            rulings.append(illegal("TS-AR-2", "{who} has played a card of this round for its event", who=the(who)))
    done = Outcome(at, allowed(rulings)).then(lambda p: scoring.score(p, SCORING_CARDS[card].region))
    if at.round:
        done = Outcome(card_gone(done.position, who, card), done.rulings)
    return _noted(done, at, used="score")


# --- events -----------------------------------------------------------------------------------------------------------


def event(
    at: Position, card: str | None = None, of: Owner | None = None, *,
    influence: Mapping[CountryName, Changes] = NO_INFLUENCE, vp: Annotated[int, Between(-40, 40)] = 0,
    defcon: Annotated[int, Between(-4, 4)] = 0, military_operations: Changes = Changes(), to: Values = NO_VALUES,  # noqa: B008
    discards: Mapping[SideName, tuple[str, ...]] = NO_CARDS, takes: Mapping[SideName, tuple[str, ...]] = NO_CARDS,
    china_card: bool = False, extra: bool = False, starred: bool = False, side: SideName | None = None,
) -> Done:  # fmt: skip
    """What the event of a card does, taken as given (TS-EV-1); DEFCON and VP may end the game by it.

    :param influence, vp, defcon, military_operations: changes, added to what stands there: ``"defcon": -1`` lowers
        DEFCON by one; above 0 ``vp`` is for the US.
    :param to: values, in place of what stands there: ``{"defcon": 2}`` sets DEFCON to 2.
    :param discards, takes: the cards that leave a hand, or come into it, by side.
    :param china_card: the event passes the China Card.
    :param extra: another event plays this one: it is not the round's card.
    :param starred: the card leaves the game with its event.
    """
    who, name = actor(at, side), known_card(card) or card or "an event"
    if name == CHINA_CARD:
        refuse("TS-CHN-1", "the China Card has no event")
    if name in SCORING_CARDS:
        refuse("TS-SC-1", "{card} is a scoring card: it is played to score, not for an event", card=name)
    use, noted = _event_use(at, who, of, extra=extra)
    allowed(in_play(at, who, name))
    done = Outcome(_changed(at, influence, defcon, military_operations, to), tuple(use))
    done = done.told(consequence("TS-EV-1", "{card}, as its text was done", card=name))
    if influence:
        sentence = "an event places in {countries} whatever is near, for nothing"
        done = done.told(consequence("TS-INF-4", sentence, countries=", ".join(influence)))
    if military_operations != Changes():
        sentence = "the event gives Military Operations: US {us}, USSR {ussr}"
        done = done.told(consequence("TS-MIL-2", sentence, us=military_operations.US, ussr=military_operations.USSR))
    gain = vp if to.vp is None else to.vp - at.vp
    done = done.then(lambda p: score_vp(p, gain, "TS-EV-1", name)) if gain else done
    if noted.get("event") == "own":
        done = Outcome(card_gone(done.position, who, name), done.rulings)
    for one in SIDES:
        done = done.then(lambda p, s=one: _exchanged(p, s, discards.get(s, ()), takes.get(s, ())))  # type: ignore[misc]
    if starred:
        gone = consequence("TS-EV-1", "{card} leaves the game, as its event has happened", card=name)
        left = (*at.removed, name) if card is not None else at.removed
        done = Outcome(evolve(done.position, removed=left), (*done.rulings, gone))
    done = done.then(lambda p: passed(p, by_event=True)) if china_card else done
    done = nuclear_war(done, who) if done.position.defcon == LOWEST_DEFCON else decided(done)
    return _noted(done, at, **noted)


def _changed(
    at: Position, influence: Mapping[str, Changes], defcon: int, military: Changes, to: Values
) -> Position:  # fmt: skip
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
    return evolve(after, defcon=max(LOWEST_DEFCON, min(catalogs.HIGHEST_DEFCON, level)))


def _exchanged(at: Position, side: Side, lost: Sequence[str], taken: Sequence[str]) -> Done:
    """The cards that an event takes out of a hand, and puts into it (TS-EV-1, TS-CHN-3)."""
    if CHINA_CARD in map(known_card, (*lost, *taken)):
        refuse("TS-CHN-3", "the China Card is not for a discard that an event demands, and is no card of the hand")
    hand, who = at.hand(side), the(side)
    if hand is None or not (lost or taken):
        return Outcome(at)
    gone = [known_card(card) for card in lost if known_card(card)]
    missing = [card for card in gone if card not in hand.scoring or gone.count(card) > 1]
    if missing or len(lost) > hand.cards or len(lost) - len(gone) > hand.cards - len(hand.scoring):
        what = missing[0] if missing else f"{len(lost)} cards"
        refuse("TS-EV-1", "{who} does not hold {what} to discard", who=who, what=what)
    new = [card for card in map(known_card, taken) if card]
    held = {card for other in map(at.hand, SIDES) if other is not None for card in other.scoring}
    number, size = hand.cards - len(lost) + len(taken), turns(at.turn).hand
    strange = [card for card in new if card in held or card in at.scored or at.turn < SCORING_CARDS[card].first]
    if strange or len(set(new)) < len(new) or number > size:
        what = strange[0] if strange else f"{number} cards"
        refuse("TS-DEAL-1", "{who} cannot come to hold {what}", who=who, what=what)
    scored = (*(card for card in hand.scoring if card not in gone), *new)
    sentence = "{who} discards {lost} and takes {taken}: {now} cards are left"
    facts: Facts = {"lost": len(lost), "taken": len(taken), "now": number}
    return Outcome(at.with_hand(side, Hand(number, scored)), (consequence("TS-EV-1", sentence, who=who, **facts),))


def _event_use(at: Position, side: Side, of: Owner | None, *, extra: bool) -> tuple[list[Ruling], dict[str, object]]:
    """What an event is in its round: the rulings, and what is noted of it.

    :raises IllegalAction: the round's card has been used for something else (TS-AR-2, TS-EV-2, TS-SPC-3).
    """
    phasing, done = at.phasing, at.this_round
    if extra:
        if done.event is None and done.used != "event":
            refuse("TS-EV-1", "another event plays this one, and none has happened in this round")
        return [consequence("TS-EV-1", "another event plays it: it is not the round's card")], {}
    if not at.round:
        chosen = _headlined(at, side)
        if chosen in SCORING_CARDS:
            refuse("TS-HEAD-1", "the headline of {who} is {card}", who=the(side), card=chosen)
        by = opponent(side) if of == opponent(side) else side
        sentence = "{card}, the headline of {who}: only its event happens, {by} carries it out"
        rulings = [legal("TS-HEAD-3", sentence, card=chosen, who=the(side), by=the(by))]
        if by != side:
            sentence = "the event of {by} is headlined: {by} carries it out, {who} is the phasing player"
            rulings.append(legal("TS-HEAD-4", sentence, by=the(by), who=the(side)))
        return rulings, {"used": "event"}
    if phasing is None:
        refuse("TS-AR-1", "it is nobody's action round")
    who, theirs, hand = the(phasing), of == opponent(phasing), at.hand(phasing)
    if done.used == "space":
        refuse("TS-SPC-3", "{who} tries the space race with the card: its event does not happen", who=who)
    if done.used in ("score", "event") or done.event is not None:
        refuse("TS-AR-2", "{who} has had the event of this round's card", who=who)
    if done.used is not None and of is not None and not theirs:
        refuse("TS-AR-2", "{who} has played its card of this round: its event or its Operations, not both", who=who)
    if theirs or done.used is not None:
        sentence = "the event of {enemy} happens beside the Operations of {who}"
        beside = legal("TS-EV-2", sentence, enemy=the(opponent(phasing)), who=who)
        return [beside], {"event": "opponent", "owed": False}
    if hand is not None and hand.cards == len(hand.scoring):
        rule = "TS-SC-1" if hand.cards else "TS-AR-2"
        refuse(rule, "{who} has no card with an event left", who=who)
    if of is None:
        return [], {"event": "unknown"}
    return [legal("TS-EV-1", "{who} plays the card for its event", who=who)], {"used": "event", "event": "own"}


# --- rounds and turns -------------------------------------------------------------------------------------------------


@said("ends round", subject="side")
def end_round(at: Position, *, side: SideName | None = None) -> Done:
    """The action round, or a headline, is over."""
    now = at.phasing
    if now is None:
        if not at.round:
            refuse("TS-HEAD-1", "both sides must play a headline before the action rounds of turn {turn}", turn=at.turn)
        refuse("TS-AR-1", "the last action round of turn {turn} is over", turn=at.turn)
    if side not in (None, now):
        refuse("TS-AR-1", "it is the turn of {now}, not of {who}", now=the(now), who=the(side))
    if at.round:
        done = Outcome(at, (round_ruling(at, now),))
        if at.this_round.used is None and at.this_round.event == "unknown":
            done = Outcome(card_gone(at, now, None), done.rulings)
    else:
        done = Outcome(at) if at.headlines is None else _next_headline(at, now, at.headlines)
    if done.position.headlines is not None:
        return done
    return Outcome(evolve(done.position, this_round=NOT_BEGUN), done.rulings).then(_begun)


def _next_headline(at: Position, side: Side, chosen: Headlines) -> Done:
    """The headline of a side is resolved: the other one's turn, or the end of the phase (TS-HEAD-2)."""
    _, second, _ = _ordered(card_of("US", chosen.US), card_of("USSR", chosen.USSR))
    if at.this_round.used is None:
        card = card_of(side, chosen.of(side)).card
        refuse("TS-HEAD-1", "the headline of {who}, {card}, is still to be resolved", who=the(side), card=card)
    done = legal("TS-HEAD-3", "the headline of {who} has been resolved", who=the(side))
    if side == second.side:
        return Outcome(evolve(at, phasing=None, headlines=None, this_round=NOT_BEGUN), (done,))
    sentence = "the headline of {who}, {card}, is resolved: {who} is the phasing player"
    begins = consequence("TS-HEAD-4", sentence, who=the(second.side), card=second.card)
    return Outcome(evolve(at, phasing=second.side, this_round=NOT_BEGUN), (done, begins))


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
    if at.round > turns(at.turn).rounds:
        return legal("TS-SPC-6", "{who} may take an eighth round with the Space Station, and need not", who=who)
    if hand is not None and hand.cards > 0:
        refuse("TS-AR-2", "{who} has {cards} cards left and must play one", who=who, cards=hand.cards)
    if hand is not None and at.readings.china_card_alone == "must" and not _barred(china_rulings(at, side, "place")):
        refuse("TS-AR-2", "{who} has the China Card and must play it", who=who)
    return legal("TS-AR-2", "{who} plays nothing, as only a side without cards may", who=who)


def _barred(rulings: Sequence[Ruling]) -> bool:
    return any(ruling.verdict == "illegal" for ruling in rulings)


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


@said("discards", subject="side")
def discard(at: Position, card: str | None = None, *, side: SideName) -> Done:
    """A held card discarded at the end of the turn, by the side alone at Eagle/Bear Has Landed (TS-SPC-6)."""
    who, hand, known = the(side), at.hand(side), known_card(card)
    if known == CHINA_CARD:
        refuse("TS-CHN-3", "the China Card cannot be discarded")
    if at.round == 0 or at.phasing is not None:
        refuse("TS-SPC-6", "a held card is discarded after the last action round of the turn")
    if at.ability_holder(catalog.EAGLE_BEAR) != side:
        refuse("TS-SPC-6", "{who} is not alone at Eagle/Bear Has Landed", who=who)
    if at.this_round.used == "discard" or (hand is not None and not hand.cards):
        refuse("TS-SPC-6", "{who} has discarded a card, or has none", who=who)
    rulings = allowed(in_play(at, side, known or card))
    after = at
    if hand is not None:
        scored = tuple(one for one in hand.scoring if one != known)
        if known is None and hand.cards == len(hand.scoring):
            refuse("TS-SC-1", "{who} holds nothing but scoring cards", who=who)
        after = at.with_hand(side, Hand(hand.cards - 1, scored))
    sentence = "{who} discards a held card: it has Eagle/Bear Has Landed"
    rule = legal("TS-SPC-6", sentence, who=who)
    return Outcome(evolve(after, this_round=evolve(after.this_round, used="discard")), (*rulings, rule))


def end_turn(at: Position) -> Done:
    """The turn is over, after its last action round (TS-TURN-1)."""
    if at.round == 0 or at.phasing is not None:
        sentence = "turn {turn} is not over: action round {round}, of {who}"
        refuse("TS-TURN-1", sentence, turn=at.turn, round=at.round, who=the(at.phasing))
    done = end_of_turn(at)
    if done.position.over is None and done.position.turn == at.turn:
        return done.then(scoring.final)
    return done
