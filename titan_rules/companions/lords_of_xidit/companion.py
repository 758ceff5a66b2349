"""Lords of Xidit for the command line: its questions, documents, readings and digest."""

import json
from importlib import resources
from typing import Any

from ...kernel.questions import Companion, Parameter, Question
from .answers import about, end, tiles, year
from .documents import FORMAT
from .positions import warnings
from .readings import RULESETS
from .words import CRITERIA, ORDERS_A_YEAR

DOC = ("position",)
PLAYER = Parameter("player", "who is asked about; default: whose turn it is")


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    text = (resources.files(__package__) / "data" / "new.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


COMPANION = Companion(
    name="lords-of-xidit",
    title="Lords of Xidit",
    format=FORMAT,
    rulesets=RULESETS,
    digest=about.digest,
    questions=(
        Question("run", "Carry out the programmed year, order by order.", year.run, (), DOC, "year.json"),
        Question(
            "step",
            "What does one order do in this position, and must it?",
            year.step,
            (PLAYER, Parameter("order", "which of the six", "number", least=1, most=ORDERS_A_YEAR)),
            DOC,
            "year.json --player A --order 2",
        ),
        Question(
            "reach",
            "Which cities can be reached with the orders left, and which order first does nothing?",
            year.reach,
            (PLAYER,),
            DOC,
            "year.json --player A",
        ),
        Question("recruit", "Which unit must be taken here?", tiles.recruit, (PLAYER,), DOC, "year.json --player A"),
        Question(
            "repel",
            "Can the monster or a titan be repelled here, for what, and where may the rewards go?",
            tiles.repel,
            (PLAYER,),
            DOC,
            "year.json --player B",
        ),
        Question(
            "supply",
            "A tile is used up: what comes, where, from which pile, and do the Titans awaken?",
            tiles.supply_answer,
            (
                Parameter("city", "whose tile is used up; default: where the player whose turn it is stands"),
                Parameter("kind", "without a city: the kind of tile that comes", choices=("recruit", "monster")),
                Parameter("shuffle", "the order of a shuffled pile, numbers of its tiles, the top first: 3,1,2"),
            ),
            DOC,
            "year.json --city 4",
        ),
        Question("year", "What follows this year, and who starts?", year.year, (), DOC, "year.json"),
        Question("census", "Who wins the census, and where may the rewards go?", end.census, (), DOC, "year.json"),
        Question("regions", "Who is first and second in each region?", end.regions, (), DOC, "year.json"),
        Question("final", "The rankings, who is eliminated, and who wins.", end.final, (), DOC, "year.json"),
        Question(
            "what-if",
            "How much more is needed not to be last?",
            end.what_if,
            (Parameter("criterion", "which total", required=True, choices=CRITERIA), PLAYER),
            DOC,
            "year.json wealth --player C",
        ),
        Question(
            "explain",
            "A rule: its text, whether the sheet says it, and its readings.",
            about.explain,
            (Parameter("rule", "its id", required=True),),
            (),
            "LX-FINAL-9",
        ),
    ),
    new=new,
    warnings=warnings,
)
