"""The port outlives a lack of descriptors."""

import errno

import pytest

from gateway.server import _Listener


class Failing:
    def __init__(self, *outcomes: object) -> None:
        self.outcomes = list(outcomes)

    def accept(self) -> object:
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def test_accepting_goes_on_when_descriptors_run_out_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.server.eventlet.sleep", lambda _s: None)
    listener = _Listener(Failing(OSError(errno.EMFILE, "too many"), OSError(errno.ECONNABORTED, "gone"), "client"))
    assert listener.accept() == "client"


def test_a_closed_port_ends_accepting() -> None:
    with pytest.raises(OSError, match="closed"):
        _Listener(Failing(OSError(errno.EBADF, "closed"))).accept()
