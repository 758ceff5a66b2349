"""Hits that a strike leaves over, carried to whom a player names at the prompt of ``titan play`` (CARRY-1)."""

from collections.abc import Sequence

from titan_rules.actions import intents as act
from titan_rules.actions.events import Struck
from titan_rules.box.hexes import HEX_NUMBER, HEXES
from titan_rules.kernel.dice import SIDES, DiceSource
from titan_rules.kernel.errors import IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.game_file import GameFile
from titan_rules.kernel.wording import several
from titan_rules.play import State, dice_needed, is_legal, violations
from titan_rules.play.planning import fought
from titan_rules.position.battle import other
from titan_rules.rules.battle.field import field_of
from titan_rules.text.hints import meant_now, rest_in
from titan_rules.text.lexicon import Kind
from titan_rules.text.words import words
from titan_rules.text.writing import written

from . import output


def split_rest(text: str, state: State) -> tuple[act.Strike | None, str | None]:
    """The strike in a text that says who takes its excess hits, and who that is; nothing if it says neither.

    :raises ActionError: what stands before is not understood.
    """
    rest = rest_in(text)
    if rest is None or rest.alone:
        return None, None
    action = meant_now(text[: rest.start], state)
    if not isinstance(action, act.Strike) or not _enemies(state, rest.who):
        return None, None
    return action, rest.who


def carried_over(
    record: GameFile[State], strike: act.Strike, who: str | None, dice: DiceSource, *, asking: bool
) -> tuple[act.Strike, str | None]:
    """A strike with its dice, and with the hits that are carried over, as was said or is asked; and what to note.

    :param who: takes what is left over, as far as that was said with the strike.
    :param asking: a person can be asked.
    :raises IllegalAction: whatever the dice show, that cannot be carried over; nothing is rolled.
    """
    state = record.state
    wanted = [] if who is None else _enemies(state, who)
    if strike.dice is None:
        _refuse_impossible(state, strike, wanted)
        wanted += [one.to for one in strike.carry]  # said before the roll, meant for what is left over after it
        strike = evolve(strike, carry=())
        needed = dice_needed(state, strike)
        strike = evolve(strike, dice=dice.roll(needed)) if needed else strike
    if strike.dice is None or strike.carry:
        return strike, None
    said = bool(wanted)
    while able := _able(state, strike):
        takes = [enemy for enemy in wanted if enemy in able]
        if not takes and asking and not (said and strike.carry):
            output.say(str(record.played(strike)[1][-1][2][0]))
            takes = _asked(record, strike, able)
        if not takes:
            if asking or said:
                break
            ways = [_with_hits(strike, enemy, hits) for enemy, hits in able.items()]
            listed = " or ".join(written(one, state.the_box) for one in ways)
            return strike, f"hits were left over; --undo takes the strike back for {listed}"
        strike = _with_hits(strike, takes[0], able[takes[0]])
    nothing = said and not strike.carry
    return strike, f"nothing was carried over to {' or '.join(wanted)}" if nothing else None


def _refuse_impossible(state: State, strike: act.Strike, wanted: Sequence[str]) -> None:
    """Refuse what cannot be carried over even if every die hits.

    :param wanted: enemies of whom one takes what is left over, however much that is.
    :raises IllegalAction: with the rulings that forbid it.
    """
    plain = evolve(strike, carry=())
    best = evolve(strike, dice=(SIDES,) * dice_needed(state, plain))
    ways = [evolve(best, carry=(act.Carry(HEXES[HEX_NUMBER[to]], 1),)) for to in wanted] or [best]
    against = [violations(state, way) for way in ways]
    if all(against):
        raise IllegalAction(against[0], evolve(ways[0], dice=None))


def _asked(record: GameFile[State], strike: act.Strike, able: dict[str, int]) -> list[str]:
    """Who takes hits that are left over, as a player says when asked; nobody if nothing is typed."""
    battle = fought(record.state)
    assert battle is not None, "hits are carried over in a battle"
    enemies = battle.of(other(battle.acting))
    struck = enemies.at(strike.to)
    hits = [event.hits for event in record.played(strike)[1][-1][2] if isinstance(event, Struck)]
    taken = 0 if struck is None else field_of(battle).left(other(battle.acting), struck)
    left = sum(hits) - taken - sum(carry.hits for carry in strike.carry)
    names = {str(one.hex): one.name for one in enemies.characters}
    listed = " or ".join(f"{hex} {names[hex]} (takes {hits})" for hex, hits in able.items())
    while True:
        try:
            typed = input(f"{several(left, 'hit')} left over: {listed}, or nobody? ").strip().casefold()
        except (EOFError, KeyboardInterrupt):  # the dice have been rolled: the strike counts
            return []
        rest = rest_in(typed)
        named = [rest.who] if rest else [str(word.value) for word in words(typed) if word.kind in (Kind.NAME, Kind.HEX)]
        takes = list(dict.fromkeys(one for word in named for one in _enemies(record.state, word) if one in able))
        takes = [*able] if typed in ("y", "yes") else takes
        if len(takes) == 1 or typed in ("", "n", "no", "none", "nobody", "nothing", "pass", "done"):
            return takes
        output.say("the dice are rolled: name one of these, or nobody; undo takes the strike back after that")


def _enemies(state: State, who: str) -> list[str]:
    """The hexes of whoever does not strike now, by a hex or a name."""
    battle = fought(state)
    if battle is None:
        return []
    there = [one for one in battle.of(other(battle.acting)).characters if one.hex in HEX_NUMBER]
    return [one.hex for one in there if one.hex is not None and who in (one.hex, one.name)]


def _with_hits(strike: act.Strike, to: str, hits: int) -> act.Strike:
    """A strike with some hits carried over besides."""
    return evolve(strike, carry=(*strike.carry, act.Carry(HEXES[HEX_NUMBER[to]], hits)))


def _able(state: State, strike: act.Strike) -> dict[str, int]:
    """Where hits of a rolled strike may be carried to besides those that are, and how many at most."""
    battle, able = fought(state), dict[str, int]()
    for enemy in () if battle is None else battle.of(other(battle.acting)).characters:
        for hits in range(1, len(strike.dice or ()) + 1):
            if enemy.hex is None or not is_legal(
                state, evolve(strike, carry=(*strike.carry, act.Carry(enemy.hex, hits)))
            ):
                break
            able[enemy.hex] = hits
    return able
