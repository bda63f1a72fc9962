"""Who is connected, whose connection it is, and who looks where: every index agrees with the others."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.ws.connection.connections import Connections
from tests.gateway.fakes import greeted


def test_ids_begin_at_one_and_are_never_reused() -> None:
    connections = Connections()
    assert [connections.next_id() for _ in range(3)] == [1, 2, 3]


def test_connections_are_found_by_account_table_and_address() -> None:
    connections, ann, bob = Connections(), greeted(1, "a-ann"), greeted(2, "a-bob")
    for conn in (ann, bob):
        connections.enter(conn)
        connections.admit(conn)
    connections.watch(ann, "t-1")
    connections.watch(bob, "t-1")
    assert connections.of_account("a-ann") == [ann]
    assert set(connections.watchers("t-1")) == {ann, bob}
    assert connections.at_address("192.0.2.1") == 2
    assert len(connections) == 2


def test_a_closed_connection_is_found_nowhere() -> None:
    connections, ann = Connections(), greeted()
    connections.enter(ann)
    connections.admit(ann)
    connections.watch(ann, "t-1")
    connections.leave(ann)
    connections.leave(ann)
    assert connections.connections == {}
    assert connections.of_account("a-ann") == []
    assert connections.watchers("t-1") == []
    assert list(connections.tables()) == []
    assert connections.at_address("192.0.2.1") == 0


def test_a_socket_that_is_still_closing_counts_as_open() -> None:
    connections, ann = Connections(), greeted()
    connections.enter(ann)
    connections.leave(ann)
    assert connections.leaving == {ann}
    assert len(connections) == 1


def test_a_socket_that_is_gone_does_not_linger() -> None:
    connections, ann = Connections(), greeted()
    connections.enter(ann)
    ann.stream.abort()
    connections.leave(ann)
    assert len(connections) == 0


def test_only_greeted_connections_are_admitted() -> None:
    connections, ann, closed = Connections(), greeted(1), greeted(2)
    for conn in (ann, closed):
        connections.enter(conn)
    closed.close("gateway_stopping")
    assert connections.admitted() == [ann]


steps = st.lists(st.tuples(st.sampled_from(["watch", "unwatch", "leave"]), st.integers(0, 3), st.integers(0, 2)))


@given(steps)
@settings(max_examples=60)
def test_the_watchers_of_tables_are_exactly_the_connections_that_say_so(done: list[tuple[str, int, int]]) -> None:
    connections, conns = Connections(), [greeted(n, f"a-{n % 2}") for n in range(4)]
    for conn in conns:
        connections.enter(conn)
        connections.admit(conn)
    for what, number, table in done:
        conn = conns[number]
        if what == "leave":
            connections.leave(conn)
        elif conn.id in connections.connections:
            getattr(connections, what)(conn, f"t-{table}")
    for table in ("t-0", "t-1", "t-2"):
        here = {conn for conn in connections.connections.values() if table in conn.watching}
        assert set(connections.watchers(table)) == here
        assert (table in connections.tables()) == bool(here)
