"""What one piece may do, whether an action is legal, and what comes of it."""

from collections.abc import Iterable, Sequence
from typing import Any

from titan_rules.actions.grammar import action_of, sentence, written
from titan_rules.actions.intents import Action, Maneuver, Move, Muster, Split, Strike
from titan_rules.answers.battle_moves import strikes_of
from titan_rules.answers.legal_moves import game_moves
from titan_rules.answers.legion_moves import Destination, LegionMoves, MovementMoves
from titan_rules.box.hexes import labels_in
from titan_rules.box.names import Hex, LandNo, Marker
from titan_rules.box.types import Die
from titan_rules.draw.overlays import pick
from titan_rules.kernel.answers import copied
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.odds import percent
from titan_rules.kernel.rulings import Ruling
from titan_rules.odds.carry import hits_of
from titan_rules.play import Plan, apply, dice_needed, is_legal, legal_actions, plan, violations
from titan_rules.position.battle import Battle, Combatant, Role, other
from titan_rules.position.game import Game, battle_in
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.maneuver import destinations, judge_mover, maneuver_rulings
from titan_rules.rules.battle.strike_tables import StrikeOption

from . import questions as asks
from .answers import Aim, LandsOfRoll, Outcome, Reach, Roll, Step, Tried, Way
from .positions import Position, arrow, drawn, listed, owed, read

MOST_INSTEAD = 60
"""How many legal actions are told in place of one that is not."""

_EXPLAINED = (Strike, Maneuver, Move, Muster, Split)


# --- what one piece may do -------------------------------------------------------------------------------------------


def legal(asked: asks.Legal) -> Reach:
    """What a character or a Legion may do in this phase.

    :raises UnknownName, CannotTell, DocumentError: nobody is meant by that, or nobody whose turn it is.
    """
    position = read(asked.position)
    battle = battle_in(position)
    if battle is None:
        assert isinstance(position, Game)
        return Reach(about=asked.about, rolls=_rolls(position, asked.about, asked.roll))
    role, combatant = pick(battle, asked.about)
    piece = Reach(about=asked.about, character=combatant.name, origin=combatant.hex)
    return (_maneuvers if battle.phase == "maneuver" else _strikes)(piece, battle, role, combatant)


def _maneuvers(piece: Reach, battle: Battle, role: Role, combatant: Combatant) -> Reach:
    field = field_of(battle)
    to = {}
    for label in labels_in(destinations(field, role, combatant)) if role == battle.side else ():
        text = written(Maneuver(combatant.name, combatant.hex, to=label))
        rulings = tuple(maneuver_rulings(field, role, combatant, label))
        to[label] = Step(text=text, cost=_fact(rulings, "cost"), rulings=rulings)
    judged = judge_mover(field, role, combatant)
    return evolve(piece, to=to, rulings=tuple(judged.rulings) if not to and isinstance(judged, Refusal) else ())


def _strikes(piece: Reach, battle: Battle, role: Role, combatant: Combatant) -> Reach:
    """The targets; of each the ways to roll, with their short text and how probable it is to slay."""
    field = field_of(battle)
    entry = strikes_of(field, role, combatant)
    targets = {}
    for target in entry.targets:
        struck = battle.of(other(role)).at(target.to)
        assert struck is not None
        left = field.left(other(role), struck)

        def rolled(option: StrikeOption, to: str, natural: bool, needs: int) -> Roll:
            taken = (None, None) if natural else (option.strike_number, option.dice)
            text = written(Strike(combatant.hex or Hex(""), Hex(to), None, *taken))
            return copied(
                Roll, option, text=text, slays=percent(hits_of(option.dice, option.strike_number).at_least(needs), 1)
            )

        options = tuple([rolled(one, target.to, i == 0, left) for i, one in enumerate(target.options)])
        targets[target.to] = copied(Aim, target, options=options, needs=left)
    return evolve(piece, targets=targets, must=entry.must, rulings=entry.rulings)


def _rolls(game: Game, marker: str, roll: int | None) -> tuple[LandsOfRoll, ...] | None:
    """Where a Legion may go in the Movement Phase; without a roll, with each of the six."""
    moves = game_moves(game, legion=marker, roll=roll, ahead=True)
    if not isinstance(moves, MovementMoves):
        return None
    if moves.rolls is None:
        return (_lands(moves.roll, moves.legal or ()),)
    return tuple([_lands(one.roll, one.legal) for one in moves.rolls])


def _lands(roll: int | None, legal: Sequence[LegionMoves]) -> LandsOfRoll:
    (entry,) = legal
    lands: dict[str, tuple[Way, ...]] = {}
    for place in entry.to:
        lands[str(place.land)] = (*lands.get(str(place.land), ()), _way(entry.legion, place))
    return copied(LandsOfRoll, entry, roll=roll, lands=lands)


def _way(marker: str, place: Destination) -> Way:
    how = None if place.how == "normal" else place.how
    texts = [
        written(Move(Marker(marker), LandNo(place.land), side, how, (lord,) if lord else ()))
        for side in place.entry_sides or [None]
        for lord in place.reveal or [None]
    ]
    return copied(Way, place, texts=tuple(texts), lands_passed=_fact(place.rulings, "way"))


def _fact(rulings: Iterable[Ruling], name: str) -> Any:
    return next((ruling.facts[name] for ruling in rulings if name in ruling.facts), None)


# --- whether it is legal, and doing it -------------------------------------------------------------------------------


def why(asked: asks.Why) -> Tried:
    """Whether an action is legal, with the rules that say so."""
    position = read(asked.position)
    action = _action(asked.action, position)
    rulings = violations(position, action)
    if rulings:
        return _refused(position, action, rulings)
    return evolve(_tried(position, action, "legal"), rulings=because(position, action))


def act(asked: asks.Act) -> Tried:
    """What comes of an action: how many dice it needs, why it is refused, or the position after it."""
    position = read(asked.position)
    action = _action(asked.action, position)
    if asked.dice:
        action = _rolled(action, asked.dice)
    if asked.carry and isinstance(action, Strike):
        action = evolve(action, carry=asked.carry)
    try:
        if not asked.carry and is_legal(position, action) and dice_needed(position, action):
            return evolve(_tried(position, action, "dice"), dice=dice_needed(position, action))
        outcome = apply(position, action)
    except IllegalAction as refusal:
        return _refused(position, action, refusal.rulings)
    return evolve(
        _tried(position, action, "legal"),
        because=because(position, action),
        events=tuple([event.ruling for event in outcome.events]),
        arrow=arrow(action, position),
        after=drawn(outcome.state),
    )


def _rolled(action: Action, dice: tuple[Die, ...]) -> Action:
    """The action with the dice that were rolled for it.

    :raises DocumentError: it has none, or but one.
    """
    if isinstance(action, Strike):
        return evolve(action, dice=dice)
    if not hasattr(action, "die") or len(dice) > 1:
        message = f"{written(action)!r} takes {'one die' if hasattr(action, 'die') else 'no dice'}"
        raise DocumentError([Fault("too-many-dice", message, "/dice")])
    return evolve(action, die=dice[0])


def because(position: Position, action: Action) -> tuple[Ruling, ...]:
    """The rulings that allow an action and give it its numbers; none for what needs no more words."""
    try:
        planned = plan(position, action) if isinstance(action, _EXPLAINED) else None
    except TitanError:
        return ()
    return tuple(planned.rulings) if isinstance(planned, Plan) else ()


def _action(given: JSON, position: Position) -> Action:
    if not isinstance(given, str):
        return action_of(given, position)
    from titan_rules.sentences import parse  # late: the page's snapshot is smaller without what few type

    return parse(given, position)


def _tried(position: Position, action: Action, verdict: Outcome) -> Tried:
    return Tried(text=written(action), says=sentence(action, position), do=action.do, verdict=verdict)


def _refused(position: Position, action: Action, rulings: Sequence[Ruling]) -> Tried:
    """Why it is not legal; and what would have been, first what is of the same kind and by the same piece."""
    try:
        others = legal_actions(position)
    except CannotTell:
        others = []
    mover = _mover(action)
    nearest = sorted(others, key=lambda one: 2 * (one.do != action.do) + (_mover(one) != mover))[:MOST_INSTEAD]
    instead = tuple([listed(one, position) for one in nearest])
    return evolve(_tried(position, action, "illegal"), rulings=tuple(rulings), instead=instead, owed=owed(position))


def _mover(action: Action) -> tuple[object, ...]:
    return tuple(getattr(action, name, None) for name in ("legion", "character", "origin"))
