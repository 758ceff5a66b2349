"""Questions as people type them: a position and an action in it, in one text or several.

A text can mean several actions, and a position can leave its phase open. An action is legal if any reading of it is,
and the readings are listed; an unstated phase is assumed to fit the action, and the assumption is reported.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from attrs import frozen

from ..actions import intents as act
from ..actions.events import Event, Slain, Struck
from ..actions.grammar import Claim, forms_of, phase_of, split_actions, understood, written
from ..actions.grammar.words import sentence_words
from ..box.current_box import current
from ..box.vocabulary import is_hex, words_of
from ..digest.rows import digest
from ..kernel.dice import DiceSource
from ..kernel.errors import ActionError, CannotTell, DocumentError, Fault, TitanError
from ..kernel.evolving import evolve
from ..kernel.names import shortened
from ..kernel.rulings import Assumption, Ruling, illegal
from ..play import apply, is_legal, legal_actions
from ..position.battle import ROLES, Battle, Role
from ..position.changes import put_legion_in
from ..position.documents import FORMAT
from ..position.game import Game
from ..position.line import Line, read_line
from ..position.line.spoken import VERBS
from ..position.muster import Muster
from ..rules.engagement.meeting import engaged_lands
from ..sentences import Reader, heard, plain, position_in, told_in
from ..sentences.facts import Fact
from ..sentences.said import ALL
from .checking import Check, NoHits, check

State: TypeAlias = Game | Battle
S = TypeVar("S", bound=Game | Battle)

IN_ENGAGEMENT = (act.Flee, act.Stand, act.Propose, act.NoMore, act.Fight, act.Concede)
TURN_PHASES = ("commencement", "movement", "engagement", "enlistment")
BATTLE_PHASES = ("maneuver", "strike", "strikeback")
SENTENCE, MOST_RULES = 4, 3  # from so many words on, what is not understood is told so many rules that may settle it


@frozen
class Meant:
    """One reading of a text.

    :param state: the position in which it is judged.
    :param rank: how badly the phase fits; the smallest rank is meant.
    :param told: our notation of a sentence.
    """

    state: State
    action: act.Action
    legal: bool
    claims: tuple[Claim, ...] = ()
    rank: tuple[int, ...] = ()
    told: str | None = None


_SPLIT = re.compile(r"\b[A-Z][a-z]\d\d? ?/(?= ?[A-Z][a-z]\d)")
"""A Legion and the one that leaves it: *Rd01/Rd02 Ang Ogr Cen Gar*."""


Way: TypeAlias = Callable[[Sequence[str], DiceSource | None, Reader], tuple[Check, State | None] | None]
"""One way to read what was said; None, or an error, if it is not understood so."""


def ask(*texts: str, dice: DiceSource | None = None, read: Reader = read_line) -> tuple[Check, State | None]:
    """Judge what somebody types: a position, and actions in it.

    :param texts: the position first, then the actions; or everything in one text.
    :param dice: rolls missing dice; None: the answer has their number.
    :param read: reads the position, whichever way it was said.
    :returns: the answer, and the position after the actions; None if one is illegal or ambiguous.
    :raises DocumentError: no position is understood. :raises ActionError: no action is.
    """
    said = [text for text in texts if text.strip()]
    free = not said or not set("/|") & set(_SPLIT.sub("", said[0]) if len(said) == 1 else said[0])
    if free and len(said) > 1:
        free = not any(is_hex(word.text) for text in said for word in words_of(text)) and not _is_formal(said[0])
    error: TitanError | None = None
    ways: tuple[Way, ...] = (_in_sentences, _in_notation) if free else (_in_notation, _in_sentences)
    for way in (*ways, _in_place):
        try:
            if (answer := way(said, dice, read)) is not None:
                return answer
        except (DocumentError, ActionError) as e:
            if error is None and not free and _is_formal(said[0]):
                raise
            error = error or e
    assert error is not None, "the notation says what it does not understand"
    raise error


def action_meant(texts: Sequence[str], read: Reader = read_line) -> tuple[State, act.Action]:
    """The action that :func:`ask` would judge, and the position in which it would.

    :raises DocumentError: no position is understood. :raises ActionError: no action is, or there are several.
    """
    try:
        position, action = texts[0], "; ".join(texts[1:])
        return _one_meant(read(position, True), action)
    except (DocumentError, ActionError):
        if (question := heard(texts, read).question) is None:
            raise
        return _one_meant(read(question.position, True), question.action)


def _one_meant(line: Line, text: str) -> tuple[State, act.Action]:
    parts = split_actions(text)
    if len(parts) > 1:
        raise ActionError(
            Fault("bad-notation", f"one action is asked about here, not {len(parts)}"), text, (0, len(text))
        )
    best = meanings(line, parts[0])[0]
    return best.state, best.action


_SUBJECTS = frozenset({"i", "we", "he", "she", "they", "his", "her", "i'm", "i've", "i'd"})


def _is_prose(said: Sequence[str]) -> bool:
    """Whether a whole sentence is told, of which the notation would read only some words."""
    return (
        len(said) == 1 and not set("/|") & set(said[0]) and any(word.lower in _SUBJECTS for word in words_of(said[0]))
    )


def _is_formal(text: str) -> bool:
    """Whether a game is written in the notation, with markers, so that its action is, too."""
    try:
        read_line(text, True)
    except TitanError:
        return False
    return any(current().vocabulary.is_marker(word.text) for word in words_of(text))


_DOUBTS = re.compile(r"\b(?:right|wrong|correct|correctly|rules|true)\b", re.IGNORECASE)
"""What asks whether a claim holds; else it is only told that it does not."""


def _in_sentences(said: Sequence[str], dice: DiceSource | None, read: Reader) -> tuple[Check, State | None] | None:
    """Judge what is said in free sentences; None if they are not understood.

    :raises DocumentError: the position that they tell is impossible.
    """
    sentence = heard(said, read)
    if sentence.fact is not None:
        return _of_fact(sentence.fact, said), None
    question = sentence.question
    if question is None:
        return None
    action, line = question.action, read(question.position, True)
    try:
        if question.hits is not None:  # which dice showed them was not said
            number = judge_text(line, action.partition(" carrying ")[0])[0].dice or 0
            hits = number if question.hits == ALL else question.hits
            action = " ".join([action, "with", *["6"] * hits, *["1"] * (number - hits)])
        answer, after = judge_text(line, action, dice)
    except TitanError:
        return None
    denied = next((one.text for one in answer.assumptions if one.denied), None)
    if denied is not None and answer.verdict == "legal" and _DOUBTS.search(" ".join(said)):
        answer, after = evolve(answer, verdict="illegal", rulings=(illegal("STRIKE-3", denied), *answer.rulings)), None
    claimed, told = sentence.points, [one for one in answer.rulings if "points" in one.facts]
    if claimed is not None and answer.verdict == "legal" and told and told[0].facts["points"] != claimed:
        return _of_fact(Fact(told[0].rule, False, f"{told[0].text}, not {claimed}"), said), None
    read_as = Assumption(f'read as "{question.position}", "{action}"')
    return evolve(answer, assumptions=(read_as, *answer.assumptions)), after


def _in_place(said: Sequence[str], dice: DiceSource | None, read: Reader) -> tuple[Check, State | None] | None:
    """Judge actions in our notation in a position that is told in a sentence; None if it is not understood."""
    position = position_in(said[0]) if len(said) > 1 else None
    try:
        answer, after = _in_notation([position, *said[1:]], dice, read) if position is not None else (None, None)
    except TitanError:
        return None
    read_as = Assumption(f'read as "{position}"')
    return None if answer is None else (evolve(answer, assumptions=(read_as, *answer.assumptions)), after)


def _in_notation(said: Sequence[str], dice: DiceSource | None, read: Reader) -> tuple[Check, State | None]:
    """Judge a position and actions as they are written; in one text, they are parted at one of its marks."""
    if _is_prose(said):
        raise _not_understood(said[0])
    if len(said) > 1:
        action = plain("; ".join(said[1:]))
        return judge_text(read(said[0], True), action, dice)
    text = said[0] if said else ""
    for position, action in _parts(text):
        try:
            line = read(position, True)
            for part in split_actions(action):
                meanings(line, part)
        except TitanError:
            continue
        return judge_text(line, action, dice)
    raise _not_understood(text)


def _not_understood(text: str) -> DocumentError:
    """The error of a text without a position; a whole sentence is told the rules that may settle it."""
    near = [rule.id for rule in digest().search(text)[:MOST_RULES]] if len(text.split()) >= SENTENCE else []
    hint = "give position and action" + (f", or see titan rules {' '.join(near)}" if near else "")
    return DocumentError([Fault("bad-position", "no position is understood in it", hint=hint)])


def _of_fact(fact: Fact, said: Sequence[str]) -> Check:
    """The answer to a statement: legal if it is true."""
    verdict: Literal["legal", "illegal"] = "legal" if fact.holds else "illegal"
    text = shortened(" ".join(said), 80)
    return Check(verdict=verdict, text=text, rulings=(Ruling(fact.rule, verdict, fact.sentence),))


def judge_text(line: Line, text: str, dice: DiceSource | None = None) -> tuple[Check, State | None]:
    """Judge a typed action in a position.

    :param line: the position and what it leaves open; for a document, ``Line(position)``.
    :raises ActionError: the text is not understood. :raises CannotTell: it depends on what is unknown.
    """
    told = list(line.assumptions)
    actions: list[act.Action] = []
    start: Any = None
    state: State | None = None
    best: Meant | None = None
    events: Sequence[Event] = ()
    parts = split_actions(text, line.position if isinstance(line.position, Game) else None)
    for n, part in enumerate(parts, 1):
        readings = meanings(line if state is None else Line(state), part)
        best = readings[0]
        if isinstance(best.action, act.Withdraw) and isinstance(best.state, Battle):
            fault = Fault("bad-notation", "one withdraws from a game, not from a battle", hint=forms_of("concede"))
            raise ActionError(fault, part, (0, len(part)))
        told += [Assumption(f'read as "{best.told}"')] if best.told is not None else []
        if start is None:
            start, told = best.state, [*told, *_moment_told(line, best, readings)]
        actions.append(best.action)
        ways = dict.fromkeys(one.action for one in readings if one.legal and _same(one, best)) if best.legal else ()
        if len(ways) > 1:
            answer = check(start, actions, dice)[0]
            listed = tuple([written(way, best.state.the_box) for way in ways])
            return evolve(answer, ways=listed, assumptions=tuple(told)), None
        missed = NoHits() if dice is None and n < len(parts) and isinstance(best.action, act.Strike) else dice
        try:
            outcome = apply(best.state if state is None else state, best.action, missed)
            state, events = outcome.state, outcome.events
        except (TitanError, LookupError) as e:
            if isinstance(e, CannotTell) and n < len(parts):
                raise  # what follows it would not be judged
            break
    assert best is not None, "a text has a part"
    answer, after = check(start, actions, dice)
    told += claims_denied(best.claims, events, answer.strike_number)
    return evolve(answer, assumptions=tuple(told)), after


def _same(one: Meant, best: Meant) -> bool:
    """Whether two readings differ only in what the text leaves open."""
    return one.state == best.state and one.rank[:-1] == best.rank[:-1]


# --- what is meant ---------------------------------------------------------------------------------------------------


def meanings(line: Line, text: str, in_words: bool = True) -> list[Meant]:
    """Every reading of one action, best first: legal, in a fitting phase, on the actor's side.

    :param in_words: a sentence is understood, too.
    :raises ActionError: there is none.
    """
    readings: list[Meant] = []
    error: ActionError | None = None
    said = {word.lower for word in sentence_words(text)}
    back = any(word == "back" or word.startswith("strikeback") for word in said)
    pointed = not said & (VERBS["move"] | VERBS["enter"] | {"to"})
    fitting: list[act.Action] = []

    def fits(state: State) -> bool:
        return not fitting or any(not any(_unfit(state, action, back)) for action in fitting)

    for place, state in enumerate(_moments(line, fits)):
        try:
            actions, claims = understood(text, state)
        except ActionError as e:
            error = error or e
            continue
        for action in actions:
            for shown, before in _in_its_moment(line, action, state, pointed):
                legal, rank = _legal(before, shown), (*_unfit(before, shown, back), place)
                ends = shown.do.startswith("end-")
                first = rank if ends else rank[:-1] if back else ()
                readings.append(Meant(before, shown, legal, claims, (*first, not legal, *rank)))
                if not any(rank[:-1]):
                    fitting.append(shown)
        if any(not any(one.rank) for one in readings):
            break  # legal in the moment that fits best: no other can be meant
    misread = not readings and error is not None and error.fault.code == "bad-notation"
    if in_words and misread and not isinstance(line.position, Muster):
        told = told_in(line.position, text)
        if told is not None:
            return [evolve(one, told=told) for one in meanings(line, told, in_words=False)]
    if not readings:
        raise error or ActionError(Fault("bad-notation", "no action"), text, (0, len(text)))
    return sorted(readings, key=lambda one: one.rank)


def _legal(state: State, action: act.Action) -> bool:
    try:
        return is_legal(state, action)
    except CannotTell:
        return False


def _unfit(state: State, action: act.Action, back: bool) -> tuple[int, ...]:
    """How badly an action fits the phase, and whose phase it is."""
    wanted = phase_of(action)
    if isinstance(state, Game):
        held = state.find(getattr(action, "legion", None) or "")
        foreign = held is not None and held[0].color != state.active
        return int(wanted in TURN_PHASES and wanted != state.phase), int(foreign)
    wanted = "strikeback" if wanted == "strike" and back else wanted
    actor = _actor(state, action)
    return int(wanted in BATTLE_PHASES and wanted != state.phase), int(actor not in (None, state.acting))


def _actor(battle: Battle, action: act.Action) -> Role | None:
    """The side whose character acts."""
    if isinstance(action, act.Maneuver | act.Strike) and action.origin is not None:
        there = battle.at(action.origin)
        return there[0] if there is not None else None
    if isinstance(action, act.Maneuver):
        waiting = {r: any(c.name == action.character and c.hex is None for c in battle.of(r).characters) for r in ROLES}
        return next((role for role in ROLES if waiting[role]), None)
    by = getattr(action, "by", None)
    return next((role for role in ROLES if battle.of(role).player == by), None)


# --- moments ---------------------------------------------------------------------------------------------------------


def _moments(line: Line, fits: Callable[[State], bool]) -> Iterator[State]:
    """The positions that a line can mean, beginning with the one it was read as.

    :param fits: whether a moment can be the one in which the action is meant.
    """
    position = line.position
    if isinstance(position, Muster):
        yield _as_game(position)
        return
    yield position
    if isinstance(position, Battle):
        turns = {position.turn, 4} if "turn" in line.unsaid else {position.turn}
        for turn in sorted(turns, key=lambda turn: turn != position.turn):
            for phase in BATTLE_PHASES if "phase" in line.unsaid else (position.phase,):
                for side in ROLES if "side" in line.unsaid else (position.side,):
                    yield from _possible(position, fits, turn=turn, phase=phase, side=side)
        return
    phases = TURN_PHASES if "phase" in line.unsaid else (position.phase,)
    colors = [player.color for player in position.players if "active" in line.unsaid]
    for color in (position.active, *(color for color in colors if color != position.active)):
        for phase in phases:
            yield from _possible(position, fits, phase=phase, active=color)


def _possible(state: S, fits: Callable[[State], bool], **changes: object) -> Iterator[S]:
    """The position in another phase, if it is possible."""
    other = evolve(state, **changes)
    if other != state and fits(other) and not FORMAT.validate(other):
        yield other


def _in_its_moment(line: Line, action: act.Action, state: State, pointed: bool) -> Iterator[tuple[act.Action, State]]:
    """An action with what must precede it, if the game leaves that open: a roll, an Engagement.

    :param pointed: two hexes are named without a verb of movement, so that a strike can also be meant.
    """
    if isinstance(state, Battle):
        yield action, state
        if isinstance(action, act.Maneuver) and state.phase == "strike" and pointed and action.origin and action.to:
            there, target = state.at(action.origin), state.at(action.to)
            if there is not None and target is not None and there[0] != target[0]:
                yield act.Strike(action.origin, action.to), state
        return
    if isinstance(action, act.Muster) and "moved" in line.unsaid and state.phase == "enlistment":
        state = _moved(state, action.legion)
    if isinstance(action, act.Move):
        open_roll = state.roll is None and state.phase == "movement" and "roll" in line.unsaid
        for roll in range(1, 7) if open_roll else (state.roll,):
            before = evolve(state, roll=roll)
            yield from ((one, before) for one in _completed(before, action))
    elif isinstance(action, IN_ENGAGEMENT) and state.phase == "engagement" and state.engagement is None:
        for land in engaged_lands(state):
            begun = apply(state, act.Engage(land)).state
            yield action, begun
            if isinstance(action, act.Fight):
                yield act.Stand(), begun
            elif not isinstance(action, act.Flee | act.Stand) and is_legal(begun, act.Stand()):
                yield action, apply(begun, act.Stand()).state
    else:
        yield action, state


def _completed(state: Game, move: act.Move) -> list[act.Move]:
    """The move, or every legal one that fills in its missing entry side or Lord."""
    try:
        if is_legal(state, move):
            return [move]
        moves = [x for x in legal_actions(state) if isinstance(x, act.Move)]
    except CannotTell:
        return [move]
    said = {key: getattr(move, key) for key in ("legion", "to", "entry_side", "how", "reveal")}
    said = {key: value for key, value in said.items() if value not in (None, ())}
    return [x for x in moves if all(getattr(x, key) == value for key, value in said.items())] or [move]


def _moved(game: Game, marker: str) -> Game:
    holding = game.find(marker)
    if holding is None or holding[1].moved or holding[0].color != game.active:
        return game
    return put_legion_in(game, holding[0], evolve(holding[1], moved=True))


def _as_game(muster: Muster) -> Game:
    """A muster question as a game: the Legion has moved to the land, in its Enlistment Phase."""
    box = muster.the_box
    land = muster.land or next(n for n, land in box.masterboard.lands.items() if land.terrain == muster.terrain)
    game = read_line(f"Black's enlistment: Bk01 {land} {' '.join(muster.characters)} | moved Bk01").position
    assert isinstance(game, Game)
    stock = {**(game.caretaker or {}), **(muster.caretaker or {})}
    return evolve(game, caretaker=stock, ruleset=muster.ruleset, options=muster.options)


# --- told ------------------------------------------------------------------------------------------------------------


def _moment_told(line: Line, best: Meant, readings: Sequence[Meant]) -> Iterator[Assumption]:
    """The assumptions made about the phase."""
    state, position, unsaid = best.state, line.position, line.unsaid
    if isinstance(state, Battle):
        if {"phase", "side"} & unsaid:
            yield Assumption(f"turn {state.turn}, {state.side}'s {state.phase}", "say the turn and whose phase it is")
    elif not isinstance(position, Game):
        yield Assumption("the Legion has moved, and may muster", None)
    else:
        if "phase" in unsaid or state.active != position.active:
            yield Assumption(f"{state.active}'s {state.phase} phase", "say whose phase it is")
        if "moved" in unsaid and isinstance(best.action, act.Muster):
            yield Assumption(f"{best.action.legion} has moved", "say not moved")
        if isinstance(best.action, act.Move) and position.roll is None:
            rolls = sorted({one.state.roll or 0 for one in readings if one.legal and isinstance(one.state, Game)})
            shown = " or ".join(map(str, rolls))
            yield Assumption(f"with a roll of {shown}" if rolls else "whatever is rolled", "say the roll")
        if state.engagement is not None and position.engagement is None:
            yield Assumption(f"the Engagement in {state.engagement.land} is being resolved")


def claims_denied(claims: Iterable[Claim], events: Iterable[Event], number: int | None = None) -> Iterator[Assumption]:
    """What was said of a strike that turned out wrong.

    :param number: its Strike-number, if its dice are still to be rolled.
    """
    said, happened = {claim.what: claim.value for claim in claims}, list(events)
    struck = next((event for event in happened if isinstance(event, Struck)), None)
    number = number if struck is None else struck.strike_number
    if number is not None and said.get("number", number) != number:
        yield Assumption(f"said: Strike-number {said['number']}; {number} is needed", denied=True)
    if struck is None:
        return
    if said.get("hits", struck.hits) != struck.hits:
        yield Assumption(f"said: {said['hits']} hits; the dice give {struck.hits}", denied=True)
    if "slain" in said and not any(isinstance(event, Slain) and event.hex == struck.to for event in happened):
        yield Assumption(f"said: slain; the {struck.target} lives", denied=True)


# --- everything in one text ------------------------------------------------------------------------------------------

_BREAKS = (". ", "; ", "? ", "! ", "\n", ", ", ": ", " - ", " | ")
MOST_BREAKS = 16


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Ways to split a text into position and action, at its marks, the last first."""
    ends = {i + len(mark) for mark in _BREAKS for i in range(len(text)) if text.startswith(mark, i)}
    for place in sorted(ends, reverse=True)[:MOST_BREAKS]:
        left, right = text[:place].rstrip(" .;?!,:-|\n"), text[place:].strip()
        if left and right:
            yield left, right
