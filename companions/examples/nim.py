# ruff: noqa: D101, D103
"""Nim: take matches from one heap; whoever takes the last match wins."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from titan_companions import protocol as kit
from titan_companions.protocol import Between, Doing, field, frozen


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


def take(at: Position, matches: Number, heap: Number) -> Doing[Position]:
    left = at.heaps[heap - 1] if heap <= len(at.heaps) else 0
    sentence = "heap {heap} has {left}, the {who} player takes {n}"
    yield kit.judged(matches <= left, "NIM-1", sentence, heap=heap, left=left, who=at.turn, n=matches)
    heaps = (*at.heaps[: heap - 1], left - matches, *at.heaps[heap:])
    return kit.evolve(at, heaps=heaps, turn="second" if at.turn == "first" else "first")


def propose(at: Position) -> Iterator[Any]:
    for i, left in enumerate(at.heaps, 1):
        yield from (ACTIONS.make("take", matches=n, heap=i) for n in range(1, left + 1))


def over(at: Position) -> kit.Ending | None:
    winner = at.turn if RULES.of(at).last == "loses" else {"first": "second", "second": "first"}[at.turn]
    return None if any(at.heaps) else kit.Ending(winner=winner, how="the last match is taken", rule="NIM-2")


ACTIONS = kit.Actions(take, lexicon={"actions": {"take": {"verbs": "takes", "heap": {"link": "heap"}}}})
GAME = kit.Game(
    name="nim", title="Nim", position=Position, about="heaps, and whose turn it is", rulesets=RULES,
    rules={"NIM-1": "A player takes one match or more from one heap.", "NIM-2": "The last match decides."},
    actions=ACTIONS, propose=propose, over=over, turn=lambda at: kit.Next(at.turn, "takes matches"),
    new=lambda: Position(heaps=(3, 4, 5)),
)  # fmt: skip
