"""The cards of one player (or spectator) in one game, each of them checked.

Private cards must be the sealed ones and the next ones in the public order; a shown hand must be complete;
nobody else may play what I hold; what is said about my hand must be true. Source: docs/protocol.md 2.5, 2.6.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from protocol.errors import ProofFault, ProtocolFault
from protocol.messages import (
    BagOpening,
    DealText,
    ShowText,
)
from protocol.signing import Signer, Verifier
from uno_lan.engine import NOBODY, Command, Phase, View, has_match, view
from uno_lan.engine import events as ev

from .ledger import Bag, Ledger, Mark, Ref
from .oracles import ClientOracle
from .questions import Question
from .reaction import Piece, ShownCards
from .replica import Happened, Replica, Report, verdict_of


@dataclass(frozen=True, slots=True)
class _ShowDue:
    """A hand that is shown to me (or mine that is shown), and what it is judged by."""

    seq: int
    target: int
    viewer: int
    mark: Mark | None
    """The bag of the moment it is about; None: the rules name no such moment."""
    color: int
    wilds: int
    verdict: bool | None
    """What was said publicly."""


@dataclass(frozen=True, slots=True)
class _Due:
    """Cards of one shuffle that were dealt to me and that the host must open."""

    seq: int
    epoch: int
    cards: tuple[tuple[int, Ref], ...]


class MyCards:
    """What one player knows of the cards of a game, and whether it can be true."""

    def __init__(
        self,
        signer: Signer | None,
        verifier: Verifier,
        host: bytes,
        pk: bytes = b"",
        report: Report | None = None,
    ) -> None:
        self._signer = signer
        self.pk = signer.pk if signer else pk
        self._verifier = verifier
        self._host = host
        self._report = report
        self.replica = Replica(verifier, report)
        self.hand: list[int] = []
        """My cards in the order they came."""
        self.fault: ProofFault | None = None
        self.doubt: ProofFault | None = None
        """The fault, if only the opened cards of the last round show it."""
        self._opened: dict[Ref, int] = {}
        self._sources: dict[Ref, Piece] = {}
        """The delivery that opened each card: what proves that it is mine."""
        self._delivery: Piece = ("", b"", b"")
        """The private delivery that is read now."""
        self._running: Ledger | None = None
        """Follows the command of the entry that is read now."""
        self._questions: list[tuple[int, Question]] = []
        """What the host said about my hand before it had opened all of it: (entry, question)."""
        self._due: list[_Due] = []
        self._swap_due: Mark | None = None
        """Somebody else's bag that became mine and that the host must open as a whole."""
        self._show_due: list[_ShowDue] = []
        self._show_done: set[tuple[int, int]] = set()
        """(target, entry of the play) of hands I have seen in this round: they may be sent again."""
        self.asked: tuple[int, int, int] = (NOBODY, NOBODY, 0)
        """The last question about a marked hand: (seat, color, wilds)."""

    # Who I am.

    @property
    def seat(self) -> int:
        """My seat, or NOBODY."""
        return next((s for s, who in self.replica.roster.items() if who.pk == self.pk), NOBODY)

    def view(self) -> View | None:
        """The round as I may see it, after giving the seat up as a watcher; None while none runs."""
        r = self.replica
        if r.round is None:
            return None
        plays = self.seat in r.round.seats and self.seat not in r.round.left
        seat = self.seat if plays else NOBODY
        drawn = NOBODY
        mine = seat != NOBODY and r.round.phase is Phase.DRAWN and r.round.to_act == seat
        if mine and not self.waits_for_cards:
            drawn = self.hand[-1]
        return view(r.round, tuple(self.hand) if seat != NOBODY else (), seat, drawn)

    @property
    def waits_for_cards(self) -> bool:
        """Has the host not yet opened cards it owes me (so that I must not act)?"""
        if self._due or self._show_due:
            return True
        return self._swap_due is not None and not self._swap_due.bag.is_open(self._opened)

    @property
    def owed(self) -> list[int]:
        """Entries that gave me cards which were never opened to me."""
        return sorted({due.seq for due in self._due})

    # What an entry says of cards.

    def _oracle(self, command: Command, claims: tuple[Any, ...]) -> ClientOracle:
        r = self.replica
        self._running = r.running(command)
        return ClientOracle(
            claims,
            self._running,
            self._may_hold,
            self._judge,
            self._may_open,
            lambda code, detail: r.wrong(code, r.seq, detail),
        )

    def _wrong(self, code: str, seq: int, detail: str, *pieces: Piece) -> None:
        """Cards I know contradict what I am told: raise or report it, with what shows it."""
        fault = ProofFault(code, seq, detail, pieces=tuple(dict.fromkeys(pieces)))
        if self._report is None:
            raise fault
        self._report(fault)

    def _source(self, *cards: int) -> list[Piece]:
        """The deliveries that gave me these cards, which I hold."""
        refs = self.replica.ledger.bag(self.seat).refs
        return [self._sources[ref] for ref in refs if self._opened.get(ref) in cards and ref in self._sources]

    def _sources_of(self, refs: Iterable[Ref]) -> list[Piece]:
        """The deliveries that opened these references."""
        return [self._sources[ref] for ref in refs if ref in self._sources]

    def _my_bag(self) -> Bag:
        """My bag, as of this moment of the command that is read."""
        return (self._running or self.replica.ledger).bag(self.seat)

    def _may_hold(self, seat: int, card: int) -> None:
        """A card leaves a hand: it must be possible as far as I can see."""
        r = self.replica
        assert r.round is not None
        if card in r.round.discard:
            self._wrong("E_DUPCARD", r.seq, "a card was played that lies on the discard pile")
        bag = self._my_bag()
        mine = card in bag.known(self._opened)
        if seat != self.seat:
            if mine:
                text = "somebody played a card that is in my hand"
                self._wrong("E_MYCARD", r.seq, text, *self._source(card))
        elif not mine and bag.is_open(self._opened):
            text = "a card was played for me that I do not hold"
            self._wrong("E_BAG", r.seq, text, *self._sources_of(bag.refs))

    def _may_open(self, card: int) -> None:
        """A card of the pile is opened: it cannot be one that is elsewhere."""
        r = self.replica
        assert r.round is not None
        if card >= r.rules.edition.size:
            raise ProofFault("E_DECK", r.seq, "a card was opened that is not in the deck")
        if card in r.round.discard or card in self._my_bag().known(self._opened):
            self._wrong("E_DUPCARD", r.seq, "a card was opened that is somewhere else", *self._source(card))

    def _judge(self, question: Question) -> None:
        """The host says something about a hand: I know better when I know all of it, as soon as I do."""
        seq = self.replica.seq
        if question.at_mark:
            color, wilds, _ = question.arguments
            self.asked = (question.seat, color, wilds)
        if question.bag.is_open(self._opened):
            self._compare(seq, question)
        elif question.seat == self.seat:
            self._questions.append((seq, question))

    def _compare(self, seq: int, question: Question) -> None:
        """Is the answer true for a hand that I know?"""
        edition = self.replica.rules.edition
        hand = question.bag.hand(self._opened)
        if hand is None or question.truth(edition, hand) != question.answer:
            text = "the host says something untrue about a hand"
            self._wrong("E_VERDICT", seq, text, *self._sources_of(question.bag.refs))

    def _follow(self, happened: Happened) -> None:
        """Keep my hand and what I am owed up to date."""
        me = self.seat
        for event in happened.events:
            match event:
                case ev.ShuffleWanted("dealer" | "deal"):
                    self._forget()
                case ev.Shown(target, viewer) if me in (target, viewer):
                    self._expect_show(happened, event)
                case _:
                    pass
        if not happened.events:
            return
        bag = self.replica.ledger.bag(me)
        refs = set(bag.refs)
        self._due = [due for due in self._due if all(ref in refs for _, ref in due.cards)]
        if self._swap_due is not None and not refs.issuperset(self._swap_due.bag.refs):
            self._swap_due = None
        if me in happened.moved:
            self._swap_due = Mark(happened.entry.q, bag.copy())
        mine = happened.taken.get(me, ())
        for epoch in dict.fromkeys(epoch for _, (epoch, _) in mine):
            cards = tuple((position, ref) for position, ref in mine if ref[0] == epoch)
            self._due.append(_Due(happened.entry.q, epoch, cards))
        self.hand = bag.known(self._opened)

    def _expect_show(self, happened: Happened, event: ev.Shown) -> None:
        ledger, seq = self.replica.ledger, happened.entry.q
        if event.at_mark:
            mark = ledger.marks.get(event.target)
            _, color, wilds = self.asked
        else:
            mark = Mark(seq, ledger.shown[event.target])
            wilds = 0
            color = next((e.color for e in happened.events if isinstance(e, ev.Searched)), NOBODY)
        verdict = verdict_of(happened.events, event.target)
        self._show_due.append(_ShowDue(seq, event.target, event.viewer, mark, color, wilds, verdict))

    def _forget(self) -> None:
        """All cards go back: nothing I knew of them counts any more."""
        self.hand = []
        self._opened.clear()
        self._sources.clear()
        self._questions.clear()
        self._due.clear()
        self._swap_due = None
        self._show_due.clear()
        self._show_done.clear()

    # Private deliveries.

    def _learned(self) -> None:
        """Cards were opened to me: what the host said about my hand before can be compared."""
        self.hand = self.replica.ledger.bag(self.seat).known(self._opened)
        ready = [item for item in self._questions if item[1].bag.is_open(self._opened)]
        if ready:
            self._questions = [item for item in self._questions if item not in ready]
        for seq, question in ready:
            self._compare(seq, question)

    def _deal(self, text: DealText) -> None:
        """Openings of my own new cards."""
        due = next((d for d in self._due if (d.seq, d.epoch) == (text.at, text.epoch)), None)
        if due is None:
            self._stray(text)
            return
        self._due.remove(due)
        if text.to != self.pk:
            self._wrong("E_ORDER", text.at, "a card was sent to me that is somebody else's")
        if len(text.openings) != len(due.cards):
            self._wrong("E_ORDER", text.at, "I was sent more or fewer cards than I drew", self._delivery)
        for (position, ref), opening in zip(due.cards, text.openings, strict=False):
            if (opening.pos, (text.epoch, opening.leaf)) != (position, ref):
                self._wrong("E_ORDER", text.at, "I was sent a card that was not the next one", self._delivery)
            if self._check_leaf(ref, opening.uid, opening.nonce, text.at):
                self._keep(ref, opening.uid)
        self._check_hand(text.at)

    def _stray(self, text: DealText) -> None:
        """A delivery that nothing is owed for: of another shuffle, one that came before, or not mine."""
        if self._signer and text.to != self.pk:
            raise ProtocolFault("E_SCHEMA", "I was sent cards that are not for me to see")
        if any(due.seq == text.at for due in self._due):
            self._wrong("E_ORDER", text.at, "I was sent a card of another shuffle", self._delivery)

    def _keep(self, ref: Ref, card: int) -> None:
        """Remember what a reference is, and what showed it."""
        self._opened[ref] = card
        self._sources[ref] = self._delivery

    def _check_leaf(self, ref: Ref, card: int, nonce: bytes, seq: int) -> bool:
        """Is this the sealed card, and one of the deck?"""
        r = self.replica
        epoch = r.ledger.epochs.get(ref[0])
        if epoch is None or not epoch.opens((ref[1], card, nonce)):
            self._wrong("E_LEAF", seq, "a card is not the one that was sealed", self._delivery)
        elif card >= r.rules.edition.size:
            self._wrong("E_DECK", seq, "a card is not in the deck", self._delivery)
        else:
            return True
        return False

    def _shown(self, text: ShowText) -> ShownCards | None:
        """A whole bag: my own after a reconnect or a swap, or a hand that is shown."""
        if text.purpose == "own":
            self._own_bag(text, {(o.epoch, o.leaf): o for o in text.bag})
            return None
        if text.purpose == "swap":
            self._swapped(text)
            return None
        mine = [d for d in self._show_due if d.target == text.target]
        if not mine or (text.target, text.at) in self._show_done:
            return None
        due = next((d for d in mine if d.mark is not None and d.mark.seq == text.at), None)
        if due is None or due.mark is None:
            why = "the hand shown is not the one of the play"
            self._wrong("E_VERDICT", mine[0].seq, why, self._delivery)
            return None
        self._show_due.remove(due)
        hand = self.check_shown(text, due.mark.bag, due.seq, self._delivery)
        if hand is None:
            return None
        guilty = has_match(self.replica.rules.edition, hand, due.color, due.wilds)
        if guilty != due.verdict or guilty != text.verdict:
            why = "the verdict does not follow from the hand shown"
            self._wrong("E_VERDICT", due.seq, why, self._delivery)
        self._show_done.add((text.target, text.at))
        mine_to_see = due.viewer == self.seat
        return ShownCards(text.target, tuple(hand), guilty, mine_to_see, due.color, text.purpose)

    def _swapped(self, text: ShowText) -> None:
        """Somebody else's bag that became mine, whole: with what already went out of it."""
        due = self._swap_due
        if due is None or due.seq != text.at:
            return
        self._swap_due = None
        if text.target != self.seat or text.to != self.pk:
            self._wrong("E_ORDER", text.at, "cards were sent to me that are not mine", self._delivery)
            return
        if self.check_shown(text, due.bag, due.seq, self._delivery) is None:
            return
        for opening in text.bag:
            self._keep((opening.epoch, opening.leaf), opening.uid)
        self._check_hand(text.at)

    def check_shown(self, text: ShowText, bag: Bag, seq: int, piece: Piece) -> list[int] | None:
        """The hand in a shown bag, which must be this one, whole and as sealed; None when it is not."""
        opened = {(o.epoch, o.leaf): o.uid for o in text.bag}
        if len(opened) != len(text.bag) or set(opened) != set(bag.refs):
            self._wrong("E_VERDICT", seq, "the hand shown is not the whole hand", piece)
            return None
        self._delivery = piece
        if not all(self._check_leaf((o.epoch, o.leaf), o.uid, o.nonce, seq) for o in text.bag):
            return None
        hand = bag.hand(opened)
        if hand is None:
            self._wrong("E_BAG", seq, "a card was played that was never in the hand shown", piece)
        return hand

    def _own_bag(self, text: ShowText, bag: dict[Ref, BagOpening]) -> None:
        """All my cards at once, after I was away: the whole bag, and nothing I knew may have changed."""
        r = self.replica
        mine = r.ledger.bag(self.seat)
        if text.target != self.seat or text.to != self.pk or not set(bag) <= set(mine.refs):
            self._wrong("E_ORDER", text.at, "cards were sent to me that are not mine", self._delivery)
            return
        for ref, opening in bag.items():
            if self._check_leaf(ref, opening.uid, opening.nonce, text.at):
                self._keep(ref, opening.uid)
        if mine.is_open(self._opened):
            self._due.clear()
            self._swap_due = None
            self._check_hand(text.at)

    def _check_hand(self, seq: int) -> None:
        """Cards were opened to me: none of mine may be elsewhere, and what went out must have been there."""
        r = self.replica
        assert r.round is not None
        bag = r.ledger.bag(self.seat)
        if bag.is_open(self._opened) and bag.hand(self._opened) is None:
            why = "a card was played for me that I never held"
            self._wrong("E_BAG", seq, why, *self._sources_of(bag.refs))
            return
        hand = bag.known(self._opened)
        elsewhere = {card for card in hand if card in r.round.discard or hand.count(card) > 1}
        if elsewhere:
            why = "I was sent a card that is somewhere else"
            self._wrong("E_DUPCARD", seq, why, *self._source(*elsewhere), self._delivery)


__all__ = ["MyCards"]
