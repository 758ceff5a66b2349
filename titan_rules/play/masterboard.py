"""The Commencement, Movement and Enlistment Phases, action by action (SPLIT, ROLL, MOVE, TELE, MUSTER, TURN-1)."""

from collections.abc import Iterator

from ..actions import events as happened
from ..actions import intents as act
from ..actions.events import Event
from ..box.characters import TITAN
from ..kernel.dice import SIDES
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled, refusal, refuse_if, until_stopped
from ..kernel.rulings import Facts, Ruling, consequence, illegal, legal
from ..kernel.wording import listed, several, verb
from ..position import knowledge
from ..position.changes import drop_legion, put_legion, put_legion_in, put_player, taken
from ..position.game import Game, Legion, Player
from ..position.stock import stock
from ..rules.engagement.meeting import engaged_lands
from ..rules.engagement.scoring import value
from ..rules.masterboard import turns
from ..rules.masterboard.commencement import against_split, legion_rulings, owed_splits
from ..rules.masterboard.destinations import Destination, put_together
from ..rules.masterboard.move_rulings import move_rulings
from ..rules.masterboard.movement import against_recombining, judge_move, owed_moves, unseparated
from ..rules.masterboard.mustering import against_muster, by_whom, muster_rulings
from ..rules.objections import against_phase
from .aftermath import Conclusion, conclude
from .planning import Done, Events, GameDone, Planned


def out_of_phase(game: Game, phase: str, rule: str) -> Refusal | None:
    """Why an action of a phase cannot be done now; None in that phase. ``rule`` gives the action its place."""
    return refuse_if(against_phase(game, phase, rule), None)


# --- splits ----------------------------------------------------------------------------------------------------------


def plan_split(game: Game, action: act.Split) -> Planned[Game]:
    """Split characters off a Legion under a new marker (SPLIT-1 to SPLIT-4).

    Of a Legion of unknown content, it is enough to say how many leave.

    :raises CannotTell: the split does not say who leaves, or whether they are in the Legion is unknown.
    """
    names = action.characters
    refused = refuse_if(against_split(game, action.legion, action.into, names, action.count or 0), None)
    if refused is not None:
        return refused
    player = game.mover
    whole = player.held(action.legion)
    if names is None and whole.characters is not None:
        message = f"it is not said which {action.count} leave {action.legion} as {action.into}"
        hint = "titan replay GAME --audit tells whether any history makes such a record legal"
        raise CannotTell(Fault("unknown-content", message, hint=hint))
    if names is None:
        staying, leaving = knowledge.split_unseen(whole, action.into, action.count or 0)
        shown = several(leaving.size, "character")
    else:
        staying, leaving = knowledge.split(whole, Legion(action.into, whole.land, names, split_from=action.legion))
        shown = listed(names, ",")
    markers = tuple([m for m in player.free_markers if m != action.into])
    player = put_legion(player, staying)
    after = put_player(game, evolve(player, legions=(*player.legions, leaving), markers=markers))
    rule = "SPLIT-1" if game.turn == 1 else "SPLIT-2"
    sentence = "{legion} splits: {names} leave as {into}, {height} stay"
    facts: Facts = {"legion": action.legion, "names": shown, "into": action.into, "height": staying.size}
    split = happened.LegionSplit(legal(rule, sentence, step="2.1", **facts), action.legion, action.into, names or ())
    return Plan(lambda _: (after, [split]), 0, lambda: legion_rulings(game, whole))


def plan_end_splits(game: Game, _: act.EndSplits) -> Planned[Game]:
    """Begin the Movement Phase (SPLIT-1, SPLIT-4)."""
    refused = out_of_phase(game, "commencement", "SPLIT-4") or refuse_if(owed_splits(game), None)
    if refused is not None:
        return refused
    after = evolve(game, phase="movement", roll=None, mulligan=False)
    ended = Event(legal("SPLIT-4", "{player} splits no more", step="2.1", player=game.active))
    return Plan(lambda _: (after, [ended]))


# --- the Movement Roll -----------------------------------------------------------------------------------------------


def _not_to_roll(game: Game, die: int | None) -> Refusal | None:
    refused = out_of_phase(game, "movement", "ROLL-1")
    if refused is None and die is not None and not 1 <= die <= SIDES:
        return refusal("ROLL-1", "a die shows 1 to 6, not {die}", die=die)
    return refused


def plan_roll(game: Game, action: act.Roll) -> Planned[Game]:
    """Make the Movement Roll (ROLL-1)."""
    refused = _not_to_roll(game, action.die)
    if refused is not None:
        return refused
    if game.roll is not None:
        return refusal("ROLL-1", "the Movement Roll was made: {roll}", roll=game.roll, step="2.2")

    def carry_out(rolled: Rolled) -> GameDone:
        die = rolled[0] if action.die is None else action.die
        ruling = legal("ROLL-1", "{player} rolls {die}", step="2.2", player=game.active, die=die)
        return evolve(game, roll=die), [happened.DieRolled(ruling, game.active, die, "movement")]

    due = legal("ROLL-1", "the Movement Roll of {player} is to be made", step="2.2", player=game.active)
    return Plan(carry_out, 1, lambda: [due]) if action.die is None else Plan(carry_out)


FREE_MULLIGANS = (2, 5)  # with the option mulligans=free_2_and_5 these may be rolled again, as often as they come


def against_mulligan(game: Game, die: int | None = None) -> Iterator[Ruling]:
    """Objections to a reroll in a player's first turn (ROLL-1, options ``mulligan`` and ``mulligans``)."""
    refused = _not_to_roll(game, die)
    if refused is not None:
        yield from refused.rulings
        return
    player, step = game.mover, "2.2.1"
    if game.roll is None:
        yield illegal("ROLL-1", "there is no Movement Roll yet to be rolled again", step=step)
    if game.turn > 1:
        yield illegal("ROLL-1", "a mulligan is for the first turn, this is turn {turn}", turn=game.turn, step=step)
    if game.rules.mulligans == "one" and (game.mulligan or player.mulliganed):
        yield illegal("ROLL-1", "{player} has taken its mulligan", player=player.color, step=step)
    if game.rules.mulligans == "free_2_and_5" and game.roll not in (None, *FREE_MULLIGANS):
        sentence = "the Movement Roll is {roll}, only a 2 or a 5 is rolled again"
        yield illegal("ROLL-1", sentence, roll=game.roll, step=step)
    if put_together(player) is not None:
        yield illegal("ROLL-1", "the moves are over: parts of a split were put together (MOVE-9)", step=step)
    if game.rules.mulligan == "before_moves" and (moved := [x.legion for x in player.legions if x.moved]):
        sentence = f"{{legions}} {verb(len(moved), 'has', 'have')} moved already"
        yield illegal("ROLL-1", sentence, legions=listed(moved), step=step)


_MULLIGANS = {"one": "again once", "free_2_and_5": "a 2 or a 5 again", "unlimited": "again"}


def plan_mulligan(game: Game, action: act.Mulligan) -> Planned[Game]:
    """Reroll; the second roll counts, and moves already made are undone or stand (ROLL-1, option ``mulligan``)."""
    refused = refuse_if(against_mulligan(game, action.die), None)
    if refused is not None:
        return refused
    player = evolve(game.mover, mulliganed=True)
    events: Events = []
    if game.rules.mulligan == "any_time" and any(legion.moved for legion in player.legions):
        player = evolve(player, legions=tuple([_taken_back(x) for x in player.legions]), teleported=False)
        events = [Event(consequence("ROLL-1", "the moves already made are taken back", step="2.2.1"))]
    ready = evolve(put_player(game, player), mulligan=True)

    def carry_out(rolled: Rolled) -> GameDone:
        die = rolled[0] if action.die is None else action.die
        ruling = legal("ROLL-1", "{player} rolls again: {die}", step="2.2.1", player=game.active, die=die)
        return evolve(ready, roll=die), [happened.DieRolled(ruling, game.active, die, "mulligan"), *events]

    sentence = "in its first turn {player} may roll " + _MULLIGANS[game.rules.mulligans]
    may = legal("ROLL-1", sentence, step="2.2.1", player=game.active)
    return Plan(carry_out, 1, lambda: [may]) if action.die is None else Plan(carry_out)


def _taken_back(legion: Legion) -> Legion:
    if not legion.moved:
        return legion
    return evolve(legion, moved=False, entry_side=None, land=legion.came_from or legion.land, came_from=None)


# --- moves -----------------------------------------------------------------------------------------------------------


def plan_move(game: Game, action: act.Move) -> Planned[Game]:
    """Move or teleport a Legion (MOVE-1 to MOVE-8, TELE-1 to TELE-4)."""
    meant = out_of_phase(game, "movement", "MOVE-1") or judge_move(
        game, action.legion, action.to, action.entry_side, action.how, action.reveal
    )
    if isinstance(meant, Refusal):
        return meant
    legion, there = meant
    roll = game.roll or 0
    return Plan(lambda _: _moved(game, legion, there), 0, lambda: move_rulings(game, game.mover, legion, roll, there))


def _moved(game: Game, legion: Legion, there: Destination) -> Done[Game]:
    player = game.mover
    side = there.entry_sides[0] if there.entry_sides else None
    marker, origin, to = legion.legion, legion.land, there.land
    moved = evolve(legion, land=to, moved=True, entry_side=side, came_from=origin)
    facts: Facts = {"legion": marker, "origin": origin, "to": to, "roll": game.roll}
    rule, sentence = "MOVE-3", "{legion} moves from {origin} to {to} with a roll of {roll}"
    if there.how != "normal":
        rule = "TELE-2" if there.how == "tower-teleport" else "TELE-3"
        sentence, facts["reveal"] = "{legion} teleports from {origin} to {to}, revealing {reveal}", listed(there.reveal)
        moved = knowledge.show(moved, there.reveal)
        player = evolve(player, teleported=True)
    ruling = Ruling(rule, "legal", sentence, facts, "2.3")
    events: Events = [happened.LegionMoved(ruling, marker, origin, to, there.how, there.reveal)]
    if there.engages is not None:
        facts = {"legion": marker, "engages": there.engages, "land": to, "side": side}
        ruling = Ruling("MOVE-8", "consequence", "{legion} engages {engages} in {land} from the {side}", facts, "2.3")
        events.append(Event(ruling))
    return put_legion_in(game, player, moved), events


def plan_recombine(game: Game, action: act.Recombine) -> Planned[Game]:
    """Recombine two parts under the chosen marker (MOVE-9)."""
    refused = out_of_phase(game, "movement", "MOVE-9") or refuse_if(
        against_recombining(game, action.legion, action.into), None
    )
    if refused is not None:
        return refused
    player, event = join_parts(game.mover, action.legion, action.into)
    after = put_legion_in(game, player, evolve(player.held(action.into), recombined=True))
    return Plan(lambda _: (after, [event]), 0, lambda: [event.ruling])


def join_parts(player: Player, goes: str, stays: str) -> tuple[Player, happened.Recombined]:
    """Join one part of a split to another and free its marker (MOVE-9).

    :raises KeyError: the player lacks one of them.
    """
    going, staying = player.held(goes), player.held(stays)
    takes_its_place = going.split_from is None or staying.split_from == goes
    origin = going.split_from if takes_its_place else staying.split_from
    whole = evolve(knowledge.together(staying, going), split_from=origin)
    player = drop_legion(put_legion(player, whole), goes)
    others = tuple(
        [evolve(x, split_from=stays) if x.split_from == goes and x.legion != stays else x for x in player.legions]
    )
    sentence = "{goes} could not part from {stays} and is recombined with it"
    ruling = consequence("MOVE-9", sentence, step="2.4", goes=goes, stays=stays)
    return evolve(player, legions=others), happened.Recombined(ruling, goes, stays)


def plan_end_moves(game: Game, _: act.EndMoves) -> Planned[Game]:
    """End the Movement Phase (MOVE-2, MOVE-9).

    :raises CannotTell: it depends on a Legion of which nothing is known.
    """
    objections = until_stopped(against_phase(game, "movement", "MOVE-1"), owed_moves(game))
    return refuse_if(objections, Plan(lambda _: _end_moves(game)))


def _end_moves(game: Game) -> Done[Game]:
    """Recombine parts that could not separate; begin the Engagement Phase if there is anything to resolve."""
    events: Events = [Event(legal("MOVE-1", "{player} moves no more", step="2.3", player=game.active))]
    player = game.mover
    for stays, *others in unseparated(game):
        for goes in others:
            player, event = join_parts(player, goes, stays)
            events.append(event)
    if put_together(player) is not None:
        player = evolve(player, legions=tuple([evolve(legion, recombined=False) for legion in player.legions]))
    phase = "engagement" if engaged_lands(game) else "enlistment"
    return evolve(put_player(game, player), phase=phase), events


# --- musters, and the end of the turn --------------------------------------------------------------------------------


def plan_muster(game: Game, action: act.Muster) -> Planned[Game]:
    """Muster; a muster made as the Legion moves is recorded in Enlistment (MUSTER-1 to MUSTER-4, MUSTER-6)."""
    rule = "MUSTER-6" if game.phase in ("movement", "engagement") else "MUSTER-1"
    refused = out_of_phase(game, "enlistment", rule) or refuse_if(
        against_muster(game, action.legion, action.character, action.with_), None
    )
    if refused is not None:
        return refused
    legion = game.mover.held(action.legion)

    def reasons() -> list[Ruling]:
        table = game.the_box.table_of(legion.land)
        return muster_rulings(table, action.character, action.with_, stock(game)[action.character])

    return Plan(lambda _: _mustered(game, legion, action), 0, reasons)


def _mustered(game: Game, legion: Legion, action: act.Muster) -> Done[Game]:
    grown = evolve(knowledge.join(legion, [action.character], action.with_), mustered=action.character)
    after = evolve(put_legion_in(game, game.mover, grown), caretaker=taken(game.caretaker, [action.character]))
    ruling = legal(
        game.the_box.table_of(legion.land).rule,
        "{legion} in {land} musters {character}" + by_whom(action.with_),
        step="2.6",
        legion=action.legion,
        land=legion.land,
        character=action.character,
        musterers=listed(action.with_, none="nothing"),
    )
    return after, [happened.Mustered(ruling, action.legion, action.character, action.with_)]


def plan_end_turn(game: Game, _: act.EndTurn) -> Planned[Game]:
    """End the turn; the next player's begins (TURN-1, SETUP-5)."""
    refused = out_of_phase(game, "enlistment", "TURN-1")
    return refused or Plan(lambda _: _end_turn(game, game.mover.color))


def _end_turn(game: Game, mover: str) -> Done[Game]:
    ruling = legal("TURN-1", "{player} declares its turn over", step="2.7", player=mover)
    after, events = turns.begin_turn(game, mover)
    return after, [happened.TurnEnded(ruling, mover), *events]


def plan_withdraw(game: Game, action: act.Withdraw) -> Planned[Game]:
    """Withdraw from the game (WITHDRAW-1)."""
    return refuse_if(turns.against_withdrawal(game, action.by), Plan(lambda _: _withdrawn(game, action.by)))


def _withdrawn(game: Game, by: str) -> Done[Game]:
    """Remove a player; if its Titan's Legion is engaged, as if the Titan were slain there (WITHDRAW-1)."""
    engagement = turns.engaged_titan(game, by)
    if engagement is None:
        return turns.withdraw(game, by)
    sentence = "{player} leaves the game; its Titan, engaged in land {land}, counts as slain by {slayer}"
    facts: Facts = {"player": by, "land": engagement.land, "slayer": engagement.defending}
    ruling = legal("WITHDRAW-1", sentence, step=turns.withdraw_step(game), **facts)
    points = value(game.the_box, [TITAN], game.player(by).score)
    result = Conclusion("defender", "titan", points, {"attacker": (TITAN,)})
    game, events = conclude(evolve(game, phase="engagement", engagement=engagement), result)
    return game, [happened.PlayerOut(ruling, by, None), *events]
