"""The one page of the table: for ``titan serve``, ``titan site`` and a recorded game alike.

It is self-contained: style and script are inlined, and the content security policy names them by their hashes. Text
from files appears only in the data, which is JSON without a ``<``, and in escaped text. The sources are in
``site/app``; ``npm run build`` in ``site`` joins them into ``app/table.js`` and ``.css``.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal

from attrs import define

from titan_rules.answers.replay_report import Report
from titan_rules.box import STANDARD, Box
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import shipped
from titan_rules.digest.glossary import glossary
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.draw import page as drawn
from titan_rules.draw.counters import silhouettes
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.jsontext import JSON, compact
from titan_rules.kernel.replaying import Step
from titan_rules.position.game import Game

from ..commands.replay_writers import Writer
from .ask import ask
from .recorded import Recorded
from .recording import StepRecorder

Host = Literal["server", "worker", "none"]

NONE = "'none'"
ALLOWED: Mapping[Host, Mapping[str, str]] = {
    "server": {"connect-src": "'self'"},
    "worker": {
        "connect-src": "'self' data: blob:",
        "worker-src": "'self' blob:",
        "img-src": "'self' data: blob:",
        "manifest-src": "'self'",
        "trusted-types": "titan",
    },
    "none": {},
}
"""What the policy allows besides the page's own script and style, by the way it is run."""

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_SAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def page(
    way: Host,
    *,
    title: str = "TITAN",
    first: Mapping[str, JSON] | None = None,
    terrains: Iterable[str] | None = None,
    engine: str = "",
    head: str = "",
    box: Box = STANDARD,
    **more: JSON,
) -> str:
    """The page.

    :param way: who answers: a server, the library in a worker, or nobody.
    :param title: plain text.
    :param first: what it opens with: ``held``, an answer to ``draw``, and ``opened``, whether the user asked for it.
    :param terrains: the Battlelands that it can show; all by default.
    :param engine: markup with the worker and its files, if they are in the page.
    :param head: further markup for its head.
    :param box: the box that it is drawn with; the engine supplies the drawings of others.
    :param more: other data, such as ``record``, a game to leaf through, and ``open``, the step to open at.
    """
    style, script, credit = asset("app/table.css"), asset("app/table.js"), silhouettes()
    if first is None and "record" not in more:
        first = {"held": ask({"ask": "new", "kind": "battle"}), "opened": False}
    with use_box(box):
        readings: list[JSON] = [
            [option.name, list(option.values), option.about, list(option.rules)] for option in OPTIONS
        ]
        rules: dict[str, JSON] = {"rulesets": dict(RULESETS.presets), "options": readings}
        words = {"glossary": dict(glossary())}
        data = {**drawn.geometry(), **rules, **words, "shipped": list(shipped()), "engine": way}
        filled = {
            "title": escape(title),
            "policy": escape(policy(way, style, script)),
            "style": style,
            "script": script,
            "license": escape(credit.license),
            "credit": escape(credit.credit),
            "drawings": drawn.drawings(),
            "templates": drawn.templates(drawn.all_maps(box.terrains if terrains is None else terrains)),
            "engine": engine,
            "head": head,
            "data": embedded({**data, "first": first, **more}),
        }
    return _SLOT.sub(lambda slot: filled[slot[1]], asset("app/table.html"))


def recorded(record: Recorded, box: Box, opened: int = 0, viewer: str | None = None) -> str:
    """The page of a recorded game, which needs no server or worker.

    :param box: the box it was played with.
    :param opened: the step to open at.
    :param viewer: whose deductions it holds, and whose view it opens in.
    """
    changes = [record.start, *(step.changes for step in record.steps)]
    fought = {battle[0] for change in changes if isinstance(battle := change.get("B"), list)}
    rulings = [ruling for step in record.steps for ruling in (*step.events, *step.because, *step.refusal)]
    cited = {ruling[0] for ruling in rulings if isinstance(ruling, list)}
    laws = {rule: row.text for rule, row in sorted(digest().rules.items()) if rule in cited}
    terrains = [terrain for terrain in box.terrains if terrain in fought]
    held, title = record.to_json(), record.title
    return page("none", title=title, terrains=terrains, box=box, record=held, laws=laws, open=opened, viewer=viewer)


@define(slots=False)
class PageWriter(Writer):
    """A web page to leaf through the game."""

    def __attrs_post_init__(self) -> None:
        self.every, self.expect_only = True, False
        self._box, self._opened, self.start = self.before.the_box, self.start if self.start > 1 else 0, 1
        self._recording = StepRecorder(self.before, self.viewer)

    def show(self, step: Step[Game]) -> None:
        """Record a step."""
        self._recording.watch(step)

    def finish(self, report: Report) -> None:
        """The page."""
        if self.viewer not in (None, "nobody", *(player.color for player in report.final.players)):
            raise CannotTell(Fault("usage", f"nobody plays {self.viewer} in this game"))
        self.out.write(recorded(self._recording.data(self.header, report), self._box, self._opened, self.viewer))


@cache
def asset(name: str) -> str:
    """A file of this package, as text."""
    return (files(__package__) / name).read_text(encoding="utf-8")


def embedded(data: JSON) -> str:
    """JSON that is safe between the script tags of any HTML.

    >>> print(embedded({"name": "</script>"}))
    {"name":"\\u003c/script\\u003e"}
    """
    return compact(data).translate(_SAFE)


def policy(way: Host, style: str, script: str) -> str:
    """A policy that allows this style and this script and nothing else: no evaluation, no other source."""

    def hashed(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    more = " 'self' blob: 'wasm-unsafe-eval'" if way == "worker" else ""
    named = {"connect-src": NONE, "worker-src": NONE, "img-src": "data: blob:", "manifest-src": NONE}
    held = {"base-uri": NONE, "form-action": NONE, "require-trusted-types-for": "'script'", "trusted-types": NONE}
    own = {"default-src": NONE, "script-src": hashed(script) + more, "style-src": hashed(style)}
    return "; ".join(f"{name} {value}" for name, value in {**own, **named, **held, **ALLOWED[way]}.items())
