"""The exact chances of a duel: two lives lose independently until one is used up."""

from collections.abc import Sequence

from .odds import Distribution, Ratio, ratio


def race(
    first_life: int, first_losses: Distribution, second_life: int, second_losses: Distribution
) -> tuple[Ratio, Ratio, Ratio, Ratio]:
    """Two lives that both lose in every round until one or both are used up.

    A Markov chain over both losses. State (i, j) is visited N(i, j) * T / D**(i + j + 1) times on average, where T
    counts the rolls of a round and D those in which anything is lost. One recursion gives the N, all in integers.

    :param first_life: at least 1; ``second_life`` likewise.
    :param first_losses: of the first in one round; ``second_losses`` likewise.
    :returns: the chances that the first is used up and that the second is (both include both), that both are at once;
        and the mean number of rounds.
    :raises ValueError: nothing is ever lost.
    """
    rounds = first_losses.total * second_losses.total
    changing = rounds - first_losses.ways[0] * second_losses.ways[0]
    if changing == 0:
        raise ValueError("nothing is ever lost, so the race never ends")
    powers = [1]
    for _ in range(first_life + second_life):
        powers.append(powers[-1] * changing)
    visits = _visits(first_life, first_losses.ways, second_life, second_losses.ways, powers)
    # everything over the common denominator D**(first_life + second_life - 1)
    last = first_life + second_life - 2
    scaled = [[n * powers[last - i - j] for j, n in enumerate(row)] for i, row in enumerate(visits)]
    denominator = powers[last + 1]
    by_first = [sum(row) for row in scaled]
    by_second = [sum(column) for column in zip(*scaled, strict=True)]
    first_gone = sum([n * _tail(first_losses, first_life - i) for i, n in enumerate(by_first)])
    second_gone = sum([n * _tail(second_losses, second_life - j) for j, n in enumerate(by_second)])
    first, second = first_gone * second_losses.total, second_gone * first_losses.total
    return (
        ratio(first, denominator),
        ratio(second, denominator),
        ratio(first + second - denominator, denominator),  # it ends for certain, so the three make 1
        ratio(sum(by_first) * rounds, denominator),
    )


def _tail(distribution: Distribution, number: int) -> int:
    return sum(distribution.ways[number:])


def _visits(
    rows: int, row_ways: Sequence[int], columns: int, column_ways: Sequence[int], powers: Sequence[int]
) -> list[list[int]]:
    """The numbers N(i, j) of :func:`race`, from the powers of D."""
    down = [w * powers[x] for x, w in enumerate(row_ways[1:rows])]
    across = [w * powers[y] for y, w in enumerate(column_ways[1:columns])]
    stay_down, stay_across, changing = row_ways[0], column_ways[0], powers[1]
    visits: list[list[int]] = []
    spread: list[list[int]] = [[] for _ in range(columns)]  # by column: rows above, spread across, nearest first
    for i in range(rows):
        row: list[int] = []
        for j in range(columns):
            along = sum([w * row[j - 1 - y] for y, w in enumerate(across[:j])])
            above = spread[j]
            number = sum([w * v for w, v in zip(down, reversed(above), strict=False)]) + stay_down * along
            if i == j == 0:
                number = 1
            row.append(number)
            above.append(stay_across * number + changing * along)
        visits.append(row)
    return visits
