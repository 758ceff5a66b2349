"""Whose choice it is, and what came of an action, for people."""

from collections.abc import Iterable, Iterator, Sequence

from titan_rules.answers.playing import Played
from titan_rules.answers.verdicts import Check
from titan_rules.kernel.wording import several, verb
from titan_rules.play import Next

from .. import output, terminal

MOST_LISTED = 8
"""At most this many legal actions of a kind are listed."""

STEP = "S3"
"""How the numbers of the Complete Sequence of Play are cited, as everywhere in the rules: ``titan rules S3 2.3``."""

LABELS = {"propose": "propose (what each side would lose)"}
"""What stands before the legal actions of a kind, where its name alone says too little."""

_DECIDES = {
    "tower": "a Tower's die",
    "color": "a colour",
    "split": "splits",
    "roll": "the Movement Roll",
    "move": "moves",
    "engage": "which Engagement is next",
    "flight": "flight",
    "negotiation": "negotiation",
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


def choice_text(choice: Next) -> str:
    """Who decides what, with the forms of what can be said."""
    if choice.by is None:
        return "The game is over."
    role = f" ({choice.role})" if choice.role else ""
    rows = [f"Next: {choice.by}{role} decides {_DECIDES.get(choice.decides, choice.decides)} ({STEP} {choice.step})."]
    rows += [_wrapped(f"{also.by} may: {', '.join(also.actions)}") for also in choice.also or ()]
    if choice.otherwise:
        rows += ["  if nobody concedes:", output.rulings(choice.otherwise, "    ")]
    return "\n".join(rows)


def check_text(answer: Check) -> str:
    """A verdict for people."""
    rows = [f"{answer.text}: {answer.verdict}", output.rulings(answer.rulings)]
    for one in answer.rolls or ():
        rows += [f"with a Movement Roll of {one.roll}: {one.verdict}", output.rulings(one.rulings)]
    if answer.ways:
        rows += ["say which:", *some(answer.ways, answer.text, "--format json lists them")]
    if answer.dice is not None:
        hits = "" if answer.strike_number is None else f", each hits at {answer.strike_number} or more"
        rows.append(f"  {several(answer.dice, 'die')} {verb(answer.dice, 'is', 'are')} to be rolled{hits}")
    if answer.next is not None:
        rows.append(choice_text(answer.next))
    if answer.owed:
        rows += ["still owed:", output.rulings(answer.owed)]
    if answer.legal:
        rows += ["legal now:", *some(answer.legal, answer.text, "titan legal-moves lists them")]
    rows += [f"assumed: {assumption}" for assumption in answer.assumptions]
    return "\n".join(row for row in rows if row)


def some(legal: Sequence[str], asked: str, how: str) -> list[str]:
    """At most eight lines of what is legal: the nearest to what was asked first, the likeliest first among equals.

    :param how: to see all.
    """
    said = asked.split()

    def distance(text: str) -> int:
        words = text.split()
        return 3 * (words[0] != said[0]) + 2 * (words[1:2] != said[1:2]) - len(set(words) & set(said))

    if len(legal) <= MOST_LISTED:
        return [f"  {text}" for text in legal]
    shown = [f"  {text}" for text in sorted(legal, key=distance)[: MOST_LISTED - 1]]
    return [*shown, f"  and {len(legal) - len(shown)} more: {how}"]


def played_text(answer: Played, kinds: Iterable[str]) -> str:
    """What came of actions, and whose choice it is.

    :param kinds: of each legal action its ``do``.
    """
    return "\n".join(_played(answer, kinds))


def _played(answer: Played, kinds: Iterable[str]) -> Iterator[str]:
    for happened in answer.played:
        yield happened.text
        for ruling in happened.rulings:
            yield _wrapped(f"{output.told(ruling.text)} ({ruling.rule})")
    if answer.refused is not None:
        yield f"{answer.refused}: illegal"
        for ruling in answer.rulings or ():
            yield _wrapped(f"{output.told(ruling.text)} ({ruling.rule})")
    yield choice_text(answer.next)
    by_kind: dict[str, list[str]] = {}
    for do, text in zip(kinds, answer.legal, strict=True):
        by_kind.setdefault(do, []).append(text)
    for do, texts in by_kind.items():
        yield _wrapped(texts[0] if texts == [do] else f"{LABELS.get(do, do)}: {listed(texts)}")


def listed(texts: Sequence[str], most: int = MOST_LISTED) -> str:
    """Short texts in a row, at most ``most``, the shorter first."""
    more = len(texts) - most
    shown = sorted(texts, key=lambda text: len(text.split()))[:most]
    return "; ".join(text.replace(" ", terminal.JOINT) for text in shown) + (f"; and {more} more" if more > 0 else "")


def _wrapped(text: str) -> str:
    return terminal.folded(f"  {text}", terminal.at_most(80))
