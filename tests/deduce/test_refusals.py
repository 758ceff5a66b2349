"""Why a record goes on in no history: step, line and rulings, word for word; and which questions have no answer."""

from collections.abc import Callable

import pytest

from histories import Rows, unsaid
from recorded import recording, who_left
from titan_rules.deduction.audit import audit
from titan_rules.deduction.recorded import recorded
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.replaying import RecordLine, line_of
from titan_rules.position.documents import FORMAT
from unseen import ENDED, FIGHT, START, Row, lines

AGREED = ("Red proposes attacker Lio, defender all", "Black accepts attacker Lio, defender all")
BEGAN = "step 0: Bk01 begins with Angel, 2 × Lion, 2 × Ogre, Titan (STOP-1)"
PARTED = "step 1: Bk01 splits, 3 leave as Bk02 and 3 stay (SPLIT-2)"
ENTERED = ("Ang enters E3", "Lio enters F2", "end-maneuver", *ENDED, "end-maneuver", *ENDED)

REFUSED: dict[str, tuple[list[Row], list[str]]] = {
    "SUMMON-2: nobody is summoned who cannot be there": (
        [*AGREED, "summon Archangel from Bk01"],
        ["no history is left: Bk01 showed Archangel (SUMMON-2)", BEGAN, PARTED, "step 8: Bk02 showed Lion (ENG-7)",
         "step 9: Lion left Bk02 (ENG-7)", "Bk01 holds no Archangel (SUMMON-1)"]),
    "SUMMON-2: nor from a Legion that everybody knows": (
        [*AGREED, "summon Angel from Bk09"],
        ["no history is left: Bk09 showed Angel (SUMMON-2)", "step 0: Bk09 begins with 2 × Ogre (STOP-1)",
         "Bk09 holds no Angel (SUMMON-1)"]),
    "MANEUVER-1: nobody enters who cannot be there": (
        [*FIGHT, "Lio enters F2", "Lio enters E2", "Lio enters E5"],
        ["no history is left: Bk02 showed 3 × Lion (BATTLE-1)", BEGAN, PARTED, "step 15: Bk02 showed Lion (BATTLE-1)",
         "step 16: Bk02 showed 2 × Lion (BATTLE-1)", "the attacker has no Lion off the board (MANEUVER-1)"]),
    "BATTLE-5: nobody enters later": (
        [*FIGHT, *ENTERED, "Ogr enters F3"], ["the attacker has no Ogre off the board (MANEUVER-1)"]),
    "ENG-7: nobody is offered who cannot be there": (
        ["Red proposes attacker Cyc, defender all"],
        ["no history is left: Bk02 showed Cyclops (ENG-7)", BEGAN, PARTED, "Bk02 holds no Cyclops (ENG-7)"]),
    "ENG-7: nor given up": (
        [AGREED[0], "Black accepts attacker Cyc, defender all"], ["Bk02 holds no Cyclops (ENG-7)"]),
    "ENG-5: what no content makes legal is refused as ever": (
        ["flee"],
        ["Red has decided to stand, and that is final (ENG-5)",
         "in the Engagement in land 104 it is Red's turn to speak (ENG-1)"]),
    "STOP-1: what the record says a Legion holds": (
        [("Red no-more", {"legion": {"Bk02": ["Lion", "Lion", "Lion"]}})],
        ["no history is left: Bk02 was seen whole: 3 × Lion (STOP-1)", BEGAN, PARTED]),
}  # fmt: skip


@pytest.mark.parametrize("rule", REFUSED)
def test_why_no_history_goes_on(rule: str) -> None:
    rows, reasons = REFUSED[rule]
    record = lines(*rows)
    found = audit(record, START)
    stop, last = found.stopped_at, len(record)
    assert stop is not None
    assert (found.verdict, found.steps, found.unknown, stop.diverges) == ("illegal", last - 1, 1, None)
    assert (stop.step, stop.line, stop.action) == (last, last + 1, record[-1].data)
    assert [str(ruling) for ruling in stop.rulings] == reasons
    verdicts = ["consequence" if reason.startswith("step") else "illegal" for reason in reasons]
    assert [ruling.verdict for ruling in stop.rulings] == verdicts
    assert [split.step for split in found.history] == [1]


TOLD = who_left()
UNTOLD = unsaid(TOLD)
LOST = lines(*FIGHT[:2], "Black concedes")
DRAGON = {"do": "muster", "legion": "Bk01", "character": "Dragon", "with": ["Ogre"]}


def only_the_height() -> Rows:
    """A record that begins in the midst of a game, with a Legion of unknown content."""
    data = FORMAT.to_json(recording(TOLD, 20).game)
    data["players"][0]["legions"][0].update(characters=None, height=4)
    return [{"format": "titan-rules/1", "kind": "replay", "start": data}]


def then(*rows: object) -> list[RecordLine]:
    """The meeting, and lines of any kind after it."""
    return [*lines(), *[line_of(number, row) for number, row in enumerate(rows, 9)]]


UNREAD = Fault("bad", "it is bad", line=9)
UNANSWERED: dict[str, tuple[Callable[[], object], Fault]] = {
    "nobody of that colour": (
        lambda: recording(TOLD).deduce("Gold"), Fault("usage", "nobody plays Gold in this game")),
    "its own Legion": (
        lambda: recording(TOLD).deduce("Red", legion="Rd01"),
        Fault("unknown-legion", "Rd01 is Red's own: Red knows what it holds")),
    "no such Legion": (
        lambda: recording(TOLD, 43).deduce("Red", legion="Bk09"),
        Fault("unknown-legion", "there is no Legion Bk09 on the board after step 43")),
    "a Legion that may be gone": (
        lambda: recorded(LOST, START).deduce(legion="Bk01"),
        Fault("unknown-legion", "there is no Legion Bk01 on the board for certain after step 10")),
    "its own Legion that may be gone": (
        lambda: recorded(LOST, START).deduce("Black", legion="Bk01"),
        Fault("unknown-legion", "Bk01 is Black's own: Black knows what it holds")),
    "two ways": (
        lambda: recorded(LOST, START).observer(),
        Fault("unknown-content", "up to step 10 the record does not say whether a Legion held its player's Titan",
              hint="ask about a later step")),
    "only a height": (
        lambda: recording(only_the_height()),
        Fault("unknown-content", "nothing can be deduced: the record begins with only the height of Bk01")),
    "no such step": (
        lambda: recording(TOLD, 57), Fault("usage", "the game has 56 actions, there is no step 57")),
    "an illegal action": (
        lambda: recording([*TOLD[:8], DRAGON]),
        Fault("illegal", "step 8 is not legal: Dragon is not mustered in Plains, where these are: Centaur, Lion,"
              " Ranger (MUSTER-2)", line=9, hint="ask about an earlier one: --step 7")),
    "an action that no history makes legal": (
        lambda: recording([*UNTOLD[:8], DRAGON]),
        Fault("illegal", "step 8 is not legal in any history: no history is left: Bk01 showed Ogre", line=9,
              hint="ask about an earlier one: --step 7")),
    "a score that no history gives": (
        lambda: recorded([*LOST[:-1], line_of(11, {**LOST[-1].data, "expect": {"score": {"Red": 3}}})], START),
        Fault("illegal", "step 10 is not legal in any history: what is expected does not hold", line=11,
              hint="ask about an earlier one: --step 9")),
    "a key that no action has": (
        lambda: recording([*TOLD[:4], {"do": "roll", "dice": 1}]),
        Fault("unknown-key", "unknown key 'dice'", "/dice", line=5, hint="did you mean die?")),
    "a character that no box has": (
        lambda: audit(then({**DRAGON, "character": "Oger"}), START),
        Fault("unknown-character", "unknown character 'Oger'", "/character", line=9, hint="did you mean Ogre?")),
    "words that are no action": (
        lambda: audit(then("Red no-more", "Black fights", "Q7 strikes A1"), START),
        Fault("bad-notation", "'Q7' is not understood", line=11, hint="as in: Ogr D3-E4; end-maneuver")),
    "a fact that no position has": (
        lambda: audit(then({"do": "no-more", "by": "Red", "expect": {"scroe": 3}}), START),
        Fault("unknown-key", "unknown fact 'scroe'", "/expect/scroe", line=9, hint="did you mean score?")),
    "a line that could not be read": (
        lambda: audit([*lines(), evolve(line_of(9, {}), fault=UNREAD)], START), UNREAD),
}  # fmt: skip


@pytest.mark.parametrize("question", UNANSWERED)
def test_a_question_without_an_answer_gets_one_clear_line(question: str) -> None:
    ask, fault = UNANSWERED[question]
    with pytest.raises(CannotTell) as caught:
        ask()
    assert caught.value.fault == fault
