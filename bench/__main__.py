"""`python -m bench [PART…] [--rounds N] [--json]`: run the benchmarks."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys

PARTS = ("startup", "tui", "verify", "fairness", "ceremony", "action", "host", "engine")


def main() -> int:
    """Run the parts asked for, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    found: dict[str, list[dict[str, object]]] = {}
    for part in args.parts or PARTS:
        for title, figures in importlib.import_module(f"bench.{part}").run(args.rounds).items():
            found[title] = [figure.to_json() for figure in figures]
            if not args.json:
                print(title)
                print("\n".join(figure.line() for figure in figures), flush=True)
    if args.json:
        print(json.dumps({"python": platform.python_version(), "figures": found}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
