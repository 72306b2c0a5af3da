"""A table whose host cheats, to look at what the others' programs do about it.

    python -m tests.hostile CHEAT serve --local --bots 1 --code ""       then join as usual

Not part of the program: every cheat changes one step of the real host.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import msgspec

from protocol import bodies, codec, messages
from protocol.fields import SeatSigned
from tests.fairness.cheats import DoubleCard
from uno_lan.cli import main
from uno_lan.engine import Command, Round
from uno_lan.engine import events as ev
from uno_lan.fairness.host_game import HostGame, Output, Private
from uno_lan.fairness.ledger import Ref
from uno_lan.fairness.oracles import HostOracle
from uno_lan.host import requests
from uno_lan.host.match import Match


def card() -> None:
    """The first card that somebody draws in the middle of a round is not the one that was sealed."""
    honest = HostGame._deal

    def deal(self: HostGame, seat: int, epoch: int, cards: Sequence[tuple[int, Ref]], seq: int) -> Private:
        private = honest(self, seat, epoch, cards, seq)
        text = codec.decode_text(private.payload, messages.DealText)
        if len(text.openings) > 2:
            return private
        first = msgspec.structs.replace(text.openings[0], uid=(text.openings[0].uid + 1) % 100)
        payload = codec.encode_text(msgspec.structs.replace(text, openings=(first, *text.openings[1:])))
        return Private(seat, "deal", payload, self._signer.sign(messages.DealText.SIG, payload))

    HostGame._deal = deal  # type: ignore[method-assign,assignment]


def penalty() -> None:
    """Whoever should draw two does not."""
    honest = HostGame._run

    def run(self: HostGame, command: Command, now: int) -> tuple[HostOracle, tuple[ev.Event, ...]]:
        oracle, done = honest(self, command, now)
        round_: Round | None = self.replica.round
        drew = next((e for e in done if isinstance(e, ev.Drew) and e.count == 2), None)
        if round_ is not None and drew is not None:
            round_.sizes[drew.seat] -= 2
            round_.pile_size += 2
        return oracle, done

    HostGame._run = run  # type: ignore[method-assign,assignment]


def left_out() -> None:
    """The last person at the table is called offline before each round: its seed is in no shuffle."""
    honest = Match._start_round

    def start_round(self: Match) -> None:
        people = [s for s in self.replica.roster if self.replica.is_person(s)]
        self.scribe.write(self.game.offline(people[-1], self.room.now))
        honest(self)

    Match._start_round = start_round  # type: ignore[method-assign]


def commit() -> None:
    """A promise in the list is another one."""
    honest = HostGame._advance

    def advance(self: HostGame, now: int) -> list[Output]:
        attempt = self.replica.attempt
        if attempt is not None and not attempt.key and not self.missing():
            seat = attempt.contributors[0]
            text = codec.encode_text(messages.CommitText(attempt.ctx, bytes(32)))
            self._commits[seat] = SeatSigned(seat, text, self._commits[seat].s)
        return honest(self, now)

    HostGame._advance = advance  # type: ignore[method-assign,assignment]


def seed() -> None:
    """At the end of a round other seeds are opened than were sealed."""
    honest = HostGame._write

    def write(self: HostGame, kind: str, body: bodies.Body, now: int, *more: object) -> object:
        if isinstance(body, bodies.RoundEnd):
            self.replica._report = lambda fault: None
            rows = tuple((*row[:2], bytes(32)) for row in body.seeds)
            body = msgspec.structs.replace(body, seeds=rows)
        return honest(self, kind, body, now, *more)  # type: ignore[arg-type]

    HostGame._write = write  # type: ignore[method-assign,assignment]


def deck() -> None:
    """A card is in the deck twice, and another one nowhere: often only the opened cards show it."""
    vars(requests)["HostGame"] = DoubleCard


def lost_seed() -> None:
    """The seed of the last person in the first shuffle gets lost: it is given up and made anew."""
    honest = HostGame.reveal
    lost: list[int] = []

    def reveal(self: HostGame, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        attempt = self.replica.attempt
        if attempt is not None and seat == attempt.contributors[-1] and lost in ([], [attempt.seq]):
            lost[:] = [attempt.seq]
            return []
        return honest(self, seat, payload, sig, now)

    HostGame.reveal = reveal  # type: ignore[method-assign,assignment]


CHEATS: dict[str, Callable[[], None]] = {
    "card": card, "penalty": penalty, "left_out": left_out, "commit": commit, "seed": seed,
    "deck": deck, "lost_seed": lost_seed,
}  # fmt: skip


def run(arguments: list[str]) -> int:
    """Cheat, and be the program otherwise."""
    if not arguments or arguments[0] not in CHEATS:
        print(f"Which cheat: {', '.join(CHEATS)}?", file=sys.stderr)
        return 64
    CHEATS[arguments[0]]()
    return main(arguments[1:])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
