"""Programs that play: strategies over a player's view. They know nothing a player could not see."""

from .simple import choose, jump, react

__all__ = ["choose", "jump", "react"]
