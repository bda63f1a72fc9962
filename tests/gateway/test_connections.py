"""Who is connected, whose connection it is, and who looks where: every index agrees with the others."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.ws.connections import Hall
from tests.gateway.fakes import greeted


def test_ids_begin_at_one_and_are_never_given_twice() -> None:
    hall = Hall()
    assert [hall.next_id() for _ in range(3)] == [1, 2, 3]


def test_connections_are_found_by_account_table_and_address() -> None:
    hall, ann, bob = Hall(), greeted(1, "a-ann"), greeted(2, "a-bob")
    for conn in (ann, bob):
        hall.enter(conn)
        hall.admit(conn)
    hall.watch(ann, "t-1")
    hall.watch(bob, "t-1")
    assert hall.of_account("a-ann") == [ann]
    assert set(hall.watchers("t-1")) == {ann, bob}
    assert hall.at_address("192.0.2.1") == 2
    assert len(hall) == 2


def test_who_leaves_is_found_nowhere() -> None:
    hall, ann = Hall(), greeted()
    hall.enter(ann)
    hall.admit(ann)
    hall.watch(ann, "t-1")
    hall.leave(ann)
    hall.leave(ann)
    assert hall.connections == {}
    assert hall.of_account("a-ann") == []
    assert hall.watchers("t-1") == []
    assert list(hall.tables()) == []
    assert hall.at_address("192.0.2.1") == 0


def test_a_socket_that_is_still_closing_counts_as_open() -> None:
    hall, ann = Hall(), greeted()
    hall.enter(ann)
    hall.leave(ann)
    assert hall.leaving == {ann}
    assert len(hall) == 1


def test_a_socket_that_is_gone_does_not_linger() -> None:
    hall, ann = Hall(), greeted()
    hall.enter(ann)
    ann.stream.abort()
    hall.leave(ann)
    assert len(hall) == 0


def test_only_greeted_connections_are_admitted() -> None:
    hall, ann, closed = Hall(), greeted(1), greeted(2)
    for conn in (ann, closed):
        hall.enter(conn)
    closed.close("gateway_stopping")
    assert hall.admitted() == [ann]


steps = st.lists(st.tuples(st.sampled_from(["watch", "unwatch", "leave"]), st.integers(0, 3), st.integers(0, 2)))


@given(steps)
@settings(max_examples=60)
def test_the_watchers_of_tables_are_exactly_the_connections_that_say_so(done: list[tuple[str, int, int]]) -> None:
    hall, conns = Hall(), [greeted(n, f"a-{n % 2}") for n in range(4)]
    for conn in conns:
        hall.enter(conn)
        hall.admit(conn)
    for what, number, table in done:
        conn = conns[number]
        if what == "leave":
            hall.leave(conn)
        elif conn.id in hall.connections:
            getattr(hall, what)(conn, f"t-{table}")
    for table in ("t-0", "t-1", "t-2"):
        here = {conn for conn in hall.connections.values() if table in conn.watching}
        assert set(hall.watchers(table)) == here
        assert (table in hall.tables()) == bool(here)
