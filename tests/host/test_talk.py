"""Chat for whoever was away: kept in memory alone, bounded, and only for those who were there."""

from __future__ import annotations

from protocol import messages
from uno_lan.host.talk import GUESTS, LASTS_MS, LINES, Talk

from .pair import Pair

ANN, BEN = b"\x01" * 32, b"\x02" * 32


def say(pair: Pair, name: str, *texts: str) -> None:
    """Somebody says something, and everybody who is here hears it."""
    for text in texts:
        pair[name].say(messages.Chat(text))
    pair.pump()


def texts(talk: Talk, pk: bytes, now: int) -> list[str]:
    return [line.text for line in talk.came(pk, now)]


def test_who_comes_back_gets_what_was_said_meanwhile_and_knows_what_it_has() -> None:
    pair = Pair(["Ann", "Ben", "Cem"])
    pair.start()
    say(pair, "Ann", "before")
    pair.drop("Ben")
    say(pair, "Ann", "one", "two")
    pair.now += 65_000
    before = pair["Ben"].chats[:]
    pair.connect("Ben")
    # What the program has is given once more, exactly as it was, so that it can leave it out.
    assert [line.text for line in pair["Ben"].chats[len(before) :]] == ["before", "one", "two"]
    assert pair["Ben"].chats[len(before)] == before[-1]
    assert [line.ts for line in pair["Cem"].chats] == [line.ts for line in pair["Ben"].chats[len(before) :]]
    assert len({line.ts for line in pair["Cem"].chats}) == 3, "each is known by its time"


def test_a_second_terminal_gets_it_too() -> None:
    pair = Pair(["Ann", "Ben"])
    say(pair, "Ann", "hello")
    pair.connect("Ben")
    assert pair["Ben"].byes == ["replaced"]
    assert [line.text for line in pair["Ben"].chats] == ["hello", "hello"]


def test_who_comes_new_or_was_put_out_gets_nothing_of_before() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    say(pair, "Ann", "among us")
    dan = pair.connect("Dan", "watch")
    assert dan.chats == []
    say(pair, "Ann", "hello Dan")
    pair.drop("Dan")  # a watcher has no seat that is kept, and is still not new
    say(pair, "Ben", "gone again")
    pair.connect("Dan", "watch")
    assert [line.text for line in dan.chats] == ["hello Dan", "hello Dan", "gone again"]
    pair["Ann"].admin("kick", pair.now, pk=dan.signer.pk)
    pair.pump()
    say(pair, "Ann", "behind his back")
    pair["Ann"].admin("unban", pair.now + 1, pk=dan.signer.pk)
    pair.pump()
    pair.connect("Dan", "watch")
    assert "behind his back" not in [line.text for line in dan.chats]
    assert not any(b"behind his back" in payload or b"among us" in payload for payload in dan.wire)


def test_nothing_of_it_is_ever_stored_and_a_restart_forgets_it() -> None:
    pair = Pair(["Ann", "Ben"])
    pair.start()
    pair.drop("Ben")
    say(pair, "Ann", "off the record")
    pair.restart()
    pair.connect("Ben")
    assert pair["Ben"].chats == []
    assert not any(b"off the record" in frame.data for frame in pair.file)


def test_it_has_bounds() -> None:
    talk = Talk()
    assert texts(talk, ANN, 0) == []
    for number in range(LINES + 10):
        talk.add(str(number), ANN, "Ann", 5)
    assert texts(talk, ANN, 100) == [str(number) for number in range(10, LINES + 10)]
    assert texts(talk, BEN, 100) == []
    assert texts(talk, ANN, LASTS_MS + 100) == [], "too long ago"
    for number in range(GUESTS):
        talk.came(number.to_bytes(32, "big"), 200)
    talk.add("after", None, "Server", 300)
    assert texts(talk, ANN, 400) == [], "so many others came that Ann counts as new"
    assert len(talk._since) == GUESTS


def test_a_flood_costs_no_more_than_the_last_lines() -> None:
    """Whoever talks all the time and whoever comes back all the time: both stay bounded."""
    pair = Pair(["Ann", "Ben"])
    for number in range(200):
        say(pair, "Ann", f"{number} " + "x" * 270)
    told = len(pair["Ben"].wire)
    pair.connect("Ben")
    given = [payload for payload in pair["Ben"].wire[told:] if b"chat" in payload[:8]]
    assert len(given) == LINES
    assert sum(map(len, given)) < 32 * 1024
