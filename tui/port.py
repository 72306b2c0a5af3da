"""What the screens need from the world below: a lobby that finds tables, and a table to play at.

The screens are written against these protocols and plain values, so they run against scripted fakes in tests
and never see a socket. `tui.wiring` fits the real client and the real discovery to them.

    JoinTrouble          a table could not be joined or opened; `sentence` says why and what to do
    ├── TableChoice      the server holds several tables
    ├── CodeNeeded       the table wants its code, or the one given was wrong
    ├── CannotTakeUp     a table of mine has a game that this program cannot read
    └── PinChanged       the name is known, but with another identity; joining again needs `trust_new`
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from uno_lan.languages import _

if TYPE_CHECKING:
    from protocol.messages import Choice, VoteKind
    from uno_lan.client.model import Poll, Snapshot
    from uno_lan.client.replay import PastGame
    from uno_lan.engine.edition import Edition
    from uno_lan.engine.rules import Ruleset

Unsubscribe = Callable[[], None]
JoinOne = Callable[[str, str, bool], Awaitable["TableClient"]]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table somebody offers on this network."""

    key: str
    """Stays the same while the row changes: server id and table id."""
    name: str
    edition: str = "classic"
    seats_taken: int = 0
    seats: int = 10
    state: str = "open"
    """`open`, `running`, or `watch`: only watching is possible. Empty: its host has not answered yet."""
    locked: bool = False
    """A table code is needed."""
    fits: bool = True
    """Speaks our version of the protocol."""
    rtt_ms: int = -1
    address: str = ""
    known: bool = False
    """The host's identity was seen here before."""
    code_known: bool = False
    """It was joined before, and its code need not be typed again."""
    mine: bool = False
    """I play in its running game: my seat is kept."""
    silent: bool = False
    """It did not answer when it was asked last: it goes from the list if it does not the next time."""
    been: bool = False
    """I played there, and it is between two games: whether the seat is still mine, it does not tell."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of mine whose process still runs, or that can be taken up again."""

    key: str
    name: str
    players: int = 0
    """-1: not known."""
    running: bool = True
    """False: unfinished, its process is gone; going back resumes it."""
    edition: str = ""
    seats: int = 0
    """0: not known; like edition, players and reply it comes from the table's announcement, or its answer."""
    rtt_ms: int = -1


@dataclass(frozen=True, slots=True)
class HostOptions:
    """Everything asked on the screen *Host a game*."""

    name: str
    edition: str = "classic"
    """A built-in id, or what `Lobby.editions` calls one of the user's own."""
    rules: tuple[str, ...] = ()
    """Mode, preset and house rules as options of `uno-lan serve`: `--mode=single_hand`, `--rule=jump_in`."""
    seats: int = 10
    bots: int = 0
    level: str = "normal"
    """How well the bots play."""
    locked: bool = True
    """With a table code."""
    password: str = ""
    """Own table code instead of a made one; empty: made."""
    local: bool = False
    """Loopback only, not announced."""
    at_once: bool = False
    """The game begins as soon as the table stands: nobody else is to come. Else the owner starts it."""


class JoinTrouble(Exception):
    """A table could not be joined or opened."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        """For people: what happened and what to do."""
        self.code = code


class CodeNeeded(JoinTrouble):
    """Ask for the table code and join again."""

    def __init__(self, wrong: bool = False) -> None:
        super().__init__(
            _("The table code is wrong.") if wrong else _("This table needs its code."), "E_CODE"
        )
        self.wrong = wrong


class CannotTakeUp(JoinTrouble):
    """The unfinished game of a table of mine cannot be gone on with: ask whether to open it without."""


class TableChoice(JoinTrouble):
    """The server holds several tables: join one of them."""

    def __init__(self, tables: Sequence[GameRow], join: JoinOne) -> None:
        super().__init__(_("This server holds several tables."), "E_TABLE")
        self.tables = tuple(tables)
        """`key` is the table's id."""
        self.join = join
        """Joins the table of a key, with a code and with or without trust in a changed identity."""


class PinChanged(JoinTrouble):
    """The host's name is known with another identity. Default answer: no."""

    def __init__(self, name: str, known: str, now: str) -> None:
        super().__init__(_("{name} has another identity than before.").format(name=name), "E_PIN")
        self.name = name
        self.known = known
        """Words of the identity seen before."""
        self.now = now
        """Words of the identity that answers now."""


class Desk(Protocol):
    """What a person does about the people at the table."""

    def ask(self, what: VoteKind, seat: int = -1, pk: bytes | None = None) -> None:
        """Put something to the vote, with a yes of my own."""

    def answer(self, poll: Poll, yes: bool) -> None:
        """Vote."""

    def rest(self, pause: bool) -> None:
        """Owner: let the table rest, or go on."""

    def let_in(self, pk: bytes) -> None:
        """Owner: somebody who was put out may come in again."""

    def give(self, seat: int) -> None:
        """Owner: give the table away."""

    def take_back(self) -> None:
        """Take my seat back from the bot that plays it."""

    def mute(self, name: str, muted: bool = True) -> None:
        """Show no more chat of somebody, or show it again."""


class TableClient(Protocol):
    """A seat (or a watcher's place) at one table. Every method returns at once; what came of it is in the
    next snapshot."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    @property
    def table_id(self) -> bytes:
        """Which table it is, 8 bytes; empty for one that no lobby lists."""

    @property
    def desk(self) -> Desk:
        """Votes, orders of the owner, mute."""

    def subscribe(self, callback: Callable[[Snapshot], None]) -> Unsubscribe:
        """Call back after every change, in the event loop's thread."""

    async def run(self) -> None:
        """Keep the link, until the table is left or closed. Started once, by the App."""

    def play(
        self,
        card: int,
        color: int = -1,
        uno: bool = False,
        target: int = -1,
        second: int = -1,
        more: Sequence[int] = (),
    ) -> None:
        """Play a card, with all that is named with it: color, player, a color to draw, more of its number."""

    def jump(self, card: int, target: int = -1, uno: bool = False) -> None:
        """Play an identical card out of turn."""

    def draw(self) -> None:
        """Draw one card instead of playing."""

    def keep(self) -> None:
        """Keep the drawn card. A forced one is sent by the client itself."""

    def pass_turn(self) -> None:
        """Pass: only when nothing can be drawn."""

    def accept(self) -> None:
        """Take the cards of a draw card."""

    def challenge(self) -> None:
        """Challenge a Draw Four."""

    def name_color(self, color: int) -> None:
        """Name a color when the round asks for one."""

    def choose(self, seat: int) -> None:
        """Name a player when the round asks for one."""

    def discard(self, cards: Sequence[int]) -> None:
        """The cards that a rule makes me discard."""

    def call_uno(self) -> None:
        """Call UNO."""

    def catch(self, seat: int) -> None:
        """Point at a player who forgot to call."""

    def ready(self, ready: bool) -> None:
        """Say that I am ready, or not yet."""

    def start(self) -> None:
        """Owner: start the game; who starts is ready."""

    def add_bot(self) -> None:
        """Owner: add a bot."""

    def remove_bot(self, seat: int) -> None:
        """Owner: remove a bot."""

    def kick(self, seat: int) -> None:
        """Owner: remove a person."""

    def set_rules(self, rules: Ruleset) -> None:
        """Owner, waiting room: other rules."""

    def propose(self, text: str) -> None:
        """Waiting room: a text for a customizable card; empty: take mine back."""

    def agree(self, seat: int) -> None:
        """Waiting room: agree to what a seat proposes."""

    def swap(self, first: int, second: int) -> None:
        """Owner, waiting room: two seats change places."""

    def vote(self, choice: Choice) -> None:
        """What is to become of the disputed round."""

    def next_round(self) -> None:
        """Go on to the next round."""

    def rematch(self) -> None:
        """Play again in the same room."""

    def say(self, text: str) -> None:
        """Chat."""

    def sit(self) -> None:
        """A watcher wants a seat."""

    def seen_hand(self) -> None:
        """The hand that was shown to me was looked at."""

    def leave(self) -> None:
        """Give the seat up; the table goes on."""

    def close_table(self) -> None:
        """Owner: close the table for all."""

    def step_away(self) -> None:
        """Cut the link but keep seat and table: the same identity may come back."""


class Lobby(Protocol):
    """Finds, joins and opens tables. `run` searches until it is cancelled."""

    @property
    def name(self) -> str:
        """My name, as last used on this machine; empty until it was read."""

    @property
    def local(self) -> bool:
        """Only this computer is looked at, and a new table is for it alone."""

    @property
    def games(self) -> tuple[GameRow, ...]:
        """Tables found now, in a stable order."""

    @property
    def own(self) -> tuple[OwnTable, ...]:
        """Tables of mine that can be gone back to."""

    @property
    def hints(self) -> tuple[str, ...]:
        """Where the search looks: own addresses and interfaces, one line each."""

    @property
    def problem(self) -> str:
        """Why the search does not work, as a sentence; empty when it does."""

    def subscribe(self, callback: Callable[[], None]) -> Unsubscribe:
        """Call back after every change of `games`, `own`, `hints` or `problem`."""

    async def run(self) -> None:
        """Search. Started once, by the App, after the first frame."""

    def refresh(self) -> None:
        """Search afresh now."""

    def use_ipv6(self, wanted: bool) -> None:
        """Search, and open tables, by IPv6 as well from now on, or no more."""

    def editions(self) -> Sequence[tuple[str, str]]:
        """Editions that a table can be opened with: what each is called in `HostOptions`, and its name."""

    def edition(self, key: str) -> Edition:
        """One of them.

        Raises:
            ValueError: its file describes none; one line that says why.
        """

    def past_games(self) -> Sequence[PastGame]:
        """Games I took part in, the newest first."""

    def know_name(self) -> str:
        """My name, read now if it was not yet: the search does it after the first frame."""

    def remember_name(self, name: str) -> None:
        """Use this name from now on.

        Raises:
            ValueError: the name is not allowed; the text says why.
        """

    async def join(self, row: GameRow, code: str, name: str, trust_new: bool = False) -> TableClient:
        """Join a table that was found. Raises JoinTrouble."""

    async def join_address(self, text: str, code: str, name: str, trust_new: bool = False) -> TableClient:
        """Join by `HOST:PORT`, an address code or a `uno://` text. Raises JoinTrouble."""

    async def host(self, options: HostOptions, name: str) -> TableClient:
        """Start the headless process of a new table and join it. Raises JoinTrouble."""

    async def open_table(self, options: Sequence[str], name: str) -> TableClient:
        """The same by options of `uno-lan serve`, as the command line has them. Raises JoinTrouble."""

    async def go_back(self, table: OwnTable, name: str, anew: bool = False) -> TableClient:
        """Join (or resume) a table of mine; `anew`: without its unfinished game. Raises JoinTrouble."""

    async def close(self, table: OwnTable) -> None:
        """End the process of a table of mine. Raises JoinTrouble."""
