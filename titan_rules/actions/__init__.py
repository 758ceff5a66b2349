"""Actions that players declare, such as ``Move``, ``Strike`` and ``Split``, and their text."""

from .intents import *  # noqa: F403 (the actions are this package's face)
