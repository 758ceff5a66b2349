"""What the kernel's replay driver asks of this game."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...kernel.documents import structure
from ...kernel.errors import DocumentError
from ...kernel.jsontext import JSON
from ...kernel.replaying import Divergence
from ...kernel.rulings import Ruling, Told
from .catalog import COUNTRIES
from .formats import FORMAT
from .operations import Action, Expected, action_faults
from .rules.control import controller
from .rules.coup import coup_rulings
from .rules.influence import access
from .rules.realignment import realignment_rulings
from .rules.sequence import Table, apply, table

NUMBERS = ("defcon", "vp", "military_operations", "space")


class OperationsReferee:
    """Carries out a turn's actions, and tells what would have been legal."""

    def begin(self, header: JSON) -> Table:
        """The table that a position's JSON describes."""
        return table(FORMAT.read(header, ("position",)))

    def read(self, data: JSON, state: Table) -> Action:
        """An action from its JSON.

        :raises DocumentError: it is none.
        """
        action: Action = structure(data, Action)
        faults = list(action_faults(action))
        if faults:
            raise DocumentError(faults)
        return action

    def apply(self, state: Table, action: Action) -> tuple[Table, Sequence[Ruling]]:
        """The table after an action, and what happened."""
        done = apply(state, action)
        return done.table, done.rulings

    def legal(self, state: Table) -> list[JSON]:
        """What the side whose round it is may do, by the kind of action."""
        position, side = state.position, state.position.phasing
        if state.ending is not None:
            return []
        if side is None:
            return [{"do": "end-round" if position.round == 0 else "end-turn"}]
        if state.played:
            return [{"do": "end-round"}]
        return [
            {"do": "place", "countries": list(access(state.at_start, side))},
            {"do": "coup", "countries": _open(coup_rulings(position, side, c) for c in COUNTRIES.values())},
            {"do": "realign", "countries": _open(realignment_rulings(position, side, c) for c in COUNTRIES.values())},
        ]

    def divergences(self, state: Table, events: Sequence[Told], expect: JSON) -> list[Divergence]:
        """Which expectations do not hold."""
        return list(_divergences(state, structure(expect, Expected)))

    def skippable(self, action: Any) -> bool:
        """Nothing may be left out: each action changes what follows."""
        return False

    def snapshot(self, state: Table) -> JSON:
        """The position as a document."""
        return FORMAT.to_json(state.position)


def _open(judged: Iterator[list[Ruling]]) -> list[str]:
    """The names of the countries of which no ruling is illegal, in the map's order."""
    return [
        name
        for name, rulings in zip(COUNTRIES, judged, strict=True)
        if all(ruling.verdict != "illegal" for ruling in rulings)
    ]


def _divergences(state: Table, expected: Expected) -> Iterator[Divergence]:
    position = state.position
    for name, influence in expected.influence.items():
        if position.at(name) != influence:
            yield Divergence(f"influence/{name}", influence.to_json(), position.at(name).to_json())
    for name, side in expected.controller.items():
        if controller(position, name) != side:
            yield Divergence(f"controller/{name}", side, controller(position, name))
    for fact in NUMBERS:
        wanted, found = getattr(expected, fact), getattr(position, fact)
        if wanted is not None and wanted != found:
            yield Divergence(fact, _plain(wanted), _plain(found))
    if expected.over is not None:
        yield from _ending_divergences(state, expected)


def _ending_divergences(state: Table, expected: Expected) -> Iterator[Divergence]:
    over = state.ending is not None
    if over != expected.over:
        yield Divergence("over", expected.over, over)
    winner = state.ending.winner if state.ending is not None else None
    if winner != expected.winner:
        yield Divergence("winner", expected.winner, winner)


def _plain(value: Any) -> JSON:
    return value.to_json() if hasattr(value, "to_json") else value
