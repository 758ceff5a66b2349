"""The conversation in ``docs/howto/assistants.md`` is what the tools answer.

``python tests/docs/test_assistants.py`` writes the answers into the page.
"""

import json
import re

from checkout import ROOT
from titan_cli.mcp.server import failed
from titan_cli.mcp.tools import call

PAGE = ROOT / "docs" / "howto" / "assistants.md"
CALL = re.compile(r'```json\n(\{"tool": .*\})\n```\n```text\n((?:.*\n)*?)```\n')


def answered(question: str) -> str:
    """The text that a tool answers, or its error."""
    asked = json.loads(question)
    try:
        text = call(asked["tool"], asked["arguments"], lambda _, __: None).text
    except Exception as error:
        text = "error: " + failed(error).content[0].text
    return text.rstrip() + "\n"


def page() -> str:
    """The page with the answers that the tools give."""
    text = PAGE.read_text(encoding="utf-8")
    return CALL.sub(lambda match: f"```json\n{match[1]}\n```\n```text\n{answered(match[1])}```\n", text)


def test_the_conversation_went_so() -> None:
    assert len(CALL.findall(PAGE.read_text(encoding="utf-8"))) >= 4
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/docs/test_assistants.py"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
