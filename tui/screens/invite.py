"""The address of a table as a QR code, for somebody who sits beside: a phone reads it and sends it on."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from uno_lan.languages import N_, _

from ..room import short_address
from .base import Dialog, TooSmall

INK = Style(color="#ffffff", bgcolor="#000000")
"""Always white blocks on black, whatever the theme: a camera needs the contrast."""


class QrDialog(Dialog[None]):
    """Shows the code until any of a few keys is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,i,q,space", "leave", N_("Back"), show=False, id="dialog.back"),
        Binding("y", "copy", N_("Copy address"), show=False, id="invite.copy"),
    ]

    def __init__(self, uno: str) -> None:
        super().__init__()
        self._uno = uno
        self.code = Static("", id="qr")

    def compose(self) -> ComposeResult:
        """The code and one line, without a box: it needs every row of a small window."""
        yield TooSmall()
        with Vertical(id="invite-code"):
            yield self.code

    def on_mount(self) -> None:
        """Draw it."""
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """It may fit now, or no more."""
        self._show()

    def _show(self) -> None:
        from uno_lan.qr import qr_lines

        lines = qr_lines(self._uno)
        if not lines or self.uno.artist.glyphs.name != "unicode":
            self._tell(_("This terminal cannot draw a QR code."))
        elif self.window.height < len(lines) + 1:
            need = len(lines) + 1
            why = _("A QR code needs {need} rows, this window has {have}.")
            self._tell(why.format(need=need, have=self.window.height))
        else:
            self.set_class(False, "-text")
            text = Text("\n".join(lines), style=INK, no_wrap=True, justify="center")
            self.code.update(text.append("\n" + self._below(), style=Style.null()))

    def _below(self) -> str:
        """The line below the code, with what can be typed in its place."""
        short = short_address(self._uno)
        return (
            f"{_('Address code: {code}').format(code=short)}  {_('Esc: back')}" if short else _("Esc: back")
        )

    def _tell(self, why: str) -> None:
        """The address itself where it cannot be drawn."""
        self.set_class(True, "-text")
        short = short_address(self._uno)
        code = f"{_('Address code: {code}').format(code=short)}\n\n" if short else ""
        address = f"{_('The address of the table:')}\n\n{self._uno}"
        said = f"{why} {address}\n\n{code}{_('y copies it, Esc: back')}"
        self.code.update(Text(said))

    def action_copy(self) -> None:
        """Put the address on the clipboard, where the terminal allows it."""
        self.app.copy_to_clipboard(self._uno)
        self.uno.tell(_("Address copied, if your terminal allows it."))

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)
