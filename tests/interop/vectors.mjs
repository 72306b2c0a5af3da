// All frozen vectors of protocol/vectors, one function a file. Each gives the number of things it compared.
import { createHash, createPrivateKey, scryptSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as c from "./crypto.mjs";
import { judge, readFile as readEvidenceFile } from "./evidence.mjs";
import { Refused, pack, unpack } from "./msgpack.mjs";
import { isMessage } from "./messages.mjs";
import { readEntry, readText } from "./shapes.mjs";
import { readFrames, readGame } from "./unolog.mjs";

const hex = (text) => Buffer.from(text, "hex");
const ascii = (text) => Buffer.from(text, "ascii");
const named = (text) => c.SHA(ascii(text));
const A32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

class Count {
  constructor() { this.n = 0; }
  same(found, expected, what) {
    const [a, b] = [found, expected].map((v) => (Buffer.isBuffer(v) ? v.toString("hex") : JSON.stringify(v)));
    const want = typeof expected === "string" && Buffer.isBuffer(found) ? expected : b;
    if (a !== want) throw new Error(`${what}: ${a} is not ${want}`);
    this.n++;
  }
}

function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object") {
    if ("hex" in value) return hex(value.hex);
    if ("int" in value) return BigInt(value.int);
    return new Map(value.map.map(([key, item]) => [key, plain(item)]));
  }
  return value;
}

function base32(data) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let bits = "";
  for (const byte of data) bits += byte.toString(2).padStart(8, "0");
  return bits.match(/.{5}/g).map((five) => letters[parseInt(five, 2)]).join("");
}

function checkWords(head) {
  const list = [];
  for (const a of "bdfghjklmnprstvz") for (const b of "aeio") for (const d of "dklmnrst") for (const e of "aeio") list.push(a + b + d + e);
  const bits = BigInt("0x" + head.subarray(0, 6).toString("hex")) >> 4n;
  return [33n, 22n, 11n, 0n].map((shift) => list[Number((bits >> shift) & 2047n)]).join(" ");
}

function spell(number, digits) {
  let text = "";
  for (let i = 0; i < digits; i++, number /= 32n) text = A32[Number(number % 32n)] + text;
  return text;
}

function secret(typed) {
  const bare = typed.toUpperCase().replace(/[- ]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return bare.length === 8 && [...bare].every((x) => A32.includes(x)) ? ascii(bare) : Buffer.from(typed.trim().normalize("NFC"));
}

function addressCode(host, port) {
  const number = host.split(".").reduce((n, part) => n * 256n + BigInt(part), 0n);
  const inShort = port >= 40444 && port < 40454;
  let start = 0n, digits = null;
  for (const [base, size] of [[0xc0a80000n, 65536n], [0xac100000n, 1048576n], [0x0a000000n, 16777216n]]) {
    if (inShort && number >= base && number < base + size) {
      const place = (start + number - base) * 10n + BigInt(port - 40444);
      digits = spell(place, Math.max(4, Math.ceil(place.toString(2).length / 5)));
      break;
    }
    start += size;
  }
  digits ??= spell((number << 16n) | BigInt(port), 10);
  let check = 0;
  for (const letter of digits) {
    check = (check ^ A32.indexOf(letter)) << 1;
    if (check & 32) check ^= 0b100101;
  }
  return digits + A32[check];
}

const pictures = (list, ...parts) => {
  const bits = c.H("sas", ...parts).readUIntBE(0, 3);
  return [18, 12, 6, 0].map((shift) => list[(bits >> shift) & 63]).join(" ");
};

const CHECKS = {
  primitives(v, n) {
    for (const r of v.lp) n.same(c.LP(hex(r.in)), r.out, "LP");
    for (const r of v.h) n.same(c.H(r.tag, ...r.parts.map(hex)), r.out, "H");
    for (const r of v.hm) n.same(c.HM(hex(r.key), hex(r.in)), r.out, "HM");
    for (const r of v.x32) n.same(c.X32(hex(r.key), hex(r.info)), r.out, "X32");
    for (const r of v.msgpack) {
      n.same(pack(plain(r.value)), r.bytes, "msgpack, written");
      n.same(pack(unpack(hex(r.bytes))), r.bytes, "msgpack, read");
    }
    n.same(c.H("genesis", hex(v.genesis.game), hex(v.genesis.host), hex(v.genesis.rules)), v.genesis.out, "genesis");
    n.same(c.H("rules", hex(v.rules_hash.terms)), v.rules_hash.out, "rules");
    n.same(c.H("state", hex(v.state_hash.bytes)).subarray(0, 16), v.state_hash.out, "state");
    n.same(c.H("reveal", hex(v.shown_hash.bytes)), v.shown_hash.out, "shown");
    n.same(c.headSigned(hex(v.head_signed.game), v.head_signed.seq, hex(v.head_signed.head)), v.head_signed.out, "head");
    for (const r of v.check_words) n.same(checkWords(hex(r.head)), r.words, "words");
    for (const r of v.identity) {
      const id = base32(c.SHA(hex(r.pk))).slice(0, 26);
      n.same([id, id.slice(0, 20).match(/.{5}/g).join("-"), id.slice(0, 10)], [r.id, r.shown, r.hint], "identity");
    }
    for (const r of v.table_code) {
      const code = spell(BigInt("0x" + r.bytes), 8);
      n.same(`${code.slice(0, 4)}-${code.slice(4)}`, r.code, "table code");
      n.same(secret(r.code), r.secret, "secret of a code");
    }
    for (const r of v.table_code_typed) n.same(secret(r.typed), r.secret, "secret as typed");
    for (const r of v.address_code) n.same(addressCode(r.host, r.port), r.code.replace(/-/g, ""), `address code of ${r.host}`);
    for (const r of v.coins) n.same(c.publicCoin(hex(r.k), r.seeds.map(hex), r.name, r.n), r.out, "coin");
    const list = v.picture_list.split(" ");
    for (const r of v.pictures) n.same(pictures(list, ...[r.cb, r.cn, r.hn, r.hk, r.pk].map(hex)), r.out, "pictures");
  },

  shuffles(v, n) {
    for (const r of v.shuffles) {
      const seed = named("host" + r.name), k = named("K" + r.name);
      const seeds = Array.from({ length: r.players }, (_, i) => named(`seed${i}${r.name}`));
      const eid = c.epochId(named("gid" + r.name).subarray(0, 16), r.round, r.epoch, r.attempt);
      const { deck, nonces, leaves } = c.hostLayer(eid, seed, r.uids);
      const order = c.playerLayer(k, seeds, deck.length);
      const found = {
        epoch_id: eid, seed_h: seed, host_commit: c.hostCommit(eid, seed), nonce_0: nonces[0], leaf_0: leaves[0],
        root: c.H("leaves", eid, ...leaves), commit_0: c.seedCommit(named("entry" + r.name), named("pk0" + r.name), seeds[0]),
      };
      for (const [key, value] of Object.entries(found)) if (key in r) n.same(value, r[key], key);
      for (const [key, value] of Object.entries({ deck, order, drawn: order.map((leaf) => deck[leaf]) })) n.same(value.slice(0, r[key].length), r[key], key);
    }
    for (const r of v.fisher_yates) n.same(c.fisherYates(hex(r.key), Array.from({ length: r.m }, (_, i) => i)), r.order, "FY");
    for (const r of v.below) n.same(c.below([Math.min(r.limit, 2 ** 32 - 1), 5, 5][Symbol.iterator](), r.n), r.limit < 2 ** 32 ? 5 % r.n : (2 ** 32 - 1) % r.n, "below");
    n.same(c.below(v.scripted.words[Symbol.iterator](), v.scripted.n), v.scripted.result, "scripted");
    const stream = c.words(hex(v.words.key));
    n.same(v.words.first.map(() => stream.next().value), v.words.first, "words");
  },

  leaves(v, n) {
    for (const r of v.epochs) {
      const seed = named("host" + r.name), eid = c.epochId(named("gid" + r.name).subarray(0, 16), r.round, r.epoch, r.attempt);
      const { deck, nonces, leaves } = c.hostLayer(eid, seed, r.uids);
      n.same(eid, r.eid, "eid");
      n.same(c.hostCommit(eid, seed), r.host_commit, "host_commit");
      n.same(deck, r.deck, "deck");
      n.same(nonces.map((x) => x.toString("hex")), r.nonces, "nonces");
      n.same(leaves.map((x) => x.toString("hex")), r.leaves, "leaves");
      n.same(c.H("leaves", eid, ...leaves), r.root, "root");
      n.same(c.unsealed(eid, seed, leaves, 112).deck, r.deck, "unsealed");
      for (const [at, uid, nonce, opens] of r.openings) n.same(c.leafOf(eid, at, uid, hex(nonce)).equals(leaves[at]), opens, "opening");
    }
  },

  entries(v, n) {
    const game = Buffer.from([...Array(16).keys()]), host = key(named("host key"));
    for (const r of v.entries) {
      const data = hex(r.bytes), head = c.H("entry", data), text = c.headSigned(game, 7, head);
      n.same(readEntry(data).t, r.type, "type");
      n.same(head, r.head, "head");
      n.same(signWith(host.secret, "head", text), r.sig, "signature");
      n.same(c.verified(host.pk, "head", text, hex(r.sig)), true, "verified");
    }
  },

  signatures(v, n) {
    const mine = key(hex(v.secret));
    n.same(mine.pk, v.pk, "public key");
    for (const r of v.valid) {
      n.same(c.signedBytes(r.type, hex(r.text)), r.signed, `${r.type}: signed bytes`);
      n.same(signWith(mine.secret, r.type, hex(r.text)), r.sig, `${r.type}: signature`);
      n.same(c.verified(mine.pk, r.type, hex(r.text), hex(r.sig)), true, `${r.type}: verified`);
      if (r.type !== "head") n.same(readText(r.type, hex(r.text)) !== null, true, `${r.type}: read`);
    }
    for (const r of v.refused) n.same(c.verified(hex(r.pk), r.type, hex(r.text), hex(r.sig)), false, r.why);
  },

  handshake(v, n, folder) {
    const [cb, cn, hn] = [v.cb, v.cn, v.hn].map(hex), host = key(named("host key")), anna = key(named("anna key"));
    n.same(unpack(hex(v.hello))[2].get("cn_c"), c.H("cn", cn), "promise of the nonce");
    const t1 = c.H("t1", cb, hex(v.hello), hex(v.host_text)), t2 = c.H("t2", t1, hex(v.auth_text)), t3 = c.H("t3", t2, hex(v.welcome_text));
    n.same(t1, v.t1, "t1");
    n.same(t2, v.t2, "t2");
    n.same(t3, v.t3, "t3");
    n.same(c.verified(host.pk, "host", t1, hex(v.host_sig)), true, "host");
    n.same(c.verified(anna.pk, "join", t2, hex(v.join_sig)), true, "join");
    n.same(c.verified(host.pk, "welcome", t3, hex(v.welcome_sig)), true, "welcome");
    const kc = scryptSync(secret(v.code), c.H("code", cb, cn, hn), 32, { N: 2 ** 14, r: 8, p: 1, maxmem: 64 * 2 ** 20 });
    n.same(kc, v.key, "scrypt");
    n.same(c.HM(kc, c.H("pc", t2)), v.client_proof, "client's proof");
    n.same(c.HM(kc, c.H("ph", t2)), v.host_proof, "host's proof");
    const list = JSON.parse(readFileSync(join(folder, "primitives.json"))).picture_list.split(" ");
    n.same(pictures(list, cb, cn, hn, host.pk, anna.pk), v.pictures, "pictures");
    for (const [type, text] of [["host", v.host_text], ["join", v.auth_text], ["welcome", v.welcome_text]]) n.same(readText(type, hex(text)) !== null, true, type);
  },

  negative(v, n, folder) {
    const damaged = (whole) => { if (!whole) throw new Refused("damaged", ""); };
    const read = {
      frame: (d) => { const l = d.readUInt32BE(); if (l < 1 || l > 1024) throw new Refused("E_FRAME", ""); },
      plain: (d) => unpack(d),
      message: (d) => isMessage(d, folder),
      entry: readEntry,
      act: (d) => readText("act", d),
      deal: (d) => readText("deal", d),
      evidence: (d) => { let found = null; try { found = readEvidenceFile(d); } catch { /* damaged */ } damaged(found); },
      unolog: (d) => damaged(readFrames(d).whole),
    };
    for (const r of v.cases) {
      let code = "";
      try { read[r.what](hex(r.bytes)); } catch (error) { code = error.code ?? String(error); }
      n.same(code, r.code, `${r.what}, ${r.why}`);
    }
  },
};

function key(secret) {
  const pkcs8 = Buffer.concat([hex("302e020100300506032b657004220420"), secret]);
  const found = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  return { secret: found, pk: Buffer.from(found.export({ format: "jwk" }).x, "base64url") };
}

const signWith = (secret, type, text) => sign(null, c.signedBytes(type, text), secret);

function theRound(folder, n) {
  const expected = JSON.parse(readFileSync(join(folder, "round/expected.json")));
  for (const name of ["client-0", "client-1", "client-2", "public"]) {
    const found = readGame(readFileSync(join(folder, "round", `${name}.unolog`)));
    n.same(found.faults, [], name);
    n.same([found.whole, found.game, found.head], [true, expected.game, expected.heads.at(-1)], name);
    n.same(found.private > 0, name !== "public", `${name}: deliveries`);
    const [round] = found.rounds;
    n.same(round.shuffles.map(({ deck, drawn, ...rest }) => rest).map((s) => [s.epoch, s.attempt, s.kind, s.eid, s.contributors, s.order]),
      expected.shuffles.map((s) => [s.epoch, s.attempt, s.kind, s.eid, s.contributors, s.order]), `${name}: shuffles`);
    n.same(round.shuffles.every((s) => s.deck !== null), true, `${name}: opened`);
    n.same(round.attested.map(([, result]) => result), expected.players.map(() => "ok"), `${name}: attested`);
  }
  n.same(checkWords(hex(expected.heads.at(-1))), expected.words, "words");
}

function theEvidence(folder, n) {
  for (const r of JSON.parse(readFileSync(join(folder, "evidence/expected.json"))).files) {
    const found = judge(readFileSync(join(folder, "evidence", r.file)));
    n.same([found.kind, found.accused, found.roster], [r.kind, r.accused, true], r.file);
    n.same(found.name, r.name, `${r.file}: name`);
    if (found.proven === null) n.same(found.chained, true, `${r.file}: the log up to there`);
    else n.same(found.proven, true, `${r.file}: proof`);
  }
}

function sums(folder, n) {
  for (const line of readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n")) {
    const [sum, path] = line.split("  ");
    n.same(createHash("sha256").update(readFileSync(join(folder, path))).digest(), sum, path);
  }
}

export function checkAll(folder) {
  const done = {}, failed = [];
  const run = (name, check) => {
    const n = new Count();
    try { check(n); } catch (error) { failed.push(`${name}: ${error.message}`); }
    done[name] = n.n;
  };
  run("SHA256SUMS", (n) => sums(folder, n));
  for (const [name, check] of Object.entries(CHECKS)) run(name, (n) => check(JSON.parse(readFileSync(join(folder, `${name}.json`))), n, folder));
  run("round", (n) => theRound(folder, n));
  run("evidence", (n) => theEvidence(folder, n));
  return { done, failed };
}
