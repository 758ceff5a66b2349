"""Rulings, and the errors that carry them."""

import pickle

import pytest
from attrs import evolve as attrs_evolve
from attrs import field, frozen

from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction, UnknownName
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.rulings import consequence, illegal, legal


def test_the_sentence_holds_the_numbers_of_the_case() -> None:
    ruling = illegal("MOVE-3", "{legion} moves {roll} lands, not {steps}", legion="Bk02", roll=4, steps=3)
    assert ruling.text == "Bk02 moves 4 lands, not 3"
    assert str(ruling) == "Bk02 moves 4 lands, not 3 (MOVE-3)"
    assert ruling.to_json() == {
        "rule": "MOVE-3",
        "verdict": "illegal",
        "text": "Bk02 moves 4 lands, not 3",
        "facts": {"legion": "Bk02", "roll": 4, "steps": 3},
    }


def test_a_ruling_without_facts_may_hold_braces() -> None:
    assert legal("X-1", "as {it} stands").text == "as {it} stands"
    assert "facts" not in legal("X-1", "as it stands").to_json()


def test_a_step_of_the_sequence_of_play() -> None:
    ruling = consequence("BATTLE-6", "it ends", step="2.5.6.4.1.8")
    assert (ruling.verdict, ruling.to_json()["step"]) == ("consequence", "2.5.6.4.1.8")


def test_facts_may_be_called_like_parameters() -> None:
    assert legal("X-1", "{rule} {sentence}", rule="a", sentence="b").text == "a b"


def test_an_illegal_action_tells_every_ruling() -> None:
    error = IllegalAction([illegal("A-1", "no"), illegal("B-2", "never")], action="jump")
    assert str(error) == "no (A-1); never (B-2)"
    assert error.action == "jump"


def test_faults_in_words() -> None:
    fault = Fault("bad", "it is bad", "/a/b", 3, "do better")
    assert str(fault) == "it is bad at /a/b on line 3 (do better)"
    assert str(Fault("bad", "it is bad")) == "it is bad"
    assert len(str(Fault("bad", "it is bad", "/" + "x" * 10_000))) < 300
    assert str(DocumentError([Fault("a", "one"), Fault("b", "two")])) == "one; two"


def test_errors_of_different_kinds_can_be_told_apart() -> None:
    assert isinstance(UnknownName(Fault("a", "one")), ValueError)
    assert not isinstance(CannotTell(Fault("a", "one")), ValueError)


@frozen
class Point:
    x: int
    y: int = 0
    tags: tuple[str, ...] = field(default=())


def test_evolve_is_attrs_evolve_only_faster() -> None:
    point = Point(1, 2, ("a",))
    assert evolve(point, y=5) == attrs_evolve(point, y=5) == Point(1, 5, ("a",))
    assert evolve(point) == point
    assert point == Point(1, 2, ("a",))
    with pytest.raises(TypeError):
        evolve(point, z=1)


def test_rulings_can_be_sent_to_another_process() -> None:
    ruling = legal("A-1", "{n}", n=1)
    assert pickle.loads(pickle.dumps(ruling)) == ruling
