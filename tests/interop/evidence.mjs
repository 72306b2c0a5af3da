// Evidence files (docs/protocol.md 3.4): what the pieces prove by themselves. Four kinds need the rules of the game
// as well; of those this program checks that the log hangs together and that the accused signed it.
import { H, epochId, headSigned, hostCommit, leafOf, playerLayer, verified } from "./crypto.mjs";
import { readEntry, readEvidence, readHead, readText } from "./shapes.mjs";

const MAGIC = Buffer.from("UNOEVID1");

export function readFile(data) {
  if (!data.subarray(0, 8).equals(MAGIC)) throw new Error("not an evidence file");
  return readEvidence(data.subarray(8));
}

// The pieces that count: entries and heads with their host's signature, texts as they are.
function pieces(file, host) {
  const entries = [], heads = [], texts = [];
  for (const [type, data, sig] of file.items) {
    if (type === "entry") {
      const entry = readEntry(data), head = H("entry", data);
      if (!verified(host, "head", headSigned(file.game, entry.q, head), sig)) continue;
      entries.push({ ...entry, b: Object.fromEntries(entry.b), head });
      heads.push({ q: Number(entry.q), head });
    } else if (type === "head") {
      const found = readHead(data);
      if (verified(host, "head", headSigned(file.game, found.seq, found.head), sig)) heads.push({ q: Number(found.seq), head: found.head });
    } else texts.push({ type, data, sig });
  }
  return { entries, heads, texts };
}

const PROOFS = {
  FORK(file, { entries, heads }) {
    const at = new Map();
    for (const { q, head } of heads) {
      if (at.has(q) && !at.get(q).equals(head)) return true;
      at.set(q, head);
    }
    return entries.some((e) => at.has(Number(e.q) - 1) && !at.get(Number(e.q) - 1).equals(e.p));
  },
  LEAF(file, found) {
    return openings(file, found).some(({ open, leaf, uid, nonce }) => !leafOf(open.b.eid, leaf, uid, nonce).equals(open.b.leaves.subarray(32 * leaf, 32 * leaf + 32)));
  },
  ORDER(file, found) {
    return openings(file, found).some(({ open, order, pos, leaf, uid, nonce }) => pos !== null && order[pos] !== leaf
      && leafOf(open.b.eid, leaf, uid, nonce).equals(open.b.leaves.subarray(32 * leaf, 32 * leaf + 32)));
  },
  SEED(file, { entries }) {
    const open = entries.find((e) => e.t === "EPOCH_OPEN"), end = entries.find((e) => e.t === "ROUND_END");
    if (!open || !end || open.r !== end.r) return false;
    if (!open.b.eid.equals(epochId(file.game, open.r, open.b.epoch, open.b.attempt))) return false;
    const row = end.b.seeds.find(([epoch, attempt]) => epoch === open.b.epoch && attempt === open.b.attempt);
    return row !== undefined && !hostCommit(open.b.eid, row[2]).equals(open.b.host_commit);
  },
  FORGED(file, { entries }, roster) {
    if (!chained(entries)) return false;
    const last = entries.at(-1);
    if (last.t !== "ACT") return false;
    if (!last.c) return true;
    return !verified(roster.get(last.c[0]), "act", last.c[1], last.c[2]);
  },
  DOUBLE(file, { texts }) {
    const mine = texts.filter((t) => verified(file.accused, t.type, t.data, t.sig));
    const key = (t) => {
      const text = readText(t.type, t.data);
      return t.type === "act" ? `act ${text.g.toString("hex")} ${text.n}` : `${t.type} ${text[0].toString("hex")}`;
    };
    return mine.some((a) => mine.some((b) => a.type === b.type && !a.data.equals(b.data) && key(a) === key(b)));
  },
};

// The one shuffle in the file without a gap, and every card that was dealt or shown from it.
function openings(file, { entries, texts }) {
  const rows = [...entries].sort((a, b) => Number(a.q) - Number(b.q));
  const [open, commits, seeds] = rows.filter((e) => e.t.startsWith("EPOCH_"));
  const whole = rows.every((e, i) => i === 0 || e.p.equals(rows[i - 1].head));
  if (!whole || rows[0] !== open || rows.at(-1) !== seeds || rows.filter((e) => e.t.startsWith("EPOCH_")).map((e) => e.t).join() !== "EPOCH_OPEN,EPOCH_COMMITS,EPOCH_SEEDS") return [];
  const order = playerLayer(commits.head, seeds.b.seeds.map(([, p]) => readText("reveal", p)[1]), open.b.m);
  return texts.filter((t) => ["deal", "show"].includes(t.type) && verified(file.accused, t.type, t.data, t.sig)).flatMap((t) => {
    const text = readText(t.type, t.data);
    if (text.r !== open.r) return [];
    if (t.type === "show") return text.bag.filter(([epoch]) => epoch === open.b.epoch).map(([, leaf, uid, nonce]) => ({ open, order, pos: null, leaf, uid, nonce }));
    return text.e === open.b.epoch ? text.o.map(([pos, leaf, uid, nonce]) => ({ open, order, pos, leaf, uid, nonce })) : [];
  });
}

function chained(entries) {
  return entries.length > 0 && entries[0].t === "GAME_START" && entries.every((e, i) => Number(e.q) === i && (i === 0 || e.p.equals(entries[i - 1].head)));
}

export function judge(data) {
  const file = readFile(data);
  const entry = readEntry(file.roster[0]), b = Object.fromEntries(entry.b);
  const roster = new Map(b.seats.map((w) => [w.get("seat"), w.get("pk")]));
  const head = H("entry", file.roster[0]);
  // A player is accused with the game's first entry, which names the host; a host by its own key.
  const start = file.items.map(([type, raw]) => (type === "entry" ? readEntry(raw) : null)).find((e) => e?.t === "GAME_START");
  const host = file.kind === "DOUBLE" ? start.b.get("host") : file.accused;
  const rosterHolds = entry.t === "ROSTER" && verified(host, "head", headSigned(file.game, entry.q, head), file.roster[1]);
  const found = pieces(file, host);
  const known = file.kind in PROOFS;
  return {
    kind: file.kind,
    accused: file.accused.toString("hex"),
    name: b.seats.find((w) => w.get("pk").equals(file.accused))?.get("name") ?? "",
    roster: rosterHolds,
    proven: known ? rosterHolds && PROOFS[file.kind](file, found, roster) : null,
    chained: chained(found.entries),
    hash: H("evidence", data).toString("hex"),
  };
}
