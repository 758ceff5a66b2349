"""Battles in free sentences: whatever is said has a role, and what can mean two things is not understood."""

import pytest

from titan_rules.sentences import heard

TOLD = [
    "My Ogre on D3 strikes his Lion on D4. We are in the Plains.",
    "Plains: Ogre D3 / Lion D4, Ogre rolls 6 5 4 2 1 1",
    "In the Woods my Centaur on D4 goes to C4; his Troll is on F4.",
    "Brush. Attacker: Cyclops on D3. Defender: Gargoyle on D2. The Cyclops strikes the Gargoyle with 665443221.",
    "plains first turn im the attacker from the right his ogre is on a2 my troll comes in at f2",
    "Plains: my Giant in C2 shot his Ogre in D4, 5 4 1, 2 hits",
    "strike(D3, D4) in Plains with Ogre on D3 and Lion on D4",
]


def question(*texts: str) -> tuple[str, str] | None:
    """The position and the action that are understood."""
    told = heard(texts).question
    return None if told is None else (told.position, told.action)


@pytest.mark.parametrize("sentence", TOLD)
@pytest.mark.parametrize(("word", "shown"), [("E5", "E5"), ("Griffon", "Griffon"), ("my Hydra on B5", "Hydra B5")])
def test_a_hex_or_a_name_more_is_in_the_answer_or_nothing_is_understood(sentence: str, word: str, shown: str) -> None:
    words = sentence.split()
    assert question(sentence) is not None
    for place in range(len(words) + 1):
        told = question(" ".join([*words[:place], word, *words[place:]]))
        on_the_way = word == "E5" and words[place - 1].lower() in ("to", "at")
        assert told is None or shown in " ".join(told) or on_the_way, words[:place]


@pytest.mark.parametrize("sentence", TOLD)
def test_nobody_is_put_into_two_hexes_and_no_two_into_one(sentence: str) -> None:
    told = question(sentence)
    assert told is not None
    places = [word for word in told[0].replace(",", "").split() if word[:1] in "ABCDEF" and word[1:].isdigit()]
    assert len(places) == len(set(places))


@pytest.mark.parametrize(
    ("sentence", "position", "action"),
    [
        (
            "can my gorgon fly over my own lion pls? plains c2 to c4 lion is on c3",
            "Plains: attacker Gorgon C2, Lion C3",
            "C2 to C4",
        ),
        (
            "Plains: Ogre D3 / Lion D4, Griffon E3. D3 strikes D4 at 5 carrying to E3",
            "Plains: Ogre D3 / Lion D4, Griffon E3",
            "D3 strikes D4 at 5 carrying E3 rest",
        ),
        (
            "my warlock (d1) vs his titan (d3), plains: magic missile",
            "Plains: Warlock D1 / Titan D3",
            "D1 shoots D3",
        ),
        ("brush gorgon b3 his ogre b1 shoot?", "Brush: Gorgon B3 / Ogre B1", "B3 shoots B1"),
        (
            "Plain. Enemy Lion is B3, my Angell is B2, he want fly to E4",
            "Plains: Angel B2 / Lion B3",
            "B2 to E4",
        ),
        (
            "Plains: his Dragon in C3 stood next to my Lion in C4 and rangestruck my Ogre in E3",
            "Plains: Dragon C3 / Lion C4, Ogre E3",
            "C3 shoots E3",
        ),
        (
            "Plains: I move my Ogre from D2 to D3 and my Centaur from E2 to E3, enemy Lion on D4",
            "Plains: Ogre D2, Centaur E2 / Lion D4",
            "D2 to D3; E2 to E3",
        ),
        (
            'Red: "my Minotaur in B3 shoots over my own Ogre in C3 at the Lion in D3". Plains, Red attacks.',
            "Plains: Minotaur B3, Ogre C3 / Lion D3",
            "B3 shoots D3",
        ),
        (
            "his ogre d4 killed my cyclops d3 in plains does my cyclops still strike back at the ogre",
            "Plains: Cyclops D3 9 hits / Ogre D4",
            "D3 strikes back at D4",
        ),
        (
            "Plains: Troll C3, his Ogres C4 (4 hits) and D4. Troll hits C4, 66542111, carries 1 to the other Ogre",
            "Plains: Troll C3 / Ogre C4 4 hits, Ogre D4",
            "C3 strikes C4 with 6 6 5 4 2 1 1 1 carrying D4:1",
        ),
        (
            "Plains: my Ogre D3, his Lion D4. My Ogre has already struck. May it strike the Lion?",
            "Plains: Ogre D3 struck / Lion D4",
            "D3 strikes D4",
        ),
        (
            "Plains: your Lion D4 strikes my Ogre D3. Can I strike back?",
            "Plains: Ogre D3 / Lion D4",
            "D3 strikes back at D4",
        ),
        (
            "Plains: my Ogre D3, his Lion D4. He rolls 5 dice and needs 3.",
            "Plains: Lion D4 / Ogre D3",
            "D4 strikes D3 needing 3 using 5",
        ),
        (
            "Plains: my Ogre D3, his Lion D4 dead. May my Ogre strike the dead Lion?",
            "Plains: Ogre D3 / Lion D4 5 hits",
            "D3 strikes D4",
        ),
        (
            "Does my Ogre have to be next to the Lion to hit it? Ogre D2, Lion D4, Plains, I want to hit it.",
            "Plains: Ogre D2 / Lion D4",
            "D2 strikes D4",
        ),
        (
            "Plains. Two Lions, C2 and E2, engage Troll D2. Lion C2 strikes first.",
            "Plains: Lion C2, Lion E2 / Troll D2",
            "C2 strikes D2",
        ),
        (
            "Plains turn 4, I defend, my Trolls D6 and E5, his Lion B1. I bring in a Ranger.",
            "Plains, turn 4: Lion B1 / Troll D6, Troll E5",
            "reinforce Ranger",
        ),
        ("Plains: your Lion on D4, my Ogre on D3. Can you strike me?", "Plains: Lion D4 / Ogre D3", "D4 strikes D3"),
        (
            "Tower battle turn 4, I defend, Ogre D4, enemy Troll A1. Reinforce with a Gargoyle?",
            "Tower, turn 4: Troll A1 / Ogre D4",
            "reinforce Gargoyle",
        ),
        (
            "His Lion on D4 in contact with my Ogre on D5 moves to C3. Plains.",
            "Plains: Lion D4 / Ogre D5",
            "D4 to C3",
        ),
        (
            "Plains: Lion D3 / Ogre D4, defender strikes",
            "Plains: Lion D3 / Ogre D4",
            "D4 strikes D3",
        ),
        (
            "Plains: Lion C3, Lion C4 both strike Troll D4",
            "Plains: Lion C3, Lion C4 / Troll D4",
            "C3 strikes D4; C4 strikes D4",
        ),
        (
            "Plains: my Ogre D3 already struck the Lion D4, can it strike again?",
            "Plains: Ogre D3 struck / Lion D4",
            "D3 strikes D4",
        ),
        (
            "It's his strike phase, may my Lion on D3 strike his Ogre on D4? Plains.",
            "Plains, defender's strike: Lion D3 / Ogre D4",
            "D3 strikes D4",
        ),
        (
            "Plains, Lion D3, Ogre D4. Attacker concedes in his own maneuver phase.",
            "Plains, attacker's maneuver: Lion D3 / Ogre D4",
            "attacker concedes",
        ),
        (
            "His Giant on D3 shoots my Troll on D6, Plains, but my Lion stands next to the Giant on D4.",
            "Plains: Giant D3 / Troll D6, Lion D4",
            "D3 shoots D6",
        ),
        (
            "Plains: Lion D3 stays, Ogre C3 moves to C4. His Troll is at E5.",
            "Plains: Lion D3, Ogre C3 / Troll E5",
            "C3 to C4",
        ),
        (
            "Plains: my Ogre D3, his Lion D4. I rolled three sixes, a five and two ones.",
            "Plains: Ogre D3 / Lion D4",
            "D3 strikes D4 with 6 6 6 5 1 1",
        ),
        (
            "Plains: my Cyclops D3 kills his Ogre (D4, 4 hits already) with 6 6 6 5 5 2 2 1 1.",
            "Plains: Cyclops D3 / Ogre D4 4 hits",
            "D3 strikes D4 with 6 6 6 5 5 2 2 1 1",
        ),
        (
            "Ann's Ranger in C2 shoots at Ben's Angel in C5, Plains. Ben says one cannot shoot at Lords.",
            "Plains: Ranger C2 / Angel C5",
            "C2 shoots C5",
        ),
        (
            "Plains: Ogre D3 / Lion D4. Ogre hits lion for two",
            "Plains: Ogre D3 / Lion D4",
            "D3 strikes D4",
        ),
    ],
)
def test_who_is_meant_by_a_name_a_pronoun_or_an_owner(sentence: str, position: str, action: str) -> None:
    assert question(sentence) == (position, action)


@pytest.mark.parametrize(
    "sentence",
    [
        "Plains: Ogre D3, Ogre E3, his Lion D4. The Ogre strikes the Lion.",
        "Plains. Ogre D3, Lion D4, Lion E3. Ogre rolls 6 5 4 3 2 1",
        "Plains: my Ogre on D3 and his Lion on D3. My Ogre strikes the Lion.",
        "Plains: my 3 Ogres on D3, his Lion on D4. An Ogre strikes the Lion.",
        "Plains and Woods: my Ogre on D3 strikes his Lion on D4.",
        "Plains: his Ranger D2 can't shoot my Lion D4.",
        "Plains: my Ogre D3, no Lion D4. Ogre moves to D2.",
        "Plains: my Ogre leaves D3. Lion D5.",
        "Plains: my Ogre D3 strikes nobody, his Lion D4.",
        "Plains: my Ogre D3 forgot to strike his Lion D4.",
        "Plains: none of my Ogres D3, E3 strikes Lion D4.",
        "Plains: my Ogre D3 isn't allowed to strike his Lion D4.",
        "Plains turn 4, my Ogre D3, his Lion D4. I bring in a Ranger.",
        "Plains: my Ogre D3 and his Lion D4 dead. Ogre moves to D5.",
        "Plains: my Angel carries my Ogre D3 to D5. Lion A1",
        "Plains: my Ogre D3, his Lion D4. I end, strike him.",
        "Plains: Ogre D3 / Lion D4. Ogre strikes Lion twice",
        "Plains: Ogre D3 with 2 hits / Lion D4 with one. Ogre strikes Lion",
        "Plains: my Lion D3, his Ogre D5. If his Ogre moves to D4, can my Lion strike it?",
        "Plains: Ranger C2 must rangestrike Ogre C4?",
        "Plains: Angel D3 strikes Ogre D4, the Ogre strikes back first",
        "Plains: my Lion on D3 is attacked by his Ogre on D4 and Troll on D2. Which do I strike first, the Ogre?",
    ],
)
def test_what_can_mean_two_things_is_not_understood(sentence: str) -> None:
    assert question(sentence) is None
