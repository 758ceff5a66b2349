"""English for sentences."""

from looping import for_each
from titan_rules.kernel.wording import article, glossed, listed, nouns, one_line, plural, sentence, several, verb


@for_each(
    ("noun", "more"),
    [
        ("hit", "hits"), ("die", "dice"), ("Harpy", "Harpies"), ("boy", "boys"), ("Cyclops", "Cyclopes"),
        ("gas", "gases"),
        ("hex", "hexes"), ("branch", "branches"), ("brush", "brushes"), ("infantry", "infantry"),
    ],
)  # fmt: skip
def test_plurals(noun: str, more: str) -> None:
    assert plural(noun) == more


def test_counts() -> None:
    assert [nouns("hit", count) for count in (-1, 0, 1, 2)] == ["hit", "hits", "hit", "hits"]
    assert [several(count, "hit") for count in (0, 1, 2)] == ["no hits", "1 hit", "2 hits"]
    assert [verb(count, "rolls", "roll") for count in (0, 1, 2)] == ["roll", "rolls", "roll"]


def test_articles_and_lists() -> None:
    names = ("Angel", "8", "80", "9", "unit", "uncle", "one-eyed", "Oneiros")
    assert [article(name).split()[0] for name in names] == ["an", "an", "an", "a", "a", "an", "a", "a"]
    assert listed([1, 2, 3], "or") == "1, 2 or 3"
    assert (listed([1, 2, 3], ","), listed([1], ","), listed([], "or", "nobody")) == ("1, 2, 3", "1", "nobody")
    assert one_line("a\nb\tc\x1bd é") == "a b c d é"


def test_templates_with_their_facts() -> None:
    facts = {"who": "Ogre", "hits": 1, "die": 3, "change": -2, "share": 0.5, "yes": True}
    assert sentence("{who} {hits}", facts) == "Ogre 1"
    assert sentence("{who:a} takes {hits:hit}, {die:die}.", facts) == "an Ogre takes 1 hit, 3 dice."
    assert sentence("{change:+d} {die:d} {die:x} {share:.1f} {die:>2} {who:>5}", facts) == "-2 3 3 0.5  3  Ogre"
    assert sentence("{{{die:die}}} {yes}", facts) == "{3 dice} True"
    assert sentence("{die:a}", {"die": 8}) == "an 8"
    assert sentence("{die:}: {who}", facts) == "3: Ogre"


def test_a_term_is_translated_where_it_stands_first() -> None:
    terms = {"harp": "H", "harpy": "HY", "Lion": "L"}
    assert glossed("Harps, a harp, a harpy and lions", terms) == "Harps (H), a harp, a harpy (HY) and lions (L)"
    assert glossed("sharp harping", terms) == "sharp harping"
    assert glossed("harp", {}) == "harp"
