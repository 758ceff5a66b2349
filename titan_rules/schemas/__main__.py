"""Writes the schemas of every kind of document and of answer into this folder."""

from ..answers.kinds import ANSWERS, answer_schema
from ..kernel.jsontext import pretty
from ..kernel.scenarios import scenario_schema
from ..kernel.schema import schema_of
from ..position.documents import FORMAT
from . import path_of
from .records import orders_schema, replay_schema

for kind in FORMAT.kinds.values():
    path_of(kind.name).write_text(pretty(schema_of(FORMAT, kind)), encoding="utf-8")
path_of("scenario").write_text(pretty(scenario_schema()), encoding="utf-8")
path_of("replay").write_text(pretty(replay_schema()), encoding="utf-8")
path_of("battle-orders").write_text(pretty(orders_schema()), encoding="utf-8")
for name in ANSWERS:
    path_of(name).write_text(pretty(answer_schema(name)), encoding="utf-8")
