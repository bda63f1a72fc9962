"""A lobby and the service of its players' browsers."""

from collections.abc import Iterator

import pytest

from tests.lobby.local_lobby import LocalLobby
from tests.lobby.push.sending import Pushed
from tests.support.push_service import Answer, PushService, push_service


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with push_service(tmp_path_factory.mktemp("push")) as service:
        yield service


@pytest.fixture
def pushed(lobby: LocalLobby, running_service: PushService) -> Pushed:
    running_service.taken.clear()
    running_service.answer = lambda _path: Answer()
    return Pushed(lobby, running_service)
