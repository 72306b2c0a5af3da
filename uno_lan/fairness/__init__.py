"""Joins the rules and the wire: ceremonies, the card ledger, the verifying client, the writing host, the audit."""
