from __future__ import annotations

from dataclasses import replace

from uno_lan.discovery.advert import Sighting
from uno_lan.discovery.found import FoundGame, ProbeResult, TableStatus
from uno_lan.discovery.interfaces import OwnAddress
from uno_lan.discovery.roll import ROWS, Roll, Server

ANNA = Sighting(
    instance="Anna._uno-lan._tcp.local.",
    name="Anna",
    id="00112233aabbccdd",
    key="K7QM2XPA01",
    port=40444,
    addresses=("172.17.0.1", "192.168.1.5"),
    version=1,
    taken=1,
    seats=10,
    lock=True,
    edition="classic",
)
OWN = (OwnAddress("192.168.1.7", 24, "wlan0"),)
ANSWER = ProbeResult(rtt_ms=2.5, server=ANNA.id, key="K7QM2XPA0199999999", version_ok=True)


def seen(*sightings: Sighting) -> tuple[Roll, Server]:
    roll = Roll(OWN)
    servers = [roll.see(sighting) for sighting in sightings]
    assert servers[-1] is not None
    return roll, servers[-1]


def only(roll: Roll) -> FoundGame:
    (game,) = roll.games()
    return game


def test_a_sighting_is_shown_before_any_probe() -> None:
    roll, _ = seen(ANNA)
    game = only(roll)
    assert (game.name, game.address) == ("Anna", "192.168.1.5:40444")
    assert (game.taken, game.seats, game.lock, game.version_ok) == (1, 10, True, True)
    assert (game.alive, game.rtt_ms, game.state) == (True, -1.0, "")


def test_one_miss_grays_two_hide_and_an_answer_brings_it_back() -> None:
    roll, server = seen(ANNA)
    roll.missed(server)
    assert not only(roll).alive
    assert not roll.is_alive(server)
    roll.missed(server)
    assert roll.games() == ()
    assert roll.servers() == (server,), "it is probed on"
    roll.answered(server, roll.endpoints(server)[0], ANSWER)
    assert only(roll).alive


def test_the_nearest_address_is_probed_first_then_the_one_that_answered() -> None:
    roll, server = seen(ANNA)
    near, far = roll.endpoints(server)
    assert (near[1], far[1]) == ("192.168.1.5", "172.17.0.1")
    roll.answered(server, far, ANSWER)
    assert roll.endpoints(server) == (far, near)
    assert only(roll).addresses == ("172.17.0.1", "192.168.1.5")


def test_two_instances_with_one_id_are_one_game_and_the_one_that_answers_speaks() -> None:
    newer = replace(ANNA, instance="Anna-2._uno-lan._tcp.local.", name="Anna-2", port=40445)
    roll, server = seen(ANNA, newer)
    assert only(roll).name == "Anna-2"
    assert [port for _, _, port in roll.endpoints(server)] == [40445, 40445, 40444, 40444]
    old = roll.endpoints(server)[-1]
    roll.answered(server, old, ANSWER)
    assert only(roll).port == 40444
    assert roll.lose(ANNA.instance) is None, "the other instance is still there"
    assert only(roll).port == 40445
    assert roll.lose(newer.instance) == server
    assert roll.games() == ()


def test_no_more_than_four_instances_of_a_server_are_kept() -> None:
    roll, server = seen(*(replace(ANNA, instance=f"{n}", port=1000 + n) for n in range(9)))
    assert {port for _, _, port in roll.endpoints(server)} == {1005, 1006, 1007, 1008}
    assert roll.lose("0") is None


def test_servers_without_an_id_stay_apart() -> None:
    roll, _ = seen(replace(ANNA, id="", instance="a"), replace(ANNA, id="", instance="b"))
    assert len(roll.games()) == 2


def test_an_instance_that_changes_its_id_becomes_another_server() -> None:
    roll, _ = seen(ANNA, replace(ANNA, id="ffffffffffffffff"))
    assert only(roll).id == "ffffffffffffffff"


def test_an_answer_of_somebody_else_does_not_fit() -> None:
    roll, server = seen(ANNA)
    endpoint = roll.endpoints(server)[0]
    assert roll.fits(endpoint, ANSWER)
    assert roll.fits(endpoint, ProbeResult(rtt_ms=1.0)), "a bare connection cannot tell"
    assert not roll.fits(endpoint, replace(ANSWER, server="ffffffffffffffff"))
    assert not roll.fits(endpoint, replace(ANSWER, key="ZZZZ"))
    assert not roll.fits(("gone", "10.0.0.1", 1), ANSWER)


def test_the_signed_status_goes_before_the_announcement() -> None:
    table = TableStatus(
        id="0" * 16, name="Anna\x1b's", edition="classic", taken=3, seats=4, state="running", lock=False
    )
    roll, server = seen(ANNA)
    roll.answered(server, roll.endpoints(server)[0], replace(ANSWER, tables=(table,), version_ok=False))
    game = only(roll)
    assert (game.name, game.state, game.lock, game.version_ok) == ("Anna's", "running", False, False)
    assert game.key == ANSWER.key
    assert game.taken == 1, "the count was announced after the status was signed"
    assert game.rtt_ms == 2.5


def test_counts_come_from_the_status_when_none_were_announced() -> None:
    table = TableStatus(id="0" * 16, name="A", edition="classic", taken=3, seats=4, state="open", lock=False)
    roll, server = seen(replace(ANNA, taken=0, seats=0))
    roll.answered(server, roll.endpoints(server)[0], replace(ANSWER, tables=(table,)))
    assert (only(roll).taken, only(roll).seats) == (3, 4)


def test_several_tables_are_listed_under_their_server() -> None:
    table = TableStatus(
        id="0" * 16, name="One", edition="classic", taken=3, seats=4, state="open", lock=False
    )
    roll, server = seen(ANNA)
    roll.answered(
        server, roll.endpoints(server)[0], replace(ANSWER, tables=(table, replace(table, name="Two")))
    )
    game = only(roll)
    assert (game.name, [t.name for t in game.tables]) == ("Anna", ["One", "Two"])


def test_a_flood_of_servers_is_bounded_and_hidden_ones_give_way() -> None:
    roll = Roll()
    servers = [roll.see(replace(ANNA, id=f"{n:016x}", instance=f"{n}")) for n in range(ROWS)]
    late = replace(ANNA, id=f"{ROWS:016x}", instance="late")
    assert None not in servers
    assert roll.see(late) is None
    hidden = servers[7]
    assert hidden is not None
    roll.missed(hidden)
    roll.missed(hidden)
    assert roll.see(late) == late.server
    assert hidden not in roll.servers()


def test_games_are_in_the_order_of_their_names() -> None:
    roll, _ = seen(
        *(replace(ANNA, id=f"{n:016x}", instance=name, name=name) for n, name in enumerate(["b", "A", "c"]))
    )
    assert [game.name for game in roll.games()] == ["A", "b", "c"]


def test_late_answers_about_a_server_that_is_gone_are_ignored() -> None:
    roll, server = seen(ANNA)
    endpoint = roll.endpoints(server)[0]
    roll.lose(ANNA.instance)
    roll.answered(server, endpoint, ANSWER)
    roll.missed(server)
    assert roll.games() == ()
    assert roll.endpoints(server) == ()
