"""`python -m uno_lan` is the same as `uno-lan`."""

from uno_lan.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
