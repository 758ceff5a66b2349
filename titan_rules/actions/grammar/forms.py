"""How each action is written: the forms that tell what was not understood what would be."""

FORMS: dict[str, tuple[str, ...]] = {
    "tower": ("Ann tower 4", '"Ann Lee" tower'),
    "color": ("Ann color Black", "Ann color Black Bk03"),
    "split": ("Bk01/Bk02 Ang 2 Ogr Cen", "Bk01 splits into Bk02: Angel, Ogre, Ogre, Centaur"),
    "end-splits": ("end-splits",),
    "roll": ("roll 4", "roll"),
    "mulligan": ("mulligan 2",),
    "move": ("Bk02 P105", "Bk02 to 105 from the left", "Bk02 T300 tower-teleport Ang"),
    "recombine": ("Bk02 joins Bk01",),
    "end-moves": ("end-moves",),
    "engage": ("engage P105",),
    "end-engagements": ("end-engagements",),
    "flee": ("flee",),
    "stand": ("stand",),
    "propose": ("Red proposes attacker Ogr Cen, defender all",),
    "accept": ("Black accepts attacker nothing, defender all",),
    "no-more": ("Red no-more",),
    "concede": ("Red concedes",),
    "fight": ("Black fights",),
    "maneuver": ("Ogr D3-E4", "Ogre enters A3", "D3 to E4"),
    "end-maneuver": ("end-maneuver",),
    "strike": ("D3 strikes D4", "Ogre strikes Lion", "D3 strikes D4 at 5 using 4 with 6 5 1 2 carrying E3:1"),
    "end-strikes": ("end-strikes",),
    "attempt-concession": ("Red attempts to concede",),
    "accept-concession": ("Black accepts the concession",),
    "summon": ("summon Ang from Bk04", "summon Angel"),
    "no-summon": ("no-summon",),
    "reinforce": ("reinforce Ogr>Ogr", "reinforce Unicorn"),
    "no-reinforce": ("no-reinforce",),
    "acquire": ("acquire Ang", "acquire nothing"),
    "muster": ("Bk02 Cen,Cen>Lio", "Bk02 musters Lion with Centaur, Centaur"),
    "end-turn": ("end-turn",),
    "withdraw": ("Red withdraws",),
}
"""Examples of each action by its ``do``, the short text first."""

USUAL = ("move", "muster", "maneuver", "strike")
BY_PHASE: dict[str, tuple[str, ...]] = {
    "setup": ("tower", "color"),
    "commencement": ("split", "end-splits"),
    "movement": ("roll", "move", "end-moves"),
    "engagement": ("engage", "flee", "propose", "summon", "acquire"),
    "enlistment": ("muster", "end-turn"),
    "maneuver": ("maneuver", "end-maneuver"),
    "strike": ("strike", "end-strikes"),
    "strikeback": ("strike", "end-strikes"),
}
"""What is told of a text that has the form of no action at all: by the phase, where it is known."""


def forms_of(*kinds: str) -> str:
    """The forms of one action, or the first form of several.

    >>> forms_of("engage"), forms_of("roll", "end-moves")
    ('as in: engage P105', 'as in: roll 4; end-moves')
    """
    shown = FORMS[kinds[0]] if len(kinds) == 1 else [FORMS[kind][0] for kind in kinds]
    return "as in: " + "; ".join(shown)
