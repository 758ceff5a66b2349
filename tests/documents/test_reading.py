"""Reading documents with faults: every one of them is told, with its place."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from positions import documents
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.reading import read
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game

ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1, 7, 10**6, 1.5, "", "Ogre", "ogre", "Bk01", "bk1", "Zzz", "left", "105", [], ["Ogre"],
     [[]], {}, {"Ogre": 1}, {"Red": ["Ogre"]}, {"legion": "Bk01", "land": 105}]
)  # fmt: skip


@st.composite
def spoilt(draw: Any) -> tuple[type[Any], Any]:
    """A document's body with something in it put in the place of something else, or left out, or added."""
    document = draw(documents)
    data = FORMAT.to_json(document)
    body = json.loads(json.dumps({key: value for key, value in data.items() if key not in ("format", "kind")}))
    for _ in range(draw(st.integers(0, 3))):
        place = body
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and draw(st.booleans()):
                place = place[key]
                continue
            change = draw(st.sampled_from(["put", "leave out", "add"]))
            if change == "put" or isinstance(place, list):
                place[key] = deepcopy(draw(ODD))
            elif change == "leave out":
                del place[key]
            else:
                place[draw(st.sampled_from(["odd", "Legion", "score ", ""]))] = deepcopy(draw(ODD))
            break
    return type(document), body


def faults_of(body: Any, kind: type[Any]) -> tuple[Fault, ...]:
    try:
        read(body, kind)
    except DocumentError as e:
        return e.faults
    return ()


@given(spoilt())
def test_a_fault_is_told_once_and_points_to_what_is_there_or_was_added(case: tuple[type[Any], Any]) -> None:
    kind, body = case
    faults = faults_of(body, kind)
    assert len({(fault.message, fault.pointer) for fault in faults}) == len(faults)
    for fault in faults:
        place = body
        for part in fault.pointer.split("/")[1:]:
            place = place[int(part)] if isinstance(place, list) else place[part]


@given(spoilt())
def test_a_document_without_what_its_faults_point_to_has_other_faults_or_none(case: tuple[type[Any], Any]) -> None:
    """A fault of one place says nothing of another, and none hides behind another."""
    kind, body = case
    faults = [fault for fault in faults_of(body, kind) if fault.code == "unknown-key"]
    left = [fault for fault in faults_of(body, kind) if fault.code != "unknown-key"]
    for fault in faults:
        *path, last = fault.pointer.split("/")[1:]
        place = body
        for part in path:
            place = place[int(part)] if isinstance(place, list) else place[part]
        del place[last]
    assert list(faults_of(body, kind)) == left


def test_a_hundred_faults_are_told_and_the_rest_are_counted() -> None:
    many = {str(number): number for number in range(1000)}
    with pytest.raises(DocumentError) as raised:
        read({"players": [many] * 9, **many}, Game)
    missing = [fault for fault in faults_of({"players": [{}] * 9}, Game) if fault.code == "missing-key"]
    assert len(raised.value.faults) == 100
    assert raised.value.more == 9 * 1000 + 1000 + len(missing) - 100
    assert str(raised.value).endswith(f"; and {raised.value.more} more")
