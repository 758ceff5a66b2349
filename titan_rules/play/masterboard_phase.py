"""Commencement and Movement Phase, action by action (SPLIT, ROLL, MOVE, TELE)."""

from ..actions.intents import EndMoves, EndSplits, Move, Mulligan, Recombine, Roll, Split, Withdraw
from ..box.characters import TITAN
from ..kernel.dice import SIDES
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, consequence, illegal, legal
from ..position import knowledge
from ..position.changes import drop_legion, put_legion, put_legion_in, put_player
from ..position.game import Game, Legion, Player
from ..rules.engagement.meeting import engaged_lands
from ..rules.engagement.scoring import value
from ..rules.masterboard.commencement import end_splits_violations, split_violations
from ..rules.masterboard.movement import (
    end_moves_violations,
    move_violations,
    recombine_violations,
    resolve_move,
    unseparated,
)
from ..rules.masterboard.turns import engaged_titan, withdraw, withdraw_step, withdraw_violations
from .aftermath import Result, conclude

Events = list[Ruling]


def in_phase(game: Game, phase: str, rule: str) -> list[Ruling]:
    """Why an action of a phase cannot be done now: the game is in another.

    :param rule: the rule that gives the action its place.
    """
    if game.phase == phase:
        return []
    if game.phase == "over":
        return [illegal("D-6", "the game is over")]
    who = "the game" if game.active is None else game.active
    facts = {"who": who, "phase": game.phase, "turn": game.turn, "wanted": phase}
    sentence = "this belongs to the {wanted} phase; {who} is in the {phase} phase of turn {turn}"
    return [Ruling(rule, "illegal", sentence, facts)]


# --- splits ----------------------------------------------------------------------------------------------------------


def check_split(game: Game, action: Split) -> list[Ruling]:
    """SPLIT-1 to SPLIT-4."""
    return in_phase(game, "commencement", "SPLIT-4") or split_violations(
        game, action.legion, action.into, action.characters
    )


def do_split(game: Game, action: Split) -> tuple[Game, Events]:
    """Some characters leave a Legion under a new marker (SPLIT-1 to 4)."""
    player = game.mover
    whole = player.legion(action.legion)
    assert whole is not None
    staying = knowledge.shrunk(whole, action.characters)
    leaving = Legion(action.into, whole.land, action.characters, split_from=action.legion)
    staying, leaving = knowledge.split(whole, staying, leaving)
    markers = tuple([m for m in player.free_markers if m != action.into])
    player = put_legion(player, staying)
    player = evolve(player, legions=(*player.legions, leaving), markers=markers)
    event = legal(
        "SPLIT-1" if game.turn == 1 else "SPLIT-2",
        "{legion} splits: {names} leave as {into}, {height} stay",
        step="2.1",
        legion=action.legion,
        names=", ".join(action.characters),
        into=action.into,
        height=staying.size,
    )
    return put_player(game, player), [event]


def check_end_splits(game: Game, _: EndSplits) -> list[Ruling]:
    """SPLIT-1."""
    return in_phase(game, "commencement", "SPLIT-4") or end_splits_violations(game)


def do_end_splits(game: Game, _: EndSplits) -> tuple[Game, Events]:
    """The Movement Phase begins (SPLIT-4)."""
    event = legal("SPLIT-4", "{player} splits no more", step="2.1", player=game.active)
    return evolve(game, phase="movement", roll=None, mulligan=False), [event]


# --- the Movement Roll -----------------------------------------------------------------------------------------------


def _bad_die(die: int | None) -> list[Ruling]:
    if die is None or 1 <= die <= SIDES:
        return []
    return [illegal("ROLL-1", "a die shows 1 to 6, not {die}", die=die)]


def check_roll(game: Game, action: Roll) -> list[Ruling]:
    """ROLL-1."""
    found = in_phase(game, "movement", "ROLL-1") or _bad_die(action.die)
    if not found and game.roll is not None:
        found = [illegal("ROLL-1", "the Movement Roll was made: {roll}", roll=game.roll, step="2.2")]
    return found


def do_roll(game: Game, action: Roll) -> tuple[Game, Events]:
    """The Movement Roll (ROLL-1)."""
    event = legal("ROLL-1", "{player} rolls {die}", step="2.2", player=game.active, die=action.die)
    return evolve(game, roll=action.die), [event]


def check_mulligan(game: Game, action: Mulligan) -> list[Ruling]:
    """ROLL-1: in the player's first turn, once, before any Legion has moved (option ``mulligan``)."""
    found = in_phase(game, "movement", "ROLL-1") or _bad_die(action.die)
    if found:
        return found
    player = game.mover
    if game.roll is None:
        return [illegal("ROLL-1", "there is no Movement Roll yet to be rolled again", step="2.2.1")]
    if game.turn > 1:
        return [
            illegal("ROLL-1", "a mulligan is for the first turn, this is turn {turn}", turn=game.turn, step="2.2.1")
        ]
    if game.mulligan or player.mulliganed:
        return [illegal("ROLL-1", "{player} has taken its mulligan", player=player.color, step="2.2.1")]
    moved = [legion.legion for legion in player.legions if legion.moved]
    if moved and game.rules.mulligan == "before_moves":
        return [illegal("ROLL-1", "{legions} has moved already", legions=", ".join(moved), step="2.2.1")]
    return []


def do_mulligan(game: Game, action: Mulligan) -> tuple[Game, Events]:
    """The second roll counts; moves already made are taken back, or stand (ROLL-1, option ``mulligan``)."""
    player = game.mover
    events: Events = []
    if game.rules.mulligan == "any_time" and any(legion.moved for legion in player.legions):
        player = evolve(player, legions=tuple([_taken_back(x) for x in player.legions]), teleported=False)
        events.append(consequence("ROLL-1", "the moves already made are taken back", step="2.2.1"))
    game = put_player(game, evolve(player, mulliganed=True))
    event = legal("ROLL-1", "{player} rolls again: {die}", step="2.2.1", player=game.active, die=action.die)
    return evolve(game, roll=action.die, mulligan=True), [event, *events]


def _taken_back(legion: Legion) -> Legion:
    if not legion.moved:
        return legion
    return evolve(legion, moved=False, entry_side=None, land=legion.came_from or legion.land, came_from=None)


# --- moves -----------------------------------------------------------------------------------------------------------


def check_move(game: Game, action: Move) -> list[Ruling]:
    """MOVE-1 to MOVE-8, TELE-1 to TELE-4."""
    return in_phase(game, "movement", "MOVE-1") or move_violations(
        game, action.legion, action.to, action.entry_side, action.how, action.reveal
    )


def do_move(game: Game, action: Move) -> tuple[Game, Events]:
    """A Legion moves or teleports (MOVE-1, TELE-1)."""
    player = game.mover
    legion = player.legion(action.legion)
    there = resolve_move(game, action.legion, action.to, action.entry_side, action.how, action.reveal)
    assert legion is not None
    assert there is not None
    side = there.entry_sides[0] if there.entry_sides else None
    moved = evolve(legion, land=action.to, moved=True, entry_side=side, came_from=legion.land)
    facts = {"legion": action.legion, "origin": legion.land, "to": action.to, "roll": game.roll}
    if there.how == "normal":
        event = Ruling("MOVE-3", "legal", "{legion} moves from {origin} to {to} with a roll of {roll}", facts, "2.3")
    else:
        rule = "TELE-2" if there.how == "tower-teleport" else "TELE-3"
        facts["reveal"] = ", ".join(there.reveal)
        event = Ruling(rule, "legal", "{legion} teleports from {origin} to {to}, revealing {reveal}", facts, "2.3")
        moved = knowledge.show(moved, there.reveal)
        player = evolve(player, teleported=True)
    events = [event]
    if there.engages is not None:
        facts = {"legion": action.legion, "engages": there.engages, "land": action.to, "side": side}
        events.append(
            Ruling("MOVE-8", "consequence", "{legion} engages {engages} in {land} from the {side}", facts, "2.3")
        )
    return put_legion_in(game, player, moved), events


def check_recombine(game: Game, action: Recombine) -> list[Ruling]:
    """MOVE-9."""
    return in_phase(game, "movement", "MOVE-9") or recombine_violations(game, action.legion, action.into)


def do_recombine(game: Game, action: Recombine) -> tuple[Game, Events]:
    """Two parts are put together under the chosen marker (MOVE-9)."""
    player, event = recombined(game.mover, action.legion, action.into)
    return put_player(game, player), [event]


def recombined(player: Player, goes: str, stays: str) -> tuple[Player, Ruling]:
    """One part of a split joins another; its marker is free again (MOVE-9)."""
    going, staying = player.legion(goes), player.legion(stays)
    assert going is not None
    assert staying is not None
    takes_its_place = going.split_from is None or staying.split_from == goes
    whole = evolve(
        knowledge.united(staying, going),
        split_from=going.split_from if takes_its_place else staying.split_from,
    )
    whole = knowledge.together(staying, going, whole)
    player = drop_legion(put_legion(player, whole), goes)
    others = tuple(
        [evolve(x, split_from=stays) if x.split_from == goes and x.legion != stays else x for x in player.legions]
    )
    event = consequence(
        "MOVE-9",
        "{goes} could not part from {stays} and is put together with it again",
        step="2.4",
        goes=goes,
        stays=stays,
    )
    return evolve(player, legions=others), event


def check_end_moves(game: Game, _: EndMoves) -> list[Ruling]:
    """MOVE-2, MOVE-9."""
    found = in_phase(game, "movement", "MOVE-1")
    if not found and game.roll is None:
        found = [illegal("ROLL-1", "the Movement Roll comes first", step="2.2")]
    return found or end_moves_violations(game)


def do_end_moves(game: Game, _: EndMoves) -> tuple[Game, Events]:
    """Parts that could not separate are put together; the Engagement Phase begins, if there is one to resolve."""
    events: Events = [legal("MOVE-1", "{player} moves no more", step="2.3", player=game.active)]
    player = game.mover
    for group in unseparated(game):
        stays, *others = group
        for goes in others:
            player, event = recombined(player, goes, stays)
            events.append(event)
    game = evolve(put_player(game, player), phase="engagement")
    return (game, events) if engaged_lands(game) else (evolve(game, phase="enlistment"), events)


def check_withdraw(game: Game, action: Withdraw) -> list[Ruling]:
    """WITHDRAW-1."""
    return withdraw_violations(game, action.by)


def do_withdraw(game: Game, action: Withdraw) -> tuple[Game, Events]:
    """A player leaves the game; if its Titan's Legion is engaged, as if the Titan were slain there (WITHDRAW-1)."""
    engagement = engaged_titan(game, action.by)
    if engagement is None:
        return withdraw(game, action.by)
    event = legal(
        "WITHDRAW-1",
        "{player} leaves the game; its Titan, engaged in land {land}, counts as slain by {slayer}",
        step=withdraw_step(game),
        player=action.by,
        land=engagement.land,
        slayer=engagement.defending,
    )
    points = value(game.the_box, [TITAN], game.player(action.by).score)
    result = Result("defender", "titan", points, {"attacker": (TITAN,)})
    game, events = conclude(evolve(game, phase="engagement", engagement=engagement), result)
    return game, [event, *events]
