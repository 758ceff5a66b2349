"""Lords of Xidit for the command line: its questions, documents, readings and digest."""

import json
import os.path  # pathlib would cost every start several milliseconds
from typing import Any

from ...kernel.questions import Answering, Companion, Parameter, Question, lazily
from .digest import digest
from .documents import FORMAT
from .positions import warnings
from .readings import RULESETS
from .words import CRITERIA, ORDERS_A_YEAR

DOC = ("position",)
PLAYER = Parameter("player", "who is asked about; default: whose turn it is")


def answer(place: str) -> Answering:
    """The answer in one of the modules of :mod:`answers`, imported when it is first asked for."""
    return lazily(f"{__package__}.answers", place)


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    with open(os.path.join(os.path.dirname(__file__), "data", "new.json"), encoding="utf-8") as file:
        document: dict[str, Any] = json.load(file)
    return document


COMPANION = Companion(
    name="lords-of-xidit",
    title="Lords of Xidit",
    format=FORMAT,
    rulesets=RULESETS,
    digest=digest,
    questions=(
        Question("run", "Carry out the programmed year, order by order.", answer("year:run"), (), DOC, "year.json"),
        Question(
            "step",
            "What does one order do in this position, and must it?",
            answer("year:step"),
            (PLAYER, Parameter("order", "which of the six", "number", least=1, most=ORDERS_A_YEAR)),
            DOC,
            "year.json --player A --order 2",
        ),
        Question(
            "reach",
            "Which cities can be reached with the orders left, and which order first does nothing?",
            answer("year:reach"),
            (PLAYER,),
            DOC,
            "year.json --player A",
        ),
        Question(
            "recruit",
            "Which unit must be taken here?",
            answer("tiles:recruit"),
            (PLAYER,),
            DOC,
            "year.json --player A",
        ),
        Question(
            "repel",
            "Can the monster or a titan be repelled here, for what, and where may the rewards go?",
            answer("tiles:repel"),
            (PLAYER,),
            DOC,
            "year.json --player B",
        ),
        Question(
            "supply",
            "A tile is used up: what comes, where, from which pile, and do the Titans awaken?",
            answer("tiles:supply_answer"),
            (
                Parameter("city", "whose tile is used up; default: where the player whose turn it is stands"),
                Parameter("kind", "without a city: the kind of tile that comes", choices=("recruit", "monster")),
                Parameter("shuffle", "the order of a shuffled pile, numbers of its tiles, the top first: 3,1,2"),
            ),
            DOC,
            "year.json --city 4",
        ),
        Question("year", "What follows this year, and who starts?", answer("year:year"), (), DOC, "year.json"),
        Question(
            "census",
            "Who wins the census, and where may the rewards go?",
            answer("end:census"),
            (),
            DOC,
            "year.json",
        ),
        Question("regions", "Who is first and second in each region?", answer("end:regions"), (), DOC, "year.json"),
        Question(
            "final",
            "The rankings, who is eliminated, and who wins.",
            answer("end:final"),
            (),
            DOC,
            "year.json",
        ),
        Question(
            "what-if",
            "How much more is needed not to be last?",
            answer("end:what_if"),
            (Parameter("criterion", "which total", required=True, choices=CRITERIA), PLAYER),
            DOC,
            "year.json wealth --player C",
        ),
        Question(
            "explain",
            "A rule: its text, whether the sheet says it, and its readings.",
            answer("about:explain"),
            (Parameter("rule", "its id", required=True),),
            (),
            "LX-FINAL-9",
        ),
    ),
    new=new,
    warnings=warnings,
)
