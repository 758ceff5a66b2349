"""What a score brings (ACQUIRE-1), against a plain count that deals the multiples out one after the other."""

from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titan_rules.box import STANDARD
from titan_rules.digest.rulesets import ruleset
from titan_rules.rules.engagement.scoring import Offer

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


@pytest.mark.parametrize(
    ("archangels", "expected"),
    [
        (2, [("Archangel", "Archangel"), ("Archangel",), ()]),
        (1, [("Archangel", "Angel"), ("Archangel",), ()]),
        (0, [("Angel", "Angel"), ("Angel",), ()]),
    ],
)
def test_ACQUIRE_1_an_angel_where_no_archangel_is_left(archangels: int, expected: list[tuple[str, ...]]) -> None:
    stock = {"Angel": 18, "Archangel": archangels}
    assert Offer(STANDARD, "Plains", (500, 1000), 5, stock, ruleset()).choices() == expected
