"""The Movement Phase: what may be done, what a move stands for, what is owed at its end (ROLL-1, MOVE-1, 2, 8, 9)."""

from bisect import insort_left
from collections.abc import Mapping, Sequence
from operator import attrgetter

from ...box.names import CharacterName, EntrySide, Marker
from ...kernel.errors import CannotTell, Fault
from ...kernel.judging import Refusal, judged
from ...kernel.rulings import Facts, Ruling, illegal
from ...kernel.wording import article, listed
from ...position.game import Game, Legion, Player
from .move_reasons import moves_no_more, stay_rulings, unreachable
from .move_rulings import move_rulings
from .normal_moves import normal_destinations
from .occupancy import occupancy
from .teleport import TELEPORT_ROLL, Destination, How, depends_on_content, destination, teleports

__all__ = [
    "Destination",
    "How",
    "destinations",
    "judge_move",
    "judge_recombine",
    "move_rulings",
    "owed_moves",
    "stay_rulings",
    "unseparated",
]

_by_land = attrgetter("land")


def destinations(game: Game, player: Player, legion: Legion, roll: int) -> tuple[Destination, ...]:
    """Everywhere a Legion may go with a Movement Roll, by land, normal moves before teleports.

    Unknown content is taken to hold no Lord that was not revealed; see
    :func:`titan_rules.rules.masterboard.teleport.depends_on_content`.
    """
    if legion.moved or legion.recombined:
        return ()
    seen = occupancy(game, player.color)
    normal = normal_destinations(seen, legion.land, roll)
    further = teleports(game, player, legion, seen) if roll == TELEPORT_ROLL else None
    if not further:
        return normal
    if further[-1].how == "titan-teleport":  # these are by land once more
        further.sort(key=_by_land)
    for there in normal:
        insort_left(further, there, key=_by_land)
    return tuple(further)


def judge_move(
    game: Game,
    marker: str,
    to: int,
    entry_side: EntrySide | None = None,
    how: How | None = None,
    reveal: Sequence[CharacterName] = (),
) -> tuple[Legion, Destination] | Refusal:
    """The Legion that moves and the destination that is meant, its entry side and the revealed character settled; or
    why the active player may not move it so (MOVE-1, 3 to 8, TELE-1 to 4).

    What is left out must have one legal reading, but that a move without ``how`` and ``reveal`` is a normal one where a
    normal one is possible. For a land out of reach every rule that stops a way there is named, the furthest way first.

    :raises CannotTell: it depends on characters that are not known.
    """
    player = game.mover
    legion, roll = player.legion(marker), game.roll
    if legion is None:
        return Refusal((illegal("MOVE-1", "{player} has no Legion {legion}", player=player.color, legion=marker),))
    if legion.moved:
        return Refusal((illegal("MOVE-1", "{legion} has moved this turn", legion=marker),))
    if legion.recombined:
        return Refusal((moves_no_more(legion),))
    if roll is None:
        return Refusal((illegal("ROLL-1", "there is no Movement Roll yet"),))
    fits = _fitting(destinations(game, player, legion, roll), to, how, reveal)
    if not fits:
        if how != "normal" and depends_on_content(game, player, legion, roll):
            message = f"whether {marker} may teleport depends on its characters, which are not known"
            raise CannotTell(Fault("unknown-content", message))
        return Refusal(tuple(unreachable(game, player, legion, roll, to, how)))
    if len(fits) > 1:
        ways = listed([article(d.how) for d in fits], "or")
        sentence = "{legion} may go to {land} by {ways}: say how"
        return Refusal((illegal("TELE-1", sentence, legion=marker, land=to, ways=ways),))
    found = fits[0]
    sides = (entry_side,) if entry_side is not None else found.entry_sides
    there = destination(found.land, sides, found.engages, found.how, tuple(reveal) or found.reveal)
    return judged(_choices(marker, found, entry_side, reveal), (legion, there))


def _fitting(
    possible: Sequence[Destination], to: int, how: How | None, reveal: Sequence[CharacterName]
) -> list[Destination]:
    """The destinations that a move as written may mean."""
    there = [d for d in possible if d.land == to and (how is None or d.how == how)]
    if how is not None:
        return there
    return [d for d in there if (d.how == "normal") == (not reveal)] or there


def _choices(
    marker: str, found: Destination, entry_side: EntrySide | None, reveal: Sequence[CharacterName]
) -> list[Ruling]:
    """What is wrong with the entry side and the revealed character of a move that is otherwise legal."""
    wrong = []
    sides = listed(found.entry_sides, ",")
    facts: Facts = {
        "legion": marker,
        "land": found.land,
        "enemy": found.engages,
        "sides": sides,
        "side": entry_side,
    }
    if entry_side is None:
        if len(found.entry_sides) > 1:
            wrong.append(illegal("MOVE-8", "{legion} chooses its entry side against {enemy}: {sides}", **facts))
    elif found.engages is None:
        wrong.append(illegal("MOVE-8", "{legion} engages nothing in {land} and has no entry side there", **facts))
    elif entry_side not in found.entry_sides:
        wrong.append(illegal("MOVE-8", "{legion} enters {land} from {sides}, not from {side}", **facts))
    return wrong + _revealed(marker, found, reveal)


def _revealed(marker: str, found: Destination, reveal: Sequence[CharacterName]) -> list[Ruling]:
    rule = "TELE-3" if found.how == "titan-teleport" else "TELE-2"
    facts: Facts = {
        "legion": marker,
        "lords": listed(found.reveal, "or"),
        "shown": listed(reveal, ","),
        "how": found.how,
    }
    if found.how == "normal":
        return [illegal(rule, "{legion} reveals nothing by a normal move, not {shown}", **facts)] if reveal else []
    if not reveal:
        if len(found.reveal) == 1:
            return []
        return [illegal(rule, "{legion} must say which Lord it reveals by the {how}: {lords}", **facts)]
    if len(reveal) == 1 and reveal[0] in found.reveal:
        return []
    return [illegal(rule, "{legion} reveals {lords} by the {how}, not {shown}", **facts)]


def unseparated(game: Game) -> list[tuple[Marker, ...]]:
    """The active player's Legions that share a land, to be put together again when the phase ends (MOVE-9).

    Each group is sorted so that every Legion comes after those that it was split from, and else in the order of the
    splits: the first one's marker stays, if the mover does not say otherwise.
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
    """The Legions of a group that one of them was split from, directly or through others, this turn."""
    found: list[str] = []
    passed = {marker}
    legion = player.legion(marker)
    while legion is not None and legion.split_from is not None and legion.split_from not in passed:
        passed.add(legion.split_from)
        if legion.split_from in group:
            found.append(legion.split_from)
        legion = player.legion(legion.split_from)
    return found


def owed_moves(game: Game) -> list[Ruling]:
    """What is still owed before the Movement Phase may end: a move (MOVE-2), a separation (MOVE-9)."""
    if game.roll is None:
        return [illegal("ROLL-1", "there is no Movement Roll yet")]
    able = _able(game, game.roll)
    found = []
    if able and not any(x.moved for x in game.mover.legions):
        found.append(
            illegal(
                "MOVE-2",
                "at least one Legion must move; with a Movement Roll of {roll} these can: {legions}",
                roll=game.roll,
                legions=listed(able, ","),
            )
        )
    for group in unseparated(game):
        found += _must_part(group, able, game.roll)
    return found


def _able(game: Game, roll: int) -> dict[Marker, Legion]:
    """The active player's Legions that still have a normal move."""
    seen = occupancy(game, game.mover.color)
    waiting = [x for x in game.mover.legions if not (x.moved or x.recombined)]
    return {x.legion: x for x in waiting if normal_destinations(seen, x.land, roll)}


def _must_part(group: Sequence[Marker], able: Mapping[Marker, Legion], roll: int) -> list[Ruling]:
    """Whether parts that share a land can still leave each other (MOVE-9)."""
    leaving = [marker for marker in group if marker in able]
    if not leaving:
        return []
    sentence = "{legions} share {land} and must leave each other; with a Movement Roll of {roll} {able} can"
    facts = {"legions": listed(group), "land": able[leaving[0]].land, "able": listed(leaving)}
    return [Ruling("MOVE-9", "illegal", sentence, {**facts, "roll": roll})]


def judge_recombine(game: Game, marker: str, into: str) -> Legion | Refusal:
    """The Legion with which another is put together, or why not now (MOVE-9).

    They are not parts of one split in one land; something else still keeps the phase from ending; or the Legion that
    was split stands there and keeps its own marker (option ``recombine_marker``).
    """
    group = next((g for g in unseparated(game) if marker in g), ())
    if into not in group or into == marker:
        sentence = "{legion} and {into} are not parts of one split that share a land"
        return Refusal((illegal("MOVE-9", sentence, legion=marker, into=into),))
    if game.roll is None:
        return Refusal((illegal("ROLL-1", "there is no Movement Roll yet"),))
    found = _must_part(group, _able(game, game.roll), game.roll) or owed_moves(game)
    original = _split_from(game.mover, into, group)
    if original and game.rules.recombine_marker == "original":
        sentence = "{into} was split from {original}, which stands there: the marker {original} stays"
        found.append(illegal("MOVE-9", sentence, into=into, original=original[-1], step="2.4"))
    return judged(found, game.mover.held(into))
