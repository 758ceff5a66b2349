"""Answers as JSON, with other readings of disputed rules; a rule in full; the JSON Schema of each kind."""

import typing
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, TypeVar

from attrs import frozen

from titan_rules.kernel.errors import TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import is_union
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.rulesets import OptionValue
from titan_rules.kernel.schema import DIALECT, keys_of, reference_to, schema_with

from .game import Game, plain
from .records import Replayed
from .views import Asked, Checked, Glance, Legal, Played, advising, changes, facts_of

P = TypeVar("P")

MOST_CHANGES = 10
"""The most changes of the final position reported for another reading."""

DERIVED = ("rulings", "final", "instead", "state", "seal", "line")
"""Keys derived from the rest of an answer; they do not count as a difference between readings."""

ASKED = ("do", "action")
"""Keys that say what was asked."""


@frozen(kw_only=True)
class OtherReading:
    """An unchosen reading of a disputed rule that gives a different answer.

    :param differs: the parts that differ, as this reading has them.
    """

    option: str
    value: OptionValue
    rules: tuple[str, ...]
    about: str
    differs: Mapping[str, Any]


def answer(game: Game[P], kind: str, ask: Callable[[P], Any], document: Any) -> dict[str, Any]:
    """An answer as JSON, with the other readings that would change it.

    :param kind: of the answer.
    :param ask: answers for a document.
    :raises TitanError: whatever ``ask`` raises.
    """
    answered = ask(document)
    told = plain(answered, game.format)
    others = list(_other_readings(game, ask, document, answered, told))
    return {"format": game.format.id, "kind": kind, **told, **({"other_readings": plain(others)} if others else {})}


def _other_readings(
    game: Game[P], ask: Callable[[P], Any], document: Any, answered: Any, told: dict[str, Any]
) -> Iterator[OtherReading]:
    """The readings chosen neither by option nor by ruleset that give a different answer."""
    start = document.start if hasattr(document, "actions") else document
    presets = {getattr(document, "ruleset", None), getattr(start, "ruleset", None)}
    if start is None or not presets <= {None, next(iter(game.rulesets.presets))}:
        return
    chosen = {**start.options, **document.options}
    for option in game.rulesets.options.values():
        for value in option.values[1:] if option.name not in chosen else ():
            under = evolve(document, options={**document.options, option.name: value})
            before = advising.set(False)
            try:
                other = ask(under)
            except TitanError as e:
                other = {"error": str(e)}
            finally:
                advising.reset(before)
            starts = (game.start_of(document), game.start_of(under))
            if differs := _differing(game, starts, answered, told, other):
                yield OtherReading(option=option.name, value=value, rules=tuple(option.rules), about=option.about,
                                   differs=differs)  # fmt: skip


def _differing(game: Game[P], starts: tuple[P, P], answered: Any, told: dict[str, Any], other: Any) -> dict[str, Any]:
    """What another reading changes: parts of the answer, else what the action does, else rulings.

    :param starts: the position under each reading: what differs there is not the action's doing.
    """
    one, two = (getattr(each, "final", None) for each in (answered, other))
    others = plain(other if two is None else evolve(other, final=None), game.format)
    given = {key: part for key, part in others.items() if key not in ASKED}
    differs: dict[str, Any] = _differences(_bare(told), _bare(given))
    if not differs and one is not None and two is not None:
        told_of = list(changes(facts_of(game, one), facts_of(game, two)))
        already = [*changes(facts_of(game, starts[0]), facts_of(game, starts[1]))] if told_of else []
        told_of = [change for change in told_of if change not in already]
        ends = [evolve(end, options={}) for end in (one, two)]
        if not told_of and ends[0] != ends[1]:
            told_of = list(changes(*[plain(end, game.format) for end in ends]))
        differs = {"changes": told_of[:MOST_CHANGES]} if told_of else {}
    before, after = _texts(told), _texts(others)
    return differs or ({"rulings": [text for text in after if text not in before]} if after != before else {})


def _texts(told: dict[str, Any]) -> list[str]:
    """The sentences of an answer's rulings, including those before an open choice."""
    rulings = [*told.get("rulings", ()), *(told.get("stopped") or {}).get("rulings", ())]
    return [f"{ruling['text']} ({ruling['rule']})" for ruling in rulings]


def _differences(told: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The parts of another answer that differ from this one."""
    parts: dict[str, Any] = {}
    for key, value in other.items():
        known = told.get(key, _differences)  # equal to no part of an answer
        inner = _differences(known, value) if isinstance(value, dict) and isinstance(known, dict) else value
        if isinstance(inner, list) and isinstance(known, list) and all(isinstance(item, dict) for item in inner):
            inner = [item for item in inner if item not in known] or inner
        if known != value and inner != {}:
            parts[key] = inner
    return parts


def _bare(value: Any) -> Any:
    """An answer without derived keys."""
    if isinstance(value, dict):
        return {key: _bare(inner) for key, inner in value.items() if key not in DERIVED}
    return [_bare(item) for item in value] if isinstance(value, list) else value


# --- a rule -----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Reading:
    """A disputed rule's option: its values, and the one each ruleset takes."""

    option: str
    values: tuple[OptionValue, ...]
    rulesets: Mapping[str, OptionValue]
    about: str


@frozen(kw_only=True)
class Explained:
    """A rule: its text, where it is written, and its readings.

    :param origin: where it comes from, besides its sources.
    """

    rule: str
    chapter: str
    text: str
    sources: str
    origin: Mapping[str, Any]
    where: tuple[str, ...]
    readings: tuple[Reading, ...]


def explain(game: Game[P], rule: str) -> Explained:
    """A rule in full.

    :raises UnknownName: no rule has that id.
    """
    one = game.digest.rules[game.digest.names.canonical(rule)]
    readings = [
        Reading(option=option.name, values=option.values, about=option.about,
                rulesets={name: taken[option.name] for name, taken in game.rulesets.presets.items()})
        for option in game.rulesets.options.values() if one.id in option.rules
    ]  # fmt: skip
    return Explained(
        rule=one.id, chapter=one.chapter, text=one.text, sources=one.sources, origin=game.origin(one),
        where=tuple(f"{tag}: {text}" for tag, text in game.digest.sources_of(one).items()), readings=tuple(readings),
    )  # fmt: skip


# --- schemas of answers -----------------------------------------------------------------------------------------------

ANSWERS: Mapping[str, Any] = {
    "check": Checked, "legal": Legal, "odds": Checked, "show": Glance, "replayed": Replayed, "played": Played,
    "explain": Explained,
}  # fmt: skip
"""The answers of every game by kind; an action's own name answers as ``check`` or ``odds`` does."""


def answers(game: Game[Any]) -> dict[str, Any]:
    """The types of a game's answers by kind."""
    return {**ANSWERS, **{word: game.questions.returns(word) for word in game.questions.kinds}}


def answer_schema(game: Game[Any], kind: str) -> dict[str, JSON]:
    """The JSON Schema of answers of a kind."""
    definitions: dict[str, JSON] = {}
    returned = answers(game)[kind]
    kinds = typing.get_args(returned) if is_union(returned) else (returned,)
    header: dict[str, JSON] = {"format": {"const": game.format.id}, "kind": {"const": kind}}
    readings: JSON = {"type": "array", "items": reference_to(OtherReading, {}, definitions)}
    bodies = []
    for each in kinds:
        cls = Asked if issubclass(typing.get_origin(each) or each, Generator) else each
        properties, required = keys_of(cls, definitions)
        every: dict[str, JSON] = {**header, **properties, "other_readings": readings}
        bodies.append(schema_with(cls, every, [*header, *required]))
    return {"$schema": DIALECT, "title": f"{game.format.id} {kind}", "oneOf": bodies, "$defs": definitions}
