"""The private servers that tests, load runs and chaos runs stand on: one door to both."""

from tests.support.postgres import PostgresServer, find_postgres
from tests.support.rabbit import RabbitServer, find_rabbitmq
from tests.support.server import Server, ServerFailed, wait_until

__all__ = [
    "PostgresServer",
    "RabbitServer",
    "Server",
    "ServerFailed",
    "find_postgres",
    "find_rabbitmq",
    "wait_until",
]
