"""Tests reach nothing but this machine."""

import socket

import pytest
from pytest_socket import SocketConnectBlockedError


def test_the_world_is_out_of_reach() -> None:
    """Connecting to another host is refused before a packet leaves."""
    with (
        socket.socket() as client,
        pytest.warns(UserWarning, match="tried to use"),
        pytest.raises(SocketConnectBlockedError),
    ):
        client.connect(("192.0.2.1", 80))


def test_loopback_is_reachable() -> None:
    """A server of the test's own answers."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()
