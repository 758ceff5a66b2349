"""What one piece may do: a character's hexes with their costs, its targets with their numbers, a Legion's lands."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from titan_rules.actions.grammar import written
from titan_rules.actions.intents import Maneuver, Move, Strike
from titan_rules.answers.battle_moves import strikes_of
from titan_rules.answers.game_moves import game_moves
from titan_rules.answers.legal_moves import (
    Destination,
    LegionMoves,
    MovementMoves,
    RollOption,
    Target,
)
from titan_rules.box.hexes import labels_in
from titan_rules.box.names import Hex, LandNo, Marker
from titan_rules.draw.battle_overlays import pick
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.rulings import Ruling
from titan_rules.odds.cases import hits_of
from titan_rules.position.battle import Battle, Combatant, Role, other
from titan_rules.position.game import Game
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.maneuver import destinations, judge_mover, maneuver_rulings

Answer: TypeAlias = dict[str, JSON]


def battle_reach(battle: Battle, about: str) -> Answer:
    """What a character may do in this phase of a battle.

    :param about: its hex, or its name where it is off the board.
    :raises UnknownName, CannotTell: nobody is meant by that.
    """
    role, combatant = pick(battle, about)
    found: Answer = {"about": about, "character": combatant.name, "from": combatant.hex, "phase": battle.phase}
    if battle.phase == "maneuver":
        return found | _maneuvers(battle, role, combatant)
    return found | _strikes(battle, role, combatant)


def _maneuvers(battle: Battle, role: Role, combatant: Combatant) -> Answer:
    field = field_of(battle)
    to: Answer = {}
    for label in labels_in(destinations(field, role, combatant)) if role == battle.side else ():
        rulings = maneuver_rulings(field, role, combatant, label)
        to[label] = {
            "text": written(Maneuver(combatant.name, combatant.hex, to=label)),
            "cost": next((r.facts["cost"] for r in rulings if "cost" in r.facts), None),
            "rulings": _json(rulings),
        }
    judged = judge_mover(field, role, combatant)
    return {"to": to, "rulings": _json(judged.rulings) if not to and isinstance(judged, Refusal) else []}


def _strikes(battle: Battle, role: Role, combatant: Combatant) -> Answer:
    field = field_of(battle)
    entry = strikes_of(field, role, combatant)
    enemy = battle.of(other(role))
    targets: Answer = {}
    for target in entry.targets:
        struck = enemy.at(target.to)
        assert struck is not None
        left = field.left(other(role), struck)
        options = [_way(combatant, target, option, left) for option in target.options]
        targets[target.to] = {**target.to_json(), "options": options, "needs": left}
    return {"targets": targets, "must": entry.must, "rulings": _json(entry.rulings)}


def _way(striker: Combatant, target: Target, option: RollOption, left: int) -> Answer:
    """One way to roll, with its short text and how probable it is to slay."""
    natural = option is target.options[0]
    taken = (None, None) if natural else (option.strike_number, option.dice)
    return {
        **option.to_json(),
        "text": written(Strike(striker.hex or Hex(""), Hex(target.to), None, *taken)),
        "slays": hits_of(option.dice, option.strike_number).at_least(left).percent(1),
    }


def _json(rulings: Iterable[Ruling]) -> list[Answer]:
    return [ruling.to_json() for ruling in rulings]


def game_reach(game: Game, marker: str, roll: int | None) -> Answer:
    """What a Legion may do in this phase of a game; in the Movement Phase without a roll, with each of the six.

    :raises DocumentError: the player whose turn it is has no such Legion.
    """
    if game.phase != "movement" or game.engagement is not None:
        found = game_moves(game, legion=marker).to_json()
        return {"about": marker, "phase": game.phase, "entries": found["legal"]}
    moves = game_moves(game, legion=marker, roll=roll, ahead=True)
    assert isinstance(moves, MovementMoves), "it is the Movement Phase"
    rolls: list[tuple[int | None, Sequence[LegionMoves]]] = [(one.roll, one.legal) for one in moves.rolls or ()]
    rolls = rolls or [(moves.roll, moves.legal or ())]
    return {"about": marker, "phase": game.phase, "rolls": [_of_roll(number, legal) for number, legal in rolls]}


def _of_roll(number: int | None, legal: Sequence[LegionMoves]) -> Answer:
    (entry,) = legal
    lands: dict[str, list[Answer]] = {}
    for place in entry.to:
        lands.setdefault(str(place.land), []).append(_place(entry.legion, place))
    kept = {key: value for key, value in entry.to_json().items() if key in ("rulings", "missing")}
    return {"roll": number, "lands": lands, **kept}


def _place(marker: str, place: Destination) -> Answer:
    """A land with the ways to say that the Legion goes there, and the way that it takes."""
    how = None if place.how == "normal" else place.how
    texts = [
        written(Move(Marker(marker), LandNo(place.land), side, how, (lord,) if lord else ()))
        for side in place.entry_sides or [None]
        for lord in place.reveal or [None]
    ]
    way = next((ruling.facts["way"] for ruling in place.rulings if "way" in ruling.facts), None)
    return {**place.to_json(), "texts": texts, "way": way}
