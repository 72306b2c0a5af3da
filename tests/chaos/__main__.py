"""Play one seed again and tell what happened."""

import sys

from tests.chaos.run import Chaos

chaos = Chaos(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2)
try:
    chaos.run()
finally:
    print("\n".join(chaos.world.story.lines))
print(f"{chaos.hands} hands, nothing wrong")
