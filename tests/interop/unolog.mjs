// A game file: frames, chain, signatures, and all its shuffles, without knowing the rules of the game.
import { crc32 } from "./crc32.mjs";
import { H, epochId, headSigned, hostCommit, leafOf, playerLayer, seedCommit, unsealed, verified } from "./crypto.mjs";
import { unpack } from "./msgpack.mjs";
import { isShow, readEntry, readFrame, readHeader, readText } from "./shapes.mjs";

const MAGIC = Buffer.from("UNOLOG1\n");
const SIGNED = { ACK: "ack", VERDICT_ACK: "verdict", DISPUTE: "dispute", VOTE: "vote", ADMIN: "admin", ROUND_ATTEST: "attest", ANSWER: "reveal" };

export function readFrames(data) {
  if (!data.subarray(0, 8).equals(MAGIC)) return { frames: [], good: 0, whole: false };
  const frames = [];
  let at = 8;
  while (at < data.length) {
    if (at + 8 > data.length) break;
    const length = data.readUInt32BE(at), sum = data.readUInt32BE(at + 4), end = at + 8 + length;
    if (length < 1 || length > 65536 || end > data.length) break;
    const payload = data.subarray(at + 8, end);
    if (crc32(payload) !== sum) break;
    try { frames.push(readFrame(payload)); } catch { break; }
    at = end;
  }
  let whole = at === data.length && frames.length > 0 && frames[0][0] === "hdr";
  if (whole) try { readHeader(frames[0][1]); } catch { whole = false; }
  return { frames, good: at, whole };
}

export class Game {
  constructor() {
    this.faults = [];
    this.heads = [];
    this.rounds = [];
    this.private = 0;
    this.ended = false;
    this.roster = new Map();
    this.counters = new Map();
    this.spent = new Set();
    this.ts = 0;
  }

  wrong(seq, what) { this.faults.push({ seq, what }); }

  take([kind, data, sig]) {
    if (kind === "hdr") this.header = readHeader(data);
    else if (kind === "ent") this.entry(data, sig);
    else if (kind === "prv") this.delivery(data, sig);
  }

  // Entries.

  entry(raw, sig) {
    const e = readEntry(raw), head = H("entry", raw), seq = Number(e.q);
    if (seq === 0 && e.t === "GAME_START") this.begin(e);
    if (!this.game) throw new Error("no game begins here");
    if (seq !== this.heads.length) this.wrong(seq, `stands where entry ${this.heads.length} is due`);
    else if (!e.p.equals(seq ? this.heads[seq - 1] : this.genesis)) this.wrong(seq, "does not follow the entry before it");
    if (!verified(this.host, "head", headSigned(this.game, seq, head), sig)) this.wrong(seq, "not signed by the host");
    if (e.ts < this.ts) this.wrong(seq, "time runs backwards");
    this.ts = e.ts;
    this.heads[seq] = head;
    this.now = seq;
    const b = Object.fromEntries(e.b);
    const follow = this[e.t];
    if (e.c) this.signed(e);
    if (follow) follow.call(this, b, e, seq, head);
    if (b.cl) this.claims(b.cl, seq);
  }

  begin(e) {
    const b = Object.fromEntries(e.b);
    this.game = b.game;
    this.host = b.host;
    this.table = b.table;
    this.rules = b.rules_hash;
    this.genesis = H("genesis", b.game, b.host, b.rules_hash);
    if (!H("rules", b.terms).equals(b.rules_hash)) this.wrong(0, "rules_hash is not the hash of the terms");
    const rules = unpack(b.terms, { maxMap: 128 }).get("ruleset");
    this.cards = rules.get("edition").get("cards") * rules.get("house").get("decks_n");
    this.consents = b.consent;
  }

  ROSTER(b, e, seq) {
    this.roster = new Map(b.seats.map((w) => [w.get("seat"), w.get("pk")]));
    for (const consent of [...(this.consents ?? []), ...b.consent]) {
      const text = this.text("consent", consent, seq);
      if (text && !(text.game.equals(this.game) && text.table.equals(this.table) && text.rules.equals(this.rules))) this.wrong(seq, "consent to something else");
    }
    const people = b.seats.filter((w) => w.get("kind") === "person").map((w) => w.get("seat"));
    if (this.consents) {
      const agreed = new Set(this.consents.map(([seat]) => seat));
      for (const seat of people) if (!agreed.has(seat)) this.wrong(seq, `seat ${seat} did not consent`);
    }
    this.consents = null;
  }

  // Signed bytes of a seat, read; null when the signature or the form is wrong.
  text(type, [seat, p, s], seq) {
    const pk = this.roster.get(seat);
    if (!pk || !verified(pk, type, p, s)) {
      this.wrong(seq, `${type} is not signed by seat ${seat}`);
      return null;
    }
    try { return readText(type, p); } catch (error) { this.wrong(seq, `${type}: ${error.message}`); return null; }
  }

  signed(e) {
    const seq = Number(e.q), type = SIGNED[e.t] ?? "act";
    const text = this.text(type, e.c, seq);
    if (!text || type === "reveal") return;
    if (!text.g.equals(this.game)) this.wrong(seq, `${type} is of another game`);
    if (text.hh && !this.heads[Number(text.hs)]?.equals(text.hh)) this.wrong(seq, `${type} names a head that is not in this log`);
    if (text.n !== undefined) {
      const key = `${type === "act" ? "act" : e.t} ${e.c[0]}`, last = this.counters.get(key) ?? -1n;
      if (BigInt(text.n) <= last) this.wrong(seq, "a number was used twice");
      this.counters.set(key, BigInt(text.n));
    }
    if (e.t === "ROUND_ATTEST") this.round?.attested.push([e.c[0], text.result]);
  }

  ACT(b, e, seq) { if (!e.c) this.wrong(seq, "a move nobody signed"); }

  // Shuffles.

  ROUND_START(b, e) {
    this.round = { round: e.r, seats: b.seats, attempts: [], shuffles: [], aborts: 0, attested: [], hands: null };
    this.rounds.push(this.round);
    this.pile = null;
  }

  EPOCH_OPEN(b, e, seq, head) {
    const leaves = Array.from({ length: b.leaves.length / 32 }, (_, i) => b.leaves.subarray(32 * i, 32 * i + 32));
    this.open = { ...b, seq, ctx: head, leaves, next: 0 };
    this.round.attempts.push(this.open);
    if (b.alg !== "two-layer/1") this.wrong(seq, `unknown shuffle ${b.alg}`);
    if (!b.eid.equals(epochId(this.game, e.r, b.epoch, b.attempt))) this.wrong(seq, "the epoch has a wrong name");
    if (leaves.length !== b.m || b.leaves.length % 32) this.wrong(seq, "the number of leaves is wrong");
    if (["dealer", "deal"].includes(b.kind) && b.m !== this.cards) this.wrong(seq, "not a whole deck");
    for (const seat of b.contributors) if (!this.roster.has(seat)) this.wrong(seq, `seat ${seat} is empty`);
  }

  EPOCH_COMMITS(b, e, seq, head) {
    const open = this.open;
    open.k = head;
    if (b.commits.map(([seat]) => seat).join() !== open.contributors.join()) this.wrong(seq, "not the promises of all contributors");
    open.commits = b.commits.map((one) => {
      const text = this.text("commit", one, seq);
      if (text && !text[0].equals(open.ctx)) this.wrong(seq, "a promise for another shuffle");
      return text?.[1];
    });
    if (new Set(open.commits.map((c) => c?.toString("hex"))).size !== open.commits.length) this.wrong(seq, "two equal promises");
  }

  EPOCH_SEEDS(b, e, seq) {
    const open = this.open;
    if (b.seeds.map(([seat]) => seat).join() !== open.contributors.join()) this.wrong(seq, "not the seeds of all contributors");
    const seeds = b.seeds.map((one) => this.seed(open, one, seq));
    for (const seed of seeds) this.spent.add(seed.toString("hex"));
    open.order = open.contributors.length ? playerLayer(open.k, seeds, open.m) : Array.from({ length: open.m }, (_, i) => i);
    this.round.shuffles.push(open);
    this.current = open;
    if (!["dealer", "hands"].includes(open.kind)) this.pile = open;
  }

  // A contributor's seed: signed, for this list, and the promised one; none that everybody knows.
  seed(open, one, seq) {
    const text = this.text("reveal", one, seq), promise = open.commits?.[open.contributors.indexOf(one[0])];
    if (!text) return Buffer.alloc(32);
    if (!text[0].equals(open.k ?? Buffer.alloc(0))) this.wrong(seq, "a seed for another list of promises");
    if (!promise || !seedCommit(open.ctx, this.roster.get(one[0]), text[1]).equals(promise)) this.wrong(seq, `seat ${one[0]} gave a seed it had not promised`);
    if (this.spent.has(text[1].toString("hex"))) this.wrong(seq, "a seed that was known before");
    return text[1];
  }

  EPOCH_ABORT(b, e, seq) {
    const open = this.open;
    if (b.phase === "reveal") this.round.aborts++;
    if (b.phase !== "reveal" && b.seeds.length) this.wrong(seq, "seeds before they were asked for");
    if (b.seed) this.unseal(open, b.seed, seq);
    open.aborted = true;
    open.shown = new Map();
    for (const one of b.seeds) this.show(open, one, seq);
    this.lay(open);
  }

  ANSWER(b, e, seq) {
    const text = e.c && readText("reveal", e.c[1]);
    const open = text && this.round.attempts.find((one) => one.aborted && one.k?.equals(text[0]));
    if (!open || !open.contributors.includes(e.c[0]) || open.shown.has(e.c[0])) return this.wrong(seq, "an answer that nobody waited for");
    this.show(open, e.c, seq);
    this.lay(open);
  }

  show(open, one, seq) {
    const seed = this.seed(open, one, seq);
    open.shown.set(one[0], seed);
    this.spent.add(seed.toString("hex"));
  }

  // All seeds of an attempt that was given up are known: so is the order it would have had.
  lay(open) {
    if (!open.k || open.shown.size !== open.contributors.length) return;
    open.order = playerLayer(open.k, open.contributors.map((seat) => open.shown.get(seat)), open.m);
  }

  // Openings in public: they must fit their leaf and come in the order of the shuffle.
  claims(found, seq) {
    const epoch = this.current?.kind === "dealer" && !this.pile ? this.current : this.pile;
    for (const one of found) {
      if (!Array.isArray(one) || one.length !== 3 || !Buffer.isBuffer(one[2])) continue;
      const [leaf, uid, nonce] = one;
      if (!epoch || !epoch.leaves[leaf] || !leafOf(epoch.eid, leaf, uid, nonce).equals(epoch.leaves[leaf])) {
        this.wrong(seq, "a card that was turned up does not fit its seal");
        continue;
      }
      const place = epoch.order.indexOf(leaf);
      if (place < epoch.next) this.wrong(seq, "a card was turned up out of order");
      epoch.next = place + 1;
    }
  }

  ROUND_END(b, e, seq) {
    this.round.hands = b.hands;
    const opened = new Map(b.seeds.map(([epoch, attempt, seed]) => [`${epoch}/${attempt}`, seed]));
    for (const open of this.round.attempts) {
      const seed = opened.get(`${open.epoch}/${open.attempt}`);
      if (open.deck) continue;
      if (seed) this.unseal(open, seed, seq);
      else this.wrong(seq, `the host does not open shuffle ${open.epoch}, attempt ${open.attempt}`);
    }
  }

  unseal(open, seed, seq) {
    if (!hostCommit(open.eid, seed).equals(open.host_commit)) return this.wrong(seq, "the host's seed is not the promised one");
    const { deck, fits } = unsealed(open.eid, seed, open.leaves, this.cards);
    open.deck = deck;
    if (!fits) this.wrong(seq, `shuffle ${open.epoch} does not hold what the seed gives`);
    if (["dealer", "deal"].includes(open.kind) && [...deck].sort((x, y) => x - y).some((uid, i) => uid !== i)) this.wrong(seq, "the deck is not whole");
  }

  GAME_END() { this.ended = true; }

  // Private deliveries of the owner of the file.

  delivery(data, sig) {
    const seq = this.now, show = isShow(data), type = show ? "show" : "deal";
    if (!verified(this.host, type, data, sig)) return this.wrong(seq, "a delivery the host did not sign");
    const text = readText(type, data);
    this.private++;
    const find = (epoch) => this.round.shuffles.find((s) => s.epoch === epoch);
    for (const card of show ? text.bag : text.o) {
      const [pos, leaf, uid, nonce] = show ? [null, card[1], card[2], card[3]] : card;
      const epoch = find(show ? card[0] : text.e);
      if (!epoch || !epoch.leaves[leaf] || !leafOf(epoch.eid, leaf, uid, nonce).equals(epoch.leaves[leaf])) this.wrong(seq, "a card that was dealt does not fit its seal");
      else if (pos !== null && epoch.order[pos] !== leaf) this.wrong(seq, "a card that was dealt was not the next one");
    }
  }

  report() {
    return {
      game: this.game?.toString("hex") ?? "",
      entries: this.heads.length,
      head: this.heads.at(-1)?.toString("hex") ?? "",
      private: this.private,
      ended: this.ended,
      rounds: this.rounds.map((r) => ({
        round: r.round, aborts: r.aborts, attested: r.attested,
        shuffles: r.shuffles.map((s) => ({
          epoch: s.epoch, attempt: s.attempt, kind: s.kind, contributors: s.contributors,
          eid: s.eid.toString("hex"), order: s.order, deck: s.deck ?? null,
          drawn: s.deck ? s.order.map((leaf) => s.deck[leaf]) : null,
        })),
        lost: r.attempts.filter((s) => s.aborted && s.order && s.deck).map((s) => ({
          entry: s.seq, kind: s.kind, drawn: s.order.map((leaf) => s.deck[leaf]),
        })),
      })),
      faults: this.faults,
    };
  }
}

export function readGame(data) {
  const { frames, whole, good } = readFrames(data), game = new Game();
  for (const frame of frames) game.take(frame);
  return { ...game.report(), whole, good };
}
