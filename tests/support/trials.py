"""How many examples hypothesis tries: the profile says (``conftest.py``), and what plays whole games takes a share."""

from hypothesis import settings


def share(part: int) -> settings:
    """One in so many of the profile's examples."""
    return settings(max_examples=max(1, settings().max_examples // part))
