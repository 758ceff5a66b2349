"""A game: a function from a position and an action to a judgement. Everything else is a view of it (:mod:`.views`)."""

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs
from attrs import field, frozen

from titan_rules.kernel import jsontext
from titan_rules.kernel.dice import DiceSource
from titan_rules.kernel.digest import Digest, Rule, load
from titan_rules.kernel.documents import DocumentKind, Format
from titan_rules.kernel.errors import DocumentError, Fault, IllegalAction, UnknownName
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import ALWAYS, key_of
from titan_rules.kernel.jsontext import JSON, pointer
from titan_rules.kernel.judging import Plan, Refusal
from titan_rules.kernel.names import nearest
from titan_rules.kernel.rulesets import Rulesets
from titan_rules.kernel.rulings import Ruling, illegal

from .actions import Action, Actions
from .fields import Known, field_faults
from .lines import is_json, lines_of, read_position_line, write_position_line
from .outcomes import DiceMissing, broken

P = TypeVar("P")
NO_ACTIONS = Actions()
_RULESET: Any = str | None


@frozen
class Next:
    """Whose choice is next.

    :param who: a side or a player; None if all choose together, or the game is over.
    :param what: the choice, in words.
    """

    who: str | None
    what: str

    def __str__(self) -> str:
        return self.what if self.who is None else f"{self.who}, {self.what}"


@frozen(kw_only=True)
class Ending:
    """The end of a game.

    :param winner: None for a draw, or if the rules leave it open.
    :param how: in a word or two.
    """

    winner: str | None = field(default=None, metadata=ALWAYS)
    how: str
    rule: str

    def __str__(self) -> str:
        return f"{self.winner or 'nobody'} wins, {self.how} ({self.rule})"


def plain(value: Any, format: Format | None = None) -> Any:
    """A value as JSON: documents with their header, frozen objects by their fields, less the empty ones."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item, format) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, format) for item in value]
    document = format.known_json(value) if format is not None else None
    if document is not None:
        return document
    if hasattr(value, "to_json"):
        return plain(value.to_json(), format)
    parts = ((member, getattr(value, member.name)) for member in attrs.fields(type(value)))
    return {key_of(m): plain(part, format) for m, part in parts if _is_told(part, m)}


def _is_told(part: Any, member: "attrs.Attribute[Any]") -> bool:
    if member.default is attrs.NOTHING or member.metadata.get("always"):
        return True
    return not (member.metadata.get("hidden") or part is member.default or part in (None, (), {}))


@frozen(kw_only=True)
class Game(Generic[P]):
    """A game on this kernel.

    :param name: its subcommand, and its documents' format.
    :param title: what is printed on the box.
    :param position: the frozen class of its positions; fields ``ruleset`` and ``options`` hold the readings.
    :param about: what a position is, in one line.
    :param rulesets: its readings.
    :param rules: the package with the digest (``digest.json``), or the text of each rule by its id.
    :param actions: made from its rules.
    :param propose: candidate actions in a position; :meth:`judge` says which are legal.
    :param turn: whose choice is next.
    :param new: a starting position, or its JSON.
    :param over: how the game ended, or None.
    :param as_if: the position at the moment for an action, so that questions need not wait for it.
    :param faults: what makes a position impossible, beyond the checks of its fields.
    :param known: the names that a position defines, for references in its fields and in actions.
    :param warnings: what is odd about a position, but not impossible.
    :param facts: a position at a glance, and what a record may expect of it.
    :param chances: for one outcome of an action's dice, by name, whether something happened.
    :param notes: what the position does not show but would change the answer.
    :param questions: questions besides those on actions, made from functions as actions are.
    :param glossary: terms in Japanese.
    :param origin: where a rule comes from, besides the digest's sources.
    :param record: the kind of document that holds a position and actions.
    :param head: reads the words that begin a position's line, as JSON.
    :param words: writes those words; anything they leave out follows behind bars (:mod:`.lines`).
    :param dispute: a position and an action about which players may disagree, for the help.
    """

    name: str
    title: str
    position: type[P]
    about: str
    rulesets: Rulesets[Any]
    rules: str | Mapping[str, str]
    actions: Actions
    propose: Callable[[P], Iterable[Action]]
    turn: Callable[[P], Next]
    new: Callable[[], P | dict[str, JSON]]
    over: Callable[[P], Ending | None] = lambda position: None
    as_if: Callable[[P, Action], P] = lambda position, action: position
    faults: Callable[[P], Iterable[Fault]] = lambda position: ()
    known: Callable[[P], Known] = lambda position: {}
    warnings: Callable[[P], Sequence[Fault]] = lambda position: ()
    facts: Callable[[P], Mapping[str, object]] = lambda position: _fields(position)
    chances: Callable[[P, Action, P], Mapping[str, bool]] = lambda before, action, after: {}
    notes: Callable[[P, Action], tuple[str, ...]] = lambda position, action: ()
    questions: Actions = NO_ACTIONS
    glossary: Mapping[str, str] = field(factory=dict)
    origin: Callable[[Rule], Mapping[str, str]] = lambda rule: {}
    record: str = "replay"
    head: Callable[[str], dict[str, JSON]] | None = None
    words: Callable[[P], str] | None = None
    dispute: tuple[str, str] | None = None
    format: Format = field(init=False, default=attrs.Factory(lambda self: self._format(), takes_self=True))

    # --- judging -----------------------------------------------------------------------------------------------------

    def judge(self, position: P, action: Action) -> Plan[P, Ruling] | Refusal:
        """Whether an action is legal, and what it does.

        :raises DocumentError: it names something unknown in the position.
        :raises ChoiceNeeded: something must be chosen first.
        """
        ending = self.over(position)
        if ending is not None:
            return Refusal((illegal(ending.rule, "the game is over: {how}", how=ending.how),))
        faults = [*field_faults(action, self.known(position))]
        if faults:
            raise DocumentError(faults)
        try:
            after, rulings = self.actions.apply(position, action)
        except IllegalAction as e:
            return Refusal(broken(e.rulings))
        except DiceMissing as e:
            missing = e
        else:
            return Plan(lambda _: (after, list(rulings)), reasons=lambda: rulings)

        def carry_out(dice: Sequence[int]) -> tuple[P, list[Ruling]]:  # the rule is run again, with dice
            after, rulings = self.actions.apply(position, evolve(action, **missing.fill(dice)))
            return after, list(rulings)

        return Plan(carry_out, missing.count, lambda: missing.rulings, len(missing.faces), missing.fill)

    def apply(
        self, position: P, action: Action, dice: DiceSource | None = None
    ) -> tuple[Action, P, tuple[Ruling, ...]]:
        """The action with its dice, the position after it, and its rulings.

        :param dice: rolls the dice that it lacks.
        :raises IllegalAction: a rule forbids it.
        :raises CannotTell: dice are missing, or something must be chosen first.
        """
        judgement = self.judge(position, action)
        if isinstance(judgement, Refusal):
            raise IllegalAction(judgement.rulings, action)
        if judgement.dice:
            if dice is None:
                raise DiceMissing(judgement.dice, lambda _: {})
            rolled = dice.roll(judgement.dice, judgement.sides)
            return self.apply(position, evolve(action, **judgement.fill(rolled)), dice)
        after, rulings = judgement.carry_out(())
        return action, after, tuple(rulings)

    def next_of(self, position: P) -> dict[str, Any]:
        """Whose choice is next, or how the game ended, as fields of an answer."""
        ending = self.over(position)
        return {"next": self.turn(position)} if ending is None else {"game_over": ending}

    # --- reading and writing -----------------------------------------------------------------------------------------

    def read_action(self, given: Any, position: P | None = None) -> Action:
        """An action as JSON, as text or as words.

        :param position: where its names are looked up.
        :raises DocumentError: it cannot be read.
        """
        return self.actions.read(given, "", {} if position is None else self.known(position))

    def text(self, action: Action, position: P) -> str:
        """An action in words, or as JSON if words cannot say it."""
        return self.actions.write(action, self.known(position))

    def read_position(self, text: str) -> P:
        """A position as JSON or on one line.

        :raises DocumentError: it cannot be read, or is impossible.
        """
        return typing.cast(P, self.format.read(self.position_json(text), ("position",)))

    def position_json(self, text: str) -> JSON:
        """The JSON of a position written as JSON or on one line.

        :raises DocumentError: it is neither.
        """
        if is_json(text):
            return jsontext.loads(text)
        if self.head is None or not text.strip():
            message = f"a position of {self.title} is a JSON object, not {text.strip()[:40]!r}"
            raise DocumentError([Fault("not-json", message, hint=f"titan companion {self.name} new prints one")])
        return {"format": self.format.id, "kind": "position", **read_position_line(text, self.head)}

    def line(self, position: P) -> str | None:
        """A position on one line: in words, else as JSON; None if the game has no lines."""
        if self.head is None or self.words is None:
            return None
        words, data = self.words(position), self.format.to_json(position)
        try:
            meant = self.format.to_json(self.format.parse(self.position_json(words)).unchecked)
        except (DocumentError, UnknownName):
            return jsontext.compact(data)
        return write_position_line(words, meant, data)

    def start(self) -> P:
        """A starting position."""
        start = self.new()
        return typing.cast(P, self.format.read(start)) if isinstance(start, dict) else start

    @property
    def digest(self) -> Digest:
        """Its rules."""
        if isinstance(self.rules, str):
            return load(self.rules, "digest.json")
        return Digest({id: Rule(id, self.title, text, "") for id, text in self.rules.items()})

    # --- documents ---------------------------------------------------------------------------------------------------

    def _format(self) -> Format:
        record = attrs.make_class(
            "Record",
            {
                "ruleset": field(type=_RULESET, default=None),
                "options": field(type=Mapping[str, str | bool], factory=dict),
                "start": field(type=self.position),
                "actions": field(type=tuple[Any, ...], default=(), metadata=ALWAYS),
                "comment": field(type=str, default=""),
            },
            frozen=True,
            kw_only=True,
        )
        record.__doc__ = "A position and the actions done in it.\n\n:param actions: one after the other."
        kinds = (
            DocumentKind("position", self.position, self.position_faults, self.about),
            DocumentKind(self.record, record, self._record_faults, "a position and what is done in it"),
        )
        return Format(self.name, 1, kinds)

    def position_faults(self, position: P) -> list[Fault]:
        """Everything that makes a position impossible."""
        at: Any = position
        own = self.rulesets.faults(at.ruleset, at.options)
        return [*own, *field_faults(position, self.known(position)), *self.faults(position)]

    def _record_faults(self, record: Any) -> list[Fault]:
        start = [evolve(f, pointer="/start" + f.pointer) for f in self.position_faults(self.start_of(record))]
        return start + [f for i, row in enumerate(record.actions) for f in self.line_faults(row, pointer("actions", i))]

    def line_faults(self, row: JSON, at: str = "") -> Iterator[Fault]:
        """What is wrong with one line of a record, in JSON or in words."""
        for line in lines_of([(0, row)]):
            faults = [line.fault] if line.fault is not None else []
            try:
                if line.fault is None:
                    self.actions.read(line.data.get("text", line.data))
            except (DocumentError, UnknownName) as e:
                faults += e.faults
            known = self.facts(self.start()) if line.expect else {}
            faults += [self.no_fact(fact, known) for fact in line.expect if fact not in known]
            yield from (evolve(fault, pointer=at + fault.pointer, line=None) for fault in faults)

    def no_fact(self, fact: str, known: Mapping[str, Any]) -> Fault:
        """The fault of an expectation that names no fact of this game."""
        message = f"there is no fact {fact!r} to expect"
        return Fault("unknown-key", message, pointer("expect", fact), hint=nearest(fact, known))

    def start_of(self, document: Any) -> P:
        """The position that a document starts from, under the document's readings."""
        if not hasattr(document, "actions"):
            return typing.cast(P, document)
        start = document.start
        ruleset = start.ruleset if document.ruleset is None else document.ruleset
        return typing.cast(P, evolve(start, ruleset=ruleset, options={**start.options, **document.options}))


def _fields(position: Any) -> dict[str, object]:
    return {m.name: getattr(position, m.name) for m in attrs.fields(type(position))
            if m.name not in ("ruleset", "options", "comment")}  # fmt: skip
