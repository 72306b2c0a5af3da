"""A table, links and players under a virtual clock, with everything that can go wrong."""
