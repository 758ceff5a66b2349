"""Whether an action was possible at all, and why not (``--could``)."""

from fractions import Fraction

import pytest

from builders import game, legion, player
from checkout import EXAMPLES
from histories import unsaid
from recorded import recording, who_left
from titan_rules.answers.deduction import Possibility
from titan_rules.deduction.facts import Began, Gone, Looked, Parted, TitanOrNot
from titan_rules.deduction.history import beginning, facts_of
from titan_rules.deduction.posterior import PRIORS
from titan_rules.deduction.recorded import Recording, deduce, legion_deduction, recorded
from titan_rules.kernel.errors import ArgumentError, CannotTell
from titan_rules.play import apply
from titan_rules.position.documents import FORMAT
from titan_rules.replays.record import opened
from titan_rules.text.parsing import parse
from unseen import START, after, lines

ROWS = who_left()

THREE_TROLLS = "Bk02 Tro,Tro,Tro>Guardian"


def could(step: int, text: str, color: str = "Red") -> Possibility:
    return recording(ROWS, step).could(parse(text), color)


def cited(found: Possibility) -> list[str]:
    return [ruling.rule for ruling in found.rulings]


def test_MUSTER_4_three_trolls_are_possible_until_one_shows_elsewhere() -> None:
    before, after = could(43, THREE_TROLLS), could(44, THREE_TROLLS)
    assert (before.verdict, before.weight.exact) == ("possible", Fraction(2, 7))
    assert (after.verdict, after.weight.exact) == ("not possible", Fraction(0))
    assert str(after.rulings[0]) == ("Bk02 cannot hold 3 × Troll: since step 44 it holds at most 2 × Troll (MUSTER-2)")


def test_MUSTER_2_the_weight_is_that_of_the_contents_with_which_it_is_legal() -> None:
    deduced = recording(ROWS, 43).deduce("Red").legion("Bk02")
    assert deduced.chance(["Troll"] * 3).exact == Fraction(2, 7)
    assert deduced.chance(["Ogre", "Ogre", "Troll"]).exact < 1
    assert deduced.chance(["Troll"]).exact == 1
    assert deduced.chance(["Lion"]).exact == 0


def test_SPLIT_2_a_split_may_leave_too_few() -> None:
    found = could(43, "Bk03 Tro,Tro,Tro>Guardian")
    assert found.verdict == "not possible"
    assert found.rulings[0].text == "Bk03 cannot hold 3 × Troll: the split at step 38 left at most 2 × Troll"


def test_SPLIT_1_a_split_may_leave_some_and_not_all() -> None:
    found = could(44, "Bk02/Bk04 Tit Ang")
    assert found.rulings[0].text == "Bk02 cannot hold Titan, Angel: the split at step 1 left only some of them"
    assert (
        could(37, "Bk02/Bk04 Tit Lio").rulings[0].text == "Bk02 cannot hold Titan, Lion: it has never held all of them"
    )
    assert could(44, "Bk01/Bk04 Ogr Ogr").rulings[0].text == "Bk01 cannot hold 2 × Ogre: since step 7 it holds no Ogre"


RULED_OUT = {
    (37, "Bk02/Bk04 Tit Lio"): ["Bk02 cannot hold Titan, Lion: it has never held all of them (SPLIT-2)",
        "Bk02 holds no Lion (SPLIT-2)"],
    (37, "Bk02/Bk04 Lio Lio"): ["Bk02 cannot hold 2 × Lion: it has never held any (SPLIT-2)",
        "Bk02 holds no Lions, not 2 (SPLIT-2)"],
    (37, "Bk02/Bk04 Ogr Tro Tro Tro Tro"): [
        "Bk02 cannot hold Ogre, 4 × Troll: it has never held more than 3 × Troll (SPLIT-2)",
        "Bk02 holds 3 Trolls, not 4 (SPLIT-2)"],
    (37, "Bk02/Bk04 Ogr Ogr Ogr Tro"): [
        "Bk02 cannot hold 3 × Ogre, Troll: it has never held more than 2 × Ogre (SPLIT-2)",
        "Bk02 holds 2 Ogres, not 3 (SPLIT-2)"],
    (37, "Bk02/Bk04 Cen Cen"): ["Bk02 cannot hold 2 × Centaur: since step 7 it holds at most Centaur (MUSTER-2)",
        "Bk02 holds 1 Centaur, not 2 (SPLIT-2)", "Bk02 holds no Centaurs, not 2 (SPLIT-2)"],
    (43, "Bk03 Tro,Tro,Tro>Guardian"): [
        "Bk03 cannot hold 3 × Troll: the split at step 38 left at most 2 × Troll (SPLIT-2)",
        "Guardian is not mustered in Swamp, where these are: Troll, Wyvern, Hydra (MUSTER-2)"],
    (44, THREE_TROLLS): ["Bk02 cannot hold 3 × Troll: since step 44 it holds at most 2 × Troll (MUSTER-2)",
        "it takes three Creatures of one kind, or a Guardian, to muster a Guardian; the Legion holds 2 Trolls"
        " (MUSTER-4)",
        "it takes three Creatures of one kind, or a Guardian, to muster a Guardian; the Legion holds 1 Troll"
        " (MUSTER-4)"],
    (44, "Bk02/Bk04 Tit Ang"): ["Bk02 cannot hold Titan, Angel: the split at step 1 left only some of them (SPLIT-1)",
        "this belongs to the commencement phase; Black is in the enlistment phase of turn 4 (SPLIT-4)"],
    (44, "Bk01/Bk04 Ogr Ogr"): ["Bk01 cannot hold 2 × Ogre: since step 7 it holds no Ogre (MUSTER-2)",
        "this belongs to the commencement phase; Black is in the enlistment phase of turn 4 (SPLIT-4)"],
    (37, "Bk09/Bk04 Ogr"): ["Black has no Legion Bk09 (SPLIT-2)"],
}  # fmt: skip


@pytest.mark.parametrize(("step", "text"), RULED_OUT)
def test_what_rules_an_action_out_is_said_first_and_what_it_follows_from_last(step: int, text: str) -> None:
    found, against = could(step, text), RULED_OUT[step, text]
    reasons, evidence = found.rulings[: len(against)], found.rulings[len(against) :]
    assert [str(ruling) for ruling in reasons] == against
    assert {ruling.verdict for ruling in reasons} == {"illegal"}
    marker = text[:4]
    followed = recording(ROWS, step).deduce("Red")
    assert evidence == (() if marker == "Bk09" else followed.legion(marker).rulings)


def test_SPLIT_2_at_most_three_reasons_are_given_if_each_content_has_its_own() -> None:
    """Bk01 holds no Lion or up to four, the likeliest first."""
    black = player("Black", 100, legion("Bk01", 105, *["Lion"] * 7), legion("Bk02", 1, "Titan", *["Ogre"] * 4))
    state = game(black, player("Red", 200, legion("Rd01", 4000, "Titan")), phase="commencement")
    whole = Began(step=0, rule="STOP-1", owner="Black", legion="Bk02", characters=("Lion",) * 4 + ("Ogre",) * 8)
    split = Parted(step=0, rule="SPLIT-2", owner="Black", legion="Bk02", into="Bk01", count=7, stay=5)
    found = Recording(0, ((state, (whole, split)),)).could(parse("Bk01/Bk05 Lio Lio Lio Lio Lio"), "Red")
    assert [str(ruling) for ruling in found.rulings[:-2]] == [
        "Bk01 cannot hold 5 × Lion: it has never held more than 4 × Lion (SPLIT-2)",
        "Bk01 holds 2 Lions, not 5 (SPLIT-2)",
        "Bk01 holds 3 Lions, not 5 (SPLIT-2)",
        "Bk01 holds 1 Lion, not 5 (SPLIT-2)",
    ]


AGREED = ("Red proposes attacker Lio, defender all", "Black accepts attacker Lio, defender all")


def test_SUMMON_2_who_may_be_summoned_depends_on_the_legion_that_is_left() -> None:
    found = recorded(lines(*AGREED), START)
    angel = found.could(parse("summon Angel from Bk01"))
    assert (angel.verdict, angel.weight.exact) == ("possible", found.deduce().legion("Bk01").chance(["Angel"]).exact)
    assert angel.rulings == found.deduce().legion("Bk01").rulings
    archangel = found.could(parse("summon Archangel from Bk01"))
    assert [str(ruling) for ruling in archangel.rulings[:2]] == [
        "Bk01 cannot hold Archangel: it has never held any (SPLIT-2)",
        "Bk01 holds no Archangel (SUMMON-1)",
    ]
    assert archangel.rulings[2:] == angel.rulings


def test_TELE_2_the_only_lord_that_can_be_revealed_is_known_from_then_on() -> None:
    words = ("Bk01/Bk02 Lio Lio", "end-splits", "roll 6", "Bk01 300")
    found = after(*words, black={"Bk01": (100, "Titan Lion Lion Ogre Ogre")}, red={"Rd01": (4000, "Titan Ogre")})
    deduced = found.deduce("Red").legion("Bk01")
    assert (found.told, deduced.certain) == (True, ("Titan",))
    assert str(deduced.rulings[-1]) == "step 4: Bk01 showed Titan (TELE-2)"


def test_STOP_1_a_legion_that_a_record_begins_with_is_followed_from_there() -> None:
    found = recorded(lines(), START)
    assert str(found.could(parse("Bk09/Bk05 Ogr Ogr Ogr")).rulings[0]) == (
        "Bk09 cannot hold 3 × Ogre: it has never held more than 2 × Ogre (SPLIT-2)"
    )
    assert str(found.could(parse("Bk02/Bk05 Ogr Ogr Ogr")).rulings[0]) == (
        "Bk02 cannot hold 3 × Ogre: it has never held more than 2 × Ogre (SPLIT-2)"
    )


def test_ENG_5_reasons_that_do_not_depend_on_contents_are_all_given() -> None:
    found = recorded(lines(), START).could(parse("flee"))
    assert [str(ruling) for ruling in found.rulings] == [
        "Red has decided to stand, and that is final (ENG-5)",
        "in the Engagement in land 104 it is Red's turn to speak (ENG-1)",
    ]


def test_SPLIT_2_an_answer_follows_from_all_that_was_seen_of_the_relatives() -> None:
    rulings = recording(ROWS, 44).deduce("Red").legion("Bk03").rulings
    assert [ruling.text.partition(":")[0] for ruling in rulings] == [
        f"step {step}" for step in (0, 1, 7, 7, 20, 20, 31, 31, 38, 44, 44)
    ]
    assert {ruling.verdict for ruling in rulings} == {"consequence"}


def test_ENG_2_who_was_seen_whole_holds_nothing_else() -> None:
    split = Parted(step=1, rule="SPLIT-2", owner="Red", legion="Rd02", into="Rd01", count=2, stay=2)
    whole = Began(step=0, rule="STOP-1", owner="Red", legion="Rd02", characters=("Lion", "Ogre", "Titan", "Troll"))
    at = {"step": 2, "owner": "Red", "legion": "Rd01", "characters": ("Ogre", "Troll")}
    asked = Recording(2, ((recording(ROWS, 0).game, (whole, split, Looked(rule="ENG-2", by=("Black",), **at))),))
    found = asked.could(parse("Rd01/Rd05 Lio"), "Black")
    assert found.rulings[0].text == "Rd01 cannot hold Lion: it was seen whole at step 2, with no Lion"
    assert "cannot hold" not in asked.could(parse("Rd01/Rd05 Lio"), "nobody").rulings[0].text


def test_what_a_player_holds_itself_it_knows() -> None:
    assert could(43, THREE_TROLLS, "Black").verdict == "not possible"
    assert could(43, "Bk02 >Ogre", "Black").weight.exact == 1


def test_who_asks_must_play_and_what_it_asks_about_must_be_there() -> None:
    with pytest.raises(CannotTell, match="nobody plays Gold"):
        recording(ROWS).deduce("Gold")
    with pytest.raises(CannotTell, match="there is no Legion Bk09"):
        recording(ROWS).deduce("Red", legion="Bk09")
    with pytest.raises(CannotTell, match="Rd01 is Red's own"):
        recording(ROWS).deduce("Red", legion="Rd01")
    with pytest.raises(KeyError):
        recording(ROWS).deduce("Red").legion("Rd01")


def test_the_record_must_be_legal_as_far_as_it_is_asked_about() -> None:
    wrong = [*ROWS[:8], {"do": "muster", "legion": "Bk01", "character": "Dragon", "with": ["Ogre"]}]
    with pytest.raises(CannotTell, match="step 8 is not legal"):
        recording(wrong)
    assert recording(wrong, 7).step == 7
    with pytest.raises(CannotTell, match="the game has 56 actions, there is no step 57"):
        recording(ROWS, 57)
    with pytest.raises(CannotTell, match="unknown key"):
        recording([*ROWS[:4], {"do": "roll", "dice": 1}])


def test_the_record_must_say_what_the_legions_hold_when_it_begins() -> None:
    start = recording(ROWS, 20).game
    data = FORMAT.to_json(start)
    data["players"][0]["legions"][0].update(characters=None, height=4)
    with pytest.raises(CannotTell, match="begins with only the height of Bk01"):
        recording([{"format": "titan-rules/1", "kind": "replay", "start": data}])


def test_ENG_3_whether_a_legion_could_flee_depends_on_a_lord() -> None:
    black = player("Black", 100, legion("Bk01", 105, "Lion", moved=True, entry_side="left"), legion("Bk02", 1, "Titan"))
    red = player("Red", 200, legion("Rd01", 105, "Ogre", "Troll"), legion("Rd02", 4000, "Titan", "Angel"))
    before = game(black, red, player("Gold", 300, legion("Gd01", 5000, "Titan")))
    after = apply(before, parse("engage 105")).state
    facts = [
        *[fact for fact in beginning(before) if fact.owner != "Red"],
        Began(step=0, rule="STOP-1", owner="Red", legion="Rd02", characters=("Angel", "Ogre", "Titan", "Troll")),
        Parted(step=0, rule="SPLIT-2", owner="Red", legion="Rd02", into="Rd01", count=2, stay=2),
        *facts_of(1, before, parse("engage 105"), after),
    ]
    asked = Recording(1, ((after, tuple(facts)),))
    assert asked.could(parse("flee"), "Gold").weight.exact == Fraction(1, 6)
    assert asked.could(parse("flee"), "Black").weight.exact == 1
    assert asked.could(parse("Red no-more"), "Gold").weight.exact == Fraction(5, 6)
    assert asked.could(parse("Red proposes attacker all, defender Tro"), "Gold").weight.exact == Fraction(1, 3)


@pytest.mark.parametrize("step", [1, 7, 37, 38, 43, 44, 56])
def test_who_only_watches_deduces_the_same_from_a_record_that_does_not_say_who_left(step: int) -> None:
    one, two = recording(ROWS, step).deduce("nobody"), recording(unsaid(ROWS), step).deduce("nobody")
    assert [(x.legion, x.contents, x.range) for x in one.legions] == [
        (x.legion, x.contents, x.range) for x in two.legions
    ]


def test_what_a_player_holds_itself_is_not_known_where_the_record_does_not_say_it() -> None:
    for color in ("Black", "Red"):
        found = recording(unsaid(ROWS), 43).could(parse(THREE_TROLLS), color)
        assert (found.verdict, found.weight.exact) == ("possible", Fraction(2, 7))


def test_a_record_without_a_history_cannot_be_asked_about() -> None:
    guardian = {"do": "muster", "legion": "Bk02", "character": "Guardian", "with": ["Troll", "Troll", "Troll"]}
    wrong = [*unsaid(ROWS)[:45], guardian]
    with pytest.raises(
        CannotTell, match="step 45 is not legal in any history: no history is left: Bk02 showed 3 × Troll"
    ):
        recording(wrong)
    assert recording(wrong, 44).step == 44


def test_a_record_is_asked_about_by_its_path_or_as_it_was_read() -> None:
    path = EXAMPLES / "who-left.replay.jsonl"
    spectator = deduce(path, step=43, legion="bk2")
    assert spectator == recording(ROWS, 43).deduce("nobody", legion="Bk02")
    assert spectator == deduce(str(path), "Nobody", step=43, legion="Bk02")
    assert deduce(path, "red", prior="splits") == recording(ROWS).deduce("Red", "splits")
    with opened(path) as record:
        assert deduce(record, "Red", step=43) == recording(ROWS, 43).deduce("Red")
    with pytest.raises(TypeError, match="prior must be one of counters, splits, not 'habits'"):
        deduce(path, prior="habits")


def test_a_record_that_is_not_legal_names_the_step_before_it_and_its_line() -> None:
    wrong = [*ROWS[:8], {"do": "muster", "legion": "Bk01", "character": "Dragon", "with": ["Ogre"]}]
    with pytest.raises(CannotTell) as caught:
        recording(wrong)
    assert (caught.value.fault.line, caught.value.fault.hint) == (9, "ask about an earlier one: --step 7")


def test_who_asks_must_play_even_where_nobody_knows_more_than_a_spectator() -> None:
    for rows in (ROWS, unsaid(ROWS)):
        with pytest.raises(CannotTell, match="nobody plays Gold"):
            recording(rows, 43).could(parse(THREE_TROLLS), "Gold")


def in_two_ways() -> Recording:
    """Of Black's six, a Lion, an Ogre and the Titan leave as Bk02, and one of these unseen as Bk03, which is lost."""
    at = {"rule": "SPLIT-2", "owner": "Black"}
    facts = (
        Began(step=0, legion="Bk01", characters=("Lion", "Lion", "Lion", "Ogre", "Ogre", "Titan"), **at),
        Parted(step=1, legion="Bk01", into="Bk02", count=3, stay=3, characters=("Lion", "Ogre", "Titan"), **at),
        Parted(step=2, legion="Bk02", into="Bk03", count=1, stay=2, **at),
    )
    lost = [TitanOrNot(step=3, legion="Bk03", titan=titan, **at) for titan in (True, False)]
    gone = Gone(step=3, legion="Bk03", **at)
    return Recording(3, tuple([(recording(ROWS, 0).game, (*facts, fact, gone)) for fact in lost]), told=False)


def test_D_1_what_the_record_says_of_splits_weighs_the_ways() -> None:
    """The Titan is one of three for who reads the record; a spectator does not know who left as Bk02 either."""
    found = in_two_ways()
    assert [share for share, _ in found.observers()] == [Fraction(1, 3), Fraction(2, 3)]
    ways = [legion_deduction(observer, "Bk02") for _, observer in found.observers()]
    assert [way.chance(["Titan"]).exact for way in ways] == [0, Fraction(2, 5)]
    assert found.deduce().legion("Bk02").chance(["Titan"]).exact == Fraction(4, 15)
    reasons = [ruling.text for ruling in found.deduce().legion("Bk02").rulings]
    assert reasons == [
        "step 0: Bk01 begins with 3 × Lion, 2 × Ogre, Titan",
        "step 1: Bk01 splits, 3 leave as Bk02 and 3 stay",
        "step 2: Bk02 splits, 1 leave as Bk03 and 2 stay",
        "step 3: Bk03 was lost and its player is out, so it held the Titan",
        "step 3: Bk03 was lost and its player lives, so it held no Titan",
    ]


def test_TELE_2_whether_a_lord_can_be_revealed() -> None:
    words = ("Bk01/Bk02 2", "end-splits", "roll 6")
    found = after(*words, black={"Bk01": (100, "Titan Ogre Ogre Ogre")}, red={"Rd01": (4000, "Titan Ogre")}, gold=None)
    teleport = "Bk02 moves to 300 by tower teleport"
    assert [found.could(parse(f"{teleport}{lord}")).weight.exact for lord in ("", " revealing Titan")] == [0.5, 0.5]
    assert [str(ruling) for ruling in found.could(parse(f"{teleport} revealing Angel")).rulings[:3]] == [
        "Bk02 cannot hold Angel: it has never held any (SPLIT-2)",
        "Bk02 does not contain a Lord (TELE-2)",
        "Bk02 holds no Angel (TELE-2)",
    ]


def test_the_prior_is_that_of_the_question() -> None:
    counters, splits = (
        [content.weight.exact for content in in_two_ways().deduce(prior=prior).legion("Bk01").contents]
        for prior in PRIORS
    )
    assert counters != splits
    assert len(set(splits)) > 1
    observer = recording(ROWS, 1).observer("Red", "splits")
    assert set(observer.contents("Bk02").values()) == {1}
    assert len(set(recording(ROWS, 1).observer("Red").contents("Bk02").values())) > 1


@pytest.mark.parametrize(
    "given", [{"record": 3}, {"color": 3}, {"color": None}, {"step": "3"}, {"legion": 3}, {"prior": 3}]
)
def test_an_argument_of_the_wrong_kind_is_refused_by_name(given: dict[str, object]) -> None:
    (name,) = given
    with pytest.raises(ArgumentError) as caught:
        deduce(**{"record": EXAMPLES / "who-left.replay.jsonl", **given})
    assert caught.value.parameter == name
