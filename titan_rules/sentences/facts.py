"""Statements that one rule decides without a position: *a Gargoyle flies*, *is an Ogre worth 12 points?*"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ..box.vocabulary import any_of, one_off
from ..kernel.jsontext import data_file
from ..position.line import read_line
from .concepts import Concept
from .said import Question
from .statements import Asked, Reader, Statement, statement
from .truths import TRUTHS

_DATA = data_file(__file__, "facts.json")
Kind: TypeAlias = Literal["is", "may", "must", "never"]


@frozen
class Fact:
    """A statement.

    :param holds: whether it is true; :param sentence: what is true.
    :param general: it is a rule's own sentence, which a position that is told as well goes before.
    """

    rule: str
    holds: bool
    sentence: str
    general: bool = False


@frozen
class _Row:
    """A statement that we know.

    :param kind: what the sentence says of what it is about.
    :param about: groups of concepts, of each of which one is said.
    :param yes, no: concepts that make it true, and false; if there are any, one must be said.
    :param also: what else may be said.
    :param bars: what makes the question another one; ``-`` in the data.
    :param truth: the function that tells, by name; else the row does.
    """

    rule: str
    kind: Kind
    says: str
    about: tuple[frozenset[str], ...]
    yes: frozenset[str]
    no: frozenset[str]
    also: frozenset[str]
    bars: frozenset[str]
    truth: str | None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "_Row":
        """A row of the data; a word with an @ stands for a class of concepts."""
        about = tuple(frozenset(group.split("|")) for group in data["about"].split())
        yes, no = any_of(data.get("yes", "")), any_of(data.get("no", ""))
        also = any_of(" ".join(_DATA["classes"].get(word, word) for word in data.get("also", "").split()))
        bars = frozenset(word[1:] for word in also if word.startswith("-"))
        known = also.union(yes, no, *about)
        kind, says = data.get("kind", "is"), data.get("says", "")
        return cls(data["rule"], kind, says, about, yes, no, known, bars, data.get("truth"))

    @property
    def decisive(self) -> frozenset[str]:
        """The concepts that it is about, and that decide it."""
        return self.yes.union(self.no, *self.about)

    def matched(self, told: Statement) -> int:
        """How many words it accounts for; 0 if it is about something else, or a word is none of its own."""
        said = told.concepts
        if self.bars & said or not all(group & said for group in self.about):
            return 0
        if not all(token.little or token.counting & self.also or token.concepts & _SMALL for token in told.tokens):
            return 0
        if told.counted and "count" not in self.also:
            return 0
        if self.yes and not (told.open or said & (self.yes | self.no)) and not self.truth:
            return 0
        return sum(bool(token.concepts & self.decisive) for token in told.tokens)

    def judge(self, told: Statement, read: Reader) -> Fact | Question | None:
        """Whether it is true; None if that cannot be told."""
        rest = [token for token in told.tokens if not token.concepts & self.also]
        denied = self._is_denied(told, rest)
        if denied is None or self._asks_something_else(told, rest, denied):
            return None
        if self.truth is not None:
            return self._asked_of_the_rules(self.truth, told, rest, denied, read)
        holds = self._holds(told, rest, denied)
        return None if holds is None else Fact(self.rule, holds, self.says, "marked" not in told.concepts)

    def _is_denied(self, told: Statement, rest: Sequence[Concept]) -> bool | None:
        """Whether what it is about is denied; None if something else is, or more than once."""
        denials = ["forbidden" if token.low in _FORBIDDEN else "not" for token in rest if "not" in token.concepts]
        if denials and not self._denied_itself(told, rest):
            return None
        if sorted(denials) == ["forbidden", "not"]:
            return False
        return None if len(denials) > 1 else bool(denials)

    def _denied_itself(self, told: Statement, rest: Sequence[Concept]) -> bool:
        """Whether each denial stands in a clause that says what the row is about."""
        clauses: list[list[Concept]] = [[]]
        for token in told.tokens:
            if token.low in _PARTING:
                clauses.append([])
            clauses[-1].append(token)
        denying = [clause for clause in clauses if any("not" in x.concepts and x in rest for x in clause)]
        if not all(any(token.concepts & self.decisive for token in clause) for clause in denying):
            return False
        words = [token for token in told.tokens if not token.little]
        lacking = [after for token, after in pairwise([*words, None]) if token is not None and token.low == "without"]
        return all(after is not None and after.concepts & self.decisive for after in lacking)

    def _asks_something_else(self, told: Statement, rest: Sequence[Concept], denied: bool) -> bool:
        """Whether it asks for a reason, for one of two sides, or whether somebody must do what simply happens."""
        sides = [bool(token.concepts & self.no) for token in told.tokens if token.concepts & (self.yes | self.no)]
        if denied and (len(sides) > 1 or any(token.low in _REASONS for token in told.tokens)):
            return True
        if self.kind != "is" or told.open:
            return False
        obliges = {"must", "need"} if denied else {"must"}
        return len(set(sides)) > 1 or any(token.concepts & obliges for token in rest)

    def _asked_of_the_rules(
        self, truth: str, told: Statement, rest: Sequence[Concept], denied: bool, read: Reader
    ) -> Fact | Question | None:
        """Whether it is true by a function that asks the box or the rules."""
        if _declines(rest) or any(token.low in _LACKING for token in rest):
            return None
        answer = TRUTHS[truth](Asked(told, read, denied))
        if answer is None or isinstance(answer, Question):
            return answer
        holds, sentence = answer
        return (
            None
            if holds and self._said_of_one_alone(told)
            else Fact(self.rule, (holds and not told.concepts & self.no) != denied, sentence)
        )

    def _holds(self, told: Statement, rest: Sequence[Concept], denied: bool) -> bool | None:
        """Whether it is true that somebody does, may or must do something, by what kind of rule it is."""
        declines, must = _declines(rest), any(token.concepts & {"must", "need"} for token in told.tokens)
        if told.open:
            return None if denied or declines else True
        kind: Kind = "never" if told.concepts & self.no else self.kind
        if declines:
            if denied or kind in ("is", "never"):
                return None
            kind = "never" if kind == "must" else kind
        if kind == "may" and (self._said_of_one_alone(told) or self._has_a_history(told) or _tells_of_two(told)):
            return None
        if kind == "may" and denied and not must and told.asks and not any(x.low in _FORBIDDEN for x in rest):
            return None  # Can I not ...?
        stands = kind != "never" and not (kind == "may" and must)
        return stands != denied

    def _said_of_one_alone(self, told: Statement) -> bool:
        """Whether *only* is said, and the row does not tell it."""
        return "only" not in self.also and any(token.low == "only" for token in told.tokens)

    def _has_a_history(self, told: Statement) -> bool:
        """Whether something is said to have been done before, and the row does not tell it."""
        return any(token.low in _BEFORE and not token.concepts & self.decisive for token in told.tokens)


_PARTING = frozenset(",.;?!:") | any_of("and but so though although while")
_REASONS = any_of("because since so_that although though")
_FORBIDDEN = any_of("forbidden prohibited disallowed banned illegal")
_LACKING = any_of("without lacking")
_BEFORE = any_of("already previously")
_OTHERS = any_of("he she they opponent")
_SMALL = any_of("may must need not decline player howmany")


def _tells_of_two(told: Statement) -> bool:
    """Whether two people are named, or the speaker asks what he may while another rolls or moves."""
    people = {token.low.removesuffix("'s") for token in told.tokens if token.little and "player" in token.concepts}
    pairs = pairwise(told.tokens)
    others = any(one.low in _OTHERS and after.concepts & {"roll", "move"} for one, after in pairs)
    return len(people) > 1 or (others and any(token.low == "i" for token in told.tokens))


def _declines(tokens: Sequence[Concept]) -> bool:
    """Whether somebody is said not to use a right."""
    return any("decline" in token.concepts for token in tokens)


_ROWS = tuple(map(_Row.of, _DATA["facts"]))


def fact(texts: Sequence[str], read: Reader = read_line) -> Fact | Question | None:
    """Whether what somebody says is true, or the question that tells; None if it is no statement that we know.

    Of the rows that account for all words, the one that needs most of them; two that disagree tell nothing.

    :param read: reads a position under the readings that apply.
    """
    told = statement(texts)
    if told is None:
        return None
    fitting = [(2 * matched + (row.truth is not None), row) for row in _ROWS if (matched := row.matched(told))]
    judged = [(matched, one) for matched, row in fitting if (one := row.judge(told, read)) is not None]
    facts = [(matched, one) for matched, one in judged if isinstance(one, Fact)]
    if not facts:
        return next((one for _, one in sorted(judged, key=lambda one: -one[0])), None)
    most = max(matched for matched, _ in facts)
    best = [one for matched, one in facts if matched == most]
    return best[0] if len({one.holds for one in best}) == 1 else None


def known(word: str, words: frozenset[str]) -> bool:
    """Whether a word is among others, also with one wrong letter."""
    return word in words or (len(word) > 4 and any(one_off(word, other) for other in words))
