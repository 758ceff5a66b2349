"""What one piece may do, whether an action is legal, and what comes of it."""

from collections.abc import Iterable, Sequence

from titan_rules.actions.grammar import action_of, parse, sentence, written
from titan_rules.actions.intents import Action, Maneuver, Move, Muster, Split, Strike
from titan_rules.answers.battle_moves import strikes_of
from titan_rules.answers.legal_moves import Destination, LegionMoves, MovementMoves, game_moves
from titan_rules.box.hexes import labels_in
from titan_rules.box.names import Hex, LandNo, Marker
from titan_rules.draw.battle_overlays import pick
from titan_rules.kernel.errors import CannotTell, IllegalAction, TitanError
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

from .positions import Answer, Position, arrow, drawn, listed, owed, read, told
from .questions import Act, Legal, Why

MOST_INSTEAD = 60
"""How many legal actions are told in place of one that is not."""

_EXPLAINED = (Strike, Maneuver, Move, Muster, Split)


# --- what one piece may do -------------------------------------------------------------------------------------------


def reach(asked: Legal) -> Answer:
    """What a character or a Legion may do in this phase.

    :raises UnknownName, CannotTell, DocumentError: nobody is meant by that, or nobody whose turn it is.
    """
    position = read(asked.position)
    battle = battle_in(position)
    if battle is None:
        assert isinstance(position, Game)
        return _legion(position, asked.about, asked.roll)
    role, combatant = pick(battle, asked.about)
    of = _maneuvers if battle.phase == "maneuver" else _strikes
    who: Answer = {"character": combatant.name, "from": combatant.hex, "phase": battle.phase}
    return {"about": asked.about, **who, **of(battle, role, combatant)}


def _maneuvers(battle: Battle, role: Role, combatant: Combatant) -> Answer:
    field = field_of(battle)
    to: Answer = {}
    for label in labels_in(destinations(field, role, combatant)) if role == battle.side else ():
        rulings = maneuver_rulings(field, role, combatant, label)
        to[label] = {
            "text": written(Maneuver(combatant.name, combatant.hex, to=label)),
            "cost": next((r.facts["cost"] for r in rulings if "cost" in r.facts), None),
            "rulings": told(rulings),
        }
    judged = judge_mover(field, role, combatant)
    return {"to": to, "rulings": told(judged.rulings) if not to and isinstance(judged, Refusal) else []}


def _strikes(battle: Battle, role: Role, combatant: Combatant) -> Answer:
    """The targets; of each the ways to roll, with their short text and how probable it is to slay."""
    field = field_of(battle)
    entry = strikes_of(field, role, combatant)
    targets: Answer = {}
    for target in entry.targets:
        struck = battle.of(other(role)).at(target.to)
        assert struck is not None
        left = field.left(other(role), struck)
        options = []
        for option in target.options:
            taken = (None, None) if option is target.options[0] else (option.strike_number, option.dice)
            text = written(Strike(combatant.hex or Hex(""), Hex(target.to), None, *taken))
            slays = percent(hits_of(option.dice, option.strike_number).at_least(left), 1)
            options.append({**option.to_json(), "text": text, "slays": slays})
        targets[target.to] = {**target.to_json(), "options": options, "needs": left}
    return {"targets": targets, "must": entry.must, "rulings": told(entry.rulings)}


def _legion(game: Game, marker: str, roll: int | None) -> Answer:
    """What a Legion may do; in the Movement Phase without a roll, with each of the six."""
    about: Answer = {"about": marker, "phase": game.phase}
    if game.phase != "movement" or game.engagement is not None:
        return {**about, "entries": game_moves(game, legion=marker).to_json()["legal"]}
    moves = game_moves(game, legion=marker, roll=roll, ahead=True)
    assert isinstance(moves, MovementMoves), "it is the Movement Phase"
    rolls: Iterable[tuple[int | None, Sequence[LegionMoves]]] = [(one.roll, one.legal) for one in moves.rolls or ()]
    return {**about, "rolls": [_of_roll(*one) for one in rolls or [(moves.roll, moves.legal or ())]]}


def _of_roll(number: int | None, legal: Sequence[LegionMoves]) -> Answer:
    (entry,) = legal
    lands: dict[str, list[Answer]] = {}
    for place in entry.to:
        lands.setdefault(str(place.land), []).append(_land(entry.legion, place))
    kept = {key: value for key, value in entry.to_json().items() if key in ("rulings", "missing")}
    return {"roll": number, "lands": lands, **kept}


def _land(marker: str, place: Destination) -> Answer:
    """A land with the ways to say that the Legion goes there, and the way that it takes."""
    how = None if place.how == "normal" else place.how
    texts = [
        written(Move(Marker(marker), LandNo(place.land), side, how, (lord,) if lord else ()))
        for side in place.entry_sides or [None]
        for lord in place.reveal or [None]
    ]
    way = next((ruling.facts["way"] for ruling in place.rulings if "way" in ruling.facts), None)
    return {**place.to_json(), "texts": texts, "way": way}


# --- whether it is legal, and doing it -------------------------------------------------------------------------------


def judged(asked: Why) -> Answer:
    """Whether an action is legal, with the rules that say so."""
    position = read(asked.position)
    action = _action(asked.action, position)
    rulings = violations(position, action)
    if rulings:
        return _refused(position, action, rulings)
    return {**_said(position, action), "verdict": "legal", "rulings": told(because(position, action))}


def done(asked: Act) -> Answer:
    """What comes of an action: how many dice it needs, why it is refused, or the position after it."""
    position = read(asked.position)
    action = _action(asked.action, position)
    if asked.dice:
        action = evolve(action, **({"dice": asked.dice} if isinstance(action, Strike) else {"die": asked.dice[0]}))
    if asked.carry and isinstance(action, Strike):
        action = evolve(action, carry=asked.carry)
    try:
        if not asked.carry and is_legal(position, action) and dice_needed(position, action):
            return {**_said(position, action), "verdict": "dice", "dice": dice_needed(position, action)}
        outcome = apply(position, action)
    except IllegalAction as refusal:
        return _refused(position, action, refusal.rulings)
    return {
        **_said(position, action),
        "verdict": "legal",
        "because": told(because(position, action)),
        "events": told([event.ruling for event in outcome.events]),
        "arrow": arrow(action, position),
        "after": drawn(outcome.state),
    }


def because(position: Position, action: Action) -> Sequence[Ruling]:
    """The rulings that allow an action and give it its numbers; none for what needs no more words."""
    try:
        planned = plan(position, action) if isinstance(action, _EXPLAINED) else None
    except TitanError:
        return ()
    return planned.rulings if isinstance(planned, Plan) else ()


def _action(given: JSON, position: Position) -> Action:
    return parse(given, position) if isinstance(given, str) else action_of(given, position)


def _said(position: Position, action: Action) -> Answer:
    return {"text": written(action), "says": sentence(action, position), "do": action.do}


def _refused(position: Position, action: Action, rulings: Sequence[Ruling]) -> Answer:
    """Why it is not legal; and what would have been, first what is of the same kind and by the same piece."""
    try:
        others = legal_actions(position)
    except CannotTell:
        others = []
    mover = _mover(action)
    nearest = sorted(others, key=lambda one: 2 * (one.do != action.do) + (_mover(one) != mover))[:MOST_INSTEAD]
    return {
        **_said(position, action),
        "verdict": "illegal",
        "rulings": told(rulings),
        "instead": [listed(one, position) for one in nearest],
        "owed": owed(position),
    }


def _mover(action: Action) -> tuple[object, ...]:
    return tuple(getattr(action, name, None) for name in ("legion", "character", "origin"))
