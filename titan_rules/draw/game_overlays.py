"""The overlay of a game: where the rules let a Legion go."""

from xml.etree import ElementTree as ET

from ..box.current_box import current
from ..box.masterboard import ENTRY_SIDES
from ..kernel.errors import CannotTell, Fault
from ..kernel.rulings import Ruling
from ..position.game import Game, Legion
from ..rules.masterboard.destinations import Destination, depends_on_content, destinations
from ..rules.masterboard.move_rulings import move_rulings, stay_rulings
from .masterboard import outline, seat
from .overlay import MAY, Overlay, draw_badge, sentences
from .svg import PAPER, element, group, points

_HOW = {"normal": "may go", "tower-teleport": "may go by Tower Teleport", "titan-teleport": "may go by Titan Teleport"}


def destinations_overlay(game: Game, marker: str, roll: int | None = None) -> Overlay:
    """The lands a Legion can reach, with the way and any entry sides (MOVE, TELE).

    :param roll: the Movement Roll; None: the game's.
    :raises UnknownName: there is no such marker.
    :raises CannotTell: no Legion on the board has it, or there is no Movement Roll.
    """
    marker = current().markers.canonical(marker)
    holding = game.find(marker)
    if holding is None:
        raise CannotTell(Fault("no-legion", f"there is no Legion {marker} on the board"))
    roll = game.roll if roll is None else roll
    if roll is None:
        raise CannotTell(Fault("no-roll", "there is no Movement Roll in this game", "/roll", hint="give --roll"))
    player, legion = holding
    places = destinations(game, player, legion, roll)
    ways = [(place, move_rulings(game, player, legion, roll, place)) for place in places]
    notes = [_note(places, how) for how in _HOW if any(place.how == how for place in places)]
    notes += sentences(stay_rulings(game, player, legion, roll)) if not places else ()
    if depends_on_content(game, player, legion, roll):
        notes.append("Whether it may teleport depends on its characters, which are not known.")

    def draw(under: ET.Element, over: ET.Element) -> None:
        for place, rulings in ways:
            _draw_way(under, legion, place, rulings)
        # a teleport to where a normal move leads stands under that move's mark
        for place, rulings in sorted(ways, key=lambda way: way[0].how == "normal"):
            _draw_place(over, legion, place, rulings)

    return Overlay(f"Where {marker} may go from {legion.land} with a Movement Roll of {roll}", tuple(notes), draw)


def _note(places: tuple[Destination, ...], how: str) -> str:
    return f"It {_HOW[how]} to {', '.join(_named(p) for p in places if p.how == how)}."


def _named(place: Destination) -> str:
    name = f"{place.land} {current().masterboard.lands[place.land].terrain}"
    if place.engages is None:
        return name
    return f"{name} (engages {place.engages}, enters {' or '.join(place.entry_sides)})"


def _draw_way(board: ET.Element, legion: Legion, place: Destination, rulings: list[Ruling]) -> None:
    """Each way of a normal move, as a line."""
    for way in (ruling.facts["way"] for ruling in rulings if "way" in ruling.facts):
        line = points(*(seat(current().masterboard.lands[land]) for land in (legion.land, *way)))
        for color, wide in ((PAPER, 10), (MAY, 5)):
            element(
                board,
                "polyline",
                points=line,
                fill="none",
                stroke=color,
                stroke_width=wide,
                stroke_linejoin="round",
                opacity=0.8,
            )


def _draw_place(board: ET.Element, legion: Legion, place: Destination, rulings: list[Ruling]) -> None:
    land = current().masterboard.lands[place.land]
    mark = group(
        board,
        f"{legion.legion} {_HOW[place.how]} to {_named(place)}",
        desc=" ".join(sentences(rulings)),
        data_overlay="destination",
        data_to=str(place.land),
        data_how=place.how,
        data_engages=place.engages,
        data_entry_sides=" ".join(place.entry_sides) or None,
    )
    dash = None if place.how == "normal" else "10 6"
    element(
        mark, "polygon", points=points(*outline(land)), fill="none", stroke=MAY, stroke_width=7, stroke_dasharray=dash
    )
    x, y = seat(land)
    if place.engages is None:
        element(mark, "circle", cx=x, cy=y, r=11, fill=MAY, stroke=PAPER, stroke_width=2)
    else:
        sides = "any side" if len(place.entry_sides) == len(ENTRY_SIDES) else ", ".join(place.entry_sides)
        away = -24 if land.inverted else 24  # over the land's name, not over its number
        draw_badge(mark, x, y + away, (sides,), 78, 14, MAY)
