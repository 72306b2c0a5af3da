"""What goes wrong in a world, chosen by its seed."""

from __future__ import annotations

from collections.abc import Callable

from protocol import messages
from tests.chaos.world import World
from tests.host.pair import START, Client
from uno_lan.engine import NOBODY, Catch, Draw, Leave, Play, Uno


class Trouble:
    """Makes trouble every now and then, until it is told to stop."""

    def __init__(self, world: World, *, most_players: int = 5) -> None:
        self._world = world
        self._most = most_players
        self._arrived = 0
        self.over = False
        self.count = 0
        world.at(2_000, self._next)

    def _next(self) -> None:
        if self.over:
            return
        world = self._world
        things: tuple[tuple[int, Callable[[], None]], ...] = (
            (8, self._drop), (3, self._all_drop), (3, self._takeover), (4, self._client_crash),
            (3, self._host_crash), (2, self._power_cut), (2, self._sleep), (1, self._leave),
            (2, self._arrive), (3, self._nonsense), (4, self._hostile_bytes), (2, self._vote),
            (2, self._lag), (3, self._hush),
        )  # fmt: skip
        weights = [weight for weight, _ in things]
        world.random.choices([thing for _, thing in things], weights)[0]()
        self.count += 1
        world.at(world.random.randint(500, 6_000), self._next)

    def stop(self) -> None:
        """From now on all is well."""
        self.over = True
        for client in self._world.clients.values():
            client.plays, client.mute = True, frozenset()
        self._go_on()

    def _go_on(self) -> None:
        """A table that rests is asked to go on, as often as it takes."""
        table = self._world.table
        if table is not None and table.room.paused:
            self._resume()
        self._world.at(2_000, self._go_on)

    def _drop(self) -> None:
        world = self._world
        if client := world.someone():
            away = world.random.choice((200, 1_000, 4_000, 15_000))
            world.cut(client, noticed=world.random.random() < 0.5, away_ms=away)

    def _all_drop(self) -> None:
        world = self._world
        for client in list(world.here()):
            world.cut(client, noticed=world.random.random() < 0.5, away_ms=world.random.randint(200, 9_000))

    def _takeover(self) -> None:
        """The address changes: a new connection while the old one looks alive."""
        world = self._world
        if client := world.someone():
            world.cut(client, noticed=False, away_ms=world.random.randint(0, 300))

    def _client_crash(self) -> None:
        world = self._world
        client = world.someone()
        if client is None:
            return
        world.cut(client, noticed=True, away_ms=world.random.randint(300, 5_000))
        if client.game is not None and world.random.random() < 0.7:
            client.reopen()

    def _host_crash(self) -> None:
        self._world.crash(self._world.random.randint(100, 4_000))

    def _power_cut(self) -> None:
        """Whoever was told something comes back at once and gives back what was lost.

        A watcher is not waited for, so nothing that only a watcher has heard may be on its way.
        """
        world = self._world
        arrived = all(link.down_at <= world.now for link in world.links.values())
        if arrived and all(client.peer >= 0 for client in world.clients.values()):
            world.crash(world.random.randint(100, 2_000), world.random.randint(1, 12))

    def _sleep(self) -> None:
        """Somebody does not look at the screen for a while."""
        world = self._world
        if client := world.someone(playing=True):
            client.plays = False

            def wake() -> None:
                client.plays = True

            world.at(world.random.choice((3_000, 20_000, 60_000)), wake)

    def _leave(self) -> None:
        world = self._world
        client = world.someone(playing=True)
        players = [c for c in world.clients.values() if c.seat != NOBODY]
        if client is None or len(players) < 3 or not self._may_act(client):
            return
        world.story.say(world.now, f"{client.name} leaves")
        client.act(Leave(client.seat), world.now)

    @staticmethod
    def _may_act(client: Client) -> bool:
        game = client.game
        if game is None or game.replica.round is None:
            return False
        return not client._syncing and client.sent is None

    def _arrive(self) -> None:
        world = self._world
        if len(world.clients) < self._most:
            self._arrived += 1
            world.arrive(f"L{self._arrived}", "watch" if self._arrived % 3 == 0 else "play")

    def _nonsense(self) -> None:
        """A move that is none, in somebody's own name."""
        world = self._world
        client = world.someone(playing=True)
        if client is None or not self._may_act(client):
            return
        wrong = (Draw(0), Play(0, 17), Play(2, 101, 1), Uno(0), Catch(1, 0), Catch(0, 6))
        client.say(client.sure.act(world.random.choice(wrong), world.now).send[0])

    def _hostile_bytes(self) -> None:
        """Noise, half a message, or a message of the wrong kind from somebody who watches."""
        world = self._world
        bad = next((c for c in world.clients.values() if c.name == "Mallory"), None)
        if bad is None:
            bad = world.arrive("Mallory", "watch")
        link = world.links.get(bad.peer)
        if link is None:
            return
        bad.lied = True
        chance = world.random
        noise = bytes(chance.randrange(256) for _ in range(chance.randint(1, 60)))
        text = messages.encode(messages.Act(noise, bytes(64)))
        some = [noise, text, text[: len(text) // 2]]
        words: tuple[messages.Message, ...] = (
            messages.SyncReq(chance.randint(0, 999), None), messages.Vote(noise, bytes(64)),
            messages.Admin(noise, bytes(64)), messages.Commit(noise, bytes(64)), messages.SyncUp(0, ()),
            messages.LobbySet(messages.Start()), messages.LobbySet(messages.TakeBack()),
            messages.Chat("\x1b[2J"),
        )  # fmt: skip
        some += map(messages.encode, words)
        world.arrives(link, chance.choice(some))

    def _vote(self) -> None:
        """Somebody asks for something, and everybody answers as they like."""
        world = self._world
        client = world.someone(playing=True)
        if client is None or not self._may_act(client):
            return
        seats = [c.seat for c in world.clients.values() if c.seat != NOBODY]
        kinds: tuple[messages.VoteKind, ...] = ("pause", "resume", "release")
        what = world.random.choice(kinds)
        seat = world.random.choice(seats) if what == "release" else NOBODY
        for voter in list(world.here()):
            if voter.seat != NOBODY and self._may_act(voter):
                choice: messages.Choice = "yes" if voter is client or world.random.random() < 0.7 else "no"
                voter.vote(what, world.now - START, seat, None, choice)
        if what == "pause":
            world.at(world.random.randint(1_000, 8_000), self._resume)

    def _resume(self) -> None:
        world = self._world
        for voter in list(world.here()):
            if voter.seat != NOBODY and self._may_act(voter):
                voter.vote("resume", world.now - START)

    def _lag(self) -> None:
        self._world.lag = self._world.random.choice(((1, 5), (1, 120), (100, 900)))

    def _hush(self) -> None:
        """Somebody's program does not answer for a while."""
        world = self._world
        if client := world.someone():
            word = world.random.choice(("commit", "reveal", "attest"))
            client.mute = frozenset((word,))

            def again() -> None:
                client.mute = frozenset()

            world.at(world.random.randint(500, 8_000), again)
