"""What a typed action means in a position.

A text can mean several actions. If the position leaves its phase open, one that fits the action is assumed.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from attrs import frozen

from ..actions import intents as act
from ..actions.grammar import Claim, phase_of, understood
from ..actions.grammar.words import sentence_words
from ..kernel.errors import ActionError, CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.rulings import Assumption
from ..play import apply, is_legal, legal_actions
from ..position.battle import ROLES, Battle, Role
from ..position.changes import put_legion_in
from ..position.documents import FORMAT
from ..position.faults.game import TURN_PHASES
from ..position.game import Game
from ..position.line import Line, read_line
from ..position.line.spoken import VERBS
from ..position.muster import Muster
from ..rules.engagement.meeting import engaged_lands
from ..sentences import told_in

State: TypeAlias = Game | Battle
S = TypeVar("S", bound=Game | Battle)

BATTLE_PHASES = ("maneuver", "strike", "strikeback")
IN_ENGAGEMENT = (act.Flee, act.Stand, act.Propose, act.NoMore, act.Fight, act.Concede)


@frozen
class Meant:
    """One reading of a text.

    :param state: the position in which it is judged.
    :param rank: how badly the phase fits; the reading with the smallest rank is meant.
    :param notation: a sentence, rewritten in our notation.
    """

    state: State
    action: act.Action
    legal: bool
    claims: tuple[Claim, ...] = ()
    rank: tuple[int, ...] = ()
    notation: str | None = None


def meanings(line: Line, text: str, in_words: bool = True) -> list[Meant]:
    """Every reading of one action, best first: legal, in a fitting phase, on the actor's side.

    :param in_words: accept sentences, too.
    :raises ActionError: there is none.
    """
    readings: list[Meant] = []
    error: ActionError | None = None
    said = {word.lower for word in sentence_words(text)}
    back = any(word == "back" or word.startswith("strikeback") for word in said)
    pointed = not said & (VERBS["move"] | VERBS["enter"] | {"to"})
    fitting: list[act.Action] = []

    def fits(state: State) -> bool:
        return not fitting or any(not any(_unfit(state, action, back)) for action in fitting)

    for place, state in enumerate(_moments(line, fits)):
        try:
            actions, claims = understood(text, state)
        except ActionError as e:
            error = error or e
            continue
        for action in actions:
            if _defender_has_entered(line.position, state) and not _is_attackers_alone(line.position, action):
                continue
            for shown, before in _in_its_moment(line, action, state, pointed):
                legal, rank = _legal(before, shown), (*_unfit(before, shown, back), place)
                first = rank if shown.do.startswith("end-") else rank[:-1] if back else ()
                readings.append(Meant(before, shown, legal, claims, (*first, not legal, *rank)))
                if not any(rank[:-1]):
                    fitting.append(shown)
        if any(not any(one.rank) for one in readings):
            break  # legal in the position that fits best: no other can be meant
    if readings:
        return sorted(readings, key=lambda one: one.rank)
    misread = error is not None and error.fault.code == "bad-notation"
    notation = told_in(line.position, text) if in_words and misread and not isinstance(line.position, Muster) else None
    if notation is not None:
        return [evolve(one, notation=notation) for one in meanings(line, notation, in_words=False)]
    raise error or ActionError(Fault("bad-notation", "no action"), text, (0, len(text)))


def _legal(state: State, action: act.Action) -> bool:
    try:
        return is_legal(state, action)
    except CannotTell:
        return False


def _unfit(state: State, action: act.Action, back: bool) -> tuple[int, ...]:
    """How badly an action fits the phase, and whose phase it is."""
    wanted = phase_of(action)
    if isinstance(state, Game):
        held = state.find(getattr(action, "legion", None) or "")
        foreign = held is not None and held[0].color != state.active
        return int(wanted in TURN_PHASES and wanted != state.phase), int(foreign)
    wanted = "strikeback" if wanted == "strike" and back else wanted
    return int(wanted in BATTLE_PHASES and wanted != state.phase), int(
        _actor(state, action) not in (None, state.acting)
    )


def _actor(battle: Battle, action: act.Action) -> Role | None:
    if isinstance(action, act.Maneuver | act.Strike) and action.origin is not None:
        there = battle.at(action.origin)
        return there and there[0]
    if isinstance(action, act.Maneuver):
        entering = (action.character, None)
        return next((role for role in ROLES if entering in [(c.name, c.hex) for c in battle.of(role).characters]), None)
    return next((role for role in ROLES if battle.of(role).player == getattr(action, "by", None)), None)


# --- the position meant ----------------------------------------------------------------------------------------------


def _moments(line: Line, fits: Callable[[State], bool]) -> Iterator[State]:
    """The positions that a line can mean, the one it was read as first.

    :param fits: whether the action can be meant in a position.
    """
    position, unsaid = line.position, line.unsaid
    if isinstance(position, Muster):
        yield _as_game(position)
        return
    yield position
    if isinstance(position, Battle):
        turns = {position.turn, 4} if "turn" in unsaid else {position.turn}
        for turn in sorted(turns, key=lambda turn: turn != position.turn):
            for phase in BATTLE_PHASES if "phase" in unsaid else (position.phase,):
                for side in ROLES if "side" in unsaid else (position.side,):
                    yield from _possible(position, fits, turn=turn, phase=phase, side=side)
        if {"phase", "side"} <= unsaid and _nobody_is_placed(position):
            yield _after_the_defender(position)
        return
    colors = [player.color for player in position.players if "active" in unsaid]
    for color in dict.fromkeys([position.active, *colors]):
        for phase in TURN_PHASES if "phase" in unsaid else (position.phase,):
            yield from _possible(position, fits, phase=phase, active=color)


def _nobody_is_placed(position: object) -> bool:
    """Whether both sides are still off the board."""
    sides = [position.of(role).characters for role in ROLES] if isinstance(position, Battle) else [()]
    return all(sides) and all(combatant.hex is None for side in sides for combatant in side)


def _defender_has_entered(position: object, state: State) -> bool:
    """Whether a state supposes that the defender has entered, in a position where nobody is placed."""
    return _nobody_is_placed(position) and not _nobody_is_placed(state)


def _is_attackers_alone(position: object, action: act.Action) -> bool:
    """Whether an action moves a character that the attacker has, and the defender does not."""
    if not isinstance(position, Battle) or not isinstance(action, act.Maneuver):
        return False
    attackers, defenders = ([c.name for c in position.of(role).characters] for role in ROLES)
    return action.character in attackers and action.character not in defenders


def _after_the_defender(battle: Battle) -> Battle:
    """A battle in which the defender has entered somewhere, and the attacker is next."""
    while battle.side == "defender" and battle.outcome is None:
        legal = legal_actions(battle)
        entering = [action for action in legal if isinstance(action, act.Maneuver) and action.origin is None]
        ending = act.EndManeuver() if battle.phase == "maneuver" else act.EndStrikes()
        battle = apply(battle, entering[0] if entering else ending).state
    return battle


def _possible(state: S, fits: Callable[[State], bool], **changes: object) -> Iterator[S]:
    """The position in another phase, if it is possible."""
    other = evolve(state, **changes)
    if other != state and fits(other) and not FORMAT.validate(other):
        yield other


def _in_its_moment(line: Line, action: act.Action, state: State, pointed: bool) -> Iterator[tuple[act.Action, State]]:
    """An action after what must precede it, if the game leaves that open: a roll, an Engagement.

    :param pointed: hexes are named without a verb of movement, so a strike can also be meant.
    """
    if isinstance(state, Battle):
        yield action, state
        if isinstance(action, act.Maneuver) and state.phase == "strike" and pointed and action.origin and action.to:
            there, target = state.at(action.origin), state.at(action.to)
            if there is not None and target is not None and there[0] != target[0]:
                yield act.Strike(action.origin, action.to), state
    elif isinstance(action, act.Move):
        open_roll = state.roll is None and state.phase == "movement" and "roll" in line.unsaid
        for roll in range(1, 7) if open_roll else (state.roll,):
            before = evolve(state, roll=roll)
            yield from ((one, before) for one in _completed(before, action))
    elif isinstance(action, IN_ENGAGEMENT) and state.phase == "engagement" and state.engagement is None:
        for land in engaged_lands(state):
            begun = apply(state, act.Engage(land)).state
            yield action, begun
            if isinstance(action, act.Fight):
                yield act.Stand(), begun
            elif not isinstance(action, act.Flee | act.Stand) and is_legal(begun, act.Stand()):
                yield action, apply(begun, act.Stand()).state
    elif isinstance(action, act.Muster) and "moved" in line.unsaid and state.phase == "enlistment":
        yield action, _moved(state, action.legion)
    else:
        yield action, state


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
    return put_legion_in(game, holding[0], evolve(holding[1], moved=True))


def _as_game(muster: Muster) -> Game:
    """A muster question as a game: the Legion has moved to the land, in its Enlistment Phase."""
    lands = muster.the_box.masterboard.lands
    land = muster.land or next(n for n, land in lands.items() if land.terrain == muster.terrain)
    game = read_line(f"Black's enlistment: Bk01 {land} {' '.join(muster.characters)} | moved Bk01").position
    assert isinstance(game, Game)
    stock = {**(game.caretaker or {}), **(muster.caretaker or {})}
    return evolve(game, caretaker=stock, ruleset=muster.ruleset, options=muster.options)


def assumed(line: Line, best: Meant, readings: Sequence[Meant]) -> Iterator[Assumption]:
    """The assumptions made about the phase."""
    state, position, unsaid = best.state, line.position, line.unsaid
    if isinstance(state, Battle):
        if {"phase", "side"} & unsaid:
            yield Assumption(f"turn {state.turn}, {state.acting}'s {state.phase}", "say the turn and whose phase it is")
        if _defender_has_entered(position, state):
            yield Assumption("the defender has entered", "say where it stands")
    elif not isinstance(position, Game):
        yield Assumption("the Legion has moved, and may muster", None)
    else:
        if "phase" in unsaid or state.active != position.active:
            yield Assumption(f"{state.active}'s {state.phase} phase", "say whose phase it is")
        if "moved" in unsaid and isinstance(best.action, act.Muster):
            yield Assumption(f"{best.action.legion} has moved", "say not moved")
        if isinstance(best.action, act.Move) and position.roll is None:
            rolls = sorted({one.state.roll or 0 for one in readings if one.legal and isinstance(one.state, Game)})
            shown = " or ".join(map(str, rolls))
            yield Assumption(f"with a roll of {shown}" if rolls else "whatever is rolled", "say the roll")
        if state.engagement is not None and position.engagement is None:
            yield Assumption(f"the Engagement in {state.engagement.land} is being resolved")
