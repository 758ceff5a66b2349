"""What may be done in a position, and what is seen of it."""

from collections.abc import Callable
from typing import Any

from ....kernel.companions.telling import broken, verdict
from ....kernel.errors import IllegalAction
from ....kernel.rulings import Ruling
from ..catalog import CHINA_CARD, COUNTRIES, DECKS, SCORING_CARDS, SIDES, Country, Side, opponent, turns
from ..state import Position
from .cards import card_of, held_rulings
from .control import controller
from .coup import coup_rulings
from .influence import reach
from .play import may_play, over, round_ruling
from .realignment import realignment_rulings
from .space import attempt_rulings, next_box


def options(at: Position) -> list[dict[str, Any]]:
    """What may be done now, by the kind of action."""
    side = at.phasing
    if over(at) is not None:
        return []
    if side is None:
        return [{"do": "end-turn"}] if at.round else [*_deals(at), *_headlines(at)]
    if not at.round:
        return _headline_options(at, side)
    return _round_options(at, side)


def _deals(at: Position) -> list[dict[str, Any]]:
    size = turns(at.turn).hand
    hands = {side: at.hand(side) for side in SIDES}
    new = {side: size - (hand.cards if hand is not None else 0) for side, hand in hands.items()}
    return [{"do": "deal", "cards": new}] if any(new.values()) else []


def _headlines(at: Position) -> list[dict[str, Any]]:
    """A headline each, but for a side that is known to hold no card before the deal."""
    empty = [side for side in SIDES if (hand := at.hand(side)) is not None and not hand.cards]
    return [] if empty else [{"do": "headline", "sides": list(SIDES)}]


def _headline_options(at: Position, side: Side) -> list[dict[str, Any]]:
    if at.headlines is None or at.this_round.used is not None:
        return [{"do": "end-round"}]
    card = card_of(side, at.headlines.of(side)).card
    return [{"do": "score", "card": card}] if card in SCORING_CARDS else [{"do": "event", "card": card}]


def _round_options(at: Position, side: Side) -> list[dict[str, Any]]:
    done, hand = at.this_round, at.hand(side)
    beside = {"do": "event", "of": opponent(side)}
    if done.owed:
        return [beside]
    if done.used is not None:
        unsure = done.event is None and done.used in ("place", "realign", "coup")
        return [{"do": "end-round", **({"first": [beside]} if unsure else {})}]
    found = list[dict[str, Any]]()
    card = not broken(may_play(at, side, "place", None))
    china = done.event is None and at.china_card.holder == side and not broken(may_play(at, side, "place", CHINA_CARD))
    if card or china:
        by = {"card": CHINA_CARD} if not card else {"china_card": True} if china else {}
        found += [{**option, **by} for option in _operation_options(at, side)]
    scoring = [c for c in (SCORING_CARDS if hand is None else hand.scoring) if not held_rulings(at, side, c)]
    if done.event is None:
        cards = [card for card in scoring if _in_deck(at, card)]
        found += [{"do": "score", "cards": cards}] if cards else []
        if hand is None or hand.cards > len(hand.scoring):
            found.append({"do": "event", "of": [side, "neutral", opponent(side)]})
    try:
        round_ruling(at, side)
    except IllegalAction:
        return found
    return [*found, {"do": "end-round"}]


def _in_deck(at: Position, card: str) -> bool:
    return at.turn >= DECKS[SCORING_CARDS[card].deck]


def _operation_options(at: Position, side: Side) -> list[dict[str, Any]]:
    def open_to(rulings: Callable[[Position, Side, Country], list[Ruling]]) -> list[str]:
        return [name for name, c in COUNTRIES.items() if verdict(rulings(at, side, c)) == "legal"]

    box = next_box(at, side)
    found: list[dict[str, Any]] = [
        {"do": "place", "countries": list(reach(at.at_start, side))},
        {"do": "coup", "countries": open_to(coup_rulings)},
        {"do": "realign", "countries": open_to(realignment_rulings)},
    ]
    found = [option for option in found if option["countries"]]
    if box is not None and at.this_round.event is None and not broken(attempt_rulings(at, side, box.ops)):
        found.append({"do": "space", "box": box.name, "ops": f"{box.ops} or more"})
    return found


def show(at: Position) -> dict[str, Any]:
    """The tracks, the hands as far as they are known, and who is to act."""
    out: dict[str, Any] = {name: getattr(at, name) for name in ("turn", "round", "phasing", "defcon", "vp")}
    out |= {name: getattr(at, name) for name in ("military_operations", "space", "china_card")}
    out |= {name: getattr(at, name) for name in ("hands", "headlines") if getattr(at, name) is not None}
    held = {c.name: at.at(c.name) for c in COUNTRIES.values() if c.name in at.influence}
    out["controlled"] = {side: [name for name in held if controller(at, name) == side] for side in SIDES}
    return out


def facts(at: Position) -> dict[str, Any]:
    """What a record may expect of a position: see :class:`..actions.Expected`."""
    ended = over(at)
    names = ("turn", "round", "phasing", "defcon", "vp", "military_operations", "space")
    return {
        **{name: getattr(at, name) for name in names},
        "influence": {name: at.at(name) for name in COUNTRIES},
        "controller": {name: controller(at, name) for name in COUNTRIES},
        "over": ended is not None,
        "winner": None if ended is None else ended.winner,
    }
