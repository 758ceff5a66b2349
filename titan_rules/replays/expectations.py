"""What a record expects to hold after an action, and what does (the ``expect`` of a replay line)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..actions.events import Slain, Struck
from ..box.hexes import hex_names
from ..box.reading import current
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.jsontext import JSON, pointer
from ..kernel.names import nearest
from ..kernel.replaying import Divergence
from ..kernel.rulings import Told
from ..play import settle
from ..position.battle import Battle
from ..position.game import Game
from .implied_end import closed

State = Game | Battle
Events = Sequence[Told]
Differs = tuple[JSON] | None
"""What holds instead, or None if the fact holds."""


class _WrongShape(Exception):
    """A fact of another shape than its kind has; the text says which it has."""


def unknown_facts(expect: Mapping[str, JSON]) -> list[Fault]:
    """A fault for each unknown fact."""
    return [
        Fault("unknown-key", f"unknown fact {fact[:60]!r}", pointer("expect", fact), hint=nearest(fact, FACTS))
        for fact in expect
        if fact not in FACTS
    ]


def divergences(state: State, events: Events, expect: Mapping[str, JSON]) -> list[Divergence]:
    """Which expected facts do not hold.

    They are held against the state in which everything has happened that waits only for a possible
    concession; ``over`` and ``winner`` also count a game as over that only waits for the winner's free choices.

    :param events: what happened in the action.
    :raises DocumentError: unknown facts, or facts of the wrong shape; all at once.
    """
    settled = settle(state)
    found, faults = list[Divergence](), unknown_facts(expect)
    for fact, expected in expect.items():
        judge = FACTS.get(fact)
        at = pointer("expect", fact)
        if judge is None:
            continue
        try:
            holds = judge(settled.state, (*events, *settled.events), expected)
        except UnknownName as e:
            faults.append(Fault(e.fault.code, e.fault.message, at, hint=e.fault.hint))
        except _WrongShape as e:
            faults.append(Fault("wrong-type", f"the fact {fact!r} is {e}", at))
        else:
            if holds is not None:
                found.append(Divergence(fact, expected, holds[0]))
    if faults:
        raise DocumentError(faults)
    return found


def _differs(expected: JSON, actual: JSON) -> Differs:
    return None if expected == actual else (actual,)


def _object(value: JSON, name: Callable[[str], Any], kinds: tuple[type, ...], shape: str) -> dict[Any, Any]:
    """An object with names of the game as keys, made canonical, and values of the given types."""
    if type(value) is not dict or any(type(inner) not in kinds for inner in value.values()):
        raise _WrongShape(shape)
    return {name(key): inner for key, inner in value.items()}


def _score(state: State, _: Events, expected: JSON) -> Differs:
    shape = 'scores by colour, as in {"Black": 123}'
    if isinstance(state, Battle):
        wanted = _object(expected, str, (int,), shape)  # a battle's players may be called anything
        scores = {side.player: side.score for side in (state.attacker, state.defender)}
    else:
        wanted = _object(expected, current().markers.colors.canonical, (int,), shape)
        scores = {player.color: player.score for player in state.players}
    return _differs(wanted, {color: scores.get(color) for color in wanted})


def _contents(value: JSON) -> dict[str, list[str]]:
    shape = 'the characters of every Legion by its marker, as in {"Bk02": ["Ogre", "Ogre"]}'
    listed = _object(value, current().markers.canonical, (list,), shape)
    if any(type(name) is not str for names in listed.values() for name in names):
        raise _WrongShape(shape)
    return {legion: sorted(map(current().character_names.canonical, names)) for legion, names in listed.items()}


def _legion(state: State, _: Events, expected: JSON) -> Differs:
    wanted = _contents(expected)
    if isinstance(state, Battle):
        held: dict[str, list[str]] = {
            s.legion: sorted(c.name for c in s.characters) for s in (state.attacker, state.defender)
        }
        return _differs(wanted, {legion: held.get(legion) for legion in wanted})
    actual: dict[str, list[str]] = {x.legion: sorted(x.characters or ()) for _, x in state.legions()}
    if actual == wanted:
        return None
    markers = [m for m in {**wanted, **actual} if wanted.get(m) != actual.get(m)]
    return ({legion: actual.get(legion) for legion in markers},)


def _land(state: State, _: Events, expected: JSON) -> Differs:
    wanted = _object(expected, current().markers.canonical, (int,), 'lands by marker, as in {"Bk02": 105}')
    for land in wanted.values():
        current().land(land)
    lands = {} if isinstance(state, Battle) else {legion.legion: legion.land for _, legion in state.legions()}
    return _differs(wanted, {legion: lands.get(legion) for legion in wanted})


def _hits(_: State, events: Events, expected: JSON) -> Differs:
    if type(expected) is not int:
        raise _WrongShape("the number of hits of this strike")
    hits = [event.hits for event in events if isinstance(event, Struck)]
    return _differs(expected, hits[-1] if hits else None)


def _hex(state: State, _: Events, expected: JSON) -> Differs:
    shape = 'characters by hex, null for an empty one, as in {"D4": "Ogre"}'
    listed = _object(expected, hex_names.canonical, (str, type(None)), shape)
    wanted = {label: name and current().character_names.canonical(name) for label, name in listed.items()}
    battle = state if isinstance(state, Battle) else state.battle
    held = {label: battle.at(label) if battle is not None else None for label in wanted}
    actual = {label: found[1].name if found else None for label, found in held.items()}
    return _differs(wanted, actual) if battle is not None else ("there is no battle",)


def _slain(_: State, events: Events, expected: JSON) -> Differs:
    """Hexes of those slain by this action; drift that slays counts for the line before it and for that after it."""
    if type(expected) is not list or any(type(label) is not str for label in expected):
        raise _WrongShape('a list of hexes, as in ["D4"]')
    wanted = sorted(map(hex_names.canonical, expected))
    slain = [event for event in events if isinstance(event, Slain)]
    by_strikes = sorted(event.hex for event in slain if not event.by_drift)
    by_drift = [event.hex for event in slain if event.by_drift]
    return None if wanted == by_strikes else _differs(wanted, sorted([*by_strikes, *by_drift]))


def _caretaker(state: State, _: Events, expected: JSON) -> Differs:
    wanted = _object(expected, current().character_names.canonical, (int,), 'numbers by character, as in {"Ogre": 20}')
    stock = state.caretaker or {}
    return _differs(wanted, {name: stock.get(name, 0) for name in wanted})


def _is_over(state: State) -> bool:
    return state.outcome is not None if isinstance(state, Battle) else closed(state).phase == "over"


def _over(state: State, _: Events, expected: JSON) -> Differs:
    if type(expected) is not bool:
        raise _WrongShape("true or false")
    return _differs(expected, _is_over(state))


def _winner(state: State, _: Events, expected: JSON) -> Differs:
    if expected is not None and type(expected) is not str:
        raise _WrongShape("a colour, or null for a draw")
    if not _is_over(state):
        return ("the game is not over",)
    if isinstance(state, Battle):
        return _differs(expected, None if state.outcome is None else state.outcome.winner)
    return _differs(expected and current().markers.colors.canonical(expected), closed(state).winner)


def _turn(state: State, _: Events, expected: JSON) -> Differs:
    """Whose turn it is, free choices of a winner not counted."""
    if type(expected) is not str:
        raise _WrongShape("a turn and whose it is, as in 5 Black")
    words = expected.partition(" ")
    wanted = f"{words[0]} {current().markers.colors.canonical(words[2])}"
    if isinstance(state, Battle):
        return ("there is only a battle",)
    held = [f"{game.turn} {game.active}" for game in (state, closed(state))]
    return None if wanted in held else (held[0],)


FACTS: dict[str, Callable[[State, Events, JSON], Differs]] = {
    "score": _score,
    "legion": _legion,
    "land": _land,
    "hits": _hits,
    "hex": _hex,
    "slain": _slain,
    "caretaker": _caretaker,
    "over": _over,
    "winner": _winner,
    "turn": _turn,
}
"""The facts that a line may expect."""
