"""Reading the JSON files that a package ships in its folder ``data``."""

import json
import os.path  # pathlib would cost every start several milliseconds
from typing import Any


def read(package_file: str, name: str) -> Any:
    """The JSON of one data file.

    :param package_file: ``__file__`` of a module of the package that holds the folder ``data``.
    :param name: the file's name in that folder.
    """
    with open(os.path.join(os.path.dirname(package_file), "data", name), encoding="utf-8") as file:
        return json.load(file)
