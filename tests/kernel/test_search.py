"""BM25 over weighted fields, and the search of a digest."""

from titan_rules.kernel.digest import Digest, Rule
from titan_rules.kernel.search import SearchField, best, postings, scores, stem


def found(words: list[str], entries: dict[str, dict[str, list[str]]], fields: dict[str, SearchField]) -> list[str]:
    return best(scores(postings(entries, fields), words), 9)


def test_words_are_compared_by_their_stems() -> None:
    assert len({stem(word) for word in ("teleport", "teleports", "teleported", "teleporting")}) == 1
    assert len({stem(word) for word in ("flee", "fleeing", "flees", "fled")}) == 1
    assert (stem("stopping"), stem("odd"), stem("press")) == ("stop", "odd", "press")
    assert stem("strike") == stem("striking") == stem("struck")


def test_a_field_of_more_weight_counts_more_and_a_rare_word_most() -> None:
    entries = {
        "a": {"title": ["wolf"], "text": ["sheep"]},
        "b": {"title": ["sheep"], "text": ["wolf"]},
        "c": {"title": ["sheep"], "text": ["goat"]},
    }
    fields = {"title": SearchField(3.0), "text": SearchField(1.0)}
    assert found(["wolf"], entries, fields) == ["a", "b"]
    assert found(["goat", "sheep"], entries, fields)[0] == "c"
    assert found(["cow"], entries, fields) == []


def test_a_long_field_counts_less_for_each_word() -> None:
    entries = {"short": {"text": ["wolf"]}, "long": {"text": ["wolf", "sheep", "goat", "cow"]}}
    assert found(["wolf"], entries, {"text": SearchField(1.0, 1.0)}) == ["short", "long"]


def test_a_digest_is_searched_by_words_and_by_sections() -> None:
    rules = [Rule("A-1", "Wolves", "A wolf howls.", "Law 7.4"), Rule("A-2", "Sheep", "A sheep bleats.", "Law 7.41, 8")]
    book = Digest({rule.id: rule for rule in rules})
    assert [rule.id for rule in book.search("bleating sheep")] == ["A-2"]
    assert [rule.id for rule in book.search("Law 7.4")] == ["A-1"]
    assert book.search("cow") == []
    assert [rule.id for rule in book.named(["a", "2"]) or []] == ["A-2"]
    assert book.named(["wolf"]) is None
