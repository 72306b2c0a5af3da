"""The throw-away certificate and its context."""

from __future__ import annotations

import ssl
import tempfile
from pathlib import Path

import pytest

from uno_lan.host.certificate import server_tls


def test_each_process_has_its_own() -> None:
    one, two = server_tls(), server_tls()
    assert len(one.binding) == 32 and one.binding != two.binding


def test_only_tls_13_and_no_resumption() -> None:
    context = server_tls().context
    assert context.minimum_version is ssl.TLSVersion.TLSv1_3
    assert context.num_tickets == 0


def test_the_key_does_not_stay_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    server_tls()
    assert list(tmp_path.iterdir()) == []
