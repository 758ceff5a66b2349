"""Legions that meet and fight before anybody has seen who left in their split (BATTLE-1, BATTLE-5, ENG-7, SCORE-1).

Three of Black's six leave as Bk02, unseen, and attack Red's Ogre and Troll in a Jungle. What is deduced then is
compared with all the ways to choose three of six.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from titan_rules.box import STANDARD
from titan_rules.box.names import CharacterName
from titan_rules.deduction.audit import audit
from titan_rules.deduction.recorded import Recording, recorded
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.replaying import Divergence, line_of
from titan_rules.replays.report import judged
from titan_rules.text.parsing import parse
from unseen import BLACK, ENDED, FIGHT, PLACES, START, Names, Row, lines


def known(*rows: Row) -> Recording:
    """What can be known after these; and a history that the audit finds replays to the end."""
    record = lines(*rows)
    found = audit(record, START)
    assert found.verdict == "legal"
    (split,) = found.history
    unsaid = {key: value for key, value in record[0].data.items() if key != "count"}
    full = [line_of(2, {**unsaid, "characters": list(split.characters)})]
    plain = [line_of(line.number, {k: v for k, v in line.to_json().items() if k != "expect"}) for line in record[1:]]
    assert judged([*full, *plain], START).verdict == "legal"
    return recorded(record, START)


def may_hold(recording: Recording, marker: str) -> dict[Names, Fraction]:
    found = recording.deduce().legion(marker)
    return {content.characters: content.weight.exact for content in found.contents}


def chosen(
    fits: Callable[[Names], bool], change: Callable[[Names], Names] = lambda left: left
) -> dict[Names, Fraction]:
    """All that may have left and fits, as what became of it, with its share."""
    left = [tuple(BLACK[i] for i in places) for places in combinations(range(6), 3)]
    counts = Counter(tuple(sorted(change(names))) for names in left if fits(names))
    return {names: Fraction(count, counts.total()) for names, count in counts.items()}


def without(names: Names, *less: str) -> Names:
    return tuple(sorted((Counter(names) - Counter(less)).elements()))


def stayed(names: Names) -> Names:
    return without(BLACK, *names)


def points(names: Names) -> int:
    return sum([STANDARD.points(CharacterName(name)) for name in names])


def test_BATTLE_1_who_enters_is_shown_one_by_one() -> None:
    for entered in (("Lion",), ("Lion", "Lion"), ("Lion", "Lion", "Angel")):
        found = known(*FIGHT, *[f"{name} enters {place}" for name, place in zip(entered, PLACES, strict=False)])
        shown = chosen(lambda left, entered=entered: not Counter(entered) - Counter(left))  # type: ignore[misc]
        assert may_hold(found, "Bk02") == shown
        assert may_hold(found, "Bk01") == {stayed(left): share for left, share in shown.items()}


@pytest.mark.parametrize(
    ("words", "step"),
    [
        (["Lio enters F2", "Lio enters E2", "Lio enters E5"], 17),
        (["Cyc enters F2"], 15),
        (["Ang enters E3", "Lio enters F2", "end-maneuver", *ENDED, "end-maneuver", *ENDED, "Ogr enters F3"], 23),
    ],
)
def test_BATTLE_5_nobody_enters_who_cannot_be_there(words: list[str], step: int) -> None:
    found = audit(lines(*FIGHT, *words), START)
    assert found.verdict == "illegal"
    assert found.stopped_at is not None
    assert (found.stopped_at.step, found.stopped_at.line) == (step, step + 1)


def test_BATTLE_5_who_does_not_enter_at_once_is_left_off_and_only_its_owner_knows_who() -> None:
    found = known(*FIGHT, "Lio enters F2", "Tit enters D5", "end-maneuver")
    assert may_hold(found, "Bk02") == {("Lion", "Titan"): 1}
    left = chosen(lambda left: {"Lion", "Titan"} <= {*left})
    assert may_hold(found, "Bk01") == {stayed(names): share for names, share in left.items()}
    reasons = map(str, found.deduce().legion("Bk01").rulings)
    assert "step 17: Bk02 entered the battle with Lion, Titan (BATTLE-5)" in reasons


def test_SCORE_1_the_points_of_a_lost_legion_tell_what_it_may_have_held() -> None:
    """The attacker concedes in its Maneuver Phase; the score that is expected then fits some contents only."""
    for score in sorted({points(left) for left in chosen(lambda left: "Titan" not in left)}):
        found = known(*FIGHT[:2], ("Black concedes", {"score": {"Red": score}}), "end-turn")
        fit = chosen(lambda left, score=score: "Titan" not in left and points(left) == score)  # type: ignore[misc]
        assert may_hold(found, "Bk01") == {stayed(names): share for names, share in fit.items()}
        assert found.game.player("Red").score == score


@pytest.mark.parametrize(
    ("score", "stays"),
    [(39, ("Angel", "Lion", "Titan")), (42, ("Angel", "Ogre", "Titan")), (51, ("Lion", "Ogre", "Titan"))],
)
def test_SCORE_1_the_points_of_who_was_left_off_tell_who_it_was(score: int, stays: Names) -> None:
    """A Lion and an Ogre have entered. The third of Bk02 is an Ogre, a Lion or the Angel."""
    entered = (*FIGHT, "Lio enters F2", "Ogr enters F1", "end-maneuver", "Black attempts to concede")
    found = known(*entered, ("Red accepts the concession", {"score": {"Red": score}}))
    assert may_hold(found, "Bk01") == {stays: 1}
    assert may_hold(known(*entered[:-1]), "Bk01").keys() > {stays}


def test_SCORE_1_so_many_contents_are_tried_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    record = lines(*FIGHT[:2], "Black concedes")
    values = {(points(left), "Titan" in left) for left in chosen(lambda left: True)}
    monkeypatch.setattr("titan_rules.deduction.trials.MOST_TRIED", len(values))
    assert audit(record, START).verdict == "legal"
    monkeypatch.setattr("titan_rules.deduction.trials.MOST_TRIED", len(values) - 1)
    with pytest.raises(CannotTell) as caught:
        audit(record, START)
    message = "Black concedes depends on too many contents of Legions"
    assert caught.value.fault == Fault("unknown-content", message, line=11)


def test_a_remark_on_an_action_is_no_step() -> None:
    record = lines("Red no-more", "Black fights")
    remark = evolve(line_of(99, {"expect": {"legion": {"Bk02": ["Lion", "Ogre", "Titan"]}}}), afterthought=True)
    found = audit([*record[:-1], remark, record[-1]], START)
    assert (found.verdict, found.steps, found.unknown) == ("legal", len(record), 1)
    assert [(split.step, split.characters) for split in found.history] == [(1, ("Lion", "Ogre", "Titan"))]
    wrong = evolve(line_of(99, {"expect": {"legion": {"Bk02": ["Cyclops"] * 3}}}), afterthought=True)
    stop = audit([*record[:-1], wrong, record[-1]], START).stopped_at
    assert stop is not None
    assert (stop.step, stop.line, stop.diverges) == (len(record) - 1, 99, None)
    assert stop.rulings[0].text == "no history is left: Bk02 was seen whole: 3 × Cyclops"


def test_a_seal_that_depends_on_who_left_does_not_matter() -> None:
    record = [evolve(line, seal="0123456789abcdef") for line in lines("Red no-more")]
    assert audit(record, START).verdict == "legal"
    assert recorded(record, START).step == len(record)


def test_SCORE_1_a_score_that_no_content_gives_diverges() -> None:
    record = lines(*FIGHT[:2], ("Black concedes", {"score": {"Red": 3}}))
    found = audit(record, START)
    assert (found.verdict, found.steps) == ("diverges", 9)
    assert found.stopped_at is not None
    assert [(one.fact, one.expected) for one in found.stopped_at.diverges or ()] == [("score", {"Red": 3})]
    with pytest.raises(
        CannotTell, match="step 10 is not legal in any history: what is expected does not hold"
    ) as caught:
        recorded(record, START)
    assert caught.value.fault.line == 11
    assert isinstance((found.stopped_at.diverges or ())[0], Divergence)


def test_SCORE_1_where_more_scores_are_possible_than_are_followed_nobody_can_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("titan_rules.deduction.hypotheses.MOST_SCORES", 1)
    lost = (*FIGHT[:2], "Black concedes")
    scores = {points(left) for left in chosen(lambda left: "Titan" not in left)}
    records = [lines(*lost, ("end-turn", {"score": {"Red": score}})) for score in sorted(scores)]
    with pytest.raises(CannotTell) as caught:
        _ = [audit(record, START) for record in records]
    fault = caught.value.fault
    assert fault.message.startswith("step 11 is not legal with the scores that were followed")
    assert fault.message.endswith("does not say what Bk02 held when it left the board at step 10")
    assert (fault.line, fault.hint) == (
        12,
        'write what was seen, as "expect": {"legion": {"Bk02": […]}}, at the Engagement',
    )


def test_D_1_it_is_open_who_lost_the_titan_until_the_game_goes_on() -> None:
    lost = known(*FIGHT[:2], "Black concedes")
    assert len(lost.ways) == 2
    assert [legion.legion for legion in lost.deduce().legions] == ["Rd01", "Rd02"]
    with pytest.raises(
        CannotTell, match="up to step 10 the record does not say whether a Legion held its player's Titan"
    ):
        lost.observer()
    half = lost.could(parse("end-turn"))
    assert (half.verdict, half.weight.exact) == ("possible", Fraction(1, 2))
    assert [share for share, _ in lost.observers()] == [Fraction(1, 2)] * 2
    on = known(*FIGHT[:2], "Black concedes", "end-turn")
    assert len(on.ways) == 1
    lives = chosen(lambda left: "Titan" not in left)
    assert may_hold(on, "Bk01") == {stayed(names): share for names, share in lives.items()}
    reasons = map(str, on.deduce().legion("Bk01").rulings)
    assert "step 10: Bk02 was lost and its player lives, so it held no Titan (D-1)" in reasons


def test_D_1_what_was_shown_before_weighs_the_ways() -> None:
    found = known("Red proposes attacker Lio, defender all", "Black no-more", "Red fights", "Black concedes")
    held = sum(share for left, share in chosen(lambda left: "Lion" in left).items() if "Titan" in left)
    assert held != Fraction(1, 2)
    assert sorted(share for share, _ in found.observers()) == sorted([held, 1 - held])
    assert found.could(parse("end-turn")).weight.exact == 1 - held


def test_ENG_7_who_is_lost_by_agreement_was_there() -> None:
    found = known("Red proposes attacker Lio, defender all", "Black accepts attacker Lio, defender all")
    assert may_hold(found, "Bk02") == chosen(lambda left: "Lion" in left, lambda left: without(left, "Lion"))
    with_lion = chosen(lambda left: "Lion" in left)
    assert may_hold(found, "Bk01") == {stayed(names): share for names, share in with_lion.items()}
    refused = audit(lines("Red proposes attacker Cyc, defender all", "Black accepts attacker Cyc, defender all"), START)
    assert refused.verdict == "illegal"


def test_SUMMON_2_who_is_summoned_left_its_legion() -> None:
    agreed = ("Red proposes attacker Lio, defender all", "Black accepts attacker Lio, defender all")
    found = known(*agreed, "summon Angel from Bk01")
    fits = chosen(lambda left: "Lion" in left and "Angel" not in left)
    assert may_hold(found, "Bk01") == {without(stayed(names), "Angel"): share for names, share in fits.items()}
    assert may_hold(found, "Bk02") == {
        tuple(sorted([*without(names, "Lion"), "Angel"])): share for names, share in fits.items()
    }
    summoned = audit(lines(*agreed, "summon Archangel from Bk01"), START)
    assert summoned.verdict == "illegal"


@pytest.mark.parametrize(
    ("held", "fits"),
    [(["Angel", "Lion", "Lion"], True), (["Lion", "Titan", "Ogre"], True), (["Lion", "Lion", "Lion"], False)],
)
def test_STOP_1_what_a_record_says_of_a_legion_is_known_from_then_on(held: list[str], fits: bool) -> None:
    rows = [("Red no-more", {"legion": {"bk2": held}})]
    if fits:
        assert may_hold(known(*rows), "Bk02") == {tuple(sorted(held)): 1}
        assert may_hold(known(*rows), "Bk01") == {stayed(tuple(held)): 1}
    else:
        with pytest.raises(CannotTell, match=r"no history is left: Bk02 was seen whole: 3 × Lion"):
            recorded(lines(*rows), START)


def test_an_expectation_that_cannot_be_read_is_a_fault_of_its_line() -> None:
    for expect, code in (({"scroe": 3}, "unknown-expectation"), ({"legion": {"Zz9": []}}, "unknown-marker")):
        with pytest.raises(CannotTell) as caught:
            audit(lines(("Red no-more", expect)), START)
        assert caught.value.fault.code.startswith("unknown"), code


def test_what_is_expected_of_a_strike_is_compared_with_the_strike() -> None:
    before = (*FIGHT[:2], "Ogr enters B2", "end-maneuver", *ENDED, "Ang enters C2", "end-maneuver")
    strike = "C2 strikes B2 with 6 6 6 1 1 1"
    found = known(*before, (strike, {"hits": 3}))
    assert may_hold(found, "Bk02") == {("Angel",): 1}
    wrong = audit(lines(*before, (strike, {"hits": 2})), START)
    assert wrong.stopped_at is not None
    assert wrong.stopped_at.diverges == (Divergence("hits", 2, 3),)
    remark = evolve(line_of(99, {"expect": {"hits": 3}}), afterthought=True)
    assert audit([*lines(*before, strike), remark], START).verdict == "legal"
    late = evolve(line_of(99, {"expect": {"hits": 1}}), afterthought=True)
    assert audit([*lines(*before, strike), late], START).verdict == "diverges"


def test_what_cannot_be_read_is_a_fault_of_its_line() -> None:
    with pytest.raises(CannotTell, match="unknown character") as caught:
        audit([*lines(), line_of(9, {"do": "muster", "legion": "Bk01", "character": "Oger", "with": []})], START)
    assert caught.value.fault.line == 9
    unread = evolve(line_of(9, {}), fault=Fault("bad", "it is bad", line=9))
    with pytest.raises(CannotTell, match=r"^it is bad on line 9$"):
        audit([*lines(), unread], START)
