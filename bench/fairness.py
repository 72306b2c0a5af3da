"""What fairness costs, part by part: the cards of a deal, a shown hand, an entry, the audit of a whole game.

Baselines: `random.SystemRandom().shuffle` of the same deck, which is what a program does that wants to be
trusted; and for the audit the bare cost of verifying its signatures, without which nothing can be checked.
All on one core, without network and disk. Goals: the cards of a deal cost each party at most 3 such shuffles;
the audit at most twice its signatures; an entry verified by a client at most 1 ms at the median.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from protocol import codec, messages, shuffle
from protocol.entries import decode_entry
from protocol.signing import Ed25519Verifier
from protocol.unolog import Frame, LogHeader
from uno_lan.engine import Challenge
from uno_lan.fairness.audit import audit
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.host_game import Private

from .inside import Inside
from .timing import Contender, Figure, compare, interleave

PLAYERS = (2, 4, 10)
DECK = 108
HAND = 7
SHUFFLE = "SystemRandom().shuffle of the deck"
PER_PARTY = "cards of a deal, per party"
ROUNDS_OF_A_GAME = 6


def _bare(repeat: int = 20) -> float:
    source = random.SystemRandom()
    deck = list(range(DECK))
    start = time.perf_counter()
    for _ in range(repeat):
        source.shuffle(deck)
    return (time.perf_counter() - start) / repeat * 1e3


@dataclass
class _Cards:
    """The hashing of one deal, without signatures and log: what sealing and opening cards costs by itself."""

    players: int
    host: float = 0.0
    player: float = 0.0
    pks: list[bytes] = field(default_factory=list)

    def run(self) -> float:
        """Deal once; ms per party."""
        game, ctx, key = secrets.token_bytes(16), secrets.token_bytes(32), secrets.token_bytes(32)
        seeds = [secrets.token_bytes(32) for _ in range(self.players)]
        self.pks = self.pks or [secrets.token_bytes(32) for _ in range(self.players)]
        seed = secrets.token_bytes(32)
        start = time.perf_counter()
        eid = shuffle.epoch_id(game, 1, 0, 0)
        deck, nonces, leaves = shuffle.host_layer(eid, seed, range(DECK))
        shuffle.host_commit(eid, seed)
        commits = [shuffle.seed_commit(ctx, pk, s) for pk, s in zip(self.pks, seeds, strict=True)]
        order = shuffle.player_layer(key, seeds, DECK)
        dealt = [(leaf, deck[leaf], nonces[leaf]) for leaf in order[: HAND * self.players + 1]]
        middle = time.perf_counter()
        assert [shuffle.seed_commit(ctx, pk, s) for pk, s in zip(self.pks, seeds, strict=True)] == commits
        mine = shuffle.player_layer(key, seeds, DECK)[: HAND * self.players : self.players]
        for leaf, uid, nonce in (*dealt[: HAND * self.players : self.players], dealt[-1]):
            assert shuffle.leaf(eid, leaf, uid, nonce) == leaves[leaf]
        end = time.perf_counter()
        assert mine == [leaf for leaf, _, _ in dealt[: HAND * self.players : self.players]]
        self.host, self.player = (middle - start) * 1e3, (end - middle) * 1e3
        return (self.host + self.players * self.player) / (self.players + 1)


def _deal(players: int, rounds: int) -> list[Figure]:
    """Cards alone, then the whole ceremony with signatures and log, per party."""
    cards = _Cards(players)
    host: list[float] = []
    player: list[float] = []

    def per_party() -> float:
        found = cards.run()
        host.append(cards.host)
        player.append(cards.player)
        return found

    def whole() -> float:
        table = Inside(players)
        start = time.perf_counter()
        shuffles = table.start_round()
        return (time.perf_counter() - start) / shuffles / (players + 1) * 1e3

    figures = interleave(
        {SHUFFLE: _bare, PER_PARTY: per_party, "the whole ceremony, per party": whole}, SHUFFLE, rounds
    )
    parts = compare(
        {SHUFFLE: figures[0].values, "  the host's part": host[1:], "  a player's part": player[1:]}, SHUFFLE
    )
    return [figures[0], figures[1], *parts[1:], figures[2]]


class _Game:
    """A whole game, played once; the parts of it are measured while it is played, and its file is audited."""

    def __init__(self, players: int = 4, rounds: int = 1) -> None:
        self.table = table = Inside(players)
        self.written: list[float] = []
        self.shown: list[float] = []
        """The host judges a challenge, opens the hand and signs."""
        self.checked: list[float] = []
        """A client checks the hand that was shown to it."""
        for _ in range(rounds):
            table.start_round()
            self._play()
            table.end_round()
        table.deliver(table.host.end_game("closed", table.now))

    def _play(self) -> None:
        table = self.table
        while (found := table.next_command()) is not None:
            seat, command = found
            round_ = table.host.replica.round
            assert round_ is not None
            if round_.can_challenge:
                command = Challenge(seat)
            table.now += 1
            sent = table.clients[seat].act(command, table.now).send[0]
            assert isinstance(sent, messages.Act)
            start = time.perf_counter()
            outputs = table.host.act(seat, sent.p, sent.s, table.now)
            taken = (time.perf_counter() - start) * 1e3
            (self.shown if isinstance(command, Challenge) else self.written).append(taken)
            for output in outputs:
                start = time.perf_counter()
                table.deliver([output])
                if isinstance(output, Private) and output.kind == "show":
                    self.checked.append((time.perf_counter() - start) * 1e3)
            table.shuffle()

    def frames(self) -> list[Frame]:
        """The file of the first player."""
        table = self.table
        head = LogHeader(
            1, table.game, table.table, bytes(8), table.key.pk, "client", table.signers[0].pk, 1, "bench"
        )
        found = [Frame("hdr", codec.encode_text(head))]
        for kind, seat, data, sig in table.sent:
            if kind == "ent":
                found.append(Frame("ent", data, sig))
            elif seat == 0:
                found.append(Frame("prv", data, sig))
        return found


class _Noting(Ed25519Verifier):
    """Remembers what it verified."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[bytes, str, bytes, bytes]] = []

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Is `sig` the signature of `pk` over these bytes as `kind`?"""
        self.asked.append((pk, kind, payload, sig))
        return super().verify(pk, kind, payload, sig)


def _entries(rounds: int) -> list[Figure]:
    """One entry, one shown hand."""
    found: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        game = _Game(rounds=2)
        while not game.checked:
            game = _Game(rounds=2)
        if number:
            for name, value in (
                (SHUFFLE, _bare()),
                ("an entry judged, written and signed by the host", median(game.written)),
                ("an entry verified by a client", median(_read(game.table))),
                ("a challenge judged, the hand opened, all signed", median(game.shown)),
                ("the shown hand checked card by card", median(game.checked)),
            ):
                found.setdefault(name, []).append(value)
    return compare(found, SHUFFLE)


def _read(table: Inside) -> list[float]:
    """How long the first player's program takes for each move."""
    reader = ClientGame(None, Ed25519Verifier(), table.key.pk, table.signers[0].pk)
    taken: list[float] = []
    for kind, seat, data, sig in table.sent:
        if kind == "ent":
            is_move = decode_entry(data).t == "ACT"
            start = time.perf_counter()
            reader.on_entry(data, sig, b"")
            if is_move:
                taken.append((time.perf_counter() - start) * 1e3)
        elif seat == 0:
            reader.on_private(data, sig)
    return taken


def _audit(rounds: int, length: int) -> list[Figure]:
    """A whole game of so many rounds: its signatures alone, and everything."""
    frames = _Game(rounds=length).frames()
    noting = _Noting()
    report = audit(frames, noting)
    assert report.verdict == "PASS" and report.ended, report.verdict
    bare = f"its {len(noting.asked)} signatures verified, nothing else"

    def signatures() -> float:
        verifier = Ed25519Verifier()
        start = time.perf_counter()
        for asked in noting.asked:
            verifier.verify(*asked)
        return (time.perf_counter() - start) * 1e3

    def everything() -> float:
        start = time.perf_counter()
        audit(frames, Ed25519Verifier())
        return (time.perf_counter() - start) * 1e3

    contenders: dict[str, Contender] = {
        bare: signatures,
        f"the audit of all {report.entries} entries": everything,
    }
    return interleave(contenders, bare, rounds)


def run(
    rounds: int, players: Iterable[int] = PLAYERS, length: int = ROUNDS_OF_A_GAME
) -> dict[str, list[Figure]]:
    """Measure all parts; the audited game has `length` rounds."""
    found = {f"the cards of a deal, {count} players": _deal(count, rounds) for count in players}
    found["one entry, 4 players"] = _entries(rounds)
    found[f"a game of {length} rounds, 4 players"] = _audit(rounds, length)
    return found
