"""What is unknown is not none, what is due stays due, and a refusal says what failed."""

import json
from pathlib import Path
from typing import Any

import pytest

import titan_rules as titan
from builders import engaged, game, legion, player, rules, said
from looping import for_each, some
from running import titan as run_titan
from titan_rules.actions.intents import EndMoves, Move, Muster, Recombine, Stand
from titan_rules.box import STANDARD
from titan_rules.draw.colors import MARKER
from titan_rules.play import apply_recorded, is_legal, legal_actions, violations
from titan_rules.position.game import Game, Legion
from titan_rules.position.stock import count_of

# --- who is in a Legion ----------------------------------------------------------------------------------------------

ENLISTMENT = (
    "turn 5, Black's enlistment, roll 1: Black 600 0: Bk01 4 Titan Ogre, Bk02 {land} height {height} /"
    " Red 300 90: Rd01 300 Titan Angel Ogre | moved Bk02"
)


def check(position: str, action: str) -> Any:
    """What ``titan check`` answers, as JSON."""
    return run_titan("check", position, action, "--format", "json").json


def test_MUSTER_2_what_hangs_on_hidden_characters_cannot_be_told_and_the_ways_are_listed() -> None:
    done = run_titan("check", ENLISTMENT.format(land=10, height=3), "Bk02 musters Cyclops", "--format", "json")
    assert done.code == 2
    assert done.json["verdict"] == "cannot-tell"
    assert done.json["missing"] == ["Bk02"]
    assert done.json["ways"] == ["Bk02 Cyc>Cyc", "Bk02 Gar,Gar>Cyc", "Bk02 Gor>Cyc"]
    assert done.err == ""
    table = run_titan("check", ENLISTMENT.format(land=10, height=3), "Bk02 musters Cyclops", "--format", "table").out
    assert table.splitlines()[0] == "Bk02 Cyc>Cyc: cannot tell"


def test_MUSTER_4_a_titan_elsewhere_leaves_only_the_warlock_open() -> None:
    answer = check(ENLISTMENT.format(land=100, height=3), "Bk02 musters Warlock")
    assert (answer["verdict"], answer["ways"]) == ("cannot-tell", ["Bk02 Warl>Warl"])


def test_MUSTER_2_two_of_a_kind_are_not_in_a_legion_of_one() -> None:
    low = Game.parse(ENLISTMENT.format(land=10, height=1))
    found = violations(low, Muster("Bk02", "Cyclops", ("Gargoyle", "Gargoyle")))
    assert rules(found) == ["MUSTER-2"]
    assert found[0].text.endswith("the Legion holds at most 1 Gargoyle")


def test_MUSTER_2_hidden_characters_are_counted_off_where_the_counters_add_up() -> None:
    hidden = {**dict[str, int](STANDARD.full_stock), "Ogre": 25 - 3, "Lion": 28 - 3, "Angel": 18 - 1}
    dark = (player_hidden("Bk02", 10, 3), player_hidden("Bk03", 20, 2))
    black = player("Black", 600, legion("Bk01", 4, "Titan", "Ogre"), *dark)
    red = player("Red", 300, legion("Rd01", 300, "Titan", "Angel"))
    state = game(black, red, caretaker=hidden)
    second = state.players[0].legions[1]
    counts = {name: count_of(state, second, name) for name in ("Ogre", "Lion", "Troll", "Titan")}
    assert counts == {"Ogre": (0, 2), "Lion": (1, 3), "Troll": (0, 0), "Titan": (0, 0)}


def player_hidden(marker: str, land: int, height: int) -> Legion:
    """A Legion of which only the height is known."""
    return Legion(legion=marker, land=land, height=height)


# --- moves -----------------------------------------------------------------------------------------------------------


def test_MOVE_9_after_a_recombination_nothing_moves() -> None:
    start = (
        "turn 5, Black's movement, roll 1: Black 600 0: Bk01 11 2 Ogre, Bk04 11 2 Ogre, Bk02 110 2 Lion,"
        " Bk03 34 Titan Ogre / Red 300 90: Rd01 300 Titan Angel Ogre | split-from Bk04 Bk01, moved Bk03"
    )
    before = Game.parse(start)
    assert is_legal(before, Move("Bk02", 109))
    after, _ = said(before, [Recombine("Bk04", "Bk01")])
    assert rules(violations(after, Move("Bk02", 109))) == ["MOVE-9"]
    assert [action.do for action in legal_actions(after)] == ["end-moves", "withdraw"]


def test_MOVE_9_nothing_is_recombined_while_a_part_can_still_leave() -> None:
    start = (
        "turn 5, Black's movement, roll 1: Black 600 0: Bk01 11 2 Ogre, Bk04 11 2 Ogre, Bk03 110 Titan Ogre /"
        " Red 300 90: Rd01 300 Titan Angel Ogre | split-from Bk04 Bk01"
    )
    found = violations(Game.parse(start), Recombine("Bk04", "Bk01"))
    assert set(rules(found)) <= {"MOVE-2", "MOVE-9"}
    assert rules(found) == rules(violations(Game.parse(start), EndMoves()))


# --- Engagements -----------------------------------------------------------------------------------------------------

DUE = (
    "turn 5, Black's engagement: Black score 380: Bk01 105 {attackers} moved, Bk02 3 Titan Ogre /"
    " Red score 50: Rd01 105 7 Colossus, Rd02 9 Titan Centaur"
)


def fled(attackers: str) -> Game:
    """The Angels of a score that passed 400 and 500 are due."""
    return said(Game.parse(DUE.format(attackers=attackers)), ["engage 105", "flee"])[0]


def test_ACQUIRE_1_of_two_that_are_due_the_other_stays_open() -> None:
    state, events = said(fled("Ogre"), ["acquire Angel"])
    assert [event.text for event in events if event.rule == "ACQUIRE-1"] == [
        "Bk01 acquires Angel for reaching 400",
        "Black has reached 500: Bk01 may acquire 1 Archangel",
    ]
    state, events = said(state, ["acquire Archangel"])
    assert state.phase == "enlistment"
    assert state.find("Bk01")[1].characters == ("Ogre", "Angel", "Archangel")


def test_ACQUIRE_1_what_is_lost_by_height_is_said() -> None:
    state, events = said(fled("6 Ogre"), ["acquire Archangel"])
    assert state.phase == "enlistment"
    lost = "Black has reached 400; Bk01 has height 7 and acquires nobody for it"
    assert lost in [event.text for event in events if event.rule == "SCORE-5"]


def test_ENG_8_what_is_still_due_is_declined_by_the_next_action() -> None:
    state, _ = said(fled("Ogre"), ["acquire Angel"])
    assert apply_recorded(state, titan.parse("end-turn")).state.active == "Red"


def test_ENG_3_a_needless_stand_in_a_record_is_told_and_changes_nothing() -> None:
    state, _ = said(engaged("Lion Lion", "Angel Troll"), ["engage 105"])
    assert rules(violations(state, Stand())) == ["ENG-3"]
    outcome = apply_recorded(state, Stand())
    assert outcome.state == state
    assert [str(event) for event in outcome.events] == [
        "there is nothing to decide: Rd01 holds an Angel, a Lord, and stands (ENG-3)"
    ]


def test_ENG_8_a_record_that_ends_leaves_the_choice_open(tmp_path: Path) -> None:
    record = tmp_path / "due.titan"
    record.write_text(f"titan-rules/1 standard\nstart {DUE.format(attackers='Ogre')}\nengage 105\nflee\n")
    report = titan.replay(str(record))
    assert report.verdict == "legal"
    assert (report.next.by, report.next.decides) == ("Black", "angels")
    shown, final = run_titan("show", str(record), "--format", "json").json, report.to_json()["final"]
    assert final == shown


def test_SUMMON_2_only_what_failed_is_said() -> None:
    state, _ = said(engaged("Lion Lion", "Ogre Troll", legion("Bk03", 20, "Ogre", "Ogre")), ["engage 105", "flee"])
    found = violations(state, titan.parse("summon Angel from Bk03"))
    assert "the Engagement was won by flight, which brings no summons (SUMMON-2)" not in [str(r) for r in found[1:]]
    assert all("height" not in ruling.text for ruling in some(found))


# --- MUSTER-6 --------------------------------------------------------------------------------------------------------

OUTRUN = """titan-rules/1 standard
start turn 5, Black's movement, roll 3: Black 600 0: Bk01 5 2 Ogre, Bk02 17 2 Lion, Bk03 600 Titan Ogre / \
Red 300 0: Rd01 105 2 Lion, Rd02 300 Titan Ogre | caretaker Ranger {rangers}
Bk01 105 right
Bk02 20 Lio,Lio>Ranger
engage 105
stand
Red proposes attacker all, defender nothing
Black accepts attacker all, defender nothing
reinforce Lio,Lio>Ranger
end-turn
"""


@pytest.mark.parametrize("rangers", [1, 2])
def test_MUSTER_6_a_muster_outrun_by_a_reinforcement_is_given_back(tmp_path: Path, rangers: int) -> None:
    record = tmp_path / "outrun.titan"
    record.write_text(OUTRUN.format(rangers=rangers))
    report = titan.replay(str(record))
    assert report.verdict == "legal", report
    legions = {legion.legion: legion.characters for p in report.final.players for legion in p.legions}
    assert legions["Rd01"].count("Ranger") == 1
    assert legions["Bk02"].count("Ranger") == rangers - 1
    log = run_titan("replay", str(record), "--steps", "--format", "table").out
    assert ("gives back the Ranger" in " ".join(log.split())) == (rangers == 1)


def test_MUSTER_6_a_muster_of_the_enlistment_phase_is_not_given_back(tmp_path: Path) -> None:
    late = OUTRUN.format(rangers=1).replace("Bk02 20 Lio,Lio>Ranger", "Bk02 20").replace(
        "end-turn", "Bk02 Lio,Lio>Ranger\nend-turn"
    )  # fmt: skip
    record = tmp_path / "late.titan"
    record.write_text(late)
    assert titan.replay(str(record)).verdict == "illegal"


# --- RANGE-7, MUSTER-3 and colours -----------------------------------------------------------------------------------

HEXSPINE = "Brush: Hydra D4 / Centaur B3, Gargoyle B4"


def test_RANGE_7_the_worse_side_of_a_hexspine_may_be_declared() -> None:
    answer = titan.legal_moves(HEXSPINE).to_json()
    centaur = next(target for entry in answer["legal"] for target in entry["targets"] if target["to"] == "B3")
    assert (centaur["strike_number"], centaur["worse_side"], len(centaur["options"])) == (5, 6, 1)
    declared = check(HEXSPINE, "D4 shoots B3 at 6")
    assert declared["verdict"] == "legal"
    assert "RANGE-4" in [ruling["rule"] for ruling in declared["rulings"]]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_RANGE_7_no_other_number_may_be(number: int) -> None:
    (refused,) = check(HEXSPINE, f"D4 shoots B3 at {number}")["rulings"]
    assert refused["rule"] == "RANGE-7"
    assert "5 dice at 5 or 5 dice at 6" in refused["text"]


def test_MUSTER_3_a_line_and_its_document_say_the_same() -> None:
    line = "Jungle: 2 Gargoyle, Ogre"
    document = json.dumps({"format": "titan-rules/1", "kind": "muster", "terrain": "Jungle",
                           "characters": ["Gargoyle", "Gargoyle", "Ogre"]})  # fmt: skip
    assert titan.muster_options(line) == titan.muster_options(titan.loads(document))
    assert titan.muster_options(line).at_most
    given = titan.muster_options(titan.loads(document.replace("}", ', "caretaker": {"Gargoyle": 7}}')))
    assert {option.muster: option.left for option in given.options}["Gargoyle"] == 7


def _luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@for_each("color", STANDARD.markers.letters)
def test_every_one_of_twelve_colours_plays_and_can_be_read(color: str) -> None:
    assert len(STANDARD.markers.letters) == 12
    other = "Black" if color != "Black" else "Red"
    state = titan.new_game(["Ann", "Ben"], colors=[color, other], seed=1)
    assert titan.loads(titan.dumps(state)) == state
    dark, light = sorted(_luminance(shade) for shade in MARKER[color])
    assert (light + 0.05) / (dark + 0.05) >= 4.5
