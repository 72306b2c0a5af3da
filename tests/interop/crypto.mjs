// Hashes, signatures and the shuffle (docs/protocol.md 2.1, 2.3), written from the text.
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";

export const SHA = (data) => createHash("sha256").update(data).digest();
export const u16 = (n) => { const raw = Buffer.alloc(2); raw.writeUInt16BE(n); return raw; };
export const u64 = (n) => { const raw = Buffer.alloc(8); raw.writeBigUInt64BE(BigInt(n)); return raw; };

export function LP(part) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return Buffer.concat([length, part]);
}

export const H = (tag, ...parts) => SHA(Buffer.concat([LP(Buffer.from("uno-lan/1/" + tag, "ascii")), ...parts.map(LP)]));
export const HM = (key, message) => createHmac("sha256", key).update(message).digest();
export const X32 = (key, info) => HM(key, Buffer.concat([info, Buffer.from([1])]));

// Signatures.

export const signedBytes = (type, text) =>
  Buffer.concat([Buffer.from("uno-lan/1/sig/" + type, "ascii"), Buffer.from([0]), text]);

const keys = new Map();

export function verified(pk, type, text, sig) {
  if (sig.length !== 64 || pk.length !== 32) return false;
  try {
    const name = pk.toString("hex");
    if (!keys.has(name)) keys.set(name, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: pk.toString("base64url") }, format: "jwk" }));
    return verify(null, signedBytes(type, text), keys.get(name), sig);
  } catch {
    return false;
  }
}

export const headSigned = (game, seq, head) => Buffer.concat([game, u64(seq), head]);

// Shuffles.

export function* words(key) {
  for (let counter = 0; ; counter++) {
    const block = HM(key, u64(counter));
    for (let start = 0; start < 32; start += 4) yield block.readUInt32BE(start);
  }
}

export function below(stream, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const { value, done } = stream.next();
    if (done) throw new Error("no words left");
    if (value < limit) return value % n;
  }
}

export function fisherYates(key, items) {
  const order = [...items];
  const stream = words(key);
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(stream, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

const ascii = (s) => Buffer.from(s, "ascii");
export const epochId = (game, round, epoch, attempt) => H("epoch-id", game, u16(round), u16(epoch), u16(attempt));
export const leafOf = (eid, index, uid, nonce) => H("leaf", eid, u16(index), u16(uid), nonce);
export const hostCommit = (eid, seed) => H("host-seed", eid, seed);
export const seedCommit = (ctx, pk, seed) => H("seed-commit", ctx, pk, seed);

export function hostKeys(eid, seed) {
  const root = HM(ascii("uno-lan/1/host-layer"), seed);
  return {
    shuffle: X32(root, Buffer.concat([ascii("shuffle"), eid])),
    nonce: X32(root, Buffer.concat([ascii("nonce"), eid])),
  };
}

export function hostLayer(eid, seed, uids) {
  const key = hostKeys(eid, seed);
  const deck = fisherYates(key.shuffle, [...uids].sort((a, b) => a - b));
  const nonces = deck.map((_, index) => HM(key.nonce, u16(index)));
  return { deck, nonces, leaves: deck.map((uid, index) => leafOf(eid, index, uid, nonces[index])) };
}

const mixed = (k, seeds) => HM(H("mix-salt", k), Buffer.concat(seeds.map(LP)));
export const playerLayer = (k, seeds, m) =>
  fisherYates(X32(mixed(k, seeds), ascii("uno-lan/1/public-shuffle")), Array.from({ length: m }, (_, i) => i));
export const publicCoin = (k, seeds, name, n) => below(words(X32(mixed(k, seeds), ascii("coin/" + name))), n);

// The cards that were sealed, found without knowing what went in: each leaf is tried with every card.
export function unsealed(eid, seed, leaves, cards) {
  const key = hostKeys(eid, seed);
  const deck = leaves.map((leaf, index) => {
    const nonce = HM(key.nonce, u16(index));
    for (let uid = 0; uid < cards; uid++) if (leafOf(eid, index, uid, nonce).equals(leaf)) return uid;
    return -1;
  });
  const again = fisherYates(key.shuffle, [...deck].sort((a, b) => a - b));
  return { deck, fits: !deck.includes(-1) && new Set(deck).size === deck.length && deck.every((uid, i) => uid === again[i]) };
}
