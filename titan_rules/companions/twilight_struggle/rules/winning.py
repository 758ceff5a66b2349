"""Final scoring and the ends of the game (TS-WIN, TS-CHN-5)."""

from typing import Annotated, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer, asked
from ....kernel.rulings import Ruling, consequence
from ..catalog import CHINA_VP, LAST_TURN, REGIONS, SIDES, VP_TO_WIN, Side
from ..state import Position
from ..unseen import unseen
from ..words import signed, the
from .defcon import LOWEST_DEFCON, nuclear_war
from .endings import End, Scored, score_vp, vp_ending
from .scoring import RegionScore, score_region
from .turn import TurnEnd, end_of_turn


@frozen
class FinalScoring:
    """Final scoring.

    :param regions: the six regions; each is scored from where the count then stands.
    :param china: the China Card's VP applied.
    :param marker: the whole count: it goes on beyond 20 here.
    :param ending: Control of Europe, or what the count says.
    """

    regions: tuple[RegionScore, ...]
    china: Scored
    marker: int
    ending: End
    rulings: tuple[Ruling, ...]

    def shown(self, position: Position) -> Answer:
        """As answers show it.

        :param position: before it.
        """
        regions = [
            {
                "region": region.card.region,
                **{side: region.sides[side].vp for side in SIDES},
                **{f"{side}_status": region.sides[side].status for side in SIDES},
                "net": region.net,
            }
            for region in self.regions
        ]
        return {
            "regions": regions,
            "china_card": {"holder": position.china_card.holder, "net": self.china.vp},
            "marker": {"before": position.vp, "after": self.marker},
            "winner": self.ending.winner,
            "how": self.ending.how,
        }


def scored_at_the_end(position: Position) -> FinalScoring:
    """Score all six regions and the China Card after turn 10 (TS-WIN-3)."""
    regions, marker = [], position.vp
    for region in REGIONS:
        scored = score_region(position, region, marker)
        regions.append(scored)
        marker += scored.net
    holder = position.china_card.holder
    china_vp = CHINA_VP if holder == "US" else -CHINA_VP
    china = score_vp(position, china_vp, "TS-CHN-5", f"the China Card, held by {the(holder)}", start=marker)
    marker += china_vp
    europe = next((r.ending for r in regions if r.ending is not None and r.ending.how == "europe"), None)
    ending = europe or _by_marker(marker)
    steps = (*(r.scored.ruling for r in regions), china.ruling)
    return FinalScoring(tuple(regions), china, marker, ending, (*steps, ending.ruling))


def _by_marker(marker: int) -> End:
    winner: Side | None = None if marker == 0 else "US" if marker > 0 else "USSR"
    sentence = "the marker stands at {marker:+d}: {who} wins" if winner else "the marker stands at {marker}: a draw"
    return End(winner, "final scoring", consequence("TS-WIN-3", sentence, marker=marker, who=the(winner)))


def final_scoring(position: Position) -> Answer:
    """Final scoring: who wins?"""
    result = scored_at_the_end(position)
    return {
        **result.shown(position),
        "unseen_events": unseen("final-scoring", position),
        "rulings": result.rulings,
    }


@frozen
class Condition:
    """One end of the game, tested.

    :param holds: whether it ends the game.
    """

    condition: str
    holds: bool
    rulings: tuple[Ruling, ...]


@frozen
class Verdict:
    """Whether the game is over.

    :param turn_end: the end of the turn, if it was asked for.
    :param final: final scoring, if it came to that.
    """

    conditions: tuple[Condition, ...]
    ending: End | None
    turn_end: TurnEnd | None = None
    final: FinalScoring | None = None


def judge(position: Position, turn_over: bool) -> Verdict:
    """Test every end of the game.

    :param turn_over: the last action round is over: the checks at the end of the turn are made, too.
    """
    conditions = [_vp_condition(position), _defcon_condition(position)]
    ending = instant_end(position)
    if not turn_over:
        return Verdict((*conditions, *_later(position)), ending)
    if ending is not None:
        return Verdict(tuple(conditions), ending)
    over = end_of_turn(position)
    conditions.append(_turn_condition(over))
    if over.ending is not None or position.turn < LAST_TURN:
        return Verdict(tuple(conditions), over.ending, over)
    final = scored_at_the_end(over.position)
    last = Condition("final scoring", True, (final.ending.ruling,))
    return Verdict((*conditions, last), final.ending, over, final)


def instant_end(position: Position) -> End | None:
    """The end that the VP marker or DEFCON means as they stand (TS-WIN-1, TS-DEF-1)."""
    ending = vp_ending(position.vp)
    if ending is not None or position.defcon > LOWEST_DEFCON:
        return ending
    if position.phasing is not None:
        return nuclear_war(position, position.phasing)
    sentence = "DEFCON 1: the phasing player loses; the document does not say who that is"
    return End(None, "nuclear war", consequence("TS-DEF-1", sentence))


def _vp_condition(position: Position) -> Condition:
    ending = vp_ending(position.vp)
    if ending is not None:
        return Condition("20 VP", True, (ending.ruling,))
    sentence = f"the VP marker stands at {signed('vp', position.vp)}, short of {{most}}"
    return Condition("20 VP", False, (consequence("TS-WIN-1", sentence, vp=position.vp, most=VP_TO_WIN),))


def _defcon_condition(position: Position) -> Condition:
    ruling = consequence("TS-DEF-1", "DEFCON is {defcon}", defcon=position.defcon)
    return Condition("DEFCON 1", position.defcon == LOWEST_DEFCON, (ruling,))


def _later(position: Position) -> list[Condition]:
    """The ends that only come at their own time (TS-WIN-2, TS-WIN-3)."""
    europe = score_region(position, "Europe").ending
    control = europe is not None and europe.how == "europe"
    sentence = "Control of Europe wins only when Europe is scored; " + (
        "{who} has it now" if control else "neither side has it now"
    )
    winner = europe.winner if europe is not None else None
    held = "a held scoring card loses only after the last action round"
    last = "final scoring comes after turn {last}; this is turn {turn}"
    return [
        Condition("Control of Europe", False, (consequence("TS-WIN-2", sentence, who=the(winner)),)),
        Condition("held scoring card", False, (consequence("TS-WIN-2", held),)),
        Condition("final scoring", False, (consequence("TS-WIN-3", last, last=LAST_TURN, turn=position.turn),)),
    ]


def _turn_condition(over: TurnEnd) -> Condition:
    if over.ending is not None:
        return Condition("end of the turn", True, (over.ending.ruling,))
    passed = next(ruling for ruling in over.rulings if ruling.rule == "TS-TURN-1")
    return Condition("end of the turn", False, (passed,))


TurnOver: TypeAlias = Annotated[bool, asked("the last action round of the turn is over", "flag")]


def winner(position: Position, turn_over: TurnOver) -> Answer:
    """Has someone won?"""
    found = judge(position, turn_over)
    ending, steps = found.ending, list(found.turn_end.rulings) if found.turn_end is not None else []
    end = [ending.ruling] if ending is not None and ending.ruling not in steps else []
    final = {}
    if found.final is not None and found.turn_end is not None:
        final = {"final_scoring": found.final.shown(found.turn_end.position)}
    return {
        "over": ending is not None,
        "winner": None if ending is None else ending.winner,
        "how": None if ending is None else ending.how,
        "conditions": found.conditions,
        **final,
        "rulings": [*steps, *end],
    }
