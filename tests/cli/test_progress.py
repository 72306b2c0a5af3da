"""The progress bar."""

import io

from uno_lan.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now


def test_nothing_is_shown_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    with Progress("games", 3, stream) as progress:
        for _ in range(3):
            progress.step()
    assert stream.getvalue() == ""


def test_a_terminal_sees_a_bar_that_goes_away() -> None:
    stream = Terminal()
    with Progress("games", 4, stream, Clock()) as progress:
        for _ in range(4):
            progress.step()
    shown = stream.getvalue().split("\r")
    assert shown[1] == "[######..................]  25 %  1/4 games, 1 s left"
    assert shown[4].startswith("[########################] 100 %  4/4 games, 0 s left")
    assert shown[5].strip() == ""
    assert shown[6] == ""


def test_a_shorter_line_covers_the_longer_one_before() -> None:
    stream = Terminal()
    clock = Clock()
    with Progress("games", 2, stream, clock) as progress:
        clock.now += 100
        progress.step()
        progress.step()
    first, second = stream.getvalue().split("\r")[1:3]
    assert len(second) == len(first)


def test_it_is_not_drawn_too_often() -> None:
    stream = Terminal()
    with Progress("games", 1000, stream, clock=lambda: 0.0) as progress:
        for _ in range(1000):
            progress.step()
    assert stream.getvalue().count("[") == 1


def test_without_a_step_nothing_is_shown() -> None:
    stream = Terminal()
    with Progress("games", 4, stream):
        pass
    assert stream.getvalue() == ""
