"""A player's end of a table: the link (`link`), the verified state (`session`), both together (`player`).

Nothing is imported here: a lobby that only asks for a status must not load the rules.
"""
