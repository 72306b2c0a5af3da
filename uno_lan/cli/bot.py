"""`uno-lan bot`: let a program of one's own play at a table."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import runpy
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from uno_lan.cli.options import seconds, whole
from uno_lan.cli.parser import add_command
from uno_lan.cli.ruleset import add_edition, add_rules, rules_of
from uno_lan.errors import NO, OK, UNAVAILABLE, USAGE, CommandError, one_line
from uno_lan.reasons import reason

if TYPE_CHECKING:
    from uno_lan.bots.policy import Policy
    from uno_lan.cli.parser import Subparsers
    from uno_lan.client.autoplay import Autoplay
    from uno_lan.client.model import Snapshot
    from uno_lan.client.player import Player
    from uno_lan.engine import Command

_MORE = """\
FILE is a Python file with a function choose(view, rules, random) that gives the move of its seat; an example
is in docs/bots.md. Without FILE the built-in bot plays. It sees what a person in its seat would see.

With --connect it takes a seat at a table like any guest: with a key, a name and the table's code. Without,
it plays against built-in bots on the spot, and what it did against the rules is counted.

examples:
  uno-lan bot my_bot.py --games 200
  uno-lan bot my_bot.py --connect 192.168.1.5 --code K7QM-2XPA"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "bot", run, "let a program of your own play at a table", _MORE)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a Python file with a function choose")
    parser.add_argument(
        "--connect",
        metavar="ADDRESS",
        help="the table: HOST, HOST:PORT, an address code, or a uno:// address",
    )
    parser.add_argument("--code", help="the table's code, as its host shows it")
    parser.add_argument("--name", default="Robo", help="its name at the table (default: Robo)")
    parser.add_argument(
        "--delay", type=seconds, default=0.8, metavar="S", help="seconds before each move (default: 0.8)"
    )
    parser.add_argument(
        "--games", type=whole(1, 1_000_000, "a number of games"), default=1, metavar="N",
        help="games to play (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--against", type=whole(1, 9, "a number of players"), default=3, metavar="N",
        help="without --connect: built-in bots that it plays against (default: 3)",
    )  # fmt: skip
    add_edition(parser, positional=False)
    add_rules(parser)
    parser.add_argument("--seed", type=int, help="the same chances each time")


def run(args: argparse.Namespace) -> int:
    """Load the policy, then play."""
    from uno_lan.bots.policy import BUILT_IN

    policy = load(Path(args.file)) if args.file else BUILT_IN
    try:
        return asyncio.run(play_at(args, policy)) if args.connect else _alone(args, policy)
    except Broken as broken:
        raise CommandError(broken.sentence, NO) from None


def load(path: Path) -> Policy:
    """The policy in a Python file.

    Raises:
        CommandError: there is none; one line that says where it is wrong.
    """
    from uno_lan.bots.policy import Policy

    shown = one_line(str(path))
    # What lies beside it can be imported, as with `python FILE`; ours and Python's own go before.
    sys.path.append(str(path.resolve().parent))
    try:
        return Policy.of(runpy.run_path(str(path)))
    except OSError as error:
        raise CommandError(f"cannot read {shown}: {reason(error)}", UNAVAILABLE) from None
    except ValueError as error:
        raise CommandError(f"{shown}: {one_line(str(error))}", USAGE) from None
    except (Exception, SystemExit) as error:
        raise CommandError(_where(path, error), USAGE) from None


class Broken(Exception):
    """The policy raised something."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def _where(path: Path, error: BaseException) -> str:
    """Which line of the file raised what: what its writer needs, in one line."""
    from uno_lan.bots.policy import NotAMove

    if isinstance(error, NotAMove):
        return one_line(f"{path}: {error}")
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    number = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    place = f"{path}:{number}" if number else str(path)
    return one_line(f"{place}: {type(error).__name__}: {error}")


def _alone(args: argparse.Namespace, policy: Policy) -> int:
    """Games without a table, on changing seats."""
    from collections import Counter

    from uno_lan.bots.match import play_game
    from uno_lan.bots.policy import BUILT_IN
    from uno_lan.client.words import refusal
    from uno_lan.engine import RulesError

    rules, count = rules_of(args, uno_grace_ms=0), args.against + 1
    try:
        rules.check_players(count)
    except RulesError as error:
        raise CommandError(str(error), USAGE) from None
    chance, won, wrong = random.Random(args.seed), 0, Counter[str]()
    for number in range(args.games):
        seat = number % count
        policies = [policy if place == seat else BUILT_IN for place in range(count)]
        try:
            outcome = play_game(policies, rules, chance)
        except (Exception, SystemExit) as error:
            raise Broken(_where(Path(args.file or "the built-in bot"), error)) from None
        won += seat in outcome.winners
        wrong.update(code for refused, code in outcome.refused if refused == seat)
    print(f"Won {won} of {args.games} games against {args.against} built-in bots.")
    for code, times in wrong.most_common():
        print(f"Against the rules, {code}: {times} times. {refusal(code)}")
    return NO if wrong else OK


async def play_at(args: argparse.Namespace, policy: Policy) -> int:
    """Join and play so many games.

    Raises:
        CommandError: the table cannot be joined, or has ended.
    """
    from uno_lan.client.autoplay import Autoplay
    from uno_lan.client.model import Stage

    player = await _join(args)
    snapshot = player.snapshot
    print(f"Joined as {one_line(snapshot.my_name)}.", flush=True)
    if snapshot.seat(snapshot.me) is None:
        print("No seat can be taken now: it watches until it gets one.", flush=True)
    auto = Autoplay(player, policy, random.Random(args.seed).random)
    news = asyncio.Event()
    player.subscribe(lambda _now: news.set())
    ending = asyncio.create_task(player.run())
    ending.add_done_callback(lambda _task: news.set())
    played, last = 0, Stage.WAITING
    while not ending.done():
        news.clear()
        now = player.snapshot
        mine = now.result is not None and now.me in now.result.totals
        if now.stage is Stage.GAME_OVER and last is not Stage.GAME_OVER and mine:
            played += 1
            print(_result(now), flush=True)
            if played == args.games:
                player.leave()
                break
            player.rematch()
        last = now.stage
        if auto.is_due(now):
            await asyncio.sleep(args.delay)
            if (error := await _move(auto, player, ending)) is not None:
                player.step_away()
                await ending
                where = _where(Path(args.file or "the built-in bot"), error)
                raise Broken(f"{where}; its seat is kept: mend it and come again")
            continue
        await news.wait()
    await ending
    if auto.helped:
        print(f"{auto.helped} of {auto.moves} moves were refused so often that the built-in bot made them.")
    if played < args.games and player.snapshot.is_closed:
        raise CommandError(player.snapshot.closed_reason or "the link is closed", UNAVAILABLE)
    return OK


async def _move(auto: Autoplay, player: Player, ending: asyncio.Task[None]) -> BaseException | None:
    """Let the policy think, and do what it says if the table is still so; what it raised, if it did.

    It thinks in a thread: the link lives meanwhile, and a policy that never ends does not hold the program.
    """
    seen, loop, thought = player.snapshot, asyncio.get_running_loop(), asyncio.Event()
    said: list[Command | None] = []
    raised: list[BaseException] = []

    def think() -> None:
        try:
            said.append(auto.think(seen))
        except BaseException as error:
            raised.append(error)
        with contextlib.suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(thought.set)

    threading.Thread(target=think, name="policy", daemon=True).start()
    waiting = asyncio.create_task(thought.wait())
    await asyncio.wait((waiting, ending), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    now = player.snapshot
    if said and (now.stage, now.view) == (seen.stage, seen.view):
        auto.step(now, said[0])
    return raised[0] if raised else None


def _result(now: Snapshot) -> str:
    assert now.result is not None
    totals = sorted(now.result.totals.items(), key=lambda item: -item[1])
    names = ", ".join(f"{one_line(now.name(seat))} {total}" for seat, total in totals)
    won = now.me in now.result.winners
    return f"{'Won' if won else 'Lost'}. Totals: {names}."


async def _join(args: argparse.Namespace) -> Player:
    from protocol.codes import parse_target
    from protocol.errors import AddressError, TextError
    from protocol.names import clean_name
    from uno_lan import keyring
    from uno_lan.client.errors import LinkError
    from uno_lan.client.known_hosts import KnownHosts
    from uno_lan.client.link import Target
    from uno_lan.client.player import Player
    from uno_lan.paths import state_dir

    # A key for each name, so that several bots can sit at one table.
    own = "".join(letter if letter.isalnum() else "_" for letter in args.name)[:32]
    state = state_dir(args.state_dir) / "bots" / own
    try:
        address, name = parse_target(args.connect), clean_name(args.name)
    except (AddressError, TextError) as error:
        raise CommandError(str(error), USAGE) from None
    signer = keyring.load_or_create(state)
    code = args.code or address.code
    player = Player(Target.at(address), signer, name, code=code, state=state, known=KnownHosts(state))
    try:
        await player.join()
    except LinkError as error:
        raise CommandError(error.sentence, UNAVAILABLE) from None
    return player
