"""`make words`: bring the catalogs up to date with the code, and say what is left to translate."""

from __future__ import annotations

from uno_lan.languages import AVAILABLE, own_name

from .words import load, mistakes, strings, update


def main() -> None:
    """Write the catalogs."""
    for wrong in mistakes():
        print(f"{wrong.file}:{wrong.line}: no text, so it cannot be translated: {wrong.call}")
    update()
    for language in AVAILABLE[1:]:
        catalog = load(language)
        texts = [message for message in catalog if message.id]
        done = [message for message in texts if not message.fuzzy and all(strings(message))]
        print(f"{own_name(language):10} {len(done)} of {len(texts)}")


if __name__ == "__main__":
    main()
