"""Reading the data files of this package."""

import json
import os.path  # pathlib would cost every start several milliseconds
from typing import Any

_DATA = os.path.join(os.path.dirname(__file__), "data")


def read(name: str) -> Any:
    """The JSON of one data file."""
    with open(os.path.join(_DATA, name), encoding="utf-8") as file:
        return json.load(file)
