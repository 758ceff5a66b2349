"""The policies that are shipped, by name, and those of one's own."""

from importlib import import_module

from ..kernel.errors import Fault, UnknownName
from ..kernel.names import nearest
from .policy import Policy

POLICIES = {
    "random": f"{__package__}.random_policy:RandomPolicy",
    "greedy": f"{__package__}.heuristic_policy:GREEDILY",
    "foresight": f"{__package__}.foresight_policy:ForesightPolicy",
    "best": f"{__package__}.best_policy:BestPolicy",
}
"""Where each shipped policy is found: it is imported when it is first asked for, for ``best`` takes a while."""


def policy(name: str) -> Policy:
    """A shipped policy by its name, or one's own as ``module:name`` (a class without arguments, or an object).

    :raises UnknownName: there is none, or it is no policy.
    """
    module, colon, attribute = POLICIES.get(name, name).partition(":")
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
