"""Reading the data files of this package."""

import json
from pathlib import Path
from typing import Any

_DATA = Path(__file__).with_name("data")


def read(name: str) -> Any:
    """The JSON of one data file."""
    return json.loads((_DATA / name).read_text(encoding="utf-8"))
