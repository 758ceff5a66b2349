"""Which rules a question is about: the likeliest ones, never a verdict.

Rules are ranked by the words of their titles, of players, of their texts and of the disputes that they settle. The
scores are kept in ``data/rule_index.json``, so that a search reads one file and adds up a few numbers.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

from attrs import frozen

from ..box.current_box import current
from ..box.names import CharacterName
from ..box.value import Box
from ..digest.glossary import glossary
from ..digest.rows import digest
from ..kernel.arguments import expect, expect_positive
from ..kernel.digest import Rule
from ..kernel.jsontext import data_file
from ..kernel.names import one_off
from ..kernel.search import SearchField, best, postings, scores, stem
from ..kernel.wording import plural
from ..kernel.words import NUMBER_WORDS
from ..kernel.writing import Part
from .lexer import tokens
from .lexicon import Kind, lexicon

K = TypeVar("K")

MOST = 3
"""How many rules answer a question."""

ENOUGH = 3.0
"""A lower score is no finding: a word that some dispute says by the way, such as *nearby*."""

BY_ID = 100.0
"""The score of a rule whose id is in the question; no words add up to it."""

MOST_NAMES = 2
"""A question about more names is about none of them."""

OTHER_BOXES = 0.6
"""What a rule about boxes beyond the printed one counts."""

_WORD = re.compile(r"\w+")
_DICE = re.compile(r"\b[0-9](?:[ ,]+[0-9]){2,}\b")

FIELDS = {
    "title": SearchField(2.0),
    "words": SearchField(2.0, 0.3),
    "chapter": SearchField(1.0),
    "text": SearchField(0.5, 0.5),
    "disputes": SearchField(0.5, 0.7),
}
"""How much the fields of a rule count.

Titles and players' words say what a rule is about. Its text and its disputes also tell what happens around it, and
long ones count less for each word.
"""


@frozen
class Synonyms:
    """How players' words become the terms that are compared.

    :param little: words that say nothing about which rule is meant.
    :param same: a term for each word that means the same as others.
    :param phrases: a word for several, by their stems.
    :param entries: terms of what the box says about a name: *how many points is a Hydra worth*.
    """

    little: frozenset[str]
    same: Mapping[str, str]
    phrases: Mapping[tuple[str, ...], str]
    entries: frozenset[str]


@frozen(kw_only=True)
class ShownCase(Part):
    """A settled dispute in short.

    :param id: the scenario's.
    :param position: its line, if it is short.
    :param action: if the dispute is about one.
    :param ruling: what the engine says, and why.
    """

    id: str
    question: str
    position: str | None = None
    action: str | None = None
    ruling: str


@cache
def synonyms() -> Synonyms:
    """The synonyms in ``data/synonyms.json``."""
    data: Mapping[str, Any] = data_file(__file__, "synonyms.json")
    same = {word: f"~{group.split()[0]}" for group in data["same"] for word in group.split()}
    return Synonyms(
        frozenset(data["little"].split()),
        same,
        {tuple(map(stem, phrase.split())): word for phrase, word in data["phrases"].items()},
        frozenset(same.get(word, stem(word)) for word in data["entries"].split()),
    )


def terms(text: str) -> list[str]:
    """The terms of a text: stems without little words, synonyms as one, names with their kinds.

    A Creature's own name is no term: a question about an Ogre is about any Creature.

    >>> terms("May my guys run away?") == terms("can a character flee")
    True
    """
    return _with_names([term for word in _joined(_words(text), synonyms().phrases) for term in _terms_of(word)])


def _with_names(found: list[str]) -> list[str]:
    """Terms, with one for two or more characters."""
    return [*found, "=names"] if found.count("=character") > 1 else found


def _words(text: str) -> list[str]:
    """The words of a text in lower case, without little ones; Japanese terms in English, figures in a row as dice."""
    text = _DICE.sub(" dice ", text)
    for term, japanese in glossary().items():
        text = text.replace(japanese, f" {term} ")
    parts = [part for token in tokens(text.replace('"', " ")) for part in token.low.partition("'")[0].split("-")]
    return [part for part in parts if part.isalnum() and part not in synonyms().little]


def _joined(words: Sequence[str], phrases: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    """The words, phrases of two or three replaced by their word."""
    stems, at = [stem(word) for word in words], 0
    while at < len(words):
        size = next((n for n in (3, 2) if tuple(stems[at : at + n]) in phrases), 1)
        yield words[at] if size == 1 else phrases[tuple(stems[at : at + size])]
        at += size


def _terms_of(word: str) -> list[str]:
    """A word's term, and what kind of thing it names."""
    same, named = synonyms().same, _names_of(current()).get(word)
    if named is None:
        figure = str(NUMBER_WORDS.get(word, word))
        return [same.get(figure) or same.get(stem(figure)) or stem(figure)]
    kind, name = named
    own = same.get(name.lower(), stem(name))
    if kind is not Kind.NAME:
        return [own, "=land" if kind is Kind.TERRAIN else "=hazard"]
    character = current().characters[CharacterName(name)]
    kinds = ["=character", f"={character.rank.lower()}"]
    return kinds if character.is_creature else [own, *kinds]


@cache
def _names_of(box: Box) -> Mapping[str, tuple[Kind, str]]:
    """The characters, terrains and hazards of a box, by their names in the singular and plural."""
    named = [
        *((Kind.HAZARD, name) for name in (*box.hazards, *box.hexsides)),
        *((Kind.TERRAIN, name) for name in box.terrains),
        *((Kind.NAME, name) for name in box.characters),
    ]
    return {form.lower(): (kind, name) for kind, name in named for form in (plural(name), f"{name}s", name)}


def _name_in(word: str) -> tuple[Kind, str] | None:
    """The character, terrain, hazard or land that a word of a question names, also shortened or misspelt."""
    exact = _names_of(current()).get(word)
    if exact is not None or word in synonyms().same:
        return exact
    letters = word.rstrip("0123456789")
    is_code = letters and letters != word
    meaning = lexicon().land(word) if is_code else lexicon().meaning(word)
    if meaning is None or meaning.kind not in (Kind.NAME, Kind.TERRAIN, Kind.HAZARD, Kind.LAND):
        return None
    return meaning.kind, str(meaning.value)


def asked_terms(question: str, index: Collection[str]) -> list[str]:
    """The terms of a question; a word that is in no text is taken for the only name or term that it may misspell."""
    found: list[str] = []
    for word in _joined(_words(question), synonyms().phrases):
        some = _terms_of(word)
        if not any(term in index for term in some):
            named = _name_in(word)
            some = _respelled(word, index) if named is None else _terms_of(named[1].lower())
        found += some
    return _with_names(found)


def _respelled(word: str, index: Collection[str]) -> list[str]:
    """The only term that a word of five letters or more may misspell by one."""
    same = synonyms().same
    near = {same.get(other, other) for other in (*same, *index) if one_off(word, other)} if len(word) > 4 else set()
    return list(near) if len(near) == 1 else []


def find_rules(question: str, most: int = MOST) -> list[Rule]:
    """The rules that a question is likeliest about, the best first; none if no rule shares enough of its words.

    A rule named by its id, or by a section of its sources (*Law 7.4*), comes first.

    >>> [rule.id for rule in find_rules("can I run away with my Titan?")][0]
    'ENG-3'
    """
    expect(str, question=question)
    expect_positive(most=most)
    rules = digest()
    index = _index()["terms"]
    asked = asked_terms(question, index)
    found = defaultdict(float, scores(index, asked) if any(not term.startswith("=") for term in asked) else {})
    words = f" {' '.join(_WORD.findall(question.casefold()))} "
    for rule in rules.rules:
        if f" {rule.casefold().replace('-', ' ')} " in words:
            found[rule] += BY_ID
    for rule, score in rules.sections(question).items():
        found[rule] += score
    return [rules.rules[rule] for rule in best(found, most, ENOUGH)]


def case_of(rule: Rule) -> ShownCase:
    """The plain dispute that shows a rule, as the engine judges it."""
    return ShownCase(**_index()["cases"][rule.id])


def names_asked_for(question: str) -> list[tuple[Kind, str]]:
    """The names of the box that a question asks about, if it asks for nothing but what the box says about them.

    :returns: characters, terrains, hazards and lands (by number), each once; none if there are more than two.

    >>> [name for _, name in names_asked_for("how many points is a hydra worth")]
    ['Hydra']
    >>> names_asked_for("may a hydra flee")
    []
    """
    found: list[tuple[Kind, str]] = []
    words = _words(question)
    for before, word in pairwise(["", *words]):
        named = _name_in(word)
        if named is not None:
            found.append(named)
        elif word in map(str, current().masterboard.lands) and (before == "land" or len(words) == 1):
            found.append((Kind.LAND, word))
        elif not synonyms().entries.issuperset(_terms_of(word)):
            return []
    names = list(dict.fromkeys(found))
    return names if len(names) <= MOST_NAMES else []


@cache
def _index() -> Mapping[str, Any]:
    """By rule, its case; by term, what it adds to the score of each rule, as :func:`index_of` makes it."""
    index: Mapping[str, Any] = data_file(__file__, "rule_index.json")
    return index


def find_texts(question: str, texts: Mapping[K, tuple[str, str]], most: int) -> list[K]:
    """The entries that a question is likeliest about, the best first.

    :param texts: of each entry a title, whose words count more, and a text.
    """
    entries = {key: {"title": terms(title), "text": terms(text)} for key, (title, text) in texts.items()}
    index = postings(entries, {"title": FIELDS["title"], "text": SearchField(1.0, 0.5)})
    return best(scores(index, asked_terms(question, index)), most)


def index_of(disputes: Mapping[str, Iterable[str]]) -> dict[str, dict[str, float]]:
    """What each term adds to the score of each rule of the digest.

    :param disputes: what is told of the disputes that each rule settles.
    """
    entries = {
        rule.id: {
            "title": terms(rule.title),
            "words": terms(rule.words),
            "chapter": terms(rule.chapter),
            "text": terms(rule.text),
            "disputes": terms(" ".join(disputes[rule.id])),
        }
        for rule in digest().rules.values()
    }
    return {
        term: {
            rule: round(score * (OTHER_BOXES if rule.startswith("BOX-") else 1), 2) for rule, score in having.items()
        }
        for term, having in sorted(postings(entries, FIELDS).items())
    }
