"""Where this program keeps what must survive: identity, known hosts, tables, logs.

One folder holds it all. Which one: `--state-dir`, else `UNO_LAN_STATE`, else the system's place for state
(`$XDG_STATE_HOME/uno-lan` or `~/.local/state/uno-lan`, on macOS `~/Library/Application Support/uno-lan`).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from uno_lan.errors import UNAVAILABLE, CommandError, one_line
from uno_lan.reasons import reason

ENV_STATE: Final = "UNO_LAN_STATE"
"""Environment variable naming the state folder."""

_APP = "uno-lan"


def state_dir(given: str | os.PathLike[str] | None = None) -> Path:
    """The state folder as an absolute path; it need not exist yet.

    Args:
        given: what `--state-dir` says, or None.
    """
    named = given or os.environ.get(ENV_STATE)
    if named:
        return Path(os.path.abspath(os.path.expanduser(named)))
    from platformdirs import user_state_path

    return user_state_path(_APP, appauthor=False)


def editions_dir(given: str | os.PathLike[str] | None = None) -> Path:
    """The folder of the user's own editions, a part of the state folder; it need not exist.

    Args:
        given: what `--state-dir` says, or None.
    """
    return state_dir(given) / "editions"


def settings_file(given: str | os.PathLike[str] | None = None) -> Path:
    """The file with what a person chose about the screens.

    It lies in the state folder where one is named, else in the system's place for settings
    (`~/.config/uno-lan` on Linux).

    Args:
        given: what `--state-dir` says, or None.
    """
    if given or os.environ.get(ENV_STATE):
        return state_dir(given) / "settings.toml"
    from platformdirs import user_config_path

    return user_config_path(_APP, appauthor=False) / "settings.toml"


def make_private(folder: Path) -> Path:
    """Make the folder if it is missing, readable for its owner only, and return it.

    A folder that is already there keeps its mode: it may be one that other programs share, and every secret
    file in it is 0600 anyway.

    Raises:
        CommandError: the folder cannot be made or written to; the sentence says which and why.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise _unusable(folder, reason(error)) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _unusable(folder, "no permission to write there")
    return folder


def _unusable(folder: Path, why: str) -> CommandError:
    return CommandError(
        f"cannot use the folder {one_line(str(folder))}: {why}; choose another one with --state-dir",
        UNAVAILABLE,
    )
