"""Writes the schemas of every kind of document and of answer into this folder."""

from ..kernel.jsontext import pretty
from . import path_of
from .making import SCHEMAS

for name, schema in SCHEMAS.items():
    path_of(name).write_text(pretty(schema()), encoding="utf-8")
