"""Everything that the table in the browser asks: one function from a question to its answer, both JSON objects.

It is stateless and independent of any server: ``titan serve`` posts to it, a Web Worker calls it. The answers are
those of the commands. A question names its function under ``ask`` (see :data:`QUESTIONS`). Errors are answers, too.
"""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, get_type_hints

from attrs import frozen

from titan_rules.box.current_box import use_box_of
from titan_rules.box.loading import Opener, opening
from titan_rules.kernel.answers import Part
from titan_rules.kernel.errors import DocumentError, Fault, faults_of
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.reading import read as read_question

from . import acting, cases, loading, positions

_TOUCHED = (
    acting.legal,
    acting.why,
    acting.act,
    acting.odds,
    positions.draw,
    positions.new,
    positions.box,
    cases.rules,
    cases.find,
    cases.scenario,
    loading.load,
)
_AT_HAND: Mapping[str, Callable[..., Part]] = {one.__name__: one for one in _TOUCHED}

_IMPORTED = {
    "at": "records", "export": "records", "deduce": "records",
    "simulate": "simulating", "engagement": "simulating", "advise": "simulating",
}  # fmt: skip
"""Rare questions and their modules, imported when asked, so that the page's engine loads sooner and its memory
snapshot is small."""

QUESTIONS = (*_AT_HAND, *_IMPORTED)
"""Every question."""


@frozen(kw_only=True)
class NoAnswer(Part):
    """Why there is no answer: the first fault, and all of them."""

    error: Fault
    faults: tuple[Fault, ...]


def ask(question: Mapping[str, JSON]) -> dict[str, Any]:
    """The answer to a question.

    :param question: ``{"ask": "draw", "position": {...}}``; its other fields depend on ``ask``. ``boxes`` holds the
        documents of boxes that it names by a file: a page cannot open files.
    :returns: the answer, or ``{"error": {...}, "faults": [...]}`` if there is none.
    """
    try:
        shown = question.get("position") if question.get("ask") != "load" else None  # a text names its own box
        with opening(files_held(question.get("boxes"))), use_box_of(shown):
            return _answer(question)
    except Exception as error:
        faults = faults_of(error)
        return NoAnswer(error=faults[0], faults=tuple(faults)).to_json()


def _answer(question: Mapping[str, JSON]) -> dict[str, Any]:
    name = question.get("ask")
    if not isinstance(name, str) or name not in QUESTIONS:
        raise DocumentError([Fault("unknown-question", f"there is no question {str(name)[:40]!r}", "/ask")])
    asked = {key: value for key, value in question.items() if key not in ("ask", "boxes")}
    return _answering(name)(read_question(asked, shapes(name)[0])).to_json()


def _answering(name: str) -> Callable[..., Part]:
    if name in _AT_HAND:
        return _AT_HAND[name]
    function: Callable[..., Part] = getattr(import_module(f".{_IMPORTED[name]}", __package__), name)
    return function


def shapes(name: str) -> tuple[type[object], object]:
    """The types of a question and of its answer."""
    said = get_type_hints(_answering(name))
    return said["asked"], said["return"]


def files_held(boxes: JSON) -> Opener:
    """An opener of the box files that a page holds."""

    def opened(path: str) -> JSON:
        name = os.path.basename(path)
        if isinstance(boxes, Mapping) and name in boxes:
            document: JSON = boxes[name]
            return document
        hint = "open the file of the box first, then this one again"
        raise DocumentError([Fault("box-not-here", f"the page does not have the box {name}", "/box", hint=hint)])

    return opened
