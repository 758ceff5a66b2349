"""What ``legal-moves`` answers: what is legal now, phase by phase."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any, ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..actions.intents import Action, HowMoved
from ..box.current_box import place
from ..box.names import CharacterName
from ..box.types import EntrySide
from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Listed, Table, Why, column, spread
from ..kernel.fields import ALWAYS, LAST, key
from ..kernel.names import in_numbers
from ..kernel.odds import Chance
from ..kernel.rulings import Ruling
from ..play.listing import Unknown
from ..position.documents import FORMAT
from ..rules.masterboard.mustering import MusterOption


@frozen(kw_only=True)
class ActionInShort(Part):
    """A legal action.

    :param by: the player who may do it: a colour, or in setup a name.
    :param do: its kind.
    :param text: its short text.
    """

    by: str | None
    do: str
    text: str


@frozen(kw_only=True)
class PossibleAction(Part):
    """An action that may be legal, as far as can be deduced.

    :param by: the player who would do it.
    :param weight: the probability that it is legal.
    """

    by: str | None
    do: str
    text: str = field(metadata=column("action"))
    weight: Chance = field(metadata=column("weight", lambda one: str(one.weight), rank=-1))


@frozen(kw_only=True, repr=False)
class LegalMoves(Answer):
    """What is legal now.

    :param actions: every legal action, open choices first; actions that differ only in dice, in the carries that depend
        on them, in equal characters or in the free marker are listed once.
    :param possible: in a recorded game as an observer sees it: actions that only some possible contents allow.
    :param cannot_tell: what depends on unknown characters.
    """

    kind: ClassVar[str] = "legal-moves"
    format: ClassVar[str] = FORMAT.id
    actions: tuple[ActionInShort, ...] | None = field(default=None, metadata=LAST)
    possible: tuple[PossibleAction, ...] | None = field(default=None, metadata=LAST)
    cannot_tell: tuple[Unknown, ...] | None = field(default=None, metadata=LAST)

    def blocks(self) -> Iterator[Block]:
        """The legal moves at a glance, then the reasons, then what is only possible."""
        yield from self._moves()
        if self.possible:
            yield from ("", "Possible, by what is deduced:", Listed(self.possible))

    def _moves(self) -> Iterator[Block]:
        raise NotImplementedError


def _phase(active: str | None, phase: str, more: str = "") -> str:
    return f"{active}, {phase.capitalize()} Phase{more}"


def _remarks(entries: Iterable["LegionSplits | LegionMoves | LegionMusters"]) -> Iterator[Block]:
    """Why a Legion has nothing to do, and what else would have to be known."""
    for entry in entries:
        if not entry.choices and entry.rulings:
            yield from ("", f"{entry.legion}:", Why(entry.rulings))
        if entry.missing is not None:
            yield from ("", f"Not known: {entry.missing}")


def _owed(rulings: Iterable[Ruling] | None) -> Iterator[Block]:
    if rulings:
        yield from ("", "Owed before the phase ends:", Why(rulings))


@frozen(kw_only=True)
class SplitOff(Part):
    """One way to split a Legion.

    :param characters: those that leave; ``stay`` has the others.
    """

    characters: tuple[str, ...] = field(metadata=column("Leave", lambda split: in_numbers(split.characters)))
    stay: tuple[str, ...] = field(metadata=column("Stay", lambda split: in_numbers(split.stay)))


@frozen(kw_only=True)
class LegionSplits(Part):
    """How one Legion may be split.

    :param missing: what would have to be known.
    """

    legion: str = field(metadata=column("Legion"))
    land: int = field(metadata=column("Land", lambda legion: place(legion.land)))
    height: int = field(metadata=column("Height"))
    splits: tuple[SplitOff, ...] = field(metadata=spread())
    missing: str | None = None
    rulings: tuple[Ruling, ...]

    @property
    def choices(self) -> tuple[SplitOff, ...]:
        """The possible splits."""
        return self.splits


@frozen(kw_only=True, repr=False)
class SplitMoves(LegalMoves):
    """The splits of the Commencement Phase.

    :param into: the player's unused Legion Markers.
    :param owed: what must still be split before the phase may end.
    """

    phase: Literal["commencement"] = field(default="commencement", metadata=ALWAYS)
    active: str
    into: tuple[str, ...]
    legal: tuple[LegionSplits, ...]
    owed: tuple[Ruling, ...]

    def _moves(self) -> Iterator[Block]:
        yield from (_phase(self.active, self.phase), "", Listed(self.legal), "")
        yield "Unused Legion Markers: " + (", ".join(self.into) or "none")
        yield from _remarks(self.legal)
        yield from _owed(self.owed)


TELEPORTS = {"tower-teleport": "Tower Teleport", "titan-teleport": "Titan Teleport"}

LANDS_WIDTH = 60

NOT_ASKED: Any = ...
"""Stands for musters that nobody asked for."""


@frozen(kw_only=True)
class Destination(Part):
    """Where a Legion may go.

    :param entry_sides: sides from which it may enter the Battleland; none if nobody is engaged.
    :param engages: the enemy Legion there.
    :param reveal: the characters of which one must be revealed to teleport.
    :param musters: if asked for: what it could muster there; None: its content is unknown.
    """

    land: int
    entry_sides: tuple[EntrySide, ...]
    engages: str | None
    how: HowMoved
    reveal: tuple[CharacterName, ...]
    musters: tuple[MusterOption, ...] | None = NOT_ASKED
    rulings: tuple[Ruling, ...]

    def cells(self) -> tuple[str, str, str, str]:
        """The enemy engaged, the musters, the way and the rules."""
        engages = "" if self.engages is None else f"{self.engages} from {' or '.join(self.entry_sides)}"
        musters = "?" if self.musters is None else ""
        if isinstance(self.musters, tuple):
            musters = ", ".join(f"{option.muster} {option.left}" for option in self.musters)
        return engages, musters, self._way(), ", ".join(dict.fromkeys(ruling.rule for ruling in self.rulings))

    def _way(self) -> str:
        """The lands entered by a normal move, for each entry side, or the kind of teleport."""
        if self.how != "normal":
            return f"{TELEPORTS[self.how]}, reveals {' or '.join(self.reveal)}"
        ways = [", ".join(map(str, ruling.facts["way"])) for ruling in self.rulings if "way" in ruling.facts]
        if len(ways) == 1:
            return ways[0]
        sides = [ruling.facts["side"] for ruling in self.rulings if "side" in ruling.facts]
        return "\n".join(f"{way} ({side})" for way, side in zip(ways, sides, strict=True))


@frozen(kw_only=True)
class LegionMoves(Part):
    """Where one Legion may go.

    :param rulings: why it cannot move.
    :param missing: what would have to be known to list all.
    """

    legion: str
    origin: int = field(metadata=key("from"))
    to: tuple[Destination, ...]
    rulings: tuple[Ruling, ...] | None = None
    missing: str | None = None

    @property
    def choices(self) -> tuple[Destination, ...]:
        """The possible destinations."""
        return self.to

    def rows(self) -> Iterator[tuple[object, ...]]:
        """One row for each destination; teleports that engage nothing share one, unless each has its musters."""
        shared: dict[str, list[Destination]] = {}
        start = (self.legion, place(self.origin))
        for there in self.to:
            if there.how != "normal" and there.engages is None and there.musters is NOT_ASKED:
                shared.setdefault(there.how, []).append(there)
            else:
                yield (*start, place(there.land), *there.cells())
        for lands in shared.values():
            listed = wrap(", ".join(str(there.land) for there in lands), LANDS_WIDTH)
            yield (*start, "\n".join(listed), *lands[0].cells())


@frozen(kw_only=True)
class RollMoves(Part):
    """Every move with one Movement Roll."""

    roll: int
    legal: tuple[LegionMoves, ...]


@frozen(kw_only=True, repr=False)
class MovementMoves(LegalMoves):
    """Every move of the Movement Phase.

    :param roll: the Movement Roll; None: not rolled; ``rolls`` has all six.
    :param owed: what must still be moved before the phase may end.
    """

    phase: Literal["movement"] = field(default="movement", metadata=ALWAYS)
    active: str
    roll: int | None
    rolls: tuple[RollMoves, ...] | None = None
    legal: tuple[LegionMoves, ...] | None = None
    owed: tuple[Ruling, ...] | None = None

    def _moves(self) -> Iterator[Block]:
        """One table, with a column for the Movement Roll if it is not rolled yet."""
        yield from (_phase(self.active, self.phase, "" if self.roll is None else f", Movement Roll {self.roll}"), "")
        rolls = [(one.roll, one.legal) for one in self.rolls or ()] or [(self.roll or 0, self.legal or ())]
        ahead = any(there.musters is not NOT_ASKED for _, legal in rolls for entry in legal for there in entry.to)
        headings = ["Roll" if self.rolls else "", "Legion", "From", "To", "Engages"]
        headings += ["May muster there" if ahead else "", "Way", "Rules"]
        rows = [(roll if self.rolls else "", *row) for roll, legal in rolls for entry in legal for row in entry.rows()]
        yield Table(rows, headings)
        said: list[Block] = []
        for roll, legal in rolls:
            remarks = [remark for remark in _remarks(legal) if remark == "" or remark not in said]
            said += remarks
            if self.rolls and any(remarks):
                yield from ("", f"With a Movement Roll of {roll}:")
            yield from remarks
        yield from _owed(self.owed)


@frozen(kw_only=True)
class OpenEngagement(Part):
    """An Engagement that the mover may choose to resolve next (ENG-1).

    :param attacker, defender: markers; ``attacking`` and ``defending`` are their players' colours.
    """

    land: int = field(metadata=column("Land", lambda one: place(one.land)))
    attacker: str = field(metadata=column("Attacker", lambda one: f"{one.attacker} ({one.attacking})"))
    defender: str = field(metadata=column("Defender", lambda one: f"{one.defender} ({one.defending})"))
    entry_side: EntrySide | None = field(metadata=column("Entry side"))
    attacking: str
    defending: str
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True, repr=False)
class EngagementMoves(LegalMoves):
    """The Engagements that may be resolved next."""

    phase: Literal["engagement"] = field(default="engagement", metadata=ALWAYS)
    active: str
    legal: tuple[OpenEngagement, ...]

    def _moves(self) -> Iterator[Block]:
        yield from (_phase(self.active, self.phase), "", Listed(self.legal) if self.legal else "No Engagement is left.")


@frozen(kw_only=True)
class EngagementStage(Part):
    """The stage of the Engagement being resolved.

    :param to_act: the colour of the player who decides.
    """

    land: int
    attacker: str
    defender: str
    stage: str
    to_act: str | None


@frozen(kw_only=True)
class LegalAction(Part):
    """A legal action and its short text."""

    action: Action
    text: str


@frozen(kw_only=True, repr=False)
class ActionMoves(LegalMoves):
    """The legal actions in setup and in an Engagement."""

    phase: str
    active: str | None
    engagement: EngagementStage | None = None
    legal: tuple[LegalAction, ...]

    def _moves(self) -> Iterator[Block]:
        ends = {"over": "The game is over.", "setup": "The game is being set up."}
        yield from (ends.get(self.phase) or _phase(self.active, self.phase), "")
        e = self.engagement
        if e is not None:
            yield f"{e.attacker} against {e.defender} in {place(e.land)}, {e.stage}: {e.to_act} to act"
            yield ""
        yield from (f"  {one.text}" for one in self.legal)


@frozen(kw_only=True)
class LegionMusters(Part):
    """What one Legion may muster.

    :param missing: what would have to be known.
    """

    legion: str = field(metadata=column("Legion"))
    land: int = field(metadata=column("Land", lambda legion: place(legion.land)))
    musters: tuple[MusterOption, ...] = field(metadata=spread())
    missing: str | None = None
    rulings: tuple[Ruling, ...]

    @property
    def choices(self) -> tuple[MusterOption, ...]:
        """The possible musters."""
        return self.musters


@frozen(kw_only=True, repr=False)
class MusterMoves(LegalMoves):
    """Every muster of the Enlistment Phase."""

    phase: Literal["enlistment"] = field(default="enlistment", metadata=ALWAYS)
    active: str
    legal: tuple[LegionMusters, ...]

    def _moves(self) -> Iterator[Block]:
        yield from (_phase(self.active, self.phase), "", Listed(self.legal))
        yield from _remarks(self.legal)


GameMoves: TypeAlias = SplitMoves | MovementMoves | EngagementMoves | ActionMoves | MusterMoves
