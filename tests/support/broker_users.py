"""A user for each process at a private broker, with the rights that it has in production."""

from urllib.parse import quote, urlsplit

from services.platform.broker.permissions import PROCESSES, permission, topic_permissions
from tests.support.rabbit import RabbitServer

PASSWORD = "secret"


def make_users(server: RabbitServer, vhost: str) -> dict[str, str]:
    """Process → its address of this virtual host. Users go with the server, their rights with the virtual host."""
    place = quote(vhost, safe="")
    for process in PROCESSES:
        user = user_of(vhost, process)
        server.manage("PUT", f"/api/users/{user}", {"password": PASSWORD, "tags": ""})
        server.manage("PUT", f"/api/permissions/{place}/{user}", permission(process)._asdict())
        for topic in topic_permissions(process):
            server.manage("PUT", f"/api/topic-permissions/{place}/{user}", topic._asdict())
    address = urlsplit(server.url(vhost))
    return {
        process: f"amqp://{user_of(vhost, process)}:{PASSWORD}@127.0.0.1:{address.port}{address.path}"
        for process in PROCESSES
    }


def remove_users(server: RabbitServer, vhost: str) -> None:
    """Forget them."""
    for process in PROCESSES:
        server.manage("DELETE", f"/api/users/{user_of(vhost, process)}")


def user_of(vhost: str, process: str) -> str:
    """The user of a process in a virtual host of the tests."""
    return f"{vhost}_{process}"
