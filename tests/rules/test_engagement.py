"""Engagements before and after their battles, and what a score brings (ENG, SCORE, ACQUIRE)."""

from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import at_the_titan, engaged, said
from titan_rules.box import STANDARD
from titan_rules.digest.rulesets import ruleset
from titan_rules.rules.engagement.scoring import Offer


@pytest.mark.parametrize(
    ("defender", "options", "told"),
    [
        ("Lion Lion", {}, "Rd01 flees; Black scores half of each character's value: 7 + 7 = 14"),
        ("Lion", {}, "Rd01 flees; Black scores half of its one character's value: 7"),
        ("Lion Lion", {"flee_rounding": "total"}, "Rd01 flees; Black scores half of its 30 points: 15"),
    ],
)
def test_ENG_3_the_halves_are_told_as_they_were_added(defender: str, options: dict[str, str], told: str) -> None:
    state = engaged("Ogre Ogre", defender, options=options)
    _, events = said(state, ["engage 105", "flee"])
    assert told in [event.text for event in events]


def test_ENG_7_an_agreement_tells_what_each_side_loses() -> None:
    state, _ = said(at_the_titan(), ["engage 105", "Red proposes attacker Lio Lio, defender nothing"])
    _, events = said(state, ["Black accepts attacker Lio Lio, defender nothing"])
    assert next(e.text for e in events if e.rule == "ENG-7") == (
        "agreed: Bk01 loses Lion, Lion, Rd01 loses nothing; 30 points"
    )
    state, _ = said(at_the_titan(), ["engage 105", "Red proposes attacker nothing, defender Tit Ogr"])
    _, events = said(state, ["Black accepts attacker nothing, defender Tit Ogr"])
    assert next(e.text for e in events if e.rule == "ENG-7").startswith(
        "agreed: Bk01 loses nothing, Rd01 loses Titan, Ogre; "
    )


READINGS = ("replaces_angel", "choice")


def dealt_out(choice: tuple[str, ...], reached: tuple[int, ...], stock: dict[str, int], reading: str) -> bool:
    """Whether the characters can be taken one after the other, each for a multiple of its own."""
    for multiples in permutations(reached, len(choice)):
        for order in set(permutations(choice)):
            left = dict(stock)
            for name, multiple in zip(order, multiples, strict=True):
                able = {"Angel"}
                if multiple % 500 == 0:
                    archangels = {"Archangel"} if left["Archangel"] else {"Angel"}
                    able = archangels if reading == "replaces_angel" else {"Angel", "Archangel"}
                if name not in able or not left[name]:
                    break
                left[name] -= 1
            else:
                return True
    return False


@given(
    st.integers(0, 900),
    st.integers(0, 700),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(4, 7),
    st.sampled_from(READINGS),
)
def test_ACQUIRE_1_as_if_dealt_out_one_by_one(
    before: int, points: int, angels: int, archangels: int, height: int, reading: str
) -> None:
    reached = tuple(range(before // 100 * 100 + 100, before + points + 1, 100))[:4]
    stock = {"Angel": angels, "Archangel": archangels}
    rules = ruleset("standard", {"archangel": reading})
    found = set(Offer(STANDARD, "Plains", reached, height, stock, rules).choices())
    expected = {
        choice
        for count in range(min(len(reached), 7 - height) + 1)
        for choice in combinations_with_replacement(("Archangel", "Angel"), count)
        if dealt_out(choice, reached, stock, reading)
    }
    assert found == expected
