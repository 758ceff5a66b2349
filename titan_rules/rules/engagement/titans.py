"""The death of a Titan and its half points (D-1 to D-6)."""

from collections.abc import Iterable, Mapping

from ...actions.events import Event, GameOver, PlayerOut, Scored
from ...box.names import PlayerColor
from ...kernel.evolving import evolve
from ...kernel.rulings import Ruling, consequence
from ...kernel.wording import listed
from ...position.changes import drop_legion, put_player
from ...position.game import Engagement, Game, Legion, Owed, Player
from . import scoring
from .meeting import content, opponent_in, opponent_of
from .scoring import value

STEP = "2.5.6.9"


def living(game: Game) -> list[Player]:
    """The players still in the game."""
    return [p for p in game.players if not p.out]


def deaths(game: Game, engagement: Engagement) -> list[tuple[PlayerColor, PlayerColor | None]]:
    """The players whose Titans died, in order, each with its slayer if any (D-2, option ``mutual_titans``)."""
    slain = engagement.slain_titans
    if len(slain) < 2:
        return [(color, engagement.slayer or opponent_of(engagement, color)) for color in slain]
    if game.rules.mutual_titans == "nobody":
        return [(color, None) for color in slain]
    return [(engagement.defending, engagement.attacking), (engagement.attacking, None)]


def remove_others(game: Game) -> tuple[Game, list[Event]]:
    """Remove the dead players' other Legions before D-3 is scored (SCORE-5, option ``after_battle: remove_first``).

    The Engagement records their value and who receives it.
    """
    engagement = game.meeting
    events: list[Event] = []
    owed: list[Owed] = []
    for color, slayer in deaths(game, engagement):
        player = game.player(color)
        others = [x for x in player.legions if x.legion not in (engagement.attacker, engagement.defender)]
        if not others:
            continue
        owed += _owed(game, player, others, slayer, engagement)
        game = scoring.remove(game, [name for legion in others for name in content(legion)])
        for legion in others:
            player = drop_legion(player, legion.legion)
        game = put_player(game, player)
        markers = tuple([legion.legion for legion in others])
        sentence = "the other Legions of {player} leave the board at once: {legions}"
        ruling = consequence("SCORE-5", sentence, step=STEP, player=color, legions=listed(markers, ","))
        events.append(Event(ruling))
    return evolve(game, engagement=evolve(engagement, owed=tuple(owed))), events


def bury(game: Game, color: str, slayer: PlayerColor | None, engagement: Engagement) -> tuple[Game, list[Event]]:
    """Remove a player whose Titan is slain: Legions, half points, markers (D-1, D-3, D-5).

    :param slayer: gets the markers, and half the points of Legions that nobody else is engaged with.
    :param engagement: the one in which the Titan died.
    """
    dead = game.player(color)
    facts = {"player": color, "slayer": slayer}
    out = consequence("D-1", "the Titan of {player} is slain: {player} is out", step=STEP, **facts)
    removed = [owed for owed in engagement.owed if owed.of == color]
    game, events = _half_points(game, dead, [*removed, *_owed(game, dead, dead.legions, slayer, engagement)])
    dead = game.player(color)
    everything = [name for legion in dead.legions for name in content(legion)]
    game = scoring.remove(game, everything)
    freed = tuple(sorted((*dead.free_markers, *[legion.legion for legion in dead.legions])))
    game = put_player(game, evolve(dead, out=True, legions=(), markers=() if slayer else freed))
    if slayer:
        owner = game.player(slayer)
        game = put_player(game, evolve(owner, markers=tuple(sorted((*owner.free_markers, *freed)))))
        sentence = "{slayer} takes over {count:Legion Marker} of {player}"
        ruling = consequence("D-5", sentence, step=STEP, count=len(freed), **facts)
        events.append(Event(ruling))
    return game, [PlayerOut(out, color, slayer), *events]


def _owed(
    game: Game, dead: Player, legions: Iterable[Legion], slayer: PlayerColor | None, engagement: Engagement
) -> list[Owed]:
    """Who gets half the value of a dead player's Legions: the player engaged with them, else the slayer (D-3).

    Without a slayer, players whose Titans died in this Engagement get nothing from each other, even if engaged (D-2).
    """
    barred = () if slayer else engagement.slain_titans
    owed = []
    for legion in legions:
        receiver = opponent_in(game, legion.land, dead.color) or slayer
        if receiver is not None and receiver not in barred and legion.size:
            owed.append(Owed(dead.color, receiver, value(game.the_box, content(legion), dead.score)))
    return owed


def _half_points(game: Game, dead: Player, owed: Iterable[Owed]) -> tuple[Game, list[Event]]:
    """Score the dead player's Legions: the sum for each receiver, halved, rounded down (D-3)."""
    sums: dict[str, int] = {}
    for part in owed:
        sums[part.to] = sums.get(part.to, 0) + part.value
    sentence = "{receiver} gets {half:point}, half of {total}, for what {player} had left"
    return half_scored(game, sums, "D-3", sentence, STEP, player=dead.color)


def half_scored(
    game: Game, sums: Mapping[str, int], rule: str, sentence: str, step: str, **facts: object
) -> tuple[Game, list[Event]]:
    """Give each receiver half of a sum, rounded down (D-3, WITHDRAW-1)."""
    events: list[Event] = []
    for receiver, total in sums.items():
        player, half = game.player(receiver), total // 2
        game = put_player(game, evolve(player, score=player.score + half))
        all_facts = {"receiver": receiver, "half": half, "total": total, **facts}
        ruling = Ruling(rule, "consequence", sentence, all_facts, step)
        events.append(Scored(ruling, receiver, half, player.score, player.score + half))
    return game, events


def end_of_game(game: Game) -> tuple[Game, list[Event]]:
    """End the game if at most one player is left (D-6)."""
    remaining = living(game)
    if len(remaining) > 1 or game.phase == "over":
        return game, []
    winner = remaining[0].color if remaining else None
    sentence = "{winner} is the only player left and wins" if winner else "no player is left: the game is a draw"
    ruling = consequence("D-6", sentence, step="3", winner=winner)
    over = evolve(
        game, phase="over", winner=winner, active=None, roll=None, mulligan=False, engagement=None, battle=None
    )
    return over, [GameOver(ruling, winner)]
