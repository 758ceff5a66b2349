"""The header of a recorded game, its first line, and the position it begins with."""

from collections.abc import Mapping

from attrs import field, frozen

from ..box.current_box import BOX, BoxReference, box_of, current, reading_with
from ..box.types import ColorName, LandNumber, MarkerName, PlayerName
from ..box.value import Box
from ..digest.rulesets import RULESETS
from ..kernel.errors import DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.reading import read
from ..position.documents import FORMAT
from ..position.game import Game, Seat
from ..rules.masterboard.setup import start


@frozen
class HeaderPlayer:
    """A player of a replay's header: a name alone where the game is recorded from its first die."""

    name: PlayerName = ""
    color: ColorName | None = None
    tower: LandNumber | None = None
    marker: MarkerName | None = None


@frozen(kw_only=True)
class Header:
    """The first line of a replay (after ``format`` and ``kind``).

    :param version: of the ruleset's package that the game was recorded or sealed with.
    :param source: where the record comes from.
    :param agreements: time limits and other agreements (TIME-1); recorded, not enforced.
    :param sealed: the lines carry seals.
    :param turn: the turn that the record begins in, as in ``1 Black``; checked.
    """

    ruleset: str = "standard"
    version: str | None = None
    options: Mapping[str, str | bool] = field(factory=dict)
    the_box: BoxReference = field(factory=current, alias="box", repr=False, metadata=BOX)
    players: tuple[HeaderPlayer, ...] | None = None
    source: str | None = None
    agreements: str | None = None
    comment: str | None = None
    sealed: bool = False
    turn: str | None = None


KIND = "replay"
FREE = ("tags",)
"""Header fields that may hold anything."""


def header_faults(header: Header) -> list[Fault]:
    """What makes a header impossible (SETUP-1 to SETUP-4)."""
    faults = RULESETS.faults(header.ruleset, header.options)
    players = header.players or ()
    least, most = header.the_box.players
    if not least <= len(players) <= most:
        faults.append(Fault("bad-players", f"{least} to {most} players are wanted, not {len(players)}", "/players"))
    placed = [p for p in players if p.tower is not None or p.color is not None]
    for i, player in enumerate(players):
        at = f"/players/{i}"
        if placed and (player.tower is None or player.color is None):
            key = "tower" if player.tower is None else "color"
            message = f"the key {key!r} is missing: every player has a color and a tower, or none has"
            faults.append(Fault("missing-key", message, at))
        if player.tower is not None and player.tower not in header.the_box.towers:
            faults.append(Fault("bad-tower", f"land {player.tower} is not a Tower", f"{at}/tower"))
        own = player.color in (None, player.marker and header.the_box.markers.color_of(player.marker))
        if player.marker is not None and not own:
            faults.append(Fault("bad-marker", f"{player.marker} is not a marker of {player.color}", f"{at}/marker"))
        if not placed and not player.name:
            faults.append(Fault("missing-key", "a player without a color needs a name", at))
    for key in ("tower", "color") if placed else ("name",):
        given = [getattr(p, key) for p in players]
        for i, value in enumerate(given):
            if value is not None and value in given[:i]:
                faults.append(Fault(f"same-{key}", f"two players have the {key} {value}", f"/players/{i}/{key}"))
    return faults


def header_from_json(data: JSON) -> tuple[Header, Game]:
    """A replay's first line, and the game it begins with.

    :raises DocumentError: with every fault.
    """
    if type(data) is not dict or data.get("kind") != KIND or data.get("format") != FORMAT.id:
        raise DocumentError(not_a_header(data))
    body = {key: value for key, value in data.items() if key not in ("format", "kind", "start", *FREE)}
    with reading_with(body):
        header = read(body, Header)
    if "start" in data:
        if header.players is not None:
            raise DocumentError([Fault("bad-players", "a replay has either players or a start", "/start")])
        return header, _in_turn(header, _started(header, data))
    faults = header_faults(header)
    if faults:
        raise DocumentError(faults)
    seats = tuple(Seat(p.name or str(p.color), p.tower, p.color, p.marker) for p in header.players or ())
    game = Game(box=header.the_box, ruleset=header.ruleset, options=header.options, phase="setup", seats=seats)
    return header, _in_turn(header, start(game) if all(seat.color for seat in seats) else game)


def _in_turn(header: Header, game: Game) -> Game:
    """The game at the header's ``turn``."""
    here = f"{game.turn} {game.active}" if game.active else "setup"
    if header.turn is not None and header.turn.casefold() != here.casefold():
        message = f"the record begins in turn {here}, not in {header.turn[:40]!r}"
        raise DocumentError([Fault("wrong-turn", message, "/turn")])
    return game


def _started(header: Header, data: Mapping[str, JSON]) -> Game:
    """The game document that a replay starts from; the header's ruleset and options, if any, replace its own."""
    try:
        game: Game = FORMAT.read(data["start"], ("game",))
    except DocumentError as e:
        raise DocumentError([evolve(f, pointer="/start" + f.pointer) for f in e.faults]) from None
    ruleset, options = game.ruleset, {**game.options, **header.options}
    if "ruleset" in data:
        ruleset, options = header.ruleset, dict(header.options)
    faults = RULESETS.faults(ruleset, options)
    if faults:
        raise DocumentError(faults)
    return evolve(game, ruleset=ruleset, options=options)


def not_a_header(data: JSON) -> list[Fault]:
    """Why a JSON value is not the first line of a replay."""
    if type(data) is not dict:
        return [Fault("not-a-document", "the first line of a replay is a JSON object")]
    faults = [f for f in FORMAT.header_faults(data) if f.pointer == "/format" or "'format'" in f.message]
    if data.get("kind") != KIND:
        faults.append(Fault("wrong-kind", f"the first line is of kind 'replay', not {data.get('kind')!r}", "/kind"))
    return faults


def box_of_a_record(header: JSON) -> Box:
    """The box of a recorded game: its header's, or that of its starting position.

    An unknown box is reported when the header is read.
    """
    body: dict[str, JSON] = header if type(header) is dict else {}
    try:
        return box_of(body if "box" in body else body.get("start"))
    except DocumentError:
        return current()
