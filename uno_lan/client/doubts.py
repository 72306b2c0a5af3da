"""What a session does when something is wrong with its game, and what its screen says about it.

A promise that was broken: freeze, keep the evidence, tell the others. Something untrue that only I can know:
object. A dispute of somebody else: judge it. Two histories: heard of past the host. Without I/O.
Source: docs/protocol.md 2.10.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from protocol import bodies, messages
from protocol.entries import Entry
from protocol.errors import ProofFault
from protocol.signing import Signer, Verifier
from uno_lan.engine import NOBODY
from uno_lan.fairness.client_game import ClientGame, Objection
from uno_lan.fairness.evidence import Proven
from uno_lan.fairness.votes import OUTCOMES
from uno_lan.languages import _

from . import words
from .dispute import Disputes, Log, guilty
from .effects import Evidence
from .gossip import Heads
from .model import Trouble
from .notes import Notes
from .words.small import Naming

PATIENCE_MS: Final = 2_000
"""A move that was sent so long before a time-out came must have arrived; a clock may be off by so much."""


class Doubts:
    """Of one session."""

    def __init__(self, signer: Signer, verifier: Verifier, host: bytes, notes: Notes) -> None:
        self._signer = signer
        self._verifier = verifier
        self._host = host
        self._notes = notes
        self.disputes = Disputes(signer, verifier, host)
        self._heads = Heads(verifier, host)
        self._trouble: Trouble | None = None
        self.evidence = ""
        """Where the evidence of this game lies."""
        self._kept = False
        self.clock: int | None = None
        """Host time minus ours when the link came up; None: its clock was found to run ahead, once."""

    def forget(self) -> None:
        """Another game begins."""
        self.disputes = Disputes(self._signer, self._verifier, self._host)
        self._heads = Heads(self._verifier, self._host)
        self._trouble = None
        self.evidence = ""
        self._kept = False

    def round_begins(self) -> None:
        """What was wrong with the round before has been decided."""
        self._trouble = None

    # Broken promises.

    def broken(self, fault: ProofFault, game: ClientGame, log: Log, now: int) -> None:
        """I found that a promise was broken: freeze, keep the evidence, tell the others."""
        game.fault = game.fault or fault
        proven = None
        if game.replica.start is not None:
            proven = self.disputes.prove(fault, game.replica.game_id, log)
            self._keep(fault.code, proven, game)
            if game.seat != NOBODY:
                self._notes.send(self.disputes.accuse(fault, game.replica.game_id, proven, now))
        self._notes.say("fair", words.trouble(fault.code))
        self._trouble = self._trouble or Trouble(
            code=fault.code,
            text=words.trouble(fault.code),
            entry=fault.seq,
            found_by=game.seat,
            mine=True,
            proven=proven is not None,
            guilty=guilty(proven),
            frozen=game.doubt is None,  # what only the opened cards show is for the players to decide
        )

    def _keep(self, code: str, proven: Proven | None, game: ClientGame) -> None:
        """Have the evidence written to a file."""
        if proven is not None and not self._kept:
            self._kept = True
            name = f"evidence-{game.replica.game_id.hex()[:8]}-{code}.unoevidence"
            self._notes.do([Evidence(name, proven.data)])

    def overhear(self, raw: bytes, sig: bytes, game: ClientGame) -> None:
        """An entry that I do not follow any more."""
        self.disputes.overhear(raw, sig, game.replica.game_id)
        self._told()

    def _told(self) -> None:
        """Has the host logged what I found?"""
        if self._trouble is not None and self._trouble.mine and self.disputes.logged:
            self._trouble = replace(self._trouble, told=True)

    def disputed(self, entry: Entry, game: ClientGame, log: Log, name: Callable[[int], str]) -> bool:
        """A dispute stands in the log: mine, or somebody's that I judge for myself.

        Returns:
            True: it holds, and I stop as well.
        """
        heard = self.disputes.hear(entry, game.seat, game.replica.game_id, log)
        self._told()
        if heard is None:
            return False
        if heard.proven is None:
            self._notes.say("fair", words.objection(heard.code, name(heard.seat)), heard.seat)
            return False
        game.fault = game.fault or ProofFault(heard.code, heard.at, f"shown by seat {heard.seat}")
        self._keep(heard.code, heard.proven, game)
        shows = _("{who} shows: {reason}")
        text = shows.format(who=name(heard.seat), reason=words.trouble(heard.code))
        self._notes.say("fair", text, heard.seat)
        self._trouble = self._trouble or Trouble(
            code=heard.code,
            text=text,
            entry=heard.at,
            found_by=heard.seat,
            proven=True,
            guilty=guilty(heard.proven),
            told=True,
            frozen=True,
        )
        return True

    # Two histories.

    def tell_head(self, game: ClientGame, log: Log) -> bytes | None:
        """My newest head, for others who play here; None: there is none, or I have stopped."""
        if game.replica.start is None or game.fault is not None or len(log) != game.replica.seq:
            return None
        return self._heads.tell(game.replica, log[-1][1])

    def hear_head(self, data: bytes, game: ClientGame) -> None:
        """A head that somebody told past the host.

        Raises:
            ProofFault: the host has signed two histories.
        """
        if (fault := self._heads.hear(data, game.replica)) is not None:
            raise fault

    def caught_up(self, game: ClientGame) -> None:
        """An entry has come whose head I may have been told before.

        Raises:
            ProofFault: the host has signed two histories.
        """
        if (fault := self._heads.caught_up(game.replica)) is not None:
            raise fault

    # What only I can know.

    def object(self, objection: Objection, game: ClientGame, now: int) -> None:
        """The log says something untrue about me."""
        dispute = self.disputes.object(objection.code, objection.seq, game.replica.game_id, now)
        self._notes.send(dispute)
        self._notes.say("fair", words.objection(objection.code, "", mine=True))

    def watch(self, entry: Entry, game: ClientGame, moved: int | None, gave: int | None, now: int) -> None:
        """Things in a new entry that only I can know to be untrue.

        Args:
            moved: when I sent a move that has not been answered; None: there is none.
            gave: when I sent what the running step of the shuffle waits for; None: I have not.
        """
        if game.seat == NOBODY:
            return
        mine = isinstance(entry.b, bodies.Auto) and (entry.b.k, entry.b.a) == ("timeout", game.seat)
        if mine and moved is not None and now >= moved + PATIENCE_MS:
            self.object(game.object("timeout", entry.q), game, now)
        # A shuffle that was given up before any seed was opened chose nothing: that is not worth a word.
        lost = entry.b if isinstance(entry.b, bodies.EpochAbort) and entry.b.phase == "reveal" else None
        blamed = lost is not None and game.seat in lost.culprits
        if blamed and gave is not None and now >= gave + PATIENCE_MS:
            self.object(game.object("seed", entry.q), game, now)
        if self.clock is not None and entry.ts > now + self.clock + PATIENCE_MS:
            self.clock = None
            self.object(game.object("clock", entry.q), game, now)

    # What is shown.

    def shown(
        self, lobby: messages.Lobby, me: int, offset: int, attested: Mapping[int, str], name: Naming
    ) -> Trouble | None:
        """What is wrong, with what can be done about it at this moment.

        Args:
            attested: seat -> what it says of the round that is over.
        """
        vote = next((vote for vote in lobby.votes if vote.what == "dispute"), None)
        trouble = self._trouble
        if trouble is None:
            if vote is None:
                return None
            found = {seat: result for seat, result in attested.items() if result != "ok"}
            trouble = Trouble("", words.disputed(found, name, me), told=True)
        if vote is None:
            can = ("leave",) if trouble.frozen else ()
            return replace(trouble, evidence=self.evidence, can=can)
        may = vote.ends and me in vote.asked
        return replace(
            trouble,
            evidence=self.evidence,
            can=(*(OUTCOMES if may else ()), "leave"),
            asked=vote.asked,
            votes=vote.votes,
            ends_ms=vote.ends - offset if vote.ends else 0,
        )


__all__ = ["PATIENCE_MS", "Doubts"]
