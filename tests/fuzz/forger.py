"""Says anything a player can say, in any phase: in its own name, fitting the moment, and rightly signed.

Noise is refused at the door. What is well made and means harm comes further: the right game, round and head,
a fresh counter, and then a command, vote, order or wish that has no place there; or the words of somebody
else once more.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from protocol import codec, messages
from protocol.fields import Signed
from protocol.hashes import SHA
from protocol.messages import Message
from protocol.messages.base import SignedMessage
from tests.chaos.world import World
from tests.host.pair import START, Client
from uno_lan.engine.plain import KINDS

from .mutate import either, rearrange

CODES = ("wrong_card", "x", "E_FORK", "fork", "double_commit")
RESULTS = ("ok", "fault", "x")
ARGS = ("card", "color", "target", "uno", "guess", "seat", "cards", "who", "text")
VOTES: tuple[messages.VoteKind, ...] = ("pause", "resume", "release", "remove", "reseat", "dispute")
CHOICES: tuple[messages.Choice, ...] = ("yes", "no", "count", "void", "stop")
ORDERS: tuple[messages.AdminKind, ...] = ("kick", "pause", "resume", "release", "close", "owner", "unban")


class Forger:
    """Makes messages for one client of a world.

    Args:
        client: whose key and seat it has.
    """

    def __init__(self, world: World, client: Client, rng: random.Random) -> None:
        self._world = world
        self._client = client
        self._rng = rng
        self._count = 0
        self.heard: list[Message] = []
        """What others have said, to be said again."""
        self.said: dict[str, int] = {}
        """How many of each word were made."""
        self._makers: tuple[Callable[[], Message], ...] = (
            self._act, self._act, self._act, self._seed, self._promise, self._ack, self._verdict,
            self._attest, self._dispute, self._consent, self._vote, self._order, self._wish, self._wish,
            self._chat, self._sync, self._give_back, self._again, self._again,
        )  # fmt: skip

    def payload(self) -> bytes:
        """One payload."""
        message = self._rng.choice(self._makers)()
        self.said[message.t] = self.said.get(message.t, 0) + 1
        data = messages.encode(message, self._rng.choice((0, 7)))
        return either(self._rng, data) or b"\xc0" if self._rng.random() < 0.15 else data

    # Where the table is.

    @property
    def _replica(self) -> Any:
        match = self._world.table.room.match if self._world.table is not None else None
        return match.replica if match is not None else None

    @property
    def _game(self) -> bytes:
        replica, lobby = self._replica, self._client.lobby
        if replica is not None and self._rng.random() < 0.95:
            return bytes(replica.game_id)
        return lobby.game if lobby is not None else bytes(16)

    @property
    def _round(self) -> int:
        return max(
            0, (self._replica.round_no if self._replica is not None else 0) + self._odd(0, 0, 0, -1, 1)
        )

    def _head(self) -> tuple[int, bytes]:
        replica = self._replica
        if replica is None or not replica.seq:
            return 0, bytes(32)
        at = max(0, replica.seq - 1 - self._odd(0, 0, 0, 1, 5))
        return at, replica.heads[at]

    def _odd(self, *some: int) -> int:
        return self._rng.choice(some)

    def _seat(self) -> int:
        return self._rng.choice((-1, 0, 1, 2, 3, 9, self._client.seat))

    def _counter(self) -> int:
        self._count += 1
        return self._rng.choice((self._count, self._world.now - START + self._count, 0, 2**62 + self._count))

    def _hash(self) -> bytes:
        return SHA(self._rng.randbytes(4))

    def _pk(self) -> bytes | None:
        some = [client.signer.pk for client in self._world.clients.values()]
        return self._rng.choice((None, self._hash(), *some))

    def _signed(self, kind: type[SignedMessage], text: Any, word: str) -> SignedMessage:
        """The text signed by the client; sometimes changed before."""
        data = codec.encode_text(text)
        if self._rng.random() < 0.15:
            data = rearrange(self._rng, data)[:8000] or b"\xc0"
        return kind(data, self._client.signer.sign(word, data))

    # What a player says.

    def _act(self) -> Message:
        at, head = self._head()
        rng = self._rng
        args: dict[str, Any] = {
            name: rng.choice((-1, 0, 1, 2, 3, 4, 17, 60, 107, 2**31, True, False, "x", (), (1, 2)))
            for name in rng.sample(ARGS, rng.choice((0, 0, 1, 1, 2, 3)))
        }
        if rng.random() < 0.5:
            args = {"card": rng.randrange(112), "color": rng.randrange(5)}
        kind = rng.choice([word for word in KINDS if word != "leave" or rng.random() < 0.05])
        action = messages.Action(self._game, self._round, self._counter(), at, head, kind, args)
        return self._signed(messages.Act, action, "act")

    def _seed(self) -> Message:
        text = messages.SeedText(self._hash(), self._hash())
        return self._signed(self._rng.choice((messages.Reveal, messages.Answer)), text, "reveal")

    def _promise(self) -> Message:
        replica = self._replica
        hashes = [self._hash(), *([replica.heads[-1]] if replica is not None and replica.heads else [])]
        text = messages.CommitText(self._rng.choice(hashes), self._hash())
        return self._signed(messages.Commit, text, "commit")

    def _ack(self) -> Message:
        return self._signed(messages.AckHead, messages.AckText(self._game, *self._head()), "ack")

    def _verdict(self) -> Message:
        text = messages.VerdictText(self._game, self._head()[0], self._hash(), self._rng.choice((None, True)))
        return self._signed(messages.AckVerdict, text, "verdict")

    def _attest(self) -> Message:
        text = messages.AttestText(self._game, self._round, *self._head(), self._rng.choice(RESULTS), (1, 2))
        return self._signed(messages.Attest, text, "attest")

    def _dispute(self) -> Message:
        at, _ = self._head()
        items = tuple(
            messages.Item("act", message.p, message.s)
            for message in self._rng.sample(self.heard, min(2, len(self.heard)))
            if isinstance(message, messages.Act)
        )
        evidence = self._rng.choice((None, self._hash()))
        text = messages.DisputeText(self._game, self._rng.choice(CODES), at, evidence, items)
        return self._signed(messages.Dispute, text, "dispute")

    def _consent(self) -> Message:
        signed = self._consent_text()
        return messages.Consent(signed.p, signed.s)

    def _consent_text(self) -> Signed:
        lobby = self._client.lobby
        rules = messages.rules_hash(lobby.rules) if lobby is not None else self._hash()
        text = messages.ConsentText(bytes(8), self._game, self._rng.choice((rules, self._hash())))
        data = codec.encode_text(text)
        return Signed(data, self._client.signer.sign("consent", data))

    def _vote(self) -> Message:
        text = messages.VoteText(
            self._game, self._round, self._counter(), self._rng.choice(VOTES), self._rng.choice(CHOICES),
            self._seat(), self._pk(),
        )  # fmt: skip
        return self._signed(messages.Vote, text, "vote")

    def _order(self) -> Message:
        text = messages.AdminText(
            self._game, self._counter(), self._rng.choice(ORDERS), self._seat(), self._pk()
        )
        return self._signed(messages.Admin, text, "admin")

    def _wish(self) -> Message:
        rng = self._rng
        seat = max(0, self._seat())
        lobby = self._client.lobby
        changes: tuple[messages.Change, ...] = (
            messages.Ready(rng.choice((None, self._consent_text()))), messages.Unready(), messages.Start(),
            messages.NextRound(self._round), messages.Rematch(),
            messages.Rename(rng.choice(("P0", "\u202eP"))), messages.Sit(), messages.Stand(),
            messages.TakeBack(), messages.AddBot("hard", self._seat()),
            messages.RemoveBot(seat), messages.SwapSeats(seat, max(0, self._seat())),
            messages.SetRules(rng.choice((b"x", lobby.rules if lobby is not None else b"\xc0"))),
            messages.Propose(rng.choice(("", "+2", "x" * 100))), messages.Agree(seat),
        )  # fmt: skip
        return messages.LobbySet(rng.choice(changes))

    def _chat(self) -> Message:
        return messages.Chat(self._rng.choice(("hi", "\x1b[2J", "\u202e", " ", "x" * 280)), self._pk())

    def _sync(self) -> Message:
        return messages.SyncReq(
            *self._rng.choice(((0, None), self._head(), (2**40, self._hash()), (3, None)))
        )

    def _give_back(self) -> Message:
        entries = [Signed(frame.data, frame.sig) for frame in self._world.disk if frame.kind == "ent"]
        start = self._rng.randrange(len(entries) + 1)
        return messages.SyncUp(start, tuple(entries[start : start + 5]))

    def _again(self) -> Message:
        """What somebody else has said."""
        return self._rng.choice(self.heard) if self.heard else messages.Chat("early")
