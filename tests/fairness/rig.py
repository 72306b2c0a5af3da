"""A host and its clients without a table between them, so that a test can play the host false at one place.

`tamper` sees everything on its way to each client and may change it; a subclass of `HostGame` may cheat
inside.
What a client finds is kept in `faults`; a client that has found something gets nothing more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
import pytest

from protocol import bodies, codec, entries, messages
from protocol.errors import ProofFault
from protocol.fields import SeatSigned
from protocol.hashes import SHA
from protocol.messages import Item, Message
from protocol.signing import Ed25519Signer, Ed25519Verifier, Signer, Verifier
from protocol.unolog import Frame, LogHeader
from tests.signers import HashSigner, HashVerifier
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Challenge, Command, Phase, Play, Round, Ruleset, Truth, View
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.evidence import Proven, collect
from uno_lan.fairness.host_game import HostGame, Output, Private, Secret, Written
from uno_lan.host.config import make_terms

GAME = SHA(b"game")[:16]
TABLE = bytes(8)
Tamper = Callable[[Output, int], Output | None]
Style = Callable[[View, Ruleset, Callable[[], float]], Command]


def honest(output: Output, seat: int) -> Output:
    """Changes nothing."""
    return output


FOUR = 14
"""Symbol of the Draw Four."""


def real_signer(name: str) -> Signer:
    """An Ed25519 identity; the same name gives the same key."""
    return Ed25519Signer(SHA(name.encode()))


class Rig:
    """One game of some people, all in one process. A watcher listens as well, as client -1."""

    def __init__(
        self,
        people: int = 3,
        seed: str = "",
        host: type[HostGame] = HostGame,
        rules: Ruleset | None = None,
        *,
        real: bool = False,
    ) -> None:
        """`real`: Ed25519 in place of the quick test signatures."""
        self.now = 1_000_000
        self.rules = rules or Ruleset.make("classic", uno_grace_ms=0)
        make: Callable[[str], Signer] = real_signer if real else HashSigner
        self.verifier: Verifier = Ed25519Verifier() if real else HashVerifier()
        self.signer = make("host")
        self.host = host(self.signer, self.verifier)
        self.signers = [make(f"player {i}") for i in range(people)]
        self.clients = {i: ClientGame(s, self.verifier, self.signer.pk) for i, s in enumerate(self.signers)}
        self.clients[NOBODY] = ClientGame(make("watcher"), self.verifier, self.signer.pk)
        self.tamper: Tamper = honest
        self.style: Style = choose
        self.halts: Callable[[], bool] = lambda: False
        """Is the shuffle that is due not to begin by itself?"""
        self.stands_still = False
        """Nothing follows from what is told: a test says itself what comes next."""
        self.faults: dict[int, ProofFault] = {}
        self.written: list[Written] = []
        self.logs: dict[int, list[tuple[bytes, bytes]]] = {seat: [] for seat in self.clients}
        """The entries each client was told."""
        self.secrets: dict[int, list[Item]] = {seat: [] for seat in self.clients}
        """What each client was sent for itself."""
        self.files: dict[int, list[Frame]] = {seat: [] for seat in self.clients}
        """The file each client keeps, without its header."""
        self.sent: list[tuple[int, Message]] = []
        self._seed = f"rig {seed} ".encode()
        self._count = 0
        self._todo: list[tuple[int, Message]] = []

    @property
    def round(self) -> Round:
        """The round in play, on the host."""
        assert self.host.replica.round is not None
        return self.host.replica.round

    @property
    def truth(self) -> Truth:
        """All cards, on the host."""
        assert self.host.truth is not None
        return self.host.truth

    # Chance.

    def bytes32(self) -> bytes:
        """Bytes that look random."""
        self._count += 1
        return SHA(self._seed + str(self._count).encode())

    def random(self) -> float:
        """A number from 0 up to 1."""
        return int.from_bytes(self.bytes32()[:6], "big") / 2**48

    # Beginning.

    def consent(self, seat: int, terms: bytes) -> SeatSigned:
        """Somebody's consent."""
        text = messages.ConsentText(TABLE, GAME, messages.rules_hash(terms))
        payload = codec.encode_text(text)
        return SeatSigned(seat, payload, self.signers[seat].sign("consent", payload))

    def start(self, **changes: Any) -> None:
        """Write and tell the first entries and the first round."""
        terms = make_terms(self.rules)
        seats = [
            bodies.RosterSeat(i, s.pk, f"P{i}", "person", owner=i == 0) for i, s in enumerate(self.signers)
        ]
        arguments: dict[str, Any] = {
            "game": GAME,
            "table": TABLE,
            "table_name": "Kitchen",
            "terms": terms,
            "seats": seats,
            "consent": [self.consent(i, terms) for i in range(len(self.signers))],
            "now": self.now,
        }
        self.feed(self.host.start(**(arguments | changes)))
        self.feed(self.host.start_round(self.now))
        self.settle()

    # Delivering.

    def feed(self, outputs: list[Output]) -> None:
        """Tell the clients what the host has written, each through `tamper`."""
        for output in outputs:
            if isinstance(output, Secret):
                continue
            if isinstance(output, Written):
                self.written.append(output)
            for seat in list(self.clients):
                if seat in self.faults or (isinstance(output, Private) and output.seat != seat):
                    continue
                changed = self.tamper(output, seat)
                if changed is not None:
                    self.hear(seat, changed)

    def hear(self, seat: int, output: Output) -> None:
        """One client hears something."""
        client = self.clients[seat]
        try:
            if isinstance(output, Written):
                self.logs[seat].append((output.raw, output.sig))
                reaction = client.on_entry(output.raw, output.sig, self.bytes32())
            else:
                assert isinstance(output, Private)
                self.secrets[seat].append(Item(output.kind, output.payload, output.sig))
                reaction = client.on_private(output.payload, output.sig)
        except ProofFault as fault:
            self.faults[seat] = fault
            return
        self.files[seat] += reaction.frames
        if client.fault is not None:
            self.faults[seat] = client.fault
        self._todo += [(seat, message) for message in reaction.send]

    def settle(self) -> None:
        """Shuffles and countersignatures, until the host waits for a move."""
        while not self.stands_still:
            if self._todo:
                seat, message = self._todo.pop(0)
                self.sent.append((seat, message))
                self.answer(seat, message)
            elif self.host.wants_shuffle and not self.is_broken and not self.halts():
                self.feed(self.host.open_shuffle(self.bytes32(), self.now))
            else:
                return

    def lose_words(self) -> None:
        """What clients have said and the host has not taken never arrives."""
        self._todo.clear()

    def answer(self, seat: int, message: Message) -> None:
        """The host takes a client's message."""
        match message:
            case messages.Commit(p, s):
                self.feed(self.host.commit(seat, p, s, self.now))
            case messages.Reveal(p, s):
                self.feed(self.host.reveal(seat, p, s, self.now))
            case messages.Answer(p, s):
                self.feed(self.host.answer(seat, p, s, self.now))
            case messages.AckHead(p, s):
                self.feed(self.host.signed("ACK", seat, p, s, self.now))
            case messages.AckVerdict(p, s):
                self.feed(self.host.verdict(seat, p, s, self.now))
            case messages.Attest(p, s):
                self.feed(self.host.attest(seat, p, s, self.now))
            case _:
                raise AssertionError(message)

    @property
    def is_broken(self) -> bool:
        """Has anybody found something?"""
        return bool(self.faults)

    # Playing.

    def act(self, seat: int, command: Command) -> None:
        """A player's move."""
        self.now += 1
        act = self.clients[seat].act(command, self.now).send[0]
        assert isinstance(act, messages.Act)
        self.feed(self.host.act(seat, act.p, act.s, self.now))
        self.settle()

    def step(self) -> bool:
        """Whoever is awaited moves. False: nobody is, or somebody has found something."""
        seat = self.round.to_act
        if self.is_broken or seat == NOBODY:
            return False
        view = self.clients[seat].view()
        assert view is not None
        self.act(seat, self.style(view, self.rules, self.random))
        return True

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """To the end of the round, to a fault, or until something is the case."""
        while not until() and self.step():
            pass

    def finish(self) -> None:
        """Play the round and count it."""
        self.play()
        if self.round.phase is Phase.ROUND_OVER and not self.is_broken:
            self.feed(self.host.end_round(self.now))
            self.settle()

    # Files.

    def header(self, seat: int = NOBODY) -> Frame:
        """The header of a client's file, or of the host's."""
        role: Literal["host", "client"] = "host" if seat == NOBODY else "client"
        owner = self.signer.pk if seat == NOBODY else self.signers[seat].pk
        head = LogHeader(1, GAME, TABLE, bytes(8), self.signer.pk, role, owner, self.now, "0")
        return Frame("hdr", codec.encode_text(head))

    def file(self, seat: int = NOBODY) -> list[Frame]:
        """All frames of a client's file, or the entries of the host's."""
        if seat == NOBODY:
            return [self.header(), *(Frame("ent", w.raw, w.sig) for w in self.written)]
        return [self.header(seat), *self.files[seat]]

    # Forging.

    def entry(self, output: Written, **changes: Any) -> Written:
        """The same entry with other content, signed by the host all the same."""
        entry = msgspec.structs.replace(entries.decode_entry(output.raw), **changes)
        raw = entries.encode_entry(entry)
        sig = entries.sign_head(self.signer, GAME, entry.q, entries.head(raw))
        return msgspec.structs.replace(output, raw=raw, sig=sig)

    def body(self, output: Written, **changes: Any) -> Written:
        """The same entry with another body."""
        body = msgspec.structs.replace(entries.decode_entry(output.raw).b, **changes)
        return self.entry(output, b=body)

    def private(self, output: Private, text: messages.DealText | messages.ShowText) -> Private:
        """Another private delivery, signed by the host."""
        payload = codec.encode_text(text)
        return msgspec.structs.replace(output, payload=payload, sig=self.signer.sign(text.SIG, payload))

    # What came of it.

    def codes(self) -> dict[int, str]:
        """What each client found."""
        return {seat: fault.code for seat, fault in self.faults.items()}

    def assert_found(self, **by: str) -> None:
        """Exactly these clients found exactly this, and say and take nothing any more.

        Args:
            by: `p0="E_LEAF"`, ...; `watcher`; or `all` for everybody.
        """
        if "all" in by:
            expected = dict.fromkeys(self.clients, by["all"])
        else:
            expected = {NOBODY if k == "watcher" else int(k[1:]): code for k, code in by.items()}
        assert self.codes() == expected
        for seat in self.faults:
            self.assert_frozen(seat)

    def evidence(self, seat: int) -> Proven | None:
        """What a client that has found something can show to others."""
        return collect(self.faults[seat], GAME, self.signer.pk, self.logs[seat], self.verifier)

    def assert_frozen(self, seat: int) -> None:
        """A client that has found something refuses everything from then on."""
        client = self.clients[seat]
        last = self.written[-1]
        attempts: tuple[Callable[[], object], ...] = (
            lambda: (
                client.on_entry(last.raw, last.sig, bytes(32))
                if client.doubt is None
                else client.act(Command(seat), 0)
            ),
            lambda: client.on_private(b"", bytes(64)),
            lambda: client.act(Command(seat), self.now),
        )
        for attempt in attempts:
            with pytest.raises(ProofFault) as caught:
                attempt()
            assert caught.value is client.fault


# Ways to play.


def bold(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays Draw Fours whenever it can, and challenges all."""
    if view.legal.challenge:
        return Challenge(view.seat)
    fours = [card for card in view.legal.plays if rules.edition.symbol_of[card] == FOUR]
    return Play(view.seat, fours[0], 2, uno=len(view.hand) == 2) if fours else choose(view, rules, random)


def to_turn(rig: Rig) -> None:
    """Play until somebody has the turn."""
    rig.play(lambda: rig.round.phase is Phase.TURN)


# Ways to cheat.


def once(rig: Rig, kind: str, change: Callable[[Written], Output | None], nth: int = 0) -> None:
    """The host tells everybody something else instead of its n-th entry of a type."""
    seen: dict[int, int] = {}

    def tamper(output: Output, seat: int) -> Output | None:
        if not isinstance(output, Written) or entries.decode_entry(output.raw).t != kind:
            return output
        key = entries.decode_entry(output.raw).q
        number = seen.setdefault(key, len(seen))
        return change(output) if number == nth else output

    rig.tamper = tamper


def once_private(rig: Rig, kind: str, change: Callable[[Private], Private | None], seat: int = 0) -> None:
    """The host sends one player something else instead of its first private delivery of a kind."""
    done: list[Private] = []

    def tamper(output: Output, to: int) -> Output | None:
        if isinstance(output, Private) and output.kind == kind and to == seat and not done:
            done.append(output)
            return change(output)
        return output

    rig.tamper = tamper


def forged_entry(rig: Rig, kind: str, body: bodies.Body, signed: SeatSigned | None = None) -> Written:
    """An entry that follows the last one, signed by the host."""
    replica = rig.host.replica
    entry = entries.Entry(replica.seq, replica.head, 0, replica.round_no, kind, rig.now, body, signed)
    raw = entries.encode_entry(entry)
    sig = entries.sign_head(rig.signer, GAME, entry.q, entries.head(raw))
    return msgspec.structs.replace(rig.written[-1], raw=raw, sig=sig)


def deal_of(private: Private) -> messages.DealText:
    return codec.decode_text(private.payload, messages.DealText)


def show_of(private: Private) -> messages.ShowText:
    return codec.decode_text(private.payload, messages.ShowText)
