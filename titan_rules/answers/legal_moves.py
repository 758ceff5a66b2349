"""What ``legal-moves`` answers: what is legal now, phase by phase, and every legal action."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Literal, TypeAlias, TypeVar

from attrs import field, frozen

from ..actions.grammar import written
from ..actions.intents import Action, HowMoved
from ..box.current_box import place
from ..box.names import CharacterName, LandNo
from ..box.types import EntrySide
from ..kernel.answers import Part, copied
from ..kernel.blocks import Block, Listed, column, spread
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.fields import ALWAYS, HIDDEN, key
from ..kernel.names import in_numbers
from ..kernel.rulings import Ruling, legal
from ..play import legal_actions
from ..play.listing import listed
from ..play.planning import authors
from ..position.battle import Battle
from ..position.game import Game, Legion, battle_in
from ..position.stock import stock
from ..rules.engagement.meeting import engaged_lands, engaged_pair
from ..rules.masterboard import destinations as reach
from ..rules.masterboard.commencement import free_markers, legion_rulings, owed_splits, splits, staying
from ..rules.masterboard.move_rulings import move_rulings, stay_rulings
from ..rules.masterboard.movement import owed_moves
from ..rules.masterboard.mustering import MusterOption, muster_options
from .battle_moves import BattleMoves, battle_moves
from .muster_options import MusterMoves, legion_musters
from .parts import ActionInShort, LegalMoves, owed, phase_of, remarks

# --- splits ----------------------------------------------------------------------------------------------------------


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


def _commencement(game: Game, legions: Sequence[Legion]) -> SplitMoves:
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

ROLLS = range(1, 7)
TELEPORTS = {"tower-teleport": "Tower Teleport", "titan-teleport": "Titan Teleport"}
LANDS_WIDTH = 60
NOT_ASKED: Any = ...  # stands for musters that nobody asked for


@frozen(kw_only=True)
class Destination(Part):
    """Where a Legion may go.

    :param entry_sides: sides from which it may enter the Battleland; none if nobody is engaged.
    :param engages: the enemy Legion there.
    :param reveal: the characters of which one must be revealed to teleport.
    :param musters: if asked for: what it could muster there; None: its content is unknown.
    :param alike: in a table, further lands that it may teleport to.
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
        """The land by name, or the numbers of all that are alike."""
        return "\n".join(wrap(", ".join(map(str, self.alike)), LANDS_WIDTH)) if self.alike else place(self.land)

    @property
    def mustered(self) -> str:
        """What it could muster there, with the numbers left."""
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
    :param missing: what would have to be known to list all.
    """

    legion: str = field(metadata=column("Legion"))
    origin: int = field(metadata=key("from") | column("From", lambda legion: place(legion.origin)))
    to: tuple[Destination, ...] = field(metadata=spread())
    rulings: tuple[Ruling, ...] | None = None
    missing: str | None = None

    @property
    def in_short(self) -> "LegionMoves":
        """With one destination for all teleports that engage nothing, unless each has its musters."""
        apart: list[Destination] = []
        alike: dict[str, list[Destination]] = {}
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
        yield from (phase_of(self.active, self.phase, "" if self.roll is None else f", Movement Roll {self.roll}"), "")
        rolls = self.rolls or [RollMoves(roll=self.roll or 0, legal=self.legal or ())]
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


def _movement(game: Game, legions: Sequence[Legion], roll: int | None, ahead: bool) -> MovementMoves:
    active = game.mover.color
    if roll is None:
        every = [RollMoves(roll=n, legal=tuple([_moves(game, x, n, ahead) for x in legions])) for n in ROLLS]
        return MovementMoves(active=active, roll=None, rolls=tuple(every))
    rolled = game if roll == game.roll else evolve(game, roll=roll)
    entries = tuple([_moves(rolled, legion, roll, ahead) for legion in legions])
    return MovementMoves(active=active, roll=roll, legal=entries, owed=tuple(owed_moves(rolled)))


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


def _destination(game: Game, legion: Legion, roll: int, there: reach.Destination, ahead: bool) -> Destination:
    musters = NOT_ASKED
    if ahead:
        table, held = game.the_box.table_of(there.land), legion.characters
        musters = None if held is None else muster_options(table, held, stock(game))
    rulings = tuple(move_rulings(game, game.mover, legion, roll, there))
    return copied(Destination, there, musters=musters, rulings=rulings)


# --- Engagements and setup -------------------------------------------------------------------------------------------


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
        yield from (
            phase_of(self.active, self.phase),
            "",
            Listed(self.legal) if self.legal else "No Engagement is left.",
        )


def _engagements(game: Game, legions: Sequence[Legion]) -> Iterator[OpenEngagement]:
    for land in engaged_lands(game):
        (attacking, attacker), (defending, defender) = engaged_pair(game, land)
        if attacker in legions:
            yield OpenEngagement(
                land=land,
                attacker=attacker.legion,
                defender=defender.legion,
                entry_side=attacker.entry_side,
                attacking=attacking.color,
                defending=defending.color,
                rulings=(legal("ENG-1", "the mover chooses which Engagement is resolved next"),),
            )


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
        yield from (ends.get(self.phase) or phase_of(self.active, self.phase), "")
        e = self.engagement
        if e is not None:
            yield from (f"{e.attacker} against {e.defender} in {place(e.land)}, {e.stage}: {e.to_act} to act", "")
        yield from (f"  {one.text}" for one in self.legal)


def _actions(game: Game) -> ActionMoves:
    stage = None if game.engagement is None else copied(EngagementStage, game.engagement)
    actions = tuple([LegalAction(action=action, text=written(action, game.the_box)) for action in legal_actions(game)])
    return ActionMoves(phase=game.phase, active=game.active, engagement=stage, legal=actions)


# --- everything ------------------------------------------------------------------------------------------------------

GameMoves: TypeAlias = SplitMoves | MovementMoves | EngagementMoves | ActionMoves | MusterMoves
M = TypeVar("M", bound=LegalMoves)


def legal_moves(position: Game | Battle) -> GameMoves | BattleMoves:
    """Everything legal in a position, with the rules that allow it.

    :raises CannotTell: it depends on unknown characters.
    """
    battle = battle_in(position)
    if battle is not None:
        return with_actions(battle_moves(battle), position)
    assert not isinstance(position, Battle)
    return with_actions(game_moves(position), position)


def with_actions(moves: M, position: Game | Battle) -> M:
    """The answer with every legal action of the position, and those that cannot be judged."""
    known, unknown = listed(position)
    by, box = authors(position), position.the_box
    actions = [ActionInShort(by=by(one), do=one.do, text=written(one, box)) for one in known]
    return evolve(moves, actions=tuple(actions), cannot_tell=tuple(unknown))


def game_moves(game: Game, *, legion: str | None = None, roll: int | None = None, ahead: bool = False) -> GameMoves:
    """What the active player may do in this phase.

    :param legion: only this one, as typed.
    :param roll: a Movement Roll in place of the document's.
    :param ahead: list with each destination what could be mustered there.
    :raises DocumentError: the Legion is not the active player's.
    :raises CannotTell: a Movement Roll is given outside the Movement Phase.
    """
    if game.phase != "movement" and (roll is not None or ahead):
        message = f"--roll and --ahead are for the Movement Phase, this game is in its {game.phase} phase"
        raise CannotTell(Fault("wrong-phase", message, "/phase"))
    if game.phase == "over":
        return ActionMoves(phase=game.phase, active=game.active, legal=())
    if game.phase == "setup" or game.engagement is not None:
        return _actions(game)
    legions, active = _wanted(game, legion), game.mover.color
    if game.phase == "commencement":
        return _commencement(game, legions)
    if game.phase == "movement":
        return _movement(game, legions, roll if roll is not None else game.roll, ahead)
    if game.phase == "engagement":
        return EngagementMoves(active=active, legal=tuple(_engagements(game, legions)))
    return MusterMoves(active=active, legal=tuple([legion_musters(game, one) for one in legions]))


def _wanted(game: Game, typed: str | None) -> Sequence[Legion]:
    """The Legions asked about."""
    player = game.mover
    if typed is None:
        return player.legions
    name = game.the_box.markers.canonical(typed)
    legion = player.legion(name)
    if legion is None:
        hint = "its Legions: " + ", ".join(x.legion for x in player.legions)
        raise DocumentError(
            [Fault("unknown-legion", f"{player.color}, whose turn it is, has no Legion {name}", hint=hint)]
        )
    return [legion]
