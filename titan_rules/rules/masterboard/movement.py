"""The Movement Phase: moves, what must happen before it ends, recombining parts (MOVE-1, 2, 8, 9)."""

from collections.abc import Mapping, Sequence

from ...box.names import CharacterName, EntrySide, Marker
from ...kernel.errors import CannotTell, Fault
from ...kernel.judging import Refusal, refusal, unless
from ...kernel.rulings import Facts, Ruling, illegal
from ...kernel.wording import article, listed
from ...position.game import Game, Legion, Player
from .destinations import (
    Destination,
    How,
    depends_on_content,
    destination,
    destinations,
    normal_destinations,
    occupancy,
)
from .move_rulings import moves_no_more, unreachable


def judge_move(
    game: Game,
    marker: str,
    to: int,
    entry_side: EntrySide | None = None,
    how: How | None = None,
    reveal: Sequence[CharacterName] = (),
) -> tuple[Legion, Destination] | Refusal:
    """A legal move: Legion and destination, entry side and revealed character set (MOVE-1, 3 to 8, TELE-1 to 4).

    Unstated details must have one legal reading. Without ``how`` and ``reveal`` a normal move is preferred.
    The refusal for a land out of reach names every rule that stops a path there, the furthest path first.

    :raises CannotTell: it depends on unknown characters.
    """
    player = game.mover
    legion, roll = player.legion(marker), game.roll
    if legion is None:
        return refusal("MOVE-1", "{player} has no Legion {legion}", player=player.color, legion=marker)
    if legion.moved:
        return refusal("MOVE-1", "{legion} has moved this turn", legion=marker)
    if legion.recombined:
        return Refusal((moves_no_more(legion),))
    if roll is None:
        return refusal("ROLL-1", "there is no Movement Roll yet")
    fits = [d for d in destinations(game, player, legion, roll) if d.land == to and (how is None or d.how == how)]
    if how is None:
        fits = [d for d in fits if (d.how == "normal") == (not reveal)] or fits
    if not fits:
        if how != "normal" and depends_on_content(game, player, legion, roll):
            message = f"whether {marker} may teleport depends on its characters, which are not known"
            raise CannotTell(Fault("unknown-content", message))
        return Refusal(tuple(unreachable(game, player, legion, roll, to, how)))
    if len(fits) > 1:
        ways = listed([article(d.how) for d in fits], "or")
        return refusal("TELE-1", "{legion} may go to {land} by {ways}: say how", legion=marker, land=to, ways=ways)
    (there,) = fits
    sides = (entry_side,) if entry_side is not None else there.entry_sides
    meant = destination(there.land, sides, there.engages, there.how, tuple(reveal) or there.reveal)
    return unless([*_wrong_side(marker, there, entry_side), *_wrong_reveal(marker, there, reveal)], (legion, meant))


def _wrong_side(marker: str, there: Destination, side: EntrySide | None) -> list[Ruling]:
    """What is wrong with the entry side of an otherwise legal move (MOVE-8)."""
    if side in there.entry_sides or (side is None and len(there.entry_sides) < 2):
        return []
    sentence = "{legion} enters {land} from {sides}, not from {side}"
    if side is None:
        sentence = "{legion} chooses its entry side against {enemy}: {sides}"
    elif there.engages is None:
        sentence = "{legion} engages nothing in {land} and has no entry side there"
    facts: Facts = {"legion": marker, "land": there.land, "enemy": there.engages}
    return [illegal("MOVE-8", sentence, **facts, sides=listed(there.entry_sides, ","), side=side)]


def _wrong_reveal(marker: str, there: Destination, reveal: Sequence[CharacterName]) -> list[Ruling]:
    """What is wrong with the character revealed (TELE-2, TELE-3)."""
    normal = there.how == "normal"
    if (normal and not reveal) or (not normal and not reveal and len(there.reveal) == 1):
        return []
    if len(reveal) == 1 and reveal[0] in there.reveal:
        return []
    sentence = "{legion} reveals {lords} by the {how}, not {shown}"
    if normal:
        sentence = "{legion} reveals nothing by a normal move, not {shown}"
    elif not reveal:
        sentence = "{legion} must say which Lord it reveals by the {how}: {lords}"
    lords, shown = listed(there.reveal, "or"), listed(reveal, ",")
    rule = "TELE-3" if there.how == "titan-teleport" else "TELE-2"
    return [illegal(rule, sentence, legion=marker, lords=lords, shown=shown, how=there.how)]


def unseparated(game: Game) -> list[tuple[Marker, ...]]:
    """The active player's Legions that share a land, to be recombined when the phase ends (MOVE-9).

    Each Legion comes after those it was split from, then in the order of the splits: the first one's marker stays
    unless the mover says otherwise.
    """
    player = game.mover
    by_land: dict[int, list[Marker]] = {}
    for legion in player.legions:
        by_land.setdefault(legion.land, []).append(legion.legion)
    return [
        tuple(sorted(group, key=lambda marker: len(_split_from(player, marker, group))))
        for _, group in sorted(by_land.items())
        if len(group) > 1
    ]


def _split_from(player: Player, marker: str, group: Sequence[str]) -> list[str]:
    """The Legions of a group that one of them was split from this turn, directly or through others."""
    origins: list[str] = []
    passed = {marker}
    legion = player.legion(marker)
    while legion is not None and legion.split_from is not None and legion.split_from not in passed:
        passed.add(legion.split_from)
        if legion.split_from in group:
            origins.append(legion.split_from)
        legion = player.legion(legion.split_from)
    return origins


def owed_moves(game: Game) -> list[Ruling]:
    """What is still required before the Movement Phase can end: a move (MOVE-2), a separation (MOVE-9)."""
    if game.roll is None:
        return [illegal("ROLL-1", "there is no Movement Roll yet")]
    able = _able(game, game.roll)
    owed = []
    if able and not _may_have_moved(game):
        sentence = "at least one Legion must move; with a Movement Roll of {roll} these can: {legions}"
        owed.append(illegal("MOVE-2", sentence, roll=game.roll, legions=listed(able, ",")))
    for group in unseparated(game):
        owed += _must_part(group, able, game.roll)
    return owed


def _may_have_moved(game: Game) -> bool:
    """Whether a Legion of the active player has moved, or one of which nothing is known may have."""
    return game.mover.elsewhere or any(x.moved for x in game.mover.legions)


def unknown_move(game: Game) -> str | None:
    """What is not known of the moves that must be made before the phase can end (MOVE-2), in a sentence."""
    if not game.mover.elsewhere or any(x.moved for x in game.mover.legions):
        return None
    return f"whether another Legion of {game.mover.color} has moved, or can move, is not known"


def _able(game: Game, roll: int) -> dict[Marker, Legion]:
    """The active player's Legions that still have a normal move."""
    seen = occupancy(game, game.mover.color)
    waiting = [x for x in game.mover.legions if not (x.moved or x.recombined)]
    return {x.legion: x for x in waiting if normal_destinations(seen, x.land, roll)}


def _must_part(group: Sequence[Marker], able: Mapping[Marker, Legion], roll: int) -> list[Ruling]:
    """Whether parts that share a land can still separate (MOVE-9)."""
    leaving = [marker for marker in group if marker in able]
    if not leaving:
        return []
    sentence = "{legions} share {land} and must leave each other; with a Movement Roll of {roll} {able} can"
    land = able[leaving[0]].land
    return [illegal("MOVE-9", sentence, legions=listed(group), land=land, able=listed(leaving), roll=roll)]


def judge_recombine(game: Game, marker: str, into: str) -> Legion | Refusal:
    """The Legion that another joins, or why it cannot now (MOVE-9).

    Refused if they are not parts of one split in one land, if the phase cannot end yet, or if the
    original Legion is there and keeps its own marker (option ``recombine_marker``).

    :raises CannotTell: whether the phase can end depends on a Legion of which nothing is known.
    """
    group = next((g for g in unseparated(game) if marker in g), ())
    if into not in group or into == marker:
        sentence = "{legion} and {into} are not parts of one split that share a land"
        return refusal("MOVE-9", sentence, legion=marker, into=into)
    if game.roll is None:
        return refusal("ROLL-1", "there is no Movement Roll yet")
    against = _must_part(group, _able(game, game.roll), game.roll) or owed_moves(game)
    if not against and (unknown := unknown_move(game)) is not None:
        raise CannotTell(Fault("unknown-content", unknown))
    original = _split_from(game.mover, into, group)
    if original and game.rules.recombine_marker == "original":
        sentence = "{into} was split from {original}, which stands there: the marker {original} stays"
        against.append(illegal("MOVE-9", sentence, into=into, original=original[-1], step="2.4"))
    return unless(against, game.mover.held(into))
