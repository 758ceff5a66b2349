"""Twilight Struggle as the command line sees it: its documents, readings, digest and questions."""

from typing import Any

from ...kernel.questions import Companion, Parameter, Question, lazily
from .catalog import HIGHEST_DEFCON, MOST_OPS, SETUP, SIDES, TRACK_END, digest
from .formats import FORMAT
from .readings import RULESETS
from .state import NOTHING, Position

ANSWERS = f"{__package__}.answers"

SIDE = Parameter("side", "US or USSR; by default the side whose action round it is")
OPS = Parameter("ops", "the Operations used, with all changes", "number", required=True, least=1, most=MOST_OPS)
OPS_OPTION = Parameter("ops", "the Operations used, with all changes", "number", least=1, most=MOST_OPS)
COUNTRY = Parameter("country", "the target", required=True)
REGION = Parameter("region", "Europe, Middle East, Asia, Africa, Central America or South America", required=True)
DIE = Parameter("die", "what was rolled", "number", least=1, most=6)
MODIFIER = Parameter("modifier", "what events add to your die", "number", least=-6, most=6, default=0)
OTHER_MODIFIER = Parameter(
    "opponent-modifier", "what events add to the opponent's die", "number", least=-6, most=6, default=0
)
FREE = Parameter("free", "a free coup, given by an event that names the region", "flag")
AT_DEFCON = Parameter("at-defcon", "as if DEFCON were at this level", "number", least=1, most=HIGHEST_DEFCON)
POSITION = ("position",)

QUESTIONS = (
    Question(
        "targets",
        "What can I coup or realign at this DEFCON?",
        lazily(ANSWERS, "coups:answer_targets"),
        (SIDE, AT_DEFCON),
        POSITION,
        "cold-war.json --side USSR --at-defcon 3",
    ),
    Question(
        "coup-odds",
        "The odds that a coup succeeds, and by how much.",
        lazily(ANSWERS, "coups:answer_coup_odds"),
        (COUNTRY, OPS, SIDE, MODIFIER, FREE),
        POSITION,
        "cold-war.json Iran 3 --side USSR",
    ),
    Question(
        "coup",
        "Resolve a coup from its die.",
        lazily(ANSWERS, "coups:answer_coup"),
        (
            COUNTRY,
            OPS,
            Parameter("die", "what was rolled", "number", required=True, least=1, most=6),
            SIDE,
            MODIFIER,
            FREE,
        ),
        POSITION,
        "cold-war.json Iran 3 4 --side USSR",
    ),
    Question(
        "coup-danger",
        "Would this coup end the game?",
        lazily(ANSWERS, "coups:answer_coup_danger"),
        (COUNTRY, SIDE, FREE),
        POSITION,
        "cold-war.json Panama --side USSR",
    ),
    Question(
        "place",
        "What does a placement cost, marker by marker?",
        lazily(ANSWERS, "board:answer_place"),
        (
            OPS,
            Parameter("countries", "one for each marker, in order", required=True, many=True),
            SIDE,
            Parameter("by-event", "an event places them: no adjacency, no price", "flag"),
        ),
        POSITION,
        "cold-war.json 3 Pakistan Pakistan --side US",
    ),
    Question(
        "access",
        "Where may I place influence at all?",
        lazily(ANSWERS, "board:answer_access"),
        (SIDE,),
        POSITION,
        "cold-war.json --side US",
    ),
    Question(
        "price",
        "The fewest Operations to control a country, or to break control of it.",
        lazily(ANSWERS, "board:answer_price"),
        (COUNTRY, SIDE, OPS_OPTION),
        POSITION,
        "cold-war.json Pakistan --side US --ops 4",
    ),
    Question(
        "realignment-odds",
        "The odds of a realignment; with --ops also of that many rolls, and of a coup instead.",
        lazily(ANSWERS, "realigning:answer_realignment_odds"),
        (COUNTRY, SIDE, OPS_OPTION, MODIFIER, OTHER_MODIFIER),
        POSITION,
        "cold-war.json Iran --side USSR --ops 3",
    ),
    Question(
        "realign",
        "Resolve realignment rolls: COUNTRY=5,2, your die first.",
        lazily(ANSWERS, "realigning:answer_realign"),
        (
            Parameter("rolls", "COUNTRY=OWN,OTHER for each roll", required=True, many=True),
            SIDE,
            OPS_OPTION,
            MODIFIER,
            OTHER_MODIFIER,
        ),
        POSITION,
        "cold-war.json Iran=5,2 Iran=3,6 --side USSR",
    ),
    Question(
        "control",
        "Who controls which country, and what is one marker from flipping?",
        lazily(ANSWERS, "board:answer_control"),
        (Parameter("country", "only this one", many=True),),
        POSITION,
        "cold-war.json --country Iran",
    ),
    Question(
        "score",
        "Score a region now.",
        lazily(ANSWERS, "scores:answer_score"),
        (REGION,),
        POSITION,
        "cold-war.json Asia",
    ),
    Question(
        "lacking",
        "What do I lack for domination or control of a region?",
        lazily(ANSWERS, "scores:answer_lacking"),
        (REGION, SIDE),
        POSITION,
        "cold-war.json Asia --side US",
    ),
    Question(
        "southeast-asia",
        "Score Southeast Asia now.",
        lazily(ANSWERS, "scores:answer_southeast_asia"),
        (),
        POSITION,
        "cold-war.json",
    ),
    Question(
        "headline",
        "Whose headline goes first? A card is its Operations value, NAME:3, or a scoring card.",
        lazily(ANSWERS, "cards:answer_headline"),
        (
            Parameter("us-card", "the US card", required=True),
            Parameter("ussr-card", "the USSR card", required=True),
        ),
        POSITION,
        'cold-war.json 3 "Asia Scoring"',
    ),
    Question(
        "space",
        "Can this card try the space race, and with what odds? With --die also what happens.",
        lazily(ANSWERS, "tracks:answer_space"),
        (
            OPS,
            SIDE,
            DIE,
            Parameter("card", "its name, where it is a scoring card or the China Card"),
        ),
        POSITION,
        "cold-war.json 3 --side US --die 2",
    ),
    Question(
        "military",
        "Which Military Operations do I still need, and what if the turn ended now?",
        lazily(ANSWERS, "tracks:answer_military"),
        (
            Parameter("us-earns", "by war events, first", "number", least=0, most=TRACK_END, default=0),
            Parameter("ussr-earns", "by war events, first", "number", least=0, most=TRACK_END, default=0),
        ),
        POSITION,
        "cold-war.json --ussr-earns 2",
    ),
    Question(
        "hand",
        "How many cards and action rounds this turn? Can I still play my scoring card?",
        lazily(ANSWERS, "cards:answer_hand"),
        (
            SIDE,
            Parameter("cards", "cards in hand, the China Card not counted", "number", least=0, most=9),
            Parameter("scoring", "a scoring card among them", many=True),
        ),
        POSITION,
        'cold-war.json --side US --cards 3 --scoring "Asia Scoring"',
    ),
    Question(
        "china",
        "May I use the China Card so, and for how many Operations?",
        lazily(ANSWERS, "cards:answer_china"),
        (
            Parameter("use", "place, realign, coup, space, headline, event, discard or handover", required=True),
            SIDE,
            Parameter("country", "where a point is spent", many=True),
            Parameter("scoring", "scoring cards in hand", "number", least=0, most=7),
        ),
        POSITION,
        "cold-war.json place --side USSR --country Thailand --country India",
    ),
    Question(
        "setup", "Is this setup legal?", lazily(ANSWERS, "tracks:answer_setup"), (), POSITION, "cold-war-start.json"
    ),
    Question(
        "final-scoring",
        "Final scoring: who wins?",
        lazily(ANSWERS, "scores:answer_final_scoring"),
        (),
        POSITION,
        "cold-war.json",
    ),
    Question(
        "winner",
        "Has someone won?",
        lazily(ANSWERS, "scores:answer_winner"),
        (Parameter("turn-over", "the last action round of the turn is over", "flag"),),
        POSITION,
        "cold-war.json --turn-over",
    ),
    Question(
        "event",
        "What happens to the event of a card that I use so?",
        lazily(ANSWERS, "cards:answer_event"),
        (
            Parameter("owner", "whose event it is: US, USSR or neutral", required=True),
            Parameter("use", "event, place, realign, coup, space or headline", required=True),
            SIDE,
            Parameter("starred", "the event has a star", "flag"),
        ),
        POSITION,
        "cold-war.json US place --side USSR",
    ),
    Question(
        "replay",
        "Carry out a turn's operations step by step, from the document or from JSON Lines.",
        lazily(ANSWERS, "replays:answer_replay"),
        (Parameter("actions", "JSON Lines, one action a line", "lines"),),
        ("position", "operations"),
        "cold-war.json --actions cold-war.turn.jsonl",
    ),
)

NEW_FREE = {"USSR": {"Poland": 4, "East Germany": 1, "Yugoslavia": 1}, "US": {"West Germany": 4, "Italy": 3}}
"""Where the free influence of a new game stands: one common opening (TS-SET-4)."""


def new_position() -> Position:
    """A game set up, before the first headline (TS-SET)."""
    position = Position()
    for side in SIDES:
        for placed in (SETUP[side].fixed, NEW_FREE[side]):
            for name, number in placed.items():
                position = position.with_influence(name, position.influence.get(name, NOTHING).plus(side, number))
    return position


def _new() -> dict[str, Any]:
    return FORMAT.to_json(new_position())


COMPANION = Companion(
    name="twilight-struggle",
    title="Twilight Struggle",
    format=FORMAT,
    rulesets=RULESETS,
    digest=digest,
    questions=QUESTIONS,
    new=_new,
)
