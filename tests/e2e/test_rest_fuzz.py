"""What the OpenAPI document allows, and much that it forbids, is sent to a running house, which may answer only what
the document says: the statuses, the media types and the shapes, and never that it has failed."""

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from tests.e2e.house import House

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi import checks

EXAMPLES = 3
"""Of what is allowed and of what is not, for each operation."""
OPEN_DOORS = {
    "KAFENEIO_GATEWAY_ATTEMPTS_PER_MIN": "0",
    "KAFENEIO_GATEWAY_REQUESTS_PER_S": "0",
    "KAFENEIO_GATEWAY_STREAM_AGE_S": "0.1",
}
CHECKS = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A platform without limits of rates, whose streams end at once."""
    running = House(tmp_path_factory.mktemp("house"), OPEN_DOORS)
    try:
        yield running.open()
    finally:
        running.kill()


class Visitors:
    """Newcomers: what one has spoiled (a session ended, a password guessed too often) is not the next one's.

    To come costs the platform more than to ask: who has only read goes on reading.
    """

    def __init__(self, url: str) -> None:
        self.requests = requests.Session()
        self._url = url
        self._count = 0
        self._unspoiled: dict[str, str] = {}

    def header(self, *, reads: bool) -> dict[str, str]:
        """The session of one who has changed nothing so far. `reads`: nor will now."""
        headers = self._unspoiled or self._come()
        self._unspoiled = headers if reads else {}
        return headers

    def _come(self) -> dict[str, str]:
        self._count += 1
        body = {
            "username": f"visitor{self._count}",
            "email": f"visitor{self._count}@example.org",
            "password": "correct horse battery",
            "birth_date": "1990-12-31",
        }
        answer = self.requests.post(f"{self._url}/api/register", json=body, timeout=60)
        return {"Authorization": f"Bearer {answer.json()['token']}"}


def modes(operation: Any) -> list[GenerationMode]:
    """What to ask it. Nothing can be wrong where all that is said is any text in the path; to find that out takes
    schemathesis longer than all the rest."""
    said = (each.definition for each in operation.iter_parameters())
    free = all(each["in"] == "path" and each["schema"] == {"type": "string"} for each in said)
    return [GenerationMode.POSITIVE] if free and not operation.body else list(GenerationMode)


def knock(operation: Any, mode: GenerationMode, visitors: Visitors) -> set[int]:
    """Some requests of one operation, each answered as documented; the statuses."""
    headers, seen = visitors.header(reads=operation.method == "get"), set()

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        answer = case.call(headers=headers, session=visitors.requests, timeout=60)
        seen.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)
        assert answer.status_code != 500, answer.text

    ask()
    return seen


def test_the_platform_responds_as_documented_to_any_request(house: House) -> None:
    no_headers_of_its_own = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
    schema = schemathesis.openapi.from_url(f"{house.url}/api/openapi.json", config=no_headers_of_its_own)
    visitors, seen, wrong = Visitors(house.url), set(), []
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in modes(operation):
            try:
                seen |= knock(operation, mode, visitors)
            except Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE, operation.label  # nothing can be wrong with it
            except (AssertionError, BaseExceptionGroup) as error:
                wrong.append(f"{operation.label} ({mode.value}): {error!r}")
    assert wrong == []
    assert {200, 400, 404, 422} <= seen
