"""Draws what was foretold of recorded battles against what came of them: ``docs/pictures/reliability.svg``.

``python benchmarks/reliability.py > docs/pictures/reliability.svg`` takes the rows in ``recorded_battles``; a panel for
each policy, the simulated chance hollow, the calibrated one filled. On the diagonal as many were won as foretold.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from calibrate import ROWS, Foretold, brier, foretold, parts_of, rows_of

from titan_rules.simulation.intervals import wilson
from titan_rules.simulation.policies import POLICIES

SIDE, GAP, MARGIN = 200, 46, 44
TOP = 62
COLORS = {"simulated": "#b35806", "calibrated": "#2166ac"}
LARGEST = 11.0
"""The radius of a circle that stands for half of the battles."""
STYLE = "font-family:system-ui,sans-serif;font-size:12px;fill:#222"


def circles(pairs: Sequence[Foretold], color: str, filled: bool) -> Iterator[str]:
    """A circle for each part of the scale, as large as it has battles, with the interval of 95 %."""
    for _, inside in parts_of(pairs):
        count = len(inside)
        said, came = (sum(pair[i] for pair in inside) / count for i in (0, 1))
        x, y = SIDE * said, SIDE * (1 - came)
        low, high = (SIDE * (1 - p) for p in wilson(round(came * count), count))
        radius = LARGEST * (2 * count / len(pairs)) ** 0.5
        yield f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{color}" stroke-opacity=".45"/>'
        fill = color if filled else "#fff"
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" stroke="{color}" stroke-width="2" fill="{fill}">'
            f"<title>{count} battles: foretold {100 * said:.0f} %, came true {100 * came:.0f} %</title></circle>"
        )


def panel(policy: str, by_way: dict[str, list[Foretold]]) -> Iterator[str]:
    """One policy."""
    scores = ", ".join(f"{way} {brier(by_way[way]):.3f}" for way in COLORS)
    yield f'<text x="0" y="-22" font-weight="600">{policy}</text><text x="0" y="-7" font-size="11">{scores}</text>'
    yield f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#bbb"/>'
    yield f'<path d="M0 {SIDE}L{SIDE} 0" stroke="#bbb" stroke-dasharray="4 3"/>'
    for percent in (0, 50, 100):
        x, y = SIDE * percent / 100, SIDE * (1 - percent / 100) + 4
        yield f'<text x="{x:.0f}" y="{SIDE + 15}" text-anchor="middle" font-size="10">{percent}</text>'
        yield f'<text x="-6" y="{y:.0f}" text-anchor="end" font-size="10">{percent}</text>'
    for way, color in COLORS.items():
        yield from circles(by_way[way], color, way == "calibrated")


def picture() -> str:
    """All panels, two beside each other."""
    found = {name: foretold(rows_of(path)) for name in POLICIES for path in [ROWS / f"{name}.csv"] if path.exists()}
    width = 2 * SIDE + GAP + 2 * MARGIN
    height = TOP + (len(found) + 1) // 2 * (SIDE + GAP + 26) + 6
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'style="{STYLE}" role="img" aria-labelledby="title"><title id="title">Chances foretold of recorded battles, '
        f"and what came of them</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<circle cx="{MARGIN + 6}" cy="18" r="5" fill="#fff" stroke="{COLORS["simulated"]}" stroke-width="2"/>'
        f'<text x="{MARGIN + 16}" y="22">simulated</text>'
        f'<circle cx="{MARGIN + 96}" cy="18" r="5" fill="{COLORS["calibrated"]}"/>'
        f'<text x="{MARGIN + 106}" y="22">calibrated; across: foretold, up: came true, in %</text>',
    ]
    for number, (policy, by_way) in enumerate(found.items()):
        x, y = MARGIN + number % 2 * (SIDE + GAP), TOP + 26 + number // 2 * (SIDE + GAP + 26)
        parts.append(f'<g transform="translate({x} {y})">{"".join(panel(policy, by_way))}</g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(picture())
