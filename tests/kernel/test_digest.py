"""Rule digests."""

import pytest

from titan_rules.kernel.digest import Digest, Rule
from titan_rules.kernel.errors import UnknownName

RULES = [
    Rule("FROG-1", "FROGS", "A frog jumps far.", "Book §1"),
    Rule("FROG-2", "FROGS", "A frog may jump twice.", "Book §2, custom"),
    Rule("JUMP-1", "OTHER BEASTS", "Toads crawl.", "custom"),
]
DIGEST = Digest({rule.id: rule for rule in RULES}, sources={"Book": "The Book of Frogs", "custom": "what all do"})


def ids(rules: list[Rule]) -> list[str]:
    return [rule.id for rule in rules]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FROG-1", ["FROG-1"]),
        ("frog-2", ["FROG-2"]),
        ("frog", ["FROG-1", "FROG-2"]),
        (" JUMP ", ["JUMP-1"]),
        ("frogs", ["FROG-1", "FROG-2"]),
        ("other", ["JUMP-1"]),
        ("Other beasts", ["JUMP-1"]),
    ],
)
def test_find(text: str, found: list[str]) -> None:
    assert ids(DIGEST.find(text)) == found


@pytest.mark.parametrize("text", ["FROG-3", "", " ", "newt", "-"])
def test_find_nothing(text: str) -> None:
    with pytest.raises(UnknownName) as caught:
        DIGEST.find(text)
    assert caught.value.fault.code == "unknown-rule"


def test_a_search_takes_words_in_any_case_and_form_the_title_first() -> None:
    assert ids(DIGEST.search("jump"))[0] == "JUMP-1"
    assert ids(DIGEST.search("TWICE frog"))[0] == "FROG-2"
    assert DIGEST.search("newt") == []
    assert DIGEST.search("") == []


def test_chapters_and_sources() -> None:
    assert {heading: ids(rules) for heading, rules in DIGEST.chapters().items()} == {
        "FROGS": ["FROG-1", "FROG-2"],
        "OTHER BEASTS": ["JUMP-1"],
    }
    assert DIGEST.sources_of(RULES[0]) == {"Book": "The Book of Frogs"}
    assert DIGEST.sources_of(RULES[1]) == DIGEST.sources
