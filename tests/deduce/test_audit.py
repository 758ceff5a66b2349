"""Records that do not say who left in a split: does any history make them legal, and where does the last one die?"""

import gzip
import json
from typing import Any

import pytest

from builders import board, board_document
from histories import Rows, unsaid
from recorded import ARCHIVE, longer, text, who_left
from running import Done, titan
from titan_rules.answers.replay_report import Audit
from titan_rules.deduction.audit import audit
from titan_rules.deduction.recorded import recorded
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.replaying import RecordLine, line_of, play
from titan_rules.replays.documents import start_of
from titan_rules.replays.report import TitanReferee, judged
from titan_rules.text.parsing import parse
from unseen import after, record
from untold import RULESETS, RandomGame

FLIGHTS = ARCHIVE / "colossus-game006.replay.jsonl.gz"

ROWS = who_left()


def audited(rows: Rows) -> Audit:
    return audit(lines(rows), start_of(rows[0]))


def lines(rows: Rows) -> list[RecordLine]:
    return [line_of(number, row) for number, row in enumerate(rows[1:], 2)]


def with_history(rows: Rows, found: Audit) -> Rows:
    """The record with the splits of the history that was found."""
    full = [dict(row) for row in rows]
    for split in found.history:
        del full[split.step]["count"]
        full[split.step]["characters"] = list(split.characters)
    return full


def died(found: Audit) -> tuple[str, int, list[str]]:
    return found.verdict, found.stopped_at.step, [ruling.rule for ruling in found.stopped_at.rulings]


@pytest.mark.parametrize("rows", [ROWS, longer()], ids=["made up", "recorded"])
def test_a_legal_game_is_legal_without_who_left_and_the_history_found_replays(rows: Rows) -> None:
    found = audited(unsaid(rows))
    assert (found.verdict, found.steps) == ("legal", len(rows) - 1)
    assert found.unknown == len(found.history) == sum(row.get("do") == "split" for row in rows)
    full = with_history(unsaid(rows), found)
    assert judged(lines(full), start_of(full[0])).verdict == "legal"


def changed(step: int, **keys: Any) -> Rows:
    """The made-up game without who left, and with one line changed."""
    rows = unsaid(ROWS)
    rows[step] = {**rows[step], **{key.rstrip("_"): value for key, value in keys.items()}}
    return rows


GUARDIAN = {"do": "muster", "legion": "Bk02", "character": "Guardian", "with": ["Troll", "Troll", "Troll"]}


def test_MUSTER_4_the_last_history_dies_where_a_fourth_troll_is_shown() -> None:
    until = unsaid(ROWS)[:44]
    assert audited([*until, GUARDIAN]).verdict == "legal"
    after = audited([*until, unsaid(ROWS)[44], GUARDIAN])
    assert (after.verdict, after.steps) == ("illegal", 44)
    assert after.stopped_at.rulings[0].text == "no history is left: Bk02 showed 3 × Troll"
    verdict, step, rules = died(audited([*until, GUARDIAN, unsaid(ROWS)[44]]))
    assert (verdict, step, rules[0]) == ("illegal", 45, "MUSTER-2")


def test_SPLIT_1_no_history_gives_both_halves_the_two_ogres() -> None:
    rows = unsaid(ROWS)[:8]
    rows[5] = {"do": "move", "legion": "Bk01", "to": 136}
    rows[4] = {"do": "move", "legion": "Bk02", "to": 34}
    rows[7] = {"do": "muster", "legion": "Bk01", "character": "Troll", "with": ["Ogre", "Ogre"]}
    assert audited(rows).verdict == "legal"
    both = [*rows, {"do": "muster", "legion": "Bk02", "character": "Ogre", "with": ["Ogre"]}]
    verdict, step, rules = died(audited(both))
    assert (verdict, step) == ("illegal", 8)
    assert "MUSTER-2" in rules


def test_SPLIT_2_who_is_said_to_leave_must_have_been_there() -> None:
    rows = unsaid(ROWS)
    rows[38] = {"do": "split", "legion": "Bk02", "into": "Bk03", "characters": ["Angel", "Troll"]}
    assert audited(rows).verdict == "legal"
    rows[38]["characters"] = ["Lion", "Troll"]
    found = audited(rows)
    assert died(found)[:2] == ("illegal", 38)
    assert str(found.stopped_at.rulings[0]) == "no history is left: Bk02 showed Lion, Troll (SPLIT-2)"


def test_what_is_expected_of_a_legion_is_a_fact() -> None:
    content = ["Angel", "Centaur", "Ogre", "Ogre", "Troll"]
    assert audited(changed(7, expect={"legion": {"Bk02": content}})).verdict == "legal"
    verdict, step, rules = died(audited(changed(7, expect={"legion": {"Bk02": [*content[1:], "Lion"]}})))
    assert (verdict, step, rules[0]) == ("illegal", 7, "STOP-1")


@pytest.mark.parametrize("contents", [{"Zz01": ["Lion"]}, {"Bk02": ["Zebra"]}])
def test_what_is_expected_of_names_that_there_are_not_is_refused_with_the_line(contents: dict[str, list[str]]) -> None:
    with pytest.raises(CannotTell) as refused:
        audited(changed(7, expect={"legion": contents}))
    [fault] = refused.value.faults
    assert (fault.code.partition("-")[0], fault.line) == ("unknown", 8)


@pytest.mark.parametrize(("shown", "verdict"), [("Troll", "legal"), ("Lion", "illegal")])
def test_what_is_expected_where_legions_may_be_lost_is_a_fact(shown: str, verdict: str) -> None:
    content = ["Angel", "Centaur", "Ogre", "Ogre", shown]
    ending = {"do": "withdraw", "by": "Red", "expect": {"legion": {"Bk02": content}}}
    found = audited([*unsaid(ROWS)[:12], ending])
    assert found.verdict == verdict
    if verdict == "illegal":
        _, step, rules = died(found)
        assert (step, rules[0]) == (12, "STOP-1")


def test_what_is_expected_of_one_legion_before_a_split_is_left_untold_does_not_end_the_deduction() -> None:
    content = ["Gargoyle", "Titan", "Ogre", "Ogre", "Troll"]
    rows = [*ROWS[:7], changed(7, expect={"legion": {"Bk02": content}})[7], *unsaid(ROWS)[8:]]
    assert audited(rows).verdict == "legal"
    assert not recorded(lines(rows), start_of(rows[0])).told
    rows[7]["expect"] = {"legion": {"Bk02": [*content[1:], "Lion"]}}
    with pytest.raises(CannotTell, match="step 7 is not legal in any history"):
        recorded(lines(rows), start_of(rows[0]))


def test_a_line_that_cannot_be_read_is_told() -> None:
    with pytest.raises(CannotTell, match="an integer"):
        audited(changed(38, count="two"))


def seen_when_engaged(rows: Rows) -> Rows:
    """The record without who left, but with what both Legions of each Engagement hold."""
    found = unsaid(rows)
    for step in play(lines(rows), TitanReferee(), start_of(rows[0])):
        engagement = step.state.engagement
        if step.line.data["do"] == "engage" and engagement is not None:
            two = [step.state.find(marker) for marker in (engagement.attacker, engagement.defender)]
            expect = {pair[1].legion: list(pair[1].characters or ()) for pair in two if pair is not None}
            found[step.number] = {**found[step.number], "expect": {"legion": expect}}
    return found


def test_ENG_3_what_a_legion_held_that_fled_need_not_be_told_where_some_content_agrees() -> None:
    rows = [json.loads(line) for line in gzip.decompress(FLIGHTS.read_bytes()).splitlines()]
    for hidden in (unsaid(rows), seen_when_engaged(rows)):
        found = audited(hidden)
        assert (found.verdict, found.steps) == ("legal", 463)
        full = with_history(hidden, found)
        plain = [{key: value for key, value in row.items() if key != "expect"} for row in full]
        assert judged(lines(plain), start_of(plain[0])).verdict == "legal"


def from_here(*texts: str, **black: Any) -> Rows:
    """A record that starts with Black's turn and these Legions; ``Bk02/Bk03 2`` is a split of two who are not named."""
    score = black.pop("score", 0)
    start = board_document(phase="commencement", black=black, red=RED, black_is={"score": score})
    rows: Rows = [{"format": "titan-rules/1", "kind": "replay", "start": start}]
    return [*rows, *[parse(line).to_json() for line in texts]]


RED = {"Rd01": (104, "Ogre Troll"), "Rd02": (4000, "Titan Ogre")}
LORDS = "Angel Lion Lion Lion Ogre Titan"


def test_TELE_2_a_teleport_that_does_not_say_which_lord_it_reveals_needs_some_lord() -> None:
    rows = from_here("Bk01/Bk02 2", "end-splits", "roll 6", "Bk02 300", "end-moves", Bk01=(100, LORDS))
    for muster, lords in ((), {"Angel", "Titan"}), (("Bk02 Tit>Warlock",), {"Titan"}), (("Bk02 Ogr,Ogr>Ogre",), set()):
        found = audited(rows + from_here(*muster)[1:])
        assert (found.verdict == "legal") == bool(lords)
        assert not lords or lords & set(found.history[0].characters)
    both = audited([*rows, *from_here("Bk02 Ogr>Ogre", "end-turn", Bk01=(100, LORDS))[1:]])
    assert both.verdict == "illegal"


@pytest.mark.parametrize(
    ("held", "legal"), [("Titan Angel Ogre", True), ("Angel Ogre Ogre", True), ("Ogre Ogre", False)]
)
def test_TELE_2_which_of_two_lords_is_revealed_need_not_be_said(held: str, legal: bool) -> None:
    black = {"Bk01": (100, held), "Bk09": (105, "Ogre Ogre" if "Titan" in held else "Titan Ogre")}
    found = audit(*record("end-splits", "roll 6", "Bk01 300", "end-moves", black=black, red=RED))
    assert (found.verdict, found.steps) == (("legal", 4) if legal else ("illegal", 2))


@pytest.mark.parametrize(
    ("option", "land", "move", "certain", "reason"),
    [
        ("law", 100, "Bk02 300", (), "Bk02 teleported, so it holds a Lord (TELE-2)"),
        ("law", 100, "Bk02 moves to 300 by tower teleport revealing Angel", ("Angel",), "Bk02 showed Angel (TELE-2)"),
        ("law", 105, "Bk02 4000 left", ("Titan",), "Bk02 showed Titan (TELE-3)"),
        ("law", 100, "Bk02 4000 left", ("Titan",), "Bk02 showed Titan (TELE-3)"),
        ("titan_to_towers", 100, "Bk02 300", ("Titan",), "Bk02 showed Titan (TELE-2)"),
    ],
)
def test_TELE_2_what_a_teleport_tells_depends_on_who_could_make_it(
    option: str, land: int, move: str, certain: tuple[str, ...], reason: str
) -> None:
    black = {"Bk01": (land, LORDS)}
    found = after(
        *("Bk01/Bk02 2", "end-splits", "roll 6", move),
        black=black,
        black_is={"score": 400},
        red=RED,
        gold=None,
        options={"tower_teleport": option},
    )
    deduced = found.deduce().legion("Bk02")
    assert (deduced.certain, str(deduced.rulings[-1])) == (certain, f"step 4: {reason}")
    assert all({"Angel", "Titan"} & {*content.characters} for content in deduced.contents)


def test_TELE_3_a_titan_teleport_needs_the_titan() -> None:
    start = ("Bk01/Bk02 2", "end-splits", "roll 6")
    for move in ("Bk02 4000 left titan-teleport", "Bk02 4000 left"):
        found = audited(from_here(*start, move, Bk01=(105, LORDS), score=400))
        assert found.verdict == "legal"
        assert "Titan" in found.history[0].characters
    refused = audited(from_here(*start, "Bk02 4000 left", "Bk01 5000 left", Bk01=(105, LORDS), score=400))
    assert (refused.verdict, refused.steps) == ("illegal", 4)


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("Angel Lion Lion Ogre", ["no-summon"]),
        ("Lion Lion Lion Ogre", ["no-summon"]),
        ("Angel Lion Lion Ogre", ["summon Angel from Bk02"]),
        ("Angel Lion Lion Ogre", []),
    ],
)
def test_SUMMON_2_who_passes_up_a_summons_need_not_have_anybody_to_summon(held: str, words: list[str]) -> None:
    before = ("Bk01/Bk02 2", "end-splits", "roll 1", "Bk01 104", "end-moves", "engage 104", "stand", "Red concedes")
    found = audited(from_here(*before, *words, "end-turn", Bk01=(105, held), Bk09=(1, "Titan Ogre")))
    assert (found.verdict, found.steps) == ("legal", len(before) + len(words) + 1)


def defended(held: str, *words: str) -> Rows:
    """Three of Red's who are not named are attacked in the Marsh; the attacker agrees to be eliminated."""
    red = {"Rd02": (7, held), "Rd01": (4000, "Titan Ogre")}
    black = {"Bk01": (2000, "Angel Lion Lion"), "Bk09": (1, "Titan Ogre")}
    start = board_document(phase="commencement", black=black, red=red)
    texts = ["end-splits", "roll 1", "Bk09 2", "end-moves", "end-turn"]
    texts += ["Rd02/Rd03 3", "end-splits", "roll 1", "Rd03 8", "end-moves", "end-turn"]
    texts += ["end-splits", "roll 1", "Bk01 8 bottom", "end-moves", "engage 8", "stand"]
    texts += [f"{who} attacker all, defender nothing" for who in ("Red proposes", "Black accepts")]
    header = {"format": "titan-rules/1", "kind": "replay", "start": start}
    return [header, *[parse(each).to_json() for each in (*texts, *words)]]


@pytest.mark.parametrize("words", [["end-turn"], ["no-reinforce", "end-turn"], ["reinforce Tro>Tro", "end-turn"]])
def test_ENG_8_a_right_that_only_some_histories_have_need_not_be_declined(words: list[str]) -> None:
    for held in ("Troll Troll Ogre Lion Lion Centaur", "Angel Centaur Centaur Lion Lion Troll"):
        rows = defended(held, *words)
        found = audited(rows)
        assert (found.verdict, found.steps) == ("legal", len(rows) - 1)


def test_REINF_2_a_right_that_no_history_has_is_not_used() -> None:
    rows = defended("Centaur Centaur Centaur Lion Lion Lion", "reinforce Tro>Tro", "end-turn")
    verdict, step, rules = died(audited(rows))
    assert (verdict, step) == ("illegal", len(rows) - 2)
    assert rules[0] == "REINF-2"


@pytest.mark.parametrize("seed", [5, 6, 13, 17, 18, 27])
def test_random_games_are_legal_without_who_left(seed: int) -> None:
    whole = RandomGame(seed, 2 + seed % 4, ruleset=RULESETS[seed % 3])
    for seen_when_engaged in (True, False):
        hidden = whole.untold(engaged=seen_when_engaged)
        found = audit(lines(hidden), whole.states[0])
        assert (found.verdict, found.steps) == ("legal", len(hidden) - 1), seen_when_engaged


def command(rows: Rows, *more: str) -> Done:
    return titan("replay", "-", "--audit", *more, stdin=text(rows))


def test_the_command_gives_a_history() -> None:
    done = command(unsaid(ROWS))
    assert done.code == 0
    assert (done.json["kind"], done.json["verdict"], done.json["unknown_splits"]) == ("audit", "legal", 3)
    assert [split["step"] for split in done.json["history"]] == [1, 9, 38]
    table = command(unsaid(ROWS), "--format", "table").out
    assert table.startswith("legal: 56 actions, 3 without saying who left\na history that agrees with it:\n  step 1: ")


def test_the_command_gives_the_history_that_came_furthest() -> None:
    table = command([*unsaid(ROWS)[:45], GUARDIAN], "--format", "table").out
    assert "\nthe last history:\n  step 1: " in table
    assert "a history that agrees" not in table


@pytest.mark.parametrize("more", [["--steps"], ["--to", "3"], ["--seal"], ["--format", "markdown"], ["-"]])
def test_an_audit_goes_with_nothing_else(more: list[str]) -> None:
    assert command(ROWS, *more).code == 2


def test_the_referee_itself_wants_to_know_who_left() -> None:
    assert titan("replay", "-", stdin=text(unsaid(ROWS))).code == 2


def test_an_illegal_record_names_the_step_before_to_ask_about() -> None:
    start = board(phase="commencement", black={"Bk01": (3, "Titan Ogre Ogre Lion Lion")})
    rows = [{"do": "split", "legion": "Bk01", "into": "Bk02", "count": 2}, {"do": "end-splits"}, {"do": "end-moves"}]
    with pytest.raises(CannotTell) as caught:
        recorded([line_of(number, row) for number, row in enumerate(rows, 2)], start)
    assert caught.value.fault.message == "step 3 is not legal in any history: the Movement Roll comes first"
    assert (caught.value.fault.hint, caught.value.fault.line) == ("ask about an earlier one: --step 2", 4)
