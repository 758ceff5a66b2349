"""The position of a question, written in our notation: what was said, and beside it only what the question takes."""

import re
from collections.abc import Mapping
from itertools import count as counting

from attrs import define, field

from ..box.current_box import current
from ..kernel.jsontext import JSON, compact, loads_object
from .legions import Legion, color_of


def content(one: Legion) -> str:
    """Who is in a Legion, as far as was said, in our notation."""
    tall = one.height is not None and one.height > one.size
    return " ".join([*([listed(one.names)] if one.names else []), *([f"height {one.height}"] if tall else [])])


def listed(names: Mapping[str, int]) -> str:
    """Characters as our notation writes them."""
    return " ".join([f"{count} {name}" if count > 1 else name for name, count in names.items()])


def anybody() -> str:
    """A character for a place of which nothing was told: one with whom everybody starts, and no Lord (SETUP-4)."""
    return current().starting_characters[2]


def land_of(terrain: str | None) -> int:
    """A land with a terrain."""
    lands = current().masterboard.lands
    return next((n for n, land in lands.items() if land.terrain == terrain), 105)


def in_words(line: str) -> str:
    """A position as it is told to people: a won battle in words, not as its document."""
    document = re.search(r"engagement (\{.*\})", line)
    if document is None:
        return line
    told = loads_object(document[1])
    return line.replace(document[0], f"the {told['winner']} has won the battle in {told['land']}")


@define
class Case:
    """A game in our notation: what was said of it, and beside it only what the question takes."""

    phase: str
    color: str = "Black"
    turn: int | None = None
    roll: int | None = None
    score: int | None = None
    bar: list[str] = field(factory=list)
    sides: dict[str, list[str]] = field(factory=dict)
    used: set[str] = field(factory=set)
    taken: set[str] = field(factory=set)

    def after_a_battle(self, role: str, choice: str, land: int, markers: tuple[str, str]) -> None:
        """Let a battle be over and a side have won it, who may summon or be reinforced now."""
        enemy = "Black" if self.color == "Red" else "Red"
        told: dict[str, JSON] = {
            "land": land,
            "attacker": markers[0],
            "defender": markers[1],
            "stage": choice,
            "winner": role,
        }
        told |= {"attacking": self.color, "defending": enemy, "to_act": enemy if role == "defender" else self.color}
        told |= {"how": "elimination", "stood": True, "fought": True, "scored": True}
        self.bar.append(f"engagement {compact(told)}")

    def put(self, one: Legion | None, land: int, holding: str = "", color: str | None = None) -> str:
        """Place a Legion and return its marker: its own, or the first of its colour that nobody was said to use."""
        color = color or (one and color_of(one)) or self.color
        letters = {str(name): two for name, two in current().markers.letters.items()}[color]
        free = (m for n in counting(1) if (m := f"{letters}{n:02}") not in self.taken | self.used)
        marker = (one and one.marker) or next(free)
        self.used.add(marker)
        said = content(one) if one is not None else ""
        holding = f"{said} {holding}" if said and holding == "not moved" else said or holding
        self.sides.setdefault(color, []).append(f"{marker} {land} {holding}".strip())
        return marker

    def __str__(self) -> str:
        when = [f"turn {self.turn}"] if self.turn is not None else []
        when += [f"{self.color}'s {self.phase}"] if self.phase else []
        when += [f"roll {self.roll}"] if self.roll else []
        score = f"{self.color} score {self.score}: " if self.score is not None else ""
        bar = f" | {', '.join(self.bar)}" if self.bar else ""
        sides = " / ".join(", ".join(side) for side in self.sides.values())
        return f"{', '.join(when)}{': ' if when else ''}{score}{sides}{bar}"
