"""Final scoring and the ends of the game (TS-WIN, TS-CHN-5)."""

from attrs import frozen

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence
from ..catalog import CHINA_VP, LAST_TURN, REGIONS, VP_TO_WIN, Side
from ..state import Position
from ..words import signed, the
from .defcon import LOWEST_DEFCON, nuclear_war
from .endings import Ending, Scored, score, vp_ending
from .scoring import RegionScore, score_region
from .turn import TurnEnd, end_of_turn


@frozen
class FinalScoring:
    """Final scoring.

    :param regions: the six regions; each is scored from the marker as it then stands.
    :param china: the China Card's VP applied.
    :param marker: where the VP marker ends; the track goes on beyond 20 here.
    :param ending: Control of Europe, or what the marker says.
    """

    regions: tuple[RegionScore, ...]
    china: Scored
    marker: int
    ending: Ending
    rulings: tuple[Ruling, ...]


def final_scoring(position: Position) -> FinalScoring:
    """Score all six regions and the China Card after turn 10 (TS-WIN-3)."""
    regions, marker = [], position.vp
    for region in REGIONS:
        scored = score_region(evolve(position, vp=marker), region)
        regions.append(scored)
        marker += scored.net
    china_vp = CHINA_VP if position.china_card.holder == "US" else -CHINA_VP
    holder = the(position.china_card.holder)
    china = score(evolve(position, vp=marker), china_vp, "TS-CHN-5", f"the China Card, held by {holder}")
    marker += china_vp
    europe = next((r.ending for r in regions if r.ending is not None and r.ending.how == "europe"), None)
    ending = europe or _by_marker(marker)
    steps = (*(r.scored.ruling for r in regions), china.ruling)
    return FinalScoring(tuple(regions), china, marker, ending, (*steps, ending.ruling))


def _by_marker(marker: int) -> Ending:
    winner: Side | None = None if marker == 0 else "US" if marker > 0 else "USSR"
    sentence = "the marker stands at {marker:+d}: {who} wins" if winner else "the marker stands at {marker}: a draw"
    return Ending(winner, "final scoring", consequence("TS-WIN-3", sentence, marker=marker, who=the(winner)))


@frozen
class Condition:
    """One end of the game, tested.

    :param holds: whether it ends the game.
    """

    name: str
    holds: bool
    ruling: Ruling


@frozen
class Verdict:
    """Whether the game is over.

    :param turn_end: the end of the turn, if it was asked for.
    :param final: final scoring, if it came to that.
    """

    conditions: tuple[Condition, ...]
    ending: Ending | None
    turn_end: TurnEnd | None = None
    final: FinalScoring | None = None


def judge(position: Position, turn_over: bool) -> Verdict:
    """Test every end of the game.

    :param turn_over: the last action round is over: the checks at the end of the turn are made, too.
    """
    conditions = [_vp_condition(position), _defcon_condition(position)]
    ending = vp_ending(position.vp) if conditions[0].holds else None
    if ending is None and conditions[1].holds:
        ending = nuclear_war(position, position.phasing or "US") if position.phasing else _open_war()
    if not turn_over:
        return Verdict((*conditions, *_later(position)), ending)
    if ending is not None:
        return Verdict(tuple(conditions), ending)
    over = end_of_turn(position)
    conditions.append(_turn_condition(over))
    if over.ending is not None or position.turn < LAST_TURN:
        return Verdict(tuple(conditions), over.ending, over)
    final = final_scoring(over.position)
    last = Condition("final scoring", True, final.ending.ruling)
    return Verdict((*conditions, last), final.ending, over, final)


def _open_war() -> Ending:
    ruling = consequence("TS-DEF-1", "DEFCON 1: the phasing player loses; the document does not say who that is")
    return Ending(None, "nuclear war", ruling)


def _vp_condition(position: Position) -> Condition:
    ending = vp_ending(position.vp)
    if ending is not None:
        return Condition("20 VP", True, ending.ruling)
    return Condition(
        "20 VP",
        False,
        consequence(
            "TS-WIN-1",
            f"the VP marker stands at {signed('vp', position.vp)}, short of {{most}}",
            vp=position.vp,
            most=VP_TO_WIN,
        ),
    )


def _defcon_condition(position: Position) -> Condition:
    war = position.defcon == LOWEST_DEFCON
    return Condition("DEFCON 1", war, consequence("TS-DEF-1", "DEFCON is {defcon}", defcon=position.defcon))


def _later(position: Position) -> list[Condition]:
    """The ends that only come at their own time (TS-WIN-2, TS-WIN-3)."""
    europe = score_region(position, "Europe").ending
    control = europe is not None and europe.how == "europe"
    sentence = "Control of Europe wins only when Europe is scored; " + (
        "{who} has it now" if control else "neither side has it now"
    )
    winner = europe.winner if europe is not None else None
    return [
        Condition("Control of Europe", False, consequence("TS-WIN-2", sentence, who=the(winner))),
        Condition(
            "held scoring card",
            False,
            consequence("TS-WIN-2", "a held scoring card loses only after the last action round"),
        ),
        Condition(
            "final scoring",
            False,
            consequence(
                "TS-WIN-3",
                "final scoring comes after turn {last}; this is turn {turn}",
                last=LAST_TURN,
                turn=position.turn,
            ),
        ),
    ]


def _turn_condition(over: TurnEnd) -> Condition:
    if over.ending is not None:
        return Condition("end of the turn", True, over.ending.ruling)
    passed = next(ruling for ruling in over.rulings if ruling.rule == "TS-TURN-1")
    return Condition("end of the turn", False, passed)
