"""What players declare, as data: ``Move``, ``Strike``, ``Split`` and the like; and the text they write it in."""

from .intents import *  # noqa: F403 (the actions are this package's face)
