"""Which rules a question is about: the share that is found, and that nothing is ruled."""

import re
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rule_index
from checkout import ROOT
from looping import for_each, some
from running import titan
from titan_rules.answers.found_rules import rules_about
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import shipped
from titan_rules.box.value import box
from titan_rules.digest.rows import digest
from titan_rules.kernel.errors import ArgumentError
from titan_rules.kernel.search import best, scores
from titan_rules.text.lexicon import Kind
from titan_rules.text.rule_finder import asked_terms, case_of, find_rules, find_texts, names_asked_for, terms

DATA = ROOT / "tests" / "data"


def questions(name: str) -> list[tuple[str, str]]:
    """The rules and questions of a file."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [(rule, question) for rule, _, question in (line.partition("\t") for line in lines if line[0] != "#")]


ASKED, ASKED_LATER = questions("rules_as_players_ask.txt"), questions("rules_asked_later.txt")
KEPT_ASIDE = [(rule, question) for rule, question in ASKED if rule != "-" and crc32(question.encode()) % 2]
"""The half of the questions of which none was read when titles and words of the rules were written."""


def share_found(asked: list[tuple[str, str]]) -> float:
    """How many of the questions find their rule among the first three."""
    return sum(rule in [found.id for found in find_rules(question)] for rule, question in asked) / len(asked)


def test_nine_of_ten_questions_kept_aside_find_their_rule() -> None:
    assert len(KEPT_ASIDE) > 400
    assert share_found(KEPT_ASIDE) >= 0.93


def test_questions_asked_later_find_their_rule() -> None:
    assert len(ASKED_LATER) > 250
    assert share_found(ASKED_LATER) >= 0.88


VERDICT = re.compile(r"\b(legal|illegal|yes|no:|allowed|forbidden)\b", re.IGNORECASE)


def test_nothing_is_ruled_but_in_a_case() -> None:
    """Only the texts of the digest, and lines marked as a case, hold words of a verdict."""
    texts = {" ".join(rule.text.split()) for rule in digest().rules.values()}
    for _, question in some(ASKED[::7] + ASKED_LATER[::7]):
        found = rules_about(question)
        assert "verdict" not in found.to_json()
        assert {rule.text for rule in found.rules} <= texts | {rule.text for rule in digest().rules.values()}
        for rule in found.rules:
            lines = [block for block in rule.blocks() if isinstance(block, str) and VERDICT.search(block)]
            assert all(line.startswith("  a case: ") for line in lines)


def test_the_index_is_fresh() -> None:
    assert rule_index.PATH.read_text(encoding="utf-8") == rule_index.text(), "run make rule-index"


@pytest.mark.parametrize("rule", sorted(digest().rules))
def test_every_rule_has_a_title_words_and_a_case(rule: str) -> None:
    row = digest().rules[rule]
    assert row.title
    assert len(row.words.split(",")) >= 4
    assert case_of(row).id == row.case
    assert rule in [found.id for found in find_rules(f"{row.title}: {row.words}")]


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("tree", "MANEUVER-5"),
        ("flee", "ENG-3"),
        ("may I run away", "ENG-3"),
        ("mulligan", "ROLL-1"),
        ("rerolling", "ROLL-1"),
        ("mulligna", "ROLL-1"),
        ("carrying over", "CARRY-1"),
        ("line of sight", "RANGE-7"),
        ("strike back", "STRIKE-8"),
        ("Law 7.4", "MOVE-4"),
        ("S3 2.5.6.5", "SUMMON-2"),
        ("§2.5.6.4.1.4.3", "CARRY-1"),
        ("what does strike-5 say", "STRIKE-5"),
        ("how many characters in a legion", "HEIGHT-1"),
        ("merge my legions", "MOVE-9"),
        ("who goes first", "SETUP-5"),
        ("surrender", "CONCEDE-1"),
        ("snowdrift", "DRIFT-1"),
        ("召喚", "SUMMON-1"),
    ],
)
def test_people_find_the_rule(query: str, rule: str) -> None:
    assert rule in [found.id for found in find_rules(query)]


@for_each(
    ("query", "rule"),
    [
        ("D-1", "D-1"),
        ("what does strike 5 say of a flight on the masterboard", "STRIKE-5"),
        ("may a Titan flee, or is that Law 7.4", "MOVE-4"),
        ("Law 11.7 and MOVE-4", "MOVE-4"),
        ("may a Titan flee? (See STRIKE-5.)", "STRIKE-5"),
    ],
)
def test_a_rule_that_is_named_by_its_id_or_its_section_comes_first(query: str, rule: str) -> None:
    assert find_rules(query)[0].id == rule


def test_a_part_of_an_id_names_no_rule() -> None:
    assert find_rules("what does STRIKE-12 say")[0].id != "STRIKE-1"


@for_each(
    ("words", "same"),
    [
        # Words for the same thing, phrases of two and of three words, and Japanese.
        ("may my stack shoot a foe", "may my Legion rangestrike an enemy"),
        ("they lay down arms", "they concede"),
        ("too many hits", "carry over"),
        ("a line of sight", "sight"),
        ("break up a stack", "split the Legion"),
        ("召喚", "summon"),
        # Numbers in words and figures, and words that say nothing.
        ("three legions", "3 stacks"),
        ("May I, please, just flee?", "flee"),
        ("one of my legions", "legion"),
        ("he hit with 6,5, 1", "he hit with dice"),
        # Hyphens, quotes, and what stands behind an apostrophe.
        ('the "first-turn" legion\'s move', "first turn legion move"),
        # A Creature is any Creature, in the plural, too.
        ("may Trolls flee", "may an Ogre flee"),
        ("the drifts", "a drift"),
    ],
)
def test_terms_are_the_same_for_words_that_mean_the_same(words: str, same: str) -> None:
    assert terms(words) == terms(same) != []


@for_each(
    ("question", "terms"),
    [
        ("Ogre", ["=character", "=creature"]),
        ("an angel and 2 Ogres", ["angel", "=character", "=lord", "2", "=character", "=creature", "=names"]),
        ("the Warlock", ["~warlock", "=character", "=demi-lord"]),
        ("volcano", ["~volcano", "=hazard"]),
        ("Marsh", ["marsh", "=land"]),
        ("two rounds", ["2", "~turn"]),
    ],
)
def test_names_are_what_kind_of_thing_they_are(question: str, terms: list[str]) -> None:
    assert asked_terms(question, ["angel", "=character", "~warlock", "~volcano", "marsh", "2", "~turn"]) == terms


@for_each(
    ("question", "terms"),
    [
        ("may a gargoyl flee", ["=character", "=creature", "~flee"]),  # one slip in a name
        ("may an Arc flee", ["arc", "~flee"]),  # too little of a name: of an Archangel, an Arch or an Arrow
        ("may an Archa flee", ["archangel", "=character", "=lord", "~flee"]),
        ("may he conced", ["~concede"]),
        ("mulligna", ["~mulligan"]),
        ("fllee", ["~flee"]),
        ("zzzzz", []),
        ("mvoe", []),  # too short to be sure
    ],
)
def test_a_word_that_no_rule_has_is_taken_for_the_only_one_it_may_misspell(question: str, terms: list[str]) -> None:
    assert asked_terms(question, ["=character", "archangel", "~flee", "~concede", "~mulligan", "arc"]) == terms


def test_what_is_no_question_is_refused() -> None:
    not_text: Any = 7
    with pytest.raises(ArgumentError, match="question"):
        find_rules(not_text)
    with pytest.raises(ArgumentError, match="most"):
        find_rules("flee", 0)


def test_as_many_rules_as_are_wanted() -> None:
    assert [len(find_rules("may my legion move", most)) for most in (1, 5)] == [1, 5]


def test_what_no_rule_is_about() -> None:
    assert find_rules("parliament") == find_rules("the") == find_rules("") == []
    assert find_rules("nearby") == find_rules("an Ogre and a Lion") == []  # said of some dispute, and of any


@pytest.mark.parametrize("words", [("rules", "parliament"), ("rules", ""), ("scenario", "NOPE"), ("scenario", "")])
def test_a_search_that_finds_nothing_is_refused(words: tuple[str, ...]) -> None:
    done = titan(*words, "--format", "table")
    assert (done.code, done.out) == (2, "")
    assert "about that" in done.err


@given(st.text())
def test_any_text_finds_three_rules_at_most(text: str) -> None:
    assert len(find_rules(text)) <= 3
    assert len(names_asked_for(text)) <= 2


def test_a_creature_is_any_creature() -> None:
    assert terms("may my Ogre flee") == terms("may a Lion flee") != terms("may a Titan flee")


class TestEntries:
    def test_SCORE_1_what_a_character_is_worth(self) -> None:
        found = rules_about("how many points is a hydra worth")
        assert (found.characters[0].name, found.characters[0].points) == ("Hydra", 30)
        assert "Worth 30 points: 10 x 3." in str(found)

    def test_MUSTER_2_whom_a_character_musters_and_who_musters_it(self) -> None:
        (lion,) = rules_about("Lion").characters
        assert ("Plains", ("a Lion", "a Ranger", "2 Centaurs")) in [(row.terrain, row.by) for row in lion.mustered_by]
        assert ("Plains", "Ranger", ("2 Lions",)) in [(row.terrain, row.muster, row.by) for row in lion.musters]
        assert rules_about("Lion").rules == ()
        (titan,) = rules_about("Titan").characters
        assert (lion.grows, titan.grows) == ("", "one Power-factor more for each 100 points of its player")

    def test_terrains_hazards_and_lands(self) -> None:
        (tower,) = rules_about("tower").terrains
        assert tower.lands == (100, 200, 300, 400, 500, 600)
        assert tower.musters[-2].by == ("3 Creatures of one kind", "a Guardian")
        (volcano,) = rules_about("volcano").hazards
        assert volcano.natives == ("Dragon",)
        assert "Striking from it, natives: dice +2" in volcano.effects
        (cliff,) = rules_about("cliffs").hazards
        assert "Characters on its two sides are not in contact" in cliff.effects
        (land,) = rules_about("land 105").lands
        assert (land.terrain, land.exits) == ("Plains", ("Arrows to 104 Jungle",))
        assert rules_about("P105").lands == (land,)

    def test_a_question_that_asks_for_more_has_no_entry(self) -> None:
        assert names_asked_for("may a hydra flee") == []
        assert names_asked_for("does a dragon have more power than a hydra") == [
            (Kind.NAME, "Dragon"),
            (Kind.NAME, "Hydra"),
        ]
        assert names_asked_for("Ogre, Lion, Troll") == []

    @for_each(
        ("question", "names"),
        [
            ("what does an Ogre muster?", [(Kind.NAME, "Ogre")]),
            ("Ogre and ogres", [(Kind.NAME, "Ogre")]),
            ("gargoyl", [(Kind.NAME, "Gargoyle")]),
            ("is the Hydra stronger than the Wyvern", [(Kind.NAME, "Hydra"), (Kind.NAME, "Wyvern")]),
            ("the Plains", [(Kind.TERRAIN, "Plains")]),
            ("brambles", [(Kind.HAZARD, "Brambles")]),
            ("105", [(Kind.LAND, "105")]),
            ("which exits has land 105?", [(Kind.LAND, "105")]),
            ("p105", [(Kind.LAND, "105")]),
            ("B3", [(Kind.LAND, "3")]),
            ("100 points", []),
            ("land 999", []),
            ("land 0105", []),
            ("D105", []),
            ("105 or 106", []),
            ("points", []),
            ("two Ogres", []),
        ],
    )
    def test_names_are_asked_for_where_nothing_else_is(self, question: str, names: list[tuple[Kind, str]]) -> None:
        assert names_asked_for(question) == names

    @pytest.mark.parametrize("name", shipped())
    def test_everything_in_a_box_has_an_entry(self, name: str) -> None:
        with use_box(box(name)):
            for character in some(box(name).characters):
                assert [one.name for one in rules_about(character).characters] == [character]
            for hazard in (*box(name).hazards, *box(name).hexsides):
                assert hazard in str(rules_about(hazard))

    def test_the_box_is_chosen(self) -> None:
        assert titan("rules", "Balrog", "--box", "abyssal-6").json["characters"][0]["name"] == "Balrog"
        assert titan("rules", "Balrog").json.get("characters") is None


def test_a_score_is_the_same_sum_in_whatever_order_the_words_come() -> None:
    """Sums of fractions differ in their last digit by order: rules that come level must not change places by chance."""
    added = {f"word {n:02}": {"rule": 10.0**n / 3, "level": 1.0} for n in range(-9, 10)}
    found = scores(added, [*added][::-1])
    assert found["rule"] == sum(added[word]["rule"] for word in sorted(added))
    assert best(found, 2) == ["rule", "level"]


def test_texts_are_found_by_their_titles_first() -> None:
    texts = {"a": ("May I flee?", "No."), "b": ("May I strike?", "Flight is elsewhere."), "c": ("And a Titan?", "")}
    assert find_texts("can I run away", texts, 3)[0] == "a"
    assert find_texts("parliament", texts, 3) == []
