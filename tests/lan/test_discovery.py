"""Finding tables over a real network: hosts and lobbies in processes of their own, on hosts of their own."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pytest

from tests.lan.net import DEADLINE, Lan, Peer, allowed

pytestmark = pytest.mark.lan

PEER = ("-m", "tests.lan.peer")


def advertiser(lan: Lan, host: int, *options: str) -> Peer:
    return lan.python(host, *PEER, "advertise", *options)


def browser(lan: Lan, host: int, *options: str) -> Peer:
    return lan.python(host, *PEER, "browse", *options)


def named(peer: Peer, event: str, within: float = DEADLINE) -> dict[str, Any]:
    return peer.expect(lambda e: e["event"] == event, within, about=f"the event {event}")


def games(peer: Peer, about: str, within: float = DEADLINE, **wanted: object) -> dict[str, Any]:
    """The next list with exactly one game in it which has these fields."""

    def fits(event: dict[str, Any]) -> bool:
        if event["event"] != "games" or len(event["games"]) != 1:
            return False
        return all(event["games"][0][name] == value for name, value in wanted.items())

    return peer.expect(fits, within, about=about)


def gone(peer: Peer, within: float = DEADLINE) -> dict[str, Any]:
    return peer.expect(lambda e: e["event"] == "games" and not e["games"], within, about="the empty list")


def test_lobby_open_first_a_new_host_is_found_within_two_seconds(lan: Lan) -> None:
    lan.hosts(2)
    lobby = browser(lan, 2)
    named(lobby, "started")
    host = advertiser(lan, 1)
    began = named(host, "started")
    assert began["warning"] == ""
    found = games(lobby, "the new game", name="Anna's table")
    assert found["t"] - began["t"] <= allowed(2.0)
    (game,) = found["games"]
    assert game["id"] == "00112233aabbccdd"
    assert (game["addresses"], game["port"]) == ([lan.address(1)], 40444)
    assert (game["taken"], game["seats"], game["lock"], game["edition"]) == (1, 10, True, "classic")
    assert game["key"] == "K7QM2XPA01"
    assert game["version_ok"]
    probed = games(lobby, "the first probe", alive=True)
    assert probed["games"][0]["rtt_ms"] >= 0


def test_host_up_first_it_is_found_within_half_a_second(lan: Lan) -> None:
    lan.hosts(2)
    named(advertiser(lan, 1), "announced")
    lobby = browser(lan, 2)
    began = named(lobby, "starting")
    found = games(lobby, "the game that is up")
    assert found["t"] - began["t"] <= allowed(0.5)


def test_other_mdns_programs_on_a_computer_take_no_answers_away(lan: Lan) -> None:
    """They share one port, and an answer to one sender reaches only one of them."""
    lan.hosts(2)
    named(advertiser(lan, 1), "announced")
    others = [browser(lan, 2, "--probe-every", "1") for _ in range(4)]
    up = max(games(other, "the game")["t"] for other in others)
    # Within a second of the last one, hosts hold back an answer by multicast.
    others[0].expect(lambda e: e["t"] > up + 1.2, about="a probe a second later")
    lobby = browser(lan, 2)
    began = named(lobby, "starting")
    assert games(lobby, "the game")["t"] - began["t"] <= allowed(0.5)


def test_a_taken_name_is_noticed_beside_other_mdns_programs(lan: Lan) -> None:
    lan.hosts(2)
    first = named(advertiser(lan, 1), "announced")
    others = [browser(lan, 2) for _ in range(4)]
    up = max(games(other, "the game")["t"] for other in others)
    # Within a second of the last one, hosts hold back an answer by multicast.
    others[0].expect(lambda e: e["t"] > up + 1.2, about="a probe a second later")
    second = named(advertiser(lan, 2, "--id", "f" * 16), "announced")
    assert (first["name"], second["name"]) == ("Anna's table", "Anna's table-2")


def test_changed_seats_are_told_and_a_burst_of_changes_becomes_few_messages(lan: Lan) -> None:
    lan.hosts(2)
    host = advertiser(lan, 1)
    lobby = browser(lan, 2)
    named(host, "announced")
    games(lobby, "the game", taken=1)
    for taken in range(2, 10):
        host.tell(f"seats {taken}")
    last = host.expect(lambda e: e["event"] == "told" and e["taken"] == 9)
    assert games(lobby, "nine seats taken", taken=9)["t"] - last["t"] <= allowed(3.0)
    seen = {json.loads(line)["games"][0]["taken"] for line in lobby.lines if '"games": [{' in line}
    assert len(seen) <= 4, f"at most one change a second is told: {seen}"


def test_a_clean_stop_takes_the_game_from_the_list_at_once(lan: Lan) -> None:
    lan.hosts(2)
    host = advertiser(lan, 1)
    lobby = browser(lan, 2)
    games(lobby, "the game")
    assert host.stop() == 0
    stopping = named(host, "stopping")
    assert gone(lobby)["t"] - stopping["t"] <= allowed(0.5)


def test_a_killed_host_turns_gray_goes_and_comes_back(lan: Lan) -> None:
    """mDNS never notices: the record stays in the caches. The probe does, in both directions."""
    lan.hosts(2)
    host = advertiser(lan, 1)
    lobby = browser(lan, 2, "--probe-every", "1.5")
    found = games(lobby, "the game, probed", alive=True)
    host.kill()
    gray = games(lobby, "the gray game", alive=False)
    empty = gone(lobby)
    assert found["t"] < gray["t"] < empty["t"]
    assert empty["t"] - gray["t"] <= allowed(3.0)
    host = advertiser(lan, 1)
    listening = named(host, "listening")
    back = games(lobby, "the game again", alive=True)
    assert back["t"] - listening["t"] <= allowed(4.0)


def test_a_host_that_comes_back_on_another_port_is_one_game(lan: Lan) -> None:
    lan.hosts(2)
    host = advertiser(lan, 1)
    lobby = browser(lan, 2)
    games(lobby, "the game", port=40444)
    named(host, "announced")
    host.kill()
    host = advertiser(lan, 1, "--port", "40451")
    named(host, "announced")
    moved = games(lobby, "the game on the new port", port=40451, alive=True)
    assert moved["games"][0]["id"] == "00112233aabbccdd"


def test_two_hosts_with_one_name_stay_two_games_with_their_own_addresses(lan: Lan) -> None:
    lan.hosts(3)
    lobby = browser(lan, 3)
    named(lobby, "started")
    hosts = {number: advertiser(lan, number, "--id", f"{number:016x}", "--wait") for number in (1, 2)}
    for host in hosts.values():
        named(host, "listening")
    # Of two that ask for a name in the very same moment, neither hears a no.
    moment = time.monotonic() + 0.5
    for host in hosts.values():
        host.tell(f"start {moment}")
    names = {number: named(host, "announced")["name"] for number, host in hosts.items()}
    assert len(set(names.values())) == 2, f"one of them must have got another name: {names}"

    def both(event: dict[str, Any]) -> bool:
        return event["event"] == "games" and len(event["games"]) == 2

    found = lobby.expect(both, about="two games")
    told = {int(game["id"], 16): game["addresses"] for game in found["games"]}
    assert told == {1: [lan.address(1)], 2: [lan.address(2)]}


def test_a_host_with_another_address_is_found_there(lan: Lan) -> None:
    lan.hosts(2)
    host = advertiser(lan, 1, "--look-every", "0.5")
    lobby = browser(lan, 2, "--probe-every", "1")
    games(lobby, "the game", addresses=[lan.address(1)])
    named(host, "announced")
    lan.change_address(1, "10.77.0.21")
    moved = games(lobby, "the new address", addresses=["10.77.0.21"], alive=True)
    assert moved["games"][0]["id"] == "00112233aabbccdd"


def test_a_lobby_with_another_address_goes_on_finding(lan: Lan) -> None:
    lan.hosts(3)
    lobby = browser(lan, 2, "--look-every", "0.5")
    named(lobby, "started")
    lan.change_address(2, "10.77.0.22")
    named(advertiser(lan, 1), "announced")
    games(lobby, "the game")


def test_a_host_whose_network_comes_later_is_found_then(lan: Lan) -> None:
    lan.hosts(2)
    assert lan.run(1, "ip", "addr", "flush", "dev", "eth0").returncode == 0
    host = advertiser(lan, 1, "--look-every", "0.5")
    warning = named(host, "started")["warning"]
    assert warning.startswith("This computer is in no network")
    named(host, "announced")
    lobby = browser(lan, 2)
    named(lobby, "started")
    lan.change_address(1, lan.address(1))
    games(lobby, "the game", addresses=[lan.address(1)])


def test_a_pulled_cable_grays_the_game_and_putting_it_back_is_enough(lan: Lan) -> None:
    lan.hosts(2)
    named(advertiser(lan, 1), "announced")
    lobby = browser(lan, 2, "--probe-every", "1")
    games(lobby, "the game, probed", alive=True)
    lan.unplug(1)
    games(lobby, "the gray game", alive=False)
    gone(lobby)
    lan.unplug(1, out=False)
    games(lobby, "the game again", alive=True)


def test_without_multicast_and_broadcast_nothing_is_found_and_nothing_breaks(lan: Lan) -> None:
    lan.hosts(2)
    lan.block_multicast(1, 2)
    lan.block_broadcast(1, 2)
    host = advertiser(lan, 1)
    named(host, "announced")
    done = lan.run(2, sys.executable, "-m", "uno_lan", "games", "--json", "--wait", "1")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == []
    assert host.process.poll() is None
    lan.block_multicast(1, 2, blocked=False)
    lan.block_broadcast(1, 2, blocked=False)
    lobby = browser(lan, 2)
    games(lobby, "the game, now that multicast passes")


def test_isolated_clients_do_not_find_each_other(lan: Lan) -> None:
    lan.hosts(3)
    named(advertiser(lan, 1), "announced")
    lan.isolate(1, 2)
    third = browser(lan, 3)
    games(third, "the game, on the host that is not isolated")
    done = lan.run(2, sys.executable, "-m", "uno_lan", "games", "--json", "--wait", "1")
    assert json.loads(done.stdout)["games"] == []


def test_the_games_command_lists_what_is_up(lan: Lan) -> None:
    lan.hosts(2)
    named(advertiser(lan, 1), "announced")
    listed = ""
    until = time.monotonic() + DEADLINE
    while not listed and time.monotonic() < until:
        # Short looks: what announces itself and answers no question is taken from the list after a while.
        done = lan.run(2, sys.executable, "-m", "uno_lan", "games", "--wait", "1.5")
        assert done.returncode == 0, done.stderr
        listed = done.stdout
    assert "Anna's table" in listed
    assert f"{lan.address(1)}:40444" in done.stdout
    assert done.stderr == ""
