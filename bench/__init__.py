"""Benchmarks: what matters to players, each against a stated baseline measured in the same run.

Never part of the tests: a figure is read, not asserted. `make bench` runs all of them.
"""
