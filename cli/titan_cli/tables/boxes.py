"""A box for people to read."""

from titan_rules.answers.boxes import BoxContents, CharacterInBox, TerrainInBox
from titan_rules.kernel.wording import nouns


def contents(box: BoxContents) -> str:
    """What is in a box; a star marks what is not as in the standard box."""
    towers = ", ".join(map(str, box.towers))
    lines = [
        f"{box.name}: {box.about}",
        f"{box.least} to {box.most} players, {box.lands} lands, Towers {towers}",
        f"Each begins with {', '.join(box.starting)}",
        f"A Titan has Power-factor {box.titan_power}, one more for each {box.titan_step} points,"
        f" and teleports from {box.teleport_score} points on",
        "",
        "Characters (* differs from standard; F flies, R rangestrikes, M magic missiles, S can be summoned)",
        *map(_character, box.characters),
    ]
    if box.gone:
        lines += ["", f"Not in this box: {', '.join(box.gone)}"]
    return "\n".join([*lines, "", "Mustering", *map(_terrain, box.terrains)])


def _character(c: CharacterInBox) -> str:
    star = "*" if c.differs else " "
    natives = f"  native to {', '.join(c.native_to)}" if c.native_to else ""
    return f"{star} {c.name:20} {c.power:>2}-{c.skill} {c.marks:3} {c.rank:9} {c.count:>3}{natives}".rstrip()


def _terrain(t: TerrainInBox) -> str:
    star = "*" if t.differs else " "
    rows = [f"{m.muster} ({' or '.join(m.by)})" if m.by else f"{m.muster} (any Legion)" for m in t.musters]
    return f"{star} {t.name}, {t.lands} {nouns('land', t.lands)}: {'; '.join(rows)}"
