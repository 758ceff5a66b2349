"""A position (kind ``position``): frozen, its readings, and what makes it impossible. No rules, only derived facts."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import pointer

from ..protocol import ALWAYS, Between, Doing, Ending, Rulesets, evolve, field, frozen, reading
from . import catalog
from .catalog import COUNTRIES, SCORING_CARDS, SIDES, Country, CountryName, ScoringName, Side, SideName, turns

T = TypeVar("T")

MOST_INFLUENCE = 99  # more in one country is a slip of the pen
Influence: TypeAlias = Annotated[int, Between(0, MOST_INFLUENCE)]
Change: TypeAlias = Annotated[int, Between(-MOST_INFLUENCE, MOST_INFLUENCE)]
VP: TypeAlias = Annotated[int, Between(-catalog.VP_TO_WIN, catalog.VP_TO_WIN)]
Defcon: TypeAlias = Annotated[int, Between(catalog.LOWEST_DEFCON, catalog.HIGHEST_DEFCON)]


@frozen
class Readings:
    """The reading chosen for each disputed rule."""

    us_extra_influence: Literal[False, True] = reading(
        "TS-SET-6", about="whether the US starts with 2 more influence, where it already has some (a house rule)"
    )
    china_card_alone: Literal["choice", "must"] = reading(
        "TS-AR-2", about="whether a side with nothing but the China Card may decline to play it"
    )
    held_scoring_check: Literal["first", "after_military_operations"] = reading(
        "TS-SC-2",
        about="whether a held scoring card loses before Military Operations are checked (the designer) or after them",
    )
    realignment_target: Literal["opponent_influence", "any"] = reading(
        "TS-RLN-3",
        about="whether a realignment's target must hold opponent influence (one implementation asks for none)",
    )
    military_operations: Literal["shortfall", "difference"] = reading(
        "TS-MIL-1",
        about="only a shortfall of Military Operations is paid, or any difference (the Japanese summary's wording)",
    )
    last_turn_military_check: Literal[True, False] = reading(
        "TS-MIL-3",
        about="whether Military Operations are checked at the end of turn 10, too (one implementation skips it)",
    )
    domination: Literal["non_battleground", "summary"] = reading(
        "TS-SCR-2", about="whether domination needs a non-battleground, too (the Japanese summary drops that clause)"
    )


RULESETS = Rulesets(
    Readings,
    {
        "standard": {},
        "summary": {"military_operations": "difference", "domination": "summary"},
        "club": {"us_extra_influence": True},
    },
)
"""``summary`` takes the Japanese summary's words literally; ``club`` is the house rule."""


class Sided(Generic[T]):
    """A value for each side."""

    __slots__ = ()
    US: T
    USSR: T

    def of(self, side: Side) -> T:
        """One side's."""
        return self.US if side == "US" else self.USSR


class Numbers(Sided[int]):
    """A number for each side, written ``US/USSR``: ``2/0``."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.US}/{self.USSR}"

    @staticmethod
    def typed(text: str) -> Any:
        """The JSON of two numbers, or of one side's: ``USSR:2``."""
        side, colon, number = text.partition(":")
        if colon:
            text = f"{number}/0" if catalog.side_names.canonical(side) == "US" else f"0/{number}"
        parts = text.split("/")
        if len(parts) != 2 or not all(part.lstrip("+-").isdecimal() and len(part) < 5 for part in parts):
            raise DocumentError([Fault("bad-pair", f"two numbers are written US/USSR, like 2/0, not {text[:40]!r}")])
        return {"US": int(parts[0]), "USSR": int(parts[1])}


@frozen
class Changes(Numbers):
    """A change for each side."""

    US: Change = field(default=0, metadata=ALWAYS)
    USSR: Change = field(default=0, metadata=ALWAYS)


@frozen
class BySide(Numbers):
    """A number for each side."""

    US: Influence = field(default=0, metadata=ALWAYS)
    USSR: Influence = field(default=0, metadata=ALWAYS)

    def lead(self, side: Side) -> int:
        """How much more a side has than the other; negative where it has less."""
        return self.US - self.USSR if side == "US" else self.USSR - self.US

    def plus(self, side: Side, number: int) -> "BySide":
        """With one side's number raised, or lowered, never below 0."""
        return evolve(self, **{side: max(0, min(MOST_INFLUENCE, self.of(side) + number))})

    def controller(self, country: Country) -> Side | None:
        """Who would control a country with this influence in it (TS-CTRL-1)."""
        return next((side for side in SIDES if self.lead(side) >= country.stability), None)


NOTHING = BySide()


@frozen
class ChinaCard:
    """Where the China Card is.

    :param face: ``up``: its holder may use it; ``down``: only from the next turn (TS-CHN-1).
    """

    holder: SideName = field(default="USSR", metadata=ALWAYS)
    face: Literal["up", "down"] = field(default="up", metadata=ALWAYS)


@frozen
class Hand:
    """What is known about a hand.

    :param cards: how many, the China Card not counted.
    :param scoring: the scoring cards among them.
    """

    cards: Annotated[int, Between(0, 9)]
    scoring: tuple[ScoringName, ...] = field(default=(), metadata=ALWAYS)


@frozen
class Hands(Sided[Hand | None]):
    """The hands; None if nothing is known about one."""

    US: Hand | None = None
    USSR: Hand | None = None


@frozen
class Headlines(Sided[str]):
    """The cards chosen in the headline phase, each a name, or the Operations of a card that is not told."""

    US: catalog.HeadlineCard
    USSR: catalog.HeadlineCard


@frozen
class Effect:
    """A lasting event in effect, typed ``NATO``, ``Red Scare/Purge=US`` or ``Chernobyl=Asia``.

    :param side: whom it is against; of Latin American Death Squads, whom it helps.
    :param region: the one that was named.
    """

    event: catalog.EffectName
    side: SideName | None = None
    region: catalog.RegionName | None = None

    @staticmethod
    def typed(text: str) -> dict[str, str]:
        """The JSON of an effect.

        :raises DocumentError: there is no such event, or it takes no such word.
        """
        name, _, word = text.replace(":", "=").partition("=")
        event = catalog.effect_names.canonical(name)
        takes = catalog.LASTING[event].takes
        if not word or takes is None:
            return {"event": event}
        names = catalog.side_names if takes == "side" else catalog.region_names
        return {"event": event, takes: names.canonical(word)}

    def __str__(self) -> str:
        word = self.side or self.region
        return f"{self.event}={word}" if word else self.event


@frozen(kw_only=True)
class Round:
    """What has been done in this action round, or with this headline.

    :param used: what the card was played for: a kind of Operations, ``score`` or ``event``; after the last round
        ``discard``, where a side has discarded a held card (TS-SPC-6).
    :param event: whose event of the round's card has happened; ``unknown``: the record did not say.
    :param owed: the opponent's event on the round's card has still to happen (TS-EV-2).
    :param influence: as it was when the round began, where it has changed (TS-INF-2).
    """

    used: Literal["place", "realign", "coup", "space", "score", "event", "discard"] | None = None
    event: Literal["own", "opponent", "unknown"] | None = None
    owed: bool = False
    influence: Mapping[CountryName, BySide] | None = None


NOT_BEGUN = Round()


@frozen(kw_only=True)
class Shown:
    """A headline that a side shows before the other one chooses (TS-SPC-6)."""

    side: SideName
    card: catalog.HeadlineCard


@frozen(kw_only=True)
class Position:
    """A position.

    :param round: the action round, 1 to 7 or 8; 0 for the headline phase and what is before it.
    :param phasing: whose action round it is, or whose headline is being resolved; null between them.
    :param vp: the VP marker, -20 to 20: above 0 the US leads, below 0 the USSR.
    :param space: the box each side has reached, 0 to 8.
    :param space_attempts: made this turn.
    :param influence: by country; a country left out holds none.
    :param hands: if they matter and are known.
    :param headlines: the cards of the headline phase, from when they are revealed to the first action round.
    :param shown: the headline that a side has shown already (TS-SPC-6).
    :param scored: the scoring cards played since the last reshuffle, and those removed from the game.
    :param removed: other cards that have left the game, by name (TS-EV-1).
    :param in_effect: the lasting events in effect (TS-LAST); null: the document does not say.
    :param this_round: what has been done in the action round, or with the headline.
    :param over: how the game has ended.
    """

    ruleset: str = field(default="standard", metadata=ALWAYS)
    options: Mapping[str, str | bool] = field(factory=dict)
    turn: Annotated[int, Between(1, catalog.LAST_TURN)] = field(default=1, metadata=ALWAYS)
    round: Annotated[int, Between(0, catalog.STATION_ROUNDS)] = field(default=0, metadata=ALWAYS)
    phasing: SideName | None = field(default=None, metadata=ALWAYS)
    defcon: Defcon = field(default=catalog.HIGHEST_DEFCON, metadata=ALWAYS)
    vp: VP = field(default=0, metadata=ALWAYS)
    military_operations: BySide = field(default=NOTHING, metadata=ALWAYS)
    space: BySide = field(default=NOTHING, metadata=ALWAYS)
    space_attempts: BySide = field(default=NOTHING, metadata=ALWAYS)
    china_card: ChinaCard = field(default=ChinaCard(), metadata=ALWAYS)
    influence: Mapping[CountryName, BySide] = field(factory=dict, metadata=ALWAYS)
    hands: Hands | None = None
    headlines: Headlines | None = None
    shown: Shown | None = None
    scored: tuple[ScoringName, ...] = ()
    removed: tuple[catalog.CardName, ...] = ()
    in_effect: tuple[Effect, ...] | None = None
    this_round: Round = NOT_BEGUN
    over: Ending | None = None
    comment: str = ""

    @property
    def readings(self) -> Readings:
        """The readings it is played under."""
        return RULESETS.of(self)

    def at(self, country: Country | str) -> BySide:
        """The influence in a country."""
        return self.influence.get(str(country), NOTHING)

    def controller(self, country: Country) -> Side | None:
        """Who controls a country now, by its present influence alone (TS-CTRL-1, TS-CTRL-2)."""
        return self.at(country).controller(country)

    def with_influence(self, country: Country | str, influence: BySide) -> "Position":
        """With a country's influence replaced."""
        changed = {**self.influence, str(country): influence}
        if influence == NOTHING:
            del changed[str(country)]
        return evolve(self, influence=changed)

    def hand(self, side: Side) -> Hand | None:
        """What is known about a side's hand."""
        return None if self.hands is None else self.hands.of(side)

    def with_hand(self, side: Side, hand: Hand) -> "Position":
        """With a side's hand replaced."""
        return evolve(self, hands=evolve(self.hands or Hands(), **{side: hand}))

    def ability_holder(self, box: int) -> Side | None:
        """Who has the ability of a space box: the side that is there alone (TS-SPC-5)."""
        there = [side for side in SIDES if self.space.of(side) >= box]
        return there[0] if len(there) == 1 else None

    def has(self, event: str) -> bool:
        """Whether a lasting event is in effect."""
        return any(effect.event == event for effect in self.in_effect or ())

    def without(self, *events: str) -> "Position":
        """With lasting events ended."""
        kept = tuple(effect for effect in self.in_effect or () if effect.event not in events)
        return self if self.in_effect is None else evolve(self, in_effect=kept)

    def asked(self, side: Side | None) -> Side:
        """The side that a question is about: the one named, or else whose action round it is."""
        who: Side | None = side or self.phasing
        if who is None:
            message = "the document does not say whose action round it is"
            raise CannotTell(Fault("side-missing", message, "/phasing", hint="side=US or side=USSR"))
        return who

    def noting(self, before: "Position", **done: Any) -> "Position":
        """With what has been done in the round noted, and the influence that stood there when it began (TS-INF-2).

        :param before: the position before it.
        """
        start = before.this_round.influence
        if start is None and self.influence != before.influence:
            start = before.influence
        return evolve(self, this_round=evolve(self.this_round, influence=start, **done))


_ENDS = {"military_operations": catalog.TRACK_END, "space": catalog.LAST_BOX, "space_attempts": 2}


def position_faults(position: Position) -> Iterator[Fault]:
    """What makes a position impossible beyond what its fields say."""
    eight = [row.side for row, _ in effects(position, "hand") if row.does == "rounds"]
    reached = [side for side in SIDES if position.space.of(side) >= catalog.SPACE_STATION or side in eight]
    usual, round, phasing = turns(position.turn).rounds, position.round, position.phasing
    most = catalog.STATION_ROUNDS if reached else usual
    if round > most:
        yield Fault("out-of-range", f"round is 0 to {most}, not {round}", "/round")
    elif round > usual and phasing is not None and phasing not in reached:
        yield Fault("no-such-round", f"the {phasing} has no action round {round}", "/phasing")
    if position.headlines is not None and round:
        yield Fault("no-headline", "headlines are resolved before action round 1", "/headlines")
    if position.shown is not None and (round or position.headlines is not None):
        yield Fault("no-headline", "a headline is shown before both are chosen", "/shown")
    for side in SIDES:
        for track, most in _ENDS.items():
            number, at = getattr(position, track).of(side), pointer(track, side)
            if number > most:
                yield Fault("out-of-range", f"{track.replace('_', ' ')} is 0 to {most}, not {number}", at)
            elif track == "space_attempts" and number == 2 and position.space.of(side) < catalog.ANIMAL_IN_SPACE:
                message = f"the {side} has not reached Animal in Space, so it has one attempt a turn"
                yield Fault("too-many-attempts", message, at)
        yield from _hand_faults(position, side, position.hand(side) or Hand(0))


def _hand_faults(position: Position, side: Side, hand: Hand) -> Iterator[Fault]:
    size, number, at = turns(position.turn).hand, len(hand.scoring), pointer("hands", side)
    theirs = None if side == SIDES[0] else position.hand(SIDES[0])
    if hand.cards > size:
        yield Fault(
            "out-of-range", f"a hand has 0 to {size} cards in turn {position.turn}, not {hand.cards}", f"{at}/cards"
        )
    elif number > hand.cards:
        yield Fault("too-many-cards", f"{number} scoring cards do not fit in a hand of {hand.cards}", f"{at}/scoring")
    for i, card in enumerate(hand.scoring):
        place, first = f"{at}/scoring/{i}", SCORING_CARDS[card].first
        other = theirs is not None and card in theirs.scoring
        if other or card in hand.scoring[:i]:
            yield Fault("card-twice", f"there is one {card}, the {SIDES[0] if other else side} has it", place)
        if card in position.scored:
            yield Fault("card-played", f"{card} has been played", place)
        if position.turn < first:
            yield Fault("card-not-in-play", f"{card} joins the deck in turn {first}", place)


def new_position() -> Position:
    """A game set up, before the first headline (TS-SET)."""
    position = Position(in_effect=())
    for side, setup in catalog.SETUP.items():
        for placed in (setup.fixed, setup.opening):
            for name, number in placed.items():
                position = position.with_influence(name, position.at(name).plus(side, number))
    return position


Done: TypeAlias = Doing[Position]
"""A rule carried out: it yields its rulings and returns the position after it."""


def touches(
    row: catalog.LastingEvent, at: Position, asks: str, side: Side | None, country: Country | None, region: str | None
) -> bool:
    """Whether a lasting event touches a judgement, if it is in effect."""
    where = region if country is None else country.region
    aimed = row.countries if country is None else (country.name,)
    owners = [at.controller(COUNTRIES[name]) for name in aimed]
    return (
        asks in row.asks
        and row.side in (None, side or row.side)
        and (where is None or where in (row.regions or (where,)))
        and (country is None or country.name in (row.countries or (country.name,)))
        and (country is None or country.battleground >= row.battleground)
        and (not aimed or row.controlled_by in (None, *owners))
    )


def effects(
    at: Position, asks: str, side: Side | None = None, country: Country | None = None, region: str | None = None
) -> list[tuple[catalog.LastingEvent, Effect]]:
    """The lasting events in effect that touch a judgement.

    :param asks: what is asked: ``coup``, ``realign``, ``place``, ``space``, ``score``, ``final-scoring``, ``ops``,
        ``southeast``, ``war`` or ``hand``.
    :param side: who acts; None where both are meant.
    :param country: the target, if there is one; ``region`` what is scored.
    """
    rows = [(catalog.LASTING[effect.event], effect) for effect in at.in_effect or ()]
    return [(row, effect) for row, effect in rows if touches(row, at, asks, side, country, region)]


def unseen(
    at: Position, asks: str, side: Side | None = None, country: Country | None = None, region: str | None = None
) -> tuple[str, ...]:
    """The events that would change an answer if they were in effect, where a document does not say which are."""
    rows = [] if at.in_effect is not None else catalog.LASTING.values()
    possible = [row for row in rows if at.turn >= row.from_turn and touches(row, at, asks, side, country, region)]
    return tuple(f"{row.event}: {row.text}" for row in possible)
