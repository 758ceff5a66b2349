"""Twilight Struggle put together: its documents, readings, digest, questions and play."""

from collections.abc import Mapping

from ...kernel.companions import Play, expecting, game, question
from .rules import cards, chances, coup, headlines, influence, options, play, realignment, scoring, setup, space, tracks
from .state import RULESETS, Position, new_position, position_faults
from .words import CountryName, SideName

DOC = "cold-war.json"

COMPANION = game(
    name="twilight-struggle",
    title="Twilight Struggle",
    position=Position,
    about="a position of a game",
    rulesets=RULESETS,
    rules=f"{__package__}.data",
    new=new_position,
    faults=position_faults,
    record="operations",
    examples={
        "check": f"{DOC} coup 3 Panama 4",
        "legal": DOC,
        "show": DOC,
        "replay": f"{DOC} --actions cold-war.turn.jsonl",
        "explain": "TS-SCR-2",
    },
    play=Play(
        actions=play.ACTIONS,
        apply=play.apply,
        options=options.options,
        show=options.show,
        facts=options.facts,
        expected=expecting(
            Position,
            (*options.TRACKS, "influence"),
            controller=Mapping[CountryName, SideName | None],
            over=bool,
            winner=SideName,
        ),
        over=tracks.over,
    ),
    questions=(
        question(chances.targets, f"{DOC} --side USSR --at-defcon 3"),
        question(chances.coup_odds, f"{DOC} Iran 3 --side USSR"),
        question(coup.coup, f"{DOC} Iran 3 4 --side USSR"),
        question(coup.coup_danger, f"{DOC} Panama --side USSR"),
        question(influence.place, f"{DOC} 3 Pakistan Pakistan --side US"),
        question(influence.access, f"{DOC} --side US"),
        question(influence.price, f"{DOC} Pakistan --side US --ops 4"),
        question(chances.realignment_odds, f"{DOC} Iran --side USSR --ops 3"),
        question(realignment.realign, f"{DOC} Iran=5,2 Iran=3,6 --side USSR"),
        question(influence.control, f"{DOC} --country Iran"),
        question(scoring.score, f"{DOC} Asia"),
        question(scoring.lacking, f"{DOC} Asia --side US"),
        question(scoring.southeast_asia, DOC),
        question(headlines.headline, f'{DOC} 3 "Asia Scoring"'),
        question(space.space, f"{DOC} 3 --side US --die 2"),
        question(tracks.military, f"{DOC} --ussr-earns 2"),
        question(cards.hand, f'{DOC} --side US --cards 3 --scoring "Asia Scoring"'),
        question(cards.china, f"{DOC} place --side USSR --country Thailand --country India"),
        question(setup.setup, "cold-war-start.json"),
        question(scoring.final_scoring, DOC),
        question(scoring.winner, f"{DOC} --turn-over"),
        question(cards.event, f"{DOC} US place --side USSR"),
    ),
)

FORMAT = COMPANION.format
"""Reads and writes every document of the game."""
