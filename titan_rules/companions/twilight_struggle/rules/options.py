"""What may be done in a position, and what is seen of it."""

from collections.abc import Callable

from ....kernel.companions import Answer, IllegalAction, Ruling, broken
from ..catalog import CHINA_CARD, COUNTRIES, SCORING_CARDS, SIDES, Country, Side, opponent, turns
from ..state import Position
from .cards import held_rulings
from .coup import coup_rulings
from .headlines import card_of
from .influence import reach
from .play import may_play, round_ruling
from .realignment import realignment_rulings
from .space import attempt_rulings, next_box
from .tracks import over


def options(at: Position) -> list[Answer]:
    """What may be done now, by the kind of action."""
    if over(at) is not None:
        return []
    if at.phasing is None:
        return [{"do": "end-turn"}] if at.round else _before_headlines(at)
    if at.round:
        return _round_options(at, at.phasing)
    if at.headlines is None or at.this_round.used is not None:
        return [{"do": "end-round"}]
    card = card_of(at.phasing, at.headlines.of(at.phasing)).card
    return [{"do": "score" if card in SCORING_CARDS else "event", "card": card}]


def _before_headlines(at: Position) -> list[Answer]:
    """A deal, and a headline each, but where a side is known to hold no card before the deal."""
    hands = {side: at.hand(side) for side in SIDES}
    new = {side: turns(at.turn).hand - (0 if hand is None else hand.cards) for side, hand in hands.items()}
    found: list[Answer] = [{"do": "deal", "cards": new}] if any(new.values()) else []
    if all(hand is None or hand.cards for hand in hands.values()):
        found.append({"do": "headline", "sides": list(SIDES)})
    return found


def _round_options(at: Position, side: Side) -> list[Answer]:
    done, hand = at.this_round, at.hand(side)
    beside = {"do": "event", "of": opponent(side)}
    if done.owed:
        return [beside]
    if done.used is not None:
        unsure = done.event is None and done.used in ("place", "realign", "coup")
        return [{"do": "end-round", **({"first": [beside]} if unsure else {})}]
    found = list[Answer]()
    card = not broken(may_play(at, side, "place", None))
    china = done.event is None and at.china_card.holder == side and not broken(may_play(at, side, "place", CHINA_CARD))
    if card or china:
        by = {"card": CHINA_CARD} if not card else {"china_card": True} if china else {}
        found += [{**option, **by} for option in _operation_options(at, side)]
    if done.event is None:
        scoring = [c for c in (SCORING_CARDS if hand is None else hand.scoring) if not held_rulings(at, side, c)]
        cards = [card for card in scoring if at.turn >= SCORING_CARDS[card].first]
        found += [{"do": "score", "cards": cards}] if cards else []
        if hand is None or hand.cards > len(hand.scoring):
            found.append({"do": "event", "of": [side, "neutral", opponent(side)]})
    try:
        round_ruling(at, side)
    except IllegalAction:
        return found
    return [*found, {"do": "end-round"}]


def _operation_options(at: Position, side: Side) -> list[Answer]:
    def open_to(rulings: Callable[[Position, Side, Country], list[Ruling]]) -> list[str]:
        return [name for name, country in COUNTRIES.items() if not broken(rulings(at, side, country))]

    countries = {
        "place": list(reach(at.at_start, side)),
        "coup": open_to(coup_rulings),
        "realign": open_to(realignment_rulings),
    }
    found: list[Answer] = [{"do": kind, "countries": there} for kind, there in countries.items() if there]
    box = next_box(at, side)
    if box is not None and at.this_round.event is None and not broken(attempt_rulings(at, side, box.ops)):
        found.append({"do": "space", "box": box.name, "ops": f"{box.ops} or more"})
    return found


TRACKS = ("turn", "round", "phasing", "defcon", "vp", "military_operations", "space")


def show(at: Position) -> Answer:
    """The tracks, the hands as far as they are known, and who is to act."""
    known = [name for name in ("hands", "headlines") if getattr(at, name) is not None]
    held = [c for c in COUNTRIES.values() if c.name in at.influence]
    controlled = {side: [c for c in held if at.controller(c) == side] for side in SIDES}
    return {**{name: getattr(at, name) for name in (*TRACKS, "china_card", *known)}, "controlled": controlled}


def facts(at: Position) -> Answer:
    """What a record may expect of a position."""
    ending = over(at)
    return {
        **{name: getattr(at, name) for name in TRACKS},
        "influence": {name: at.at(name) for name in COUNTRIES},
        "controller": {name: at.controller(country) for name, country in COUNTRIES.items()},
        "over": ending is not None,
        "winner": None if ending is None else ending.winner,
    }
