"""Ranking's clock: what it does when a process starts (services/ranking/README.md)."""

from collections.abc import Callable
from types import SimpleNamespace

from services.platform.hosting.host import APP_KEY
from services.ranking import metrics
from services.ranking.service import App, BoardClock
from services.ranking.settings import RankingSettings

AT_ONCE = ("look_after_boards", "measure_boards", "award_badges", "look_after_quintiles", "check")


def first_round(**actions: Callable[[], None]) -> list[str]:
    """The names of what the clock does at once; it is stopped while it does the first thing."""
    clock, done = BoardClock(), list[str]()

    def doing(name: str) -> Callable[[], None]:
        def act() -> None:
            done.append(name)
            clock.stop()
            actions.get(name, lambda: None)()

        return act

    names = ("look_after_boards", "measure_boards", "award_badges", "look_after_quintiles", "check", "recount")
    app = SimpleNamespace(settings=RankingSettings(), **{name: doing(name) for name in names})
    app.clock_actions = lambda: App.clock_actions(app)  # type: ignore[arg-type]
    clock.setup()
    clock.container = SimpleNamespace(config={APP_KEY: app})
    clock._run()
    return done


def test_a_process_that_starts_reads_not_all_matches() -> None:
    assert first_round() == list(AT_ONCE)


def test_what_fails_is_counted_and_keeps_nothing_else_from_being_done() -> None:
    def fail() -> None:
        raise RuntimeError("the database is away")

    before = metrics.clock_failures._value.get()
    assert first_round(look_after_boards=fail) == list(AT_ONCE)
    assert metrics.clock_failures._value.get() == before + 1
