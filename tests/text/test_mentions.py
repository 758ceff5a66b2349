"""Who, where and what a text says, each with the little word before it: the reading that actions are made of."""

import re

import pytest

from looping import for_each
from titan_rules.text.lexicon import Deed
from titan_rules.text.mentions import Mention, Mentions, What, mentions_of
from titan_rules.text.refusal import Unread
from titan_rules.text.words import words


def named(mention: Mention) -> str:
    """Who or what is mentioned, without what else is said of it."""
    return mention.value.name if isinstance(mention.value, Deed) else str(mention.value or "Legion")


def deed(mention: Mention) -> str:
    """A deed: *Ogre strikes*, *is hit by*, *end moves*."""
    said = f"{'is done ' if mention.passive else ''}{Deed(mention.value).name}"
    said = said if mention.subject is None else f"{named(mention.subject)} {said}"
    return said if mention.ends is None else f"{said} {mention.ends}"


def shown(mention: Mention) -> str:
    """A mention with all that is said of it: *with mine 2 Ogre D3 E3 3 hits*; an owner that is only likely is asked."""
    owner = mention.owner or (f"{mention.likely_owner}?" if mention.likely_owner else "")
    kinds = {What.NUMBER: "number", What.PERSON: "player", What.HEIGHT: "high", What.PARTED: "parts"}
    said = [
        mention.link.name.lower() if mention.link is not None else "",
        "and" if mention.joined else "",
        owner,
        str(mention.count) if mention.count != 1 else "",
        "some" if mention.plural else "",
        deed(mention) if mention.what is What.DEED else named(mention),
        kinds.get(mention.what, ""),
        *mention.hexes,
        f"{mention.hits} hits" if mention.hits else "",
        "off" if mention.off else "",
        mention.state.token.text if mention.state is not None else "",
        "" if mention.carry is None else f"carry {mention.carry or 'rest'}",
        "declared" if mention.declared else "",
    ]
    return " ".join(filter(None, said))


def read(typed: str, *, fought: bool) -> tuple[str, str]:
    """What is said once, with what is claimed; and who, where and what, sentence by sentence."""
    found = mentions_of(words(typed), fought)
    slots = [f"{slot.name.lower()} {value}" for slot, value in found.slots.items()]
    claims = [f"{word.token.text}!" for word in found.claims]
    clauses = range(max([mention.clause for mention in found.mentions], default=0) + 1)
    said = ["; ".join(shown(each) for each in found.mentions if each.clause == clause) for clause in clauses]
    return "; ".join([*slots, *claims]), ". ".join(said)


STRIKES = [
    (
        "my ogre d3 hits his lion on d4 with 665421",
        "dice (6, 6, 5, 4, 2, 1)",
        "mine Ogre D3; Ogre STRIKE; theirs Lion D4",
    ),
    ("D3 x D4 with 6, 5 and 1", "dice (6, 5, 1)", "D3; D3 STRIKE; D4"),
    (
        "D3 strikes D4 with 6-5-1 = 2 hits and the lion is dead",
        "dice (6, 5, 1); claimed_hits 2; dead!",
        "D3; D3 STRIKE; D4; and Lion",
    ),
    ("D3 strikes D4 with 6 5 1, 2 hits", "dice (6, 5, 1); claimed_hits 2", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 with 665 421", "dice (6, 6, 5, 4, 2, 1)", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4, 6 5", "dice (6, 5)", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 with 7 0 1", "dice (7, 0, 1)", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 with 66, 7", "dice (6, 6, 7)", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 with 4 dice", "dice_count 4", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 using 4 dice", "dice_count 4", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 using 4", "dice_count 4", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 with 6, 4 dice", "dice (6,); dice_count 4", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 dice 6 5 1", "dice (6, 5, 1)", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4 with nothing", "dice ()", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4, rolled 651", "dice (6, 5, 1)", "D3; D3 STRIKE; D4"),
    ("D3 strikes D4, I rolled 6 5 1", "dice (6, 5, 1)", "D3; D3 STRIKE; D4"),
    ("my ogre rolled: 6 5 1", "dice (6, 5, 1)", "mine Ogre; Ogre STRIKE"),
    ("D3 rolls 6 5 1 against D4", "dice (6, 5, 1)", "D3; D3 STRIKE; / parts; D4"),
    ("D3 strikes D4 at 5", "strike_number 5", "D3; D3 STRIKE; D4"),
    ("D3 shoots D4 at sn 5 with 6 6", "strike_number 5; dice (6, 6)", "D3; D3 SHOOT; D4"),
    ("D3 needs a 5 against D4", "needed 5", "D3; / parts; D4"),
    (
        "D3 strikes D4 declaring D4, E3 with 6 5 1 instead of 6 5 5 1",
        "dice (6, 5, 1); first_roll (6, 5, 5, 1)",
        "D3; D3 STRIKE; D4; D4 declared; E3 declared",
    ),
    (
        "D3 strikes D4 declaring the lion and the centaur with 6 5 1 instead of nothing",
        "dice (6, 5, 1); first_roll ()",
        "D3; D3 STRIKE; D4; Lion declared; and Centaur declared",
    ),
    ("the lion is hit by my ogre", "", "Lion; Lion is done STRIKE; by mine Ogre"),
    ("the lion is hitting my ogre", "", "Lion; Lion STRIKE; mine Ogre"),
    ("the ogre gets to hit the lion", "", "Ogre; Ogre STRIKE; Lion"),
    ("hits the lion with the ogre, with the troll", "", "STRIKE; Lion; with Ogre; with Troll"),
    ("with ogre and lion hits D4", "", "with Ogre; with and Lion; Lion STRIKE; D4"),
    ("both my ogres strike everything", "", "all; mine some Ogre; Ogre STRIKE; all"),
    ("D3 strikes back adjacent next to the lion", "back!; adjacent!; next!", "D3; D3 STRIKE; to Lion"),
]
"""A strike: who, whom, the dice in any form, and what is said of them."""
CARRIES = [
    (
        "my ogre hits the lion with 6 5 5, 2 to the centaur",
        "dice (6, 5, 5)",
        "mine Ogre; Ogre STRIKE; Lion; to Centaur carry 2",
    ),
    (
        "my ogre hits the lion with 6 5 5, carry 2 to E3",
        "dice (6, 5, 5)",
        "mine Ogre; Ogre STRIKE; Lion; to E3 carry 2",
    ),
    (
        "D3 hits D4 with 6 5 5, carries over 2 hits to E3, 1 hit over to E4",
        "dice (6, 5, 5)",
        "D3; D3 STRIKE; D4; to E3 carry 2; to E4 carry 1",
    ),
    ("D3 hits D4 with 6 5 5 carry E3:1 Lion E4:2", "dice (6, 5, 5)", "D3; D3 STRIKE; D4; E3 carry 1; Lion E4 carry 2"),
    ("D3 hits D4 with 6 5 5, the rest over to E3", "dice (6, 5, 5)", "D3; D3 STRIKE; D4; to E3 carry rest"),
    (
        "D3 hits D4 with 6 5 5, rest to the centaur and the troll",
        "dice (6, 5, 5)",
        "D3; D3 STRIKE; D4; to Centaur carry rest; to and Troll carry rest",
    ),
    (
        "D3 hits D4 with 6 5 5 carry 2 over to E3, 1 to E4 with troll",
        "dice (6, 5, 5)",
        "D3; D3 STRIKE; D4; to E3 carry 2; to E4 carry 1; with Troll carry rest",
    ),
]
"""Excess hits: so many, or the rest, and who takes them."""
SIDES = [
    ("2 ogres d3 c3 vs lion d4", "", "2 Ogre D3 C3; / parts; Lion D4"),
    ("2 ogres d3 vs lions d4 d5", "", "2 Ogre D3; / parts; some Lion D4; D5"),
    ("Attacker: Ogre D3, Troll E2 / Lion D4", "", "attacker Ogre D3; attacker Troll E2; / parts; Lion D4"),
    ("attacker (Ogre D3, Troll E2), defender (Lion D4)", "", "attacker Ogre D3; attacker Troll E2; defender Lion D4"),
    ("my Ogre D3, Troll E2 and the Lion D4; Lion E4", "", "mine Ogre D3; mine? Troll E2; and mine? Lion D4. Lion E4"),
    ("his Lion D4, Centaur, the Troll", "", "theirs Lion D4; theirs? Centaur; theirs? Troll"),
    ("my Ogre D3 Troll E2", "", "mine Ogre D3; mine? Troll E2"),
    (
        "my Ogre D3, his Lion D4 and Troll E4. and Lion D5",
        "",
        "mine Ogre D3; theirs Lion D4; and theirs? Troll E4. and theirs? Lion D5",
    ),
    ('Red\'s Ogre D3, "Ann" Lion D4', "", "Red Ogre D3; Ann Lion D4"),
    ("in the plains my Ogre D3. Lion D4", "terrain Plains", "mine Ogre D3. Lion D4"),
    ("I have an ogre in d3", "", "mine Ogre D3"),
    ("Ogre E3, E4 lion", "", "Ogre E3; E4; Lion"),
    ("2 ogre E3 and E4 lion", "", "2 Ogre E3; and E4; Lion"),
    ("ogre E3 and E4 lion", "", "Ogre E3; and E4; Lion"),
    ("2x ogre d3 c3 strikes", "", "2 Ogre D3 C3; Ogre STRIKE"),
    ("2 of ogre d3 strikes", "", "2 Ogre D3; Ogre STRIKE"),
    ("ogre x 2 d3 e3 strikes", "", "2 Ogre D3 E3; Ogre STRIKE"),
    ("ogre x d4", "", "Ogre; Ogre STRIKE; D4"),
    ("ogres on d3 c3", "", "some Ogre D3; C3"),
]
"""Who stands where, and whose they are: an owner holds for its list, and a title to the next side."""
DETAILS = [
    ("my Ogre (D3, 3 hits) strikes", "", "mine Ogre D3 3 hits; Ogre STRIKE"),
    ("my Ogre [D3] (3) strikes", "", "mine Ogre D3 3 hits; Ogre STRIKE"),
    ("my Ogre has 3 hits already on D3", "", "mine Ogre D3 3 hits"),
    ("my Ogre D3 slowed", "", "mine Ogre D3 slowed"),
    ("Titan D3 (score 400) strikes Lion", "", "Titan D3 score; Titan STRIKE; Lion"),
    ("Titan with 400 points D3", "", "Titan D3 400"),
    ("Ogre and Lion D3", "", "Ogre; and Lion D3"),
    ("Ogre off", "", "Ogre off"),
    ("Ogre with 3 hits off, Lion D4", "", "Ogre 3 hits off; Lion D4"),
]
"""What stands behind a name, in brackets or not: its hexes, its hits, its score, a flag."""
MANEUVERS = [
    ("D3-E4", "", "D3; to E4"),
    ("Ogre - D3", "", "Ogre; D3"),
    ("D3 - lion", "", "D3; Lion"),
    ("D3 to E4", "", "D3; to E4"),
    ("Ogre D3 - E4, Lion D4", "", "Ogre D3; to E4; Lion D4"),
    ("my ogre moves from D3 over D4 to E4", "", "mine Ogre; Ogre MOVE; from D3; over D4; to E4"),
    ("Ogre off-A3", "off!", "Ogre; to A3"),
    ("Ogre off to A3", "off!", "Ogre; to A3"),
    ("Ogre enters at A3", "", "Ogre; Ogre ENTER; at A3"),
    ("from the left", "entry_side left", ""),
]
"""A move in a battle, by its places."""
IN_BATTLES = [
    (
        "Plains, turn 3, attacker's maneuver: Ogre D3",
        "terrain Plains; turn 3; phase_owner attacker; phase maneuver",
        "Ogre D3",
    ),
    ("Plains battle: Ogre D3", "terrain Plains", "Ogre D3"),
    (
        "3rd turn, my strike phase: Ogre D3 strikes D4",
        "turn 3; phase_owner mine; phase strike",
        "Ogre D3; Ogre STRIKE; D4",
    ),
    (
        "second battle turn, defender's strikes: D4 strikes D3",
        "turn 2; phase_owner defender; phase strike",
        "D4; D4 STRIKE; D3",
    ),
    ("phase: strike, turn 2", "phase strike; turn 2", ""),
    ("attacker's strikes", "phase_owner attacker; phase strike", ""),
    ("my turn: D3 strikes D4", "phase_owner mine; phase turn", "D3; D3 STRIKE; D4"),
    ("I am in plains. D3 strikes D4", "terrain Plains", ". D3; D3 STRIKE; D4"),
    ("this turn D3 strikes D4", "", "D3; D3 STRIKE; D4"),
    ("turn 3, turn 3: D3 strikes D4", "turn 3", "D3; D3 STRIKE; D4"),
    ("defender's strikeback", "phase_owner defender; phase strikeback", ""),
    ("D4 strikeback D3", "strikeback!", "D4; D4 STRIKE; D3"),
    ("we fight in plains", "terrain Plains", "mine player; mine FIGHT"),
    ("hex D3 strikes hex D4 there", "", "D3; D3 STRIKE; D4"),
    ("he hits my ogre", "", "theirs player; theirs STRIKE; mine Ogre"),
    ("D3 hits it", "", "D3; D3 STRIKE; it"),
    ("it hits him", "", "it; it STRIKE; theirs player"),
    ("the ogre hits them", "", "Ogre; Ogre STRIKE; it"),
    ("the attacker strikes D4", "", "attacker player; attacker STRIKE; D4"),
    ("Red D3 strikes D4", "", "D3; Red player; Red STRIKE; D4"),
    ("I D3 strike D4", "", "D3; mine player; mine STRIKE; D4"),
    ('"O\'Brien" concedes', "", "O'Brien player; O'Brien CONCEDE"),
    ("D3 strikes D4? E3 strikes E4", "", "D3; D3 STRIKE; D4. E3; E3 STRIKE; E4"),
    ("D3 strikes D4; my ogre", "", "D3; D3 STRIKE; D4. mine Ogre"),
    ("end maneuver", "", "END maneuver"),
    ("end-strikes", "", "END end-strikes"),
    ("end of my turn", "", "mine END end-turn; mine player"),
    ("done with the attacker's strike phase", "", "attacker END strike; attacker player"),
]
"""The moment, and who acts."""
MOVES = [
    ("Bk02 to 105", "", "Bk02; to 105 number"),
    ("Bk02 moves to 105 from the left", "entry_side left", "Bk02; Bk02 MOVE; to 105 number"),
    ("Bk02 109-105", "", "Bk02; 109 number; to 105 number"),
    ("Bk02 off - 105", "off!", "Bk02; to 105 number"),
    ("from 109 to 105 over 106", "", "from 109 number; to 105 number; over 106 number"),
    ("Bk02 P105", "", "Bk02; 105"),
    ("Bk02 B3", "", "Bk02; 3"),
    ("Bk02 at 109 moves to Plains 105", "", "Bk02; at 109 number; 109 MOVE; to 105 number"),
    ("Bk02 Plains 105", "", "Bk02; terrain 105 number"),
    ("Bk02 moves to the Plains land", "terrain Plains", "Bk02; Bk02 MOVE"),
    ("in Plains 105 Lion", "terrain Plains", "105 Lion"),
    ("Bk02 moves to the land 105", "", "Bk02; Bk02 MOVE; to 105 number"),
    ("Bk02 from at 105", "", "Bk02; from 105 number"),
    ("Bk02 Titan teleports to 105", "how titan-teleport", "Bk02; Bk02 TELEPORT; to 105 number"),
    ("Bk02 moves to 105 by Titan teleport", "how titan-teleport", "Bk02; Bk02 MOVE; to 105 number"),
    ("Titan teleports to 105", "how titan-teleport", "TELEPORT; to 105 number"),
    ("my Titan teleports to 105", "", "mine Titan; Titan TELEPORT; to 105 number"),
    ("with the Titan teleports to 105", "", "with Titan; Titan TELEPORT; to 105 number"),
    (
        "Bk02 tower teleports to 105 revealing Angel",
        "how tower-teleport",
        "Bk02; Bk02 TELEPORT; to 105 number; reveal Angel",
    ),
    ("Bk02 moves by tower teleport to 105", "how tower-teleport", "Bk02; Bk02 MOVE; to 105 number"),
    (
        "Bk02 to 105 tower-teleport revealing Angel, Lion",
        "how tower-teleport",
        "Bk02; to 105 number; reveal Angel; reveal Lion",
    ),
    ("Bk02 to 105 normal revealing an Angel Lion", "how normal", "Bk02; to 105 number; reveal Angel; reveal Lion"),
    ("Bk02 to 105, Bk03 to 106; Bk04 to 107", "", "Bk02; to 105 number; Bk03; to 106 number. Bk04; to 107 number"),
    ("Bk02 moves back away", "back!; away!", "Bk02; Bk02 MOVE"),
    ("Red attacks Blue in 105", "", "Red player; Red STRIKE; Blue Legion; at 105 number"),
    ("Bk02 attacks Red in 105", "", "Bk02; Bk02 STRIKE; Red Legion; at 105 number"),
    ("Bk02 moves to Red's 105", "", "Bk02; Bk02 MOVE; to Red Legion; at 105 number"),
    ("Bk02 attacks me", "", "Bk02; Bk02 STRIKE; mine player"),
    ("in 105", "", "at 105 number"),
    ("there is a Legion in 105", "", "Legion; at 105 number"),
    ("where does Bk02 go", "", "Bk02; Bk02 MOVE"),
]
"""A move on the Masterboard: the Legion, its way, and how it goes."""
ROLLS = [
    ("I rolled a 4", "roll 4", ""),
    ("a 4", "roll 4", ""),
    ("a 7", "", "7 number"),
    ("a 6 to 105", "roll 6", "to 105 number"),
    ("to a 6", "", "to 6 number"),
    ("with a roll of 4 Bk02 moves to 105", "roll 4", "Bk02; Bk02 MOVE; to 105 number"),
    ("roll", "roll None", ""),
    ("rolls the die", "roll None", ""),
    ("die", "roll None", ""),
    ("mulligan 4", "", "MULLIGAN; 4 number"),
    ("roll 4, rolled 4", "roll 4", ""),
    ("my movement roll 4", "roll 4", ""),
    ("Bk02 to 105, with roll 4", "roll 4", "Bk02; to 105 number"),
]
"""The Movement Roll."""
LEGIONS = [
    ("Bk02 splits 2 Ogre and a Lion into Bk03", "", "Bk02; Bk02 SPLIT; 2 Ogre; and Lion; to Bk03"),
    ("Bk02 / Bk03 4", "", "Bk02; / parts; Bk03; 4 number"),
    ("Bk02 splits Bk03 with 4 pieces", "", "Bk02; Bk02 SPLIT; Bk03; 4 high"),
    ("Bk02 splits off 4 pieces", "off!; pieces!", "Bk02; Bk02 SPLIT; 4 number"),
    ("Bk02 splits off a Legion of 4", "off!", "Bk02; Bk02 SPLIT; Legion; of 4 number"),
    ("Bk02 7 high", "", "Bk02; 7 high"),
    ("Bk02 7 pieces high to 105", "", "Bk02; 7 high; to 105 number"),
    ("Bk02 with height 7", "", "Bk02; 7 high"),
    ("Bk02 4 Legion", "", "Bk02; 4 high"),
    ("my Bk02 Legion of 7", "", "mine Bk02; 7 high"),
    ("Bk02 musters Lion with Centaur, Centaur", "", "Bk02; Bk02 MUSTER; Lion; with Centaur; with Centaur"),
    ("Bk02 musters a Lion with Centaurs", "", "Bk02; Bk02 MUSTER; Lion; with some Centaur"),
    ("Bk02 Cen,Cen>Lio", "", "Bk02; Centaur; Centaur; to Lion"),
    ("Bk02 Cen/Lio", "", "Bk02; some Centaur; to Lion"),
    ("I want a Lion", "", "mine player; mine MUSTER; Lion"),
    ("I want 2 Lions", "", "mine player; mine MUSTER; 2 Lion"),
    ("I want to muster", "", "mine player; mine MUSTER"),
    ("I get to muster a Lion", "", "mine player; mine MUSTER; Lion"),
    ("2 Centaurs muster a Lion in Plains 105", "", "2 Centaur; Centaur MUSTER; Lion; at 105 number"),
    ("my Titan Legion moves to 105", "", "mine Titan; mine? Legion; Legion MOVE; to 105 number"),
    ("my Bk02, Bk03 and Legion", "", "mine Bk02; mine? Bk03; and mine? Legion"),
    ("Bk02 empty", "empty!", "Bk02"),
]
"""Splits, heights and musters."""
PLAYERS = [
    ("Red concedes", "", "Red player; Red CONCEDE"),
    ("the attacker concedes", "", "attacker player; attacker CONCEDE"),
    ("Red attempts to concede", "", "Red player; Red ATTEMPT; ATTEMPT CONCEDE"),
    ("Red proposes attacker all, defender nothing", "", "Red player; Red PROPOSE; attacker all; defender nothing"),
    (
        "Red proposes attacker Lion Lion, defender Ogre",
        "",
        "Red player; Red PROPOSE; attacker Lion; attacker? Lion; defender Ogre",
    ),
    ('"Ann" color Red', "", "Ann player; Ann TAKE_COLOR; Red player"),
    ("musters it", "", "MUSTER; it"),
    ("Red's movement phase", "phase_owner Red; phase movement", ""),
    ("my move phase: Bk02 to 105", "phase_owner mine; phase movement", "Bk02; to 105 number"),
    ("my move: Bk02 to 105", "phase_owner mine; phase movement", "Bk02; to 105 number"),
    ("my move, Bk02 to 105", "phase_owner mine; phase movement", "Bk02; to 105 number"),
    ("my move Bk02 to 105", "", "mine player; mine MOVE; Bk02; to 105 number"),
    ("I move Bk02 to 105", "", "mine player; mine MOVE; Bk02; to 105 number"),
    ("turn 4, my turn: Bk02 to 105", "turn 4; phase_owner mine; phase turn", "Bk02; to 105 number"),
    ("end-moves", "", "END end-moves"),
    ("end Red's moves", "", "Red END movement; Red player"),
    ("end red moves", "", "Red END movement; Red player"),
    ("I end my moves", "", "mine player; mine END movement"),
    ("Red ends his moves", "", "Red player; Red END movement"),
    ("end the turn", "", "END end-turn"),
    ("end the mustering phase", "", "END enlistment"),
    ("finish nothing", "", "END; nothing"),
    ("stop", "", "END"),
    ("score 400 Bk01 to 105", "score 400", "Bk01; to 105 number"),
    ("Bk01 400 points to 105", "score 400", "Bk01; to 105 number"),
    ("Titan (400 points) to 105", "", "Titan 400; to 105 number"),
    ("summons Angel from Bk04", "", "SUMMON; Angel; from Bk04"),
    ("acquires all", "", "ACQUIRE; all"),
    ("fight Red in 105", "", "FIGHT; Red Legion; at 105 number"),
]
"""Who acts, and the moment of a turn."""
BATTLE_REFUSED = [
    ("D3 strikes D4 with 6 5 5, the rest", "'rest' is taken by nobody"),
    ("D3 strikes D4 with 6 5 5, carry 2", "'2' is taken by nobody"),
    ("D3 strikes D4 with 6 5 5, carry 2. E4", "'2' is taken by nobody"),
    ("D3 strikes D4 with 6 5 1 instead of the lion", "'instead' has no place here"),
    ("D3 strikes D4 instead 6", "'instead' has no place here"),
    ("D3 strikes D4 with 6 5 1 = 2", "'=' has no place here"),
    ("D3 strikes D4 with 6 5 1 = lion hits", "'=' has no place here"),
    ("D3 strikes D4 with 6 5 1, 3 hits, 2 hits", "'2' is a second claimed hits"),
    ("D3 strikes D4 with 6 5, with 6 6", "'6' is a second dice"),
    ("D3 strikes D4 with 4 dice, 5 dice", "'5' is a second dice count"),
    ("D3 strikes D4 with 12 17", "'17' is no roll of dice"),
    ("at 5 D3 strikes D4", "'5' has no place here"),
    ("3 hits", "'3' is no roll of dice"),
    ("D3 strikes D4 3", "'3' has no place here"),
    ("3 D3", "'3' has no place here"),
    ("3 of D3", "'3' has no place here"),
    ("turn 3, turn 4", "'turn' is a second turn"),
    ("phase of D3", "'phase' has no place here"),
    ("phase: flee", "'flee' is no phase"),
    ("D3 out of", "'out of' leads nowhere"),
    ("Red. D3 strikes D4", "'Red' owns and does nothing here"),
    ("turn D3 strikes D4", "'turn' has no place here"),
    ("I rolled 6 5 1", "'6' has no place here"),
    ("roll", "'roll' has no place here"),
    ("D3 rolls", "'rolls' has no place here"),
    ("I am hit by the lion", "'hit' says not who does it"),
    ("my D3 strikes D4", "'my' owns and does nothing here"),
    ("Ann's strikes D4", '"Ann\'s" owns and does nothing here'),
    ("Red attacker strikes D4", "'attacker' is not needed: the attacker stands before the slash"),
    ("my attacker strikes", "'my' owns and does nothing here"),
    ("my. D3 strikes D4", "'my' owns and does nothing here"),
    ("my battle", "'my' owns and does nothing here"),
    ("hex strikes", "'hex' has no place here"),
    ("D3 strikes the dead lion over the wall", "'over' leads nowhere"),
    ("D3 strikes D4 with", "'with' leads nowhere"),
    ("D3 strikes D4 to. E3", "'to' leads nowhere"),
    ("D3 has to strike D4", "'has' to ... asks what must be done"),
    ("my", "'my' owns and does nothing here"),
    ("strike my", "'my' owns and does nothing here"),
    ("D3 frobnicate strikes D4 with", "'frobnicate' is not understood"),
    ("from left to right", "'right' is a second entry side"),
]
"""What a battle has no use for, or lacks."""
BOARD_REFUSED = [
    ("Bk02 D3", "'D3' is no hex, and land 3 is Brush"),
    ("Bk02 A1", "'A1' is a hex, and nobody fights"),
    ("Bk02 d9 to 105", "'d9' is not understood"),
    ("Bk02 moves to 105 by the left", "'by' leads nowhere"),
    ("Bk02 moves into the space", "'space' has no place here"),
    ("roll: 4", "'roll' has no place here"),
    ("roll die die", "'die' has no place here"),
    ("roll Lion", "'roll' has no place here"),
    ("roll 4 Lions", "'roll' has no place here"),
    ("roll 4 points", "'roll' has no place here"),
    ("roll 4, rolled 5", "'rolled' is a second roll"),
    ("Red rolled a 4", "'Red' owns and does nothing here"),
    ("my Legion of 7", "'my' owns and does nothing here"),
    ("Red's phase", "'phase' has no place here"),
    ("my flee phase", "'phase' has no place here"),
    ("Red's turn, Blue's turn", "'turn' is a second phase owner"),
    ("Red's movement roll 4", '"Red\'s" owns and does nothing here'),
    ("I end Red's moves", '"Red\'s" owns and does nothing here'),
    ("Bk02 has to move", "'has' to ... asks what must be done"),
    ("muster my", "'my' owns and does nothing here"),
    ("Bk02 splits 4 high", "'high' has no place here"),
    ("Bk02 4 high Lion", "'high' has no place here"),
    ("Ann's color Red", '"Ann\'s" owns and does nothing here'),
]
"""What the Masterboard has no use for, or lacks."""


@for_each(("typed", "slots", "mentions"), [*STRIKES, *CARRIES, *SIDES, *MANEUVERS, *IN_BATTLES, *DETAILS])
def test_what_is_said_of_a_battle(typed: str, slots: str, mentions: str) -> None:
    assert read(typed, fought=True) == (slots, mentions)


@for_each(("typed", "slots", "mentions"), [*MOVES, *ROLLS, *LEGIONS, *PLAYERS])
def test_what_is_said_of_the_masterboard(typed: str, slots: str, mentions: str) -> None:
    assert read(typed, fought=False) == (slots, mentions)


@for_each(("typed", "message"), BATTLE_REFUSED)
def test_what_has_no_use_in_a_battle(typed: str, message: str) -> None:
    with pytest.raises(Unread, match=f"^{re.escape(message)}$"):
        read(typed, fought=True)


@for_each(("typed", "message"), BOARD_REFUSED)
def test_what_has_no_use_on_the_masterboard(typed: str, message: str) -> None:
    with pytest.raises(Unread, match=f"^{re.escape(message)}$"):
        read(typed, fought=False)


def test_what_was_read_before_a_refusal_is_kept() -> None:
    with pytest.raises(Unread) as caught:
        mentions_of(words("my Ogre D3 strikes with"), fought=True)
    partial = caught.value.read
    assert isinstance(partial, Mentions)
    assert [(mention.value, mention.owner) for mention in partial.mentions] == [("Ogre", "mine"), (Deed.STRIKE, None)]


def test_each_mention_and_slot_keeps_its_words() -> None:
    said = words("turn 3, my Ogre (D3, 3 hits) strikes the Lion with 6 5 1")
    found = mentions_of(said, fought=True)
    texts = [" ".join(word.token.text for word in said[each.first : each.last]) for each in found.mentions]
    assert texts == ["Ogre ( D3 , 3 hits", "strikes", "Lion"]
    spans = {slot.name: " ".join(word.token.text for word in said[slice(*span)]) for slot, span in found.spans.items()}
    assert spans == {"TURN": "turn 3", "DICE": "6 5 1"}
