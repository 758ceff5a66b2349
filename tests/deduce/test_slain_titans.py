"""The Legions of a player whose Titan is slain wait on the board while the winner may choose (D-3, SCORE-5).

Where it depends on a content whether it may, it is open whether they are gone already, and nobody is told of them.
"""

from collections import Counter
from itertools import combinations

import pytest

from titan_rules.deduction.audit import audit
from titan_rules.deduction.recorded import Recording
from unseen import after, record


def stage(recording: Recording) -> str | None:
    return None if recording.game.engagement is None else recording.game.engagement.stage


def on_board(recording: Recording) -> list[str]:
    return [legion.legion for legion in recording.deduce().legions]


CONCEDED = ("Bk02/Bk03 2", "end-splits", "roll 1", "Bk01 104", "Bk03 4", "end-moves", "engage 104", "Red concedes")
ANGEL = "Titan Ogre Ogre Angel"
MARKERS = ["Bk01", "Bk02", "Bk03", "Bk09", "Gd01"]


@pytest.mark.parametrize(
    ("donor", "split", "words", "expected", "waits"),
    [
        ("Angel Ogre", ANGEL, [], "summons", True),
        ("Angel Ogre", ANGEL, ["no-summon"], None, False),
        ("Lion Ogre", ANGEL, [], "summons", False),
        ("Lion Ogre", ANGEL, ["no-summon"], "acquiring", True),
        ("Lion Ogre", ANGEL, ["no-summon", "acquire Angel"], None, False),
        ("Lion Ogre", "Titan Ogre Ogre Lion", [], "summons", False),
    ],
)
def test_D_3_legions_wait_where_the_attacker_certainly_may_summon_or_acquire(
    donor: str, split: str, words: list[str], expected: str | None, waits: bool
) -> None:
    black = {"Bk01": (105, "Lion Lion Ogre"), "Bk02": (3, split), "Bk09": (1, donor)}
    red = {"Rd01": (104, "Titan Troll"), "Rd02": (4000, "Ogre Ogre")}
    score = 90 if donor.startswith("Lion") else 0
    found = after(*CONCEDED, *words, black=black, red=red, black_is={"score": score})
    assert not found.told
    assert stage(found) == expected
    assert on_board(found) == [*MARKERS, *["Rd02"] * waits]


@pytest.mark.parametrize(
    ("held", "words", "waits"),
    [
        ("Troll Troll Troll Troll Ogre Ogre", [], True),
        ("Troll Troll Ogre Lion Lion Centaur", [], False),
        ("Troll Troll Troll Troll Ogre Ogre", ["no-reinforce"], False),
    ],
)
def test_D_3_legions_wait_where_the_defender_certainly_may_be_reinforced(
    held: str, words: list[str], waits: bool
) -> None:
    """Three of Red's who are not named are attacked in the Marsh by Black's Titan, who agrees to be eliminated."""
    black = {"Bk01": (2000, "Titan Lion Lion"), "Bk09": (1, "Ogre Ogre")}
    turns = ["end-splits", "roll 1", "Bk09 2", "end-moves", "end-turn"]
    turns += ["end-splits", "roll 1", "Gd01 29", "end-moves", "end-turn"]
    turns += ["Rd02/Rd03 3", "end-splits", "roll 1", "Rd03 8", "end-moves", "end-turn"]
    turns += ["end-splits", "roll 1", "Bk01 8 bottom", "end-moves", "engage 8", "stand"]
    turns += [f"{who} attacker all, defender nothing" for who in ("Red proposes", "Black accepts")]
    found = after(*turns, *words, black=black, red={"Rd01": (200, "Titan Ogre"), "Rd02": (7, held)})
    assert stage(found) == (None if words else "reinforcement")
    assert on_board(found) == [*["Bk09"] * waits, "Gd01", "Rd01", "Rd02", "Rd03"]


SIX = ("Lion", "Lion", "Ogre", "Ogre", "Troll", "Centaur")
POINTS = {"Lion": 15, "Ogre": 12, "Troll": 16, "Centaur": 12}


@pytest.mark.parametrize("goes", ["Bk01", "Bk03"])
def test_D_3_half_the_points_of_a_legion_engaged_with_another_player_may_be_those_of_any_content(goes: str) -> None:
    """Black's Titan is eliminated by Red, while three of six fight Gold unseen, and the other three wait."""
    words = ["Bk01/Bk03 3", "end-splits", "roll 1", f"{goes} 104", "Bk09 8 bottom", "end-moves", "engage 8", "stand"]
    words += [f"{who} attacker all, defender nothing" for who in ("Red proposes", "Black accepts")]
    halves = {sum(POINTS[name] for name in three) // 2 for three in combinations(SIX, 3)}
    for half in range(17, 25):
        last = (*words, ("no-reinforce", {"score": {"Gold": half}}))
        found = audit(
            *record(
                *last,
                black={"Bk01": (105, " ".join(SIX)), "Bk09": (2000, "Titan Lion")},
                red={"Rd01": (8, "Troll Troll"), "Rd02": (20, "Titan Ogre")},
                gold={"Gd01": (104, "Troll Ogre"), "Gd02": (5000, "Titan Ogre")},
            )
        )
        assert found.verdict == ("legal" if half in halves else "diverges")
        if half in halves:
            (split,) = found.history
            three = Counter(split.characters) if goes == "Bk03" else Counter(SIX) - Counter(split.characters)
            assert sum(POINTS[name] for name in three.elements()) // 2 == half
