"""What allows a move: the way it takes, whom it engages, which teleport it is (MOVE-3, 4, 8, TELE-1 to TELE-3)."""

from functools import lru_cache

from ...box.characters import TITAN
from ...box.masterboard import ENTRY_SIDES, Masterboard
from ...box.names import EntrySide
from ...kernel.rulings import Ruling, legal
from ...kernel.wording import listed
from ...position.game import Game, Legion, Player
from .normal_moves import open_routes
from .occupancy import occupancy
from .routes import Route, distances, lands_text
from .teleport import TELEPORT_ROLL, Destination


def move_rulings(game: Game, player: Player, legion: Legion, roll: int, found: Destination) -> list[Ruling]:
    """What allows a Legion to go to one of its destinations.

    :param found: one of :func:`titan_rules.rules.masterboard.movement.destinations`, or a resolved move.
    """
    if found.how == "normal":
        ways = open_routes(occupancy(game, player.color), legion.land, roll, found.land)
        wanted = tuple([w for w in ways if not found.entry_sides or w.entry_sides[-1] in found.entry_sides])
        return list(_way_rulings(wanted, roll, found.engages))
    return _teleport_rulings(game, player, legion, found)


@lru_cache(8192)
def _way_rulings(ways: tuple[Route, ...], roll: int, engages: str | None) -> tuple[Ruling, ...]:
    """A way, and how far it goes; where an enemy is engaged, a way for each entry side."""
    if engages is None:
        steps = len(ways[0].lands)
        return (_way_ruling(ways[0]), legal("MOVE-3", f"{lands_text(steps)}, the Movement Roll", steps=steps))
    stopping = "{engages} stands in {land}: the move stops there after {steps} of " + lands_text(roll)
    by_side: dict[EntrySide, Route] = {}
    for way in ways:
        by_side.setdefault(way.entry_sides[-1], way)
    rulings = []
    for side, way in sorted(by_side.items(), key=lambda found: ENTRY_SIDES.index(found[0])):
        *before, land = (way.start, *way.lands)
        facts = {"engages": engages, "land": land, "steps": len(before), "roll": roll}
        rulings += [
            _way_ruling(way),
            Ruling("MOVE-3", "legal", f"{stopping} and engages it", facts),
            legal("MOVE-8", "entered from {before}, the entry side is {side}", before=before[-1], side=side),
        ]
    return tuple(rulings)


def _way_ruling(way: Route) -> Ruling:
    shown = ", ".join(f"{sign} to {land}" for sign, land in zip(way.signs, way.lands, strict=True))
    over = "over its " if way.signs[0] == "Block" else ""
    facts = {"from": way.start, "way": list(way.lands), "signs": list(way.signs)}
    return Ruling("MOVE-4", "legal", f"from {{from}} {over}{shown}", facts)


def _teleport_rulings(game: Game, player: Player, legion: Legion, found: Destination) -> list[Ruling]:
    allowed = _open_ruling(player.color)
    lords = listed(found.reveal, "or")
    if found.how == "tower-teleport":
        return [allowed, _tower_ruling(game.the_box.masterboard, legion.land, found.land, lords)]
    strength = game.the_box.power(TITAN, player.score)
    if found.engages is None:
        away = distances(game.the_box.masterboard, legion.land)[found.land]
        sentence = f"the Titan, of Power-factor {{power}}, is revealed; {{to}} is {lands_text(away)} away"
        return [allowed, legal("TELE-3", sentence, power=strength, to=found.land, away=away)]
    sides = listed(found.entry_sides, ",")
    sentence = "the Titan, of Power-factor {power}, is revealed; {engages} stands in {to}; entry side: {sides}"
    return [allowed, legal("TELE-3", sentence, power=strength, engages=found.engages, to=found.land, sides=sides)]


@lru_cache(64)
def _open_ruling(color: str) -> Ruling:
    sentence = "the Movement Roll is {roll}, and {player} has not teleported this turn"
    return legal("TELE-1", sentence, roll=TELEPORT_ROLL, player=color)


@lru_cache(8192)
def _tower_ruling(board: Masterboard, start: int, to: int, lords: str) -> Ruling:
    away = distances(board, start)[to]
    sentence = f"from the Tower {{land}}, {{lords}} revealed, to {{to}}, unoccupied, {lands_text(away)} away"
    return legal("TELE-2", sentence, land=start, lords=lords, to=to, away=away)
