"""Reading the JSON files that a package ships in its folder ``data``."""

import json
import os.path  # pathlib would cost every start several milliseconds
from typing import Any


def read(package_file: str, name: str) -> Any:
    """The JSON of a file in the folder ``data`` beside a module (its ``__file__``)."""
    with open(os.path.join(os.path.dirname(package_file), "data", name), encoding="utf-8") as file:
        return json.load(file)
