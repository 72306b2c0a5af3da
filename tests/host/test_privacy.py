"""What is sent to somebody holds nothing that they may not know (docs/protocol.md 5.2), in bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from protocol import bodies, codec, messages
from protocol.entries import decode_entry
from protocol.unolog import Frame
from tests.amounts import amount
from tests.host.pair import Client, Pair
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Challenge, Command, Play, Ruleset, View
from uno_lan.engine import events as ev
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.layer import HostLayer

EDITIONS = ("classic", "super-mario", "star-wars", "mario-kart", "customizable")
FOUR = 14
"""Symbol of the Draw Four."""

# Nonces and seeds.


@dataclass
class Vault:
    """Every secret of a game, by what it is."""

    nonces: dict[tuple[int, int, int], bytes]
    """(round, epoch, leaf) of finished shuffles -> nonce."""
    others: set[bytes]
    """Seeds of the host and the players, keys of bots, nonces of attempts that came to nothing."""
    layers: tuple[HostLayer, ...]


class Collector:
    """Looks into the host while it plays."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.layers: dict[tuple[int, int, int], HostLayer] = {}

    def __call__(self) -> None:
        number = self.pair.match.replica.round_no
        for (epoch, attempt), layer in self.pair.match.game._layers.items():
            self.layers[number, epoch, attempt] = layer

    def vault(self) -> Vault:
        """All secrets of the game so far."""
        done: dict[tuple[int, int], int] = {}
        for frame in self.pair.file:
            if frame.kind == "ent":
                entry = decode_entry(frame.data)
                if isinstance(entry.b, bodies.EpochOpen):
                    done[entry.r, entry.b.epoch] = entry.b.attempt
        vault = Vault({}, set(), tuple(self.layers.values()))
        for (number, epoch, attempt), layer in self.layers.items():
            if done[number, epoch] == attempt:
                for leaf, nonce in enumerate(layer.nonces):
                    vault.nonces[number, epoch, leaf] = nonce
            else:
                vault.others |= set(layer.nonces)
            vault.others.add(layer.seed)
        for file in (self.pair.file, *(c.file for c in self.pair.clients.values())):
            for frame in file:
                if frame.kind == "sec":
                    vault.others |= set(secrets_in(codec.unpack(frame.data)))
        return vault


def secrets_in(value: object) -> Iterator[bytes]:
    """All 32-byte seeds and keys in a stored secret, save what names them."""
    assert isinstance(value, dict)
    for key, item in value.items():
        if key in ("seed", "bot"):
            yield item


class Knowledge:
    """What one client may know, growing with what it is sent.

    It follows the public log with a reader of its own; what becomes public is decided here by the type of an
    entry, not by what the host put into it.
    """

    def __init__(self, client: Client, vault: Vault) -> None:
        self.client = client
        self.vault = vault
        self.reader = ClientGame(None, client.verifier, client.host, client.signer.pk)
        self.known: set[bytes] = set()

    def check(self, payload: bytes) -> None:
        """Nothing in this payload is beyond what its receiver may know."""
        message = messages.decode(payload)
        assert message is not None
        match message[1]:
            case messages.EntryMessage(p, s):
                self.entry(p, s)
            case messages.Sync(_, entries):
                for signed in entries:
                    self.entry(signed.p, signed.s)
            case _:
                pass
        for secret in (*self.vault.nonces.values(), *self.vault.others):
            assert secret in self.known or secret not in payload, message[1].t

    def entry(self, raw: bytes, sig: bytes) -> None:
        """An entry makes things public, and gives cards to hands."""
        if decode_entry(raw).q < self.reader.replica.seq:
            return
        reaction = self.reader.on_entry(raw, sig, b"")
        happened = reaction.happened
        assert happened is not None
        body, replica = happened.body, self.reader.replica
        number = replica.round_no
        match body:
            case bodies.EpochSeeds(seeds):
                texts = [codec.decode_text(s.p, messages.SeedText) for s in seeds]
                self.known |= {text.seed for text in texts}
            case bodies.EpochAbort(_, _, _, seed, seeds):
                if seed is not None:
                    self.learn_seed(seed)
                self.known |= {codec.decode_text(s.p, messages.SeedText).seed for s in seeds}
            case bodies.Empty() if decode_entry(raw).t == "ANSWER":
                answer = decode_entry(raw).c
                assert answer is not None
                self.known.add(codec.decode_text(answer.p, messages.SeedText).seed)
            case bodies.RoundEnd():
                for _, _, seed in body.seeds:
                    self.learn_seed(seed)
        for event in happened.events:
            if isinstance(event, ev.Shown) and replica.roster[event.viewer].pk == self.client.signer.pk:
                ledger = replica.ledger
                shown = ledger.marks[event.target].bag if event.at_mark else ledger.shown[event.target]
                self.learn(number, shown.refs)
        for claim in getattr(body, "cl", ()):
            if isinstance(claim, tuple):
                self.known.add(claim[2])
        seat = self.reader.seat
        if seat != NOBODY and replica.round is not None:
            self.learn(number, replica.ledger.bag(seat).refs)

    def learn(self, number: int, refs: Sequence[tuple[int, int]]) -> None:
        """These cards may be opened to this client."""
        self.known |= {self.vault.nonces[number, epoch, leaf] for epoch, leaf in refs}

    def learn_seed(self, seed: bytes) -> None:
        """A host seed is public, and with it all that follows from it."""
        self.known.add(seed)
        for layer in self.vault.layers:
            if layer.seed == seed:
                self.known |= set(layer.nonces)


@pytest.mark.parametrize("number", range(amount(5, 30, 600)))
def test_no_nonce_or_seed_comes_before_its_time(number: int) -> None:
    rules = Ruleset.make(EDITIONS[number % 5])
    pair = Pair(["Ann", "Ben", "Cem"], bots=number % 2, seed=f"secrets {number}", rules=rules)
    pair.connect("Dan", "watch")
    collector = Collector(pair)
    steps = 0

    def after() -> None:
        nonlocal steps
        collector()
        steps += 1
        if steps == 70:
            pair["Ben"].mute = frozenset({"reveal"})
        if steps == 100:
            pair["Ben"].mute = frozenset()
        if steps in (90, 130):
            name = "Ann" if steps == 90 else "Dan"
            pair.drop(name)
            pair.connect(name, "play" if name == "Ann" else "watch")

    for client in pair.clients.values():
        client.style = bold
    pair.after = after
    pair.start()
    pair.play(lambda: pair.match.replica.round_no == 3 or pair.stage == "game_over")
    collector()
    vault = collector.vault()
    for client in pair.clients.values():
        own = {s for f in client.file if f.kind == "sec" for s in secrets_in(codec.unpack(f.data))}
        knowledge = Knowledge(client, vault)
        knowledge.known |= own
        for payload in client.wire:
            knowledge.check(payload)
    assert len(vault.nonces) >= 108


def bold(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays Draw Fours whenever it can, and challenges all."""
    if view.legal.challenge:
        return Challenge(view.seat)
    fours = [card for card in view.legal.plays if rules.edition.symbol_of[card] == FOUR]
    return Play(view.seat, fours[0], 2, uno=len(view.hand) == 2) if fours else choose(view, rules, random)


def test_the_check_would_notice() -> None:
    """Somebody else's card, a host seed or a seed of a player in a payload: each is found."""
    pair = Pair(["Ann", "Ben"])
    collector = Collector(pair)
    pair.after = collector
    pair.start()
    pair.play(lambda: pair.match.replica.seq > 20)
    vault = collector.vault()
    bag = pair.match.replica.ledger.bag(1).refs
    leaks = [
        vault.nonces[1, bag[0][0], bag[0][1]],
        next(iter(collector.layers.values())).seed,
    ]
    for leak in leaks:
        knowledge = Knowledge(pair["Ann"], vault)
        for payload in pair["Ann"].wire:
            knowledge.check(payload)
        with pytest.raises(AssertionError):
            knowledge.check(messages.encode(messages.Chat("x", pk=leak)))


def test_frames_of_a_file_stay_with_their_owner() -> None:
    """Nothing of the host's stored secrets is ever in an effect that is sent."""
    pair = Pair(["Ann", "Ben"], bots=1)
    pair.start()
    pair.play_round()
    secrets = [f for f in pair.file if f.kind == "sec"]
    assert len(secrets) >= 3
    for client in pair.clients.values():
        for frame in secrets:
            assert not any(frame.data in payload for payload in client.wire)
    assert all(isinstance(f, Frame) for f in secrets)


def test_chat_reaches_those_alone_who_were_there_and_no_file() -> None:
    """Every line in every payload on every link: the last lines are given again, not given away."""
    pair = Pair(["Ann", "Ben", "Cem"], bots=1)
    said: list[tuple[bytes, set[str]]] = []

    def say(name: str) -> None:
        text = f"line {len(said)} of {name}"
        pair[name].say(messages.Chat(text))
        pair.pump()
        said.append((text.encode(), set(pair.clients) - strangers))

    strangers: set[str] = {"Dan", "Eve"}
    say("Ann")
    pair.start()
    pair.drop("Ben")
    say("Cem")
    strangers.discard("Dan")
    pair.connect("Dan", "watch")
    say("Ann")
    pair.connect("Ben")
    strangers.discard("Eve")
    pair.connect("Eve")
    say("Ben")
    for name in ("Ann", "Ben", "Cem", "Dan", "Eve"):
        pair.connect(name, "watch" if name == "Dan" else "play")
    for text, may in said:
        heard = {name for name, client in pair.clients.items() if any(text in p for p in client.wire)}
        assert heard == may
        files = [pair.file, *(file for client in pair.clients.values() for file in client.files)]
        assert not any(text in frame.data for file in files for frame in file)
