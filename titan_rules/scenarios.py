"""The catalogue of disputes: shipped scenarios, and your own."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from .digest.rows import digest
from .kernel import jsontext
from .kernel.errors import DocumentError, Fault, UnknownName
from .kernel.names import nearest
from .kernel.scenarios import Scenario, read_scenario

GAME = "titan"
"""The value of ``game`` in TITAN's scenarios."""


@frozen
class Dispute:
    """A scenario and where it is.

    :param chapter: its folder.
    :param path: its file.
    """

    chapter: str
    path: Path
    scenario: Scenario


def shipped_folder() -> Path:
    """Where the catalogue is: in the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / "data" / "scenarios"
    return installed if installed.is_dir() else package.parent / "scenarios"


def load(folder: Path) -> list[Dispute]:
    """Every case under a folder, by chapter and id.

    :raises DocumentError: a file is not a scenario or not named after its id, or an id is used twice.
    """
    if not folder.is_dir():
        raise DocumentError([Fault("no-folder", f"{folder} is not a folder")])
    cases = [_case(path) for path in sorted(folder.rglob("*.json"))]
    faults = list(_name_faults(cases))
    if faults:
        raise DocumentError(faults)
    return sorted(cases, key=lambda case: (case.chapter, _in_order(case.scenario.id)))


def _in_order(id: str) -> tuple[str, int, str]:
    rule, _, letter = id.rpartition(".")
    group, _, number = rule.rpartition("-")
    return group, int(number) if number.isdigit() else 0, letter


def _case(path: Path) -> Dispute:
    try:
        return Dispute(path.parent.name, path, read_scenario(jsontext.loads(jsontext.decode(path.read_bytes()))))
    except OSError as e:
        raise DocumentError([Fault("file", f"{path}: {e.strerror or e}")]) from None
    except DocumentError as e:
        faults = [Fault(f.code, f"{path.name}: {f.message}", f.pointer, f.line, f.hint) for f in e.faults]
        raise DocumentError(faults) from None


def _name_faults(cases: Iterable[Dispute]) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for case in cases:
        scenario, name = case.scenario, case.path.name
        if name != scenario.file_name:
            yield Fault("file-name", f"{name}: this case's file must be called {scenario.file_name}")
        if scenario.id in seen:
            yield Fault("duplicate-id", f"{name}: {seen[scenario.id]} already has the id {scenario.id}", "/id")
        seen[scenario.id] = name


def select(cases: Sequence[Dispute], wanted: Sequence[str]) -> list[Dispute]:
    """The cases meant by ids (``STRIKE-6.b``), rules (``STRIKE-6``), groups (``STRIKE``), chapters or games.

    :param wanted: empty means all.
    :raises UnknownName: a word matches no case.
    """
    if not wanted:
        return list(cases)
    chosen: list[Dispute] = []
    for word in wanted:
        fitting = [case for case in cases if word.casefold() in _handles(case)]
        if not fitting:
            known = sorted({handle for case in cases for handle in _handles(case)})
            raise UnknownName(
                Fault("unknown-scenario", f"no scenario is called {word[:60]!r}", hint=_hint(word.casefold(), known))
            )
        chosen += [case for case in fitting if case not in chosen]
    return chosen


def _handles(case: Dispute) -> set[str]:
    scenario = case.scenario
    names = (scenario.id, scenario.rule, scenario.rule.rpartition("-")[0], case.chapter, scenario.game)
    return {name.casefold() for name in (*names, case.path.stem)}


def _hint(word: str, known: Sequence[str]) -> str:
    return nearest(word, known) or "titan scenario list shows them all"


@frozen
class RuleCoverage:
    """One rule of a digest and the cases that rest on it.

    :param cases: their ids.
    :param illegal: how many of them expect an illegal verdict.
    """

    rule: str
    illegal: int
    cases: tuple[str, ...]


def coverage(cases: Sequence[Dispute]) -> list[RuleCoverage]:
    """Every rule of TITAN's digest with its cases."""
    scenarios = [case.scenario for case in cases if case.scenario.game == GAME]
    return [_row(rule, [each for each in scenarios if rule in each.rules]) for rule in digest().rules]


def _row(rule: str, covering: Sequence[Scenario]) -> RuleCoverage:
    return RuleCoverage(rule, sum(each.illegal for each in covering), tuple(each.id for each in covering))
