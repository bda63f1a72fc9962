"""Schemas that authors of clients are served (services/tables/RULES.md §18)."""

import json
from itertools import islice
from typing import Any

import jsonschema
import msgspec
import pytest

from games.api import PLATFORM_OPTIONS, Decide, Left
from services.contracts.tables.game_schemas import GameSchema, GetGameSchema
from services.kernel.refusal import Refusal
from services.tables.catalogue.game_schemas import get_game_schema, schema_of
from tests.games import seeded_matches
from tests.games.seeded_matches import Case, any_legal, bot_move, match

FIRST_OF_EACH = list({case.game.id: case for case in seeded_matches.cases()}.values())
LOOKED_AT = 40


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("case", FIRST_OF_EACH, ids=lambda case: case.game.id)
def test_options_moves_views_and_events_of_a_match_fit_the_schema_of_their_game(case: Case) -> None:
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
        event = case.game.event(step.before, step.actor, step.action, step.after, 0)
        fits.validate({"event": plain(event)})


@pytest.mark.parametrize("case", FIRST_OF_EACH, ids=lambda case: case.game.id)
def test_what_no_organizer_chooses_and_unknown_moves_do_not_fit(case: Case) -> None:
    found = get_game_schema(GetGameSchema(game=case.game.id))
    assert isinstance(found, GameSchema)
    fits = jsonschema.Draft202012Validator(plain(found.schema))
    for name in PLATFORM_OPTIONS:
        assert not fits.is_valid({"options": {name: 1}})
    assert not fits.is_valid({"move": {"move": "no_such_move"}})


FAMILIES = {frozenset(case.game.event_types): case.game for case in seeded_matches.cases()}


@pytest.mark.parametrize("game", FAMILIES.values(), ids=lambda game: game.id)
def test_every_event_of_whole_matches_fits_the_schema_and_every_kind_occurs(game: Any) -> None:
    """For a player, for those who see all cards, and for spectators."""
    missing = set(game.event_types)
    for case in seeded_matches.cases():
        if case.game.event_types is not game.event_types:
            continue
        for choose in (any_legal, bot_move):
            for step in match(case, 0, choose):
                for viewer in (0, "open", "public"):
                    event = case.game.event(step.before, step.actor, step.action, step.after, viewer)
                    msgspec.convert(plain(event.data), game.event_types[event.kind], strict=True)
                    missing.discard(event.kind)
    assert missing <= {"left"}, "the seeded matches have no event of this kind"


@pytest.mark.parametrize(
    "case", [case for case in FIRST_OF_EACH if not case.game.house_banked], ids=lambda case: case.game.id
)
def test_the_departure_of_a_player_fits_the_schema_too(case: Case) -> None:
    schema = plain(schema_of(case.game.id))
    before = next(step.after for step in match(case, 0, any_legal) if isinstance(case.game.next(step.after), Decide))
    after = case.game.apply(before, None, Left(0))
    event = plain(case.game.event(before, None, Left(0), after, "public"))
    fits = jsonschema.Draft202012Validator(schema)
    fits.validate({"event": event})
    assert event["kind"] == "left"
    assert not fits.is_valid({"event": {**event, "kind": "no_such_kind"}})
    assert not fits.is_valid({"event": {**event, "data": {**event["data"], "no_such_field": 1}}})


def test_a_game_that_there_is_not_has_no_schema() -> None:
    assert get_game_schema(GetGameSchema(game="chess")) == Refusal("game_unknown")
