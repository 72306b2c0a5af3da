"""A player's (or spectator's) side of one game: believes nothing that it can check.

Every entry is verified as it arrives: the host's signature, the chain, every player's signature, the
shuffle, the rules with the host's claims, and against the cards this player knows. Private cards must be the
sealed ones and the next ones in the public order; a shown hand must be complete. At the end of a round all
seeds are opened and the whole round is replayed before it is attested.

After each step `Reaction` says what to store (first) and what to send. A broken promise raises `ProofFault`
and freezes the game: nothing is sent any more. A fault that only the opened cards of a finished round show
is not raised but kept (`doubt`): the log can still be followed, and the players decide about the round.
What I know to be untrue but cannot prove is an `Objection`: the game goes on, and my attestation says so.

No clock and no entropy inside: times and seeds are arguments.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from protocol import bodies, codec, entries, shuffle
from protocol.errors import ProofFault, ProtocolFault
from protocol.messages import (
    AckHead,
    AckText,
    AckVerdict,
    Act,
    Action,
    Attest,
    AttestText,
    BagOpening,
    Commit,
    CommitText,
    DealText,
    Message,
    Purpose,
    Reveal,
    SeedText,
    ShowText,
    VerdictText,
    decode_private,
)
from protocol.signing import Signer, Verifier
from protocol.unolog import Frame, Sent
from uno_lan.engine import NOBODY, Command, Event, Phase, View, command_to_plain, view
from uno_lan.engine import events as ev

from .ledger import Bag, Ledger, Mark, Ref
from .opening import verify_round
from .oracles import ClientOracle, matches
from .questions import Question
from .replica import Happened, Replica, Report, verdict_of

Piece: TypeAlias = tuple[str, bytes, bytes]
"""Something signed beside the log: (type, bytes, signature)."""
MOST_OBJECTIONS = 64
"""Named in one attestation."""
ACK_EVERY = 20
"""A player who has signed nothing for so many entries countersigns the head."""


@dataclass(slots=True)
class Reaction:
    """What follows from a message of the host: store `frames`, then send `send`, then show `events`."""

    frames: list[Frame] = field(default_factory=list)
    send: list[Message] = field(default_factory=list)
    events: tuple[Event, ...] = ()
    happened: Happened | None = None
    shown: ShownCards | None = None
    objection: Objection | None = None


@dataclass(frozen=True, slots=True)
class Objection:
    """Something untrue in the log that only I can know."""

    code: str
    """`offline`: I was here; `E_SUBSET`: a shuffle was made without me although I was here; `timeout`: I had
    moved in time; `clock`: the host's clock runs ahead; `cards`: it does not open the cards it owes me."""
    seq: int


@dataclass(frozen=True, slots=True)
class ShownCards:
    """A hand that was shown to me (or mine that was shown to somebody), checked card by card."""

    target: int
    cards: tuple[int, ...]
    guilty: bool | None
    mine: bool
    """I am the viewer."""
    color: int = NOBODY
    """Color that was looked for."""
    purpose: Purpose = "challenge"
    """`challenge` or `force`."""


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


class ClientGame:
    """Verifies one game.

    Args:
        signer: my key; None for a reader who only looks on (audit).
        verifier: checks signatures.
        host: the host's public key, as proven by the handshake.
        pk: whose file a reader reads; its private cards are checked too.
        report: takes faults after which the game can still be read; None: they are raised like all others.
    """

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
        self.objections: list[Objection] = []
        """What I objected to in this round."""
        self.verified_round = 0
        """The newest finished round I replayed and found right."""
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
        self._seeds: dict[bytes, bytes] = {}
        """My sealed seeds by ctx."""
        self._counter = 0
        self._spoke = 0
        """Entry after which I last signed something."""
        self._restoring = False
        self._from_scratch = False
        """I had no file of this game when I caught up: what I sealed before, if anything, is lost."""

    # Who I am.

    @property
    def seat(self) -> int:
        """My seat, or NOBODY."""
        return next((s for s, who in self.replica.roster.items() if who.pk == self.pk), NOBODY)

    def view(self) -> View | None:
        """The round as I may see it; None while none runs."""
        r = self.replica
        if r.round is None:
            return None
        seat = self.seat if self.seat in r.round.seats else NOBODY
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

    # Reading.

    def on_entry(self, raw: bytes, sig: bytes, seed: bytes) -> Reaction:
        """Verify one entry.

        Args:
            seed: 32 fresh random bytes, used if this entry opens a shuffle that I take part in. Empty: the
                entry is an old one (from a file, or while catching up) and asks nothing of me; when I have
                caught up, `resend` says what is still awaited.

        Raises:
            ProofFault: the host (or a player) broke a promise; the game is frozen.
            ProtocolFault: the bytes are no entry.
        """
        if self.doubt is None:
            self._alive()
        try:
            return self._entry(raw, sig, seed)
        except ProofFault as fault:
            self.fault, self.doubt = fault, None
            raise

    def _entry(self, raw: bytes, sig: bytes, seed: bytes) -> Reaction:
        r = self.replica
        if r.seq == 0 and not seed and not self._restoring:
            self._from_scratch = True
        entry = entries.decode_entry(raw)
        game = r.start.game if r.start else self._first_game(entry)
        head = entries.head(raw)
        if not entries.verify_head(self._verifier, self._host, game, entry.q, head, sig):
            raise ProofFault("E_SIG", r.seq, "the entry is not signed by the host")
        try:
            happened = r.fold_entry(entry, head, self._oracle)
        finally:
            self._running = None
        reaction = Reaction([Frame("ent", raw, sig)], [], happened.events, happened)
        self._follow(happened)
        self._answer(happened, reaction, seed)
        return reaction

    def _first_game(self, entry: entries.Entry) -> bytes:
        body = entry.b
        if not isinstance(body, bodies.GameStart) or body.host != self._host:
            raise ProofFault("E_FORK", 0, "the game does not begin with this host's rules")
        return body.game

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

    def on_private(self, payload: bytes, sig: bytes) -> Reaction:
        """Verify a private delivery: my own cards, or a hand shown to me.

        Raises:
            ProofFault: a card is not the sealed one, not the next one, or a hand is not complete.
            ProtocolFault: the bytes are no delivery.
        """
        self._alive()
        text = decode_private(payload)
        kind = text.SIG
        if not self._verifier.verify(self._host, kind, payload, sig):
            raise ProtocolFault("E_SIG", "a private message is not signed by the host")
        r = self.replica
        if (text.game, text.round) != (r.game_id, r.round_no):
            return Reaction()
        if self._signer and isinstance(text, ShowText) and self.seat != text.target and self.pk != text.to:
            raise ProtocolFault("E_SCHEMA", "I was shown a hand that is not for me to see")
        self._delivery = (kind, payload, sig)
        try:
            if isinstance(text, DealText):
                shown = None
                self._deal(text)
            else:
                shown = self._shown(text)
            self._learned()
        except ProofFault as fault:
            self.fault = fault
            raise
        reaction = Reaction([Frame("prv", payload, sig)], shown=shown)
        if shown is not None and shown.mine and self._signer is not None and isinstance(text, ShowText):
            verdict = VerdictText(r.game_id, text.at, entries.shown_hash(payload), text.verdict)
            self._say(reaction, AckVerdict, VerdictText.SIG, codec.encode_text(verdict))
        return reaction

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
        guilty = matches(self.replica.rules.edition, hand, due.color, due.wilds)
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

    def lose(self, seq: int, head: bytes) -> None:
        """For an audit: the running round cannot be followed beyond entry `seq`; read on all the same."""
        self.replica.lose(seq, head)
        self._forget()
        self.fault = self.doubt = None

    # Answering.

    def _answer(self, happened: Happened, reaction: Reaction, seed: bytes) -> None:
        """What an entry asks of me: seeds, attestation, a countersignature."""
        r = self.replica
        if isinstance(happened.body, bodies.RoundStart):
            self.objections.clear()
            if self.doubt is not None:  # the players have decided what became of that round
                self.fault = self.doubt = None
        if isinstance(happened.body, bodies.RoundEnd) and not r.lost:
            self._verify_round()
        if self._signer is None or self.seat == NOBODY or not seed:
            return
        match happened.body:
            case bodies.EpochOpen() if self.seat in happened.body.contributors:
                self._seal_seed(happened.head, seed, reaction)
            case bodies.EpochOpen() if self.seat in r.offline and self.seat in r.people():
                reaction.objection = self.object("E_SUBSET", happened.entry.q)
            case bodies.SeatEvent(seat) if seat == self.seat and happened.entry.t == "OFFLINE":
                reaction.objection = self.object("offline", happened.entry.q)
            case bodies.EpochCommits() if r.attempt and self.seat in r.attempt.contributors:
                self._open_seed(reaction)
            case bodies.RoundEnd():
                self._attest(reaction)
            case _:
                if r.seq - self._spoke > ACK_EVERY and not isinstance(happened.body, bodies.GameEnd):
                    text = codec.encode_text(AckText(r.game_id, r.seq - 1, r.head))
                    self._say(reaction, AckHead, AckText.SIG, text)

    def _seal_seed(self, ctx: bytes, seed: bytes, reaction: Reaction) -> None:
        assert self._signer is not None
        seed = self._seeds.setdefault(ctx, seed)
        reaction.frames.append(Frame("sec", codec.pack({"ctx": ctx, "seed": seed})))
        commitment = shuffle.seed_commit(ctx, self._signer.pk, seed)
        self._say(reaction, Commit, CommitText.SIG, codec.encode_text(CommitText(ctx, commitment)))

    def _open_seed(self, reaction: Reaction) -> None:
        """Open my seed, once, if the list holds exactly what I promised."""
        attempt = self.replica.attempt
        assert attempt is not None and self._signer is not None
        seed = self._seeds.get(attempt.ctx)
        if seed is None:
            return
        if shuffle.seed_commit(attempt.ctx, self._signer.pk, seed) != attempt.commits[self.seat]:
            fault = ProofFault("E_COMMIT", attempt.seq, "my sealed seed was exchanged")
            self.fault = fault
            raise fault
        self._say(reaction, Reveal, SeedText.SIG, codec.encode_text(SeedText(attempt.key, seed)))

    def object(self, code: str, seq: int) -> Objection:
        """Something in the log is untrue, and only I can know it: my attestation will say so."""
        objection = Objection(code, seq)
        self.objections.append(objection)
        return objection

    def _verify_round(self) -> None:
        """Replay the finished round with open cards."""
        r = self.replica
        assert r.record is not None and r.round_end is not None
        faults = verify_round(r.record, r.round_end)
        for fault in faults:
            if self._report is not None:
                self._report(fault)
            elif self.fault is None:
                self.fault = self.doubt = fault
        if not faults:
            self.verified_round = r.round_no

    def _attest(self, reaction: Reaction) -> None:
        """Say how the check of the finished round went."""
        r = self.replica
        left_out = any(objection.code == "E_SUBSET" for objection in self.objections)
        result = self.fault.code if self.fault else "E_SUBSET" if left_out else "ok"
        seqs = tuple(sorted({objection.seq for objection in self.objections})[:MOST_OBJECTIONS])
        text = AttestText(r.game_id, r.round_no, r.seq - 1, r.head, result, seqs)
        self._say(reaction, Attest, AttestText.SIG, codec.encode_text(text))

    def act(self, command: Command, now: int) -> Reaction:
        """Sign a game command on the newest head I have verified.

        Args:
            now: Unix time in ms; numbers start there, so a lost file never makes one number sign twice.
        """
        self._alive()
        assert self._signer is not None
        r = self.replica
        kind, args = command_to_plain(command)
        self._counter = max(self._counter + 1, now, r.counters.get(self._signer.pk, 0) + 1)
        action = Action(r.game_id, r.round_no, self._counter, r.seq - 1, r.head, kind, args)
        reaction = Reaction()
        self._say(reaction, Act, Action.SIG, codec.encode_text(action))
        return reaction

    def resend(self, seed: bytes) -> Reaction:
        """After catching up: what the host still awaits of me. What I said before is said in the same bytes.

        Args:
            seed: 32 fresh random bytes, used if a shuffle waits for me that I have not heard of before.
        """
        reaction = Reaction()
        r = self.replica
        from_scratch, self._from_scratch = self._from_scratch, False
        if self._signer is None or self.seat == NOBODY or r.ended is not None:
            return reaction
        attempt = r.attempt
        if attempt is not None and self.seat in attempt.contributors and attempt.spoiled == NOBODY:
            if attempt.key:
                self._open_seed(reaction)
            elif attempt.ctx in self._seeds or not from_scratch:
                self._seal_seed(attempt.ctx, seed, reaction)
        if r.round_end is not None and self.seat not in r.attested:
            self._attest(reaction)
        return reaction

    def _say(self, reaction: Reaction, kind: type[Any], sig_type: str, text: bytes) -> None:
        assert self._signer is not None
        sig = self._signer.sign(sig_type, text)
        reaction.frames.append(Frame("act", codec.encode_text(Sent(kind.t, text)), sig))
        reaction.send.append(kind(text, sig))
        self._spoke = self.replica.seq

    def _alive(self) -> None:
        if self.fault is not None:
            raise self.fault

    # Coming back.

    def restore(self, frames: Iterable[Frame]) -> None:
        """Read my own file of this game again: entries, private cards and seeds, in stored order."""
        self._restoring = True
        for frame in frames:
            if frame.kind == "ent":
                self.on_entry(frame.data, frame.sig, b"")
            elif frame.kind == "prv":
                self.on_private(frame.data, frame.sig)
            elif frame.kind == "act":
                self._said(codec.decode_text(frame.data, Sent))
            elif frame.kind == "sec":
                secret = codec.unpack(frame.data)
                assert isinstance(secret, dict)
                if "ctx" in secret:
                    self._seeds[secret["ctx"]] = secret["seed"]
        self._restoring = False

    def _said(self, sent: Sent) -> None:
        """Something I signed before: its number is used up, whether it arrived or not."""
        if sent.t == Act.t:
            self._counter = max(self._counter, codec.decode_text(sent.p, Action).counter)
