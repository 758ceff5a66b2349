"""Who wins a game that is stopped before its end (STOP-1)."""

from attrs import frozen

from ...kernel.errors import CannotTell, Fault
from ...kernel.rulings import Ruling, consequence
from ...kernel.wording import listed
from ...kernel.writing import Part
from ...position.game import Game, Player
from ..engagement.meeting import content
from ..engagement.scoring import value
from ..engagement.titans import living


@frozen
class Standing(Part):
    """What a player has when a game is stopped.

    :param score: its points.
    :param legions: what its Legions are worth, in points (SCORE-1).
    :param sum: of both, which decides.
    """

    player: str
    score: int
    legions: int
    sum: int


def stopped(game: Game) -> tuple[str | None, tuple[Standing, ...], tuple[Ruling, ...]]:
    """Who wins a game that is stopped now, None for a draw; each player's standing, and the rulings (STOP-1).

    A player whose Titan is slain is out, even before the Engagement is finished (D-1).

    :raises CannotTell: the game has not begun, or is over; or a Legion's content is unknown.
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
    """The value of a player's Legions, without those slain in a battle and not yet removed (STRIKE-7)."""
    worth = sum(value(game.the_box, content(legion), player.score) for legion in player.legions)
    if game.battle is not None:
        for side in (game.battle.attacker, game.battle.defender):
            if side.player == player.color:
                slain = [c.name for c in side.characters if side.is_slain(c)]
                worth -= value(game.the_box, slain, player.score)
    return worth
