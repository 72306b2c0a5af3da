"""How much anybody may ask, in numbers."""

from __future__ import annotations

import pytest

from uno_lan.client.link import Times
from uno_lan.host.limits import Bucket, Failures, Gate, Limits, Links, Quiet, read_limits


def test_limits_can_be_set_by_their_names() -> None:
    assert read_limits("") == Limits()
    assert read_limits("rate=100, visitors=9") == Limits(rate=100.0, visitors=9)


@pytest.mark.parametrize(
    "text", ["rat=1", "rate", "rate=0", "rate=-1", "rate=many", "rate=inf", "rate=nan", "=1"]
)
def test_limits_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="limit"):
        read_limits(text)


def test_a_burst_is_free_and_then_the_rate_holds() -> None:
    bucket = Bucket(Limits(rate=20, burst=40, late=1000), 0.0)
    assert all(bucket.take(0.0) == 0.0 for _ in range(40))
    waits = [bucket.take(0.0) for _ in range(20)]
    assert waits[0] == 0.05 and waits[-1] is not None and abs(waits[-1] - 1.0) < 1e-9


def test_waiting_pays_back() -> None:
    bucket = Bucket(Limits(rate=20, burst=40), 0.0)
    for _ in range(40):
        bucket.take(0.0)
    assert bucket.take(1.0) == 0.0
    assert all(bucket.take(1.0) == 0.0 for _ in range(19))
    assert bucket.take(1.0) != 0.0


def test_saved_tokens_have_a_limit() -> None:
    bucket = Bucket(Limits(rate=20, burst=40), 0.0)
    assert sum(bucket.take(1e6) == 0.0 for _ in range(100)) == 40


def test_who_is_late_all_the_time_is_thrown_out() -> None:
    bucket = Bucket(Limits(rate=20, burst=1, late=3), 0.0)
    assert [bucket.take(0.0) is None for _ in range(5)] == [False, False, False, False, True]


def test_who_calms_down_starts_anew() -> None:
    bucket = Bucket(Limits(rate=20, burst=4, late=3), 0.0)
    for _ in range(7):
        assert bucket.take(0.0) is not None
    assert bucket.take(60.0) == 0.0
    assert all(bucket.take(60.0) is not None for _ in range(6))


def test_the_gate_counts_per_address_and_in_all() -> None:
    gate = Gate(Limits(visitors_per_address=2, visitors=3))
    assert gate.enter("a") and gate.enter("a") and not gate.enter("a")
    assert gate.enter("b") and not gate.enter("b") and not gate.enter("c")
    gate.leave("a")
    assert gate.enter("c") and not gate.enter("a")


def test_links_are_counted_in_all_per_address_and_per_person() -> None:
    links = Links(Limits(links=5, links_per_address=3, links_per_identity=2))
    assert links.enter("a", b"1") == links.enter("a", b"1") == ""
    assert links.enter("b", b"1") == "too many links of this identity"
    assert links.enter("a", b"2") == ""
    assert links.enter("a", b"3") == "too many links from this address"
    assert links.enter("b", b"3") == links.enter("c", b"4") == ""
    assert links.enter("d", b"5") == "too many links"
    links.leave("a", b"1")
    assert links.enter("a", b"1") == "", "who was refused is not counted, who has left is not any more"
    for address, pk in (("a", b"1"), ("a", b"1"), ("a", b"2"), ("b", b"3"), ("c", b"4")):
        links.leave(address, pk)
    assert not links._addresses and not links._people, "nobody is remembered"


def test_wrong_codes_are_counted_for_a_minute() -> None:
    failures = Failures(Limits(code_failures_per_address=2, code_failures=3))
    for now in (0.0, 1.0):
        assert failures.may_try("a", now)
        failures.add("a", now)
    assert not failures.may_try("a", 2.0)
    assert failures.may_try("b", 2.0)
    failures.add("b", 2.0)
    assert not failures.may_try("c", 3.0), "too many in all"
    assert failures.may_try("c", 60.5)
    assert failures.may_try("a", 61.5)


def test_a_flood_of_the_same_line_is_counted_instead() -> None:
    quiet = Quiet(lines=3)
    assert [quiet.allow("x", float(n)) for n in range(6)] == [0, 0, 0, None, None, None]
    assert quiet.allow("y", 5.0) == 0
    assert quiet.allow("x", 60.0) == 3
    assert quiet.allow("x", 61.0) == 0


def test_the_memory_of_floods_is_bounded() -> None:
    quiet = Quiet(lines=1)
    for number in range(1000):
        assert quiet.allow(str(number), 0.0) == 0
    assert quiet.allow("999", 0.0) is None


def test_a_half_open_link_is_noticed_within_six_seconds_on_both_sides() -> None:
    """Three pings fit into it: one late packet throws nobody out."""
    limits, times = Limits(), Times()
    assert limits.silence_s <= 6 and times.silence <= 6
    assert limits.ping_s * 3 <= limits.silence_s and times.ping * 3 <= times.silence
