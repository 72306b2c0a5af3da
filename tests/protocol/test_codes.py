"""Codes and addresses: forgiving to fingers, strict about errors."""

from __future__ import annotations

import contextlib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codes
from protocol.codes import ALPHABET, Address
from protocol.errors import AddressError

HOST_ID = "MMG42KLGYQZWNEISKRELXMS3J7"


@given(st.binary(min_size=5, max_size=5))
def test_table_codes(entropy: bytes) -> None:
    shown = codes.table_code(entropy)
    assert len(shown) == 9
    assert shown[4] == "-"
    plain = shown.replace("-", "")
    assert codes.show_table_code(plain) == shown
    assert codes.show_table_code(shown.lower().replace("-", " ")) == shown
    assert codes.secret_bytes(shown) == codes.secret_bytes(plain.lower()) == plain.encode()


def test_table_codes_use_all_bits() -> None:
    assert codes.table_code(bytes(5)) == "0000-0000"
    assert codes.table_code(b"\xff" * 5) == "ZZZZ-ZZZZ"
    with pytest.raises(ValueError, match="5 bytes"):
        codes.table_code(bytes(4))


def test_letters_that_look_like_digits() -> None:
    assert codes.show_table_code("oOiI-lL00") == "0011-1100"


@pytest.mark.parametrize("text", ["", "K7QM-2XP", "K7QM-2XPAA", "K7QM-2XPU", "K7QM-2XP!", "\u0130" * 8])
def test_what_is_no_table_code(text: str) -> None:
    """It may be a password then, which is shown and used as it is."""
    assert not codes.is_table_code(text)
    assert codes.show_table_code(text) == text


def test_passwords() -> None:
    assert codes.check_password("  correct horse ") == "correct horse"
    for text in ("short", "x" * 65, " " * 20):
        with pytest.raises(AddressError, match="10 to 64"):
            codes.check_password(text)
    decomposed, composed = "cafe\u0301 cafe\u0301", "caf\u00e9 caf\u00e9"
    assert codes.secret_bytes(decomposed) == codes.secret_bytes(composed)
    assert codes.secret_bytes("Password-1") != codes.secret_bytes("password-1")
    assert codes.show_table_code("correct horse") == "correct horse"


ADDRESSES = st.one_of(
    st.tuples(
        st.builds(
            lambda net, n: str(net[n % net.num_addresses]),
            st.sampled_from(codes._PRIVATE),
            st.integers(0, 2**24),
        ),
        st.integers(40444, 40453),
    ),
    st.tuples(st.ip_addresses(v=4).map(str), st.integers(1, 65535)),
)


@given(ADDRESSES)
def test_address_codes_come_back(where: tuple[str, int]) -> None:
    host, port = where
    code = codes.address_code(host, port)
    assert codes.parse_address_code(code) == Address(host, port)
    assert codes.parse_address_code(code.lower().replace("-", " ")) == Address(host, port)
    assert codes.parse_target(code) == Address(host, port)


@pytest.mark.parametrize(
    ("host", "port", "length"),
    [("192.168.1.5", 40444, 5), ("192.168.255.255", 40453, 5), ("172.16.0.1", 40444, 5),
     ("172.31.255.255", 40453, 6), ("10.0.0.1", 40444, 6), ("10.255.255.255", 40453, 7),
     ("192.168.1.5", 40454, 11), ("8.8.8.8", 40444, 11), ("0.0.0.0", 1, 11), ("255.255.255.255", 65535, 11)],
)  # fmt: skip
def test_length_of_address_codes(host: str, port: int, length: int) -> None:
    code = codes.address_code(host, port)
    assert len(code.replace("-", "")) == length
    assert all(2 < len(part) <= 5 for part in code.split("-"))


def test_frozen_address_codes() -> None:
    """Two people with different versions must still understand each other."""
    assert codes.address_code("192.168.1.5") == "02HJZ"
    assert codes.address_code("10.77.0.2") == "1TR-00M3"
    assert codes.address_code("8.8.8.8", 80) == "0810-40G0-2GE"


def test_only_ipv4_has_an_address_code() -> None:
    for host in ("::1", "anna-pc", "300.1.1.1", ""):
        with pytest.raises(AddressError, match="no IPv4 address"):
            codes.address_code(host)


@pytest.mark.parametrize("code", ["02HJZ", "1TR00M3", "081040G02GE"])
def test_every_single_typing_error_is_noticed(code: str) -> None:
    for at, letter in itertools.product(range(len(code)), ALPHABET):
        wrong = code[:at] + letter + code[at + 1 :]
        if wrong != code:
            with pytest.raises(AddressError):
                codes.parse_address_code(wrong)
    for one, two in itertools.combinations(range(len(code)), 2):
        swapped = list(code)
        swapped[one], swapped[two] = swapped[two], swapped[one]
        if "".join(swapped) != code:
            with pytest.raises(AddressError):
                codes.parse_address_code("".join(swapped))


@pytest.mark.parametrize("text", ["", "A", "ABCD", "ABCDEFGH", "ABCDEFGHJKMN", "02HJU", "K7QM-2XPA", "02H.Z"])
def test_what_is_no_address_code(text: str) -> None:
    with pytest.raises(AddressError, match="no address code"):
        codes.parse_address_code(text)


def test_address_codes_that_lead_nowhere() -> None:
    def with_check(digits: str) -> str:
        return digits + ALPHABET[codes._check_digit(digits)]

    for digits in ("ZZZZZZ", "Z" * 10, "0810400000"):
        with pytest.raises(AddressError, match="leads nowhere"):
            codes.parse_address_code(with_check(digits))


@pytest.mark.parametrize(
    ("address", "text"),
    [
        (Address("192.168.1.5"), "uno://192.168.1.5:40444/"),
        (Address("192.168.1.5", 1, HOST_ID), f"uno://192.168.1.5:1/#{HOST_ID}"),
        (Address("192.168.1.5", 1, HOST_ID, "K7QM2XPA"), f"uno://192.168.1.5:1/#{HOST_ID}.K7QM2XPA"),
        (Address("anna-pc.local", 5, "", "K7QM2XPA"), "uno://anna-pc.local:5/#.K7QM2XPA"),
        (Address("fe80::1%2", 5), "uno://[fe80::1%2]:5/"),
        (Address("10.0.0.1", 5, HOST_ID, "a/b#c.d é"), f"uno://10.0.0.1:5/#{HOST_ID}.a%2Fb%23c.d%20%C3%A9"),
    ],
)
def test_uno_addresses(address: Address, text: str) -> None:
    assert codes.format_uno(address) == text
    assert codes.parse_uno(text) == address
    assert codes.parse_target(f"  {text} ") == address


def test_uno_addresses_are_forgiving() -> None:
    assert codes.parse_uno(f"UNO://10.0.0.1#{HOST_ID.lower()}.k7qm-2xpa") == Address(
        "10.0.0.1", 40444, HOST_ID, "K7QM2XPA"
    )
    assert codes.format_uno(Address("10.0.0.1", 5, HOST_ID, "k7qm-2xpa")).endswith(".K7QM2XPA")
    assert "K7QM" not in repr(Address("10.0.0.1", 5, HOST_ID, "K7QM2XPA")), "no code in logs"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("http://10.0.0.1/", "begins with uno://"),
        ("uno:10.0.0.1", "begins with uno://"),
        ("uno://", "neither an IP address nor a host name"),
        ("uno://10.0.0.1:40444/path", "is no port"),
        ("uno://10.0.0.1:0/", "is no port"),
        ("uno://10.0.0.1:65536", "is no port"),
        ("uno://10.0.0.1:", "is no port"),
        ("uno://10.0.0.1:\u0661", "is no port"),
        ("uno://10.0.0/", "neither"),
        ("uno://300.0.0.1/", "neither"),
        ("uno://a b/", "neither"),
        ("uno://-a/", "neither"),
        ("uno://[10.0.0.1]:5/", "no IPv6"),
        ("uno://1:2:3/", "Write HOST:PORT"),
        ("uno://10.0.0.1/#short", "26 characters"),
        (f"uno://10.0.0.1/#{HOST_ID}1", "26 characters"),
        (f"uno://10.0.0.1/#{HOST_ID}.", "ends before the table code"),
    ],
)
def test_what_is_no_uno_address(text: str, problem: str) -> None:
    with pytest.raises(AddressError, match=problem) as caught:
        codes.parse_uno(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("10.0.0.1", Address("10.0.0.1")),
        ("10.0.0.1:5", Address("10.0.0.1", 5)),
        ("localhost", Address("localhost")),
        ("LocalHost:5", Address("LocalHost", 5)),
        ("anna-pc:5", Address("anna-pc", 5)),
        ("anna-pc.local", Address("anna-pc.local")),
        ("::1", Address("::1")),
        ("[::1]", Address("::1")),
        ("[::1]:5", Address("::1", 5)),
        ("02hjz", Address("192.168.1.5")),
    ],
)
def test_targets(text: str, address: Address) -> None:
    assert codes.parse_target(text) == address


@pytest.mark.parametrize("text", ["", "  ", "anna", "http://a/", "a:b:c", "1.2.3.4.5", "a..b:x"])
def test_what_is_no_target(text: str) -> None:
    with pytest.raises(AddressError):
        codes.parse_target(text)


@given(st.text(max_size=60))
def test_any_text_ends_in_an_address_or_one_sentence(text: str) -> None:
    for parse in (codes.parse_target, codes.parse_uno, codes.parse_address_code):
        with contextlib.suppress(AddressError):
            parse(text)
    codes.secret_bytes(text.encode("utf-8", "ignore").decode())
