# ruff: noqa: D101, D103
"""Nim: take matches from one heap; whoever takes the last match wins."""

from collections.abc import Mapping
from typing import Annotated, Literal

from titan_rules.kernel import companions as kit
from titan_rules.kernel.companions import Between, Outcome, field, frozen, illegal, legal


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


@frozen
class Take:
    matches: Annotated[int, Between(1, 99)]
    heap: Annotated[int, Between(1, 99)]


def apply(at: Position, take: Take) -> Outcome[Position]:
    left = at.heaps[take.heap - 1] if take.heap <= len(at.heaps) else 0
    rule = illegal if take.matches > left else legal
    sentence = "heap {heap} has {left}, the {who} player takes {n}"
    ruling = rule("NIM-1", sentence, heap=take.heap, left=left, who=at.turn, n=take.matches)
    if ruling.verdict == "illegal":
        raise kit.IllegalAction([ruling])
    heaps = (*at.heaps[: take.heap - 1], left - take.matches, *at.heaps[take.heap :])
    return Outcome(kit.evolve(at, heaps=heaps, turn="second" if at.turn == "first" else "first"), (ruling,))


def options(at: Position) -> list[dict[str, object]]:
    return [{"do": "take", "matches": list(range(1, n + 1)), "heap": i} for i, n in enumerate(at.heaps, 1) if n]


def over(at: Position) -> dict[str, str] | None:
    other = "second" if at.turn == "first" else "first"
    return None if any(at.heaps) else {"winner": other if RULES.of(at).last == "wins" else at.turn, "rule": "NIM-2"}


COMPANION = kit.game(
    name="nim", title="Nim", position=Position, about="heaps, and whose turn it is",
    rules={"NIM-1": "A player takes one match or more from one heap.", "NIM-2": "The last match decides."},
    rulesets=RULES, new=lambda: {"format": "nim/1", "kind": "position", "heaps": [3, 4, 5], "turn": "first"},
    play=kit.Play(actions=kit.Actions({"take": Take}), apply=apply, options=options, over=over),
)  # fmt: skip
