"""The page that ``titan serve`` shows, with all that it offers to choose from."""

from titan_rules.box.reading import current
from titan_rules.digest.rulesets import RULESETS
from titan_rules.draw.page import html
from titan_rules.kernel.jsontext import JSON


def page(document: JSON, saved: str | None) -> str:
    """The page.

    :param document: what it begins with; an empty battle by default.
    :param saved: the file that it saves to, if any.
    """
    return html.page(
        html.asset(__package__, "web/serve.html"),
        title="titan serve",
        style=html.asset("titan_rules.draw.page", "common.css") + html.asset(__package__, "web/serve.css"),
        script=html.asset(__package__, "web/serve.js"),
        connect="'self'",
        pictures="picture",
        data=html.embedded(_offered() | {"document": document, "saved": saved}),
    )


def _offered() -> dict[str, JSON]:
    return {
        "terrains": list(current().terrains),
        "characters": list(current().characters),
        "hexes": [place.label for place in current().battlelands["Plains"].hexes],
        "lands": {str(land.number): land.terrain for land in current().masterboard.lands.values()},
        "markers": {color: list(current().markers.of(color)) for color in current().markers.letters},
        "rulesets": sorted(RULESETS.presets),
    }
