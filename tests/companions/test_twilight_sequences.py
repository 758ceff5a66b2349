"""Random games of Twilight Struggle: what is offered is legal, and each question agrees with what is played."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from titan_rules.companions.twilight_struggle.companion import COMPANION, FORMAT
from titan_rules.companions.twilight_struggle.state import Hand, Hands, Position, new_position
from titan_rules.kernel.companions import ask as ask_companion
from titan_rules.kernel.evolving import evolve
from twilight_play import ask, walk

GAMES = settings(max_examples=10, deadline=None)
seeds = st.integers(0, 10**6).map(random.Random)
ASKED = {
    "coup": lambda a: ("coup", {key: a[key] for key in ("country", "ops", "die")}),
    "place": lambda a: ("place", {"ops": a["ops"], "countries": tuple(a["markers"])}),
    "space": lambda a: ("space", {"ops": a["ops"], "die": a["die"], "card": a.get("card")}),
    "realign": lambda a: (
        "realign",
        {"rolls": tuple(f"{r['country']}={r['dice'][0]},{r['dice'][1]}" for r in a["rolls"])},
    ),
    "score": lambda a: ("score", {"region": a["card"].removesuffix(" Scoring")}),
    "end-turn": lambda a: ("military", {}),
}
TOUCHED = ("influence", "defcon", "vp", "military_operations", "space", "space_attempts")
"""What an operation changes; the rest is the round's."""


@GAMES
@given(seeds, st.integers(1, 9), st.booleans())
def test_isolated_questions_agree_with_what_is_played(dice: random.Random, turn: int, known: bool) -> None:
    hands = Hands(Hand(dice.randint(0, 8)), Hand(dice.randint(0, 8))) if known else None
    start = evolve(new_position(), turn=turn, hands=hands)
    for before, action, after in walk(start, dice, 50):
        assert FORMAT.validate(after) == []
        question = ASKED.get(action["do"])
        if question is None:
            continue
        name, values = question(action)
        answer = ask(name, before, **values)
        assert answer.get("verdict", "legal") == "legal", (action, answer)
        final: dict[str, Any] = answer["final"]
        reached = FORMAT.to_json(after)
        assert {key: final[key] for key in TOUCHED} == {key: reached[key] for key in TOUCHED}


@GAMES
@given(seeds)
def test_a_replay_is_its_checks_one_after_the_other(dice: random.Random) -> None:
    steps = list(walk(new_position(), dice, 12))
    answer = ask("replay", new_position(), actions=tuple((i, action) for i, (_, action, _) in enumerate(steps, 1)))
    assert (answer["verdict"], answer["steps"]) == ("legal", len(steps))
    assert answer["final"] == FORMAT.to_json(steps[-1][2])
    for (before, action, after), row in zip(steps, answer["done"], strict=True):
        data = FORMAT.to_json(before)
        one = ask_companion(COMPANION, "check", data, action=(action,))
        assert one["rulings"] == row["rulings"]
        assert one["final"] == FORMAT.to_json(after)


@GAMES
@given(seeds)
def test_a_hand_loses_a_card_a_round_and_never_more(dice: random.Random) -> None:
    start = evolve(new_position(), hands=Hands(Hand(8), Hand(8)))

    def cards(where: Position) -> int:
        return sum(hand.cards for hand in (where.hand("US"), where.hand("USSR")) if hand is not None)

    for before, action, after in walk(start, dice, 40):
        if action["do"] in ("deal", "end-turn"):
            continue
        lost = cards(before) - cards(after)
        assert lost in ((2,) if action["do"] == "headline" else (0, 1))
