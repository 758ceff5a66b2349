"""Cards: headlines, hands and action rounds, the China Card, and the events of cards used for Operations."""

from typing import cast

from ....kernel.errors import DocumentError, Fault
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import CHINA_CARD, DECKS, MAN_IN_EARTH_ORBIT, SPACE, Side, turns
from ..rules.china import OPERATIONS, china_ops, china_rulings, passed
from ..rules.control import target
from ..rules.headline import EventOf, Headline, choice_ruling, event_use, order
from ..rules.space import ability_holder
from ..rules.turn import plays_left, rounds, rounds_left
from ..state import Hand, Position
from ..unseen import unseen
from ..words import china_names, china_use_names, listed, scoring_names, side_of, the, use_names
from .common import Values, acting, final, told, verdict

HIGHEST_CARD = 4
"""The highest Operations value printed on a card."""


def answer_headline(position: Position, values: Values) -> Answer:
    """Which of two headlines is resolved first, and whether both may be chosen."""
    us, ussr = _headline("US", values["us_card"]), _headline("USSR", values["ussr_card"])
    choices = [choice_ruling(us), choice_ruling(ussr)]
    shown = _shown_first(position)
    if verdict(choices) == "illegal":
        return {"verdict": "illegal", "order": [], "rulings": told([*choices, *shown])}
    (first, second), ruling = order(us, ussr)
    both = legal("TS-HEAD-1", "both play a card, chosen in secret and revealed together")
    notes = [
        consequence("TS-HEAD-3", "only the events happen; starred cards then leave the game"),
        consequence(
            "TS-HEAD-4", "while a headline is resolved its owner is the phasing player, whoever carries it out"
        ),
    ]
    return {
        "verdict": "legal",
        "first": first.side,
        "order": [{"side": h.side, "card": h.card, "ops": h.ops, "phasing": h.side} for h in (first, second)],
        "rulings": told([both, *choices, ruling, *notes, *shown]),
    }


def _shown_first(position: Position) -> list[Ruling]:
    holder = ability_holder(position, MAN_IN_EARTH_ORBIT)
    if holder is None:
        return []
    sentence = "{who} has {name}: {ability}"
    box = SPACE[MAN_IN_EARTH_ORBIT]
    return [consequence("TS-SPC-5", sentence, who=the(holder), name=box.name, ability=box.ability)]


def _headline(side: Side, text: str) -> Headline:
    """A card typed as its Operations value, as ``NAME:3``, or as a scoring card or the China Card."""
    if china_names.find(text) is not None:
        return Headline(side, CHINA_CARD, 0)
    scoring = scoring_names.find(text)
    if scoring is not None:
        return Headline(side, scoring, 0)
    name, colon, value = text.rpartition(":")
    if not value.strip().isdecimal() or not 0 <= int(value) <= HIGHEST_CARD:
        hint = f"write its Operations value, 0 to {HIGHEST_CARD}, as 3 or as NAME:3; a scoring card by its name"
        raise DocumentError([Fault("unknown-card", f"no Operations value in {text[:60]!r}", hint=hint)])
    return Headline(side, name.strip() if colon else f"a card of {value.strip()}", int(value))


def answer_hand(position: Position, values: Values) -> Answer:
    """The hand and the action rounds of a side this turn, and whether its scoring cards can still be played."""
    side = acting(position, values)
    hand = _hand(position, side, values)
    row, all_rounds, left = turns(position.turn), rounds(position, side), rounds_left(position, side)
    plays = plays_left(position, side)
    answer: Answer = {
        "side": side,
        "turn": position.turn,
        "hand_size": row.hand,
        "rounds": all_rounds,
        "rounds_left": left,
        "plays_left": plays,
        "decks": [deck for deck, first in DECKS.items() if position.turn >= first],
    }
    rulings = [
        consequence(
            "TS-DEAL-1",
            "turn {turn}: dealt up to a hand of {size}; a held card counts, the China Card does not",
            turn=position.turn,
            size=row.hand,
        ),
        consequence("TS-DEAL-2", "the deck holds {decks}", decks=listed(answer["decks"])),
        _rounds_ruling(side, position, all_rounds, left),
    ]
    if hand is not None:
        found, more = _with_hand(position, side, hand, plays)
        answer |= found
        rulings += more
    return {**answer, "unseen_events": unseen("hand", position, side), "rulings": told(rulings)}


def _rounds_ruling(side: Side, position: Position, all_rounds: int, left: int) -> Ruling:
    station = " with the Space Station" if all_rounds > turns(position.turn).rounds else ""
    sentence = "{who} has {rounds} action rounds in turn {turn}" + station + ", {left} of them left"
    return consequence("TS-AR-1", sentence, who=the(side), rounds=all_rounds, turn=position.turn, left=left)


def _hand(position: Position, side: Side, values: Values) -> Hand | None:
    """The hand that was typed, or else the document's."""
    known = position.hand(side)
    scoring = tuple(scoring_names.canonical(name) for name in values["scoring"])
    if values["cards"] is None and not scoring:
        return known
    cards = values["cards"] if values["cards"] is not None else max(len(scoring), known.cards if known else 0)
    if len(scoring) > cards:
        raise DocumentError([Fault("too-many-cards", f"{len(scoring)} scoring cards do not fit in a hand of {cards}")])
    return Hand(cards, scoring or (known.scoring if known and values["cards"] is None else ()))


def _with_hand(position: Position, side: Side, hand: Hand, plays: int) -> tuple[Answer, list[Ruling]]:
    in_time, china = len(hand.scoring) <= plays, position.china_card
    rulings = [_hand_ruling(hand, plays)]
    answer: Answer = {"cards": hand.cards, "scoring": list(hand.scoring), "rounds_lost": max(0, plays - hand.cards)}
    if china.holder == side and china.face == "up" and hand.cards < plays:
        must = position.readings.china_card_alone == "must"
        answer["china_card"] = "must be played" if must else "may be played"
        answer["rounds_lost"] = max(0, answer["rounds_lost"] - 1) if must else answer["rounds_lost"]
        sentence = "with no other card left the China Card " + ("must be played" if must else "may be played or kept")
        rulings.append(consequence("TS-AR-2", sentence))
    answer["scoring_in_time"] = in_time
    answer["you_lose_if"] = _you_lose_if(hand, plays)
    if hand.scoring:
        rule = legal if in_time else illegal
        sentence = "{scoring} must be played this turn; {plays} cards can still be played"
        rulings.append(rule("TS-SC-1", sentence, scoring=listed(hand.scoring), plays=plays))
        rulings.append(consequence("TS-SC-2", "holding one after the last action round loses the game"))
    return answer, rulings


def _hand_ruling(hand: Hand, plays: int) -> Ruling:
    if hand.cards >= plays:
        sentence = "one card each round: {plays} of the {cards} cards will be played"
    else:
        sentence = "{cards} cards for {plays} plays: the last ones are lost"
    return consequence("TS-AR-2", sentence, cards=hand.cards, plays=plays)


def _you_lose_if(hand: Hand, plays: int) -> str | None:
    count = len(hand.scoring)
    if not count or hand.cards <= plays:
        return None
    spare = plays - count
    if spare < 0:
        return "the turn ends as it is: there are not enough plays left"
    if spare == 0:
        return "you play anything but a scoring card from now on"
    return f"you play more than {spare} other card{'s' if spare > 1 else ''} before the scoring cards"


def answer_china(position: Position, values: Values) -> Answer:
    """Whether a side may use the China Card, for how many Operations, and what becomes of it."""
    side, use = acting(position, values), china_use_names.canonical(values["use"])
    countries = [target(name) for name in values["country"]]
    if use == "handover":
        after, ruling = passed(position, by_event=True)
        return {"verdict": "legal", "ops": None, **_card_after(after), "rulings": told([ruling])}
    hand = position.hand(side)
    scoring = values["scoring"] if values["scoring"] is not None else len(hand.scoring) if hand else 0
    rulings = china_rulings(position, side, use, scoring, plays_left(position, side))
    if verdict(rulings) == "illegal":
        return {"verdict": "illegal", "side": side, "use": use, "ops": None, "rulings": told(rulings)}
    ops, ruling = china_ops(use, countries)
    after, given = passed(position)
    return {
        "verdict": "legal",
        "side": side,
        "use": use,
        "ops": ops,
        **_card_after(after),
        "rulings": told([*rulings, ruling, given]),
    }


def _card_after(position: Position) -> Answer:
    card = position.china_card
    return {"after": {"holder": card.holder, "face": card.face}, "final": final(position)}


def answer_event(position: Position, values: Values) -> Answer:
    """What happens to the event of a card that a side uses in some way."""
    side, use = acting(position, values), use_names.canonical(values["use"])
    owner: EventOf = "neutral"
    if values["owner"].casefold() != "neutral":
        owner = cast(EventOf, side_of(values["owner"]))
    found = event_use(side, owner, use, values["starred"])
    return {
        "verdict": "legal" if found.legal else "illegal",
        "side": side,
        "event_of": owner,
        "use": use,
        "event_happens": found.happens,
        "carried_out_by": found.by,
        "you_choose_the_order": found.order,
        "operations": found.legal and use in OPERATIONS,
        "rulings": told(found.rulings),
    }
