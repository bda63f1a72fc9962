"""A short run of `make fuzz`: whatever comes from outside gets an answer or a code."""

import pytest

from bench.faults import fuzz

INPUTS = {"rest": 400, "cookies": 200}


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every refused notice would be a line of the log."""
    monkeypatch.setattr(
        "services.wallet.payments.providers.stripe_provider.log.warning", lambda *_, **__: None, raising=False
    )


@pytest.mark.parametrize("target", fuzz.targets(), ids=lambda target: target.name)
def test_no_input_breaks_what_reads_it(target: fuzz.Target) -> None:
    assert list(fuzz.run(target, INPUTS.get(target.name, 4_000), seed=1)) == []


def test_what_breaks_is_named_so_that_it_can_be_made_again() -> None:
    def break_down(_chance: object) -> None:
        raise KeyError("x")

    (line, _) = fuzz.run(fuzz.Target("broken", 1, break_down), 2, seed=7)
    assert line == "broken seed=7 input=0: KeyError: 'x'"
