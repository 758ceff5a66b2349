"""A game's actions: each a class made from its rule, written as JSON (``{"do": "coup", ...}``) or in words."""

import inspect
import typing
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import attrs
from attrs import field, frozen

from titan_rules.kernel import fields as types
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import DocumentError, Fault, TitanError, UnknownName
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.names import MAX_LISTED, Names
from titan_rules.kernel.reading import describe, read
from titan_rules.kernel.schema import DIALECT, object_schema
from titan_rules.kernel.writing import write

from .fields import Known, Reference, field_faults
from .lexicon import IDLE, LexiconData, Wording, wording
from .lines import is_json
from .mentions import LONGEST, Sentence, Shape
from .outcomes import carried_out
from .words import bare, quoted, split, spoken, typed_as

NOTHING_KNOWN: Known = {}
NO_WORDS: LexiconData = {}


@frozen
class Action:
    """An action or a question of a game: with a field for each key of its rule."""

    made_from: ClassVar["Kind"]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Kind:
    """A kind of action, made from its rule, and its words."""

    def __init__(self, rule: Callable[..., Any], lexicon: LexiconData) -> None:
        self.rule, self.word = rule, rule.__name__.strip("_").replace("_", "-")
        self._lexicon = lexicon

    @property
    def about(self) -> str:
        """What it is, in one line."""
        return (self.rule.__doc__ or "").partition("\n")[0]

    @cached_property
    def type(self) -> type[Action]:
        """The frozen class of these actions, with a field for each key."""
        hints = typing.get_type_hints(self.rule, include_extras=True)
        _, *keys = inspect.signature(self.rule).parameters.values()
        members = {}
        for key in keys:
            default = {} if key.default is inspect.Parameter.empty else {"default": key.default}
            by_name = key.kind is inspect.Parameter.KEYWORD_ONLY
            members[key.name] = field(type=hints[key.name], kw_only=by_name, **default)
        name = self.rule.__name__.strip("_").title().replace("_", "")
        made: Any = attrs.make_class(name, members, bases=(Action,), frozen=True)
        made.__doc__ = self.rule.__doc__
        made.made_from = self
        attrs.resolve_types(made, include_extras=True)
        return typing.cast("type[Action]", made)

    @cached_property
    def fields(self) -> dict[str, "attrs.Attribute[Any]"]:
        """The fields of these actions by key."""
        return {types.key_of(member): member for member in attrs.fields(self.type)}

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """How each field takes its values."""
        return {name: Shape.of(member.type) for name, member in self.fields.items()}

    @cached_property
    def wording(self) -> Wording:
        """Its words."""
        return wording(self._lexicon, self.word, self.fields)

    @cached_property
    def plain(self) -> list[str]:
        """The fields that need no word before them."""
        return [name for name, member in self.fields.items() if not member.kw_only]

    def names_for(self, name: str, known: Known) -> list[str]:
        """The names that a field takes; empty if it takes something else."""
        shape = self.shapes[name]
        mark = types.annotation(types.without_none(shape.key or shape.item))
        if isinstance(mark, Reference):
            return [*known.get(mark.what, ())]
        return [*map(str, mark.known())] if isinstance(mark, types.Named) and mark.known is not None else []

    # --- words are read ----------------------------------------------------------------------------------------------

    def read(self, words: Sequence[str], known: Known) -> dict[str, JSON]:
        """The JSON of an action from its words.

        :raises DocumentError: a word has no use, or something is missing.
        """
        has_verb = any(True for _ in self.verbs_in(_lower(words)))
        out = Sentence(self, words, known, after_verb=not has_verb).read()
        missing = [name for name, member in self.fields.items() if member.default is attrs.NOTHING and name not in out]
        if missing:
            raise DocumentError([self._missing(name, known) for name in missing])
        return {name: out[name] for name in self.fields if name in out}

    def verbs_in(self, lower: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where the verbs of this kind stand among words in lower case, and how long they are."""
        if self._first_words.isdisjoint(lower):
            return
        for start in (i for i, word in enumerate(lower) if word in self._first_words):
            for length in range(min(LONGEST, len(lower) - start), 0, -1):
                if " ".join(lower[start : start + length]) in self.wording.verbs_read:
                    yield start, length
                    break

    @cached_property
    def _first_words(self) -> frozenset[str]:
        return frozenset(verb.partition(" ")[0] for verb in self.wording.verbs_read)

    def _missing(self, name: str, known: Known) -> Fault:
        names = self.names_for(name, known)
        hint = "one of: " + ", ".join(names) if 0 < len(names) <= MAX_LISTED else None
        return Fault("missing-key", f"{self.word} needs its {name}", hint=hint)

    # --- words are written -------------------------------------------------------------------------------------------

    def write(self, action: Any) -> str:
        """An action in words."""
        subject = getattr(action, self.wording.subject) if self.wording.subject else None
        verb = self.word if subject is None or not self.wording.verbs else self.wording.verbs[0]
        plain, linked, skips = [] if subject is None else [typed_as(subject)], list[str](), False
        plain.append(verb)
        for name, member in self.fields.items():
            value = getattr(action, member.name)
            unsaid = value is None or value == member.default or (value in ((), {}) and member.default is not None)
            if unsaid or name == self.wording.subject:
                skips |= name in self.plain and name != self.wording.subject  # what follows needs its name
                continue
            link, text = next(iter(self.wording.links[name]), name if skips else ""), typed_as(value)
            text = quoted(text) if types.without_none(member.type) is str else text
            if type(value) is bool:
                linked.append(name if value else f"{name}=no")
            elif link:
                linked.append(f"{link} {text}")
            elif member.kw_only:
                linked.append(f"{name}={text if text[:1] == chr(34) else quoted(text)}")
            else:
                plain.append(text)
        return " ".join([*plain, *linked])


class Actions:
    """A game's kinds of actions, or its questions, made from the rules that carry them out.

    A rule is a function of a position and the action's keys. Its name is the action's word; its docstring and
    its arguments' types and defaults describe the action, and :func:`said` gives its words. Keyword-only arguments
    need their name, or a keyword, in words too.

    :ivar kinds: by the word under ``do``.
    """

    def __init__(self, *rules: Callable[..., Any], lexicon: LexiconData = NO_WORDS) -> None:
        self.kinds = {kind.word: kind for kind in (Kind(rule, lexicon) for rule in rules)}

    @cached_property
    def _names(self) -> Names[str]:
        verbs = {verb.replace(" ", "-"): kind.word for kind in self.kinds.values() for verb in kind.wording.verbs_read}
        return Names("action", self.kinds, verbs)

    def make(self, word: str, **values: Any) -> Action:
        """An action of a kind with these values."""
        return self.kinds[word].type(**values)

    def name(self, action: Action) -> str:
        """The word for an action."""
        return _kind_of(action).word

    def apply(self, position: Any, action: Action) -> Any:
        """Run an action's rule: the position after it and its rulings, or the answer to a question.

        :raises TitanError: whatever the rule raises.
        """
        kind = _kind_of(action)
        done = kind.rule(position, **{member.name: getattr(action, member.name) for member in kind.fields.values()})
        return carried_out(done) if isinstance(done, Generator) else done

    def returns(self, word: str) -> Any:
        """The return type of the rule for a word."""
        return typing.get_type_hints(self.kinds[word].rule)["return"]

    # --- reading and writing -----------------------------------------------------------------------------------------

    def read_as(self, word: str, said: Sequence[str], known: Known = NOTHING_KNOWN) -> Action:
        """An action of a kind from words with or without its verb.

        :raises DocumentError: it is not an action of this kind, or a value is out of bounds.
        """
        return self.read({"do": word, **self.kinds[word].read(spoken(said), known)}, "", known)

    def read(self, data: JSON | Sequence[str], at: str = "", known: Known = NOTHING_KNOWN) -> Action:
        """An action from its JSON object, its text, or its words.

        :param at: JSON Pointer of the action, put before the faults' own.
        :param known: names that the position defines; with them, references are checked too.
        :raises DocumentError: it is not an action of this game, or a value is out of bounds.
        """
        if isinstance(data, str):
            data = jsontext.loads(data) if is_json(data) else split(data)
        if isinstance(data, list | tuple):
            return self._typed(spoken(data), at, known)
        if type(data) is not dict:
            raise DocumentError([Fault("wrong-type", f"an action is a JSON object, not {describe(data)}", at)])
        kind = self.kinds[self._named(data.get("do"), at)].type
        action = read({key: value for key, value in data.items() if key != "do"}, kind, at)
        faults = [*field_faults(action, known, at)]
        if faults:
            raise DocumentError(faults)
        return action

    def _named(self, word: JSON, at: str) -> str:
        every = self._every()
        if word is None:
            raise DocumentError([Fault("missing-key", "the key 'do' is missing", at, hint=every)])
        name = self._names.find(word) if type(word) is str else None
        if name is None:
            hint = self._names.fault(word).hint if type(word) is str else every
            message = f"'do' names an action, not {describe(word)}"
            raise DocumentError([Fault("bad-value", message, f"{at}/do", hint=hint)])
        return name

    def _every(self) -> str:
        more = len(self.kinds) - 10
        return "one of: " + ", ".join([*self.kinds][:10]) + (f" and {more} more" if more > 0 else "")

    def _typed(self, words: Sequence[str], at: str, known: Known) -> Action:
        """An action from its words: of those whose verb they have, the first that has a use for every word."""
        if not words:
            raise DocumentError([Fault("empty", "an action begins with a word", hint=self._every())])
        lower = _lower(words)
        found = [(*verb, kind) for kind in self.kinds.values() if (verb := next(kind.verbs_in(lower), None))]
        if not found:
            parts = {part for names in known.values() for name in names for part in name.split()}
            strange = [word for word in words if word not in parts and bare(word).lower() not in IDLE]
            raise UnknownName(self._names.fault([*strange, words[0]][0]))
        failed: list[tuple[int, DocumentError | UnknownName]] = []
        for _, _, kind in sorted(found, key=lambda verb: (verb[0], -verb[1])):
            try:
                return self.read({"do": kind.word, **kind.read(words, known)}, at, known)
            except (DocumentError, UnknownName) as e:
                failed.append((getattr(e, "at", len(words)), e))
        raise max(failed, key=lambda each: each[0])[1]

    def to_json(self, action: Action) -> dict[str, JSON]:
        """An action as JSON."""
        return {"do": self.name(action), **write(action)}

    def write(self, action: Action, known: Known = NOTHING_KNOWN) -> str:
        """An action in words, or as JSON if the words would mean another one."""
        text = _kind_of(action).write(action)
        try:
            same = self.read(text, known=known) == action
        except TitanError:
            same = False
        return text if same else jsontext.compact(self.to_json(action))

    def schema(self, title: str) -> dict[str, JSON]:
        """The JSON Schema of any action."""
        definitions: dict[str, JSON] = {}
        kinds = [object_schema(kind.type, definitions, {"do": {"const": word}}) for word, kind in self.kinds.items()]
        return {"$schema": DIALECT, "title": title, "oneOf": kinds, "$defs": definitions}


def _lower(words: Sequence[str]) -> list[str]:
    """Words in lower case, without the punctuation behind them."""
    return [bare(word).lower() for word in words]


def _kind_of(action: Action) -> Kind:
    return type(action).made_from
