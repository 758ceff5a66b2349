"""The Movement Phase: moves, what must happen before it ends, recombining parts (MOVE-1, 2, 8, 9)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from ...box.characters import TITAN
from ...box.names import CharacterName, EntrySide, LandNo, Marker
from ...kernel.errors import CannotTell, Fault
from ...kernel.judging import Objection, Refusal, refusal, refuse_if
from ...kernel.rulings import Facts, Ruling, illegal
from ...kernel.wording import article, listed
from ...position.game import Game, Legion, Player
from ..objections import against_holding
from .destinations import (
    Destination,
    How,
    destination,
    destinations,
    is_revealed,
    normal_destinations,
    occupancy,
    put_together,
    titan_only,
)
from .move_rulings import against_reaching, moves_over, undecided_teleport


def judge_move(
    game: Game,
    marker: str,
    to: LandNo,
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
    if over := tuple(moves_over(player)):
        return Refusal(over)
    if roll is None:
        return refusal("ROLL-1", "there is no Movement Roll yet")
    fits = [d for d in destinations(game, player, legion, roll) if d.land == to and (how is None or d.how == how)]
    if how is None:
        fits = [d for d in fits if (d.how == "normal") == (not reveal)] or fits
    if len(fits) > 1:
        ways = listed([article(d.how) for d in fits], "or")
        return refusal("TELE-1", "{legion} may go to {land} by {ways}: say how", legion=marker, land=to, ways=ways)
    there = fits[0] if fits else None
    refused = refuse_if(
        chain(
            () if there is not None else against_reaching(game, player, legion, roll, to, how),
            _against_side(game, legion, to, there, entry_side),
            _against_reveal(game, legion, to, there, how, reveal),
        ),
        None,
    )
    if there is None or refused is not None:
        assert refused is not None
        return refused
    sides = (entry_side,) if entry_side is not None else there.entry_sides
    return legion, destination(there.land, sides, there.engages, there.how, tuple(reveal) or there.reveal)


def _against_side(
    game: Game, legion: Legion, to: LandNo, there: Destination | None, side: EntrySide | None
) -> Iterator[Ruling]:
    """The objection to the entry side of a move, ``there`` if it can be made (MOVE-8)."""
    facts: Facts = {"legion": legion.legion, "land": to, "side": side}
    if side is not None and to not in occupancy(game, game.mover.color).enemy_at:
        yield illegal("MOVE-8", "{legion} engages nothing in {land} and has no entry side there", **facts)
    elif there is not None and side not in there.entry_sides and (side is not None or len(there.entry_sides) > 1):
        sentence = "{legion} enters {land} from {sides}, not from {side}"
        if side is None:
            sentence = "{legion} chooses its entry side against {enemy}: {sides}"
        yield illegal("MOVE-8", sentence, **facts, enemy=there.engages, sides=listed(there.entry_sides, ","))


def _against_reveal(
    game: Game, legion: Legion, to: LandNo, there: Destination | None, how: How | None, reveal: Sequence[CharacterName]
) -> Iterator[Objection]:
    """Objections to the character that a move reveals (TELE-2, TELE-3)."""
    how, facts = there.how if there is not None else how, {"legion": legion.legion, "shown": listed(reveal, ",")}
    if not reveal:
        if there is not None and len(there.reveal) > 1:
            sentence = "{legion} must say which Lord it reveals by the tower-teleport: {lords}"
            yield illegal("TELE-2", sentence, lords=listed(there.reveal, "or"), **facts)
    elif how == "normal":
        undecided = undecided_teleport(game, legion, to)
        yield undecided or illegal("TELE-2", "{legion} reveals nothing by a normal move, not {shown}", **facts)
    elif how == "titan-teleport" and tuple(reveal) != (TITAN,):
        yield illegal("TELE-3", "a Titan Teleport reveals the Titan, not {shown}", **facts)
    elif how == "tower-teleport" and (len(reveal) > 1 or not is_revealed(game, reveal[0])):
        lord = "the Titan" if titan_only(game) else "one Lord"
        yield illegal("TELE-2", "a Tower Teleport reveals {lord}, not {shown}", lord=lord, **facts)
    elif how is not None:
        yield from against_holding(game, legion, reveal, "TELE-2")


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


def owed_moves(game: Game) -> Iterator[Objection]:
    """Objections to the end of the Movement Phase: a move (MOVE-2) or a separation (MOVE-9) is still required."""
    if game.roll is None:
        yield illegal("ROLL-1", "the Movement Roll comes first", step="2.2")
        return
    shared, player = unseparated(game), game.mover
    waits = not any(x.moved for x in player.legions)
    able = _able(game, game.roll) if shared or waits else {}
    if able and waits and not player.elsewhere:
        sentence = "at least one Legion must move; with a Movement Roll of {roll} these can: {legions}"
        yield illegal("MOVE-2", sentence, roll=game.roll, legions=listed(able, ","))
    for group in shared:
        yield from _must_part(group, able, game.roll)
    if waits and player.elsewhere:
        message = f"whether another Legion of {player.color} has moved, or can move, is not known"
        yield CannotTell(Fault("unknown-content", message))


def _able(game: Game, roll: int) -> dict[Marker, Legion]:
    """The active player's Legions that still have a normal move."""
    player = game.mover
    if put_together(player) is not None:
        return {}
    seen = occupancy(game, player.color)
    return {x.legion: x for x in player.legions if not x.moved and normal_destinations(seen, x.land, roll)}


def _must_part(group: Sequence[Marker], able: Mapping[Marker, Legion], roll: int) -> list[Ruling]:
    """Whether parts that share a land can still separate (MOVE-9)."""
    leaving = [marker for marker in group if marker in able]
    if not leaving:
        return []
    sentence = "{legions} share {land} and must leave each other; with a Movement Roll of {roll} {able} can"
    land = able[leaving[0]].land
    return [illegal("MOVE-9", sentence, legions=listed(group), land=land, able=listed(leaving), roll=roll)]


def against_recombining(game: Game, marker: str, into: str) -> Iterator[Objection]:
    """What stands against putting a Legion together with another (MOVE-9).

    They are parts of one split in one land, and nothing else keeps the phase from ending; the original Legion, if it
    is there, keeps its own marker (option ``recombine_marker``).
    """
    group = next((g for g in unseparated(game) if marker in g), ())
    if into not in group or into == marker:
        sentence = "{legion} and {into} are not parts of one split that share a land"
        yield illegal("MOVE-9", sentence, legion=marker, into=into)
        return
    yield from owed_moves(game)
    if game.rules.recombine_marker == "original" and (original := _split_from(game.mover, into, group)):
        sentence = "{into} was split from {original}, which stands there: the marker {original} stays"
        yield illegal("MOVE-9", sentence, into=into, original=original[-1], step="2.4")
