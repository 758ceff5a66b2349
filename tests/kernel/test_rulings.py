"""Rulings, and the errors that carry them."""

import pickle

from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.rulings import illegal, legal


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


def test_facts_may_be_called_like_parameters() -> None:
    assert legal("X-1", "{rule} {sentence}", rule="a", sentence="b").text == "a b"


def test_faults_in_words() -> None:
    fault = Fault("bad", "it is bad", "/a/b", 3, "do better")
    assert str(fault) == "it is bad at /a/b on line 3 (do better)"
    assert str(Fault("bad", "it is bad")) == "it is bad"
    assert len(str(Fault("bad", "it is bad", "/" + "x" * 10_000))) < 300
    assert str(DocumentError([Fault("a", "one"), Fault("b", "two")])) == "one; two"


def test_rulings_can_be_sent_to_another_process() -> None:
    ruling = legal("A-1", "{n}", n=1)
    assert pickle.loads(pickle.dumps(ruling)) == ruling
