"""Strangers at the doors of `make drill`: they guess passwords, register for chips, and open sockets."""

import contextlib
import json
import random
import socket
import threading
import time
import urllib.error
import urllib.request
from typing import Any

import websocket

from bench.drill.faults.actions import Repeated
from bench.processes.whole_platform import Platform
from bench.robots.accounts import post, register_players
from bench.robots.robots import Player
from bench.robots.wire import BEAT, PROTOCOL, Hello, pack

SOCKETS_MAX = 60
_DEAF = 12
"""More than a gateway may drop in five minutes."""
_FRAMES_PER_S = 15.0
"""Fewer than a gateway takes from one socket."""
_RECEIVE_BYTES = 2_304
"""The smallest receive buffer that Linux makes."""


class Guesses:
    """Somebody guesses passwords faster than one address may; many networks guess slowly; farmed accounts register."""

    def __init__(self, platform: Platform) -> None:
        """Not begun."""
        self._platform = platform
        self._url = platform.rest_urls[0]
        self._parts = (
            Repeated(lambda: self._guess(None), 0.05, threads=16),
            Repeated(lambda: self._guess(_stranger()), 0.4, threads=2),
            Repeated(lambda: register_players([self._url], 1), 4.0),
        )

    def begin(self) -> None:
        """From now on."""
        for part in self._parts:
            part.begin()

    def end(self) -> None:
        """No more."""
        for part in self._parts:
            part.end()

    def _guess(self, address: str | None) -> None:
        body = {"username": f"nobody-{time.time_ns()}", "password": "guessed"}
        if address is None:
            post(self._url, "/api/login", body)
            return
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        request = urllib.request.Request(self._url + "/api/login", json.dumps(body).encode(), headers)
        with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request, timeout=20):
            pass


def _stranger() -> str:
    """An address in a network that nobody has come from yet."""
    return ".".join(str(random.randint(1, 254)) for _ in range(4))


class FullGateway:
    """One gateway is nearly full of people; of the other, a dozen clients do not read what they are sent."""

    def __init__(self, platform: Platform) -> None:
        """Nobody yet."""
        self._crowd = Crowd(platform.gateway_urls[0])
        self._players = register_players(platform.rest_urls, _DEAF)
        self._url = platform.gateway_urls[1]
        self._leaving = threading.Event()

    def begin(self) -> None:
        """From now on."""
        self._leaving = threading.Event()
        self._crowd.come()
        for player in self._players:
            threading.Thread(target=self._stay_deaf, args=(player, self._leaving), daemon=True).start()

    def end(self) -> None:
        """All of them leave."""
        self._leaving.set()
        self._crowd.go()

    def _stay_deaf(self, player: Player, leaving: threading.Event) -> None:
        while not leaving.wait(0.5):
            with contextlib.suppress(OSError, websocket.WebSocketException):
                self._talk_without_listening(player, leaving)

    def _talk_without_listening(self, player: Player, leaving: threading.Event) -> None:
        """Until the gateway drops the socket."""
        options: Any = ((socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BYTES),)
        connection = websocket.create_connection(self._url, timeout=10, sockopt=options)
        try:
            connection.send(pack(Hello(token=player.token, protocol=PROTOCOL)).decode())
            while not leaving.wait(1 / _FRAMES_PER_S):
                connection.send(BEAT.decode())
        finally:
            connection.shutdown()


class Crowd:
    """People who open sockets until a gateway is nearly full, and come again when they are sent away."""

    def __init__(self, url: str) -> None:
        """Nobody yet."""
        self._url = url
        self._here: list[websocket.WebSocket] = []
        self._going = threading.Event()

    def come(self) -> None:
        """From now on the gateway is nine tenths full."""
        self._going.clear()
        threading.Thread(target=self._stay, daemon=True).start()

    def go(self) -> None:
        """All of them leave."""
        self._going.set()

    def _stay(self) -> None:
        while not self._going.wait(0.5):
            self._here = [each for each in self._here if _is_open(each)]
            while len(self._here) < 0.85 * SOCKETS_MAX and not self._going.is_set():
                try:
                    self._here.append(websocket.create_connection(self._url, timeout=5))
                except (OSError, websocket.WebSocketException):
                    break
        for each in self._here:
            each.close()
        self._here = []


def _is_open(connection: websocket.WebSocket) -> bool:
    connection.settimeout(0.001)
    try:
        return connection.recv() != ""
    except websocket.WebSocketTimeoutException:
        return True
    except (OSError, websocket.WebSocketException):
        return False
