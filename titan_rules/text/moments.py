"""When an action is meant: where the position leaves it open, the phase follows from the form, the side from who acts.

What is said is never overridden.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, TypeVar, get_args

from attrs import fields, frozen

from ..actions import intents as act
from ..box.names import LandNo
from ..kernel.errors import CannotTell, DocumentError
from ..kernel.evolving import EMPTY, evolve
from ..kernel.rulings import Assumption
from ..play import apply, is_legal, legal_actions
from ..play.planning import author
from ..position.battle import ROLES, Battle, BattlePhase, Role, other
from ..position.changes import put_legion_in
from ..position.documents import FORMAT
from ..position.faults.game import TURN_PHASES
from ..position.game import Game
from ..position.muster import Muster
from ..position.position import mark_checked
from ..rules.engagement.meeting import engaged_lands
from .actions import Claim, Reading, do_of, read
from .board import LANDLESS
from .completing import Scene
from .forms import TABLE
from .lexicon import Kind
from .mentions import Mentions, Slot
from .positions import Line, as_game
from .reader import OPPOSITE, field_reader
from .refusal import Unread
from .words import Word

State: TypeAlias = Game | Battle
Moment: TypeAlias = tuple[act.Action, State]
"""An action, and the position in which it is meant."""
S = TypeVar("S", bound=Game | Battle)

IN_ENGAGEMENT = (act.Flee, act.Stand, act.Propose, act.NoMore, act.Fight, act.Concede)
REINFORCED_IN = 4  # the battle turn (REINF-1)


@frozen(slots=False)
class Meant:
    """One reading of a text.

    :param state: the position in which it is judged.
    """

    state: State
    action: act.Action
    claims: tuple[Claim, ...] = ()

    @cached_property
    def legal(self) -> bool:
        """Whether it is legal, for choosing among several readings."""
        try:
            return is_legal(self.state, self.action)
        except CannotTell:
            return False


@frozen
class Question:
    """A position, and what is asked about it.

    :param first: the readings of the first action, in the moments in which it can be meant.
    :param rest: the texts of the actions that follow it.
    """

    line: Line
    first: tuple[Meant, ...]
    rest: tuple[str, ...] = ()


def scene_of(line: Line) -> Scene:
    """What an action is read against in the position of a line."""
    state = as_game(line.position) if isinstance(line.position, Muster) else line.position
    return Scene(state, sides=line.owners, unsaid=line.unsaid)


def at_the_phase(scene: Scene, do: str, said: Mentions) -> Scene:
    """A scene in the phase of an action, where that is open; what the text says stands.

    :raises Unread: the text says another turn, phase or terrain than the position, or that it is somebody else's turn,
        or a moment in which the position cannot be; or it is not said where the Legion is, and that matters.
    """
    state, unsaid = scene.position, scene.unsaid
    if state is None:
        return scene
    phases = TABLE[do].when
    known = get_args(BattlePhase) if isinstance(state, Battle) else TURN_PHASES
    stated = {slot.name.lower(): said.slots[slot] for slot in (Slot.TURN, Slot.PHASE, Slot.ROLL) if slot in said.slots}
    if stated.get("phase") == "turn":  # in Red's turn
        del stated["phase"]
    if do != "move":
        stated.pop("roll", None)
    if isinstance(state, Battle) and "phase" in unsaid and any(word.kind is Kind.BACK for word in said.claims):
        stated["phase"] = "strikeback"
    usual: dict[str, object] = {}
    if "phase" in unsaid and phases and phases[0] in known and state.phase not in phases:
        usual["phase"] = phases[0]
    if do == "reinforce" and isinstance(state, Battle) and "turn" in unsaid:
        usual["turn"] = REINFORCED_IN
    for key, value in stated.items():
        if key not in unsaid and getattr(state, key) != value:
            raise Unread(None, f"the position is in {key} {getattr(state, key)}, not {value}")
    if scene.battle is not None and said.slots.get(Slot.TERRAIN, scene.battle.terrain) != scene.battle.terrain:
        raise Unread(None, f"the battle is fought in the {scene.battle.terrain}, not in the {said.slots[Slot.TERRAIN]}")
    found = _with_moment(state, stated, usual)
    if "land" in unsaid and found.phase not in LANDLESS:
        raise Unread(None, "where is the Legion?", "as in: Bk02 109 Angel 2 Centaur")
    return _in_its_turn(said, evolve(scene, position=found))


def _in_its_turn(said: Mentions, scene: Scene) -> Scene:
    """A scene in the turn, or the phase, of whoever is said to have it, where that is open.

    :raises Unread: the position says that it is somebody else's, or nobody here is called so.
    """
    state, owner = scene.position, said.slots.get(Slot.PHASE_OWNER)
    if state is None or owner is None:
        return scene
    key = "side" if isinstance(state, Battle) else "active"
    now, whose = getattr(state, key), _whose_turn(state, str(owner), said, scene)
    if whose is None and owner in OPPOSITE:
        return scene
    if whose is None:
        raise Unread(None, f"{owner} does not play here")
    if whose != now and key not in scene.unsaid:
        raise Unread(None, f"in the position it is the turn of {now}")
    return evolve(scene, position=_with_moment(state, {key: whose}), unsaid=scene.unsaid - {key})


def _whose_turn(state: State, owner: str, said: Mentions, scene: Scene) -> str | None:
    """The side or the colour whose turn it is said to be; None: nobody here is called so."""
    if isinstance(state, Game):
        named = scene.sides.get(owner, owner)
        return next((player.color for player in state.players if named in (player.color, player.name)), None)
    role = scene.side_of(owner)
    back = state.phase == "strikeback" and said.slots.get(Slot.PHASE) != "turn"
    return other(role) if role is not None and back else role


def reading_at_its_moment(said: Mentions, scene: Scene, *, fought: bool) -> tuple[Scene, Reading]:
    """The actions that mentions mean, and before them the scene in which they are read.

    :raises Unread: they have no form, or something has no place in it.
    """
    do = do_of(said, scene, fought=fought)
    scene = at_the_phase(scene, do, said)
    reading = read(do, said, scene)
    if scene.position is not None and not scene.unsaid and scene.phase != "engagement":  # the moment is known
        _of_the_actor(scene, reading, [(action, scene.position) for action in reading.actions])
    return scene, reading


def _with_moment(state: S, stated: Mapping[str, object], usual: Mapping[str, object] = EMPTY) -> S:
    """The position in the moment that is said, and in the usual one where nothing is said and that is possible.

    :raises Unread: it cannot be in that moment.
    """
    found = _possible(state, {**usual, **stated})
    of: type = type(state)
    for key, value in stated.items():
        try:
            field_reader(of, key)(value)
        except DocumentError as e:
            raise Unread(None, f"{key} {value}: {e.faults[0].message}") from None
        if getattr(found, key) != value:
            raise Unread(None, f"the position cannot be in {key} {value}")
    return found


def _possible(state: S, changes: dict[str, object]) -> S:
    """The position with some changes, if it is possible."""
    changed = evolve(state, **changes)
    return state if changed == state or FORMAT.validate(changed) else mark_checked(changed)


def meanings(scene: Scene, reading: Reading) -> tuple[Meant, ...]:
    """The actions of a reading in a position, each in its moment; the legal ones first.

    :raises Unread: somebody is said to act who does not.
    """
    moments = [moment for action in reading.actions for moment in _moments(scene, action)]
    found = [Meant(state, action, reading.claims) for action, state in _of_the_actor(scene, reading, moments)]
    return tuple(sorted(found, key=lambda meant: not meant.legal) if len(found) > 1 else found)


def _of_the_actor(scene: Scene, reading: Reading, moments: Sequence[Moment]) -> Sequence[Moment]:
    """The actions, each in its moment, that are those of whoever is said to act.

    :raises Unread: none is.
    """
    found = [(action, state) for action, state in moments if _acts(reading.actor, scene.sides, state, action)]
    if reading.actor is not None and not found:
        able = {_doer(reading.actor, state, action) for action, state in moments} - {None}
        raise Unread(reading.actor.token, f"does not do this here{f': {able.pop()} does' if len(able) == 1 else ''}")
    return found


_OF_A_PIECE = frozenset({"it", "he", "she", "they"})
"""Pronouns that may mean a Legion or a character as well as a player."""


def _acts(actor: Word | None, sides: Mapping[str, str], state: State, action: act.Action) -> bool:
    """Whether an action, or its Legion, is that of whoever is said to act; also if nobody knows who that is."""
    if actor is None or actor.token.low in _OF_A_PIECE:
        return True
    does, said, scene = _doer(actor, state, action), str(actor.value), Scene(state)
    if actor.kind is Kind.MARKER:
        return does in (None, said)
    able = does, scene.owner(getattr(action, "legion", None) or "")
    other_side = said not in sides and said in OPPOSITE
    named = OPPOSITE[said] if other_side else said
    named = sides.get(named, named)
    player = scene.player_of(named) if named in ROLES else named
    if other_side:
        return player not in able
    everybody = [state.of(r).player for r in ROLES] if isinstance(state, Battle) else [p.color for p in state.players]
    return player in able or player not in everybody


def _doer(actor: Word, state: State, action: act.Action) -> str | None:
    """The player whose action it is, or if a marker is named, the Legion that flees or stands; None: not known."""
    if actor.kind is not Kind.MARKER:
        return author(state, action)
    return state.engagement.defender if isinstance(state, Game) and state.engagement is not None else None


def _moments(scene: Scene, action: act.Action) -> Iterator[Moment]:
    """An action after what must precede it, where the position leaves that open: a roll, an Engagement."""
    state, unsaid = scene.position, scene.unsaid
    assert state is not None, "actions are judged in a position"
    if isinstance(state, Battle):
        yield action, _of_its_side(state, action) if "side" in unsaid else state
        return
    state = _of_its_player(state, action) if "active" in unsaid else state
    if isinstance(action, act.Move):
        open_roll = state.roll is None and state.phase == "movement" and "roll" in unsaid
        for roll in range(1, 7) if open_roll else (state.roll,):
            before = state if roll == state.roll else mark_checked(evolve(state, roll=roll))
            yield from ((move, before) for move in completed(before, action) or [action])
    elif isinstance(action, IN_ENGAGEMENT) and state.phase == "engagement" and state.engagement is None:
        lands = engaged_lands(state)
        if not lands and "phase" in unsaid:
            raise Unread(None, "no Legions are said to meet")
        if not lands:
            yield action, state
        for land in lands:
            if isinstance(action, act.Fight):  # whoever fights does not flee
                yield act.Stand(), apply(state, act.Engage(land)).state
            yield action, _engaged(state, land, action)
    elif isinstance(action, act.Muster) and "moved" in unsaid and state.phase == "enlistment":
        yield action, _moved(state, action.legion)
    else:
        yield action, state


def _engaged(state: Game, land: LandNo, action: act.Action) -> Game:
    """The Engagement in a land, at the stage of an action."""
    begun: Game = apply(state, act.Engage(land)).state
    if not isinstance(action, act.Flee | act.Stand) and is_legal(begun, act.Stand()):
        begun = apply(begun, act.Stand()).state
    return begun


def _of_its_side(battle: Battle, action: act.Action) -> Battle:
    """The battle in the turn of the side that acts."""
    role = _actor(battle, action)
    if role is None:
        return battle
    side = other(role) if battle.phase == "strikeback" else role
    return _possible(battle, {"side": side})


def _actor(battle: Battle, action: act.Action) -> Role | None:
    """The side of whoever acts."""
    if isinstance(action, act.Maneuver | act.Strike) and action.origin is not None:
        standing = battle.at(action.origin)
        return standing and standing[0]
    if isinstance(action, act.Maneuver):
        entering = (action.character, None)
        return next((role for role in ROLES if entering in [(c.name, c.hex) for c in battle.of(role).characters]), None)
    if isinstance(action, act.Reinforce):
        return "defender"
    if isinstance(action, act.Summon):
        return "attacker"
    return next((role for role in ROLES if battle.of(role).player == getattr(action, "by", None)), None)


def _of_its_player(game: Game, action: act.Action) -> Game:
    """The game in the turn of the player whose Legion acts."""
    holding = game.find(getattr(action, "legion", None) or "")
    if holding is None or holding[0].color == game.active:
        return game
    return _possible(game, {"active": holding[0].color})


def may_be_legal(state: State, action: act.Action) -> bool:
    """Whether an action is legal, or may be."""
    try:
        return is_legal(state, action)
    except CannotTell:
        return True


def completed(state: State, action: act.Action) -> list[act.Action]:
    """An action that may be legal, or every legal one that says all that it does, and more: its entry side or Lord."""
    if may_be_legal(state, action):
        return [action]
    kind = type(action)
    said = {f.name: value for f in fields(kind) if (value := getattr(action, f.name)) != f.default}
    alike = [other for other in legal_actions(state) if type(other) is kind]
    return [other for other in alike if all(getattr(other, name) == value for name, value in said.items())]


def _moved(game: Game, marker: str) -> Game:
    holding = game.find(marker)
    if holding is None or holding[1].moved or holding[0].color != game.active:
        return game
    return mark_checked(put_legion_in(game, holding[0], evolve(holding[1], moved=True)))


def any_roll(readings: Sequence[Meant]) -> bool:
    """Whether a move is read with every Movement Roll, because none is said."""
    return len(_rolls(readings)) > 1


def _rolls(readings: Sequence[Meant]) -> list[int]:
    return sorted({meant.state.roll or 0 for meant in readings if isinstance(meant.state, Game)})


def assumed(line: Line, best: Meant, readings: Sequence[Meant]) -> Iterator[Assumption]:
    """The assumptions made about the moment."""
    state, position, unsaid = best.state, line.position, line.unsaid
    if isinstance(state, Battle):
        if {"phase", "side"} & unsaid:
            yield Assumption(f"turn {state.turn}, {state.acting}'s {state.phase}", "say the turn and phase")
    elif not isinstance(position, Game):
        yield Assumption("the Legion has moved, and may muster", None)
    else:
        if "phase" in unsaid or state.active != position.active:
            yield Assumption(f"{state.active}'s {state.phase} phase", "say whose phase it is")
        if "moved" in unsaid and isinstance(best.action, act.Muster):
            yield Assumption(f"{best.action.legion} has moved", "say not moved")
        if any_roll(readings):
            shown = " or ".join(map(str, _rolls([meant for meant in readings if meant.legal])))
            yield Assumption(f"with a roll of {shown}" if shown else "whatever is rolled", "say the roll")
        if state.engagement is not None and position.engagement is None:
            yield Assumption(f"the Engagement in {state.engagement.land} is being resolved")
