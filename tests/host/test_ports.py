"""Which port a table gets."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from tests.ports import free_ports
from uno_lan.errors import UNAVAILABLE, CommandError
from uno_lan.host import ports
from uno_lan.host.ports import bind, port_of

HERE = ["127.0.0.1"]


@contextlib.contextmanager
def bound(*args: object, **kwargs: object) -> Iterator[int]:
    """Bind for the length of the block."""
    sockets = bind(*args, **kwargs)  # type: ignore[arg-type]
    try:
        yield port_of(sockets)
    finally:
        for sock in sockets:
            sock.close()


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> int:
    """A range of usual ports that is nobody else's."""
    port = free_ports(2)
    monkeypatch.setattr(ports, "DEFAULT_PORT", port)
    monkeypatch.setattr(ports, "PORTS", 2)
    return port


def test_the_usual_port_if_it_is_free(usual: int) -> None:
    with bound(HERE, None) as port:
        assert port == usual


def test_else_the_next_one_else_any(usual: int) -> None:
    with bound(HERE, None) as first, bound(HERE, None) as second, bound(HERE, None) as third:
        assert first == usual and second == usual + 1
        assert third not in (first, second)


def test_the_port_from_before_comes_first(usual: int) -> None:
    with bound(HERE, None) as first:
        pass
    with bound(HERE, None, first + 1) as again:
        assert again == first + 1
    with bound(HERE, None, first + 1) as once_more, bound(HERE, None, first + 1) as other:
        assert once_more == first + 1 and other == usual


def test_a_port_asked_for_is_that_one_or_none() -> None:
    with bound(HERE, None) as taken:
        with pytest.raises(CommandError) as caught:
            bind(HERE, taken)
        assert caught.value.exit_code == UNAVAILABLE
        assert str(taken) in caught.value.text and "in use" in caught.value.text


def test_several_addresses_share_one_port() -> None:
    sockets = bind(["127.0.0.1", "127.0.0.2"], None)
    assert len({sock.getsockname()[1] for sock in sockets}) == 1
    for sock in sockets:
        sock.close()


def test_an_address_that_is_not_ours_is_one_line() -> None:
    with pytest.raises(CommandError) as caught:
        bind(["192.0.2.1"], None)
    assert "\n" not in caught.value.text


def test_a_port_of_closed_connections_can_be_used_again() -> None:
    with bound(HERE, None) as port:
        pass
    with bound(HERE, port) as again:
        assert again == port
