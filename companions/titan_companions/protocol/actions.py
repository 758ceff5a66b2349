"""A game's actions: each a class made from its rule, written as JSON (``{"do": "coup", ...}``) or in words."""

import inspect
import typing
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
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
from titan_rules.kernel.words import ORDINALS
from titan_rules.kernel.writing import write

from .fields import Known, field_faults
from .lines import is_json
from .outcomes import carried_out
from .words import BETWEEN, NO_VALUE, bare, fitting, is_filler, quoted, split, typed_as

NOTHING_KNOWN: Known = {}
LONGEST = 6
"""The most words in one value, including its keyword."""


@frozen
class Wording:
    """The words of an action.

    :param verbs: words for it besides its name.
    :param subject: the field before the verb.
    :param keywords: the words before a field's value, the first one written: ``{"die": ("rolls",)}``.
    :param skipped: words to ignore.
    """

    verbs: tuple[str, ...] = ()
    subject: str | None = None
    keywords: Mapping[str, tuple[str, ...]] = field(factory=dict)
    skipped: tuple[str, ...] = ()


def said(*verbs: str, subject: str | None = None, skip: str = "", **keywords: str) -> Callable[[Any], Any]:
    """Marks a rule with the words of its action: ``@said("coups", subject="side", die="rolls")``.

    Several keywords for one field are parted by spaces; the first is the one written.
    """

    def mark(rule: Any) -> Any:
        announced = {name: tuple(words.split()) for name, words in keywords.items()}
        rule.wording = Wording(verbs, subject, announced, tuple(skip.split()))
        return rule

    return mark


@frozen
class Action:
    """An action or a question of a game: with a field for each key of its rule."""

    made_from: ClassVar["Kind"]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Kind:
    """A kind of action, made from its rule, and its words."""

    def __init__(self, rule: Callable[..., Any]) -> None:
        self.rule, self.word = rule, rule.__name__.strip("_").replace("_", "-")
        self.wording: Wording = getattr(rule, "wording", Wording())
        self._keys: dict[str, tuple[str, ...]] = {}
        for name, aliases in self.wording.keywords.items():
            for alias in aliases:
                self._keys[alias] = (*self._keys.get(alias, ()), name)

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
    def _plain(self) -> list[str]:
        return [name for name, member in self.fields.items() if not member.kw_only]

    # --- words are read ----------------------------------------------------------------------------------------------

    def read(self, before: Sequence[str], after: Sequence[str], known: Known) -> dict[str, JSON]:
        """The JSON of an action from the words before and after its verb.

        A word that fits no type is kept, so that the reader can report it.

        :raises DocumentError: too many words, or too few.
        """
        out: dict[str, JSON] = {}
        subject = [self.wording.subject] if self.wording.subject else []
        self._fill(out, [word.removesuffix("'s") for word in before], [*subject, *self._plain], known, leads=True)
        self._fill(out, [word.removesuffix("'s") for word in after], [*self._plain, *subject], known)
        missing = [name for name, member in self.fields.items() if member.default is attrs.NOTHING and name not in out]
        if missing:
            raise DocumentError([self._missing(name) for name in missing])
        return {name: out[name] for name in self.fields if name in out} | out

    def _missing(self, name: str) -> Fault:
        mark = types.annotation(self.fields[name].type)
        known = [*mark.known()] if isinstance(mark, types.Named) and mark.known is not None else []
        hint = "one of: " + ", ".join(map(str, known)) if 0 < len(known) <= MAX_LISTED else None
        return Fault("missing-key", f"{self.word} needs its {name}", hint=hint)

    def _fill(
        self, out: dict[str, JSON], words: list[str], names: list[str], known: Known, *, leads: bool = False
    ) -> None:
        """Turn all words into values.

        :param names: the fields that need no keyword, in the order they are tried.
        :param leads: the words are before the verb.
        """
        whole, latest, strange = " ".join(words), "", list[str]()
        while words:
            word = bare(words[0])
            name, equals, value = word.partition("=")
            name = self._keys.get(name.replace("-", "_"), (name.replace("-", "_"),))[0]
            lower = word.lower()
            if leads and is_filler(word) and not any(word in names for names in known.values()):
                pass  # *may* and *can*, unless a player is called so
            elif equals and name in self.fields:
                self._add(out, name, fitting(self.fields[name].type, value, known, raw=True))
            elif name in self.fields and types.without_none(self.fields[name].type) is bool:
                out[name] = True
            elif fit := self._fit(words, [latest, *names], out, known):
                count, latest, fitted = fit
                self._add(out, latest, fitted)
                del words[1:count]
            elif lower in self.wording.skipped or ((is_filler(word) or lower in BETWEEN) and lower not in self._keys):
                pass
            elif leads and self.wording.subject is not None:
                out[self.wording.subject] = whole
                return
            elif leads:
                raise DocumentError([Fault("no-subject", f"{self.word} has no place for {whole[:40]!r}")])
            elif lower in self._keys and len(words) > 1:
                number = words[1][:1] in "+-0123456789"
                count = 2 if number else self._until_keyword(words)
                self._add(out, self._keys[lower][0 if number else -1], bare(" ".join(words[1:count])))
                del words[1:count]
            elif not is_filler(word) and lower not in (self.word, *self.wording.verbs):
                strange.append(word)
            del words[:1]
        for word in strange:  # the error says what a name is not, or what a field that must be given needs
            free = next((name for name in self._plain if name not in out and self._asks(name)), None)
            if free is None:
                hint = f"{self.word} takes " + ", ".join(self.fields)
                raise DocumentError([Fault("too-many-words", f"{self.word} has no place for {word[:40]!r}", hint=hint)])
            out[free] = word

    def _until_keyword(self, words: Sequence[str]) -> int:
        """How many words belong to the keyword that is the first of them."""
        ends = (i for i in range(1, len(words)) if words[i].endswith(",") or bare(words[i]).lower() in self._keys)
        end = next(ends, len(words))
        return max(2, end + (end < len(words) and words[end].endswith(",")))

    def _fit(
        self, words: Sequence[str], names: Sequence[str], out: Mapping[str, JSON], known: Known
    ) -> tuple[int, str, Any] | None:
        """The longest run of words that is a field's value: its length, the field, the value."""
        most = next((n for n, word in enumerate(words[:LONGEST], 1) if word.endswith(",")), LONGEST)
        runs = [[bare(word) for word in words[:count]] for count in range(min(most, len(words)), 0, -1)]
        for lenient in (False, True):  # a keyword is first taken as one, then as a value
            for run in runs:
                announced = [self._keys[word.lower()] for word in run if word.lower() in self._keys]
                leads = [word.lower() in self._keys for word in run[:2]]
                if leads[0] and leads != [True, True]:  # a field's keyword may be part of its value
                    announced = [announced[0], *(name for name in announced if name != announced[0])]
                if len(announced) > 1 and (not lenient or len(set(announced)) < len(announced)):
                    continue
                called = [name for group in announced for name in group]
                for name in (*called, *names) if lenient else (called or names):
                    if name and (name not in out or self._goes_on(name)):
                        value = self._value(name, run, known)
                        if value is not NO_VALUE:
                            return len(run), name, value
        return None

    def _asks(self, name: str) -> bool:
        """Whether a field must be given, or is a name."""
        marked = types.annotation(types.without_none(self.fields[name].type))
        return self.fields[name].default is attrs.NOTHING or isinstance(marked, types.Named)

    def _goes_on(self, name: str) -> bool:
        return types.shape(types.without_none(self.fields[name].type))[0] in ("list", "mapping")

    def _value(self, name: str, run: Sequence[str], known: Known) -> Any:
        """The value of a run of words as a field, less its keywords."""
        kind = self.fields[name].type
        own = {*self.wording.keywords.get(name, ()), *self.wording.skipped}
        kept = [word for word in run if word.lower() not in own and not is_filler(word)]
        if types.without_none(kind) in (str, Any):
            return kept[0] if len(kept) == 1 and run[-1] == kept[0] and kept[0] not in BETWEEN else NO_VALUE
        value = fitting(kind, " ".join(run), known)
        if value is NO_VALUE and len(run) > 1 and name in self._keys.get(run[0].lower(), ()):
            value = fitting(kind, " ".join(run[1:]), known)
        if value is NO_VALUE and kept and len(kept) < len(run) and (run[-1] == kept[-1] or run[0].lower() in ORDINALS):
            value = fitting(kind, " ".join(kept), known)
        return value

    def _add(self, out: dict[str, JSON], name: str, value: JSON) -> None:
        before = out.get(name)
        if isinstance(before, list) and isinstance(value, list):
            value = [*before, *value]
        elif isinstance(before, dict) and isinstance(value, dict) and not before.keys() & value.keys():
            value = {**before, **value}
        elif name in out:
            raise DocumentError([Fault("said-twice", f"{self.word} says its {name} twice")])
        out[name] = value

    # --- words are written -------------------------------------------------------------------------------------------

    def write(self, action: Any) -> str:
        """An action in words."""
        subject = getattr(action, self.wording.subject) if self.wording.subject else None
        verb = self.word if subject is None or not self.wording.verbs else self.wording.verbs[0]
        plain, announced = [] if subject is None else [quoted(typed_as(subject))], list[str]()
        plain.append(verb)
        for name, member in self.fields.items():
            value = getattr(action, member.name)
            unsaid = value is None or value == member.default or (value in ((), {}) and member.default is not None)
            if unsaid or name == self.wording.subject:
                continue
            key, text = self.wording.keywords.get(name, ("",))[0], typed_as(value)
            text = quoted(text) if types.without_none(member.type) is str else text
            if type(value) is bool:
                announced.append(name if value else f"{name}=no")
            elif key or member.kw_only:
                announced.append(f"{key} {text}" if key else f"{name}={text if text[:1] == chr(34) else quoted(text)}")
            else:
                plain.append(text)
        return " ".join([*plain, *announced])


class Actions:
    """A game's kinds of actions, or its questions, made from the rules that carry them out.

    A rule is a function of a position and the action's keys. Its name is the action's word; its docstring and
    its arguments' types and defaults describe the action, and :func:`said` gives its words. Keyword-only arguments
    need their name, or a keyword, in words too.

    :ivar kinds: by the word under ``do``.
    """

    def __init__(self, *rules: Callable[..., Any]) -> None:
        self.kinds = {kind.word: kind for kind in map(Kind, rules)}
        self._verbs: dict[str, list[Kind]] = {}
        for kind in self.kinds.values():
            forms = (kind.word.replace("-", " "), *kind.wording.verbs)
            for verb in dict.fromkeys([*forms, *map(_infinitive, forms)]):
                self._verbs.setdefault(verb, []).append(kind)
        verbs = {verb.replace(" ", "-"): kinds[0].word for verb, kinds in self._verbs.items()}
        self._names = Names("action", self.kinds, verbs)

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
        kind, said = self.kinds[word], [each for each in said if each.lower() != "the"]
        found = next(((start, end) for start, end, other in self._each_verb(said) if other is kind), (0, 0))
        return self.read({"do": word, **kind.read(said[: found[0]], said[found[1] :], known)}, "", known)

    def read(self, data: JSON | Sequence[str], at: str = "", known: Known = NOTHING_KNOWN) -> Action:
        """An action from its JSON object, its text, or its words.

        :param at: JSON Pointer of the action, put before the faults' own.
        :param known: names that the position defines; with them, references are checked too.
        :raises DocumentError: it is not an action of this game, or a value is out of bounds.
        """
        if isinstance(data, str):
            data = jsontext.loads(data) if is_json(data) else split(data)
        if isinstance(data, list | tuple):
            return self._typed(["and" if word == "&" else word for word in data if word.lower() != "the"], at, known)
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
        """An action from its words; of those that share a verb, the first that fits."""
        if not words:
            raise DocumentError([Fault("empty", "an action begins with a word", hint=self._every())])
        failed: TitanError | None = None
        for start, end, kind in self._verbs_in(words, known):
            try:
                said = kind.read(words[:start], words[end:], known)
                return self.read({"do": kind.word, **said}, at, known)
            except (DocumentError, UnknownName) as e:
                failed = e
        assert failed is not None, "a verb is found or refused"
        raise failed

    def _verbs_in(self, words: Sequence[str], known: Known) -> Iterator[tuple[int, int, Kind]]:
        """The actions that the first verb may name, with the verb's place, the longest first.

        :raises UnknownName: there is no verb.
        """
        every = list(self._each_verb(words))
        if every:
            yield from (found for found in every if found[0] == every[0][0])
            return
        strange = [word for word in words if not any(word in names for names in known.values())]
        yield 0, 1, self.kinds[self._names.canonical([*strange, words[0]][0])]

    def _each_verb(self, words: Sequence[str]) -> Iterator[tuple[int, int, Kind]]:
        lower = [bare(word).lower() for word in words]
        for start in range(len(words)):
            for end in range(min(start + 3, len(words)), start, -1):
                verb = " ".join(lower[start:end]).replace("-", " ")
                yield from ((start, end, kind) for kind in self._verbs.get(verb, ()))

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


def _infinitive(verb: str) -> str:
    """``takes`` as it stands after *may* or *can*.

    >>> _infinitive("passes"), _infinitive("sets up"), _infinitive("move")
    ('pass', 'set up', 'move')
    """
    first, *rest = verb.split(" ")
    first = first.removesuffix("es" if first.endswith(("sses", "ches", "shes")) else "s") if len(first) > 3 else first
    return " ".join([first, *rest])


def _kind_of(action: Action) -> Kind:
    return type(action).made_from
