"""``titan play`` at work: a game of TITAN in a file, and what is typed about it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import click
from attrs import frozen

from titan_rules.actions import intents as act
from titan_rules.actions.events import Event
from titan_rules.answers.checking import Happened, Played, check, wrong_way
from titan_rules.answers.found_rules import rules_about
from titan_rules.answers.questions import claims_denied, judge_text
from titan_rules.box.current_box import use_box
from titan_rules.kernel import jsontext
from titan_rules.kernel.answers import shown
from titan_rules.kernel.blocks import Block, Prose, Why
from titan_rules.kernel.dice import SIDES
from titan_rules.kernel.errors import ActionError, CannotTell, Fault, IllegalAction, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.game_file import Done
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.rulings import Assumption
from titan_rules.kernel.wording import article, listed
from titan_rules.odds.cases import Declaration
from titan_rules.odds.strikes import battle_answer
from titan_rules.play import State, dice_needed, is_legal, legal_actions, next_choice, plan, settle
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game, battle_in
from titan_rules.rules.engagement.meeting import engaged_lands
from titan_rules.rules.objections import UnknownContent
from titan_rules.text.hints import Several, chosen, is_question, meant_now, odds_asked, rest_in
from titan_rules.text.parsing import FORMS, action_of, split_actions, written
from titan_rules.text.positions import Line

from . import output
from .carry_words import carried_over, split_rest
from .keeper import COMMANDS, Attempt, Keeper
from .positions import blocks, brief, map_of
from .prompt_words import (
    ENDINGS,
    LOSING,
    OWING,
    claims_in,
    how_it_ends,
    in_short,
    kinds_meant,
    passed_over,
    pieces_of,
    waits,
)

NAMED = "dice named by the player"
"""The record's comment on an action whose dice were not rolled here."""

MOST_TRIED = 4
"""At most so many games are tried for what a line may lead to."""


@frozen
class _Same:
    """Dice that all show the same, to try what is understood after a roll."""

    face: int

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        return (min(self.face, sides),) * count


def _nobody_can_strike(state: State) -> bool:
    """Whether the strikes or strikebacks of a battle are due, and nobody has had one or has one."""
    battle = battle_in(state)
    if battle is None or battle.phase == "maneuver" or battle.pending is not None:
        return False
    if any(combatant.struck for combatant in battle.of(battle.acting).characters):
        return False
    legal = legal_actions(state)
    return act.EndStrikes() in legal and not any(isinstance(action, act.Strike) for action in legal)


def _nobody_has_moved(state: State) -> bool:
    """Whether a Maneuver Phase is on in which somebody could move, and nobody has."""
    battle = battle_in(state)
    if battle is None or any(combatant.moved for combatant in battle.of(battle.side).characters):
        return False
    return any(isinstance(action, act.Maneuver) for action in legal_actions(state))


def _with_map(played: Played, state: State) -> Played:
    """An answer with the map of the battle, if there is one and the screen has room.

    If the list of what is legal leaves no room, the map takes its place.
    """
    if output.wants_json() or battle_in(state) is None:
        return played
    drawn = evolve(played, battleland=map_of(state, row=2))
    for way in (drawn, evolve(drawn, legal=(), kinds=())):
        if shown(way.blocks()).count("\n") + 2 < output.screen_lines():
            return way
    return played


MAPPED = (act.Fight, act.EndManeuver)
"""The actions after which a battle is drawn."""


class TitanKeeper(Keeper[State]):
    """A game of TITAN, or a battle alone, in a file.

    :ivar later: musters that were typed with a move; they wait for the Enlistment Phase (MUSTER-6).
    """

    commands = (
        "done           whatever ends this phase; fight, concede, no more do as they say\n"
        "odds           of every strike now; odds Lion strikes Ogre, of that one\n" + COMMANDS
    )

    def __init__(self, *kept: Any, auto: bool = True) -> None:
        super().__init__(*kept)
        self._auto = auto
        context = click.get_current_context(silent=True)
        if context is not None:  # for the rest of the command, names are those of its box
            context.with_resource(use_box(self.state.the_box))
        self.later: list[act.Muster] = []
        self._passed: list[str] = []
        self._open: tuple[str, State | None, Sequence[act.Action]] = ("", None, ())  # a text that could mean several
        self._over = False  # nobody concedes where that ends the game
        self._passed_by: list[str] = []  # what was not done, and why, since it was last told
        self._denied: list[Assumption] = []
        self._remarks: list[str] = []
        self._asked_at: State | None = None  # where it was asked whether nobody moves

    def parts(self, text: str) -> Sequence[str]:
        """The actions in a typed line."""
        parts = (text,) if text.lstrip().startswith("{") else split_actions(text)
        return [piece for part in self._with_rest(parts) for piece in self._pieces(part)]

    def _with_rest(self, parts: Sequence[str]) -> Iterator[str]:
        """The parts; who takes a strike's excess hits belongs to the strike before it."""
        joined: list[str] = []
        for part in parts:
            if joined and (rest := rest_in(part)) is not None and rest.alone:
                joined[-1] += f", {part}"
            else:
                joined.append(part)
        yield from joined

    def _pieces(self, part: str) -> Sequence[str]:
        """The actions that commas and *then* part, if it is not one action, and each of them is."""
        pieces = [*self._with_rest(pieces_of(part))]
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
                with suppress(TitanError):  # what is illegal is told when it is played
                    if waits(action, record.state):
                        after.append(record)
                    else:
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

    def understood(self, text: str, state: State) -> act.Action:
        """The action that a text means: a bare word, its text, or the JSON of a record's line.

        :raises CannotTell: nothing that a bare word can mean is legal now.
        """
        kinds = kinds_meant(text)
        if kinds is None:
            if text.lstrip().startswith("{"):
                return action_of(jsontext.loads(text), state)
            strike, who = split_rest(text, state)
            return self._number_or_meant(text, state) if strike is None or who is None else strike
        legal = [action for action in legal_actions(state) if action.do in kinds]
        choice = next_choice(state)
        if kinds == ENDINGS and not legal:
            if choice.decides == "angels":
                return act.Acquire(())
            if (over := how_it_ends(state)) is not None:
                raise CannotTell(Fault("game-over", over))
        if legal:  # the deciding player's if possible
            return min(legal, key=lambda one: (kinds.index(one.do), getattr(one, "by", choice.by) != choice.by))
        if kinds == ENDINGS and choice.decides in OWING:
            return OWING[choice.decides]()
        if choice.by is None:
            raise CannotTell(Fault("game-over", "the game is over: nothing can be done but undo"))
        hint = f"{choice.by} may: {', '.join(choice.actions)}"
        if "attempt-concession" in kinds and choice.decides == "flight":
            hint += "; who stands may concede then: stand; concede"
        raise CannotTell(Fault("not-now", f"nothing that {text!r} can mean is legal now", hint=hint))

    def _number_or_meant(self, text: str, state: State) -> act.Action:
        """The action that a text means; a number alone is a die that is rolled now, or something legal.

        :raises ActionError: none or several are meant.
        """
        number = text.strip(" .!")
        if not (number.isascii() and number.isdecimal()):
            return self._meant(text, state)
        rolled = next((one for one in legal_actions(state) if isinstance(one, act.Roll | act.Tower)), None)
        if rolled is not None and 1 <= int(number[:3]) <= SIDES:
            return evolve(rolled, die=int(number))
        action = self._meant(text, state)
        if isinstance(action, act.Move) and not is_legal(state, action):
            raise ActionError(Fault("bad-notation", f"what is to be done with {number}?"), text, (0, len(text)))
        return action

    def _meant(self, text: str, state: State) -> act.Action:
        """The action that a text means, or chooses or completes where several could be meant: *2*, *left*, *in d4*.

        :raises ActionError: none or several are meant.
        """
        opened, before, offered = self._open
        answers = before is state and opened != text
        if answers and (action := chosen(text, offered, state)) is not None:
            return action
        try:
            return meant_now(text, state)
        except ActionError as e:
            if answers:
                with suppress(TitanError):
                    return meant_now(f"{opened} {text}", state)
            if isinstance(e, Several):
                self._open = (text, state, e.offered)
            raise

    def do(
        self, action: act.Action, typed: str, happened: list[Done[State]], *, alone: bool = True,
        comment: str | None = None,
    ) -> None:  # fmt: skip
        """Play one action, and the musters that waited for it."""
        if waits(action, self.state):
            if alone:
                hint = "type it then, or with its move in one line: Bk02 P105 Cen>Lio"
                message = "the moves are not over: a muster waits for the Enlistment Phase (MUSTER-6)"
                raise CannotTell(Fault("too-early", message, hint=hint))
            if self._may_be_judged(action):
                with suppress(UnknownContent):  # it shows who musters when it is done
                    judged = plan(evolve(self.state, phase="enlistment"), action)
                    if isinstance(judged, Refusal):
                        raise IllegalAction(judged.rulings, action)
            self.later.append(action)
            return
        if self.later and isinstance(action, act.EndTurn) and self.state.phase == "movement":
            self.do(act.EndMoves(), "end-moves", happened)  # and what waits for the Enlistment Phase
        before, done, claims = self.state, len(happened), claims_in(typed, self.state)
        if (wrong := wrong_way(before, action, claims)) is not None:
            raise IllegalAction(wrong.rulings, action)
        if self._names_dice(action):
            comment = NAMED
        if isinstance(action, act.Strike) and not typed.lstrip().startswith("{"):
            who = split_rest(typed, before)[1]
            action, note = carried_over(self.record, action, who, self._dice(), asking=self.asking)
            self._passed_by += [note] if note is not None else []
        super().do(action, typed, happened, comment=comment)
        if comment == NAMED:
            self._remarks.append(f"{NAMED}, not rolled here: {written(action)}")
        if not self.asking:
            before_it = happened[-2][1] if len(happened) > done + 1 else before
            self._passed += passed_over(typed, action, before_it, self.state)
        if isinstance(action, act.Strike) and not typed.lstrip().startswith("{"):
            events = [told for _, _, every in happened[done:] for told in every if isinstance(told, Event)]
            self._denied += claims_denied(claims, events)
        while self.later and next_choice(self.state).decides == "muster":
            muster = self.later.pop(0)
            try:
                super().do(muster, typed, happened)
            except TitanError as e:
                why = str(e.rulings[0]) if isinstance(e, IllegalAction) else str(e)
                given_back = isinstance(e, IllegalAction) and {ruling.rule for ruling in e.rulings} == {"MUSTER-3"}
                what = "is given back (MUSTER-6)" if given_back else "is not possible"
                self._passed_by.append(f"{written(muster)} {what}: {why}")
        if self.later and self.state.phase not in ("movement", "engagement"):
            self._passed_by += [f"{written(one)} came too late" for one in self.later]
            self.later = []

    def _names_dice(self, action: act.Action) -> bool:
        """Whether an action names dice that would be rolled here; at the table, with ``--ask-dice``, all are."""
        named = getattr(action, "die", None) is not None or getattr(action, "dice", None) is not None
        return named and self._source is None

    def by_itself(self) -> list[Done[State]]:
        """End the strikes of a battle, and its strikebacks, as far as nobody can strike (STRIKE-1, STRIKE-8)."""
        happened: list[Done[State]] = []
        ended = list[str]()
        while self._auto and _nobody_can_strike(self.state):
            ended.append(f"the {next_choice(self.state).decides}s")  # strikes or strikebacks
            super().do(act.EndStrikes(), "end-strikes", happened)
        if ended:
            self._remarks.append(
                f"nobody can strike: {listed(ended)} end by themselves (--no-auto keeps an empty phase open)"
            )
        return happened

    def _may_be_judged(self, muster: act.Muster) -> bool:
        """Whether a muster can be judged before the Enlistment Phase: no Engagement may change the Legion."""
        assert isinstance(self.state, Game), "a muster waits in a game"
        found = self.state.find(muster.legion)
        return found is not None and found[1].land not in engaged_lands(self.state)

    def undo(self, count: int) -> Attempt[State]:
        """Take back the last actions, and the musters that were typed with moves among them."""
        attempt, self._over = super().undo(count), False
        while self._auto and self.record.places and _nobody_can_strike(self.state):
            more = super().undo(1)  # a phase that ended by itself goes with what was before it
            attempt = Attempt(taken_back=(*more.taken_back, *attempt.taken_back))
        legions = self.state.legions() if isinstance(self.state, Game) else ()
        moved = {legion.legion for _, legion in legions if legion.moved}
        self.later = [muster for muster in self.later if muster.legion in moved]
        return attempt

    def overlooked(self, text: str) -> Iterator[Block]:
        """What a line would lose or skip that a player may overlook, as far as it is known."""
        record, lost, passed, nobody_moved = self.record, list[Any](), list[str](), False
        try:
            for part in self.parts(text):
                action = self.understood(part, record.state)
                if not waits(action, record.state):
                    before = record.state
                    nobody_moved |= isinstance(action, act.EndManeuver) and _nobody_has_moved(before)
                    record, outcomes = record.played(action)
                    before = outcomes[-2][1] if len(outcomes) > 1 else before
                    waiting = {one.legion for one in self.later}
                    passed += [
                        one for one in passed_over(part, action, before, record.state) if one.split()[0] not in waiting
                    ]
                    lost += [e for e in outcomes[-1][2] if isinstance(e, LOSING.get(action.do, ()))]
        except (TitanError, ValueError):
            pass  # dice or a refusal: nothing is known after that
        if lost:
            yield from ("That would happen:", Why(lost))
        elif nobody_moved and self._asked_at is not self.state:
            self._asked_at = self.state
            yield "Nobody has moved in this Maneuver Phase."
        if passed:
            yield Prose(f"That would pass over {in_short(passed)}")

    def asked(self, text: str) -> Iterable[Block] | None:
        """The answer to a question, which changes nothing; None if the text is none.

        A question about an action is judged, as ``check`` does it. Any other is answered with the rules that it is
        likeliest about.
        """
        if kinds_meant(text) == ENDINGS and (over := how_it_ends(self.state)) is not None:
            self._over = True
            return [over]
        strike = odds_asked(text)
        if strike is not None and (battle := battle_in(self.state)) is not None:
            return self._odds(battle, strike)
        if not is_question(text):
            return None
        try:
            answer = judge_text(Line(self.state), text).answer
        except ActionError:
            try:
                answer = check(self.state, (meant_now(text, self.state),))[0]
            except ActionError:
                found = rules_about(text)
                if not found.rules:
                    raise
                return found.blocks()
        return evolve(answer, legal=None, owed=None).blocks()

    def _odds(self, battle: Battle, strike: str) -> Iterable[Block]:
        """The odds of a strike in words, or of every strike if nothing is said."""
        if not strike:
            return battle_answer(battle).blocks()
        action = meant_now(strike, self.state)
        if not isinstance(action, act.Strike):
            raise CannotTell(Fault("no-strike", f"only a strike has odds, this is {article(action.do)}"))
        carry_to = [carry.to for carry in action.carry]
        given = Declaration(strike_number=action.strike_number, dice_count=action.dice_count, carry_to=carry_to)
        return battle_answer(battle, [action.origin], action.to, given, roll=action.dice).blocks()

    def notes(self) -> list[str]:
        """The musters that wait, and what a bare word passed over."""
        texts = [written(muster) for muster in self.later]
        lost, self._passed_by = self._passed_by, []
        if self.asking:
            return [*[f"{text} waits for the Enlistment Phase" for text in texts], *lost]
        passed = [f"this passed over {in_short(self._passed)}; --undo takes it back"] if self._passed else []
        return [*lost, *passed, *[f"{text} is for the Enlistment Phase: type it then" for text in texts]]

    def answer(self, attempt: Attempt[State]) -> Played:
        """What came of typed actions, who chooses next, and what is legal."""
        legal = self._legal()
        denied, self._denied = tuple(self._denied), []
        remarks, self._remarks = tuple(self._remarks), []
        played = Played(
            verdict="legal" if attempt.refused is None else "illegal",
            taken_back=attempt.taken_back,
            played=tuple([Happened.of(*happened) for happened in attempt.happened]),
            refused=None if attempt.refused is None else written(attempt.refused[0]),
            rulings=None if attempt.refused is None else attempt.refused[1],
            untried=attempt.untried,
            fault=attempt.fault,
            actions=len(self.record.places),
            assumptions=denied,
            remarks=remarks,
            next=next_choice(settle(self.state).state if self._is_over() else self.state),
            legal=tuple([written(action) for action in legal]),
            kinds=tuple([action.do for action in legal]),
        )
        opening = self.asking and attempt == Attempt()
        looked_at = opening or any(isinstance(action, MAPPED) for action, _, _ in attempt.happened)
        return _with_map(played, self.state) if looked_at else played

    def _is_over(self) -> bool:
        """Whether nobody concedes, and that ends the game."""
        return self._over and how_it_ends(self.state) is not None

    def _legal(self) -> tuple[act.Action, ...]:
        try:
            return () if self._is_over() else tuple(legal_actions(self.state))
        except TitanError:
            return ()

    def legal(self) -> list[str]:
        """What is legal now, as the list of legal actions has it: what is open first, declining and leaving last."""
        return [written(action) for action in self._legal()]

    def say(self, answer: Played) -> None:
        """Print an answer at the prompt; what is legal was told before if nothing was done."""
        failed = answer.refused is not None or answer.fault is not None
        super().say(evolve(answer, legal=(), kinds=()) if failed and not answer.played else answer)

    def whose(self) -> str:
        """Who decides, and on which side."""
        choice = next_choice(self.state)
        return (
            "titan"
            if choice.by is None or (self._over and how_it_ends(self.state))
            else f"{choice.by}, {choice.role}"
            if choice.role
            else choice.by
        )

    def shown(self, *, whole: bool) -> list[Block]:
        """The position, with the map of a battle."""
        return [*blocks(self.state), map_of(self.state)] if whole else [*brief(self.state), map_of(self.state, row=2)]

    def help(self) -> Iterator[str]:
        """The forms of what is legal now."""
        yield "Type an action as its short text or in words, several in a line with ; between them, for example:"
        yield from (f"  {form}" for do in next_choice(self.state).actions for form in FORMS[do])
