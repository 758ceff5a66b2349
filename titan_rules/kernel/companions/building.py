"""A whole game from its parts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

from ..digest import Digest, Rule, load
from ..documents import Format, Kind
from ..errors import Fault
from ..rulesets import RulesetTable
from .answering import Companion
from .asking import Answer, Question, asked, question
from .faults import Known, field_faults
from .playing import Play, play_questions

NO_EXAMPLES: Mapping[str, str] = {}


def _nothing(_: Any) -> Sequence[Any]:
    return ()


def game(
    *,
    name: str,
    title: str,
    position: type[Any],
    about: str,
    rulesets: RulesetTable,
    rules: str | Mapping[str, str],
    play: Play[Any],
    new: Callable[[], Any],
    faults: Callable[[Any], Iterable[Fault]] = lambda position: (),
    known: Callable[[Any], Known] = lambda position: {},
    warnings: Callable[[Any], Sequence[Fault]] = _nothing,
    questions: Sequence[Question] = (),
    origin: Callable[[Rule], Mapping[str, Any]] = lambda rule: {},
    record: str = "replay",
    examples: Mapping[str, str] = NO_EXAMPLES,
) -> Companion:
    """A game with all that any game answers: ``check``, ``legal``, ``show``, ``replay``, ``explain``.

    :param name: its subcommand, and its documents' format.
    :param position: the frozen class of its positions; fields ``ruleset`` and ``options`` hold the readings.
    :param about: what a position is, in one line.
    :param new: a starting position, or its JSON.
    :param faults: what makes a position impossible beyond what its fields say.
    :param known: what a position defines itself, for the references in its fields.
    :param warnings: what is odd about a position, but not impossible.
    :param rules: the package with the digest (``digest.json``), or the text of each rule by its id.
    :param questions: its own; one named like a general one stands in its place.
    :param origin: what is known of where a rule comes from, besides the digest's sources.
    :param record: the kind of document that holds a position and actions.
    :param examples: of the general questions, the arguments of a call that works.
    """

    def digest() -> Digest:
        if isinstance(rules, str):
            return load(rules, "digest.json")
        return Digest({id: Rule(id, title, text, "") for id, text in rules.items()})

    def position_faults(found: Any) -> list[Fault]:
        own = rulesets.faults(found.ruleset, found.options)
        return [*own, *field_faults(found, known(found)), *faults(found)]

    format = Format(
        name, 1, (Kind("position", position, position_faults, about), play.kind(record, position, position_faults))
    )
    own = {q.name for q in questions}
    general = (
        *play_questions(play, format, record, examples),
        question(_explain(digest, rulesets, origin), examples.get("explain", next(iter(digest().rules))), ()),
    )

    def start() -> dict[str, Any]:
        found = new()
        return found if isinstance(found, dict) else format.to_json(found)

    listed = (*questions, *(q for q in general if q.name not in own))
    return Companion(name, title, format, rulesets, digest, listed, start, warnings, play)


def _explain(
    digest: Callable[[], Digest], rulesets: RulesetTable, origin: Callable[[Rule], Mapping[str, Any]]
) -> Callable[..., Answer]:
    def explain(_: None, rule: Annotated[str, asked("its id", required=True)]) -> Answer:
        """A rule: its text, where it is written, and its readings."""
        rules = digest()
        found = rules.rules[rules.names.canonical(rule)]
        readings = [
            {
                "option": option.name,
                "values": option.values,
                **{preset: values[option.name] for preset, values in rulesets.presets.items()},
                "about": option.about,
            }
            for option in rulesets.options.values()
            if found.id in option.rules
        ]
        answer = {"rule": found.id, "chapter": found.chapter, "text": found.text, "sources": found.sources}
        meaning = [f"{tag}: {text}" for tag, text in rules.sources_of(found).items()]
        return {**answer, **origin(found), "where": meaning, "readings": readings}

    return explain
