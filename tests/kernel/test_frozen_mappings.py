"""A mapping that cannot change."""

import copy
import pickle

import pytest

from looping import for_each
from titan_rules.kernel.evolving import FrozenMap, frozen_map


@for_each(
    "change",
    [
        lambda m: m.__setitem__("a", 2),
        lambda m: m.__delitem__("a"),
        lambda m: m.clear(),
        lambda m: m.pop("a"),
        lambda m: m.popitem(),
        lambda m: m.setdefault("b", 1),
        lambda m: m.update(a=2),
        lambda m: m.__ior__({"a": 2}),
    ],
)
def test_it_refuses_to_change(change: object) -> None:
    kept = FrozenMap(a=1)
    with pytest.raises(TypeError, match="cannot change"):
        change(kept)  # type: ignore[operator]
    assert kept == {"a": 1}


def test_it_copies_pickles_and_hashes() -> None:
    kept = FrozenMap(a=1, b=(2, 3))
    assert pickle.loads(pickle.dumps(kept)) == kept == copy.deepcopy(kept)
    assert type(pickle.loads(pickle.dumps(kept))) is FrozenMap
    assert hash(kept) == hash(FrozenMap(b=(2, 3), a=1))
    assert frozen_map(kept) is kept


def test_any_mapping_is_frozen_once() -> None:
    frozen = frozen_map({"a": 1})
    assert type(frozen) is FrozenMap
    assert frozen_map(frozen) is frozen
