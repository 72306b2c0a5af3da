// The part of msgpack that UNO LAN uses (docs/protocol.md 5.1), read with limits and written in one form.
// Values: null, boolean, number (BigInt beyond 2^53), string, Buffer, Array, Map.

export class Refused extends Error {
  constructor(code, why) {
    super(`${code}: ${why}`);
    this.code = code;
  }
}

const MAX_DEPTH = 8, MAX_STR = 1024, MAX_BIN = 49152;
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function unpack(data, { maxArray = 256, maxMap = 32 } = {}) {
  let at = 0;
  const bad = (why) => { throw new Refused("E_DECODE", why); };
  const take = (n) => {
    if (at + n > data.length) bad("cut off");
    at += n;
    return data.subarray(at - n, at);
  };
  const uint = (n) => {
    const raw = take(n);
    return n === 8 ? small(raw.readBigUInt64BE()) : raw.readUIntBE(0, n);
  };
  const int = (n) => {
    const raw = take(n);
    return n === 8 ? small(raw.readBigInt64BE()) : raw.readIntBE(0, n);
  };
  const string = (n) => {
    if (n > MAX_STR) bad("long text");
    try { return text.decode(take(n)); } catch { return bad("not UTF-8"); }
  };
  const bytes = (n) => (n > MAX_BIN ? bad("long bytes") : Buffer.from(take(n)));
  const list = (n, depth) => {
    if (n > maxArray) bad("long list");
    if (depth >= MAX_DEPTH) bad("nested too deep");
    const found = [];
    for (let i = 0; i < n; i++) found.push(value(depth + 1));
    return found;
  };
  const map = (n, depth) => {
    if (n > maxMap) bad("long map");
    if (depth >= MAX_DEPTH) bad("nested too deep");
    const found = new Map();
    for (let i = 0; i < n; i++) {
      const key = value(depth + 1);
      if (typeof key !== "string") bad("key is not text");
      if (found.has(key)) bad("double key");
      found.set(key, value(depth + 1));
    }
    return found;
  };
  const value = (depth) => {
    const b = uint(1);
    if (b < 0x80) return b;
    if (b < 0x90) return map(b & 15, depth);
    if (b < 0xa0) return list(b & 15, depth);
    if (b < 0xc0) return string(b & 31);
    if (b >= 0xe0) return b - 256;
    switch (b) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: return bytes(uint(1));
      case 0xc5: return bytes(uint(2));
      case 0xc6: return bytes(uint(4));
      case 0xcc: return uint(1);
      case 0xcd: return uint(2);
      case 0xce: return uint(4);
      case 0xcf: return uint(8);
      case 0xd0: return int(1);
      case 0xd1: return int(2);
      case 0xd2: return int(4);
      case 0xd3: return int(8);
      case 0xd9: return string(uint(1));
      case 0xda: return string(uint(2));
      case 0xdb: return string(uint(4));
      case 0xdc: return list(uint(2), depth);
      case 0xdd: return list(uint(4), depth);
      case 0xde: return map(uint(2), depth);
      case 0xdf: return map(uint(4), depth);
      default: return bad(`byte ${b.toString(16)} is a float, an extension or reserved`);
    }
  };
  const found = value(0);
  if (at !== data.length) bad("bytes left over");
  return found;
}

function small(big) {
  return big >= BigInt(Number.MIN_SAFE_INTEGER) && big <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(big) : big;
}

export function pack(value) {
  if (value === null) return Buffer.from([0xc0]);
  if (value === false) return Buffer.from([0xc2]);
  if (value === true) return Buffer.from([0xc3]);
  if (typeof value === "number" || typeof value === "bigint") return packInt(BigInt(value));
  if (typeof value === "string") {
    const raw = Buffer.from(value, "utf8");
    const n = raw.length;
    const head = n < 32 ? [0xa0 | n] : n < 256 ? [0xd9, n] : [0xda, n >> 8, n & 255];
    return Buffer.concat([Buffer.from(head), raw]);
  }
  if (Buffer.isBuffer(value)) {
    const n = value.length;
    const head = n < 256 ? [0xc4, n] : [0xc5, n >> 8, n & 255];
    return Buffer.concat([Buffer.from(head), value]);
  }
  if (Array.isArray(value)) {
    const n = value.length;
    const head = n < 16 ? [0x90 | n] : [0xdc, n >> 8, n & 255];
    return Buffer.concat([Buffer.from(head), ...value.map(pack)]);
  }
  const n = value.size;
  const parts = [Buffer.from(n < 16 ? [0x80 | n] : [0xde, n >> 8, n & 255])];
  for (const [key, item] of value) parts.push(pack(key), pack(item));
  return Buffer.concat(parts);
}

function packInt(n) {
  if (n >= 0n && n < 128n) return Buffer.from([Number(n)]);
  if (n < 0n && n >= -32n) return Buffer.from([Number(n) & 255]);
  const forms = n >= 0n ? [[0xcc, 1], [0xcd, 2], [0xce, 4], [0xcf, 8]] : [[0xd0, 1], [0xd1, 2], [0xd2, 4], [0xd3, 8]];
  for (const [byte, size] of forms) {
    const bits = BigInt(size * 8);
    if (n >= 0n ? n < 1n << bits : n >= -(1n << (bits - 1n))) {
      const raw = Buffer.alloc(size);
      for (let i = 0, rest = BigInt.asUintN(size * 8, n); i < size; i++, rest >>= 8n) raw[size - 1 - i] = Number(rest & 255n);
      return Buffer.concat([Buffer.from([byte]), raw]);
    }
  }
  throw new Refused("E_DECODE", "number beyond 64 bits");
}
