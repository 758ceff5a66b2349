"""When an action is meant: where the position leaves it open, the phase follows from the form, the side from who acts.

What is said is never overridden.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from attrs import frozen

from ..actions import intents as act
from ..box.names import LandNo
from ..kernel.errors import CannotTell
from ..kernel.evolving import evolve
from ..kernel.rulings import Assumption
from ..play import apply, is_legal, legal_actions
from ..play.planning import author
from ..position.battle import ROLES, Battle, Role, other
from ..position.changes import put_legion_in
from ..position.documents import FORMAT
from ..position.faults.game import TURN_PHASES
from ..position.game import Game
from ..position.muster import Muster
from ..position.position import mark_checked
from ..rules.engagement.meeting import engaged_lands
from .actions import Claim, Reading
from .board import LANDLESS
from .forms import TABLE
from .lexicon import Kind
from .mentions import Mentions, Slot
from .positions import Line, as_game
from .refusal import Unread
from .words import Word

State: TypeAlias = Game | Battle
S = TypeVar("S", bound=Game | Battle)

BATTLE_PHASES = ("maneuver", "strike", "strikeback")
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


def first_state(line: Line) -> State:
    """The position of a line, in which its action is read."""
    return as_game(line.position) if isinstance(line.position, Muster) else line.position


def at_the_phase(line: Line, state: State, do: str, said: Mentions) -> State:
    """The position in the phase of an action, where the line leaves it open; what the text says stands.

    :raises Unread: the text says another turn or phase than the position, or a roll that no die shows; or it is not
        said where the Legion is, and that matters.
    """
    changes: dict[str, Any] = {}
    phases = TABLE[do].when
    turn, phase, roll = (said.slots.get(slot) for slot in (Slot.TURN, Slot.PHASE, Slot.ROLL))
    known = BATTLE_PHASES if isinstance(state, Battle) else TURN_PHASES
    if phase not in (None, "turn"):
        changes["phase"] = phase
    elif "phase" in line.unsaid and phases and phases[0] in known and state.phase not in phases:
        changes["phase"] = phases[0]
    if isinstance(state, Battle) and "phase" in line.unsaid and _strikes_back(said):
        changes["phase"] = "strikeback"
    if turn is not None:
        changes["turn"] = turn
    elif do == "reinforce" and isinstance(state, Battle) and "turn" in line.unsaid:
        changes["turn"] = REINFORCED_IN
    if roll is not None and do == "move":
        if roll not in range(1, 7):
            raise Unread(None, f"a Movement Roll is 1 to 6, not {roll}")
        changes["roll"] = roll
    for key, value in changes.items():
        if key not in line.unsaid and getattr(state, key) != value:
            raise Unread(None, f"the position is in {key} {getattr(state, key)}, not {value}")
    found = _possible(state, changes)
    if "land" in line.unsaid and found.phase not in LANDLESS:
        raise Unread(None, "where is the Legion?", "as in: Bk02 109 Angel 2 Centaur")
    return found


def _strikes_back(said: Mentions) -> bool:
    return any(word.kind is Kind.BACK for word in said.claims)


def _possible(state: S, changes: dict[str, Any]) -> S:
    """The position with some changes, if it is possible."""
    changed = evolve(state, **changes)
    return state if changed == state or FORMAT.validate(changed) else mark_checked(changed)


def meanings(line: Line, state: State, reading: Reading) -> list[Meant]:
    """The actions of a reading, each in its moment; the legal ones first.

    :raises Unread: somebody is said to act who does not.
    """
    found: list[Meant] = []
    for action in reading.actions:
        for shown, before in _moments(line, state, action):
            if not _acts(reading.actor, line, before, shown):
                continue
            found.append(Meant(before, shown, reading.claims))
    if reading.actor is not None and not found:
        raise Unread(reading.actor.token, "does not do this here")
    return sorted(found, key=lambda meant: not meant.legal) if len(found) > 1 else found


_OF_A_PIECE = frozenset({"it", "he", "she", "they"})
"""Pronouns that may mean a Legion or a character as well as a player."""


def _acts(actor: Word | None, line: Line, state: State, action: act.Action) -> bool:
    """Whether an action is that of whoever is said to act; also if nobody knows who that is."""
    if actor is None or actor.token.low in _OF_A_PIECE:
        return True
    does = author(state, action)
    players = {owner: _player(state, role_or_color) for owner, role_or_color in line.owners.items()}
    players |= {role: _player(state, role) for role in ROLES}
    said = str(actor.value)
    if said in players:
        return players[said] in (None, does)
    opposite = {"mine": "theirs", "theirs": "mine"}.get(said)
    return opposite is None or players.get(opposite) != does


def _player(state: State, role_or_color: str) -> str | None:
    """The player of a side, or the colour itself; None: there is no such side now."""
    if role_or_color not in ROLES:
        return role_or_color
    battle = state if isinstance(state, Battle) else state.battle
    if battle is not None:
        return battle.attacker.player if role_or_color == "attacker" else battle.defender.player
    engagement = state.engagement if isinstance(state, Game) else None
    if engagement is None:
        return None
    return engagement.attacking if role_or_color == "attacker" else engagement.defending


def _moments(line: Line, state: State, action: act.Action) -> Iterator[tuple[act.Action, State]]:
    """An action after what must precede it, where the position leaves that open: a roll, an Engagement."""
    if isinstance(state, Battle):
        yield action, _of_its_side(line, state, action)
        return
    state = _of_its_player(line, state, action)
    if isinstance(action, act.Move):
        open_roll = state.roll is None and state.phase == "movement" and "roll" in line.unsaid
        for roll in range(1, 7) if open_roll else (state.roll,):
            before = state if roll == state.roll else mark_checked(evolve(state, roll=roll))
            yield from ((move, before) for move in _completed(before, action))
    elif isinstance(action, IN_ENGAGEMENT) and state.phase == "engagement" and state.engagement is None:
        lands = engaged_lands(state)
        if not lands and "phase" in line.unsaid:
            raise Unread(None, "no Legions are said to meet")
        if not lands:
            yield action, state
        for land in lands:
            if isinstance(action, act.Fight):  # whoever fights does not flee
                yield act.Stand(), apply(state, act.Engage(land)).state
            yield action, _engaged(state, land, action)
    elif isinstance(action, act.Muster) and "moved" in line.unsaid and state.phase == "enlistment":
        yield action, _moved(state, action.legion)
    else:
        yield action, state


def _engaged(state: Game, land: LandNo, action: act.Action) -> Game:
    """The Engagement in a land, at the stage of an action."""
    begun: Game = apply(state, act.Engage(land)).state
    if not isinstance(action, act.Flee | act.Stand) and is_legal(begun, act.Stand()):
        begun = apply(begun, act.Stand()).state
    return begun


def _of_its_side(line: Line, battle: Battle, action: act.Action) -> Battle:
    """The battle in the turn of the side that acts, where that is open."""
    role = _actor(battle, action)
    if "side" not in line.unsaid or role is None:
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


def _of_its_player(line: Line, game: Game, action: act.Action) -> Game:
    """The game in the turn of the player whose Legion acts, where that is open."""
    holding = game.find(getattr(action, "legion", None) or "")
    if "active" not in line.unsaid or holding is None or holding[0].color == game.active:
        return game
    return _possible(game, {"active": holding[0].color})


def _completed(state: Game, move: act.Move) -> list[act.Move]:
    """The move, or every legal one that fills in its missing entry side or Lord."""
    try:
        if is_legal(state, move):
            return [move]
        moves = [x for x in legal_actions(state) if isinstance(x, act.Move)]
    except CannotTell:
        return [move]
    keys = ("legion", "to", "entry_side", "how", "reveal")
    said = {key: value for key in keys if (value := getattr(move, key)) not in (None, ())}
    return [x for x in moves if all(getattr(x, key) == value for key, value in said.items())] or [move]


def _moved(game: Game, marker: str) -> Game:
    holding = game.find(marker)
    if holding is None or holding[1].moved or holding[0].color != game.active:
        return game
    return mark_checked(put_legion_in(game, holding[0], evolve(holding[1], moved=True)))


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
        if isinstance(best.action, act.Move) and position.roll is None:
            rolls = sorted(
                {meant.state.roll or 0 for meant in readings if meant.legal and isinstance(meant.state, Game)}
            )
            shown = " or ".join(map(str, rolls))
            yield Assumption(f"with a roll of {shown}" if rolls else "whatever is rolled", "say the roll")
        if state.engagement is not None and position.engagement is None:
            yield Assumption(f"the Engagement in {state.engagement.land} is being resolved")
