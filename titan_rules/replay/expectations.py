"""What a record expects to hold after an action, and what does (the ``expect`` of a replay line)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..adjudicator import settle
from ..catalog.characters import character_names
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.jsontext import JSON
from ..kernel.names import nearest
from ..kernel.replaying import Divergence
from ..kernel.rulings import Ruling
from ..state.battle import Battle
from ..state.game import Game
from .closing import closed

State = Game | Battle


def divergences(state: State, events: Sequence[Ruling], expect: Mapping[str, JSON]) -> list[Divergence]:
    """Which expected facts do not hold.

    They are held against the state in which everything has happened that waits only for a possible
    concession; ``over`` and ``winner`` also count a game as over that only waits for the winner's free choices.

    :raises DocumentError: an unknown fact, or one of the wrong shape.
    """
    unknown = [key for key in expect if key not in FACTS]
    if unknown:
        raise DocumentError(
            [Fault("unknown-key", f"unknown fact {k!r}", f"/expect/{k}", hint=nearest(k, FACTS)) for k in unknown]
        )
    settled: State = settle(state).state
    found = []
    for fact, expected in expect.items():
        try:
            holds = FACTS[fact](settled, events, expected)
        except UnknownName as e:
            raise DocumentError([Fault(e.fault.code, e.fault.message, f"/expect/{fact}", hint=e.fault.hint)]) from None
        except (TypeError, AttributeError, ValueError):
            raise DocumentError(
                [Fault("wrong-type", f"the fact {fact!r} is of another shape", f"/expect/{fact}")]
            ) from None
        if holds is not None:
            found.append(Divergence(fact, expected, holds[0]))
    return found


Differs = tuple[JSON] | None
"""What holds instead, or None if the fact holds."""


def _differs(expected: JSON, actual: JSON) -> Differs:
    return None if expected == actual else (actual,)


def _score(state: State, _: Sequence[Ruling], expected: Any) -> Differs:
    if isinstance(state, Battle):
        scores = {side.player: side.score for side in (state.attacker, state.defender)}
    else:
        scores = {player.color: player.score for player in state.players}
    return _differs(expected, {color: scores.get(color) for color in expected})


def _legion(state: State, _: Sequence[Ruling], expected: Any) -> Differs:
    wanted = {marker: sorted(map(character_names.canonical, names)) for marker, names in expected.items()}
    if isinstance(state, Battle):
        held = {s.legion: sorted(c.name for c in s.characters) for s in (state.attacker, state.defender)}
        return _differs(wanted, {marker: held.get(marker) for marker in wanted})
    actual = {x.legion: sorted(x.characters or ()) for _, x in state.legions()}
    if actual == wanted:
        return None
    markers = [m for m in {**wanted, **actual} if wanted.get(m) != actual.get(m)]
    return ({marker: actual.get(marker) for marker in markers},)


def _land(state: State, _: Sequence[Ruling], expected: Any) -> Differs:
    if isinstance(state, Battle):
        return (None,)
    lands = {legion.legion: legion.land for _, legion in state.legions()}
    return _differs(expected, {marker: lands.get(marker) for marker in expected})


def _hits(_: State, events: Sequence[Ruling], expected: Any) -> Differs:
    hits = [event.facts["hits"] for event in events if "strike_number" in event.facts]
    return _differs(expected, hits[-1] if hits else None)


def _battle(state: State) -> Battle | None:
    return state if isinstance(state, Battle) else state.battle


def _hex(state: State, _: Sequence[Ruling], expected: Any) -> Differs:
    wanted = {label: name and character_names.canonical(name) for label, name in expected.items()}
    battle = _battle(state)
    if battle is None:
        return (None,)
    held = {label: battle.at(label) for label in wanted}
    return _differs(wanted, {label: found[1].name if found else None for label, found in held.items()})


def _slain(state: State, events: Sequence[Ruling], expected: Any) -> Differs:
    slain = sorted(e.facts["hex"] for e in events if e.rule in ("STRIKE-7", "STRIKE-9") and "hex" in e.facts)
    return _differs(sorted(expected), slain)


def _caretaker(state: State, _: Sequence[Ruling], expected: Any) -> Differs:
    wanted = {character_names.canonical(name): count for name, count in expected.items()}
    stock = state.caretaker or {}
    return _differs(wanted, {name: stock.get(name, 0) for name in wanted})


def _over(state: State, _: Sequence[Ruling], expected: Any) -> Differs:
    return _differs(expected, state.outcome is not None if isinstance(state, Battle) else closed(state).phase == "over")


def _winner(state: State, _: Sequence[Ruling], expected: Any) -> Differs:
    if isinstance(state, Battle):
        return _differs(expected, state.outcome and state.outcome.winner)
    return _differs(expected, closed(state).winner)


FACTS: dict[str, Callable[[State, Sequence[Ruling], Any], Differs]] = {
    "score": _score,
    "legion": _legion,
    "land": _land,
    "hits": _hits,
    "hex": _hex,
    "slain": _slain,
    "caretaker": _caretaker,
    "over": _over,
    "winner": _winner,
}
"""The facts that a line may expect."""
