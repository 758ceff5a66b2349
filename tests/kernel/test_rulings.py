"""Rulings, and the errors that carry them."""

import pickle

from looping import for_each
from titan_rules.kernel.errors import (
    ActionError,
    CannotTell,
    DocumentError,
    Fault,
    IllegalAction,
    TitanError,
    faults_of,
)
from titan_rules.kernel.rulings import Assumption, consequence, illegal, legal


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


def test_a_ruling_may_stand_in_the_sequence_of_play() -> None:
    for make, verdict in ((legal, "legal"), (illegal, "illegal"), (consequence, "consequence")):
        ruling = make("X-1", "{n} so", step="4", n=1)
        assert (ruling.rule, ruling.verdict, ruling.text, ruling.step) == ("X-1", verdict, "1 so", "4")
        assert ruling.to_json()["step"] == "4"


def test_an_assumption_says_what_to_write_if_it_is_wrong() -> None:
    assert str(Assumption("it rains", "say dry")) == "it rains (otherwise: say dry)"
    assert str(Assumption("it rains")) == "it rains"
    assert Assumption("it rains", "say dry", denied=True).to_json() == {"text": "it rains", "otherwise": "say dry"}


def test_errors_are_told_in_a_line_and_as_faults() -> None:
    fault = Fault("bad", "it is bad", hint="do better")
    assert str(CannotTell(fault)) == "it is bad (do better)"
    assert (CannotTell(fault).fault, CannotTell(fault).faults) == (fault, (fault,))
    action = ActionError(fault, "hop hip", (4, 7))
    assert (action.text, action.place, action.fault) == ("hop hip", (4, 7), fault)
    refused = IllegalAction([illegal("X-1", "no"), illegal("X-2", "never")], "hop")
    assert (str(refused), refused.action) == ("no (X-1); never (X-2)", "hop")
    assert refused.faults == (Fault("illegal", "no (X-1); never (X-2)"),)
    many = DocumentError([fault], 7)
    assert (str(many), many.more) == ("it is bad (do better); and 7 more", 7)
    place = "/" + "x" * 199
    assert str(Fault("a", "b", place)) == f"b at {place}"
    assert str(Fault("a", "b", place + "y")) == f"b at {place[:197]}..."


@for_each(
    ("error", "code", "message"),
    [
        (DocumentError([Fault("a", "one"), Fault("b", "two")]), "a", "one"),
        (TitanError("so"), "error", "so"),
        (FileNotFoundError(2, "No such file", "pond"), "file", "pond: No such file"),
        (OSError("broken"), "file", "standard output: broken"),
        (KeyError("x"), "internal", "internal error: KeyError: 'x'"),
    ],
)
def test_any_error_has_faults(error: Exception, code: str, message: str) -> None:
    assert (faults_of(error)[0].code, faults_of(error)[0].message) == (code, message)
