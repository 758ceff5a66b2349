"""What the table is answered: each answer with what it holds, from which the types of the page's script are made."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

from titan_rules.actions.intents import Action
from titan_rules.answers.battle_moves import Target
from titan_rules.answers.battle_odds import BattleOdds
from titan_rules.answers.legion_moves import Destination
from titan_rules.kernel.answers import Part
from titan_rules.kernel.errors import Fault
from titan_rules.kernel.fields import ALWAYS, FLAT, key
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.rulings import Ruling
from titan_rules.play.choosing import Next
from titan_rules.rules.battle.strike_tables import StrikeOption

Outcome: TypeAlias = Literal["legal", "illegal", "dice"]


@frozen(kw_only=True)
class NoAnswer(Part):
    """Why there is no answer: the first fault, and all of them."""

    error: Fault
    faults: tuple[Fault, ...]


# --- positions -------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Listed(Part):
    """A legal action: its short text, its sentence, and itself."""

    text: str
    says: str
    action: Action


@frozen(kw_only=True)
class Choice(Next):
    """Whose choice is next, also in a sentence."""

    says: str


@frozen(kw_only=True)
class Possible(Part):
    """The possible part of a position.

    :param position: the document that is left.
    :param without: pointers to what is left out, in the document as it was given.
    """

    position: JSON
    without: tuple[str, ...]


@frozen(kw_only=True)
class Drawn(Part):
    """A position: what it looks like, what is wrong with it, whose choice is next, what is legal.

    :param line: it on one line, or its document where no line says it.
    :param facts: see :mod:`titan_rules.draw.page`.
    :param owed: what must be done before the phase may end.
    :param missing: what would have to be known to tell what is legal.
    :param partial: of an impossible position: the part that ``legal`` and ``owed`` are told of.
    """

    position: JSON
    line: str
    facts: Mapping[str, JSON]
    faults: tuple[Fault, ...] = field(default=(), metadata=ALWAYS)
    legal: tuple[Listed, ...] = field(default=(), metadata=ALWAYS)
    owed: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    next: Choice
    missing: str | None = field(default=None, metadata=ALWAYS)
    partial: Possible | None = field(default=None, metadata=ALWAYS)


@frozen(kw_only=True)
class PositionLoaded(Part):
    """A position that a text held.

    :param remarks: what a save of another program does not say.
    """

    kind: Literal["position"] = field(default="position", metadata=ALWAYS)
    drawn: Drawn = field(metadata=key(FLAT))
    remarks: tuple[str, ...] = ()


@frozen(kw_only=True)
class BoxLoaded(Part):
    """A box that a text held."""

    kind: Literal["box"] = field(default="box", metadata=ALWAYS)
    name: str
    box: JSON


@frozen
class BoxDrawn(Part):
    """What the pieces and maps of a box are drawn with; an element is ``[tag, attributes, *children]``."""

    geometry: Mapping[str, JSON]
    drawings: JSON
    templates: Mapping[str, JSON]


# --- what may be done ------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Step(Part):
    """A hex that a character may go to: the short text of that, its cost, and why."""

    text: str
    cost: int | None = None
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Roll(StrikeOption):
    """One way to roll a strike: its short text, and how probable it is to slay."""

    text: str
    slays: str


@frozen(kw_only=True)
class Aim(Target):
    """An enemy that a character may strike; ``needs``: the hits that slay it."""

    options: tuple[Roll, ...]
    needs: int


@frozen(kw_only=True)
class Way(Destination):
    """A way to a land: the short texts that declare it, and the lands that it passes."""

    texts: tuple[str, ...]
    lands_passed: tuple[int, ...] | None = field(default=None, metadata=key("way"))


@frozen(kw_only=True)
class LandsOfRoll(Part):
    """The lands that a Legion may go to with a Movement Roll, by number.

    :param rulings: why there is none.
    :param missing: what would have to be known to list all.
    """

    roll: int | None
    lands: Mapping[str, tuple[Way, ...]]
    rulings: tuple[Ruling, ...] | None = None
    missing: str | None = None


@frozen(kw_only=True)
class Reach(Part):
    """What one piece may do in this phase.

    :param about: the piece as it was asked for.
    :param character, origin: the character that is meant, and its hex.
    :param to: the hexes that it may go to.
    :param targets: the hexes that it may strike; ``must``: it has to.
    :param rolls: of a Legion: the lands of the Movement Roll, or of all six.
    """

    about: str
    character: str | None = None
    origin: str | None = field(default=None, metadata=key("from"))
    to: Mapping[str, Step] | None = None
    targets: Mapping[str, Aim] | None = None
    must: bool = False
    rulings: tuple[Ruling, ...] = ()
    rolls: tuple[LandsOfRoll, ...] | None = None


@frozen(kw_only=True)
class Tried(Part):
    """Whether an action is legal, or what came of it.

    :param text, says, do: its short text, its sentence, its kind.
    :param verdict: or that dice are to be rolled first.
    :param rulings: what allows or forbids it.
    :param instead: legal actions, the nearest first; ``owed``: what must be done before the phase may end.
    :param dice: how many are to be rolled.
    :param because: what allowed what was done; ``events``: what happened.
    :param arrow: what it is, from where, to where.
    :param after: the position then.
    """

    text: str
    says: str
    do: str
    verdict: Outcome
    rulings: tuple[Ruling, ...] = ()
    instead: tuple[Listed, ...] | None = None
    owed: tuple[Ruling, ...] | None = None
    dice: int | None = None
    because: tuple[Ruling, ...] | None = None
    events: tuple[Ruling, ...] | None = None
    arrow: tuple[str, ...] | None = None
    after: Drawn | None = None


@frozen(kw_only=True)
class Fought(Part):
    """Battles fought out so far.

    :param so_far: what the next question says under that key.
    """

    kind: Literal["battle-odds"] = field(default="battle-odds", metadata=ALWAYS)
    odds: BattleOdds = field(metadata=key(FLAT))
    so_far: Mapping[str, JSON]


# --- rules and records -----------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Case(Part):
    """A case of the catalogue."""

    id: str
    question: str


@frozen(kw_only=True)
class Law(Part):
    """A rule of the digest: its text, its sources with their meanings, the cases on it."""

    id: str
    chapter: str
    text: str
    sources: str
    meanings: Mapping[str, str]
    cases: tuple[Case, ...]


@frozen(kw_only=True)
class RecordedStep(Part):
    """A step of a recorded game, in short, for there are thousands in a page.

    :param text, says: its short text and its sentence.
    :param changes: the facts that are others than before; None under the keys of those that are gone.
    :param because, events, refusal: rulings, each a rule, a verdict, a sentence; of a roll its dice, and what hits.
    :param arrow: as that of :class:`Tried`.
    :param hidden: whose secret it holds, and what the others hear.
    :param problems: what else is wrong with it.
    """

    text: str = field(metadata=key("x"))
    says: str = field(metadata=key("s"))
    changes: Mapping[str, JSON] = field(metadata=key("d"))
    because: tuple[JSON, ...] = field(default=(), metadata=key("y"))
    arrow: tuple[str, ...] | None = field(default=None, metadata=key("k"))
    hidden: tuple[str, ...] | None = field(default=None, metadata=key("h"))
    events: tuple[JSON, ...] = field(default=(), metadata=key("e"))
    refusal: tuple[JSON, ...] = field(default=(), metadata=key("f"))
    problems: tuple[str, ...] = field(default=(), metadata=key("p"))
    comment: str | None = field(default=None, metadata=key("c"))


@frozen(kw_only=True)
class Recorded(Part):
    """A recorded game, judged.

    :param record: its text, so that any of its steps may be asked for again; a game's page has none.
    :param legal: the short texts of what was legal where it stops.
    :param start: the facts of its beginning.
    :param remarks: what a save of another program does not say.
    """

    kind: Literal["record"] = field(default="record", metadata=ALWAYS)
    record: str | None = None
    title: str
    box: JSON
    legal: tuple[str, ...]
    start: Mapping[str, JSON]
    steps: tuple[RecordedStep, ...]
    remarks: tuple[str, ...] = ()


@frozen(kw_only=True)
class Deduced(Part):
    """What a viewer can know of each Legion after a step; see :func:`.records.known`."""

    step: int
    viewer: str = field(metadata=key("as"))
    known: Mapping[str, JSON]


@frozen(kw_only=True)
class Exported(Part):
    """A file's text."""

    text: str
