from __future__ import annotations

import errno
import os

import pytest

from uno_lan.discovery import trouble
from uno_lan.discovery.interfaces import LOOPBACK, OwnAddress
from uno_lan.discovery.selection import NoMulticast, Selection, working

OWN = (OwnAddress("192.168.1.7", 24, "wlan0"), OwnAddress("172.17.0.1", 16, "docker0"))


def failure(code: int) -> OSError:
    return OSError(code, os.strerror(code))


@pytest.mark.parametrize(
    ("error", "platform", "said"),
    [
        (failure(65), "darwin", "Local Network"),
        (failure(errno.EHOSTUNREACH), "linux", "in no network"),
        (failure(errno.EADDRINUSE), "linux", "disallow-other-stacks=no"),
        (failure(errno.EPERM), "linux", "firewall"),
        (failure(errno.ENETUNREACH), "linux", "in no network"),
        (failure(errno.EMFILE), "linux", "this program has too many files open"),
        (RuntimeError("No interfaces to listen on"), "linux", "No interfaces"),
        (RuntimeError(), "linux", "RuntimeError"),
    ],
)
def test_the_reason_says_what_to_do(error: BaseException, platform: str, said: str) -> None:
    assert said in trouble.reason(error, platform)


def test_loopback_can_send() -> None:
    assert trouble.usable((LOOPBACK,)) == ((LOOPBACK,), None)


def fail_on(monkeypatch: pytest.MonkeyPatch, code: int, *addresses: str) -> None:
    monkeypatch.setattr(trouble, "send_error", lambda ip: failure(code) if ip in addresses else None)


def test_an_adapter_that_cannot_send_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_on(monkeypatch, errno.ENETDOWN, "172.17.0.1")
    assert working(Selection(), OWN) == ["192.168.1.7", LOOPBACK]


def test_no_adapter_that_can_send_is_trouble_though_loopback_could(monkeypatch: pytest.MonkeyPatch) -> None:
    fail_on(monkeypatch, errno.EPERM, "192.168.1.7", "172.17.0.1")
    with pytest.raises(NoMulticast, match="firewall"):
        working(Selection(), OWN)
    assert working(Selection(local=True), OWN) == [LOOPBACK]


def test_an_absent_interface_is_trouble() -> None:
    with pytest.raises(NoMulticast, match="no interface eth9"):
        working(Selection(("eth9",)), OWN)
