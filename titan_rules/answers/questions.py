"""Questions as people type them: a position and what somebody would do, in one text or several.

A text can mean several actions, and a position leave open in which phase it is. What is legal in one way is legal, and
the ways are listed; a moment that nobody named is the one in which such an action exists, and is told.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from attrs import frozen

from ..actions.grammar import Claim, forms_of, split_actions, understood, written
from ..actions.grammar.words import Sentence, sentence_words
from ..actions.intents import (
    Action,
    Concede,
    EndEngagements,
    EndManeuver,
    EndMoves,
    EndSplits,
    EndStrikes,
    EndTurn,
    Engage,
    Fight,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    NoMore,
    NoReinforce,
    NoSummon,
    Propose,
    Recombine,
    Reinforce,
    Roll,
    Split,
    Stand,
    Strike,
    Summon,
    Withdraw,
)
from ..box.names import CharacterName
from ..box.reading import current
from ..box.vocabulary import LITTLE
from ..kernel.assumptions import Assumption
from ..kernel.dice import DiceSource
from ..kernel.errors import ActionError, CannotTell, DocumentError, Fault, TitanError
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling
from ..play import apply, is_legal, legal_actions
from ..position.battle import ROLES, Battle, Role
from ..position.documents import FORMAT
from ..position.game import Game
from ..position.line import Line, read_line
from ..position.line.spoken import VERBS
from ..position.muster import Muster as MusterQuestion
from ..rules.battle.field import field_of
from ..rules.battle.rangestrike import judge_rangestrike
from ..rules.battle.strike import strike_options
from ..rules.engagement.meeting import engaged_lands
from .checking import check
from .verdicts import Check

State: TypeAlias = Game | Battle
S = TypeVar("S", bound=Game | Battle)

IN_BATTLE: dict[type[Action], str] = {
    **dict.fromkeys((Maneuver, EndManeuver, Summon, NoSummon, Reinforce, NoReinforce), "maneuver"),
    **dict.fromkeys((Strike, EndStrikes), "strike"),
}
"""The phase of a battle turn in which an action exists."""

ON_BOARD: dict[type[Action], str] = {
    **dict.fromkeys((Split, EndSplits), "commencement"),
    **dict.fromkeys((Roll, Mulligan, Move, Recombine, EndMoves), "movement"),
    **dict.fromkeys((Engage, EndEngagements, Flee, Stand, Propose, NoMore, Fight, Concede), "engagement"),
    **dict.fromkeys((Muster, EndTurn), "enlistment"),
}
"""The phase of a player's turn in which an action exists."""

IN_ENGAGEMENT = (Flee, Stand, Propose, NoMore, Fight, Concede)
ROLLS = range(1, 7)


@frozen
class Meant:
    """One reading of a text.

    :param state: where it is judged.
    :param refused: why a claim forbids it, whatever else is legal: a rangestrike that is none.
    :param rank: how well the moment fits; the least is meant.
    """

    state: State
    action: Action
    legal: bool
    claims: tuple[Claim, ...] = ()
    refused: tuple[Ruling, ...] = ()
    rank: tuple[int, ...] = ()


def ask(*texts: str, dice: DiceSource | None = None) -> tuple[Check, State | None]:
    """Judge what somebody types: a position, and what would be done in it.

    :param texts: the position first, then the actions; or everything in one text.
    :param dice: where dice come from that the actions do not have; None: their number is told.
    :returns: the answer, and the position after the actions; None if one is illegal or leaves a choice open.
    :raises DocumentError: no position is understood. :raises ActionError: no action is.
    """
    said = [text for text in texts if text.strip()]
    if len(said) > 1:
        return judge_text(read_line(said[0]), " ".join(said[1:]), dice)
    text = said[0] if said else ""
    for position, action in _parts(text):
        try:
            line = read_line(position)
            meanings(line, split_actions(action)[0])
        except TitanError:
            continue
        return judge_text(line, action, dice)
    return judge_text(*_whole(text), dice)


def judge_text(line: Line, text: str, dice: DiceSource | None = None) -> tuple[Check, State | None]:
    """Judge what somebody would do in a position.

    :param line: the position, and what is left open in it; ``Line(position)`` of a document.
    :raises ActionError: the text is not understood. :raises CannotTell: it depends on what is not known.
    """
    told = list(line.assumptions)
    actions: list[Action] = []
    start: Any = None
    state: State | None = None
    claims: tuple[Claim, ...] = ()
    for part in split_actions(text):
        found = meanings(line if state is None else Line(state), part)
        best = found[0]
        if isinstance(best.action, Withdraw) and isinstance(best.state, Battle):
            fault = Fault("bad-notation", "one withdraws from a game, not from a battle", hint=forms_of("concede"))
            raise ActionError(fault, part, (0, len(part)))
        told += [Assumption(claim.text) for claim in best.claims if claim.what == "read as"]
        if start is None:
            start, told = best.state, [*told, *_moment_told(line, best, found)]
        if best.refused:
            answer = Check(
                verdict="illegal", action=best.action, text=written(best.action, best.state.the_box),
                rulings=best.refused, legal=_texts(best.state, legal_actions(best.state)),
            )  # fmt: skip
            return evolve(answer, assumptions=tuple(told)), None
        open_ways = _open_ways(best, found)
        actions.append(best.action)
        claims = best.claims
        if len(open_ways) > 1:
            answer = check(start, actions, dice)[0]
            listed = _texts(best.state, open_ways)
            return evolve(answer, ways=listed, assumptions=tuple(told)), None
        try:
            state = apply(best.state if state is None else state, best.action, dice).state
        except (TitanError, LookupError):
            break
    assert start is not None, "a text has a part"
    answer, after = check(start, actions, dice)
    told += _claims_told(start, actions, claims, after)
    return evolve(answer, assumptions=tuple(told)), after


def _texts(state: State, actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple([written(action, state.the_box) for action in actions])


# --- what is meant ---------------------------------------------------------------------------------------------------


def meanings(line: Line, text: str) -> list[Meant]:
    """Every reading of one action, the best first: legal ones, in the moment that fits, on the actor's side.

    :raises ActionError: there is none.
    """
    found: list[Meant] = []
    error: ActionError | None = None
    back = any(word.lower == "back" or word.lower.startswith("strikeback") for word in sentence_words(text))
    said = {word.lower for word in sentence_words(text)}
    pointed = not said & (VERBS["move"] | VERBS["enter"] | {"to"})
    for place, state in enumerate(_moments(line)):
        try:
            actions, claims = understood(text, state)
        except ActionError as e:
            error = error or e
            continue
        for action in actions:
            for shown, before in _in_its_moment(line, action, state, pointed):
                found.append(_judged(shown, before, claims, place, back))
    if not found:
        raise error or ActionError(Fault("bad-notation", "no action"), text, (0, len(text)))
    return sorted(found, key=lambda one: one.rank)


def _judged(action: Action, state: State, claims: tuple[Claim, ...], place: int, back: bool) -> Meant:
    refused = _not_shot(state, action) if any(claim.what == "rangestrike" for claim in claims) else ()
    try:
        legal = not refused and is_legal(state, action)
    except CannotTell:
        legal = False
    fits = _fits(state, action, back)
    ends = isinstance(action, EndManeuver | EndStrikes | EndSplits | EndMoves | EndEngagements | EndTurn)
    first = (*fits, place) if ends else fits if back else ()
    return Meant(state, action, legal, claims, refused, (*first, not legal, *fits, place))


def _fits(state: State, action: Action, back: bool) -> tuple[int, ...]:
    """How well an action fits its moment: its phase, and whose phase it is."""
    if isinstance(state, Battle):
        wanted = IN_BATTLE.get(type(action))
        wanted = "strikeback" if wanted == "strike" and back else wanted
        actor = _actor(state, action)
        return int(wanted not in (None, state.phase)), int(actor not in (None, state.acting))
    return (int(ON_BOARD.get(type(action)) not in (None, state.phase)),)


def _actor(battle: Battle, action: Action) -> Role | None:
    """The side whose character acts."""
    if isinstance(action, Maneuver | Strike) and action.origin is not None:
        there = battle.at(action.origin)
        return there[0] if there is not None else None
    if isinstance(action, Maneuver):
        sides = [r for r in ROLES if any(c.name == action.character and c.hex is None for c in battle.of(r).characters)]
        return sides[0] if sides else None
    by = getattr(action, "by", None)
    return next((role for role in ROLES if battle.of(role).player == by), None)


def _not_shot(state: State, action: Action) -> tuple[Ruling, ...]:
    """Why what is said to be a rangestrike is none (RANGE-1, RANGE-2)."""
    battle = state if isinstance(state, Battle) else state.battle
    if battle is None or not isinstance(action, Strike):
        return ()
    ends = battle.at(action.origin), battle.at(action.to)
    if ends[0] is None or ends[1] is None or ends[0][0] == ends[1][0]:
        return ()
    role, striker = ends[0]
    field = field_of(battle)
    judged = judge_rangestrike(field, role, striker, ends[1][1])
    return judged.rulings if isinstance(judged, Refusal) else ()


def _open_ways(best: Meant, found: Sequence[Meant]) -> list[Action]:
    """The legal actions among which a text leaves the choice open."""
    same = [one.action for one in found if one.legal and one.state == best.state and one.rank[:-1] == best.rank[:-1]]
    return list(dict.fromkeys(same)) if best.legal else [best.action]


# --- moments ---------------------------------------------------------------------------------------------------------


def _moments(line: Line) -> Iterator[State]:
    """The positions that a line can mean, as it is read first."""
    position = line.position
    if isinstance(position, MusterQuestion):
        yield _as_game(position)
        return
    yield position
    if isinstance(position, Battle):
        yield from _battle_moments(position, line.unsaid)
    elif "phase" in line.unsaid:
        for phase in ("commencement", "movement", "engagement", "enlistment"):
            if phase != position.phase:
                yield from _possible(evolve(position, phase=phase))


def _battle_moments(battle: Battle, unsaid: frozenset[str]) -> Iterator[Battle]:
    turns = (battle.turn, 4) if "turn" in unsaid and battle.turn != 4 else (battle.turn,)
    phases = ("maneuver", "strike", "strikeback") if "phase" in unsaid else (battle.phase,)
    sides = ROLES if "side" in unsaid else (battle.side,)
    for turn in turns:
        for phase in phases:
            for side in sides:
                found = evolve(battle, turn=turn, phase=phase, side=side)
                if found != battle:
                    yield from _possible(found)


def _possible(state: S) -> Iterator[S]:
    if not FORMAT.validate(state):
        yield state


def _in_its_moment(line: Line, action: Action, state: State, pointed: bool) -> Iterator[tuple[Action, State]]:
    """An action with what must have come before it, as far as a game leaves that open: a roll, an Engagement.

    :param pointed: two hexes are named and nothing is said of going, so that a strike can be meant as well.
    """
    if isinstance(state, Battle):
        yield action, state
        if isinstance(action, Maneuver) and state.phase == "strike" and pointed:
            yield from _as_a_strike(action, state)
        return
    if isinstance(action, Muster) and "moved" in line.unsaid and state.phase == "enlistment":
        state = _moved(state, action.legion)
    if isinstance(action, Move):
        open_roll = state.roll is None and state.phase == "movement" and "roll" in line.unsaid
        for roll in ROLLS if open_roll else (state.roll,):
            before = evolve(state, roll=roll)
            for one in _completed(before, action):
                yield one, before
    elif isinstance(action, IN_ENGAGEMENT) and state.phase == "engagement" and state.engagement is None:
        for land in engaged_lands(state):
            begun = apply(state, Engage(land)).state
            yield action, begun
            if isinstance(action, Fight):
                yield Stand(), begun
    else:
        yield action, state


def _as_a_strike(action: Maneuver, battle: Battle) -> Iterator[tuple[Action, State]]:
    """``D3-D4`` in a Strike Phase, where an enemy stands in D4."""
    if action.origin is not None and action.to is not None:
        there, target = battle.at(action.origin), battle.at(action.to)
        if there is not None and target is not None and there[0] != target[0]:
            yield Strike(action.origin, action.to), battle


def _completed(state: Game, move: Move) -> list[Action]:
    """A move, or every legal one that says the entry side or the Lord which it leaves open."""
    try:
        if is_legal(state, move):
            return [move]
        fuller = [x for x in legal_actions(state) if isinstance(x, Move) and _says_more(x, move)]
    except CannotTell:
        return [move]
    return [*fuller] or [move]


def _says_more(full: Move, move: Move) -> bool:
    same = (full.legion, full.to) == (move.legion, move.to)
    side, how = move.entry_side in (None, full.entry_side), move.how in (None, full.how)
    return same and side and how and move.reveal in ((), full.reveal)


def _moved(game: Game, marker: str) -> Game:
    found = game.find(marker)
    if found is None or found[1].moved or found[0].color != game.active:
        return game
    player = found[0]
    legions = tuple(evolve(x, moved=True) if x is found[1] else x for x in player.legions)
    players = tuple(evolve(p, legions=legions) if p is player else p for p in game.players)
    return evolve(game, players=players)


def _as_game(muster: MusterQuestion) -> Game:
    """A question about mustering as a game: the Legion has moved to such a land, and it is time to muster."""
    box = muster.the_box
    land = muster.land or next(n for n, land in box.masterboard.lands.items() if land.terrain == muster.terrain)
    holds = " ".join(muster.characters)
    line = read_line(f"Black's enlistment: Bk01 {land} {holds} | moved Bk01")
    game: Game = line.position  # type: ignore[assignment]
    stock = {**(game.caretaker or {}), **(muster.caretaker or {})}
    return evolve(game, caretaker=stock, ruleset=muster.ruleset, options=muster.options)


# --- told ------------------------------------------------------------------------------------------------------------


def _moment_told(line: Line, best: Meant, found: Sequence[Meant]) -> list[Assumption]:
    """What was taken for granted about the moment."""
    state, open_ = best.state, line.unsaid
    if isinstance(state, Battle):
        if {"phase", "side"} & open_:
            moment = f"turn {state.turn}, {state.side}'s {state.phase}"
            return [Assumption(moment, "say the turn and whose phase it is")]
        return []
    told: list[Assumption] = []
    if isinstance(line.position, MusterQuestion):
        return [Assumption("the Legion has moved, and may muster", None)]
    if "phase" in open_:
        told.append(Assumption(f"{state.active}'s {state.phase} phase", "say whose phase it is"))
    if "moved" in open_ and isinstance(best.action, Muster):
        told.append(Assumption(f"{best.action.legion} has moved", "say not moved"))
    if isinstance(best.action, Move) and isinstance(line.position, Game) and line.position.roll is None:
        rolls = sorted({one.state.roll or 0 for one in found if one.legal and isinstance(one.state, Game)})
        shown = " or ".join(map(str, rolls))
        told.append(Assumption(f"with a roll of {shown}" if rolls else "whatever is rolled", "say the roll"))
    if state.engagement is not None and isinstance(line.position, Game) and line.position.engagement is None:
        told.append(Assumption(f"the Engagement in {state.engagement.land} is being resolved"))
    return told


def _claims_told(
    start: State, actions: Sequence[Action], claims: Sequence[Claim], after: State | None
) -> list[Assumption]:
    """Where what was claimed of a strike is not what comes out."""
    action, last = actions[-1], after
    told: list[Assumption] = []
    if isinstance(action, Strike):
        told += _number_told(start, action, claims)
    if not isinstance(action, Strike) or action.dice is None or last is None or len(actions) != 1:
        return told
    one, two = ((s if isinstance(s, Battle) else s.battle) for s in (start, last))
    before, now = (battle.at(action.to) if battle is not None else None for battle in (one, two))
    if before is None or now is None or two is None:
        return told
    hits = now[1].hits - before[1].hits + sum(carry.hits for carry in action.carry)
    slain = two.of(now[0]).is_slain(now[1])
    for claim in claims:
        if claim.what == "hits" and claim.value != hits:
            told.append(Assumption(f"said: {claim.value} hits; the dice give {hits}"))
        if claim.what == "slain" and not slain:
            told.append(Assumption(f"said: slain; the {now[1].name} lives, with {now[1].hits} hits"))
    return told


def _number_told(start: State, action: Strike, claims: Sequence[Claim]) -> list[Assumption]:
    """Where another Strike-number was said than is needed."""
    battle = start if isinstance(start, Battle) else start.battle
    said = [claim.value for claim in claims if claim.what == "number"]
    if not said or battle is None:
        return []
    ends = battle.at(action.origin), battle.at(action.to)
    if ends[0] is None or ends[1] is None:
        return []
    options = strike_options(field_of(battle), ends[0][0], ends[0][1], ends[1][1])
    needed = options[0].strike_number if options else said[0]
    return [] if needed == said[0] else [Assumption(f"said: Strike-number {said[0]}; {needed} is needed")]


# --- everything in one text ------------------------------------------------------------------------------------------

_BREAKS = (". ", "; ", "? ", "! ", "\n", ", ", ": ", " - ", " | ")
MOST_BREAKS = 16


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """A text parted into a position and an action, at each mark where that can be, the last first."""
    places = sorted({i + len(mark) for mark in _BREAKS for i in _all(text, mark)}, reverse=True)
    for place in places[:MOST_BREAKS]:
        left, right = text[:place].rstrip(" .;?!,:-|\n"), text[place:].strip()
        if left and right:
            yield left, right


def _all(text: str, mark: str) -> Iterator[int]:
    place = text.find(mark)
    while place >= 0:
        yield place
        place = text.find(mark, place + 1)


def _whole(text: str) -> tuple[Line, str]:
    """A sentence that says position and action at once: *can an Ogre in D3 hit a Lion in D4 in the Plains?*

    :raises DocumentError: it does not.
    """
    words = sentence_words(text)
    s = Sentence(text, words)
    facts = _facts(s)
    if facts is not None:
        return facts
    verb = next((item for item in s.items if item.kind == "verb" and item.value in ("strike", "shoot", "muster")), None)
    if verb is None:
        raise DocumentError([Fault("bad-position", "no position is understood in it", hint="give position and action")])
    start, end = verb.word.start, verb.word.end
    if verb.value != "muster":
        return read_line(f"{_without_little(text[:start])} / {_without_little(text[end:])}"), text
    place = s.items.index(verb)
    mustered = next((item for item in s.items[place:] if item.kind == "character"), None)
    if mustered is None:
        raise ActionError(Fault("bad-notation", "who is mustered?"), text, (start, end))
    held = f"{text[:start]} {text[end : mustered.word.start]} {text[mustered.word.end :]}"
    return read_line(_without_little(held)), mustered.word.text


def _without_little(text: str) -> str:
    return " ".join(word.text for word in sentence_words(text) if word.lower not in LITTLE)


def _facts(s: Sentence) -> tuple[Line, str] | None:
    """A position for bare facts where one rule answers from them: *a Legion of 7*, *score 399, roll 6*."""
    low = [word.lower for word in s.words]
    numbers = {low[i - 1]: low[i] for i in range(1, len(low)) if low[i].isdecimal()}
    numbers |= {
        low[i - 2]: low[i] for i in range(2, len(low)) if low[i].isdecimal() and low[i - 1] in ("of", "is", "a", "=")
    }
    verbs, names = s.verbs(), [item.value for item in s.kinds("character")]
    height = numbers.get("legion") or numbers.get("height") or numbers.get("stack")
    if height is not None and "muster" in verbs and names:
        land = next((n for n, x in current().masterboard.lands.items() if _musters(x.terrain, names[0])), 1)
        return read_line(f"Black's enlistment: Bk01 {land} height {height} | moved Bk01"), f"Bk01 musters {names[0]}"
    if height is not None and "split" in verbs:
        name = next(iter(current().characters))
        return read_line(f"Black's commencement, turn 2: Bk01 1 {height} {name}"), f"Bk01 splits 2 {name}"
    if "score" in numbers and "teleport" in verbs:
        roll = numbers.get("roll") or numbers.get("rolled") or "6"
        line = (
            f"Black's movement, roll {roll}: Black score {numbers['score']}: Bk01 105 Titan Ogre; Red: Rd01 20 height 4"
        )
        return read_line(line), "Bk01 titan teleports to 20"
    return None


def _musters(terrain: str, name: CharacterName) -> bool:
    return current().table(terrain, None).entry(name) is not None
