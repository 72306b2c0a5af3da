"""Fixtures of the attack tests."""

from tests.attacks.harness import court

__all__ = ["court"]
