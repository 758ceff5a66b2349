"""Boards in plain text: a Battleland with labels, hazards and characters (BATTLE-3), the Masterboard with Legions."""

from collections.abc import Callable

from ..box.battlelands import BattleHex, Battleland
from ..box.current_box import current
from ..box.hexes import COLUMNS
from ..position.battle import Battle
from ..position.game import Game

CELL = 13  # characters across a hex: six hexes fit eighty columns; words are cut to fit
ROW = 3  # lines of a hex: label and hazard, character, blank; every other column is half a hex lower


def battleland_text(terrain: str, cell: int = CELL) -> str:
    """An empty Battleland, its hexside hazards listed below.

    >>> print(battleland_text("Plains").splitlines()[0].strip())
    D6 Plains
    """
    land = current().battlelands[terrain]
    return _with_sides(land, _drawn(land, lambda _: "", cell))


def battle_text(battle: Battle, cell: int = CELL, row: int = ROW) -> str:
    """A battle on its Battleland, with hits; the attacker's characters in ``[ ]``, the defender's in ``< >``.

    :param row: the lines of a hex, at least two.
    """
    land = battle.the_box.battlelands[battle.terrain]

    def who(place: BattleHex) -> str:
        standing = battle.at(place.label)
        if standing is None:
            return ""
        role, combatant = standing
        said = combatant.name + (f" {combatant.hits}" if combatant.hits else "")
        return f"[{said}]" if role == "attacker" else f"<{said}>"

    return _with_sides(land, _drawn(land, who, cell, row))


def masterboard_text(game: Game, cell: int = 5) -> str:
    """The Masterboard: in each land its number, its terrain, and its Legions, with their heights if there is room.

    :param cell: characters across a land, at least five; the printed board has fifteen side by side.
    """
    here: dict[int, list[str]] = {}
    for _, legion in game.legions():
        said = f"{legion.legion} {legion.size}"
        here.setdefault(legion.land, []).append(said if len(said) < cell else legion.legion)
    rows: dict[int, dict[int, list[str]]] = {}
    for land in game.the_box.masterboard.lands.values():
        rows.setdefault(land.y, {})[land.x] = [str(land.number), land.terrain, *here.get(land.number, ())]
    lines: list[str] = []
    for _, row in sorted(rows.items()):
        for i in range(max(map(len, row.values()))):
            words = {x: said[i] for x, said in row.items() if i < len(said)}
            shown = [words.get(x, "")[: cell - 1].ljust(cell) for x in range(max(row) + 1)]
            lines.append("".join(shown).rstrip())
        lines.append("")
    return "\n".join(lines).rstrip()


def _drawn(land: Battleland, who: Callable[[BattleHex], str], cell: int, row: int = ROW) -> str:
    half = row - row // 2
    lines = [[" "] * (cell * len(COLUMNS)) for _ in range(row * max(COLUMNS.values()) + half)]
    for place in land.hexes:
        top = place.y * row + half * (place.x % 2)
        hazard = place.hazard + (f" {place.elevation}" if place.elevation else "")
        for i, text in enumerate((f"{place.label} {hazard}", who(place))):
            shown = text[: cell - 1].ljust(cell - 1)
            lines[top + i][place.x * cell : place.x * cell + cell - 1] = list(shown)
    return "\n".join("".join(line).rstrip() for line in lines).strip("\n")


def _with_sides(land: Battleland, drawn: str) -> str:
    by_hazard: dict[str, dict[str, list[str]]] = {}
    for place in land.hexes:
        for direction, hazard in enumerate(place.down):
            below = place.neighbours[direction]
            if hazard and below is not None:
                there = by_hazard.setdefault(hazard, {}).setdefault(place.label, [])
                there.append(land.hexes[below].label)
    listed = []
    for hazard, sides in by_hazard.items():
        down = [f"{top}-{','.join(foot)}" for top, foot in sides.items()]
        listed.append(f"{hazard}, going down: {'; '.join(down)}")
    return "\n".join([drawn, *([""] if listed else []), *listed])
