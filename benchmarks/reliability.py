"""Draws the predictions of recorded battles against what came of them: ``docs/pictures/reliability.svg``.

``python benchmarks/reliability.py > docs/pictures/reliability.svg`` takes the rows in ``recorded_battles.csv``; a panel
for the chance that ``greedy`` and ``best`` simulate, one for the calibrated chance. On the diagonal as many were won as
predicted.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from calibrate import ROWS, Prediction, brier, parts_of, predictions, rows_of

from titan_rules.simulation.tally import wilson

SIDE, GAP, MARGIN = 200, 46, 44
TOP = 46
COLORS = {"`greedy`, simulated": "#b35806", "`best`, simulated": "#8073ac", "calibrated": "#2166ac"}
LARGEST = 11.0
"""The radius of a circle that stands for half of the battles."""
STYLE = "font-family:system-ui,sans-serif;font-size:12px;fill:#222"


def circles(pairs: Sequence[Prediction], color: str) -> Iterator[str]:
    """A circle for each tenth of the scale, as large as it has battles, with the interval of 95 %."""
    for _, inside in parts_of(pairs):
        count = len(inside)
        mean, came = (sum(pair[i] for pair in inside) / count for i in (0, 1))
        x, y = SIDE * mean, SIDE * (1 - came)
        low, high = (SIDE * (1 - p) for p in wilson(round(came * count), count))
        radius = LARGEST * (2 * count / len(pairs)) ** 0.5
        yield f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{color}" stroke-opacity=".45"/>'
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{color}">'
            f"<title>{count} battles: predicted {100 * mean:.0f} %, came true {100 * came:.0f} %</title></circle>"
        )


def panel(way: str, pairs: Sequence[Prediction]) -> Iterator[str]:
    """One way to foretell."""
    yield f'<text x="0" y="-8"><tspan font-weight="600">{way.replace("`", "")}</tspan> Brier {brier(pairs):.3f}</text>'
    yield f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="#bbb"/>'
    yield f'<path d="M0 {SIDE}L{SIDE} 0" stroke="#bbb" stroke-dasharray="4 3"/>'
    for percent in (0, 50, 100):
        x, y = SIDE * percent / 100, SIDE * (1 - percent / 100) + 4
        yield f'<text x="{x:.0f}" y="{SIDE + 15}" text-anchor="middle" font-size="10">{percent}</text>'
        yield f'<text x="-6" y="{y:.0f}" text-anchor="end" font-size="10">{percent}</text>'
    yield from circles(pairs, COLORS[way])


def picture() -> str:
    """All panels beside each other."""
    by_way = predictions(rows_of(ROWS))
    width = len(COLORS) * (SIDE + GAP) - GAP + 2 * MARGIN
    height = TOP + SIDE + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'style="{STYLE}" role="img" aria-labelledby="title"><title id="title">Predicted chances of recorded battles, '
        f"and what came of them</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="18">across: predicted, up: came true, in %</text>',
    ]
    for number, way in enumerate(COLORS):
        parts.append(
            f'<g transform="translate({MARGIN + number * (SIDE + GAP)} {TOP})">{"".join(panel(way, by_way[way]))}</g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(picture())
