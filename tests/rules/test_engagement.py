"""Engagements before and after their battles, and what a score brings (ENG, SCORE, ACQUIRE)."""

from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import at_the_titan, game, legion, player, rules, said
from titan_rules.actions.intents import Accept, Propose
from titan_rules.box import STANDARD
from titan_rules.box.names import CharacterName
from titan_rules.digest.rulesets import ruleset
from titan_rules.kernel.evolving import evolve
from titan_rules.position.game import Game, Legion
from titan_rules.rules.engagement.scoring import Offer

LAND = 105


def two(attacker: tuple[str, ...], defender: tuple[str, ...], *others: Legion, **more: object) -> Game:
    """Black attacks Red in Plains; both keep a Titan elsewhere."""
    black_score, red_score = more.pop("black", 0), more.pop("red", 0)
    black = player(
        "Black",
        100,
        legion("Bk01", LAND, *attacker, moved=True, entry_side="left", came_from=104),
        *([] if "Titan" in attacker else [legion("Bk02", 1, "Titan", "Ogre")]),
        *[x for x in others if x.legion.startswith("Bk")],
        score=black_score,
    )
    red = player(
        "Red",
        200,
        legion("Rd01", LAND, *defender),
        *([] if "Titan" in defender else [legion("Rd02", 20, "Titan", "Ogre")]),
        *[x for x in others if x.legion.startswith("Rd")],
        score=red_score,
    )
    return game(black, red, **more)


def test_SCORE_5_an_angel_slain_here_cannot_be_acquired_here() -> None:
    state = two(("Lion", "Lion"), ("Angel", "Ogre"), black=90)
    assert state.caretaker is not None
    caretaker = {**state.caretaker, CharacterName("Angel"): 0}
    state, _ = said(evolve(state, caretaker=caretaker), ["engage 105", "Red concedes"])
    assert state.player("Black").score == 126
    assert state.engagement is None
    assert state.caretaker["Angel"] == 1


def test_SCORE_5_a_summons_in_the_seventh_place_shuts_out_an_angel() -> None:
    state = two(("Lion",) * 6, ("Angel", "Serpent"), legion("Bk03", 30, "Angel", "Ogre"), black=90)
    state, _ = said(state, ["engage 105", "Red concedes", "summon Ang from Bk03"])
    assert state.engagement is None
    found = state.find("Bk01")
    assert len(found[1].characters or ()) == 7


def test_no_summon_may_be_left_out() -> None:
    state = two(("Lion", "Lion"), ("Angel", "Ogre"), legion("Bk03", 30, "Angel", "Ogre"))
    state, _ = said(state, ["engage 105", "Red concedes", "end-turn"])
    assert state.active == "Red"


def test_D_2_two_dying_players_score_nothing_from_each_others_other_legions() -> None:
    others = (legion("Bk03", 120, "Lion", "Lion", moved=True, entry_side="left"), legion("Rd03", 120, "Ogre", "Ogre"))
    state = two(("Titan", "Ogre"), ("Titan", "Lion"), *others)
    state, events = said(state, ["engage 105", Propose("Red", ("all",), ("all",)), Accept("Black", ("all",), ("all",))])
    assert state.phase == "over"
    assert [player.score for player in state.players] == [0, 0]
    assert "D-3" not in rules(events)


@pytest.mark.parametrize(
    ("defender", "options", "told"),
    [
        (("Lion", "Lion"), {}, "Rd01 flees; Black scores half of each character's value: 7 + 7 = 14"),
        (("Lion",), {}, "Rd01 flees; Black scores half of its one character's value: 7"),
        (("Lion", "Lion"), {"flee_rounding": "total"}, "Rd01 flees; Black scores half of its 30 points: 15"),
    ],
)
def test_ENG_3_the_halves_are_told_as_they_were_added(
    defender: tuple[str, ...], options: dict[str, str], told: str
) -> None:
    state = two(("Ogre", "Ogre"), defender, options=options)
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


def test_D_6_a_fight_of_the_last_two_titans_says_how_the_game_ends() -> None:
    for others, told in (([], ["D-6"]), ([player("Gold", 300, legion("Gd01", 5000, "Titan"))], [])):
        black = player("Black", 100, legion("Bk01", 105, "Titan", "Ogre", moved=True, entry_side="left"))
        red = player("Red", 200, legion("Rd01", 105, "Titan", "Ogre"))
        _, events = said(game(black, red, *others), ["engage 105", "Red no-more", "Black fights"])
        assert [event.rule for event in events if event.rule == "D-6"] == told
