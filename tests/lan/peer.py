"""What runs on the hosts of a test network: the real Advertiser or Browser, telling events as JSON lines.

Each event carries `t`, the monotonic clock, which on Linux is the same in all processes of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace

from uno_lan.discovery import Advert, Advertiser, Browser, FoundGame, tcp_probe
from uno_lan.lobby import probe as status_probe


def say(event: str, **more: object) -> None:
    """Write one event."""
    print(json.dumps({"event": event, "t": time.monotonic(), **more}), flush=True)


async def wait_for_end(on_line: dict[str, Callable[[str], None]]) -> None:
    """Until SIGTERM; lines from stdin call what is registered under their first word."""
    loop = asyncio.get_running_loop()
    end = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, end.set)
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)

    async def read() -> None:
        while line := await lines.readline():
            word, _, rest = line.decode().strip().partition(" ")
            on_line[word](rest)

    reading = asyncio.create_task(read())
    await end.wait()
    reading.cancel()


async def in_the_same_moment(line: str) -> None:
    """Wait as long as another one who is told the same (`start T`), and zeroconf no random while more."""
    random.randint = lambda a, b: a
    await asyncio.sleep(float(line.split()[1]) - time.monotonic())


async def advertise(args: argparse.Namespace) -> None:
    """A server that only listens, and is announced."""

    def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(greet, "0.0.0.0", args.port)
    port = server.sockets[0].getsockname()[1]
    say("listening", port=port)
    advert = Advert(
        id=args.id, name=args.name, port=port, key="K7QM2XPA0123456789", taken=1, seats=10, lock=True
    )
    advertiser = Advertiser(
        advert, look_every=args.look_every, on_warning=lambda text: say("warning", text=text)
    )
    if args.wait:
        await in_the_same_moment(await asyncio.to_thread(sys.stdin.readline))
    warning = await advertiser.start()
    say("started", warning=warning, addresses=advertiser.addresses)

    def seats(taken: str) -> None:
        say("told", taken=int(taken))
        advertiser.update(replace(advert, taken=int(taken)))

    async def announce() -> None:
        await advertiser.announced()
        say("announced", name=advertiser.name)

    announcing = asyncio.create_task(announce())
    await wait_for_end({"seats": seats})
    announcing.cancel()
    say("stopping")
    await advertiser.stop()
    server.close()
    say("stopped")


async def browse(args: argparse.Namespace) -> None:
    """A lobby without a screen."""

    def changed(games: tuple[FoundGame, ...]) -> None:
        say("games", games=[asdict(game) for game in games])

    browser = Browser(
        changed,
        probe=status_probe if args.status else tcp_probe,
        look_every=args.look_every,
        probe_every=args.probe_every,
        on_warning=lambda text: say("warning", text=text),
    )
    say("starting")
    warning = await browser.start()
    say("started", warning=warning, searched=browser.searched)
    await wait_for_end({})
    await browser.stop()
    say("stopped")


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["advertise", "browse"])
    parser.add_argument("--status", action="store_true", help="ask hosts for their signed status")
    parser.add_argument("--id", default="00112233aabbccdd")
    parser.add_argument("--name", default="Anna's table")
    parser.add_argument("--port", type=int, default=40444)
    parser.add_argument("--wait", action="store_true", help="begin when a line `start T` says, by t")
    parser.add_argument("--look-every", type=float, default=5.0)
    parser.add_argument("--probe-every", type=float, default=5.0)
    args = parser.parse_args()
    asyncio.run(advertise(args) if args.role == "advertise" else browse(args))


if __name__ == "__main__":
    main()
