"""``titan legal-moves`` on game documents: one answer a phase."""

from collections.abc import Iterator
from typing import Any

from titan_rules.box.reading import current
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.position.game import Game, Legion

from ..tables.legal_moves import table
from ..tables.musters import option_json
from .legal_moves_why import why

__all__ = ["answer", "table", "why"]

ROLLS = range(1, 7)

Answer = dict[str, Any]


def answer(game: Game, *, legion: str | None = None, roll: int | None = None, ahead: bool = False) -> Answer:
    """What the active player may do in this phase.

    :param legion: only this Legion, as it was typed.
    :param roll: a Movement Roll in place of the document's.
    :param ahead: add to each destination what could be mustered there.
    :raises DocumentError: the Legion is not the active player's.
    :raises CannotTell: a Movement Roll is given outside the Movement Phase.
    """
    if game.phase != "movement" and (roll is not None or ahead):
        message = f"--roll and --ahead are for the Movement Phase, this game is in its {game.phase} phase"
        raise CannotTell(Fault("wrong-phase", message, "/phase"))
    found: Answer = {"format": "titan-rules/1", "kind": "legal-moves", "phase": game.phase, "active": game.active}
    if game.phase == "over":
        return {**found, "legal": []}
    if game.phase == "setup" or game.engagement is not None:
        return found | _stage(game) | {"legal": _actions(game)}
    legions = _wanted(game, legion)
    if game.phase == "commencement":
        return found | _commencement(game, legions)
    if game.phase == "movement":
        return found | _movement(game, legions, roll if roll is not None else game.roll, ahead)
    if game.phase == "engagement":
        return found | {"legal": list(_engagements(game, legions))}
    return found | {"legal": [_enlistment(game, one) for one in legions]}


def _wanted(game: Game, typed: str | None) -> list[Legion]:
    """The Legions that the answer is about."""
    player = game.mover
    if typed is None:
        return list(player.legions)
    name = current().markers.canonical(typed)
    legion = player.legion(name)
    if legion is None:
        hint = "its Legions: " + ", ".join(x.legion for x in player.legions)
        fault = Fault("unknown-legion", f"{player.color}, whose turn it is, has no Legion {name}", hint=hint)
        raise DocumentError([fault])
    return [legion]


# --- Commencement Phase ----------------------------------------------------------------------------------------------


def _commencement(game: Game, legions: list[Legion]) -> Answer:
    from titan_rules.rules.masterboard.commencement import end_splits_violations, free_markers

    return {
        "into": list(free_markers(game.mover, game)),
        "legal": [_splits(game, legion) for legion in legions],
        "owed": [r.to_json() for r in end_splits_violations(game)],
    }


def _splits(game: Game, legion: Legion) -> Answer:
    from titan_rules.rules.masterboard.commencement import legion_rulings, splits, staying

    rulings = legion_rulings(game, legion)
    entry: Answer = {"legion": legion.legion, "land": legion.land, "height": legion.size, "splits": []}
    if rulings[0].verdict == "legal" and legion.characters is None:
        entry["missing"] = f"the characters of {legion.legion}, to tell how it may be split"
    elif rulings[0].verdict == "legal":
        entry["splits"] = [
            {"characters": list(part), "stay": list(staying(legion, part))} for part in splits(game.mover, legion, game)
        ]
    return {**entry, "rulings": [r.to_json() for r in rulings]}


# --- Movement Phase --------------------------------------------------------------------------------------------------


def _movement(game: Game, legions: list[Legion], roll: int | None, ahead: bool) -> Answer:
    from titan_rules.kernel.evolving import evolve
    from titan_rules.rules.masterboard.movement import end_moves_violations

    if roll is None:
        every = [{"roll": n, "legal": [_moves(game, x, n, ahead) for x in legions]} for n in ROLLS]
        return {"roll": None, "rolls": every}
    rolled = game if roll == game.roll else evolve(game, roll=roll)
    return {
        "roll": roll,
        "legal": [_moves(rolled, legion, roll, ahead) for legion in legions],
        "owed": [r.to_json() for r in end_moves_violations(rolled)],
    }


def _moves(game: Game, legion: Legion, roll: int, ahead: bool) -> Answer:
    from titan_rules.rules.masterboard.movement import destinations, move_rulings, stay_rulings
    from titan_rules.rules.masterboard.teleport import depends_on_content

    player = game.mover
    to = []
    for there in destinations(game, player, legion, roll):
        row: Answer = {
            "land": there.land,
            "entry_sides": list(there.entry_sides),
            "engages": there.engages,
            "how": there.how,
            "reveal": list(there.reveal),
        }
        if ahead:
            row["musters"] = _musters_in(game, legion, there.land)
        row["rulings"] = [r.to_json() for r in move_rulings(game, player, legion, roll, there)]
        to.append(row)
    entry: Answer = {"legion": legion.legion, "from": legion.land, "to": to}
    if not to:
        entry["rulings"] = [r.to_json() for r in stay_rulings(game, player, legion, roll)]
    if depends_on_content(game, player, legion, roll):
        entry["missing"] = f"the characters of {legion.legion}, to tell whether it may teleport"
    elif ahead and legion.characters is None:
        entry["missing"] = f"the characters of {legion.legion}, to tell what it may muster"
    return entry


def _musters_in(game: Game, legion: Legion, land: int) -> list[Answer] | None:
    """What a Legion could muster in a land; None where its content is not known."""
    from titan_rules.position.stock import stock
    from titan_rules.rules.masterboard.mustering import muster_options

    if legion.characters is None:
        return None
    return [option_json(o) for o in muster_options(game.the_box.table_of(land), legion.characters, stock(game))]


# --- Engagement Phase ------------------------------------------------------------------------------------------------


def _engagements(game: Game, legions: list[Legion]) -> Iterator[Answer]:
    """The Engagements that the mover may choose from (ENG-1)."""
    from titan_rules.kernel.rulings import legal
    from titan_rules.rules.engagement.meeting import engaged_lands, engaged_pair

    rulings = [legal("ENG-1", "the mover chooses which Engagement is resolved next").to_json()]
    for land in engaged_lands(game):
        (attacking, attacker), (defending, defender) = engaged_pair(game, land)
        if attacker in legions:
            yield {
                "land": land,
                "attacker": attacker.legion,
                "defender": defender.legion,
                "entry_side": attacker.entry_side,
                "attacking": attacking.color,
                "defending": defending.color,
                "rulings": rulings,
            }


def _stage(game: Game) -> Answer:
    """What is decided now in the Engagement that is being resolved."""
    engagement = game.engagement
    if engagement is None:
        return {}
    parts = ("land", "attacker", "defender", "stage", "to_act")
    return {"engagement": {part: getattr(engagement, part) for part in parts}}


def _actions(game: Game) -> list[Answer]:
    """The actions that are legal where turns are taken action by action: in setup, and in an Engagement."""
    from titan_rules.actions.grammar import written
    from titan_rules.play import legal_actions

    return [{"action": action.to_json(), "text": written(action)} for action in legal_actions(game)]


# --- Enlistment Phase ------------------------------------------------------------------------------------------------


def _enlistment(game: Game, legion: Legion) -> Answer:
    from titan_rules.position.stock import stock
    from titan_rules.rules.masterboard.mustering import legion_options, may_muster_violations, table_rulings

    entry: Answer = {"legion": legion.legion, "land": legion.land, "musters": []}
    forbidden = may_muster_violations(legion)
    if forbidden:
        return {**entry, "rulings": [r.to_json() for r in forbidden]}
    if legion.characters is None:
        return {**entry, "missing": f"the characters of {legion.legion}, to tell what it may muster", "rulings": []}
    entry["musters"] = [option_json(o) for o in legion_options(game, legion)]
    rulings = table_rulings(game.the_box.table_of(legion.land), legion.characters, stock(game))
    return {**entry, "rulings": [r.to_json() for r in rulings]}
