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
from .lines import is_json
from .outcomes import carried_out
from .words import Sentence, Wording, bare, split

NOTHING_KNOWN: Known = {}
MOST_LISTED = 10
"""So many actions are named at most."""


class Actions:
    """The kinds of actions of a game, or its questions, made from the rules that carry them out.

    A rule is a function of a position and of each of an action's keys. Its name is the action's word; its docstring and
    its arguments' types and defaults describe the action, and :func:`said` its words. Arguments that can only be given
    by name are only said by name, or by a keyword.

    :ivar kinds: by the word under ``do``, a frozen class with a field for each of its keys.
    """

    def __init__(self, rules: Mapping[str, Callable[..., Any]]) -> None:
        self._rules = dict(rules)
        self.kinds: dict[str, type[Any]] = {word: _kind_of(rule) for word, rule in rules.items()}
        self._word = {kind: word for word, kind in self.kinds.items()}
        wordings = {word: getattr(rule, "wording", Wording()) for word, rule in rules.items()}
        self._sentences = {word: Sentence(word, kind, wordings[word]) for word, kind in self.kinds.items()}
        self._verbs: dict[str, list[str]] = {}
        for word, wording in wordings.items():
            for verb in (word.replace("-", " "), *wording.verbs):
                self._verbs.setdefault(verb, []).append(word)
        self.names = Names("action", rules, {verb.replace(" ", "-"): words[0] for verb, words in self._verbs.items()})

    @classmethod
    def of(cls, *rules: Callable[..., Any]) -> "Actions":
        """Actions from their rules."""
        return cls({rule.__name__.strip("_").replace("_", "-"): rule for rule in rules})

    def make(self, word: str, **values: Any) -> Any:
        """An action of a kind with these values."""
        return self.kinds[word](**values)

    def name(self, action: Any) -> str:
        """The word for an action."""
        return self._word[type(action)]

    def apply(self, position: Any, action: Any) -> Any:
        """What the rule of an action comes to: the position after it and its rulings, or the answer to a question.

        :raises TitanError: whatever the rule raises.
        """
        values = {member.name: getattr(action, member.name) for member in attrs.fields(type(action))}
        done = self._rules[self.name(action)](position, **values)
        return carried_out(done) if isinstance(done, Generator) else done

    def returns(self, word: str) -> Any:
        """The type of what the rule of a word returns."""
        return typing.get_type_hints(self._rules[word])["return"]

    # --- reading and writing -----------------------------------------------------------------------------------------

    def read(self, data: JSON | Sequence[str], at: str = "", known: Known = NOTHING_KNOWN) -> Any:
        """An action from its JSON object, its text, or its words.

        :param at: JSON Pointer of the action, put before the faults' own.
        :param known: what the position defines that the action may name; with it references are checked, too.
        :raises DocumentError: it is no action of this game, or out of its bounds.
        """
        if isinstance(data, str):
            data = jsontext.loads(data) if is_json(data) else split(data)
        if isinstance(data, list | tuple):
            return self._typed([word for word in data if word.lower() != "the"], at, known)
        if type(data) is not dict:
            raise DocumentError([Fault("wrong-type", f"an action is a JSON object, not {describe(data)}", at)])
        kind = self.kinds[self._named(data.get("do"), at)]
        action = read({key: value for key, value in data.items() if key != "do"}, kind, at)
        faults = [*field_faults(action, known, at)]
        if faults:
            raise DocumentError(faults)
        return action

    def _named(self, word: JSON, at: str) -> str:
        """The kind under ``do``.

        :raises DocumentError: it is missing, or no action.
        """
        every = self._every()
        if word is None:
            raise DocumentError([Fault("missing-key", "the key 'do' is missing", at, hint=every)])
        name = self.names.find(word) if type(word) is str else None
        if name is None:
            hint = self.names.fault(word).hint if type(word) is str else every
            message = f"'do' names an action, not {describe(word)}"
            raise DocumentError([Fault("bad-value", message, f"{at}/do", hint=hint)])
        return name

    def _every(self) -> str:
        more = len(self.kinds) - MOST_LISTED
        return "one of: " + ", ".join([*self.kinds][:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")

    def _typed(self, words: Sequence[str], at: str, known: Known) -> Any:
        """An action from its words: of several that share a verb, the first that they fit.

        :raises DocumentError: there are none, or too many.
        :raises UnknownName: no action is among them.
        """
        if not words:
            raise DocumentError([Fault("empty", "an action begins with a word", hint=self._every())])
        failed: TitanError | None = None
        for start, end, word in self._verbs_in(words, known):
            try:
                said = self._sentences[word].read(words[:start], words[end:], known)
                return self.read({"do": word, **said}, at, known)
            except (DocumentError, UnknownName) as e:
                failed = failed or e
        assert failed is not None, "a verb is found or refused"
        raise failed

    def _verbs_in(self, words: Sequence[str], known: Known) -> Iterator[tuple[int, int, str]]:
        """The actions that the first verb among some words may name, and where it stands, the longest first.

        :raises UnknownName: there is none.
        """
        lower = [bare(word).lower() for word in words]
        for start in range(len(words)):
            ends = [(end, " ".join(lower[start:end]).replace("-", " ")) for end in range(start + 3, start, -1)]
            named = [(start, end, word) for end, verb in ends for word in self._verbs.get(verb, ())]
            if named:
                yield from named
                return
        strange = [word for word in words if not any(word in names for names in known.values())]
        yield 0, 1, self.names.canonical([*strange, words[0]][0])

    def to_json(self, action: Any) -> dict[str, JSON]:
        """An action as JSON."""
        return {"do": self.name(action), **write(action)}

    def write(self, action: Any, known: Known = NOTHING_KNOWN) -> str:
        """An action in words; as JSON where the words would mean another one."""
        text = self._sentences[self.name(action)].write(action)
        try:
            same = self.read(text, known=known) == action
        except TitanError:
            same = False
        return text if same else jsontext.compact(self.to_json(action))

    def schema(self, title: str) -> dict[str, JSON]:
        """The JSON Schema of any action."""
        definitions: dict[str, JSON] = {}
        kinds = [object_schema(kind, definitions, {"do": {"const": word}}) for word, kind in self.kinds.items()]
        return {"$schema": DIALECT, "title": title, "oneOf": kinds, "$defs": definitions}


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
