"""The one page of the table: for ``titan serve``, ``titan site`` and a recorded game alike.

Its script and style are written as modules in the folder ``site/app`` of the project. ``npm run build`` in ``site``
joins them into the files ``app/table.js`` and ``app/table.css``, so that a page is one file for a disk, too.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Literal

from titan_rules.box import STANDARD, Box
from titan_rules.box.loading import shipped
from titan_rules.box.reading import reading
from titan_rules.digest.rulesets import RULESETS
from titan_rules.draw.page import html, maps
from titan_rules.draw.silhouettes import silhouettes
from titan_rules.kernel.jsontext import JSON

Way = Literal["server", "worker", "none"]

ALLOWED: Mapping[Way, Mapping[str, str]] = {
    "server": {"connect": "'self'"},
    "worker": {
        "connect": "'self' data: blob:",
        "worker": "'self' blob:",
        "also": "'self' blob: 'wasm-unsafe-eval'",
        "types": "titan",
        "manifest": "'self'",
    },
    "none": {},
}
"""What the policy of each way to run the page allows besides its own script and style."""


def page(
    way: Way,
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
    :param first: what it opens on: ``held``, an answer to ``draw``, and ``opened``, whether somebody asked for that.
    :param terrains: the Battlelands that it can show; all by default.
    :param head: further markup for its head.
    :param box: the box that it is drawn with; the engine gives it what others need.
    :param engine: markup that holds the worker and its files, where they are in the page.
    :param more: further data, such as ``record``, a game to leaf through, and ``open``, the step that it opens on.
    """
    with reading(box):
        return _page(way, title, first, maps.terrains() if terrains is None else terrains, engine, head, more)


def _page(
    way: Way,
    title: str,
    first: Mapping[str, Any] | None,
    terrains: Iterable[str],
    engine: str,
    head: str,
    more: Mapping[str, JSON],
) -> str:
    credit = silhouettes()
    return html.page(
        html.asset(__package__, "app/table.html"),
        title=title,
        style=html.asset(__package__, "app/table.css"),
        script=html.asset(__package__, "app/table.js"),
        allowed=ALLOWED[way],
        license=escape(credit.license),
        credit=escape(credit.credit),
        drawings=maps.drawings(),
        templates=maps.templates(maps.all_maps(terrains)),
        engine=engine,
        head=head,
        data=html.embedded(
            {
                **maps.geometry(),
                "rulesets": sorted(RULESETS.presets),
                "shipped": list(shipped()),
                "engine": way,
                "first": first or (None if "record" in more else {"held": empty(), "opened": False}),
                **more,
            }
        ),
    )


def recorded(record: Mapping[str, Any], box: Box, opened: int = 0, viewer: str | None = None) -> str:
    """The page of a recorded game, which needs nobody to answer.

    :param record: as :meth:`.records.Recording.data` gives it.
    :param box: what it was played with.
    :param opened: the step that it opens on.
    :param viewer: whose deductions it holds, and as whom it is seen at first.
    """
    from titan_rules.digest.rows import digest

    changes = [record["start"], *(step["d"] for step in record["steps"])]
    fought = {change["B"][0] for change in changes if change.get("B")}
    cited = {ruling[0] for step in record["steps"] for key in "eyf" for ruling in step.get(key, ())}
    laws = {rule: digest().rules[rule].text for rule in sorted(cited) if rule in digest().rules}
    return page(
        "none",
        title=record["title"],
        terrains=[terrain for terrain in box.terrains if terrain in fought],
        box=box,
        record=dict(record),
        laws=dict(laws),
        open=opened,
        viewer=viewer,
    )


def empty() -> dict[str, JSON]:
    """A battle in which nobody stands yet, as the page opens on it."""
    from .ask import ask

    return ask({"ask": "new", "kind": "battle"})
