"""One person at one table: how it ended, for whoever asks."""

from __future__ import annotations

import pytest

from protocol.codes import Address
from protocol.errors import ProtocolFault
from tests.signers import HashSigner
from uno_lan.client.errors import Ended, LinkError, PinChanged, TurnedAway
from uno_lan.client.link import Target
from uno_lan.client.player import Player


@pytest.mark.parametrize(
    ("error", "ended"),
    [
        (None, ""),
        (Ended("closed"), "closed"),
        (Ended("kicked"), "kicked"),
        (TurnedAway(ProtocolFault("E_BANNED")), "E_BANNED"),
        (PinChanged(bytes(32), None), "E_PIN"),
    ],
)
async def test_why_a_link_is_over(
    error: LinkError | None, ended: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after it was joined: who was refused for good in mid-game had left by choice, it said."""
    player = Player(Target.at(Address("127.0.0.1", 9)), HashSigner("Ann"), "Ann")

    async def run(_handle: object) -> None:
        assert player._joined is not None
        player._joined.set_result(None)
        if error is not None:
            raise error

    monkeypatch.setattr(player._link, "run", run)
    await player.join()
    await player.run()
    assert player.ended == ended
