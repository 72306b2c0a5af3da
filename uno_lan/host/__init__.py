"""The table's end: its life-cycle without I/O (`table`), and the shell that serves it (`serve`).

Nothing is imported here: who needs the table alone must not load sockets and TLS, and the other way round.
"""
