"""Parts of many answers: the next choice, and what is legal."""

from collections.abc import Iterable, Iterator, Sequence

from ..kernel.blocks import Block, Prose, Why
from ..play import Next

MOST_LISTED = 8

STEP = "S3"
"""The prefix of step numbers in the Complete Sequence of Play, as in ``titan rules S3 2.3``."""

_LABELS = {"propose": "propose (what each side would lose)"}
"""Longer labels for kinds of actions whose name alone is unclear."""

_DECIDES = {
    "tower": "a Tower's die",
    "color": "a colour",
    "split": "splits",
    "roll": "the Movement Roll",
    "move": "moves",
    "engage": "which Engagement is next",
    "battle": "the battle",
    "maneuver": "maneuvers",
    "strike": "strikes",
    "strikeback": "strikes back",
    "concession": "whether to concede",
    "summons": "a summons",
    "reinforcement": "a reinforcement",
    "angels": "Angels",
    "muster": "musters",
}


def choice(next: Next) -> Iterator[Block]:
    """Who chooses what, and who else may act."""
    if next.by is None:
        yield "The game is over."
        return
    role = f" ({next.role})" if next.role else ""
    yield f"Next: {next.by}{role} decides {_DECIDES.get(next.decides, next.decides)} ({STEP} {next.step})."
    yield from (Prose(f"  {also.by} may: {', '.join(also.actions)}") for also in next.also)
    if next.otherwise:
        yield from ("  if nobody concedes:", Why(next.otherwise, 4))


def nearest(legal: Sequence[str], asked: str, how: str) -> list[str]:
    """At most eight lines of legal actions, those nearest to the question first.

    :param how: how to see all of them.
    """
    said = asked.split()

    def distance(text: str) -> int:
        words = text.split()
        return 3 * (words[0] != said[0]) + 2 * (words[1:2] != said[1:2]) - len(set(words) & set(said))

    if len(legal) <= MOST_LISTED:
        return [f"  {text}" for text in legal]
    shown = [f"  {text}" for text in sorted(legal, key=distance)[: MOST_LISTED - 1]]
    return [*shown, f"  and {len(legal) - len(shown)} more: {how}"]


def by_kind(actions: Iterable[tuple[str, str]]) -> Iterator[Block]:
    """Legal actions, one line for each kind, shorter ones first.

    :param actions: pairs of kind and short text.
    """
    kinds: dict[str, list[str]] = {}
    for do, text in actions:
        kinds.setdefault(do, []).append(text)
    for do, texts in kinds.items():
        more = len(texts) - MOST_LISTED
        shown = sorted(texts, key=lambda text: len(text.split()))[:MOST_LISTED]
        listed = "; ".join([text.replace(" ", "\N{NO-BREAK SPACE}") for text in shown])
        listed += f"; and {more} more" if more > 0 else ""
        yield Prose(f"  {do}" if texts == [do] else f"  {_LABELS.get(do, do)}: {listed}")
