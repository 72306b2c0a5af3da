"""Tests of finding tables."""
