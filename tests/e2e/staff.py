"""Somebody who operates the platform: an account by REST, with a role that is given at the shell."""

import json
import urllib.request
from typing import Any

from tests.e2e.house import House
from tests.e2e.person import PASSWORD
from tests.support.commands import kafeneio


class Operator:
    """An operator with a session."""

    def __init__(self, house: House, name: str = "Olga") -> None:
        """Registers the account and gives it the role."""
        self.url = house.url
        self.name = name
        self._token = ""
        form = {"username": name, "email": f"{name.lower()}@example.org", "password": PASSWORD}
        self._token = self.ask("POST", "/api/register", form | {"birth_date": "1980-02-03"})["token"]
        give = ("roles", "give", name, "operator", "--by", "shell", "--reason", "operates the platform")
        (done,) = kafeneio({"KAFENEIO_VAR_DIR": str(house.folder / "var")}, give)
        assert done.code == 0, done.stderr

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request, decoded.

        Raises:
            urllib.error.HTTPError: it was refused.
        """
        headers = {"content-type": "application/json"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def order(self, order_id: str, operation: dict[str, Any]) -> None:
        """Place an order, which a service carries out soon after."""
        self.ask(
            "POST", "/api/operator/orders", {"id": order_id, "reason": "an end-to-end test", "operation": operation}
        )
