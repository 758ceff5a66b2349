"""The facts of TITAN, its Battlelands and its Masterboard agree with each other, and terms have their Japanese."""

import re
from collections import Counter

import pytest

from looping import for_each, some
from running import titan
from titan_rules.box import STANDARD
from titan_rules.box.hexes import DIRECTIONS, labels_in
from titan_rules.box.masterboard import Land
from titan_rules.digest import rows as digest_module
from titan_rules.digest.glossary import glossary
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS, RULESETS, Ruleset, ruleset
from titan_rules.digest.rulesets import STANDARD as STANDARD_RULES
from titan_rules.kernel.errors import DocumentError, UnknownName
from titan_rules.kernel.jsontext import data_file
from titan_rules.kernel.wording import glossed
from titan_rules.text.words import words

CHAINS = {
    name: [(row[0], row[1] if len(row) > 1 else 0) for row in terrain["chain"]]
    for name, terrain in STANDARD.raw["terrains"].items()
    if "chain" in terrain
}
CREATURES = [character for character in STANDARD.characters.values() if character.is_creature]


def test_24_characters_and_their_counters() -> None:
    assert len(STANDARD.characters) == 24
    assert sum(character.count for character in STANDARD.characters.values()) == 424
    assert [c.name for c in STANDARD.characters.values() if c.rank == "Lord"] == ["Angel", "Archangel", "Titan"]
    assert [c.name for c in STANDARD.characters.values() if c.rank == "Demi-Lord"] == ["Guardian", "Warlock"]
    assert len(CREATURES) == 19


def test_the_box_holds_what_six_players_begin_with() -> None:
    for name, each in (("Titan", 1), ("Angel", 1), ("Ogre", 2), ("Centaur", 2), ("Gargoyle", 2)):
        assert STANDARD.characters[name].count >= 6 * each
    assert "Titan" not in STANDARD.full_stock
    assert len(STANDARD.full_stock) == 23


@for_each("name", STANDARD.characters)
def test_a_character_makes_sense(name: str) -> None:
    c = STANDARD.characters[name]
    assert c.power > 0
    assert 2 <= c.skill <= 4
    assert c.count > 0
    assert not (c.magic_missile and not c.rangestrikes)
    assert not (c.summonable and c.rank != "Lord")
    assert c.rangestrikes <= (c.rank != "Lord")


def test_only_angels_are_summoned_and_only_a_warlock_has_magic_missiles() -> None:
    assert [c.name for c in STANDARD.characters.values() if c.summonable] == ["Angel", "Archangel"]
    assert [c.name for c in STANDARD.characters.values() if c.magic_missile] == ["Warlock"]


def test_lords_and_demi_lords_are_native_nowhere() -> None:
    assert all(not c.natives for c in some(STANDARD.characters.values()) if not c.is_creature)


def test_SCORE_4_what_returns_to_the_caretaker() -> None:
    assert {c.name for c in STANDARD.characters.values() if c.returns} == {"Angel", "Archangel", "Guardian", "Warlock"}


def test_STRIKE_2_a_titans_power_follows_the_score() -> None:
    assert [STANDARD.power("Titan", score) for score in (0, 99, 100, 399, 400, 1000)] == [6, 6, 7, 9, 10, 16]
    assert STANDARD.power("Ogre", 1000) == 6


def test_SCORE_1_points() -> None:
    assert (
        STANDARD.points("Dragon"),
        STANDARD.points("Serpent"),
        STANDARD.points("Titan"),
        STANDARD.points("Titan", 250),
    ) == (27, 36, 24, 32)
    assert sum(STANDARD.points(name, 0) for name in STANDARD.characters) == 531


def test_chains_are_of_creatures_and_need_two_or_three() -> None:
    assert {name for name, terrain in STANDARD.terrains.items() if not terrain.chain} == {"Tower"}
    for chain in some(CHAINS.values()):
        names = [name for name, _ in chain]
        assert len(set(names)) == len(names) >= 3
        assert all(STANDARD.characters[name].is_creature for name in names)
        assert chain[0][1] == 0
        assert all(count in (2, 3) for _, count in chain[1:])


def test_chains_never_go_down_in_points() -> None:
    for chain in some(CHAINS.values()):
        worth = [STANDARD.points(name) for name, _ in chain]
        assert worth == sorted(worth)


def test_three_letters_name_every_character_but_two() -> None:
    shared = {name for name in STANDARD.characters if len(STANDARD.character_names.fitting(name[:3])) > 1}
    assert shared == {"Warbear", "Warlock"}
    for name in some(STANDARD.characters):
        assert STANDARD.character_names.canonical(name.upper()) == name
        assert STANDARD.character_names.canonical(name[: 4 if name in shared else 3]) == name


def test_twelve_markers_in_each_of_twelve_colours() -> None:
    assert len(STANDARD.markers.every) == len(set(STANDARD.markers.every)) == 144
    assert len(set(STANDARD.markers.letters.values())) == 12
    for color in some(STANDARD.markers.letters):
        assert len(STANDARD.markers.of(color)) == 12
        assert {STANDARD.markers.color_of(m) for m in STANDARD.markers.of(color)} == {color}


@for_each(
    ("typed", "found"), [("Bk03", "Bk03"), ("bk3", "Bk03"), ("BK03", "Bk03"), (" rd12 ", "Rd12"), ("Gr10", "Gr10")]
)
def test_markers_as_typed(typed: str, found: str) -> None:
    assert STANDARD.markers.canonical(typed) == found


@for_each("typed", ["Bk13", "Bk00", "Bk", "Bk003", "Xx01", "", "Bk-1", "3", "Bk٣"])
def test_what_is_no_marker(typed: str) -> None:
    with pytest.raises(UnknownName) as caught:
        STANDARD.markers.canonical(typed)
    assert caught.value.fault.hint


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("one hundred nine", [109]), ("one hundred and nine", [109]), ("twenty two", [22]), ("twenty one five", [21, 5])],
)
def test_numbers_in_words(text: str, numbers: list[int]) -> None:
    assert [word.value for word in words(text)] == numbers


def test_every_preset_names_known_options_and_values() -> None:
    for name, preset in some(RULESETS.presets.items()):
        assert set(preset) == {option.name for option in OPTIONS}
        for option in some(OPTIONS):
            assert preset[option.name] in option.values
        assert isinstance(ruleset(name), Ruleset)


def test_the_standard_takes_the_first_reading_of_each() -> None:
    assert ruleset() == STANDARD_RULES == ruleset("standard", {})
    for option in some(OPTIONS):
        assert getattr(STANDARD_RULES, option.name) == option.values[0]


def test_presets_as_the_rules_print_them() -> None:
    assert [o.name for o in OPTIONS if getattr(ruleset("law"), o.name) != o.values[0]] == [
        "flee_rounding",
        "missile_across_cliff",
        "three_slopes",
    ]
    assert ruleset("summary").summons_in_phase == "at_start"
    assert ruleset("colossus").after_battle == "remove_first"
    assert {ruleset(name).withdrawal_scores for name in ("colossus", "slugathon")} == {"engaged_half"}
    assert ruleset("summary").tower_teleport == "titan_to_towers"
    assert ruleset("summary").after_battle == "summon_first"
    assert ruleset("colossus").lords_return == "next_fought_battle"
    assert ruleset("slugathon").cliffs == "up_only"
    assert ruleset("slugathon").missile_ignores_brambles is False
    assert ruleset("colossus", {"mulligan": "before_moves"}).mulligan == "before_moves"


def test_an_unknown_reading_is_refused() -> None:
    with pytest.raises(DocumentError, match="did you mean mulligan"):
        ruleset("standard", {"mulligann": "any_time"})


def test_options_cite_rules_of_the_digest() -> None:
    for option in some(OPTIONS):
        assert option.rules
        assert set(option.rules) <= set(digest().rules)


def test_digest_ids_are_unique_and_well_formed() -> None:
    rows = data_file(str(digest_module.__file__), "digest.json")["rules"]
    ids = [row["id"] for row in rows]
    assert len(ids) == len(set(ids)) == 116
    for row in some(rows):
        stem, number = row["id"].rsplit("-", 1)
        assert stem.isupper()
        assert number.isdecimal()
        assert row["text"].endswith((".", ")"))


def test_every_rule_names_a_source_that_is_explained() -> None:
    rules = digest()
    for rule in some(rules.rules.values()):
        assert rules.sources_of(rule) or rule.sources.startswith("facts")
    assert set(rules.sources) == {"S0", "S3", "Law", "peer"}
    assert {"Words", "Line of sight"} <= set(rules.notes)


def test_ids_in_the_texts_are_ids_of_the_digest() -> None:
    rules = digest()
    stems = "|".join({rule_id.rsplit("-", 1)[0] for rule_id in rules.rules})
    for rule in some(rules.rules.values()):
        for cited in re.findall(rf"\b(?:{stems})-\d+", rule.text):
            assert cited in rules.rules, f"{rule.id} cites {cited}"


all_terrains = for_each("terrain", STANDARD.terrains)

HEXSIDE_HAZARDS = {"cliff", "dune", "slope", "wall"}
HAZARDS = {"Plains", "Brambles", "Bog", "Sand", "Drift", "Tree", "Volcano", "Tower"}


@all_terrains
def test_neighbours_are_mutual(terrain: str) -> None:
    land = STANDARD.battlelands[terrain]
    for number, hex_ in some(enumerate(land.hexes)):
        assert len(hex_.neighbours) == DIRECTIONS
        for direction, other in enumerate(hex_.neighbours):
            if other is not None:
                assert land.hexes[other].neighbours[(direction + 3) % DIRECTIONS] == number
                assert land.direction(number, other) == direction


@all_terrains
def test_hexside_hazards_stand_once_and_between_two_hexes(terrain: str) -> None:
    land = STANDARD.battlelands[terrain]
    for hex_ in some(land.hexes):
        for direction in range(DIRECTIONS):
            down, up, other = hex_.down[direction], hex_.up[direction], hex_.neighbours[direction]
            assert not (down and up)
            if down or up:
                assert other is not None
                assert (down or up) in HEXSIDE_HAZARDS
                beyond = land.hexes[other]
                assert beyond.up[(direction + 3) % DIRECTIONS] == down
                assert beyond.down[(direction + 3) % DIRECTIONS] == up


def test_hazards_of_each_battleland() -> None:
    for terrain in some(STANDARD.terrains):
        assert {hex_.hazard for hex_ in STANDARD.battlelands[terrain].hexes} <= HAZARDS
    count: Counter[tuple[str, str]] = Counter(
        (terrain, side)
        for terrain in STANDARD.terrains
        for h in STANDARD.battlelands[terrain].hexes
        for side in h.down
        if side
    )
    assert count == {
        ("Mountains", "slope"): 38, ("Mountains", "cliff"): 3, ("Hills", "slope"): 25,
        ("Tower", "wall"): 24, ("Desert", "dune"): 14, ("Desert", "cliff"): 4,
    }  # fmt: skip
    assert labels_in(STANDARD.battlelands["Mountains"].with_hazard("Volcano")) == ["D4"]


def test_BATTLE_4_the_tower_is_where_its_defender_stands() -> None:
    assert sorted(STANDARD.battlelands["Tower"].deployment) == labels_in(
        STANDARD.battlelands["Tower"].with_hazard("Tower")
    )
    highest = [hex_.label for hex_ in STANDARD.battlelands["Tower"].hexes if hex_.elevation == 2]
    assert highest == ["D4"]


CLOCKWISE = ("right", "bottom", "left")
"""The long sides of a Battleland, clockwise."""


all_lands = for_each("land", STANDARD.masterboard.lands.values(), ids=lambda land: str(land.number))


def test_96_lands() -> None:
    assert len(STANDARD.masterboard.lands) == 96
    assert set(STANDARD.masterboard.lands) == {
        *range(1, 43),
        *range(101, 143),
        *range(100, 700, 100),
        *range(1000, 7000, 1000),
    }
    assert {land.terrain for land in STANDARD.masterboard.lands.values()} == set(STANDARD.terrains)
    assert len({(land.x, land.y) for land in STANDARD.masterboard.lands.values()}) == 96


@all_lands
def test_the_exits_are_the_entrances_of_the_neighbours(land: Land) -> None:
    led = sorted(
        (beyond.number, e.sign, (e.hexside + 3) % 6)
        for beyond in STANDARD.masterboard.lands.values()
        for e in beyond.entrances
        if e.came_from == land.number
    )
    assert led == sorted((e.to, e.sign, e.hexside) for e in land.exits)


@all_lands
def test_a_land_leads_to_others_over_different_hexsides(land: Land) -> None:
    assert 1 <= len(land.exits) <= 3
    assert len({e.hexside for e in land.exits}) == len(land.exits)
    assert len({e.to for e in land.exits}) == len(land.exits)
    assert land.number not in {e.to for e in land.exits}
    assert len({e.hexside for e in land.entrances}) == len(land.entrances)


@all_lands
def test_MOVE_4_a_land_has_at_most_one_block_and_always_a_way_on(land: Land) -> None:
    signs = Counter(e.sign for e in land.exits)
    assert signs["Block"] <= 1
    assert signs["Arrow"] + signs["Arrows"] >= 1
    assert not (signs["Block"] and signs["Arch"])


@all_lands
def test_MOVE_8_entry_sides_turn_with_the_hexsides(land: Land) -> None:
    if land.is_tower:
        assert {e.entry_side for e in land.entrances} == {"bottom"}
        return
    turns = {(e.hexside // 2 - CLOCKWISE.index(e.entry_side)) % 3 for e in land.entrances}
    assert len(turns) == 1


def test_MOVE_8_the_entry_side_from_a_neighbour() -> None:
    assert STANDARD.masterboard.entry_side(1, 1000) == "bottom"
    assert STANDARD.masterboard.entry_side(1, 42) == "right"
    assert [STANDARD.masterboard.entry_side(100, e.came_from) for e in STANDARD.masterboard.lands[100].entrances] == [
        "bottom"
    ] * 3
    with pytest.raises(StopIteration):
        STANDARD.masterboard.entry_side(1, 600)


def test_each_term_has_a_japanese_one() -> None:
    assert all(term and japanese for term, japanese in some(glossary().items()))
    assert glossary()["Engagement"] == "遭遇"


def test_longer_terms_win_and_each_is_told_once() -> None:
    text = glossed("The Legion Marker of a Legion; a Legion.", glossary())
    assert text == "The Legion Marker (レギオンマーカー) of a Legion (レギオン); a Legion."


def test_plain_text_stays_as_it_is() -> None:
    assert glossed("nothing here", glossary()) == "nothing here"


def test_lang_ja_shows_terms_in_brackets() -> None:
    told = titan("rules", "ENG-3", "--lang", "ja", "--format", "table")
    assert "Legion (レギオン)" in told.out
    assert "flee (逃散)" in told.out
    plain = titan("rules", "ENG-3", "--format", "table")
    assert "レギオン" not in plain.out
