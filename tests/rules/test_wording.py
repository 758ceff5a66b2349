"""What refusals and events say is English, whatever the numbers are, and true of the position as it stands."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import titan_rules
from builders import at_battle, game, legion, player, said
from titan_rules.actions.grammar import parse
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.wording import article, listed, sentence, several
from titan_rules.play import plan
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game

PLACES = ("rules/masterboard", "rules/engagement", "rules/battle", "play", "actions/events")
FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
COUNTED = ("hits", "dice", "points", "characters", "lands", "Legion Markers", "multiples", "hexes", "Legions")


def templates() -> Iterator[str]:
    """Every sentence with facts in it, of the rules and the sequence of play."""
    root = Path(titan_rules.__file__).parent
    for place in PLACES:
        for path in sorted((root / place).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
                if FIELD.search(said) and said.count("{") == said.count("}"):
                    yield said


def filled(template: str, number: int) -> str:
    """A template in which every number is the same, every name an Ogre."""
    facts = {name: number if form and form != "a" else "Ogre" for name, form in FIELD.findall(template)}
    return sentence(template, facts)


def test_every_sentence_is_english_with_none_one_two_and_three() -> None:
    for template, number in product(sorted(set(templates())), range(4)):
        text = filled(template, number)
        assert not re.search(r"\b1 (\w+ )?(hits|dice|points|characters|lands|hexes|multiples|Markers)\b", text), text
        assert not re.search(r"\b[23] (hit|die|point|character|land|hex|multiple)\b", text), text
        assert not re.search(r"\ba [AEIO]", text), text
        bare = [noun for noun in COUNTED if re.search(rf"\}} {noun}\b", template)]
        assert not [noun for noun in bare if not re.search(rf"(least|most)\}} {noun}", template)], template


def test_no_sentence_joins_its_names_by_itself() -> None:
    root = Path(titan_rules.__file__).parent
    for place in PLACES:
        for path in (root / place).glob("*.py"):
            assert not re.search(r'" (and|or) "\.join', path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    ("names", "text"), [([], "none"), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_names_are_listed(names: list[str], text: str) -> None:
    assert listed(names) == text


@pytest.mark.parametrize(("count", "text"), [(0, "no dice"), (1, "1 die"), (2, "2 dice"), (3, "3 dice")])
def test_things_are_counted(count: int, text: str) -> None:
    assert several(count, "die") == text


def test_articles() -> None:
    assert [article(name) for name in ("Ogre", "Unicorn", "Lion", "8")] == ["an Ogre", "a Unicorn", "a Lion", "an 8"]


def refusal(state: Game | Battle, text: str) -> str:
    """What the deciding ruling says."""
    found = plan(state, parse(text))
    assert isinstance(found, Refusal)
    return str(found.rulings[0])


def engaged(*black: str, red: tuple[str, ...] = ("Lion", "Lion"), scores: tuple[int, int] = (0, 0)) -> Game:
    """Black's Legion, of height 7 if it is not said otherwise, attacks Red's Lions."""
    content = black or ("Lion",) * 7
    first = player(
        "Black",
        100,
        legion("Bk01", 105, *content, moved=True, entry_side="left"),
        legion("Bk02", 3, "Titan", "Ogre"),
        legion("Bk03", 20, "Angel", "Ogre", moved=True, entry_side="left"),
        score=scores[0],
    )
    second = player(
        "Red",
        200,
        legion("Rd01", 105, *red),
        legion("Rd02", 4000, "Titan", "Ogre"),
        legion("Rd03", 20, "Ogre", "Ogre"),
        score=scores[1],
    )
    return game(first, second)


def test_SCORE_5_why_no_angel_comes_to_a_legion_of_seven() -> None:
    _, events = said(engaged(scores=(90, 0)), ["engage 105", "flee"])
    assert "Black has reached 100; Bk01 has height 7 and acquires nobody (SCORE-5)" in [str(event) for event in events]


def test_ACQUIRE_1_says_who_may_be_acquired() -> None:
    _, events = said(engaged("Lion", "Lion", scores=(490, 0)), ["engage 105", "flee"])
    assert "Black has reached 500: Bk01 may acquire 1 Archangel" in [event.text for event in events]


def test_SUMMON_1_a_donor_is_itself_engaged() -> None:
    state, _ = said(engaged("Lion", "Lion", scores=(0, 0)), ["engage 105", "stand", "Red concedes"])
    if state.engagement is not None and state.engagement.stage == "summons":
        assert refusal(state, "summon Angel from Bk03").startswith("Bk03 is itself engaged, in land 20 (SUMMON-1)")


def test_BATTLE_2_the_side_that_strikes_back_is_named() -> None:
    state = Battle.parse("Plains, turn 2, attacker's strikeback: Ogre D3 / Lion D4")
    assert refusal(state, "Lion D4-D5") == "this is the defender's strikeback phase of turn 2 (BATTLE-2)"


def test_REINF_1_the_phase_is_named_as_it_is() -> None:
    state = Battle.parse("Plains, turn 1, attacker's maneuver: Ogre off / Lion D1")
    assert refusal(state, "reinforce Centaur with Lion") == (
        "a reinforcement comes in the defender's fourth Maneuver Phase; this is the attacker's maneuver phase of turn 1"
        " (REINF-1)"
    )


def test_BATTLE_7_nobody_scores_by_time() -> None:
    state = at_battle(
        engaged("Lion", "Lion"), 105, ["Lion A3", "Lion B4"], ["Lion F1", "Lion F2"], turn=7, side="attacker"
    )
    state, events = said(state, ["end-maneuver", "end-strikes", "end-strikes", "no-reinforce"])
    assert "nobody scores from a battle that is lost by time: Red keeps 0 (BATTLE-7)" in [str(e) for e in events]


def test_MUSTER_4_a_muster_that_shows_nobody() -> None:
    state = Game.parse(
        "turn 5, Black's enlistment: Black 100: Bk01 100 Titan 3 Ogre / Red 200: Rd01 4000 Titan Angel | moved Bk01"
    )
    _, events = said(state, ["Bk01 >Centaur"])
    assert events[0].text == "Bk01 in 100 musters Centaur"
