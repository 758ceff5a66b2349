"""The policies that are shipped, by name, and your own."""

from collections.abc import Mapping
from importlib import import_module

from ..kernel.errors import Fault, UnknownName
from ..kernel.names import nearest
from .best_policy import BestPolicy
from .foresight_policy import ForesightPolicy
from .heuristic_policy import GREEDILY
from .policy import Policy
from .random_policy import RandomPolicy

POLICIES: Mapping[str, Policy] = {
    "random": RandomPolicy(),
    "greedy": GREEDILY,
    "foresight": ForesightPolicy(),
    "best": BestPolicy(),
}


def policy(name: str) -> Policy:
    """A shipped policy by its name, or your own as ``module:name`` (a class without arguments, or an object).

    :raises UnknownName: there is none, or it is no policy.
    """
    if name in POLICIES:
        return POLICIES[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        hint = nearest(name, POLICIES) or "one of: " + ", ".join(POLICIES) + ", or module:name"
        raise UnknownName(Fault("unknown-policy", f"unknown policy {name!r}", hint=hint))
    try:
        found: object = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as e:
        raise UnknownName(Fault("unknown-policy", f"no policy {name}: {e}")) from None
    made: object = found() if isinstance(found, type) else found
    if not isinstance(made, Policy):
        raise UnknownName(Fault("unknown-policy", f"{name} has no maneuver and strikes"))
    return made
