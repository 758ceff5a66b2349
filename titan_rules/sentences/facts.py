"""Statements that one rule decides without a position: *a Gargoyle flies*, *is an Ogre worth 12 points?*"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ..box.vocabulary import any_of, one_off
from ..digest.rows import digest
from ..kernel.digest import Rule
from ..kernel.jsontext import data_file
from ..position.line import read_line
from .said import Question
from .statements import Asked, Concept, Reader, Statement, statement
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
        if not all(token.little or token.concepts & self.also or token.concepts & _SMALL for token in told.tokens):
            return 0
        if told.counted and "count" not in self.also:
            return 0
        if self.yes and not (told.open or said & (self.yes | self.no)) and not self.truth:
            return 0
        return sum(bool(token.concepts & self.decisive) for token in told.tokens)

    def _denied_itself(self, told: Statement, left: Sequence[Concept]) -> bool:
        """Whether each denial stands in a clause that says what the row is about."""
        clauses: list[list[Concept]] = [[]]
        for token in told.tokens:
            if token.low in _PARTING:
                clauses.append([])
            clauses[-1].append(token)
        denying = [clause for clause in clauses if any("not" in x.concepts and x in left for x in clause)]
        if not all(any(token.concepts & self.decisive for token in clause) for clause in denying):
            return False
        words = [token for token in told.tokens if not token.little]
        lacking = [after for token, after in pairwise([*words, None]) if token is not None and token.low == "without"]
        return all(after is not None and after.concepts & self.decisive for after in lacking)

    def _only(self, told: Statement) -> bool:
        """Whether it is said of somebody alone, which the row does not tell."""
        return "only" not in self.also and any(token.low == "only" for token in told.tokens)

    def judge(self, told: Statement, read: Reader) -> Fact | Question | None:
        """Whether it is true; None if that cannot be told."""
        left = [token for token in told.tokens if not token.concepts & self.also]
        denials = ["forbidden" if token.low in _FORBIDDEN else "not" for token in left if "not" in token.concepts]
        denied = 0 if sorted(denials) == ["forbidden", "not"] else len(denials)
        declined = any("decline" in token.concepts for token in left)
        if denials and not self._denied_itself(told, left):
            return None  # something else is denied
        sides = [bool(token.concepts & self.no) for token in told.tokens if token.concepts & (self.yes | self.no)]
        reasons = any(token.low in _REASONS for token in told.tokens)
        if denied > 1 or (denied and (reasons or len(sides) > 1)):
            return None
        if self.kind == "is" and len(set(sides)) > 1 and not told.open:
            return None  # what is denied, or meant, is not told
        obliged = self.kind == "is" and not told.open and any("must" in token.concepts for token in left)
        if obliged and "must" not in self.also:
            return None  # whether somebody must do it is another question
        if self.truth is not None:
            unsure = declined or any(token.low in ("without", "lacking") for token in left)
            truth = None if unsure else TRUTHS[self.truth](Asked(told, read, bool(denied)))
            if truth is None or isinstance(truth, Question):
                return truth
            if truth[0] and self._only(told):
                return None
            return Fact(self.rule, (truth[0] and not told.concepts & self.no) != bool(denied), truth[1])
        if told.open:
            return None if denied or declined else Fact(self.rule, True, self.says, "marked" not in told.concepts)
        kind: Kind = self.kind
        if told.concepts & self.no:
            kind = "is" if kind == "must" else "never" if kind == "may" else kind
            holds = _holds(kind, bool(denied), declined, told, denials)
            if holds is not None and kind == "is":
                holds = not holds
        else:
            holds = _holds(kind, bool(denied), declined, told, denials)
        if holds and kind == "may" and self._only(told):
            return None
        return None if holds is None else Fact(self.rule, holds, self.says, "marked" not in told.concepts)


_SENTENCE = 4  # words; fewer are looked up one by one
_PARTING = frozenset(",.;?!:") | any_of("and but so though although while")
_REASONS = any_of("because since so_that although though")
_FORBIDDEN = any_of("forbidden prohibited disallowed banned illegal")
_SMALL = any_of("may must need not decline player howmany")


def _holds(kind: Kind, denied: bool, declined: bool, told: Statement, denials: Sequence[str]) -> bool | None:
    """Whether it is true that somebody does something, may, must, or does not."""
    must = any(token.concepts & {"must", "need"} for token in told.tokens)
    if declined:
        return None if denied or kind == "never" else {"may": not must, "must": False, "is": None}[kind]
    match kind:
        case "is":
            return not denied
        case "never":
            return denied
        case "must":
            return not denied
        case "may":
            if denied and not must:
                return None if told.asks and denials == ["not"] else False
            return must == denied


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
    most = max((matched for matched, _ in judged), default=0)
    best = [one for matched, one in judged if matched == most]
    if not best or any(isinstance(one, Question) != isinstance(best[0], Question) for one in best):
        return None
    verdicts = {one.holds for one in best if isinstance(one, Fact)}
    return best[0] if len(verdicts) < 2 else None


_NEAREST = 2  # rules that statements are about, before those whose texts have the words


def rules_about(text: str) -> list[Rule]:
    """The rules that a question in plain words may be about; the best first.

    >>> rules_about("With which sorts of pizza may a Legion that holds a Lord flee?")[0].id
    'ENG-3'
    """
    asked = [digest().rules[rule] for rule in _rules_asked(text)[:_NEAREST]] if len(text.split()) >= _SENTENCE else []
    return list({rule.id: rule for rule in (*asked, *digest().search(text))}.values())


def _rules_asked(text: str) -> list[str]:
    """The rules of the rows that a text is about, whatever else it says."""
    told = statement([text], tolerant=True)
    if told is None:
        return []
    said = told.concepts
    fitting = [
        (sum(bool(token.concepts & row.decisive) for token in told.tokens), len(row.about), row.rule)
        for row in _ROWS
        if all(group & said for group in row.about)
    ]
    return list(dict.fromkeys(rule for _, _, rule in sorted(fitting, key=lambda one: (-one[0], -one[1]))))


def known(word: str, words: frozenset[str]) -> bool:
    """Whether a word is among others, also with one wrong letter."""
    return word in words or (len(word) > 4 and any(one_off(word, other) for other in words))
