"""A game's actions: each a class made from its rule, written as JSON (``{"do": "coup", ...}``) or in words."""

import inspect
import typing
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any

import attrs

from .. import jsontext
from ..errors import DocumentError, Fault, TitanError, UnknownName
from ..jsontext import JSON
from ..names import Names
from ..reading import describe, read
from ..schema import DIALECT, object_schema
from ..writing import write
from .fields import Known, field_faults
from .outcomes import carried_out
from .words import Sentence, Wording, bare, split

NOTHING_KNOWN: Known = {}


class Actions:
    """The kinds of actions of a game, or its questions.

    :param kinds: by the word that stands under ``do``, a frozen class with a field for each of its keys. A method
        ``faults`` tells what is wrong with an action's values, from its JSON Pointer.
    :param wordings: how they are said, by the same words.
    """

    def __init__(self, kinds: Mapping[str, type[Any]], wordings: Mapping[str, Wording] | None = None) -> None:
        wordings = wordings or {}
        self.kinds = dict(kinds)
        self.sentences = {word: Sentence(word, kind, wordings.get(word, Wording())) for word, kind in kinds.items()}
        self._verbs: dict[str, list[str]] = {}
        for word in kinds:
            for verb in (word.replace("-", " "), *wordings.get(word, Wording()).verbs):
                self._verbs.setdefault(verb, []).append(word)
        self.names = Names("action", self.kinds, {_dashed(verb): words[0] for verb, words in self._verbs.items()})
        self._word = {kind: word for word, kind in self.kinds.items()}
        self._rules: dict[type[Any], Callable[..., Any]] = {}

    @classmethod
    def of(cls, *rules: Callable[..., Any]) -> "Actions":
        """Actions from the rules that carry them out: functions of a position and of each of an action's keys.

        The function's name is the action's word; its docstring and its arguments' types and defaults describe it, and
        :func:`said` its words. Arguments that can only be given by name are only said by name, or after a keyword.
        """
        named = {rule.__name__.strip("_").replace("_", "-"): rule for rule in rules}
        kinds = {word: _kind_of(rule) for word, rule in named.items()}
        made = cls(kinds, {word: rule.wording for word, rule in named.items() if hasattr(rule, "wording")})
        made._rules.update((kinds[word], rule) for word, rule in named.items())
        return made

    def make(self, word: str, **values: Any) -> Any:
        """An action of a kind with these values."""
        return self.kinds[word](**values)

    def apply(self, position: Any, action: Any) -> Any:
        """What the rule of an action returns for a position; only for actions made by :meth:`of`.

        :raises TitanError: whatever the rule raises.
        """
        values = {member.name: getattr(action, member.name) for member in attrs.fields(type(action))}
        done = self._rules[type(action)](position, **values)
        return carried_out(done) if isinstance(done, Generator) else done

    def returns(self, word: str) -> Any:
        """The type of what the rule of a word returns."""
        return typing.get_type_hints(self._rules[self.kinds[word]])["return"]

    def read(self, data: JSON | Sequence[str], at: str = "", known: Known = NOTHING_KNOWN) -> Any:
        """An action from its JSON object, its text, or its words.

        :param at: JSON Pointer of the action, put before the faults' own.
        :param known: what the position defines that the action may name; with it references are checked, too.
        :raises DocumentError: it is no action of this game, or out of its bounds.
        """
        if isinstance(data, str):
            data = jsontext.loads(data) if data.lstrip().startswith("{") else split(data)
        if isinstance(data, list | tuple):
            data = self.typed(data, known)
        if type(data) is not dict:
            raise DocumentError([Fault("wrong-type", f"an action is a JSON object, not {describe(data)}", at)])
        word = self._named(data.get("do"), at)
        action = read({key: value for key, value in data.items() if key != "do"}, self.kinds[word], at)
        faults = [*action.faults(at)] if hasattr(action, "faults") else []
        faults += field_faults(action, known, at)
        if faults:
            raise DocumentError(faults)
        return action

    def _named(self, word: JSON, at: str) -> str:
        """The kind under ``do``.

        :raises DocumentError: it is missing, or no action.
        """
        every = "one of: " + ", ".join(self.kinds)
        if word is None:
            raise DocumentError([Fault("missing-key", "the key 'do' is missing", at, hint=every)])
        name = self.names.find(word) if type(word) is str else None
        if name is None:
            hint = self.names.fault(word).hint if type(word) is str else every
            message = f"'do' names an action, not {describe(word)}"
            raise DocumentError([Fault("bad-value", message, f"{at}/do", hint=hint)])
        return name

    def name(self, action: Any) -> str:
        """The word for an action."""
        return self._word[type(action)]

    def to_json(self, action: Any) -> dict[str, JSON]:
        """An action as JSON."""
        return {"do": self.name(action), **write(action)}

    def write(self, action: Any, known: Known = NOTHING_KNOWN) -> str:
        """An action in words; as JSON where the words would mean another one."""
        text = self.sentences[self.name(action)].write(action)
        try:
            same = self.read(text, known=known) == action
        except TitanError:
            same = False
        return text if same else jsontext.compact(self.to_json(action))

    def typed(self, words: Sequence[str], known: Known = NOTHING_KNOWN) -> dict[str, JSON]:
        """The JSON of an action from its words, not yet checked but for its kind.

        :raises DocumentError: there are none, or too many.
        :raises UnknownName: no action is among them.
        """
        kept = [word for word in words if word.lower() != "the"]
        if not kept:
            raise DocumentError([Fault("empty", "an action begins with a word", hint=", ".join(self.kinds))])
        failed: TitanError | None = None
        for start, end, word in self._named_in(kept):
            data: dict[str, JSON] = {"do": word}
            try:
                data |= self.sentences[word].read(kept[:start], kept[end:], known)
                self.read(data, known=known)
            except (DocumentError, UnknownName) as e:
                failed = failed or e
            else:
                return data
        assert failed is not None, "an action is named"
        raise failed

    def _named_in(self, words: list[str]) -> Iterator[tuple[int, int, str]]:
        """The actions that the first verb among some words may name, and where it stands, the longest first.

        :raises UnknownName: there is none.
        """
        lower = [bare(word).lower() for word in words]
        for start in range(len(words)):
            ends = range(min(start + 3, len(words)), start, -1)
            named = [(start, end, word) for end in ends for word in self._verbs.get(_spaced(lower[start:end]), ())]
            if named:
                yield from named
                return
        yield 0, 1, self.names.canonical(words[0])

    def schema(self, title: str) -> dict[str, JSON]:
        """The JSON Schema of any action."""
        definitions: dict[str, JSON] = {}
        kinds = [object_schema(kind, definitions, {"do": {"const": word}}) for word, kind in self.kinds.items()]
        return {"$schema": DIALECT, "title": title, "oneOf": kinds, "$defs": definitions}


def _spaced(words: Sequence[str]) -> str:
    return " ".join(words).replace("-", " ")


def _dashed(verb: str) -> str:
    return verb.replace(" ", "-")


def _kind_of(rule: Callable[..., Any]) -> type[Any]:
    """The class of the actions that a rule carries out."""
    hints = typing.get_type_hints(rule, include_extras=True)
    _, *keys = inspect.signature(rule).parameters.values()
    members = {}
    for key in keys:
        default = {} if key.default is inspect.Parameter.empty else {"default": key.default}
        by_name = key.kind is inspect.Parameter.KEYWORD_ONLY
        members[key.name] = attrs.field(type=hints[key.name], kw_only=by_name, **default)
    kind = attrs.make_class(rule.__name__.strip("_").title().replace("_", ""), members, frozen=True)
    kind.__doc__ = rule.__doc__
    return kind
