"""The catalogue: every message there and back, nothing foreign let in, private ones padded."""

from __future__ import annotations

import runpy
import warnings
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from protocol.codec import encode_text, pack
from protocol.errors import ProtocolFault
from protocol.fields import Signed
from protocol.messages.catalog import PAD_STEP, PADDED
from protocol.messages.lobby import Change
from protocol.messages.schema import SIGNED_TEXTS, catalog_schema, schema_text

ID8, ID16, B32, SIG = bytes(8), bytes(16), bytes(range(32)), bytes(64)
SEAT = m.LobbySeat(0, B32, "Anna", "person", owner=True, host=True)
SAMPLES: tuple[m.Message, ...] = (
    m.Hello((1,), ("gossip",), B32, ID8, ID16),
    m.Host(b"p", SIG),
    m.Auth(b"p", SIG, B32),
    m.Welcome(b"p", SIG, None),
    m.Status(),
    m.Status(b"p", SIG),
    m.Err("E_CODE", "wrong", 3, True),
    m.Ping(1),
    m.Pong(2**63 - 1),
    m.Bye("left"),
    m.SyncReq(0),
    m.SyncReq(5, B32),
    m.Sync(5, (Signed(b"e", SIG),), (Signed(b"d", SIG),), True),
    m.SyncWant(3, B32),
    m.SyncUp(3, (Signed(b"e", SIG),)),
    m.Peers((m.Peer(1, "192.168.1.5", 40444, B32),)),
    m.EntryMessage(b"e", SIG),
    m.Act(b"a", SIG),
    m.Nack(4, "not_your_turn"),
    m.Held(4, 0),
    m.Commit(b"c", SIG),
    m.Reveal(b"r", SIG),
    m.Answer(b"r", SIG),
    m.Deal(b"d", SIG),
    m.Show(b"s", SIG),
    m.AckHead(b"a", SIG),
    m.AckVerdict(b"a", SIG),
    m.Attest(b"a", SIG),
    m.Dispute(b"a", SIG),
    m.Consent(b"a", SIG),
    m.Vote(b"a", SIG),
    m.Admin(b"a", SIG),
    m.Chat("hello"),
    m.Chat("hello", B32, "Anna", 5),
    m.Lobby(
        ID8, "Anna's table", "round", ID16, 2, "classic", "race_500", b"rules", (SEAT,),
        (m.LobbySpectator(B32, "Bora"),), 10, "code", 1000, m.Clock(0, 2000),
        (m.VoteState("release", 1, None, (0, 2), ((0, "yes"),), 0),),
        (m.Proposal(0, "Everybody draws one.", (0,)),), (0,), 0, (m.LobbyBanned(B32, "Cy"),), True,
        "The owner paused the table.",
    ),
    *(
        m.LobbySet(change)
        for change in (
            m.Ready(), m.Ready(Signed(b"c", SIG)), m.Unready(), m.Start(), m.NextRound(3), m.Rematch(),
            m.Rename("Bo"), m.Sit(), m.Stand(), m.AddBot("hard", 3), m.RemoveBot(3), m.SwapSeats(0, 3),
            m.TakeBack(), m.SetRules(b"r"), m.Propose(""), m.Agree(1),
        )
    ),
)  # fmt: skip


def padded_out(message: m.Message) -> m.Message:
    return msgspec.structs.replace(message, z=b"") if message.t in PADDED else message


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: message.t)
def test_there_and_back(message: m.Message) -> None:
    found = m.decode(m.encode(message, 7))
    assert found is not None
    assert found[0] == 7
    assert padded_out(found[1]) == message


def test_there_is_a_sample_of_every_message_and_change() -> None:
    assert {message.t for message in SAMPLES} == m.CATALOG.keys()
    changes = {type(message.change) for message in SAMPLES if isinstance(message, m.LobbySet)}
    assert changes == set(get_args(Change))


def test_the_catalogue_is_the_one_of_the_specification() -> None:
    assert " ".join(m.CATALOG) == (
        "hello host auth welcome status err ping pong bye sync_req sync sync_want sync_up peers "
        "entry act nack held commit reveal answer deal show ack_head ack_verdict attest dispute consent vote "
        "admin chat lobby lobby_set"
    )
    assert all(len(word) <= 16 for word in m.CATALOG)


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: message.t)
def test_unknown_fields_are_refused(message: m.Message) -> None:
    word, number, body = msgpack.unpackb(m.encode(message))
    with pytest.raises(ProtocolFault) as caught:
        m.decode(pack((word, number, body | {"extra": 1})))
    assert caught.value.code == "E_SCHEMA"


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: message.t)
def test_no_field_takes_a_float_or_a_map_in_its_place(message: m.Message) -> None:
    word, number, body = msgpack.unpackb(m.encode(message))
    for key, value in body.items():
        for wrong in (1.5, {"a": 1}, [[[1]]], "x" * 1000, 2**63, -5):
            if wrong == value:
                continue
            with pytest.raises(ProtocolFault):
                m.decode(msgpack.packb((word, number, body | {key: wrong})))


@pytest.mark.parametrize(
    "envelope",
    [1, (), ("ping", 0), ("ping", 0, {"n": 1}, 1), (1, 0, {}), ("ping", -1, {"n": 1}),
     ("ping", 2**32, {"n": 1}), ("ping", True, {"n": 1}), ("ping", "0", {"n": 1}), ("ping", 0, ()),
     ("x" * 17, 0, {}), (b"ping", 0, {"n": 1}), {"t": "ping"}, None],
)  # fmt: skip
def test_what_is_no_envelope(envelope: object) -> None:
    with pytest.raises(ProtocolFault) as caught:
        m.decode(pack(envelope))
    assert caught.value.code == "E_SCHEMA"


def test_unknown_words() -> None:
    assert m.decode(pack(("x-later", 0, {"anything": (1, 2)}))) is None
    assert m.decode(pack(("x-", 0, 5))) is None
    for word in ("later", "", "X-later", "hello "):
        with pytest.raises(ProtocolFault) as caught:
            m.decode(pack((word, 0, {})))
        assert caught.value.code == "E_TYPE"


@pytest.mark.parametrize(
    ("message", "change"),
    [
        (m.Hello((1,), (), B32), {"v": ()}),
        (m.Hello((1,), (), B32), {"v": (256,)}),
        (m.Hello((1,), (), B32), {"v": tuple(range(1, 10))}),
        (m.Hello((1,), (), B32), {"cn_c": bytes(31)}),
        (m.Hello((1,), (), B32), {"caps": ("x" * 17,)}),
        (m.Hello((1,), (), B32), {"table": bytes(9)}),
        (m.Act(b"a", SIG), {"s": bytes(63)}),
        (m.Act(b"a", SIG), {"p": b""}),
        (m.Act(b"a", SIG), {"p": "text"}),
        (m.Status(), {"p": b"p"}),
        (m.Status(), {"s": SIG}),
        (m.Chat("a"), {"text": "x" * 281}),
        (m.Chat("a"), {"text": ""}),
        (m.Err("E_CODE"), {"msg": "x" * 201}),
        (m.Bye(), {"reason": "x" * 33}),
        (m.LobbySet(m.RemoveBot(1)), {"change": {"kind": "remove_bot", "seat": 10}}),
        (m.LobbySet(m.RemoveBot(1)), {"change": {"kind": "remove_bot", "seat": 255}}),
        (m.LobbySet(m.RemoveBot(1)), {"change": {"kind": "explode"}}),
        (m.LobbySet(m.RemoveBot(1)), {"change": {"seat": 1}}),
        (m.LobbySet(m.RemoveBot(1)), {"change": {"kind": "ready", "seat": 1}}),
    ],
)
def test_bounds(message: m.Message, change: dict[str, Any]) -> None:
    word, number, body = msgpack.unpackb(m.encode(message))
    with pytest.raises(ProtocolFault) as caught:
        m.decode(pack((word, number, body | change)))
    assert caught.value.code == "E_SCHEMA"


@given(st.integers(min_value=1, max_value=2000))
def test_private_messages_come_in_steps(size: int) -> None:
    for message in (m.Deal(bytes(size), SIG), m.Show(bytes(size), SIG, bytes(200))):
        payload = m.encode(message)
        assert len(payload) % PAD_STEP == 0
        assert len(payload) < size + 64 + 40 + PAD_STEP


def test_one_card_looks_like_two() -> None:
    def dealt(cards: int) -> bytes:
        openings = tuple(m.Opening(i, i, i, B32) for i in range(cards))
        return encode_text(m.DealText(ID16, 1, 0, 9, B32, openings))

    assert len(dealt(1)) != len(dealt(2))
    assert len(m.encode(m.Deal(dealt(1), SIG))) == len(m.encode(m.Deal(dealt(2), SIG)))


def test_decode_private_tells_deal_from_show() -> None:
    deal = m.DealText(ID16, 1, 0, 9, B32, (m.Opening(0, 5, 33, B32),))
    show = m.ShowText(ID16, 1, "challenge", 3, 9, B32, (m.BagOpening(0, 5, 33, B32),), True)
    assert m.decode_private(encode_text(deal)) == deal
    assert m.decode_private(encode_text(show)) == show
    for nonsense in (b"\x01", b"\xc1", pack({"bag": ()}), pack({}), pack(())):
        with pytest.raises(ProtocolFault):
            m.decode_private(nonsense)


def test_signature_words_are_apart() -> None:
    words = [kind.SIG for kind in SIGNED_TEXTS]
    assert len(set(words)) == len(words)
    assert "" not in words
    assert "head" not in words, "that one is for the heads of entries"


def test_texts_name_their_game() -> None:
    """A signature of one game cannot be used in another."""
    free = {m.HostText, m.AuthText, m.WelcomeText, m.StatusText, m.CommitText, m.SeedText}
    for kind in SIGNED_TEXTS:
        if kind not in free:
            assert "game" in get_type_hints(kind)


def test_terms_have_one_form_and_one_hash() -> None:
    ruleset = {"edition": "classic", "house": {f"rule_{n}": n for n in range(60)}}
    terms = m.Terms("1", 1, ruleset, 60_000)
    data = m.encode_terms(terms)
    assert m.decode_terms(data) == terms
    assert m.rules_hash(data) != m.rules_hash(m.encode_terms(m.Terms("2", 1, ruleset, 60_000)))
    with pytest.raises(ValueError):
        m.encode_terms(m.Terms("1", 1, {"pi": 3.14}, 0))
    backwards = dict(reversed(msgpack.unpackb(data).items()))
    for form in (msgpack.packb({"engine": "1"}), b"\xc1", data + b"\x00", msgpack.packb(backwards)):
        with pytest.raises(ProtocolFault):
            m.decode_terms(form)


def test_the_schema_in_the_docs_is_the_one_of_the_code() -> None:
    path = Path(__file__).parents[2] / "docs" / "messages.schema.json"
    assert path.read_text("utf-8") == schema_text(), (
        "run: python -m protocol.messages.schema > docs/messages.schema.json"
    )


def test_the_schema_is_written_by_its_module(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the module is loaded already
        runpy.run_module("protocol.messages.schema", run_name="__main__")
    assert capsys.readouterr().out == schema_text()


def test_the_schema_knows_no_numbers_but_integers() -> None:
    def types(value: Any) -> set[str]:
        if isinstance(value, dict):
            own = {value["type"]} if isinstance(value.get("type"), str) else set()
            return own.union(*map(types, value.values()))
        return set().union(*map(types, value)) if isinstance(value, list) else set()

    assert types(catalog_schema()) <= {"object", "array", "string", "integer", "boolean", "null"}
