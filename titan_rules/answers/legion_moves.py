"""What ``legal-moves`` answers about each Legion: its splits, its moves, its musters."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Literal

from attrs import field, frozen

from ..actions.intents import HowMoved
from ..box.current_box import place
from ..box.names import CharacterName, LandNo
from ..box.types import EntrySide
from ..kernel.answers import Part, copied
from ..kernel.blocks import Block, Listed, column, spread
from ..kernel.evolving import evolve
from ..kernel.fields import ALWAYS, HIDDEN, key
from ..kernel.names import in_numbers
from ..kernel.rulings import Ruling
from ..position.game import Game, Legion
from ..rules.masterboard import destinations as reach
from ..rules.masterboard.commencement import free_markers, legion_rulings, owed_splits, splits, staying
from ..rules.masterboard.move_rulings import move_rulings, stay_rulings
from ..rules.masterboard.movement import owed_moves
from ..rules.masterboard.mustering import MusterOption, against_mustering, options_there
from .muster_options import options_in_land
from .parts import ROLLS, LegalMoves, owed, phase_of, remarks

# --- splits ----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class SplitOff(Part):
    """One way to split a Legion.

    :param characters: those that leave; ``stay``: those that remain.
    """

    characters: tuple[str, ...] = field(metadata=column("Leave", lambda split: in_numbers(split.characters)))
    stay: tuple[str, ...] = field(metadata=column("Stay", lambda split: in_numbers(split.stay)))


@frozen(kw_only=True)
class LegionSplits(Part):
    """How one Legion may be split.

    :param missing: what must be known to list the splits.
    """

    legion: str = field(metadata=column("Legion"))
    land: int = field(metadata=column("Land", lambda legion: place(legion.land)))
    height: int = field(metadata=column("Height"))
    splits: tuple[SplitOff, ...] = field(metadata=spread())
    missing: str | None = None
    rulings: tuple[Ruling, ...]


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
        yield from (phase_of(self.active, self.phase), "", Listed(self.legal), "")
        yield "Unused Legion Markers: " + (", ".join(self.into) or "none")
        for one in self.legal:
            yield from remarks(one.legion, one.splits, one.rulings, one.missing)
        yield from owed(self.owed)


def split_moves(game: Game, legions: Sequence[Legion]) -> SplitMoves:
    """How Legions may be split."""
    return SplitMoves(
        active=game.mover.color,
        into=tuple(free_markers(game.mover, game)),
        legal=tuple([_splits(game, legion) for legion in legions]),
        owed=tuple(owed_splits(game)),
    )


def _splits(game: Game, legion: Legion) -> LegionSplits:
    rulings, ways, missing = tuple(legion_rulings(game, legion)), list[SplitOff](), None
    if rulings[0].verdict == "legal" and legion.characters is None:
        missing = f"the characters of {legion.legion}, to tell how it may be split"
    elif rulings[0].verdict == "legal":
        parts = splits(game.mover, legion, game)
        ways = [SplitOff(characters=tuple(part), stay=tuple(staying(legion, part))) for part in parts]
    return copied(LegionSplits, legion, height=legion.size, splits=tuple(ways), missing=missing, rulings=rulings)


# --- moves -----------------------------------------------------------------------------------------------------------

TELEPORTS = {"tower-teleport": "Tower Teleport", "titan-teleport": "Titan Teleport"}
LANDS_WIDTH = 60
NOT_ASKED: Any = ...  # in place of musters not asked for


@frozen(kw_only=True)
class ReachableLand(Part):
    """Where a Legion may go.

    :param entry_sides: sides from which it may enter the Battleland; empty without an Engagement.
    :param engages: the enemy Legion there.
    :param reveal: the characters of which one must be revealed to teleport.
    :param musters: if asked for, what it could muster there; None: its content is unknown.
    :param alike: in a table, the other lands it may teleport to in the same way.
    """

    land: int = field(metadata=column("To", lambda there: there.lands))
    entry_sides: tuple[EntrySide, ...]
    engages: str | None = field(
        metadata=column(
            "Engages", lambda there: there.engages and f"{there.engages} from {' or '.join(there.entry_sides)}"
        )
    )
    how: HowMoved = field(metadata=column("Way", lambda there: there.way, rank=2))
    reveal: tuple[CharacterName, ...]
    musters: tuple[MusterOption, ...] | None = field(
        default=NOT_ASKED, metadata=column("", lambda there: there.mustered, rank=1)
    )
    rulings: tuple[Ruling, ...] = field(
        metadata=column("Rules", lambda there: ", ".join(dict.fromkeys(one.rule for one in there.rulings)), rank=2)
    )
    alike: tuple[LandNo, ...] = field(default=(), metadata=HIDDEN)

    @property
    def lands(self) -> str:
        """The land's name, or the numbers of all lands in this row."""
        return "\n".join(wrap(", ".join(map(str, self.alike)), LANDS_WIDTH)) if self.alike else place(self.land)

    @property
    def mustered(self) -> str:
        """What it could muster there, with the counters left."""
        if self.musters is None or self.musters is NOT_ASKED:
            return "?" if self.musters is None else ""
        return ", ".join(f"{option.muster} {option.left}" for option in self.musters)

    @property
    def way(self) -> str:
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
    :param missing: what must be known to list every move.
    """

    legion: str = field(metadata=column("Legion"))
    origin: int = field(metadata=key("from") | column("From", lambda legion: place(legion.origin)))
    to: tuple[ReachableLand, ...] = field(metadata=spread())
    rulings: tuple[Ruling, ...] | None = None
    missing: str | None = None

    @property
    def in_short(self) -> "LegionMoves":
        """The same with all teleports that engage nobody in one row, unless musters are listed."""
        apart: list[ReachableLand] = []
        alike: dict[str, list[ReachableLand]] = {}
        for there in self.to:
            same = there.how != "normal" and there.engages is None and there.musters is NOT_ASKED
            (alike.setdefault(there.how, []) if same else apart).append(there)
        merged = [evolve(some[0], alike=tuple([LandNo(one.land) for one in some])) for some in alike.values()]
        return evolve(self, to=(*apart, *merged))


@frozen(kw_only=True)
class RollMoves(Part):
    """Every move with one Movement Roll."""

    roll: int = field(metadata=column("Roll"))
    legal: tuple[LegionMoves, ...] = field(metadata=spread())


@frozen(kw_only=True, repr=False)
class MovementMoves(LegalMoves):
    """Every move of the Movement Phase.

    :param roll: the Movement Roll; None: not rolled yet, ``rolls`` has all six.
    :param owed: what must still be moved before the phase may end.
    """

    phase: Literal["movement"] = field(default="movement", metadata=ALWAYS)
    active: str
    roll: int | None
    rolls: tuple[RollMoves, ...] | None = None
    legal: tuple[LegionMoves, ...] | None = None
    owed: tuple[Ruling, ...] | None = None

    @property
    def by_roll(self) -> tuple[RollMoves, ...]:
        """The moves with the Movement Roll, or with each of the six."""
        return self.rolls or (RollMoves(roll=self.roll or 0, legal=self.legal or ()),)

    def _moves(self) -> Iterator[Block]:
        """One table, with a column for the Movement Roll if it is not rolled yet."""
        yield from (phase_of(self.active, self.phase, "" if self.roll is None else f", Movement Roll {self.roll}"), "")
        rolls = self.by_roll
        shown = [evolve(one, legal=tuple([entry.in_short for entry in one.legal])) for one in rolls]
        ahead = any(there.musters is not NOT_ASKED for one in rolls for entry in one.legal for there in entry.to)
        headings = {"musters": "May muster there"} if ahead else {}
        yield Listed(shown if self.rolls else shown[0].legal, headings)
        said: list[Block] = []
        for one in rolls:
            every = (x for e in one.legal for x in remarks(e.legion, e.to, e.rulings, e.missing))
            new = [remark for remark in every if remark == "" or remark not in said]
            said += new
            if self.rolls and any(new):
                yield from ("", f"With a Movement Roll of {one.roll}:")
            yield from new
        yield from owed(self.owed)


def movement_moves(game: Game, legions: Sequence[Legion], ahead: bool) -> MovementMoves:
    """Where Legions may go, with each Movement Roll if it is not rolled yet.

    :param ahead: for each destination, list what could be mustered there.
    """
    active, roll = game.mover.color, game.roll
    if roll is None:
        every = [RollMoves(roll=n, legal=tuple([_moves(game, x, n, ahead) for x in legions])) for n in ROLLS]
        return MovementMoves(active=active, roll=None, rolls=tuple(every))
    entries = tuple([_moves(game, legion, roll, ahead) for legion in legions])
    still = tuple([ruling for ruling in owed_moves(game) if isinstance(ruling, Ruling)])
    return MovementMoves(active=active, roll=roll, legal=entries, owed=still)


def _moves(game: Game, legion: Legion, roll: int, ahead: bool) -> LegionMoves:
    player = game.mover
    to = tuple([_destination(game, legion, roll, x, ahead) for x in reach.destinations(game, player, legion, roll)])
    missing = None
    if reach.depends_on_content(game, player, legion, roll):
        missing = f"the characters of {legion.legion}, to tell whether it may teleport"
    elif ahead and legion.characters is None:
        missing = f"the characters of {legion.legion}, to tell what it may muster"
    rulings = None if to else tuple(stay_rulings(game, player, legion, roll))
    return LegionMoves(legion=legion.legion, origin=legion.land, to=to, rulings=rulings, missing=missing)


def _destination(game: Game, legion: Legion, roll: int, there: reach.Destination, ahead: bool) -> ReachableLand:
    musters = NOT_ASKED
    if ahead:
        table, held = game.the_box.table_of(there.land), legion.characters
        musters = None if held is None else options_there(game, table, held)
    rulings = tuple(move_rulings(game, game.mover, legion, roll, there))
    return copied(ReachableLand, there, musters=musters, rulings=rulings)


# --- musters ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class LegionMusters(Part):
    """What one Legion may muster.

    :param missing: what must be known to list its musters.
    """

    legion: str = field(metadata=column("Legion"))
    land: int = field(metadata=column("Land", lambda legion: place(legion.land)))
    musters: tuple[MusterOption, ...] = field(metadata=spread())
    missing: str | None = None
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True, repr=False)
class MusterMoves(LegalMoves):
    """Every muster of the Enlistment Phase."""

    phase: Literal["enlistment"] = field(default="enlistment", metadata=ALWAYS)
    active: str
    legal: tuple[LegionMusters, ...]

    def _moves(self) -> Iterator[Block]:
        yield from (phase_of(self.active, self.phase), "", Listed(self.legal))
        for one in self.legal:
            yield from remarks(one.legion, one.musters, one.rulings, one.missing)


def muster_moves(game: Game, legions: Sequence[Legion]) -> MusterMoves:
    """What Legions may muster."""
    return MusterMoves(active=game.mover.color, legal=tuple([_musters(game, legion) for legion in legions]))


def _musters(game: Game, legion: Legion) -> LegionMusters:
    missing, rulings = None, tuple(against_mustering(legion))
    options: tuple[MusterOption, ...] = ()
    if not rulings and legion.characters is None:
        missing = f"the characters of {legion.legion}, to tell what it may muster"
    elif not rulings:
        options, rulings = options_in_land(game, legion)
    return copied(LegionMusters, legion, musters=options, missing=missing, rulings=rulings)
