"""What a record expects to hold after an action: ``expect`` in its lines, words in a sheet.

``= Black 0, Bk02 2 Ogre, D4 empty`` in a sheet is ``{"score": {"Black": 0}, "legion": {"Bk02": ["Ogre", "Ogre"]},
"hex": {"D4": null}}``.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from attrs import frozen

from ..actions.events import Event, Slain, Struck
from ..box.current_box import current
from ..box.hexes import hex_names
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.jsontext import JSON, loads_object, pointer
from ..kernel.names import in_quotes, nearest, shortened
from ..kernel.replaying import SEAL, Divergence
from ..kernel.rulings import HasRuling
from ..kernel.words import PlainWord, counted, split_words
from ..play import Outcome, decline, settle
from ..position.battle import Battle
from ..position.game import Game

State = Game | Battle
Events = Sequence[HasRuling]
Both: TypeAlias = tuple[JSON, JSON]  # the expected value with canonical names, and the actual one


def closing(game: Game) -> Outcome[Game]:
    """The implied end of a record: what was waiting has happened, and a winner's open choices are declined."""
    events: list[Event] = []
    while True:
        settled = settle(game)
        events += settled.events
        after = decline(settled.state)
        if after is None:
            return Outcome(settled.state, None, tuple(events))
        game = after.state
        events += after.events


class _WrongShape(Exception):
    """A fact has the wrong shape; the text names the right one."""


def unknown_facts(expect: Mapping[str, JSON]) -> list[Fault]:
    """A fault for each unknown fact."""
    return [
        Fault("unknown-key", f"unknown fact {fact[:60]!r}", pointer("expect", fact), hint=nearest(fact, FACTS))
        for fact in expect
        if fact not in FACTS
    ]


def divergences(state: State, events: Events, expect: Mapping[str, JSON]) -> list[Divergence]:
    """Which expected facts do not hold.

    They are compared with the state after everything that waits only for a possible concession. For ``over`` and
    ``winner``, a game that waits only for the winner's free choices is over.

    :param events: what happened in the action.
    :raises DocumentError: unknown facts, or facts of the wrong shape; all at once.
    """
    settled = settle(state)
    differing, faults = list[Divergence](), unknown_facts(expect)
    for fact, expected in expect.items():
        if fact not in FACTS:
            continue
        at = pointer("expect", fact)
        try:
            wanted, held = FACTS[fact].compared(settled.state, (*events, *settled.events), expected)
        except UnknownName as e:
            faults.append(Fault(e.fault.code, e.fault.message, at, hint=e.fault.hint))
        except _WrongShape as e:
            faults.append(Fault("wrong-type", f"the fact {fact!r} is {e}", at))
        else:
            if wanted != held:
                differing.append(Divergence(fact, expected, held))
    if faults:
        raise DocumentError(faults)
    return differing


# --- fact by fact ----------------------------------------------------------------------------------------------------


def _object(value: JSON, name: Callable[[str], str], kinds: tuple[type, ...], shape: str) -> dict[str, Any]:
    """An object with canonical names as keys, and values of the given types."""
    if type(value) is not dict or any(type(inner) not in kinds for inner in value.values()):
        raise _WrongShape(shape)
    return {name(key): inner for key, inner in value.items()}


def _score(state: State, _: Events, expected: JSON) -> Both:
    shape = 'scores by colour, as in {"Black": 123}'
    if isinstance(state, Battle):
        wanted = _object(expected, str, (int,), shape)  # a battle's players may have any name
        scores = {side.player: side.score for side in (state.attacker, state.defender)}
    else:
        wanted = _object(expected, current().markers.colors.canonical, (int,), shape)
        scores = {player.color: player.score for player in state.players}
    return wanted, {color: scores.get(color) for color in wanted}


def _legion(state: State, _: Events, expected: JSON) -> Both:
    shape = 'the characters of every Legion by its marker, as in {"Bk02": ["Ogre", "Ogre"]}'
    listed = _object(expected, current().markers.canonical, (list,), shape)
    if any(type(name) is not str for names in listed.values() for name in names):
        raise _WrongShape(shape)
    canonical = current().character_names.canonical
    wanted: dict[str, list[str]] = {legion: sorted(map(canonical, names)) for legion, names in listed.items()}
    if isinstance(state, Battle):
        sides: dict[str, list[str]] = {
            s.legion: sorted(c.name for c in s.characters) for s in (state.attacker, state.defender)
        }
        return wanted, {legion: sides.get(legion) for legion in wanted}
    held: dict[str, list[str]] = {x.legion: sorted(x.characters or ()) for _, x in state.legions()}
    differing = [m for m in {**wanted, **held} if wanted.get(m) != held.get(m)]
    return wanted, {legion: held.get(legion) for legion in differing} if differing else wanted


def _land(state: State, _: Events, expected: JSON) -> Both:
    wanted = _object(expected, current().markers.canonical, (int,), 'lands by marker, as in {"Bk02": 105}')
    for land in wanted.values():
        current().land(land)
    legions = () if isinstance(state, Battle) else state.legions()
    lands: dict[str, int] = {legion.legion: legion.land for _, legion in legions}
    return wanted, {legion: lands.get(legion) for legion in wanted}


def _hits(_: State, events: Events, expected: JSON) -> Both:
    if type(expected) is not int:
        raise _WrongShape("the number of hits of this strike")
    hits = [event.hits for event in events if isinstance(event, Struck)]
    return expected, hits[-1] if hits else None


def _hex(state: State, _: Events, expected: JSON) -> Both:
    shape = 'characters by hex, null for an empty one, as in {"D4": "Ogre"}'
    listed = _object(expected, hex_names.canonical, (str, type(None)), shape)
    wanted = {label: name and current().character_names.canonical(name) for label, name in listed.items()}
    battle = state if isinstance(state, Battle) else state.battle
    if battle is None:
        return wanted, "there is no battle"
    there = {label: battle.at(label) for label in wanted}
    return wanted, {label: pair[1].name if pair else None for label, pair in there.items()}


def _slain(_: State, events: Events, expected: JSON) -> Both:
    """Hexes of characters slain by this action; a drift kill counts for the line before it and the line after it."""
    if type(expected) is not list or any(type(label) is not str for label in expected):
        raise _WrongShape('a list of hexes, as in ["D4"]')
    wanted = sorted(map(hex_names.canonical, expected))
    slain = [event for event in events if isinstance(event, Slain)]
    by_strikes = sorted(event.hex for event in slain if not event.by_drift)
    return wanted, wanted if wanted == by_strikes else sorted(event.hex for event in slain)


def _caretaker(state: State, _: Events, expected: JSON) -> Both:
    wanted = _object(expected, current().character_names.canonical, (int,), 'numbers by character, as in {"Ogre": 20}')
    stock: dict[str, int] = dict((state.caretaker or {}).items())
    return wanted, {name: stock.get(name, 0) for name in wanted}


def _over(state: State, _: Events, expected: JSON) -> Both:
    if type(expected) is not bool:
        raise _WrongShape("true or false")
    return expected, _is_over(state)


def _is_over(state: State) -> bool:
    return state.outcome is not None if isinstance(state, Battle) else closing(state).state.phase == "over"


def _winner(state: State, _: Events, expected: JSON) -> Both:
    if expected is not None and type(expected) is not str:
        raise _WrongShape("a colour, or null for a draw")
    if not _is_over(state):
        return expected, "the game is not over"
    if isinstance(state, Battle):
        return expected, None if state.outcome is None else state.outcome.winner
    return expected and current().markers.colors.canonical(expected), closing(state).state.winner


def _turn(state: State, _: Events, expected: JSON) -> Both:
    """Whose turn it is, ignoring a winner's free choices."""
    if type(expected) is not str:
        raise _WrongShape("a turn and whose it is, as in 5 Black")
    words = expected.partition(" ")
    wanted = f"{words[0]} {current().markers.colors.canonical(words[2])}"
    if isinstance(state, Battle):
        return wanted, "there is only a battle"
    held = [f"{game.turn} {game.active}" for game in (state, closing(state).state)]
    return wanted, wanted if wanted in held else held[0]


# --- in words --------------------------------------------------------------------------------------------------------


def expectation_texts(facts: Mapping[str, JSON]) -> Iterator[str]:
    """Facts in words, one row for each kind, without the ``=``.

    Values of the wrong shape come out as text that does not read back as the same.

    >>> list(expectation_texts({"score": {"Black": 123}, "hits": 3, "slain": []}))
    ['Black 123', '3 hits', 'slain nobody']
    """
    for fact, value in facts.items():
        if fact == SEAL:
            yield f"seal {value}"
        else:
            yield FACTS[fact].words(value) if fact in FACTS else json.dumps({fact: value})


_Words: TypeAlias = Callable[[Any], str]  # turns a recorded fact, of any shape, into words


def _of_each(shape: Callable[[str, Any], str]) -> _Words:
    return lambda value: ", ".join(shape(key, item) for key, item in value.items())


def _listed(names: list[str]) -> str:
    groups = [(name, len(list(same))) for name, same in groupby(names)]
    return " ".join(f"{count} {name}" if count > 1 else name for name, count in groups) or "nobody"


def _called(name: str) -> str:
    return name if name.isalpha() and current().markers.colors.find(name) in (None, name) else in_quotes(name)


@frozen
class _Fact:
    """A kind of fact.

    :param compared: compares a recorded fact with the state.
    :param words: puts it into words.
    """

    compared: Callable[[State, Events, JSON], Both]
    words: _Words


FACTS: dict[str, _Fact] = {
    "score": _Fact(_score, _of_each(lambda color, score: f"{_called(color)} {score}")),
    "legion": _Fact(_legion, _of_each(lambda marker, names: f"{marker} {_listed(names)}")),
    "land": _Fact(_land, _of_each(lambda marker, land: f"{marker} in {land}")),
    "hits": _Fact(_hits, lambda hits: f"{hits} hit" if hits == 1 else f"{hits} hits"),
    "hex": _Fact(_hex, _of_each(lambda label, name: f"{label} {'empty' if name is None else name}")),
    "slain": _Fact(_slain, lambda labels: "slain " + (" ".join(labels) or "nobody")),
    "caretaker": _Fact(
        _caretaker, lambda stock: "caretaker " + " ".join(f"{name} {count}" for name, count in stock.items())
    ),
    "over": _Fact(_over, lambda over: "over" if over else "not over"),
    "winner": _Fact(_winner, lambda color: f"winner {'nobody' if color is None else _called(color)}"),
    "turn": _Fact(_turn, lambda turn: f"turn {turn}"),
}

_FORMS = "as in: = Black 123; = Bk02 2 Ogre Lion; = Bk02 in 105; = 3 hits; = D4 empty; = slain D4; = over; = winner Red"


def read_expectation(text: str) -> dict[str, JSON]:
    """The facts of one row of a sheet, without the ``=``.

    :raises DocumentError: they cannot be read.

    >>> read_expectation("Black 123, D4 Ogre, 3 hits")
    {'score': {'Black': 123}, 'hex': {'D4': 'Ogre'}, 'hits': 3}
    """
    if text.startswith("{"):
        return loads_object(text)
    facts: dict[str, JSON] = {}
    for is_comma, part in groupby(split_words(text), lambda word: word.text == ","):
        if not is_comma:
            merge(facts, _fact(list(part), text))
    return facts


def merge(facts: dict[str, JSON], more: Mapping[str, JSON]) -> None:
    """Add facts to others, merging objects."""
    for key, value in more.items():
        known = facts.get(key)
        facts[key] = {**known, **value} if type(known) is dict and type(value) is dict else value


def _fact(words: list[PlainWord], text: str) -> dict[str, JSON]:
    first, *rest = words
    name, said = first.text, [word.lower for word in words]
    match said:
        case ["over"]:
            return {"over": True}
        case ["not", "over"]:
            return {"over": False}
        case ["slain", _, *_]:
            return {"slain": [word.text for word in rest if word.lower != "nobody"]}
        case ["caretaker", _, *_]:
            return {"caretaker": _stock(rest)}
        case ["winner", winner, *_]:
            return {"winner": None if winner == "nobody" else _name(rest[0])}
        case ["turn", _, *_]:
            return {"turn": " ".join(word.text for word in rest)}
        case ["seal", _, *_]:
            return {SEAL: rest[0].text}
        case [_, "hit" | "hits"] if _is_number(first):
            return {"hits": int(name)}
        case [_, _] if _is_number(rest[0]):
            return {"score": {_name(first): int(rest[0].text)}}
        case [_, "in" | "at", _] if _is_number(rest[1]):
            return {"land": {name: int(rest[1].text)}}
        case [hex_, held] if len(hex_) == 2 and hex_[0].isalpha() and hex_[1].isdecimal():
            return {"hex": {name: None if held == "empty" else rest[0].text}}
        case [marker, _, *_] if marker[:2].isalpha() and marker[2:].isdecimal():
            return {"legion": {name: _names(rest)}}
    shown = text[first.start : words[-1].end]
    raise DocumentError([Fault("bad-expectation", f"{shortened(shown)!r} is not an expectation", hint=_FORMS)])


def _names(words: list[PlainWord]) -> list[str]:
    try:
        return [word.text for count, word in counted(words) if word.lower != "nobody" for _ in range(count)]
    except UnknownName as e:
        raise DocumentError([e.fault]) from None


def _is_number(word: PlainWord) -> bool:
    digits = word.text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 18


def _name(word: PlainWord) -> str:
    return str(json.loads(word.text)) if word.in_quotes else word.text


def _stock(words: list[PlainWord]) -> dict[str, JSON]:
    if len(words) % 2 or not all(map(_is_number, words[1::2])):
        raise DocumentError([Fault("bad-expectation", "expected characters with their numbers", hint=_FORMS)])
    return {name.text: int(count.text) for name, count in zip(words[::2], words[1::2], strict=True)}
