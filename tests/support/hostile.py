"""Hostile changes of good inputs: by structure where an input is JSON, by words where it is text.

The dice are hypothesis' own, so that what breaks something is shrunk.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

DICE = st.randoms(use_true_random=False)

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    13,
    99,
    10**17,
    10**18,
    1.5,
    "",
    "ſ",
    "K",
    "\u202e",
    "a\nb",
    "all",
    [],
    {},
)
"""Values that somebody may have thought impossible."""

PIECES = (
    "0", "-1", "99", "9" * 4301, "ſ", "İ", "²", "٣", '"', '\\"', ",", ":", "/", ">", "-", "x", "2x", "#", ";", "=",
    "(", "{", "[", "\t", "\x00", "\u202e", "Titan", "Bk13", "D9", "A1", "105", "W" * 3000,
)  # fmt: skip
"""What is put into texts."""

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value, as keys and indices from its root."""
    found = [path]
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        found += places(value, (*path, key))
    return found


def at(data: Any, path: Sequence[Any]) -> Any:
    """The value at a place."""
    for key in path:
        data = data[key]
    return data


def changed_json(rng: random.Random, data: Any, others: Sequence[Any]) -> Any:
    """A copy of a JSON value with a few changes.

    :param others: values of the same kind, from which parts are taken.
    """
    data = json.loads(json.dumps(data))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        path = rng.choice(places(data))
        if not path:
            continue
        holder, key = at(data, path[:-1]), path[-1]
        how = rng.randrange(7)
        if how == 0:
            del holder[key]
        elif how == 1:
            holder[key] = rng.choice(ODD)
        elif how == 2 and isinstance(holder, list):
            holder.insert(rng.randrange(len(holder) + 1), rng.choice(holder))
        elif how == 3 and isinstance(holder, dict):
            holder[rng.choice(("", "x", "titan", str(key).upper(), *holder))] = holder.pop(key)
        elif how == 4 and isinstance(holder[key], int):
            holder[key] += rng.choice((-100, -1, 1, 1, 6, 100))
        elif how == 5 and isinstance(holder[key], str):
            holder[key] = changed_text(rng, holder[key], ())
        else:
            other = rng.choice(others)
            alike = [p for p in places(other) if p and p[-1] == key] or places(other)
            holder[key] = json.loads(json.dumps(at(other, rng.choice(alike))))
    return data


def changed_text(rng: random.Random, text: str, others: Sequence[str]) -> str:
    """A text with a few of its words changed.

    :param others: texts of the same kind, from which words are taken.
    """
    words = _TOKEN.findall(text)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        i = rng.randrange(len(words) + 1)
        how = rng.randrange(6)
        if how == 0 and words:
            del words[min(i, len(words) - 1)]
        elif how == 1 and words:
            words.insert(i, rng.choice(words))
        elif how == 2 and words:
            j, k = rng.randrange(len(words)), rng.randrange(len(words))
            words[j], words[k] = words[k], words[j]
        elif how == 3 and others:
            taken = _TOKEN.findall(rng.choice(others)) or [""]
            j = rng.randrange(len(taken))
            words[i : i + 2] = taken[j : j + rng.randrange(1, 5)]
        elif how == 4 and words:
            words = words[:i]
        else:
            words.insert(i, rng.choice(PIECES))
    return "".join(words)


def hostile_json(values: Callable[[], Sequence[Any]]) -> st.SearchStrategy[str]:
    """JSON texts made from good values."""

    def make(rng: random.Random) -> str:
        text = json.dumps(changed_json(rng, rng.choice(values()), values()), ensure_ascii=rng.random() < 0.5)
        return changed_text(rng, text, ()) if rng.random() < 0.1 else text

    return DICE.map(make)


def hostile_text(values: Callable[[], Sequence[str]]) -> st.SearchStrategy[str]:
    """Texts made from good ones."""
    return DICE.map(lambda rng: changed_text(rng, rng.choice(values()), values()))
