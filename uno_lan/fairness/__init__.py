"""Joins rules and wire: ceremonies, card ledger, verifying client, writing host, audit."""
