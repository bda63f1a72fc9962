"""Bot accounts over REST (services/lobby/RULES.md §13)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import bots
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

LINE = bots.BotLine(account="bot.1", name="bot.deep", games=["tavli"], made_at_ms=1, games_today=0)


def test_a_bot_is_made_listed_and_closed() -> None:
    listed = bots.Bots(bots=[LINE], bots_max=3, games_day_max=200)
    site = Site(services(MakeBot=LINE, ListBots=listed, CloseBot=Done()))
    answer = site.client.post("/api/me/bots", headers=BEARER, json={"name": "deep", "games": ["tavli"]})
    assert (answer.status_code, answer.json["name"]) == (201, "bot.deep")
    assert site.client.get("/api/me/bots", headers=BEARER).json["bots"][0]["account"] == "bot.1"
    assert site.client.delete("/api/me/bots/bot.1", headers=BEARER).status_code == 200
    assert site.rpc.requests(bots.CloseBot)[0].bot == "bot.1"
