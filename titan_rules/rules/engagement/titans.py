"""The death of a Titan and its half points (D-1 to D-6)."""

from ...kernel.evolving import evolve
from ...kernel.rulings import Ruling, consequence
from ...position.changes import put_player
from ...position.game import Game, Legion, Player
from . import removal
from .scoring import value

STEP = "2.5.6.9"


def living(game: Game) -> list[Player]:
    """The players that are still in the game."""
    return [p for p in game.players if not p.out]


def order_of_death(game: Game, slain: tuple[str, ...], defender: str) -> list[tuple[str, bool]]:
    """The players whose Titans died in one Engagement, in the order they are dealt with, and whether each has a
    slayer (D-2, option ``mutual_titans``)."""
    if len(slain) < 2:
        return [(color, True) for color in slain]
    if game.rules.mutual_titans == "nobody":
        return [(color, False) for color in slain]
    first = [color for color in slain if color == defender]
    return [(color, color == defender) for color in [*first, *[c for c in slain if c != defender]]]


def bury(game: Game, color: str, slayer: str | None, slain: tuple[str, ...] = ()) -> tuple[Game, list[Ruling]]:
    """A player whose Titan is slain leaves the game: Legions, half points, markers (D-1, D-3, D-5).

    :param slayer: who gets the half points of Legions that nobody else is engaged with, and the markers.
    :param slain: all players whose Titans died in this Engagement. Without a slayer they get nothing of each
        other, although their Legions may be engaged (D-2).
    """
    dead = game.player(color)
    facts = {"player": color, "slayer": slayer}
    out = consequence("D-1", "the Titan of {player} is slain: {player} is out", step=STEP, **facts)
    game, rulings = _half_points(game, dead, slayer, () if slayer else slain)
    dead = game.player(color)
    everything = [name for legion in dead.legions for name in legion.characters or ()]
    game = removal.remove(game, everything)
    freed = tuple(sorted((*dead.free_markers, *[legion.legion for legion in dead.legions])))
    game = put_player(game, evolve(dead, out=True, legions=(), markers=() if slayer else freed))
    if slayer:
        owner = game.player(slayer)
        game = put_player(game, evolve(owner, markers=tuple(sorted((*owner.free_markers, *freed)))))
        rulings.append(
            consequence(
                "D-5", "{slayer} takes over {count} Legion Markers of {player}", step=STEP, count=len(freed), **facts
            )
        )
    return game, [out, *rulings]


def _half_points(game: Game, dead: Player, slayer: str | None, barred: tuple[str, ...]) -> tuple[Game, list[Ruling]]:
    """The values of the dead player's Legions, added up per receiver, halved, rounded down (D-3)."""
    sums: dict[str, int] = {}
    for legion in dead.legions:
        receiver = _engaged_with(game, dead, legion) or slayer
        if receiver is not None and receiver not in barred and legion.characters:
            sums[receiver] = sums.get(receiver, 0) + value(game.the_box, legion.characters, dead.score)
    rulings = []
    for receiver, total in sums.items():
        player = game.player(receiver)
        half = total // 2
        game = put_player(game, evolve(player, score=player.score + half))
        rulings.append(
            consequence(
                "D-3",
                "{receiver} gets {half} points, half of {total}, for the other Legions of {player}",
                step=STEP,
                receiver=receiver,
                half=half,
                total=total,
                player=dead.color,
            )
        )
    return game, rulings


def _engaged_with(game: Game, dead: Player, legion: Legion) -> str | None:
    """The player that a Legion is engaged with (D-3)."""
    return next((p.color for p, _ in game.at(legion.land) if p.color != dead.color), None)


def end_of_game(game: Game) -> tuple[Game, list[Ruling]]:
    """The game is over when one player is left, or none (D-6)."""
    left = living(game)
    if len(left) > 1 or game.phase == "over":
        return game, []
    winner = left[0].color if left else None
    sentence = "{winner} is the only player left and wins" if winner else "no player is left: the game is a draw"
    ruling = consequence("D-6", sentence, step="3", winner=winner)
    over = evolve(
        game, phase="over", winner=winner, active=None, roll=None, mulligan=False, engagement=None, battle=None
    )
    return over, [ruling]
