"""What scores tell of Legions that were lost unseen, and how many ways to reach them are kept apart (SCORE-1)."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from titan_rules.deduction.audit import audit
from titan_rules.deduction.recorded import Recording, recorded
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.replaying import RecordLine
from titan_rules.position.game import Game
from unseen import MEETING, Row, after, record

Names = tuple[str, ...]

POINTS = {"Gorgon": 18, "Lion": 15, "Ogre": 12, "Titan": 24}
SIX = ("Gorgon", "Lion", "Lion", "Ogre", "Ogre", "Titan")
FOUR = ("Lion", "Lion", "Ogre", "Ogre")


def points(names: Iterable[str]) -> int:
    return sum(POINTS[name] for name in names)


def left_by(whole: Names, left: Iterable[str]) -> Names:
    return tuple(sorted((Counter(whole) - Counter(left)).elements()))


def may_hold(found: Recording, marker: str) -> dict[Names, Fraction]:
    return {content.characters: content.weight.exact for content in found.deduce().legion(marker).contents}


def test_SCORE_1_contents_of_the_same_points_are_told_together() -> None:
    """Two Lions and an Ogre are worth as much as a Gorgon and two Ogres, though not by halves (D-3)."""
    lost = [three for three in combinations(SIX, 3) if "Titan" not in three]
    for score in {points(three) for three in lost}:
        words: list[Row] = ["Red no-more", "Black fights", ("Black concedes", {"score": {"Red": score}}), "end-turn"]
        found = after(
            *(*MEETING, *words),
            black={"Bk01": (105, " ".join(SIX)), "Bk09": (1, "Ogre Ogre")},
            red={"Rd01": (104, "Ogre Troll"), "Rd02": (4000, "Titan Ogre")},
        )
        fits = Counter(left_by(SIX, three) for three in lost if points(three) == score)
        assert may_hold(found, "Bk01") == {names: Fraction(ways, fits.total()) for names, ways in fits.items()}


def two_lost(score: int, *last: Row) -> tuple[list[RecordLine], Game]:
    """Two of each of two fours are lost to Red unseen, one after the other."""
    words: list[Row] = ["Bk01/Bk02 2", "Bk05/Bk06 2", "end-splits", "roll 1", "Bk02 104", "Bk06 8 bottom", "end-moves"]
    words += ["engage 104", "stand", "Red no-more", "Black concedes", "engage 8", "stand", "Red no-more"]
    sides: dict[str, Any] = {
        "black": {"Bk01": (105, " ".join(FOUR)), "Bk05": (2000, " ".join(FOUR)), "Bk09": (1, "Titan Ogre")},
        "red": {"Rd01": (104, "Ogre Troll"), "Rd03": (8, "Troll Troll"), "Rd02": (4000, "Titan Ogre")},
    }
    return record(*words, ("Black concedes", {"score": {"Red": score}}), *last, **sides)


PAIRS = [(one, two) for one in combinations(FOUR, 2) for two in combinations(FOUR, 2)]


@pytest.mark.parametrize("score", sorted({points(one) + points(two) for one, two in PAIRS}))
def test_SCORE_1_a_score_that_two_lost_legions_made_tells_of_both(score: int) -> None:
    ways = [(one, two) for one, two in PAIRS if points(one) + points(two) == score]
    found = recorded(*two_lost(score, "end-turn"))
    assert may_hold(found, "Bk01").keys() == {left_by(FOUR, one) for one, _ in ways}
    assert may_hold(found, "Bk05").keys() == {left_by(FOUR, two) for _, two in ways}
    reasons = [ruling.text for ruling in found.deduce().legion("Bk01").rulings if "scores" in ruling.text]
    contents = len({tuple(sorted(one)) for one, _ in ways})
    told = f"step 11: Bk02 was worth what the later scores require: one of {contents} contents"
    assert reasons == ([] if contents == 3 else [told])
    audited = audit(*two_lost(score, "end-turn"))
    assert audited.verdict == "legal"
    assert sum(points(split.characters) for split in audited.history) == score


def test_SCORE_1_where_few_ways_are_kept_apart_no_history_may_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("titan_rules.deduction.hypotheses.MOST_WAYS", 0)
    found = recorded(*two_lost(54, "end-turn"))
    assert len(may_hold(found, "Bk01")) == len(may_hold(found, "Bk05")) == 3
    with pytest.raises(CannotTell) as caught:
        audit(*two_lost(54, "end-turn"))
    message = "no Legion's content contradicts this record, but no history was found that replays to the end"
    hint = 'write what was seen, as "expect": {"legion": …}'
    assert caught.value.fault == Fault("unknown-content", message, hint=hint)
    illegal = audit(*two_lost(54, "Bk09 2"))
    assert (illegal.verdict, illegal.steps, [split.step for split in illegal.history]) == ("illegal", 15, [1, 2])
