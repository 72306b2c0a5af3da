// What entries and signed texts must look like (docs/protocol.md 2.6, 3.2-3.5), in a small notation of shapes.
// Bytes that another writer would write differently are refused.
import { Refused, pack, unpack } from "./msgpack.mjs";

const bad = (why) => { throw new Refused("E_SCHEMA", why); };
const MAX63 = 2n ** 63n - 1n;

const uint = (min, max) => (v) => {
  if (typeof v !== "number" && typeof v !== "bigint") bad("not a number");
  if (BigInt(v) < BigInt(min) || BigInt(v) > BigInt(max)) bad(`number ${v}`);
};
const bin = (min, max = min) => (v) => {
  if (!Buffer.isBuffer(v) || v.length < min || v.length > max) bad("bytes of another length");
};
const str = (min, max) => (v) => {
  if (typeof v !== "string" || [...v].length < min || [...v].length > max) bad("text");
};
const list = (item, max, min = 0) => (v) => {
  if (!Array.isArray(v) || v.length < min || v.length > max) bad("list");
  v.forEach(item);
};
const row = (...items) => (v) => {
  if (!Array.isArray(v) || v.length !== items.length) bad("row");
  items.forEach((item, i) => item(v[i]));
};
const map = (fields) => (v) => {
  if (!(v instanceof Map)) bad("not a map");
  const keys = [...v.keys()];
  if (keys.join() !== Object.keys(fields).join()) bad(`keys ${keys}`);
  for (const [key, shape] of Object.entries(fields)) shape(v.get(key));
};
const maybe = (shape) => (v) => { if (v !== null) shape(v); };
const bool = (v) => { if (typeof v !== "boolean") bad("not yes or no"); };
const one = (...of) => (v) => { if (!of.includes(v)) bad(`${v} is none of ${of}`); };
const any = (...shapes) => (v) => {
  if (!shapes.some((shape) => { try { shape(v); return true; } catch { return false; } })) bad("of no permitted form");
};

const u16 = uint(0, 65535), u63 = uint(0, MAX63), u8 = uint(1, 255);
const seat = uint(0, 9), seatOrNone = uint(-1, 9), card = uint(0, 447), points = uint(-1_000_000, 1_000_000);
const b8 = bin(8), b16 = bin(16), b32 = bin(32), sig = bin(64), blob = bin(0, 49152), signedText = bin(1, 49152);
const word = str(1, 32), short = str(0, 64), name = str(1, 96), caps = list(str(1, 16), 16);
const signed = row(seat, signedText, sig), signedList = list(signed, 10);
const claims = list(any(bool, u16, list(any(u16, b32), 448)), 512);
const seats = list(seat, 10), seatPoints = list(row(seat, points), 10), state = b16;
const endpoint = map({ port: uint(1, 65535), cert: b32 });
const item = row(word, blob, sig);
const who = map({ seat, pk: b32, name, kind: word, caps, endpoint: maybe(endpoint), owner: bool });
const empty = map({}), seatEvent = map({ seat });

export const BODIES = {
  GAME_START: map({ game: b16, host: b32, table: b8, table_name: name, terms: blob, rules_hash: b32, uses: caps, consent: signedList, previous: maybe(b32) }),
  ROSTER: map({ seats: list(who, 64), standby: list(who, 64), succession: list(b32, 64), consent: signedList }),
  ROUND_START: map({ seats, dealer: seatOrNone, cl: claims, st: state }),
  EPOCH_OPEN: map({ alg: word, epoch: u16, attempt: u16, eid: b32, kind: word, contributors: seats, absent: seats, m: u16, host_commit: b32, leaves: blob }),
  EPOCH_COMMITS: map({ commits: signedList }),
  EPOCH_SEEDS: map({ seeds: signedList, cl: claims, st: state }),
  EPOCH_ABORT: map({ attempt: u16, culprits: seats, phase: word, seed: maybe(b32), seeds: signedList }),
  ANSWER: empty,
  ACT: map({ cl: claims, st: state }),
  AUTO: map({ k: word, a: seat, cl: claims, st: state }),
  OFFLINE: seatEvent, ONLINE: seatEvent, BACK: seatEvent,
  STANDIN: map({ seat, pk: b32, why: word }),
  ACK: empty, VERDICT_ACK: empty, DISPUTE: empty, VOTE: empty, ADMIN: empty, ROUND_ATTEST: empty,
  ROUND_END: map({ hands: list(row(seat, list(card, 448)), 10), points: seatPoints, totals: seatPoints, seeds: list(row(u16, u16, b32), 1024) }),
  GAME_END: map({ totals: seatPoints, winners: seats, why: word }),
};

const wire = { q: u63, p: b32, m: u16, r: u16, t: word, ts: u63, b: (v) => { if (!(v instanceof Map)) bad("body"); }, c: maybe(signed) };

// An entry as a plain object, its body as a Map.
export function readEntry(data) {
  if (data.length > 49152) throw new Refused("E_DECODE", "too long");
  const value = unpack(data, { maxArray: 1024 });
  map(wire)(value);
  const entry = Object.fromEntries(value);
  if (!Object.hasOwn(BODIES, entry.t)) throw new Refused("E_TYPE", entry.t);
  BODIES[entry.t](entry.b);
  if (!pack(value).equals(data)) bad("not in canonical form");
  return entry;
}

const argument = any(bool, (v) => { if (typeof v !== "number" && typeof v !== "bigint") bad("number"); }, (v) => { if (typeof v !== "string") bad("text"); }, (v) => { if (!Array.isArray(v) || v.some((x) => typeof x !== "number")) bad("list"); });
const args = (v) => {
  if (!(v instanceof Map) || v.size > 8) bad("arguments");
  for (const [key, value] of v) { str(1, 16)(key); argument(value); }
};
const need = one("code", "open"), stage = one("waiting", "round", "round_over", "game_over");
const status = map({ id: b8, name, edition: word, mode: short, seats: uint(0, 10), max_seats: uint(2, 10), spectators: u16, stage, lock: need, game: maybe(b16), v: list(u8, 8, 1) });

export const TEXTS = {
  host: map({ v: u8, caps, hk: b32, hn: b32, server: b8, table: maybe(b8), need }),
  join: map({ cn: b32, pk: b32, name, role: one("play", "watch"), caps, listen: maybe(endpoint) }),
  welcome: map({ table: b8, seat: seatOrNone, name, stage, game: maybe(b16), seq: u63, head: maybe(b32), now: u63 }),
  status: map({ index: u16, more: bool, tables: list(status, 64) }),
  act: map({ g: b16, r: u16, n: u63, hs: u63, hh: b32, k: word, a: args }),
  commit: row(b32, b32),
  reveal: row(b32, b32),
  deal: map({ g: b16, r: u16, e: u16, at: u63, to: b32, o: list(row(card, card, card, b32), 256) }),
  show: map({ g: b16, r: u16, purpose: one("challenge", "force", "swap", "own"), target: seat, at: u63, to: b32, bag: list(row(u16, card, card, b32), 1024), verdict: maybe(bool) }),
  ack: map({ g: b16, hs: u63, hh: b32 }),
  verdict: map({ g: b16, at: u63, shown: b32, verdict: maybe(bool) }),
  attest: map({ g: b16, r: u16, hs: u63, hh: b32, result: word, objections: list(u63, 64) }),
  dispute: map({ g: b16, code: word, at: u63, evidence: maybe(b32), items: list(item, 64) }),
  consent: map({ table: b8, game: b16, rules: b32 }),
  vote: map({ g: b16, r: u16, n: u63, what: one("pause", "resume", "release", "remove", "reseat", "dispute"), choice: one("yes", "no", "count", "void", "stop"), seat: seatOrNone, pk: maybe(b32) }),
  admin: map({ g: b16, n: u63, k: one("kick", "unban", "pause", "resume", "release", "close", "owner"), seat: seatOrNone, pk: maybe(b32) }),
};

const HEADER = map({ v: u8, game: b16, table: b8, server: b8, host: b32, role: one("host", "client", "public"), owner: b32, made: u63, program: word });
const FRAME = row(one("hdr", "ent", "prv", "act", "sec"), blob, bin(0, 64));
const EVIDENCE = map({ kind: one("FORK", "LEAF", "ORDER", "SEED", "DECK", "VERDICT", "RULE", "FORGED", "DOUBLE", "BAG"), game: b16, accused: b32, roster: row(signedText, sig), items: list(item, 16384, 1), hint: str(0, 200) });
const HEAD = map({ game: b16, seq: u63, head: b32 });

function reader(shape, limits = {}) {
  return (data) => {
    const value = unpack(data, limits);
    shape(value);
    if (!pack(value).equals(data)) bad("not in canonical form");
    return value instanceof Map ? Object.fromEntries(value) : value;
  };
}

export const readText = (type, data) => reader(TEXTS[type], type === "show" ? { maxArray: 1024 } : {})(data);
export const readHeader = reader(HEADER);
export const readFrame = reader(FRAME);
export const readEvidence = reader(EVIDENCE, { maxArray: 16384 });
export const readHead = reader(HEAD);
export const isShow = (data) => { const v = unpack(data, { maxArray: 1024 }); return v instanceof Map && v.has("bag"); };
