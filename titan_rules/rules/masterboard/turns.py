"""Turns (SETUP-5, TURN-1, 2), withdrawal (WITHDRAW-1), and the winner of a stopped game (STOP-1)."""

from collections.abc import Iterator

from attrs import frozen

from ...actions.events import Event, PlayerOut, TurnBegan
from ...kernel.errors import CannotTell, Fault
from ...kernel.evolving import evolve
from ...kernel.judging import Objection, until_stopped
from ...kernel.rulings import Ruling, consequence, illegal, legal
from ...kernel.wording import listed
from ...kernel.writing import Part
from ...position.changes import put_player
from ...position.game import Engagement, Game, Legion, Player
from ..engagement import scoring
from ..engagement.meeting import content, opponent_in
from ..engagement.scoring import value
from ..engagement.titans import end_of_game, half_scored, living
from ..objections import against_outsider


def next_player(game: Game, after: str) -> tuple[Player, int]:
    """The next player in descending tower order, and the turn's number (SETUP-5)."""
    tower = game.player(after).tower
    players = sorted(living(game), key=lambda p: -p.tower)
    lower = [p for p in players if p.tower < tower]
    return (lower[0], game.turn) if lower else (players[0], game.turn + 1)


def begin_turn(game: Game, after: str) -> tuple[Game, list[Event]]:
    """Begin the next player's turn with its Commencement Phase; reset per-turn state (SETUP-5)."""
    player, turn = next_player(game, after)
    old = game.player(after)
    if not old.out:
        game = put_player(game, rested(old))
    game = evolve(
        put_player(game, rested(game.player(player.color))),
        turn=turn,
        phase="commencement",
        active=player.color,
        roll=None,
        mulligan=False,
        engagement=None,
        battle=None,
    )
    ruling = consequence("SETUP-5", "turn {turn}: {player} moves next", step="2", turn=turn, player=player.color)
    return game, [TurnBegan(ruling, player.color, turn)]


def rested(player: Player) -> Player:
    """A player after its turn, with per-turn state reset."""
    legions = tuple([_fresh(legion) for legion in player.legions])
    return evolve(player, legions=legions, teleported=False, summoned=False)


def _fresh(legion: Legion) -> Legion:
    if not (legion.moved or legion.mustered or legion.split_from or legion.entry_side or legion.recombined):
        return legion
    return evolve(
        legion, moved=False, entry_side=None, split_from=None, came_from=None, recombined=False, mustered=None
    )


def withdraw_step(game: Game) -> str:
    """The step of the sequence of play at which the active player would withdraw (WITHDRAW-1)."""
    if game.phase == "movement":
        return "2.2" if game.roll is None else "2.3"
    if game.phase == "enlistment":
        able = any(legion.moved and not legion.mustered for legion in game.mover.legions)
        return "2.6" if able else "2.7"
    return "2.1"


def against_withdrawal(game: Game, by: str) -> Iterator[Objection]:
    """Objections to a withdrawal: not its turn, or not a moment that allows it (WITHDRAW-1)."""
    return until_stopped(_against_end(game), against_outsider(game, by), _against_moment(game, by))


def _against_end(game: Game) -> Iterator[Ruling]:
    if game.phase == "over":
        yield illegal("D-6", "the game is over")


def _against_moment(game: Game, by: str) -> Iterator[Ruling]:
    if by != game.active:
        sentence = "{by} may withdraw only in its own turn; it is {active}'s"
        yield illegal("WITHDRAW-1", sentence, by=by, active=game.active)
    elif game.phase not in ("commencement", "movement", "enlistment"):
        yield illegal("WITHDRAW-1", "nobody may withdraw in the {phase} phase", phase=game.phase)


def engaged_titan(game: Game, by: str) -> Engagement | None:
    """The Engagement in which a withdrawing player's Titan counts as slain; None if there is none (WITHDRAW-1)."""
    if game.rules.withdrawal_scores != "law":
        return None
    player = game.player(by)
    legions = player.legions
    for legion in legions:
        if not legion.has_titan:
            if legion.characters is None and not any(x.has_titan for x in legions) and len(game.at(legion.land)) > 1:
                content(legion)
            continue
        for enemy, opponent in game.at(legion.land):
            if enemy.color != by:
                return Engagement(
                    land=legion.land,
                    attacker=legion.legion,
                    defender=opponent.legion,
                    attacking=player.color,
                    defending=enemy.color,
                    stage="acquiring",
                    to_act=enemy.color,
                )
    return None


def withdraw(game: Game, by: str) -> tuple[Game, list[Event]]:
    """Remove a player's Legions and end its turn (WITHDRAW-1).

    Nobody scores, except for Legions engaged with it under the option ``withdrawal_scores: engaged_half``.
    """
    place = withdraw_step(game)
    ruling = legal("WITHDRAW-1", "{player} leaves the game", step=place, player=by)
    events: list[Event] = [PlayerOut(ruling, by, None)]
    if game.rules.withdrawal_scores == "engaged_half":
        game, more = _half_of_engaged(game, by, place)
        events += more
    player = game.player(by)
    game = scoring.remove(game, [name for legion in player.legions for name in content(legion)])
    markers = tuple(sorted((*player.free_markers, *[legion.legion for legion in player.legions])))
    game = put_player(game, evolve(player, out=True, legions=(), markers=markers))
    if game.rules.lords_return == "engagement_end":
        game, back = scoring.bring_back(game, place)
        events += back
    game, over = end_of_game(game)
    if not over:
        game, over = begin_turn(game, by)
    return game, [*events, *over]


def _half_of_engaged(game: Game, by: str, place: str) -> tuple[Game, list[Event]]:
    player = game.player(by)
    sums: dict[str, int] = {}
    for legion in player.legions:
        receiver = opponent_in(game, legion.land, by)
        if receiver is not None:
            sums[receiver] = sums.get(receiver, 0) + value(game.the_box, content(legion), player.score)
    sentence = "{receiver} gets {half:point}, half of {total}, for the Legions engaged with it"
    return half_scored(game, sums, "WITHDRAW-1", sentence, place)


# --- games that are stopped ------------------------------------------------------------------------------------------


@frozen
class Standing(Part):
    """A player's standing when a game is stopped.

    :param score: its points.
    :param legions: the value of its Legions in points (SCORE-1).
    :param sum: of both; the highest wins.
    """

    player: str
    score: int
    legions: int
    sum: int


def stopped(game: Game) -> tuple[str | None, tuple[Standing, ...], tuple[Ruling, ...]]:
    """Who wins a game that is stopped now, None for a draw; each player's standing, and the rulings (STOP-1).

    A player whose Titan is slain is out, even before the Engagement is finished (D-1).

    :raises CannotTell: the game has not begun or is over, or a Legion's content is unknown.
    """
    if game.phase == "setup":
        raise CannotTell(Fault("not-begun", "the game is not set up yet: there is nothing to add up (STOP-1)"))
    if game.phase == "over":
        how = f"{game.winner} has won" if game.winner else "it is a draw"
        raise CannotTell(Fault("game-over", f"the game was not stopped, it is over: {how} (D-6)"))
    dying = () if game.engagement is None else game.engagement.slain_titans
    worth = [(player, _worth(game, player)) for player in living(game) if player.color not in dying]
    sums = [Standing(p.color, p.score, legions, p.score + legions) for p, legions in worth]
    sums.sort(key=lambda standing: -standing.sum)
    sentence = "{player} has a score of {score} and Legions worth {legions}: {sum}"
    rulings = [
        consequence("STOP-1", sentence, player=one.player, score=one.score, legions=one.legions, sum=one.sum)
        for one in sums
    ]
    best, most = [one.player for one in sums if one.sum == sums[0].sum], sums[0].sum
    if len(best) > 1:
        sentence = "{players} have the same highest sum, {sum}: the game is a draw"
        rulings.append(consequence("STOP-1", sentence, players=listed(best), sum=most))
    else:
        rulings.append(consequence("STOP-1", "{player} has the highest sum, {sum}, and wins", player=best[0], sum=most))
    return best[0] if len(best) == 1 else None, tuple(sums), tuple(rulings)


def _worth(game: Game, player: Player) -> int:
    """The value of a player's Legions, less characters slain in a battle but not yet removed (STRIKE-7).

    :raises CannotTell: one of its Legions is not known.
    """
    if player.elsewhere:
        raise CannotTell(Fault("unknown-content", f"the Legion with {player.color}'s Titan is not known"))
    worth = sum(value(game.the_box, content(legion), player.score) for legion in player.legions)
    if game.battle is not None:
        for side in (game.battle.attacker, game.battle.defender):
            if side.player == player.color:
                slain = [c.name for c in side.characters if side.is_slain(c)]
                worth -= value(game.the_box, slain, player.score)
    return worth
