"""The address of a table as a QR code, for somebody who sits beside: a phone reads it and sends it on."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from uno_lan.languages import N_, _

from .base import Dialog, TooSmall

INK = Style(color="#ffffff", bgcolor="#000000")
"""Always white blocks on black, whatever the theme: a camera needs the contrast."""


class QrDialog(Dialog[None]):
    """Shows the code until any of a few keys is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,i,q,space", "leave", N_("Back"), show=False, id="dialog.back")
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

    def on_resize(self) -> None:
        """It may fit now, or no more."""
        self._show()

    def _show(self) -> None:
        from uno_lan.qr import qr_lines

        lines = qr_lines(self._uno)
        if not lines or self.uno.artist.glyphs.name != "unicode":
            self.code.update(
                Text(_("This terminal cannot draw a QR code. The address is in the waiting room."))
            )
        elif self.size.height < len(lines) + 1:
            need = len(lines) + 1
            self.code.update(
                Text(
                    _("A QR code needs {need} rows, this window has {have}.").format(
                        need=need, have=self.size.height
                    )
                )
            )
        else:
            text = Text("\n".join(lines), style=INK, no_wrap=True, justify="center")
            self.code.update(text.append("\n" + _("Esc: back"), style=Style.null()))

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)
