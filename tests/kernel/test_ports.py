"""Functions that a lower layer asks, and a higher one provides."""

import pytest

from titan_rules.kernel import ports
from titan_rules.kernel.ports import port, provide, provider


@port
def doubled(number: int) -> int:
    """Twice a number."""
    raise NotImplementedError


def test_a_port_asks_its_provider_and_nobody_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "PROVIDERS", {})
    name = f"{__name__}.doubled"
    with pytest.raises(LookupError, match=f"nobody provides {name}"):
        doubled(3)
    provide({name: "math:"})
    with pytest.raises(LookupError, match="nobody provides"):
        provider(name)
    provide({name: "math:fabs"})
    assert doubled(-3) == 3
    assert (doubled.__name__, doubled.__doc__) == ("doubled", "Twice a number.")
    provide({name: "math:floor"})
    assert provider(name)(3.5) == 3
    assert doubled(-3) == 3
