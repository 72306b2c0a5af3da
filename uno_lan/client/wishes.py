"""What a person asks of the table beside game commands, signed where it needs a signature."""

from __future__ import annotations

from protocol import codec, messages
from protocol.fields import Signed
from protocol.messages import Lobby
from protocol.signing import Signer
from uno_lan.languages import _

from .notes import Notes


class Wishes:
    """Of one session."""

    def __init__(self, signer: Signer, notes: Notes) -> None:
        self._signer = signer
        self._notes = notes
        self._order = 0
        """Number of my newest order as the owner."""
        self._vote = 0
        """Number of my newest vote."""
        self._agreed: tuple[bytes, bytes] = (b"", b"")
        """Game and rules that I agreed to play by when I joined a running game."""
        self._said: tuple[bytes, bytes] = (b"", b"")
        """Those of which I was told so."""
        self._again = b""
        """The rules by which I want to play again; empty: I have not said so."""

    def consent(self, lobby: Lobby) -> Signed:
        """My signed consent to the rules now shown for the next game."""
        return self._sign(messages.ConsentText(lobby.table, lobby.game, messages.rules_hash(lobby.rules)))

    def link_up(self) -> None:
        """The link is up (again). Of a watcher whose link was lost the table forgets all, consent too."""
        self._agreed = (b"", b"")

    def agree(self, lobby: Lobby) -> None:
        """Who joins a running game to play agrees to its rules, and gets a seat from the next round on."""
        waits = any(s.pk == self._signer.pk and s.wants_seat for s in lobby.spectators)
        key = (lobby.game, messages.rules_hash(lobby.rules))
        if not waits or lobby.stage not in ("round", "round_over") or self._agreed == key:
            return
        self._agreed = key
        consent = self.consent(lobby)
        self._notes.send(messages.Consent(consent.p, consent.s))
        if self._said != key:
            self._said = key
            self._notes.say("table", _("A game is running: you watch now and play from the next round on."))

    def again(self, lobby: Lobby) -> None:
        """After a game: I want another one by the same rules."""
        self._again = lobby.rules if lobby.stage == "game_over" else b""

    def ready_again(self, lobby: Lobby) -> None:
        """Who wanted another game need not say ready as well, unless the rules are others now."""
        if not self._again or lobby.stage == "game_over":
            return
        rules, self._again = self._again, b""
        sits = any(s.pk == self._signer.pk and not s.gone for s in lobby.seats)
        if sits and lobby.stage == "waiting" and lobby.rules == rules:
            self._notes.send(messages.LobbySet(messages.Ready(self.consent(lobby))))

    def order(self, lobby: Lobby, kind: messages.AdminKind, seat: int, pk: bytes | None, now: int) -> None:
        """An order of the table's owner."""
        self._order = max(self._order + 1, now)
        signed = self._sign(messages.AdminText(lobby.game, self._order, kind, seat, pk))
        self._notes.send(messages.Admin(signed.p, signed.s))

    def vote(
        self,
        game: bytes,
        round_no: int,
        what: messages.VoteKind,
        choice: messages.Choice,
        seat: int,
        pk: bytes | None,
        now: int,
    ) -> None:
        """A vote on what becomes of the disputed round, or about the table and its seats."""
        self._vote = max(self._vote + 1, now)
        text = messages.VoteText(game, round_no, self._vote, what, choice, seat, pk)
        signed = self._sign(text)
        self._notes.send(messages.Vote(signed.p, signed.s))

    def _sign(self, text: messages.Text) -> Signed:
        payload = codec.encode_text(text)
        return Signed(payload, self._signer.sign(text.SIG, payload))


__all__ = ["Wishes"]
