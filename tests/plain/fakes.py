"""A table that remembers what was asked of it, and snapshots to look at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from uno_lan.client.model import LinkState, Poll, SeatInfo, Snapshot, Stage
from uno_lan.engine import NOBODY, Command, Legal, Phase, Ruleset, View, load_edition
from uno_lan.engine.notation import parse_cards

EDITION = load_edition("classic")
ANNA = SeatInfo(0, "Anna", "person", owner=True)
BORA = SeatInfo(1, "Bora", "person")
ROBO = SeatInfo(2, "Robo", "bot", ready=True)


def cards(text: str) -> tuple[int, ...]:
    """Cards by their texts."""
    return tuple(parse_cards(text, EDITION))


def view(hand: str = "R5 B2 W", top: str = "R7", plays: str = "R5 W", **fields: object) -> View:
    """Anna to play on a red seven."""
    mine = cards(hand)
    playable = tuple(card for card in mine if EDITION.text(card) in plays.split())
    base = View(
        seat=0,
        edition="classic",
        phase=Phase.TURN,
        seats=(0, 1, 2),
        left=(),
        sizes=(len(mine), 4, 7),
        to_act=0,
        dealer=2,
        direction=1,
        color=0,
        top=cards(top)[0],
        discard_size=3,
        pile_size=60,
        called=(),
        owes=(),
        pending=0,
        attacker=NOBODY,
        can_challenge=False,
        winner=NOBODY,
        hand=mine,
        legal=Legal(plays=playable, draw=True),
    )
    return replace_struct(base, **fields)


def replace_struct(value: View, **fields: object) -> View:
    """A changed copy of a view."""
    from msgspec.structs import replace as changed

    return changed(value, **fields)


WAITING = Snapshot(
    link=LinkState.ONLINE,
    stage=Stage.WAITING,
    table_name="Anna's table",
    code="K7QM-2XPA",
    me=0,
    my_name="Anna",
    owner=0,
    mode="race_500",
    target=500,
    rules={"uno_grace_ms": 1500},
    seats=(ANNA, BORA, ROBO),
)


def playing(seen: View | None = None, **fields: object) -> Snapshot:
    """A round is being played."""
    told = {"stage": Stage.ROUND, "round_no": 1, "view": seen or view()} | fields
    return replace(WAITING, **told)  # type: ignore[arg-type]


@dataclass
class FakeTable:
    """Remembers every wish as a word with its argument."""

    snapshot: Snapshot = field(default_factory=playing)
    asked: list[tuple[str, object]] = field(default_factory=list)

    def send(self, command: Command) -> None:
        self.asked.append(("send", command))

    def ready(self, ready: bool) -> None:
        self.asked.append(("ready", ready))

    def start(self) -> None:
        self.asked.append(("start", None))

    def sit(self) -> None:
        self.asked.append(("sit", None))

    def add_bot(self) -> None:
        self.asked.append(("add_bot", None))

    def remove_bot(self, seat: int) -> None:
        self.asked.append(("remove_bot", seat))

    def kick(self, seat: int) -> None:
        self.asked.append(("kick", seat))

    def swap(self, first: int, second: int) -> None:
        self.asked.append(("swap", (first, second)))

    def set_rules(self, rules: Ruleset) -> None:
        self.asked.append(("set_rules", rules))

    def propose(self, text: str) -> None:
        self.asked.append(("propose", text))

    def agree(self, seat: int) -> None:
        self.asked.append(("agree", seat))

    def vote(self, choice: str) -> None:
        self.asked.append(("vote", choice))

    def next_round(self) -> None:
        self.asked.append(("next_round", None))

    def rematch(self) -> None:
        self.asked.append(("rematch", None))

    def say(self, text: str) -> None:
        self.asked.append(("say", text))

    def leave(self) -> None:
        self.asked.append(("leave", None))

    def close_table(self) -> None:
        self.asked.append(("close_table", None))

    def step_away(self) -> None:
        self.asked.append(("step_away", None))

    @property
    def desk(self) -> FakeDesk:
        return FakeDesk(self.asked)


@dataclass
class FakeDesk:
    """Remembers wishes about people."""

    asked: list[tuple[str, object]]

    def ask(self, what: str, seat: int = NOBODY, pk: bytes | None = None) -> None:
        self.asked.append(("ask", (what, seat, pk)))

    def answer(self, poll: Poll, yes: bool) -> None:
        self.asked.append(("answer", (poll.what, yes)))

    def rest(self, pause: bool) -> None:
        self.asked.append(("rest", pause))

    def let_in(self, pk: bytes) -> None:
        self.asked.append(("let_in", pk))

    def give(self, seat: int) -> None:
        self.asked.append(("give", seat))

    def take_back(self) -> None:
        self.asked.append(("take_back", None))

    def rename(self, name: str) -> None:
        self.asked.append(("rename", name))

    def mute(self, name: str, muted: bool = True) -> None:
        self.asked.append(("mute", (name, muted)))
