"""A bot that knows nothing but lines of text, as it could be written in any language. See docs/bots.md.

python docs/examples/line_bot.py --connect 127.0.0.1 --code K7QM-2XPA --name Liner
"""

from __future__ import annotations

import subprocess
import sys

CLIENT = ("uno-lan", "play", "--plain", "--language", "en")
ASKED = "Now you can say: "
"""Begins the line that says what can be done; the best comes first."""


def answer(line: str) -> str:
    """What to type after a line of the client; empty: nothing."""
    if not line.startswith(ASKED):
        return ""
    ways = line.removeprefix(ASKED).rstrip().removesuffix(".").split(", ")
    first = ways[0]
    if first == "rematch":
        return "quit"  # one game is enough
    if first.split()[0] in ("say", "unready", "quit"):
        return ""  # it is for others to act
    # With the last card but one the call goes along.
    return f"{first} uno" if "uno" in ways and first[0].isupper() else first


def main(options: list[str]) -> int:
    """Play one game; the exit code is that of the client."""
    client = subprocess.Popen(
        [*CLIENT, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert client.stdin is not None and client.stdout is not None
    for words in ("verbosity high", "help"):
        print(words, file=client.stdin, flush=True)
    for line in client.stdout:
        print(line, end="", flush=True)
        if words := answer(line):
            print(words, file=client.stdin, flush=True)
    return client.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
