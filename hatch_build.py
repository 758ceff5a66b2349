"""The README as package indexes show it: its links lead to the repository, whose address pyproject.toml has."""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface


def absolute(readme: str, repository: str) -> str:
    """The README with the links to the repository's files as addresses; pictures as the files themselves."""
    readme = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{repository}/raw/main/", readme)
    return re.sub(r"(?<!!)(\[[^][]*\]\()(?!https?:|#)", rf"\1{repository}/blob/main/", readme)


class Readme(MetadataHookInterface):
    """Makes the field ``readme``."""

    def update(self, metadata: dict) -> None:
        """Put the README with its addresses into the metadata."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, metadata["urls"]["Repository"])}
