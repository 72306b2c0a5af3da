"""The catalogue as a JSON schema, for whoever writes another client.

`python -m protocol.messages.schema > docs/messages.schema.json` writes it anew; a test compares. Bytes stand
in it as base64 text, because JSON has none; on the wire they are msgpack `bin`.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from . import texts
from .catalog import CATALOG
from .terms import Terms

SIGNED_TEXTS = (
    texts.HostText,
    texts.AuthText,
    texts.WelcomeText,
    texts.StatusText,
    texts.Action,
    texts.CommitText,
    texts.SeedText,
    texts.DealText,
    texts.ShowText,
    texts.AckText,
    texts.VerdictText,
    texts.AttestText,
    texts.DisputeText,
    texts.ConsentText,
    texts.VoteText,
    texts.AdminText,
)


def catalog_schema() -> dict[str, Any]:
    """Bodies of all messages by their word, signed texts by their signature type, and the terms of a game."""
    kinds = [*CATALOG.values(), *SIGNED_TEXTS, Terms]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    refs = dict(zip(kinds, schemas, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "UNO LAN messages: bodies of the envelope [t, id, b], and what is inside signed bytes",
        "messages": {word: refs[kind] for word, kind in CATALOG.items()},
        "signed": {kind.SIG: refs[kind] for kind in SIGNED_TEXTS},
        "terms": refs[Terms],
        "$defs": components,
    }


def schema_text() -> str:
    """The schema as it is kept in `docs/`."""
    return json.dumps(catalog_schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
