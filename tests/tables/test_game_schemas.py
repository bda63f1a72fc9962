"""Schemas that authors of clients are served (services/tables/RULES.md §18)."""

import json
from itertools import islice
from typing import Any

import jsonschema
import msgspec
import pytest

from services.contracts.game_schemas import GameSchema, GetGameSchema
from services.kernel.refusal import Refusal
from services.tables.game_schemas import get_game_schema
from services.tables.games.api import PLATFORM_OPTIONS
from tests.games import seeded_matches
from tests.games.seeded_matches import Case, any_legal, match

FIRST_OF_EACH = list({case.game.id: case for case in seeded_matches.cases()}.values())
LOOKED_AT = 40


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("case", FIRST_OF_EACH, ids=lambda case: case.game.id)
def test_options_moves_and_views_of_a_match_fit_the_schema_of_their_game(case: Case) -> None:
    found = get_game_schema(GetGameSchema(game=case.game.id))
    assert isinstance(found, GameSchema)
    assert (found.game, found.rules) == (case.game.id, case.game.rules)
    schema = plain(found.schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    fits = jsonschema.Draft202012Validator(schema)
    fits.validate({"options": json.loads(case.options)})
    for step in islice(match(case, 0, any_legal), LOOKED_AT):
        if step.actor is not None:
            fits.validate({"move": plain(case.game.write(step.action))})
        fits.validate({"view": plain(case.game.view(step.after, 0))})


@pytest.mark.parametrize("case", FIRST_OF_EACH, ids=lambda case: case.game.id)
def test_what_no_organizer_chooses_and_unknown_moves_do_not_fit(case: Case) -> None:
    found = get_game_schema(GetGameSchema(game=case.game.id))
    assert isinstance(found, GameSchema)
    fits = jsonschema.Draft202012Validator(plain(found.schema))
    for name in PLATFORM_OPTIONS:
        assert not fits.is_valid({"options": {name: 1}})
    assert not fits.is_valid({"move": {"move": "no_such_move"}})


def test_a_game_that_there_is_not_has_no_schema() -> None:
    assert get_game_schema(GetGameSchema(game="chess")) == Refusal("game_unknown")
