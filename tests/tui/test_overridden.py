"""Methods that a base of screens or widgets leaves to its kinds: every kind that is shown has its own."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import tui


def is_left_open(method: object) -> bool:
    """Does it only say that somebody else has to do it?"""
    return inspect.isfunction(method) and method.__code__.co_names == ("NotImplementedError",)


def kinds(base: type) -> list[type]:
    """All classes of ours below one."""
    subclasses: list[type] = type.__subclasses__(base)
    below = [kind for kind in subclasses if kind.__module__.startswith("tui.")]
    return [*below, *(deeper for kind in below for deeper in kinds(kind))]


def ours() -> list[type]:
    """All classes of the screens."""
    modules = [importlib.import_module(m.name) for m in pkgutil.walk_packages(tui.__path__, "tui.")]
    classes = {c for module in modules for c in vars(module).values() if inspect.isclass(c)}
    return sorted((c for c in classes if c.__module__.startswith("tui.")), key=lambda c: c.__qualname__)


OPEN = [(c, name) for c in ours() for name, method in vars(c).items() if is_left_open(method)]


@pytest.mark.parametrize(("base", "name"), OPEN, ids=[f"{c.__name__}.{name}" for c, name in OPEN])
def test_every_kind_has_its_own(base: type, name: str) -> None:
    last = [kind for kind in kinds(base) if not kinds(kind)]
    assert last, "nobody needs it"
    for kind in last:
        assert not is_left_open(inspect.getattr_static(kind, name)), f"{kind.__qualname__} has no {name}"


def test_there_are_some() -> None:
    assert len(OPEN) >= 5
