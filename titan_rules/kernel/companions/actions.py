"""A game's actions: each kind a class, written as JSON (``{"do": "coup", ...}``) or as words (``coup 3 Iran 4``)."""

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from .. import jsontext
from ..errors import DocumentError, Fault
from ..fields import annotation, inside_optional, is_mapping, is_optional, is_tuple, key_of
from ..jsontext import JSON
from ..names import Names
from ..reading import describe
from ..reading import read as structure
from ..writing import write as unstructure


class Actions:
    """The kinds of actions of a game.

    :param kinds: by the word that stands under ``do``, a frozen class with a field for each of its keys. In words, the
        values come in the order of the fields, keyword-only ones last; any may be written ``name=value``. A method
        ``faults`` tells what is wrong with an action's values, from its JSON Pointer.
    """

    def __init__(self, kinds: Mapping[str, type[Any]]) -> None:
        self.kinds = dict(kinds)
        self.names = Names("action", self.kinds)
        self._word = {kind: word for word, kind in self.kinds.items()}
        self._rules: dict[type[Any], Callable[..., Any]] = {}

    @classmethod
    def of(cls, *rules: Callable[..., Any]) -> "Actions":
        """Actions from the rules that carry them out: functions of a position and of each of an action's keys.

        The function's name is the action's word; its docstring and its arguments' types and defaults describe it.
        """
        made = {rule.__name__.replace("_", "-"): _kind_of(rule) for rule in rules}
        found = cls(made)
        found._rules.update(zip(made.values(), rules, strict=True))
        return found

    def apply(self, position: Any, action: Any) -> Any:
        """What the rule of an action returns for a position; only for actions made by :meth:`of`.

        :raises TitanError: whatever the rule raises.
        """
        values = {member.name: getattr(action, member.name) for member in attrs.fields(type(action))}
        return self._rules[type(action)](position, **values)

    def read(self, data: JSON | Sequence[str], at: str = "") -> Any:
        """An action from its JSON object, its text, or its words.

        :param at: JSON Pointer of the action, put before the faults' own.
        :raises DocumentError: it is no action of this game.
        """
        if isinstance(data, str):
            data = jsontext.loads(data) if data.lstrip().startswith("{") else split(data)
        if isinstance(data, list | tuple):
            data = self.typed(data)
        if type(data) is not dict:
            raise DocumentError([Fault("wrong-type", f"an action is a JSON object, not {describe(data)}", at)])
        word = data.get("do")
        if word is None:
            hint: str | None = "one of: " + ", ".join(self.kinds)
            raise DocumentError([Fault("missing-key", "the key 'do' is missing", at, hint=hint)])
        known = self.names.find(word) if type(word) is str else None
        if known is None:
            hint = self.names.fault(word).hint if type(word) is str else "one of: " + ", ".join(self.kinds)
            raise DocumentError(
                [Fault("bad-value", f"'do' names an action, not {describe(word)}", f"{at}/do", hint=hint)]
            )
        kind = self.kinds[known]
        action = structure({key: value for key, value in data.items() if key != "do"}, kind, at)
        faults = list(action.faults(at)) if hasattr(action, "faults") else []
        if faults:
            raise DocumentError(faults)
        return action

    def name(self, action: Any) -> str:
        """The word for an action."""
        return self._word[type(action)]

    def to_json(self, action: Any) -> dict[str, JSON]:
        """An action as JSON."""
        return {"do": self.name(action), **unstructure(action)}

    def typed(self, words: Sequence[str]) -> dict[str, JSON]:
        """The JSON of an action from its words, not yet checked but for its kind.

        :raises DocumentError: there are none, or too many.
        :raises UnknownName: the first is no action.
        """
        if not words:
            raise DocumentError([Fault("empty", "an action begins with a word", hint=", ".join(self.kinds))])
        word = self.names.canonical(words[0])
        attrs.resolve_types(self.kinds[word], include_extras=True)
        listed = sorted(attrs.fields(self.kinds[word]), key=lambda field: field.kw_only)
        fields = {key_of(field): field.type for field in listed}
        out: dict[str, JSON] = {"do": word}
        rest = list(words[1:])
        while rest:
            text = rest.pop(0)
            name, equals, value = text.partition("=")
            name = name.replace("-", "_")
            if equals and name in fields:
                out[name] = _value(value, fields[name])
                continue
            free = [key for key in fields if key not in out]
            if not free:
                raise DocumentError([Fault("too-many-words", f"{word} has no place for {text[:40]!r}")])
            key = free[0]
            if is_tuple(_inside(fields[key])):
                item = typing.get_args(_inside(fields[key]))[0]
                several = [text]
                while rest and not _is_number(item) and rest[0].partition("=")[0].replace("-", "_") not in fields:
                    several.append(rest.pop(0))
                out[key] = [_value(part, item) for one in several for part in _parts(one, item)]
            else:
                out[key] = _value(text, fields[key])
        return out

    def schema(self, title: str) -> dict[str, JSON]:
        """The JSON Schema of any action."""
        from ..schema import DIALECT, object_schema  # slow to import, and only this needs it

        definitions: dict[str, JSON] = {}
        kinds = []
        for word, kind in self.kinds.items():
            kinds.append(object_schema(kind, definitions, {"do": {"const": word}}))
        return {"$schema": DIALECT, "title": title, "oneOf": kinds, "$defs": definitions}


def _kind_of(rule: Callable[..., Any]) -> type[Any]:
    """The class of the actions that a rule carries out."""
    hints = typing.get_type_hints(rule, include_extras=True)
    _, *keys = inspect.signature(rule).parameters.values()
    none = inspect.Parameter.empty
    members = {
        k.name: attrs.field(type=hints[k.name], **({} if k.default is none else {"default": k.default})) for k in keys
    }
    kind = attrs.make_class(rule.__name__.title().replace("_", ""), members, frozen=True)
    kind.__doc__ = rule.__doc__
    return kind


def split(text: str) -> list[str]:
    """The words of a line, as a shell splits them; ``#`` begins a remark.

    :raises DocumentError: a quotation mark is left open.
    """
    import shlex  # only score sheets need it

    try:
        return shlex.split(text, comments=True)
    except ValueError as e:
        raise DocumentError([Fault("bad-quotes", f"{e}: {text[:40]!r}")]) from None


def _inside(kind: Any) -> Any:
    return inside_optional(kind) if is_optional(kind) else kind


def _is_number(kind: Any) -> bool:
    return (typing.get_args(kind)[0] if annotation(kind) is not None else kind) is int


def _parts(text: str, item: Any) -> list[str]:
    """The items in one word: separated by commas, but for items that have commas themselves."""
    return [text] if is_tuple(item) or attrs.has(item) or _typed_by(item) else text.split(",")


def _typed_by(kind: Any) -> Callable[[str], JSON] | None:
    """What makes JSON of a word, for a type that says so itself."""
    return getattr(annotation(kind), "typed", None) or getattr(kind, "typed", None)


def _value(text: str, kind: Any) -> JSON:
    """The JSON of a typed value; what does not fit its type is left as it is, for the reader to complain about."""
    kind = _inside(kind)
    if text[:1] in ("{", "["):
        return jsontext.loads(text)
    if is_tuple(kind):
        item = typing.get_args(kind)[0]
        return [_value(part, item) for part in _parts(text, item)] if text else []
    if is_mapping(kind):
        item = typing.get_args(kind)[1]
        parts = text.split(",") if attrs.has(item) else _parts(text, item)
        pairs = (part.rpartition(":") for part in parts)
        return {name: _value(value, item) for name, _, value in pairs}
    typed = _typed_by(kind)
    if typed is not None:
        return typed(text)
    base = typing.get_args(kind)[0] if annotation(kind) is not None else kind
    if base is int:
        return int(text) if text.lstrip("+-").isdecimal() and len(text) < 10 else text
    if base is bool:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if text == "none" and kind is not base:
        return None
    return text
