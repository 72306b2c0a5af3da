"""The package: what it offers, and that it stands alone."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import pytest

import protocol

MODULES = [info.name for info in pkgutil.walk_packages(protocol.__path__, "protocol.")]


@pytest.mark.parametrize("name", ["protocol", "protocol.messages", "protocol.handshake"])
def test_all_is_sorted_and_there(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__all__ == sorted(module.__all__, key=lambda n: (not n.isupper(), n[0].islower(), n))
    assert all(hasattr(module, public) for public in module.__all__)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_is(name: str) -> None:
    doc = importlib.import_module(name).__doc__
    assert doc is not None
    assert doc.splitlines()[0].endswith((".", ":", ","))


def test_it_imports_nothing_of_ours_and_no_io() -> None:
    code = (
        "import sys, importlib\n"
        f"for name in {MODULES!r}: importlib.import_module(name)\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {
        "uno_lan",
        "tui",
        "asyncio",
        "socket",
        "ssl",
        "secrets",
        "random",
        "textual",
        "zeroconf",
    } & set(loaded)
    assert "cryptography" not in loaded, "only signing and scrypt need it, when they are used"
