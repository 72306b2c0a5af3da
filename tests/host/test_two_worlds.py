"""Two games that differ only in what somebody may not know send that person the same bytes.

Commitments, nonces, keys and signatures are masked; their lengths, and everything else, must be equal. In all
editions, for a player who comes back in all ways there are and for somebody who watches, and for all kinds of
messages that a table sends while it plays. Source: docs/protocol.md 5.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from protocol import bodies, codec, messages, shuffle
from protocol.entries import decode_entry
from protocol.errors import ProtocolFault
from tests.amounts import amount
from tests.host.pair import Pair, lazy
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Challenge, Command, Draw, Leave, Phase, Play, Ruleset, View
from uno_lan.fairness import layer as layers
from uno_lan.fairness.layer import HostLayer

RULES: dict[str, dict[str, Any]] = {
    "classic": {},
    "super-mario": {},
    "star-wars": {},
    "mario-kart": {},
    "customizable": {},
    "classic, hands change owner": {"seven_zero": True},
}
"""Edition, and house rules that make other messages."""
MOVES = 45
FOUR = 14
"""Symbol of the Draw Four."""
Script = list[tuple[str, Command]]


def world(name: str, seed: str, script: Script | None) -> tuple[Pair, Script]:
    """A round under fixed public orders: played freely, or by a script. Returns it with what was played."""
    rules = Ruleset.make(name.partition(",")[0], uno_grace_ms=0, **RULES[name])
    pair = Pair(["Ann", "Ben", "Cem", "Dan"], seed=seed, rules=rules)
    pair.connect("Eva", "watch")
    for client in pair.clients.values():
        client.plays = False
    pair.start()
    played: Script = []
    while len(played) < (MOVES if script is None else len(script)):
        assert pair.match.replica.round_end is None, "the cards would be open"
        who, command = free_move(pair, len(played)) if script is None else script[len(played)]
        pair[who].act(command, pair.now)
        pair.pump()
        assert not [code for code in pair[who].nacks if code != "not_your_turn"]
        played.append((who, command))
        between(pair, len(played))
    return pair, played


def between(pair: Pair, count: int) -> None:
    """What happens beside the game: links break, programs start anew, people talk and press too early."""
    ann = pair["Ann"]
    if count % 12 == 0:
        for name in ("Ann", "Eva"):
            pair.drop(name)
            if count % 24 == 0:
                pair[name].reopen()
            pair.connect(name, "watch" if name == "Eva" else "play")
    if count == 17:
        # All is lost, also the file: everything is sent again from the beginning.
        pair.drop("Ann")
        ann.game = None
        ann.sent = None
        pair.connect("Ann")
    if count % 10 == 0:
        pair["Ben"].say(messages.Chat(f"move {count}"))
        pair.pump()
    if pair.round.to_act != ann.seat and count % 7 == 0:
        ann.act(Draw(ann.seat), pair.now)
        pair.pump()


def free_move(pair: Pair, count: int) -> tuple[str, Command]:
    """What somebody does next; Dan leaves after a while, nobody goes out."""
    if count == 30 and pair["Dan"].seat != NOBODY:
        return "Dan", Leave(pair["Dan"].seat)
    client = next(c for c in pair.clients.values() if c.sure.seat == pair.round.to_act)
    view = client.sure.view()
    assert view is not None
    command = careful(view, pair.match.replica.rules, client.chance.random)
    if view.phase is Phase.DRAWN and isinstance(command, Play):
        # Not another card of the same face: that would tell what the drawn one is.
        command = msgspec.structs.replace(command, card=view.drawn)
    return client.name, command


def careful(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays Draw Fours first, challenges everything, and keeps a few cards to the end."""
    if view.legal.challenge:
        return Challenge(view.seat)
    if len(view.hand) <= 3 and (view.legal.draw or view.legal.keep):
        return lazy(view, rules, random)
    fours = [c for c in view.legal.plays if rules.edition.symbol_of[c] == FOUR]
    if fours:
        return Play(view.seat, fours[0], 2, uno=len(view.hand) == 2)
    return choose(view, rules, random)


def known_to(pair: Pair, name: str) -> set[int]:
    """Cards that somebody knows or that everybody has seen, so far in this round."""
    client = pair[name]
    known: set[int] = set()
    for payload in client.wire:
        message = messages.decode(payload)
        assert message is not None
        known |= cards_in(message[1])
    return known


def cards_in(message: messages.Message) -> set[int]:
    """Cards that a message names, by its type."""
    match message:
        case messages.Deal(p):
            return {o.uid for o in codec.decode_text(p, messages.DealText).openings}
        case messages.Show(p):
            return {o.uid for o in codec.decode_text(p, messages.ShowText).bag}
        case messages.EntryMessage(p):
            return cards_in_entry(p)
        case messages.Sync(_, entries, private):
            found = set().union(*(cards_in_entry(s.p) for s in entries))
            for signed in private:
                text = messages.decode_private(signed.p)
                rows = text.bag if isinstance(text, messages.ShowText) else text.openings
                found |= {o.uid for o in rows}
            return found
        case _:
            return set()


def cards_in_entry(raw: bytes) -> set[int]:
    entry = decode_entry(raw)
    found = {claim[1] for claim in getattr(entry.b, "cl", ()) if isinstance(claim, tuple)}
    if isinstance(entry.b, bodies.Act) and entry.c is not None:
        action = codec.decode_text(entry.c.p, messages.Action)
        if action.kind == "play":
            found.add(action.args["card"])
    return found


def masked(value: object) -> object:
    """A decoded value with hashes, nonces, keys and signatures blotted out; their lengths stay."""
    if isinstance(value, dict):
        return {key: masked(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(masked(item) for item in value)
    if isinstance(value, bytes):
        if len(value) % 32 == 0:
            return b"#" * len(value)
        try:
            return masked(codec.unpack(value, max_map=128, max_array=1024))
        except ProtocolFault:
            return value
    return value


def swapped(pair: Pair, known: set[int]) -> dict[int, int]:
    """Each card nobody may know becomes another one that nobody may know.

    Of the same color, or the same wild: what the rules make public about a hand stays true.
    """
    edition = pair.match.replica.rules.edition
    kinds: dict[tuple[int, int], list[int]] = {}
    for card in range(edition.size):
        color = edition.color_of[card]
        kinds.setdefault((color, -1 if color < 4 else edition.symbol_of[card]), []).append(card)
    swap = {card: card for card in range(edition.size)}
    for cards in kinds.values():
        hidden = [card for card in cards if card not in known]
        swap |= dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    return swap


def with_other_cards(swap: dict[int, int]) -> Callable[[bytes, bytes, Sequence[int]], HostLayer]:
    """Seals as the host does, each card exchanged for another."""
    original = HostLayer.make
    back = {new: old for old, new in swap.items()}

    def make(eid: bytes, seed: bytes, cards: Sequence[int]) -> HostLayer:
        sealed = original(eid, seed, [back[card] for card in cards])
        order = [swap[card] for card in sealed.cards]
        leaves = tuple(
            shuffle.leaf(eid, place, card, sealed.nonces[place]) for place, card in enumerate(order)
        )
        return HostLayer(seed, tuple(order), sealed.nonces, leaves)

    return make


def kinds_of(pair: Pair, name: str) -> set[str]:
    """Words of all messages that somebody was sent."""
    found = [messages.decode(payload) for payload in pair[name].wire]
    return {decoded[1].t for decoded in found if decoded is not None}


@pytest.mark.parametrize("edition", RULES)
@pytest.mark.parametrize("number", range(amount(1, 3, 120)))
def test_two_worlds(edition: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What differs only in cards Ann (or Eva) may not know looks the same to her, byte for byte."""
    monkeypatch.setattr(shuffle, "player_layer", lambda k, seeds, m: shuffle.fisher_yates(b"fixed", range(m)))
    monkeypatch.setattr(shuffle, "public_coin", lambda k, seeds, name, n: len(name) % n)
    seed = f"world {number}"
    first, script = world(edition, seed, None)
    assert {"lobby", "entry", "deal", "sync", "chat", "nack"} <= kinds_of(first, "Ann")
    assert kinds_of(first, "Eva") <= {"lobby", "entry", "sync", "chat"}
    for name in ("Ann", "Eva"):
        swap = swapped(first, known_to(first, name))
        moved = {card for card, other in swap.items() if card != other}
        assert len(moved) > 20
        with monkeypatch.context() as patch:
            patch.setattr(layers.HostLayer, "make", staticmethod(with_other_cards(swap)))
            second, _ = world(edition, seed, script)
        assert moved & {c for s in second.round.playing for c in second.hand(s)}
        one, two = first[name].wire, second[name].wire
        assert len(one) == len(two)
        for left, right in zip(one, two, strict=True):
            assert len(left) == len(right)
            assert masked(codec.unpack(left, max_map=128)) == masked(codec.unpack(right, max_map=128))
        assert first[name].sure.hand == second[name].sure.hand
        # The worlds do differ, and who may know it sees it.
        other = next(c for c in first.clients if first.hand(first[c].seat) != second.hand(second[c].seat))
        assert known_to(first, other) != known_to(second, other)


def test_a_shown_hand_is_for_its_viewer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the worlds above some hands are shown: to Ann, or to others with Ann looking on."""
    monkeypatch.setattr(shuffle, "player_layer", lambda k, seeds, m: shuffle.fisher_yates(b"fixed", range(m)))
    first, _ = world("classic", "world 0", None)
    shown = {name for name in first.clients if first[name].shown}
    assert shown
    for name, client in first.clients.items():
        for target, _, _, mine in client.shown:
            assert mine or target == client.seat, f"{name} saw the hand of seat {target}"


def test_the_comparison_would_notice() -> None:
    """A single card, a flag or a length that differs is not masked away."""
    for one, two in (((1, 2), (1, 3)), ({"a": b"12"}, {"a": b"123"}), (bytes(32), bytes(64)), (True, False)):
        assert masked(one) != masked(two)
    assert masked(bytes(32)) == masked(bytes([7]) * 32)
