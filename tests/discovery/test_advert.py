from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_lan.discovery.advert import Advert, Sighting, read_sighting
from uno_lan.discovery.names import SERVICE

ID = "00112233aabbccdd"


def read(
    txt: dict[str, str | None], addresses: tuple[str, ...] = ("10.0.0.1",), port: int = 40444
) -> Sighting:
    sighting = read_sighting(f"Anna.{SERVICE}", SERVICE, port, addresses, txt)
    assert sighting is not None
    return sighting


def test_what_is_told_is_what_is_read() -> None:
    advert = Advert(
        id=ID,
        name="Anna",
        port=40444,
        key="K7QM2XPA0123",
        taken=3,
        seats=8,
        lock=True,
        edition="super-mario",
        tables=2,
    )
    assert advert.txt() == {
        "v": "1",
        "id": ID,
        "k": "K7QM2XPA01",
        "n": "3/8",
        "lock": "1",
        "ed": "super-mario",
        "t": "2",
    }
    assert read(dict(advert.txt())) == Sighting(
        instance=f"Anna.{SERVICE}",
        name="Anna",
        id=ID,
        key="K7QM2XPA01",
        port=40444,
        addresses=("10.0.0.1",),
        version=1,
        taken=3,
        seats=8,
        lock=True,
        edition="super-mario",
        tables=2,
    )


def test_fields_that_do_not_parse_are_left_out() -> None:
    bad: dict[str, str | None] = {
        "v": "one",
        "id": "XYZ",
        "k": "a b",
        "n": "3 of 8",
        "lock": "yes",
        "ed": "../x",
        "t": None,
    }
    sighting = read(bad)
    assert (sighting.version, sighting.id, sighting.key, sighting.edition) == (0, "", "", "")
    assert (sighting.taken, sighting.seats, sighting.lock, sighting.tables) == (0, 0, False, 1)


@pytest.mark.parametrize(
    "addresses",
    [
        (),
        ("::1",),
        ("::ffff:10.0.0.1",),
        ("ff02::fb",),
        ("::",),
        ("fe80::1%eth0; x",),
        ("fd77::1%2",),
        ("224.0.0.251",),
        ("0.0.0.0",),
        ("nonsense",),
    ],
)
def test_nothing_to_connect_to_is_no_sighting(addresses: tuple[str, ...]) -> None:
    assert read_sighting(f"Anna.{SERVICE}", SERVICE, 40444, addresses, {}) is None


@pytest.mark.parametrize("port", [None, 0, -1, 65536])
def test_a_port_that_cannot_be_is_no_sighting(port: int | None) -> None:
    assert read_sighting(f"Anna.{SERVICE}", SERVICE, port, ("10.0.0.1",), {}) is None


def test_both_kinds_of_addresses_are_taken_ipv4_first() -> None:
    told = ("fe80::1", "fd77::1", "10.0.0.1", "fe80::2%3")
    assert read({}, told).addresses == ("10.0.0.1", "fe80::1", "fd77::1", "fe80::2%3")


def test_no_more_than_eight_addresses_are_taken() -> None:
    assert len(read({}, tuple(f"10.0.0.{n}" for n in range(1, 50))).addresses) == 8


def test_a_copied_id_alone_does_not_make_the_same_server() -> None:
    honest, copy = read({"id": ID, "k": "AAAA"}), read({"id": ID, "k": "BBBB"})
    assert honest.server != copy.server
    assert read({}).server == ("", f"Anna.{SERVICE}")


@given(st.dictionaries(st.sampled_from(["v", "id", "k", "n", "lock", "ed", "t"]), st.none() | st.text()))
def test_no_text_breaks_the_reading(txt: dict[str, str | None]) -> None:
    sighting = read(txt)
    assert sighting.seats >= 0
    assert sighting.edition.isprintable()
