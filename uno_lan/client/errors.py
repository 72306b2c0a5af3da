"""Why there is no link to a table: one sentence each, and what a screen can do about it.

LinkError               it ends here, with a sentence
├── Unreachable         nobody answered at any address
├── Silent              the link was up and fell silent
├── NotUno              somebody answered, but speaks something else
├── CodeNeeded          the table wants a code and none was given
├── WrongCode           the code is not the table's
├── PinChanged          the host's key is not the known one: ask before going on
├── ChooseTable         the server holds several tables
├── TurnedAway          the host said no, or said nonsense
└── Ended               the table or the person ended it: closed, kicked, replaced
"""

from __future__ import annotations

from protocol.errors import ProtocolFault
from protocol.messages import TableStatus
from uno_lan.languages import N_, _

from .known_hosts import KnownHost
from .words.refusals import trouble


class LinkError(Exception):
    """No link, or none any more.

    Attributes:
        code: a code of the protocol, or a word of this module.
        sentence: for people.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.sentence = text


class Unreachable(LinkError):
    """Nobody answered.

    Attributes:
        busy: somebody is there and hung up at once, as a host does when too many come at the same time.
    """

    def __init__(self, where: str, why: str = "", *, busy: bool = False) -> None:
        self.busy = busy
        form = _(
            "No table answers at {where}. Check the address, and that both computers are in one network."
        )
        if why:
            form = _(
                "No table answers at {where} ({why}). Check the address, and that both computers are in "
                "one network."
            )
        super().__init__("unreachable", form.format(where=where, why=_(why)))


class Silent(LinkError):
    """The link was up and fell silent."""

    def __init__(self) -> None:
        super().__init__("silent", _("The table does not answer any more. Trying again."))


class NotUno(LinkError):
    """Somebody answered, but is no host of this game."""

    def __init__(self, where: str) -> None:
        form = _("What answers at {where} is no UNO LAN host. Check the address and the port.")
        super().__init__("E_ALPN", form.format(where=where))


class CodeNeeded(LinkError):
    """The table is locked."""

    def __init__(self) -> None:
        super().__init__("E_CODE", _("This table asks for its code. Its host can tell you."))


class WrongCode(LinkError):
    """The code was wrong."""

    def __init__(self) -> None:
        super().__init__("E_CODE", trouble("E_CODE"))


class PinChanged(LinkError):
    """Another key than the known one answers.

    Attributes:
        key: the new key.
        before: what is known under this name; None when the address itself named another identity.
    """

    def __init__(self, key: bytes, before: KnownHost | None) -> None:
        text = _(
            "This host has another key than the one you know under this name. Ask its owner before you "
            "accept it."
        )
        super().__init__("E_PIN", text)
        self.key = key
        self.before = before


class ChooseTable(LinkError):
    """The server holds several tables, or not the one that was asked for."""

    def __init__(self, tables: tuple[TableStatus, ...]) -> None:
        super().__init__("E_TABLE", _("This host has several tables: choose one from its list."))
        self.tables = tables

    def named(self, table: str) -> TableStatus | None:
        """The one of this name, or whose id begins so (four digits at least); None: none, or several."""
        low = table.casefold()
        found = [one for one in self.tables if one.name.casefold() == low]
        if not found and len(low) >= 4:
            found = [one for one in self.tables if one.id.hex().startswith(low)]
        return found[0] if len(found) == 1 else None


class TurnedAway(LinkError):
    """The host said no, or said nonsense."""

    def __init__(self, fault: ProtocolFault) -> None:
        super().__init__(fault.code, trouble(fault.code))
        self.remote = fault.remote


class Ended(LinkError):
    """The table, or another window of the same person, ended it."""

    def __init__(self, reason: str) -> None:
        known = _ENDINGS.get(reason)
        other = _("The host closed the link ({reason}).").format(reason=reason)
        code = _CODES.get(reason)
        super().__init__(reason, trouble(code) if code else _(known) if known else other)


_ENDINGS = {
    "closed": N_("The table was closed."),
}
_CODES = {"kicked": "E_BANNED", "replaced": "E_REPLACED", "fork": "E_FORK"}
"""Endings that have a code, and its sentence."""
