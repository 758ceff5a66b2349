"""The shape of a recorded game for a page."""

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from titan_rules.kernel.answers import Part
from titan_rules.kernel.fields import ALWAYS, key
from titan_rules.kernel.jsontext import JSON


@frozen(kw_only=True)
class RecordedStep(Part):
    """A step of a recorded game, in short, because a page has thousands.

    :param text, says: its short text and its sentence.
    :param changes: the facts that changed; None under the keys of those that are gone.
    :param because, events, refusal: rulings: rule, verdict, sentence; for a roll also its dice, and what hits.
    :param arrow: see :func:`.positions.arrow`.
    :param hidden: whose secret it holds, and what the others learn.
    :param problems: its other faults.
    """

    text: str = field(metadata=key("x"))
    says: str = field(metadata=key("s"))
    changes: Mapping[str, JSON] = field(metadata=key("d"))
    because: tuple[JSON, ...] = field(default=(), metadata=key("y"))
    arrow: tuple[str, ...] | None = field(default=None, metadata=key("k"))
    hidden: tuple[str, ...] | None = field(default=None, metadata=key("h"))
    events: tuple[JSON, ...] = field(default=(), metadata=key("e"))
    refusal: tuple[JSON, ...] = field(default=(), metadata=key("f"))
    problems: tuple[str, ...] = field(default=(), metadata=key("p"))
    comment: str | None = field(default=None, metadata=key("c"))


@frozen(kw_only=True)
class Recorded(Part):
    """A recorded game, judged.

    :param record: its text, to ask for any of its steps again; a game's own page has none.
    :param legal: the short texts of what was legal where it stops.
    :param start: the facts of its beginning.
    :param remarks: what another program's save leaves out.
    """

    kind: Literal["record"] = field(default="record", metadata=ALWAYS)
    record: str | None = None
    title: str
    box: JSON
    legal: tuple[str, ...]
    start: Mapping[str, JSON]
    steps: tuple[RecordedStep, ...]
    remarks: tuple[str, ...] = ()
