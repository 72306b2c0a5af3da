"""Codes: each has a sentence that says what to do, and each fault carries its own."""

from __future__ import annotations

import pytest

from protocol.errors import (
    SENTENCES,
    ActionCode,
    LinkCode,
    ProofCode,
    ProofFault,
    ProtocolFault,
    sentence,
)
from protocol.evidence import KIND_OF_CODE

ALL = {*LinkCode, *ActionCode, *ProofCode}


def test_every_code_has_a_sentence_and_no_sentence_is_spare() -> None:
    assert {str(code) for code in ALL} == SENTENCES.keys()


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_sentences_say_what_happened_and_what_to_do(code: str) -> None:
    text = sentence(code)
    assert text.endswith((".", "!"))
    assert text[0].isupper()
    assert len(text) <= 200, "it must fit into an `err` message"
    assert "E_" not in text, "people are not shown codes"


def test_unknown_codes_are_shown_as_they_are() -> None:
    assert sentence("not_your_turn") == "not_your_turn"


def test_link_faults() -> None:
    fault = ProtocolFault("E_CODE")
    assert (fault.code, fault.detail, fault.remote, str(fault)) == ("E_CODE", "", False, "E_CODE")
    assert fault.sentence == SENTENCES["E_CODE"]
    assert str(ProtocolFault("E_FRAME", "length 0", remote=True)) == "E_FRAME: length 0"
    with pytest.raises(ValueError):
        ProtocolFault("E_LEAF")


def test_proof_faults() -> None:
    fault = ProofFault("E_LEAF", 7, "leaf 3", accused=b"pk")
    assert (fault.code, fault.seq, fault.detail, fault.accused) == ("E_LEAF", 7, "leaf 3", b"pk")
    assert str(fault) == "E_LEAF at 7: leaf 3"
    assert str(ProofFault("E_SIG", 2)) == "E_SIG at 2"
    assert fault.sentence == SENTENCES["E_LEAF"]
    with pytest.raises(ValueError, match="no code"):
        ProofFault("E_WHAT")


def test_every_proof_code_has_a_kind_of_evidence() -> None:
    assert all(code in KIND_OF_CODE for code in ProofCode)
