"""BM25 over weighted fields, and the search of a digest."""

import json
from math import log
from pathlib import Path

import pytest

from looping import for_each
from titan_rules.kernel.digest import Digest, Rule, load
from titan_rules.kernel.errors import UnknownName
from titan_rules.kernel.search import SearchField, best, postings, scores, stem, stems_in


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


@for_each(
    ("word", "stemmed"),
    [
        ("Angels", "angel"), ("fees", "fee"), ("fleeing", "flee"), ("trees", "tree"), ("flies", "fly"),
        ("carries", "carry"), ("pies", "pi"), ("musters", "must"), ("mustering", "muster"),
        ("boxes", "box"), ("less", "less"), ("press", "press"), ("bus", "bus"), ("ring", "ring"), ("sing", "sing"),
        ("stopped", "stop"), ("passed", "pass"), ("rolling", "roll"), ("odd", "odd"),
        ("egg", "egg"), ("eggs", "egg"), ("concession", "concess"), ("reasonable", "reason"), ("movement", "mov"),
        ("movements", "mov"), ("exploration", "explor"), ("titans", "titan"), ("rule", "rul"), ("kills", "slay"),
    ],
)  # fmt: skip
def test_the_stem_of_a_word(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


def test_the_words_of_a_text_that_mean_something() -> None:
    assert stems_in("The Titan's 12 half-points, and 3rd rule") == [
        "titan'",
        "half-point",
        "half",
        "point",
        "3rd",
        "rul",
    ]


def test_scores_are_those_of_bm25() -> None:
    """The formula, in numbers: rarity of the word, and how soon its repetitions stop to count."""
    entries = {"a": {"t": ["x", "x", "y"]}, "b": {"t": ["y"]}, "c": {"t": []}}
    index = postings(entries, {"t": SearchField(2.0, 0.5)})
    assert set(index) == {"x", "y"}
    mean = 4 / 3
    twice = 2 * 2.0 / (0.5 + 0.5 * 3 / mean)
    rare, less_rare = log(1 + (3 - 1 + 0.5) / 1.5), log(1 + (3 - 2 + 0.5) / 2.5)
    assert index["x"] == {"a": pytest.approx(rare * twice * 6 / (twice + 5))}
    single = 2.0 / (0.5 + 0.5 * 1 / mean)
    assert index["y"]["b"] == pytest.approx(less_rare * single * 6 / (single + 5))
    assert scores(index, ["x", "y", "x", "z"]) == {
        "a": pytest.approx(index["x"]["a"] + index["y"]["a"]), "b": index["y"]["b"],
    }  # fmt: skip
    assert postings({}, {"t": SearchField()}) == {}
    assert postings({"a": {"t": []}}, {"t": SearchField()}) == {}


def test_the_best_are_the_highest_that_are_high_enough() -> None:
    found = {"a": 1.0, "b": 3.0, "c": 2.0, "d": 3.0}
    assert best(found, 3) == ["b", "d", "c"]
    assert best(found, 9, 2.0) == ["b", "d", "c"]


BOOK = Digest(
    {
        rule.id: rule
        for rule in (
            Rule("WOLF-1", "Wild beasts", "A wolf howls at the moon.", "Law 7.4", "Howling", "WOLF-1.a"),
            Rule("WOLF-2", "Wild beasts", "A wolf hunts.", "Law 7.41, Rulings 12.1"),
            Rule("SHEEP-1", "Tame beasts", "A sheep bleats, a wolf does not, nor does it eat grass.", "S1 7.40, 8.2"),
        )
    },
    sources={"Law": "The Law", "S1": "The first summary", "S2": "Another"},
)


@for_each(
    ("text", "ids"),
    [
        ("wolf-1", ["WOLF-1"]), (" Wolf ", ["WOLF-1", "WOLF-2"]), ("tam", ["SHEEP-1"]),
        ("wild beasts", ["WOLF-1", "WOLF-2"]),
        ("ta", None), ("wol", None), ("beasts", None), ("wolf-3", None), ("", None),
    ],
)  # fmt: skip
def test_rules_by_id_group_or_chapter(text: str, ids: list[str] | None) -> None:
    if ids is None:
        with pytest.raises(UnknownName):
            BOOK.find(text)
    else:
        assert [rule.id for rule in BOOK.find(text)] == ids


def test_several_rules_are_named_at_once() -> None:
    assert [rule.id for rule in BOOK.named(["wolf-2", "sheep"]) or []] == ["WOLF-2", "SHEEP-1"]
    assert [rule.id for rule in BOOK.named(["sheep", "1"]) or []] == ["SHEEP-1"]
    assert BOOK.named(["wolf", "hunts"]) is None
    with pytest.raises(UnknownName, match="WOLF-3"):
        BOOK.named(["wolf", "WOLF-3"])
    assert list(BOOK.chapters()) == ["Wild beasts", "Tame beasts"]
    assert [rule.id for rule in BOOK.chapters()["Wild beasts"]] == ["WOLF-1", "WOLF-2"]


def test_a_section_finds_the_rules_whose_sources_name_it_or_a_part_of_it() -> None:
    assert BOOK.sections("Law 7.4") == {"WOLF-1": 50.0}
    assert BOOK.sections("law 7.41 and 12.1") == {"WOLF-2": 100.0}
    assert BOOK.sections("7") == {}
    book = Digest({"A-1": Rule("A-1", "A", "a", "Law 7.4.1, 7.4.11"), "A-2": Rule("A-2", "A", "b", "Law 7.4")})
    assert book.sections("7.4") == {"A-1": 50.0 * 3 / 5, "A-2": 50.0}
    assert [rule.id for rule in BOOK.search("sheep of 7.41")] == ["WOLF-2"]


def test_a_search_gives_the_best_rules_only() -> None:
    assert [rule.id for rule in BOOK.search("howling wolf")] == ["WOLF-1"]
    assert [rule.id for rule in BOOK.search("wolf")] == ["WOLF-2", "WOLF-1"]
    assert [rule.id for rule in BOOK.search("wolf", most=1)] == ["WOLF-2"]


def test_a_rule_as_json_and_its_sources() -> None:
    assert BOOK.rules["WOLF-1"].to_json() == {
        "id": "WOLF-1", "title": "Howling", "chapter": "Wild beasts", "text": "A wolf howls at the moon.",
        "sources": "Law 7.4",
    }  # fmt: skip
    assert "title" not in BOOK.rules["WOLF-2"].to_json()
    assert BOOK.sources_of(BOOK.rules["SHEEP-1"]) == {"S1": "The first summary"}


def test_a_digest_is_a_file_of_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pond_rules"
    package.mkdir()
    (package / "__init__.py").touch()
    row = {"id": "FROG-1", "chapter": "Frogs", "text": "A frog hops.", "sources": "Law 1"}
    (package / "full.json").write_text(
        json.dumps({"rules": [row], "notes": {"On frogs": "x"}, "sources": {"Law": "y"}})
    )
    (package / "bare.json").write_text(json.dumps({"rules": [row]}))
    monkeypatch.syspath_prepend(tmp_path)
    assert load("pond_rules", "full.json") == Digest({"FROG-1": Rule(**row)}, {"On frogs": "x"}, {"Law": "y"})
    assert load("pond_rules", "bare.json") == Digest({"FROG-1": Rule(**row)}, {}, {})
