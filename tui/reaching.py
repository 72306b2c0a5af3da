"""From a way to a table to a player who sits there, or to what a person has to be asked first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from uno_lan.errors import CommandError

from .found import capital, pin_changed, row_of_choice
from .me import Me
from .networks import Networks
from .port import CodeNeeded, JoinTrouble, TableChoice, TableClient

if TYPE_CHECKING:
    from protocol.codes import Address
    from uno_lan.client.errors import ChooseTable
    from uno_lan.client.link import Target
    from uno_lan.client.player import Player

PATIENCE_S: Final = 2.0
"""So long a table of mine that was just opened is tried again."""


class Reaching:
    """Joins tables as one person."""

    def __init__(self, me: Me, networks: Networks, named: str, joined: Callable[[Player], None]) -> None:
        """Make it.

        Args:
            named: which table is meant of a server that has several and is named without one.
            joined: told of each player who sits somewhere.
        """
        self._me = me
        self._networks = networks
        self._named = named
        self._joined = joined

    async def join(
        self, target: Target, code: str, name: str, trust_new: bool = False, told: Address | None = None
    ) -> Player:
        """Join a table.

        Args:
            trust_new: take an identity that is another than the one known.
            told: under which address others reach it, when it is a table of mine.

        Raises:
            JoinTrouble: it did not work, or something has to be asked first.
        """
        from uno_lan.client import errors
        from uno_lan.client.player import Player
        from uno_lan.lobby.seeking import seek_when_lost

        try:
            signer = self._me.identity
        except CommandError as error:
            raise JoinTrouble(capital(error.text)) from None
        player = Player(
            target,
            signer,
            name,
            code=code or None,
            state=self._me.state,
            known=self._me.hosts,
            patience=PATIENCE_S if told else 0.0,
            told=told,
        )
        try:
            await player.join()
        except (errors.CodeNeeded, errors.WrongCode) as error:
            raise CodeNeeded(isinstance(error, errors.WrongCode)) from None
        except errors.PinChanged as error:
            if error.before is None:
                raise JoinTrouble(error.sentence, error.code) from None
            if not trust_new:
                raise pin_changed(error) from None
            self._me.hosts.accept(error.key, error.before)
            return await self.join(target, code, name, False, told)
        except errors.ChooseTable as error:
            found = error.named(self._named) if target.table is None else None
            if found is not None:
                return await self.join(replace(target, table=found.id), code, name, trust_new, told)
            raise self._choice(error, target, code, name, told) from None
        except errors.LinkError as error:
            raise JoinTrouble(error.sentence, error.code) from None
        except asyncio.CancelledError:
            player.step_away()
            raise
        self._joined(player)
        if not self._networks.local:
            seek_when_lost(player, self._networks.interfaces, self._networks.ipv6)
        return player

    def _choice(
        self, error: ChooseTable, target: Target, code: str, name: str, told: Address | None
    ) -> TableChoice:
        """A server of several tables: one of them has to be chosen."""

        async def join(table: str, other: str, trust: bool) -> TableClient:
            one = replace(target, table=bytes.fromhex(table))
            return await self.join(one, other or code, name, trust, told)

        return TableChoice([row_of_choice(table) for table in error.tables], join)
