"""Why a legal action is legal and has its numbers: the rulings that the commands give, by the action."""

from titan_rules.adjudicator.actions import Action, Maneuver, Move, Muster, Split, Strike
from titan_rules.kernel.errors import AdjudicationError
from titan_rules.kernel.rulings import Ruling
from titan_rules.state.battle import Battle
from titan_rules.state.game import Game

from .. import inputs


def because(position: Game | Battle, action: Action) -> list[Ruling]:
    """The rulings that allow an action and give it its numbers; none for what needs no more words."""
    battle = inputs.battle_in(position)
    try:
        if battle is not None:
            return _in_battle(battle, action)
        return _in_game(position, action) if isinstance(position, Game) else []
    except AdjudicationError:
        return []


def _in_battle(battle: Battle, action: Action) -> list[Ruling]:
    if isinstance(action, Strike):
        return _of_strike(battle, action)
    if isinstance(action, Maneuver):
        return _of_maneuver(battle, action)
    return []


def _of_strike(battle: Battle, action: Strike) -> list[Ruling]:
    from titan_rules.rules.field import field_of
    from titan_rules.state.battle import other

    from ..why_battle import allowed

    role = battle.acting
    striker, target = battle.of(role).at(action.origin), battle.of(other(role)).at(action.to)
    if striker is None or target is None:
        return []
    return allowed(field_of(battle), role, striker, target, action.strike_number, action.dice_count)


def _of_maneuver(battle: Battle, action: Maneuver) -> list[Ruling]:
    from titan_rules.rules.maneuver import maneuver_rulings

    for combatant in battle.of(battle.side).characters:
        if combatant.name == action.character and combatant.hex == action.origin:
            return maneuver_rulings(battle, battle.side, combatant, action.to)
    return []


def _in_game(game: Game, action: Action) -> list[Ruling]:
    if isinstance(action, Move):
        return _of_move(game, action)
    if isinstance(action, Muster):
        return _of_muster(game, action)
    if isinstance(action, Split):
        from titan_rules.rules.commencement import legion_rulings

        legion = game.mover.legion(action.legion)
        return legion_rulings(game, legion) if legion is not None else []
    return []


def _of_move(game: Game, action: Move) -> list[Ruling]:
    from titan_rules.rules.movement import move_rulings, resolve_move

    legion = game.mover.legion(action.legion)
    place = resolve_move(game, action.legion, action.to, action.entry_side, action.how, action.reveal)
    if legion is None or place is None or game.roll is None:
        return []
    return move_rulings(game, game.mover, legion, game.roll, place)


def _of_muster(game: Game, action: Muster) -> list[Ruling]:
    from titan_rules.board.masterboard import LANDS
    from titan_rules.rules.mustering import legion_options, muster_rulings

    legion = game.mover.legion(action.legion)
    if legion is None:
        return []
    left = next((o.left for o in legion_options(game, legion) if o.muster == action.character), 0)
    return muster_rulings(LANDS[legion.land].terrain, action.character, tuple(sorted(action.with_)), left)
