"""``titan play``: a game of TITAN kept in a file."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeGuard

import click
from attrs import frozen

from titan_rules.actions import intents as act
from titan_rules.actions.events import Event, Removed, Slain, Struck
from titan_rules.actions.grammar import FORMS, Claim, action_of, split_actions, understood, written
from titan_rules.answers.checking import Happened, Played, check
from titan_rules.answers.questions import claims_denied, judge_text
from titan_rules.box import STANDARD
from titan_rules.box.current_box import current, reading
from titan_rules.box.hexes import HEX_NUMBER, HEXES
from titan_rules.box.loading import shipped
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel import jsontext
from titan_rules.kernel.blocks import Block, Prose, Why
from titan_rules.kernel.dice import SIDES
from titan_rules.kernel.errors import ActionError, CannotTell, DocumentError, Fault, IllegalAction, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.keeping import Done
from titan_rules.kernel.rulings import Assumption
from titan_rules.kernel.wording import several
from titan_rules.kernel.words import split_words
from titan_rules.play import dice_needed, is_legal, legal_actions, next_choice, plan, settle
from titan_rules.play.planning import fought
from titan_rules.position.battle import other
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.position.line import Line
from titan_rules.replays.documents import players_of
from titan_rules.replays.record import BOOK, begun, settled_header
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.engagement.meeting import engaged_lands
from titan_rules.sentences.hints import meant_now

from .. import inputs, keeper, output
from ..arguments import offering
from ..files import only_writer, write_whole
from ..opening import opened
from ..positions import blocks, brief
from .show import map_of

LOSING = {"end-maneuver": (Removed, Slain), "withdraw": (Event,)}
"""Actions whose losses a player may overlook, and the events that report these."""

ENDINGS = (
    "end-splits", "end-maneuver", "end-strikes", "no-more", "no-summon", "no-reinforce", "end-engagements", "end-moves",
    "end-turn",
)  # fmt: skip
"""Actions that end something, in the order in which ``done`` tries them."""

OWING: dict[str, type[act.Action]] = {
    "split": act.EndSplits, "move": act.EndMoves, "engage": act.EndEngagements, "strike": act.EndStrikes,
    "strikeback": act.EndStrikes,
}  # fmt: skip
"""What ends a phase in which something may still be owed: the refusal of ``done`` tells what."""

MEANT = {
    "fight": ("fight", "stand", "no-more"),
    "concede": ("concede", "attempt-concession"),
    "no more": ("no-more", "no-summon", "no-reinforce"),
    "accept": ("accept", "accept-concession"),
    "withdraw": ("withdraw",),
    "no": ("no-summon", "no-reinforce"),
    **dict.fromkeys(
        (
            "done",
            "end",
            "pass",
            "finished",
            "nothing",
            "continue",
            "go on",
            "nobody",
            "nobody concedes",
            "no concession",
        ),
        ENDINGS,
    ),
}
"""The kinds of action that a word can mean; the first legal one is meant."""

PASSED_OVER = {
    "summon": ("no-summon",), "reinforce": ("no-reinforce",), "acquire": (), "muster": ("end-turn",),
}  # fmt: skip
"""Kinds of action that an ending, or the next action, may pass over; and what declines them, written so."""

BETWEEN = re.compile(r",? and then |,? then |, and |, | and ")
"""What may part two actions besides a semicolon."""

QUESTION = re.compile(
    r"(?:can|may|could|might|is|are|am|does|would|will|must|what|which|who|why|how|where)\b.*|.*\?\s*",
    re.IGNORECASE | re.DOTALL,
)
"""What asks, and does nothing."""

REST = re.compile(
    r"[\s,;]*\b(?:and\s+|then\s+)*(?:carr(?:y|ies|ying)\b(?:\s+(?:the|any|rest|excess|over|on|what is left|it|hits?))*"
    r"|(?:the\s+)?(?:rest|excess)(?:\s+(?:goes|go|carries|carried|over|on))*)\s+(?:on)?to\s+(?:the\s+)?(?P<who>[\w]+)[\s.!]*$",
    re.IGNORECASE,
)
"""Where a strike's excess hits go, whatever their number: *rest to d4*, *and carries over to the Ogre*."""

MOST_TRIED = 4
"""At most so many games are tried for what a line may lead to."""

MOST_PASSED = 6
"""At most so many actions that are passed over are named."""


@click.command("play")
@click.argument("file", metavar="GAME", shell_complete=offering(files=True))
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option(
    "--players", metavar="ANN,BEN,...", help="Make the file: who plays. The game begins with the towers' dice."
)
@click.option("--start", metavar="POSITION", help="Make the file: the game that it starts from.")
@inputs.with_ruleset
@keeper.with_playing
@output.with_format
def command(file: str, actions: tuple[str, ...], players: str | None, start: str | None, **kept: Any) -> int:
    """Keep a game in a file: judge each ACTION, roll its dice, record it, and say what happens next.

    GAME is a score sheet, or JSON Lines if it is called so (.jsonl). A refused action changes nothing. Without
    ACTION, a terminal is asked line by line; - reads actions from standard input.

    \b
    titan play g.titan --players Ann,Ben,Cy --seed 7
    titan play g.titan "Ann tower" "Ben tower"
    titan play g.titan --undo 2
    titan play g.titan --comment "a bold split"
    """
    with only_writer(file):
        _make(file, players, start)
        inputs.stand_beside(file)
        return keeper.keep(partial(TitanKeeper, file, BOOK), actions, **kept)


def _make(file: str, players: str | None, start: str | None) -> None:
    """Write a new record, if one is asked for."""
    said = output.settings()
    exists = os.path.exists(file)
    if players is None and start is None:
        if not exists:
            hint = "make it with --players Ann,Ben or --start POSITION"
            raise DocumentError([Fault("file", f"{file}: there is no such game", hint=hint)])
        if said.ruleset is not None or said.options:
            raise click.UsageError("--ruleset and --option are for a new file: a game keeps the rules it began with")
        return
    if exists:
        raise DocumentError([Fault("exists", f"{file} is there already", hint="play on without --players and --start")])
    if players is not None and start is not None:
        raise click.UsageError("a game begins with --players or with --start, not with both")
    document = None
    if start is not None:
        document = FORMAT.to_json(opened(start, ("game",)).position)
        if "box" in document:
            document["box"] = _from_beside(file, document["box"], os.path.dirname(start))
    box = _from_beside(file, current().reference)
    inputs.stand_beside(file)
    header = settled_header(
        None if players is None else players_of(split_words(players)),
        document,
        box=None if document or box == STANDARD.reference else box,
        ruleset=said.ruleset or (None if document else "standard"),
        options=dict(map(RULESETS.typed, said.options)),
    )
    record = begun(header, sheet=not file.lower().endswith(".jsonl"))
    write_whole(file, record.text.encode(), durable=True)


def _from_beside(file: str, box: JSON, folder: str = "") -> JSON:
    """The name that a file uses for the box of a document in another folder."""
    if not isinstance(box, str) or box in shipped():
        return box
    return os.path.relpath(os.path.join(folder, box), os.path.dirname(file) or ".")


@frozen
class _Same:
    """Dice that all show the same, to try what is understood after a roll."""

    face: int

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        return (min(self.face, sides),) * count


# --- what TITAN says -------------------------------------------------------------------------------------------------


class TitanKeeper(keeper.Keeper[Game]):
    """A game of TITAN in a file.

    :ivar later: musters that were typed with a move; they wait for the Enlistment Phase (MUSTER-6).
    """

    commands = "done           whatever ends this phase; fight, concede, no more do as they say\n" + keeper.COMMANDS

    def __init__(self, *kept: Any) -> None:
        super().__init__(*kept)
        context = click.get_current_context(silent=True)
        if context is not None:  # for the rest of the command, names are those of its box
            context.with_resource(reading(self.state.the_box))
        self.later: list[act.Muster] = []
        self._passed: list[str] = []
        self._open: tuple[str, Game | None] = ("", None)  # the last text that could mean several actions, and where
        self._over = False  # nobody concedes where that ends the game
        self._passed_by: list[str] = []  # what was not done, and why, since it was last told
        self._denied: list[Assumption] = []

    def parts(self, text: str) -> Sequence[str]:
        """The actions in a typed line."""
        try:
            parts = (text,) if text.lstrip().startswith("{") else split_actions(text)
        except ActionError:
            parts = (text,)  # reading it will say why
        return [piece for part in self._with_rest(parts) for piece in self._pieces(part)]

    def _with_rest(self, parts: Sequence[str]) -> Iterator[str]:
        """The parts; who takes a strike's excess hits belongs to the strike before it."""
        joined: list[str] = []
        for part in parts:
            if joined and (rest := REST.match(part)) is not None and rest.end() == len(part):
                joined[-1] += f", {part}"
            else:
                joined.append(part)
        yield from joined

    def _pieces(self, part: str) -> Sequence[str]:
        """The actions that commas and *then* part, if it is not one action, and each of them is."""
        pieces = [*self._with_rest(BETWEEN.split(part))]
        return pieces if len(pieces) > 1 and not self._is_action(part) and self.unread(pieces) is None else (part,)

    def unread(self, parts: Sequence[str]) -> tuple[int, TitanError] | None:
        """The first part that is not understood where those before it are played, with low or high dice; and why."""
        records = [self.record]
        for i, part in enumerate(parts):
            known, error, after = False, None, []
            for record in records:
                try:
                    action = self.understood(part, record.state)
                except TitanError as e:
                    error = error or e
                    continue
                known = True
                if _waits(action, record.state):
                    after.append(record)
                    continue
                with suppress(TitanError):  # what is illegal is told when it is played
                    faces = (1, SIDES) if dice_needed(record.state, action) else (1,)
                    after += [record.played(action, _Same(face))[0] for face in faces]
            if not known:
                assert error is not None, "what is not understood raises"
                return i, error
            if not after:
                return None
            records = after[:MOST_TRIED]
        return None

    def _is_action(self, text: str) -> bool:
        try:
            self.understood(text, self.state)
        except TitanError:
            return False
        return True

    def understood(self, text: str, state: Game) -> act.Action:
        """The action that a text means: a bare word, its text, or the JSON of a record's line.

        :raises CannotTell: nothing that a bare word can mean is legal now.
        """
        kinds = _kinds_meant(text)
        if kinds is None:
            if text.lstrip().startswith("{"):
                return action_of(jsontext.loads(text), state)
            strike, who = self._rest(text, state)
            return self._meant(text, state) if strike is None or who is None else strike
        legal = [action for action in legal_actions(state) if action.do in kinds]
        choice = next_choice(state)
        if kinds is ENDINGS and not legal:
            if choice.decides == "angels":
                return act.Acquire(())
            if (over := _ends_so(state)) is not None:
                raise CannotTell(Fault("game-over", over))
        if legal:  # the deciding player's if possible
            return min(legal, key=lambda one: (kinds.index(one.do), getattr(one, "by", choice.by) != choice.by))
        if kinds is ENDINGS and choice.decides in OWING:
            return OWING[choice.decides]()
        if choice.by is None:
            raise CannotTell(Fault("game-over", "the game is over: nothing can be done but undo"))
        hint = f"{choice.by} may: {', '.join(choice.actions)}"
        if kinds is MEANT["concede"] and choice.decides == "flight":
            hint += "; who stands may concede then: stand; concede"
        raise CannotTell(Fault("not-now", f"nothing that {text!r} can mean is legal now", hint=hint))

    def _meant(self, text: str, state: Game) -> act.Action:
        """The action that a text means, or that it completes where several could be meant: *left*, *the one in d4*.

        :raises ActionError: none or several are meant.
        """
        try:
            return meant_now(text, state)
        except ActionError as e:
            opened, before = self._open
            if before is state and opened != text:
                with suppress(TitanError):
                    return meant_now(f"{opened} {text}", state)
            if e.fault.code == "ambiguous-action":
                self._open = (text, state)
            raise

    def do(self, action: act.Action, typed: str, happened: list[Done[Game]], *, alone: bool = True) -> None:
        """Play one action, and the musters that waited for it."""
        if _waits(action, self.state):
            if alone:
                hint = "type it then, or with its move in one line: Bk02 P105 Cen>Lio"
                message = "the moves are not over: a muster waits for the Enlistment Phase (MUSTER-6)"
                raise CannotTell(Fault("too-early", message, hint=hint))
            if self._may_be_judged(action):
                judged = plan(evolve(self.state, phase="enlistment"), action)
                if isinstance(judged, Refusal):
                    raise IllegalAction(judged.rulings, action)
            self.later.append(action)
            return
        if self.later and isinstance(action, act.EndTurn) and self.state.phase == "movement":
            self.do(act.EndMoves(), "end-moves", happened)  # and what waits for the Enlistment Phase
        before, done = self.state, len(happened)
        if isinstance(action, act.Strike) and not typed.lstrip().startswith("{"):
            action = self._carrying(action, typed)
        super().do(action, typed, happened)
        if not self.asking:
            before_it = happened[-2][1] if len(happened) > done + 1 else before
            self._passed += _passed_over(typed, action, before_it, self.state)
        if isinstance(action, act.Strike) and not typed.lstrip().startswith("{"):
            events = [told for _, _, every in happened[done:] for told in every if isinstance(told, Event)]
            self._denied += claims_denied(_claims(typed, before), events)
        while self.later and next_choice(self.state).decides == "muster":
            muster = self.later.pop(0)
            try:
                super().do(muster, typed, happened)
            except TitanError as e:
                why = str(e.rulings[0]) if isinstance(e, IllegalAction) else str(e)
                self._passed_by.append(f"{written(muster, self.state.the_box)} is not possible: {why}")
        if self.later and self.state.phase not in ("movement", "engagement"):
            self._passed_by += [f"{written(one, self.state.the_box)} came too late" for one in self.later]
            self.later = []

    def _may_be_judged(self, muster: act.Muster) -> bool:
        """Whether a muster can be judged before the Enlistment Phase: no Engagement may change the Legion."""
        found = self.state.find(muster.legion)
        return found is not None and found[1].land not in engaged_lands(self.state)

    # --- excess hits -------------------------------------------------------------------------------------------------

    def _rest(self, text: str, state: Game) -> tuple[act.Action | None, str | None]:
        """The strike in a text that says who takes its excess hits, and who that is."""
        rest = REST.search(text)
        if rest is None or not rest.start():
            return None, None
        action = meant_now(text[: rest.start()], state)
        if not isinstance(action, act.Strike) or not _enemies(state, rest["who"]):
            return None, None
        return action, rest["who"]

    def _carrying(self, strike: act.Strike, typed: str) -> act.Strike:
        """A strike with its dice, and with the hits that are carried over, as was said or is asked (CARRY-1)."""
        game, who = self.state, self._rest(typed, self.state)[1]
        wanted = [] if who is None else _enemies(game, who)
        if strike.dice is None:
            wanted += [one.to for one in strike.carry]  # said before the roll, meant for what is left over after it
            strike = evolve(strike, carry=())
            needed = dice_needed(game, strike)
            strike = evolve(strike, dice=self._dice().roll(needed)) if needed else strike
        if strike.dice is None or strike.carry:
            return strike
        told = bool(wanted)
        while able := _able_to_carry(game, strike):
            fits = [enemy for enemy in wanted if enemy in able]
            if not fits and self.asking and not (told and strike.carry):
                output.say(str(self.record.played(strike)[1][-1][2][0]))
                fits = self._takes(strike, able)
            if not fits:
                ways = [_carried(strike, enemy, hits) for enemy, hits in able.items()]
                if not self.asking and not told:
                    listed = " or ".join(written(one, game.the_box) for one in ways)
                    self._passed_by.append(f"hits were left over; --undo takes the strike back for {listed}")
                break
            strike = _carried(strike, fits[0], able[fits[0]])
        if told and not strike.carry:
            self._passed_by.append(f"nothing was carried over to {' or '.join(wanted)}")
        return strike

    def _takes(self, strike: act.Strike, able: dict[str, int]) -> list[str]:
        """Who takes hits that are left over, as a player says when asked; nobody if nothing is typed."""
        battle = fought(self.state)
        assert battle is not None, "hits are carried over in a battle"
        struck = battle.of(other(battle.acting)).at(strike.to)
        hits = [told.hits for told in self.record.played(strike)[1][-1][2] if isinstance(told, Struck)]
        taken = 0 if struck is None else field_of(battle).left(other(battle.acting), struck)
        left = sum(hits) - taken - sum(carry.hits for carry in strike.carry)
        names = {str(one.hex): one.name for one in battle.of(other(battle.acting)).characters}
        listed = " or ".join(f"{hex} {names[hex]} (takes {hits})" for hex, hits in able.items())
        while True:
            try:
                typed = input(f"{several(left, 'hit')} left over: {listed}, or nobody? ").strip().casefold()
            except (EOFError, KeyboardInterrupt):  # the dice have been rolled: the strike counts
                return []
            rest = REST.search(typed)
            said = [rest["who"]] if rest else re.findall(r"\w+", typed)
            fits = list(dict.fromkeys(enemy for word in said for enemy in _enemies(self.state, word) if enemy in able))
            if len(fits) == 1 or typed in ("", "n", "no", "none", "nobody"):
                return fits
            output.say("the dice are rolled: name one of these, or nobody; undo takes the strike back after that")

    def undo(self, count: int) -> keeper.Attempt[Game]:
        """Take back the last actions, and the musters that were typed with moves among them."""
        attempt, self._over = super().undo(count), False
        moved = {legion.legion for player in self.state.players for legion in player.legions if legion.moved}
        self.later = [muster for muster in self.later if muster.legion in moved]
        return attempt

    def overlooked(self, text: str) -> Iterator[Block]:
        """What a line would lose or skip that a player may overlook, as far as it is known."""
        record, lost, passed = self.record, list[Any](), list[str]()
        try:
            for part in self.parts(text):
                action = self.understood(part, record.state)
                if not _waits(action, record.state):
                    before = record.state
                    record, outcomes = record.played(action)
                    before = outcomes[-2][1] if len(outcomes) > 1 else before
                    waiting = {one.legion for one in self.later}
                    passed += [
                        one
                        for one in _passed_over(part, action, before, record.state)
                        if one.partition(" ")[0] not in waiting
                    ]
                    lost += [e for e in outcomes[-1][2] if isinstance(e, LOSING.get(action.do, ()))]
        except (TitanError, ValueError):
            pass  # dice or a refusal: nothing is known after that
        if lost:
            yield from ("That would happen:", Why(lost))
        if passed:
            yield Prose(f"That would pass over {_in_short(passed)}")

    def asked(self, text: str) -> Iterable[Block] | None:
        """The answer to a question about an action, as ``check`` gives it; None if the text is no question."""
        if _kinds_meant(text) is ENDINGS and (over := _ends_so(self.state)) is not None:
            self._over = True
            return [over]
        if QUESTION.fullmatch(text) is None:
            return None
        try:
            return judge_text(Line(self.state), text.rstrip("? ")).answer.blocks()
        except ActionError:
            return check(self.state, (meant_now(text, self.state),))[0].blocks()

    def notes(self) -> list[str]:
        """The musters that wait, and what a bare word passed over."""
        texts = [written(muster, self.state.the_box) for muster in self.later]
        lost, self._passed_by = self._passed_by, []
        if self.asking:
            return [*[f"{text} waits for the Enlistment Phase" for text in texts], *lost]
        passed = [f"this passed over {_in_short(self._passed)}; --undo takes it back"] if self._passed else []
        return [*lost, *passed, *[f"{text} is for the Enlistment Phase: type it then" for text in texts]]

    def answer(self, attempt: keeper.Attempt[Game]) -> Played:
        """What came of typed actions, who chooses next, and what is legal."""
        legal, box = self._legal(), self.state.the_box
        denied, self._denied = tuple(self._denied), []
        return Played(
            verdict="legal" if attempt.refused is None else "illegal",
            taken_back=attempt.taken_back,
            played=tuple([Happened.of(*happened) for happened in attempt.happened]),
            refused=None if attempt.refused is None else written(attempt.refused[0], box),
            rulings=None if attempt.refused is None else attempt.refused[1],
            untried=attempt.untried,
            fault=attempt.fault,
            actions=len(self.record.places),
            assumptions=denied,
            next=next_choice(settle(self.state).state if self._is_over() else self.state),
            legal=tuple([written(action, box) for action in legal]),
            kinds=tuple([action.do for action in legal]),
        )

    def _is_over(self) -> bool:
        """Whether nobody concedes, and that ends the game."""
        return self._over and _ends_so(self.state) is not None

    def _legal(self) -> tuple[act.Action, ...]:
        try:
            return () if self._is_over() else tuple(legal_actions(self.state))
        except TitanError:
            return ()

    def legal(self) -> list[str]:
        """What is legal now, as the list of legal actions has it: what is open first, declining and leaving last."""
        return [written(action, self.state.the_box) for action in self._legal()]

    def whose(self) -> str:
        """Who decides, and on which side."""
        choice = next_choice(self.state)
        return (
            "titan"
            if choice.by is None or (self._over and _ends_so(self.state))
            else f"{choice.by}, {choice.role}"
            if choice.role
            else choice.by
        )

    def shown(self, *, whole: bool) -> list[Block]:
        """The position, with the map of a battle."""
        return [*(blocks if whole else brief)(self.state), map_of(self.state)]

    def help(self) -> Iterator[str]:
        """The forms of what is legal now."""
        yield "Type an action as its short text or in words, several in a line with ; between them, for example:"
        yield from (f"  {form}" for do in next_choice(self.state).actions for form in FORMS[do])


def _kinds_meant(text: str) -> tuple[str, ...] | None:
    return MEANT.get(" ".join(text.casefold().replace("-", " ").rstrip(".!").split()))


def _waits(action: act.Action, game: Game) -> TypeGuard[act.Muster]:
    """Whether an action is a muster among the moves."""
    return isinstance(action, act.Muster) and game.phase == "movement"


def _passed_over(typed: str, action: act.Action, before: Game, after: Game) -> list[str]:
    """The legal actions of a kind that is legal no more, if an action of another kind passed over them."""
    declines = isinstance(action, act.Acquire) and not action.characters and "nothing" not in typed
    legal = [one for one in legal_actions(before) if one.do in PASSED_OVER and (one.do != action.do or declines)]
    kinds = {one.do for one in legal} - {one.do for one in (legal_actions(after) if legal else ())}
    kinds = {kind for kind in kinds if action.do not in PASSED_OVER[kind] or typed.strip() != action.do}
    return [text for one in legal if one.do in kinds and (text := written(one, before.the_box)) != "acquire nothing"]


def _ends_so(game: Game) -> str | None:
    """How the game ends if nobody concedes; None if it does not, or something can still be done."""
    otherwise = next_choice(game).otherwise
    if not otherwise or next_choice(settle(game).state).by is not None:
        return None
    return f"nobody concedes: {otherwise[-1]}; the game is over"


def _claims(typed: str, state: Game) -> Sequence[Claim]:
    """What a typed action claims about its result; nothing if only its words were understood."""
    try:
        return understood(typed, state)[1]
    except TitanError:
        return ()


def _enemies(game: Game, who: str) -> list[str]:
    """The hexes of whoever does not strike now, by a hex or a name."""
    battle = fought(game)
    name = game.the_box.vocabulary.character(who.casefold().removesuffix("s")) if who else None
    if battle is None:
        return []
    there = [one for one in battle.of(other(battle.acting)).characters if one.hex in HEX_NUMBER]
    return [one.hex for one in there if one.hex is not None and (one.hex == who.upper() or one.name == name)]


def _carried(strike: act.Strike, to: str, hits: int) -> act.Strike:
    """A strike with some hits carried over besides."""
    return evolve(strike, carry=(*strike.carry, act.Carry(HEXES[HEX_NUMBER[to]], hits)))


def _able_to_carry(game: Game, strike: act.Strike) -> dict[str, int]:
    """Where hits of a rolled strike may be carried to besides those that are, and how many at most."""
    battle, able = fought(game), dict[str, int]()
    for enemy in () if battle is None else battle.of(other(battle.acting)).characters:
        for hits in range(1, len(strike.dice or ()) + 1):
            if enemy.hex is None or not is_legal(
                game, evolve(strike, carry=(*strike.carry, act.Carry(enemy.hex, hits)))
            ):
                break
            able[enemy.hex] = hits
    return able


def _in_short(texts: Sequence[str]) -> str:
    more = len(texts) - MOST_PASSED
    return "; ".join(texts[:MOST_PASSED]) + (f"; and {more} more" if more > 0 else "")
