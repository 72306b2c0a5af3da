"""The shuffle arithmetic against frozen vectors, and that one honest layer is enough."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import shuffle
from tests.amounts import amount
from tests.vectors import FOLDER

DATA = (FOLDER / "shuffles.json").read_bytes()
VECTORS: dict[str, Any] = json.loads(DATA)


def sha(text: str) -> bytes:
    return hashlib.sha256(text.encode("ascii")).digest()


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda v: v["name"])
def test_both_layers_give_the_frozen_numbers(vector: dict[str, Any]) -> None:
    name = vector["name"]
    seed_h, ctx, k = sha("host" + name), sha("entry" + name), sha("K" + name)
    seeds = [sha(f"seed{i}{name}") for i in range(vector["players"])]
    eid = shuffle.epoch_id(sha("gid" + name)[:16], vector["round"], vector["epoch"], vector["attempt"])
    deck, nonces, leaves = shuffle.host_layer(eid, seed_h, reversed(vector["uids"]))
    order = shuffle.player_layer(k, seeds, len(deck))
    drawn = [deck[place] for place in order]
    found = {
        "epoch_id": eid.hex(),
        "seed_h": seed_h.hex(),
        "host_commit": shuffle.host_commit(eid, seed_h).hex(),
        "nonce_0": nonces[0].hex(),
        "leaf_0": leaves[0].hex(),
        "root": shuffle.leaves_root(eid, leaves).hex(),
        "commit_0": shuffle.seed_commit(ctx, sha("pk0" + name), seeds[0]).hex(),
    }
    assert {key: found[key] for key in found if key in vector} == {
        key: vector[key] for key in found if key in vector
    }
    for key, numbers in (("deck", deck), ("order", order), ("drawn", drawn)):
        assert numbers[: len(vector[key])] == vector[key]
    assert sorted(drawn) == vector["uids"]
    assert all(shuffle.leaf(eid, i, deck[i], nonces[i]) == leaves[i] for i in range(len(deck)))
    assert shuffle.split_leaves(b"".join(leaves)) == tuple(leaves)


@pytest.mark.parametrize("vector", VECTORS["fisher_yates"], ids=lambda v: str(v["m"]))
def test_fisher_yates(vector: dict[str, Any]) -> None:
    assert shuffle.fisher_yates(bytes.fromhex(vector["key"]), range(vector["m"])) == vector["order"]


def test_the_stream_of_words() -> None:
    vector = VECTORS["words"]
    stream = shuffle.words(bytes.fromhex(vector["key"]))
    assert list(itertools.islice(stream, len(vector["first"]))) == vector["first"]


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda v: str(v["n"]))
def test_below_rejects_from_its_limit_on(vector: dict[str, int]) -> None:
    n, limit = vector["n"], vector["limit"]
    assert shuffle.below(iter([limit - 1]), n) == (limit - 1) % n == n - 1
    if limit < 2**32:
        assert shuffle.below(iter([limit, 2**32 - 1, 5]), n) == 5 % n
    else:
        assert shuffle.below(iter([2**32 - 1]), n) == n - 1


def test_scripted_words() -> None:
    vector = VECTORS["scripted"]
    stream = iter(vector["words"])
    assert shuffle.below(stream, vector["n"]) == vector["result"]
    assert next(stream, None) is None


@given(st.binary(min_size=32, max_size=32), st.integers(min_value=0, max_value=130))
def test_every_key_gives_a_permutation(key: bytes, m: int) -> None:
    assert sorted(shuffle.fisher_yates(key, range(m))) == list(range(m))


@given(st.integers(min_value=1, max_value=300))
def test_coins_are_in_range_and_apart(n: int) -> None:
    k, seeds = sha("k"), [sha("a"), sha("b")]
    assert 0 <= shuffle.public_coin(k, seeds, "dealer", n) < n


def test_coins_depend_on_everything() -> None:
    k, seeds = sha("k"), [sha("a"), sha("b")]
    coins = {
        shuffle.public_coin(k, seeds, "dealer", 2**31),
        shuffle.public_coin(k, seeds, "tie", 2**31),
        shuffle.public_coin(sha("j"), seeds, "dealer", 2**31),
        shuffle.public_coin(k, seeds[::-1], "dealer", 2**31),
    }
    assert len(coins) == 4


def test_every_input_of_a_leaf_matters() -> None:
    eid, nonce = sha("e"), sha("n")
    one = shuffle.leaf(eid, 1, 2, nonce)
    others = {
        shuffle.leaf(sha("f"), 1, 2, nonce),
        shuffle.leaf(eid, 2, 2, nonce),
        shuffle.leaf(eid, 1, 1, nonce),
        shuffle.leaf(eid, 1, 2, sha("m")),
    }
    assert len(others | {one}) == 5


def test_one_honest_seed_makes_a_sorted_deck_uniform() -> None:
    """The host does not shuffle at all and one of two players always says the same: still uniform."""
    rng = random.Random(1)
    runs = amount(6_000, 60_000, 600_000)
    counts = dict.fromkeys(itertools.permutations(range(4)), 0)
    for _ in range(runs):
        order = shuffle.player_layer(rng.randbytes(32), [bytes(32), rng.randbytes(32)], 4)
        counts[tuple(order)] += 1
    expected = runs / 24
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 60, "23 degrees of freedom: above 60 about once in 30,000 runs"
