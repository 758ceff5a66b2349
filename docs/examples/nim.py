# ruff: noqa: D101, D103
"""Nim: take matches from one heap; whoever takes the last match wins."""

from collections.abc import Mapping
from typing import Annotated, Literal

from titan_rules.kernel import companions as kit
from titan_rules.kernel.companions import Between, Outcome, field, frozen


@frozen
class Readings:
    last: Literal["wins", "loses"] = kit.reading("NIM-2", about="whether who takes the last match wins or loses")


RULES = kit.Rulesets(Readings, {"normal": {}, "misere": {"last": "loses"}})


@frozen(kw_only=True)
class Position:
    ruleset: str = "normal"
    options: Mapping[str, str | bool] = field(factory=dict)
    heaps: tuple[Annotated[int, Between(0, 99)], ...]
    turn: Literal["first", "second"] = "first"


Number = Annotated[int, Between(1, 99)]


def take(at: Position, matches: Number, heap: Number) -> Outcome[Position]:
    left = at.heaps[heap - 1] if heap <= len(at.heaps) else 0
    sentence = "heap {heap} has {left}, the {who} player takes {n}"
    ruling = kit.judged(matches <= left, "NIM-1", sentence, heap=heap, left=left, who=at.turn, n=matches)
    heaps = (*at.heaps[: heap - 1], left - matches, *at.heaps[heap:])
    return Outcome(kit.evolve(at, heaps=heaps, turn="second" if at.turn == "first" else "first"), kit.allowed([ruling]))


def options(at: Position) -> list[dict[str, object]]:
    return [{"do": "take", "matches": list(range(1, n + 1)), "heap": i} for i, n in enumerate(at.heaps, 1) if n]


def over(at: Position) -> dict[str, str] | None:
    other = "second" if at.turn == "first" else "first"
    return None if any(at.heaps) else {"winner": other if RULES.of(at).last == "wins" else at.turn, "rule": "NIM-2"}


COMPANION = kit.game(
    name="nim", title="Nim", position=Position, about="heaps, and whose turn it is",
    rules={"NIM-1": "A player takes one match or more from one heap.", "NIM-2": "The last match decides."},
    rulesets=RULES, new=lambda: {"format": "nim/1", "kind": "position", "heaps": [3, 4, 5], "turn": "first"},
    play=kit.Play(actions=kit.Actions.of(take), options=options, over=over),
)  # fmt: skip
