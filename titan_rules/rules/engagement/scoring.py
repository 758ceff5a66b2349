"""What an Engagement scores (SCORE-1, SCORE-2, ENG-3) and what the score brings (ACQUIRE-1)."""

from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement

from ...box.characters import ANGEL, ARCHANGEL, points
from ...digest.rulesets import Ruleset
from ...kernel.rulings import Ruling, illegal
from ...position.game import MAX_HEIGHT

ANGEL_POINTS = 100
ARCHANGEL_POINTS = 500


def value(names: Iterable[str], score: int) -> int:
    """What characters are worth together, in points; ``score`` is their owner's (SCORE-1).

    >>> value(["Lion", "Lion"], 0)
    30
    """
    return sum([points(name, score) for name in names])


def halves_of_flight(names: Iterable[str], rules: Ruleset) -> tuple[int, ...]:
    """What a Legion that fled is worth: half of each character's value, or one half of the sum (ENG-3).

    >>> from titan_rules.digest.rulesets import STANDARD
    >>> halves_of_flight(["Lion", "Lion"], STANDARD)
    (7, 7)
    """
    if rules.flee_rounding == "total":
        return (value(names, 0) // 2,)
    return tuple([points(name) // 2 for name in names])


def multiples_reached(before: int, after: int) -> tuple[int, ...]:
    """The multiples of 100 that a score reaches or passes (ACQUIRE-1).

    >>> multiples_reached(80, 210), multiples_reached(100, 199)
    ((100, 200), ())
    """
    first = before // ANGEL_POINTS + 1
    return tuple(n * ANGEL_POINTS for n in range(first, after // ANGEL_POINTS + 1))


def acquirable(multiple: int, rules: Ruleset, archangel_left: bool = True) -> tuple[str, ...]:
    """What one multiple of 100 may bring: an Angel, at 500 an Archangel (ACQUIRE-1, option ``archangel``).

    :param archangel_left: the caretaker has an Archangel; with none left, 500 brings an Angel.
    """
    if multiple % ARCHANGEL_POINTS:
        return (ANGEL,)
    if rules.archangel == "replaces_angel":
        return (ARCHANGEL,) if archangel_left else (ANGEL,)
    return (ANGEL, ARCHANGEL)


def acquisitions(
    reached: tuple[int, ...], height: int, stock: Mapping[str, int], rules: Ruleset
) -> list[tuple[str, ...]]:
    """Every choice of Angels and Archangels that a Legion may take, the empty one last (ACQUIRE-1).

    :param height: of the winning Legion.
    :param stock: the caretaker's.
    """
    most = min(len(reached), MAX_HEIGHT - height)
    choices = [
        choice
        for count in range(most, 0, -1)
        for choice in combinations_with_replacement((ARCHANGEL, ANGEL), count)
        if not acquire_violations(choice, reached, height, stock, rules)
    ]
    return [*choices, ()]


def acquire_violations(
    choice: tuple[str, ...], reached: tuple[int, ...], height: int, stock: Mapping[str, int], rules: Ruleset
) -> list[Ruling]:
    """Why a choice may not be taken (ACQUIRE-1): too many, too high, not in stock, not for these points."""
    found: list[Ruling] = []
    other = sorted({name for name in choice if name not in (ANGEL, ARCHANGEL)})
    if other:
        found.append(
            illegal("ACQUIRE-1", "{names} cannot be acquired, only Angels and Archangels", names=", ".join(other))
        )
    if len(choice) > len(reached):
        found.append(
            illegal(
                "ACQUIRE-1",
                "{count} characters for {multiples} multiple(s) of 100 reached ({reached})",
                count=len(choice),
                multiples=len(reached),
                reached=", ".join(map(str, reached)) or "none",
            )
        )
    if height + len(choice) > MAX_HEIGHT:
        found.append(
            illegal("ACQUIRE-1", "height {height} and {count} more is over 7", height=height, count=len(choice))
        )
    for name in (ANGEL, ARCHANGEL):
        left = stock.get(name, 0)
        if choice.count(name) > left:
            found.append(illegal("ACQUIRE-1", "the caretaker has {left} {name}(s) left", name=name, left=left))
    if not found:
        left = choice.count(ARCHANGEL) < stock.get(ARCHANGEL, 0)
        found.extend(_mismatch(choice, reached, rules, left))
    return found


def _mismatch(choice: tuple[str, ...], reached: tuple[int, ...], rules: Ruleset, archangel_left: bool) -> list[Ruling]:
    """Whether the multiples can be dealt out to the characters, one each.

    :param archangel_left: the caretaker has an Archangel beside those chosen.
    """
    for name, left, rule in (
        (ARCHANGEL, True, "an Archangel needs a multiple of 500"),
        (ANGEL, archangel_left, "a multiple of 500 brings the Archangel instead, while the caretaker has one"),
    ):
        able = sum(1 for multiple in reached if name in acquirable(multiple, rules, left))
        if choice.count(name) > able:
            return [
                illegal(
                    "ACQUIRE-1",
                    "{wanted} {name}(s) for {able} fitting multiple(s) among {reached}: {why}",
                    wanted=choice.count(name),
                    name=name,
                    able=able,
                    reached=", ".join(map(str, reached)),
                    why=rule,
                )
            ]
    return []
