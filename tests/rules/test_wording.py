"""What refusals and events say is English, whatever the numbers are, and true of the position as it stands."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import titan_rules
from looping import some
from titan_rules.kernel.wording import article, listed, sentence, several

PLACES = ("rules/masterboard", "rules/engagement", "rules/battle", "play", "actions")
FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
COUNTED = ("hits", "dice", "points", "characters", "lands", "Legion Markers", "multiples", "hexes", "Legions")


def templates() -> Iterator[str]:
    """Every sentence with facts in it, of the rules and the sequence of play."""
    root = Path(titan_rules.__file__).parent
    for place in PLACES:
        for path in some(sorted((root / place).glob("*.py"))):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
                if FIELD.search(said) and said.count("{") == said.count("}"):
                    yield said


def filled(template: str, number: int) -> str:
    """A template in which every number is the same, every name an Ogre."""
    facts = {name: number if form and form != "a" else "Ogre" for name, form in FIELD.findall(template)}
    return sentence(template, facts)


def test_every_sentence_is_english_with_none_one_two_and_three() -> None:
    for template, number in some(product(sorted(set(templates())), range(4))):
        text = filled(template, number)
        assert not re.search(r"\b1 (\w+ )?(hits|dice|points|characters|lands|hexes|multiples|Markers)\b", text), text
        assert not re.search(r"\b[23] (hit|die|point|character|land|hex|multiple)\b", text), text
        assert not re.search(r"\ba [AEIO]", text), text
        bare = [noun for noun in COUNTED if re.search(rf"\}} {noun}\b", template)]
        assert not [noun for noun in bare if not re.search(rf"(least|most)\}} {noun}", template)], template


def test_no_sentence_joins_its_names_by_itself() -> None:
    root = Path(titan_rules.__file__).parent
    for place in PLACES:
        for path in some((root / place).glob("*.py")):
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
