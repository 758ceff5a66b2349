"""Every document of a possible position is read, written and read again, byte for byte."""

import json
from typing import Any

import pytest
from hypothesis import given
from jsonschema_rs import Draft202012Validator, meta

from positions import documents, games
from titan_rules import schemas
from titan_rules.kernel import jsontext
from titan_rules.kernel.evolving import evolve
from titan_rules.position.documents import FORMAT, complete_game
from titan_rules.position.game import Game
from titan_rules.position.stock import elsewhere

VALIDATORS = {name: Draft202012Validator(schemas.schema_of(name)) for name in FORMAT.kinds}


@given(documents)
def test_round_trip_byte_for_byte(document: Any) -> None:
    assert FORMAT.validate(document) == []
    complete = FORMAT.complete(document)
    text = FORMAT.dumps(complete)
    assert FORMAT.loads(text) == complete
    assert FORMAT.dumps(FORMAT.loads(text)) == text
    assert jsontext.pretty(json.loads(text)) == text


@given(documents)
def test_nothing_is_lost_that_the_document_says(document: Any) -> None:
    again = FORMAT.parse(FORMAT.to_json(document)).unchecked
    assert again == document


@given(documents)
def test_what_is_written_fits_its_schema(document: Any) -> None:
    for one in (document, FORMAT.complete(document)):
        data = FORMAT.to_json(one)
        VALIDATORS[data["kind"]].validate(data)


@given(games)
def test_completion_fills_markers_and_stock_and_conserves_the_box(game: Game) -> None:
    players = tuple([evolve(player, markers=None) for player in game.players])
    game = evolve(game, players=players, caretaker=None)
    complete = complete_game(game)
    assert set(complete.caretaker) == set(game.the_box.full_stock)
    away = elsewhere(game)
    for name, count in complete.caretaker.items():
        assert count + away[name] == game.the_box.full_stock[name]
    held = [m for player in complete.players for m in player.free_markers]
    used = [legion.legion for _, legion in complete.legions()]
    assert len(held + used) == len({*held, *used})
    assert all(player.markers is not None for player in complete.players)
    assert complete_game(complete) == complete


@pytest.mark.parametrize("kind", schemas.kinds().names)
def test_every_kind_has_a_valid_schema(kind: str) -> None:
    schema = schemas.schema_of(kind)
    meta.validate(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
