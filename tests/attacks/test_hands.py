"""Attacks with shown hands: a challenge, The Force, and who gets to see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from protocol import messages
from protocol.errors import ProofFault, ProtocolFault
from protocol.evidence import EvidenceKind
from tests.attacks.harness import Court, attack, once_private
from tests.fairness.rig import Rig, bold, show_of
from tests.fairness.test_false_verdict import Judge, challenged, meek, parties, silence
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Catch, Challenge, Command, Phase, Play, Ruleset, Truth, View, has_match
from uno_lan.fairness.host_game import HostGame, Output, Private
from uno_lan.fairness.replica import Happened

WIDE = Ruleset.make("classic", uno_grace_ms=0, false_catch=True)


def change_show(rig: Rig, seat: int, change: Callable[[messages.ShowText], messages.ShowText]) -> None:
    """The host shows this player something else."""
    once_private(rig, "show", lambda p: rig.private(p, change(show_of(p))), seat)


def challenge(rig: Rig) -> int:
    """The victim challenges. Returns who that is."""
    _, victim, _ = parties(rig)
    rig.act(victim, Challenge(victim))
    return victim


def test_21_a_card_of_the_hand_is_left_out(court: Court) -> None:
    rig = challenged(real=True)
    _, victim, _ = parties(rig)
    change_show(rig, victim, lambda text: msgspec.structs.replace(text, bag=text.bag[1:]))
    challenge(rig)
    rig.assert_found(**{f"p{victim}": "E_VERDICT"})
    court.convicts_host(rig, "VERDICT", "E_VERDICT", victim)


def test_22_a_card_is_added_to_the_hand(court: Court) -> None:
    """One that lies in the pile, truly opened: it is not in the public list of the hand."""
    rig = challenged(real=True)
    _, victim, _ = parties(rig)

    def change(text: messages.ShowText) -> messages.ShowText:
        pile = rig.host.replica.ledger.pile
        assert pile is not None
        leaf = pile.order[-1]
        more = messages.BagOpening(pile.number, *rig.host._layer(pile.number).opening(leaf))
        return msgspec.structs.replace(text, bag=(*text.bag, more))

    change_show(rig, victim, change)
    challenge(rig)
    rig.assert_found(**{f"p{victim}": "E_VERDICT"})
    court.convicts_host(rig, "VERDICT", "E_VERDICT", victim)


def test_22_a_card_of_the_hand_is_another_one(court: Court) -> None:
    rig = challenged(real=True)
    _, victim, _ = parties(rig)

    def change(text: messages.ShowText) -> messages.ShowText:
        other = msgspec.structs.replace(text.bag[0], uid=(text.bag[0].uid + 30) % 100)
        return msgspec.structs.replace(text, bag=(other, *text.bag[1:]))

    change_show(rig, victim, change)
    challenge(rig)
    rig.assert_found(**{f"p{victim}": "E_LEAF"})
    court.convicts_host(rig, "LEAF", "E_LEAF", victim)


@pytest.mark.parametrize("guilty", [True, False], ids=["saves the guilty", "convicts the innocent"])
def test_23_a_false_verdict_on_the_true_hand(guilty: bool, court: Court) -> None:
    """Who is judged knows at once, who judged as soon as the hand has come."""
    rig = challenged(host=Judge, guilty=guilty, real=True)
    attacker, victim, _ = parties(rig)
    challenge(rig)
    rig.assert_found(**{f"p{attacker}": "E_VERDICT", f"p{victim}": "E_VERDICT"})
    court.convicts_host(rig, "VERDICT", "E_VERDICT", attacker, victim)


def test_23_the_others_find_a_false_verdict_when_the_cards_are_open(court: Court) -> None:
    """Both players of the challenge are in league with the host."""
    rig = challenged(host=Judge, real=True)
    attacker, victim, third = parties(rig)
    for seat in (attacker, victim):
        silence(rig.clients[seat])
    challenge(rig)
    assert not rig.faults
    rig.style = meek
    rig.finish()
    assert rig.codes()[third] == "E_VERDICT"
    court.convicts_host(rig, "VERDICT", "E_VERDICT", third)


class Late(Truth):
    """Judges a challenge by the hand of now instead of the hand of the play."""

    __slots__ = ()

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """By what is held now."""
        return super().has_match(seat, color, wilds, False, without)


class LateJudge(HostGame):
    """Lets a card that came later convict."""

    shows_later = False

    def _begin_round(self) -> None:
        super()._begin_round()
        self.truth = Late(self.replica.rules.edition)

    def _shows(self, happened: Happened) -> list[Output]:
        ledger = self.replica.ledger
        if self.shows_later:
            ledger.marks |= {
                seat: replace(mark, bag=ledger.bag(seat).copy()) for seat, mark in ledger.marks.items()
            }
        return super()._shows(happened)


@pytest.mark.parametrize("later", [False, True], ids=["hand of the play", "later hand"])
def test_24_a_penalty_card_convicts(later: bool, court: Court) -> None:
    """The innocent attacker drew cards of the color after the Draw Four: they must not count."""
    rig = penalized()
    host = rig.host
    assert isinstance(host, LateJudge)
    host.shows_later = later
    attacker, victim, _ = parties(rig)
    if later:
        silence(rig.clients[attacker])
    challenge(rig)
    assert rig.codes()[victim] == "E_VERDICT"
    court.convicts_host(rig, "VERDICT", "E_VERDICT", victim)


def penalized() -> Rig:
    """A Draw Four by an innocent player who was then made guilty by penalty cards."""
    for number in range(60):
        rig = attack(3, f"penalty {number}", LateJudge, WIDE)
        rig.style = bold
        rig.start()
        while not rig.round.can_challenge and rig.step():
            pass
        if not rig.round.can_challenge:
            continue
        attacker, victim, _ = parties(rig)
        if has_match(rig.rules.edition, rig.truth.marks[attacker], rig.round.before, rig.rules.wilds_match):
            continue
        rig.act(attacker, Catch(attacker, victim))
        if has_match(rig.rules.edition, rig.truth.hands[attacker], rig.round.before, rig.rules.wilds_match):
            assert not rig.faults
            return rig
    raise AssertionError("no such challenge")


def test_25_a_hand_is_shown_to_somebody_it_is_not_meant_for() -> None:
    """The third player's program does not take it: nothing is kept, and the link to such a host ends.

    The other half, that no honest host ever sends it, is `tests/host/test_privacy.py`.
    """
    rig = challenged(real=True)
    attacker, victim, third = parties(rig)
    stolen: list[Private] = []

    def tamper(output: Output, seat: int) -> Output:
        if isinstance(output, Private) and output.kind == "show" and seat == victim:
            stolen.append(output)
        return output

    rig.tamper = tamper
    challenge(rig)
    client = rig.clients[third]
    for private in stolen:
        with pytest.raises(ProtocolFault) as caught:
            client.on_private(private.payload, private.sig)
        assert caught.value.code == "E_SCHEMA"
    (shown,) = stolen
    refs = {(card.epoch, card.leaf) for card in show_of(shown).bag}
    assert refs <= set(rig.host.replica.ledger.bag(attacker).refs), "it is the attacker's hand"
    assert refs <= rig.clients[attacker]._sources.keys()
    assert not client._sources.keys() & refs
    assert not client._opened.keys() & refs
    assert not rig.faults


def test_25_dealt_cards_are_sent_to_somebody_else() -> None:
    """Ben is sent what was dealt to Ann, whether he awaits cards or not."""
    rig = attack()
    rig.start()
    anns = rig.secrets[0][0]
    with pytest.raises(ProtocolFault) as caught:
        rig.clients[1].on_private(anns.data, anns.sig)
    assert caught.value.code == "E_SCHEMA"
    assert not rig.faults


# The Force.

FORCE = Ruleset.make("star-wars", uno_grace_ms=0)


def forceful(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays The Force whenever it can."""
    edition = rules.edition
    cards = [c for c in view.legal.plays if edition.face_of[edition.symbol_of[c]].effect == "force"]
    if not cards:
        return choose(view, rules, random)
    target = next(seat for seat in view.seats if seat != view.seat)
    return Play(view.seat, cards[0], 2, target, uno=len(view.hand) == 2)


def forced(host: type[HostGame] = HostGame, found: bool | None = None) -> tuple[Rig, int, Command]:
    """Just before somebody plays The Force: (game, who, the play).

    Args:
        found: whether the target holds a card of the color.
    """
    for number in range(40):
        rig = attack(3, f"force {number}", host, FORCE)
        rig.style = forceful
        rig.start()
        while rig.round.phase is not Phase.ROUND_OVER and not rig.faults:
            seat = rig.round.to_act
            view = rig.clients[seat].view()
            assert view is not None
            command = forceful(view, rig.rules, rig.random)
            if isinstance(command, Play) and command.target != NOBODY:
                holds = has_match(rig.rules.edition, rig.truth.hands[command.target], 2, 0)
                if found is None or holds == found:
                    return rig, seat, command
            rig.act(seat, command)
    raise AssertionError("no such play")


@pytest.mark.parametrize("found", [True, False], ids=["hides a match", "invents one"])
def test_26_the_force_finds_something_else_than_is_there(found: bool, court: Court) -> None:
    rig, seat, play = forced(Judge, found)
    assert isinstance(play, Play)
    rig.act(seat, play)
    rig.assert_found(**{f"p{seat}": "E_VERDICT", f"p{play.target}": "E_VERDICT"})
    court.convicts_host(rig, "VERDICT", "E_VERDICT", seat, play.target)


def test_26_the_others_find_it_when_the_cards_are_open(court: Court) -> None:
    rig, seat, play = forced(Judge)
    assert isinstance(play, Play)
    for name in (seat, play.target):
        silence(rig.clients[name])
    rig.act(seat, play)
    assert not rig.faults
    (third,) = {0, 1, 2} - {seat, play.target}
    for client in rig.clients.values():
        silence(client)
    rig.style = meek
    rig.finish()
    assert rig.codes()[third] == "E_VERDICT"
    court.convicts_host(rig, "VERDICT", "E_VERDICT", third)


def test_26_a_card_is_left_out_of_the_hand_that_the_force_shows(court: Court) -> None:
    rig, seat, play = forced()
    change_show(rig, seat, lambda text: msgspec.structs.replace(text, bag=text.bag[:-1]))
    rig.act(seat, play)
    rig.assert_found(**{f"p{seat}": "E_VERDICT"})
    court.convicts_host(rig, "VERDICT", "E_VERDICT", seat)


# Hands that change owner, and a hand that is sent again: whole bags, opened to who holds them now.

SEVENS = Ruleset.make("classic", uno_grace_ms=0, seven_zero=True)


def swapped(change: Callable[[Rig, messages.ShowText], messages.ShowText]) -> tuple[Rig, int]:
    """A game in which the host changes the first hand that it opens to its new owner: (game, who that is)."""
    for number in range(20):
        rig = attack(3, f"sevens {number}", rules=SEVENS)
        found: list[int] = []

        def tamper(output: Output, seat: int, rig: Rig = rig, found: list[int] = found) -> Output:
            if found or not isinstance(output, Private) or output.kind != "show":
                return output
            text = show_of(output)
            if text.purpose != "swap":
                return output
            found.append(seat)
            return rig.private(output, change(rig, text))

        rig.tamper = tamper
        rig.start()
        rig.play(lambda found=found: bool(found))  # type: ignore[misc]
        if found:
            return rig, found[0]
    raise AssertionError("nobody swapped hands")


def without_one(rig: Rig, text: messages.ShowText) -> messages.ShowText:
    """A card is missing."""
    return msgspec.structs.replace(text, bag=text.bag[1:])


def another_card(rig: Rig, text: messages.ShowText) -> messages.ShowText:
    """A card is another one."""
    other = msgspec.structs.replace(text.bag[0], uid=(text.bag[0].uid + 1) % 108)
    return msgspec.structs.replace(text, bag=(other, *text.bag[1:]))


def hand_of_another(rig: Rig, text: messages.ShowText) -> messages.ShowText:
    """It is said to be the hand of somebody else."""
    return msgspec.structs.replace(text, target=(text.target + 1) % 3)


@pytest.mark.parametrize(
    ("change", "code", "kind"),
    [(without_one, "E_VERDICT", "VERDICT"), (another_card, "E_LEAF", "LEAF")],
)
def test_a_swapped_hand_is_not_the_one_that_was_held(
    change: Callable[[Rig, messages.ShowText], messages.ShowText],
    code: str,
    kind: EvidenceKind,
    court: Court,
) -> None:
    rig, seat = swapped(change)
    rig.assert_found(**{f"p{seat}": code})
    court.convicts_host(rig, kind, code, seat)


def test_a_swapped_hand_of_somebody_else() -> None:
    rig, seat = swapped(hand_of_another)
    rig.assert_found(**{f"p{seat}": "E_ORDER"})


@pytest.mark.parametrize(("change", "code"), [(another_card, "E_LEAF"), (hand_of_another, "E_ORDER")])
def test_a_hand_that_is_sent_again_is_another_one(
    change: Callable[[Rig, messages.ShowText], messages.ShowText], code: str
) -> None:
    """After a break the host opens the whole hand once more; it is checked like the first time."""
    rig = attack()
    rig.start()
    own = rig.host.own_bag(0)[0]
    honest = rig.clients[0].on_private(own.payload, own.sig)
    assert honest.frames
    changed = rig.private(own, change(rig, show_of(own)))
    with pytest.raises(ProofFault) as caught:
        rig.clients[0].on_private(changed.payload, changed.sig)
    assert caught.value.code == code
