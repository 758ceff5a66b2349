"""The fast reader and the thorough one agree on what is a document."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import documents
from titan_rules.kernel.errors import DocumentError, UnknownName
from titan_rules.kernel.faultfinding import faults_of
from titan_rules.kernel.hooks import Mismatch
from titan_rules.kernel.structuring import reader, structure
from titan_rules.position.documents import FORMAT

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


@given(spoilt())
@settings(max_examples=150, deadline=None)
def test_the_fast_and_the_thorough_reader_agree(case: tuple[type[Any], Any]) -> None:
    kind, body = case
    try:
        read = reader(kind)(body)
    except (Mismatch, UnknownName):
        read = None
    faults = faults_of(body, kind)
    assert (read is None) == bool(faults)
    assert len({(fault.message, fault.pointer) for fault in faults}) == len(faults)
    if faults:
        with pytest.raises(DocumentError) as caught:
            structure(body, kind)
        assert list(caught.value.faults) == faults


@given(spoilt())
@settings(max_examples=60, deadline=None)
def test_a_fault_points_to_what_is_there_or_was_added(case: tuple[type[Any], Any]) -> None:
    kind, body = case
    for fault in faults_of(body, kind):
        place = body
        for part in fault.pointer.split("/")[1:]:
            place = place[int(part)] if isinstance(place, list) else place[part]
