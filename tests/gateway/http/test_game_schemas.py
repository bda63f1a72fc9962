"""Schemas of games over REST."""

from services.contracts.tables.game_schemas import GameSchema
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import Site


def test_the_schema_of_a_game_is_public() -> None:
    found = GameSchema(game="tavli", rules=1, schema={"type": "object"})
    answer = Site(services(GetGameSchema=found)).client.get("/api/games/tavli/schema")
    assert (answer.status_code, answer.json) == (200, {"game": "tavli", "rules": 1, "schema": {"type": "object"}})
