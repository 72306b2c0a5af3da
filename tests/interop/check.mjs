// node check.mjs vectors FOLDER   all frozen vectors
// node check.mjs game FILE        the public part of a game file: chain, signatures, shuffles
// node check.mjs evidence FILE    what an evidence file proves by itself
// Writes one JSON document; exit code 0 when all is right, else 1.
import { readFileSync } from "node:fs";
import { judge } from "./evidence.mjs";
import { readGame } from "./unolog.mjs";
import { checkAll } from "./vectors.mjs";

const [what, path] = process.argv.slice(2);
const answers = {
  vectors: () => { const found = checkAll(path); return [found, found.failed.length === 0]; },
  game: () => { const found = readGame(readFileSync(path)); return [found, found.whole && found.faults.length === 0]; },
  evidence: () => { const found = judge(readFileSync(path)); return [found, found.proven !== false && found.roster]; },
};
if (!path || !Object.hasOwn(answers, what)) {
  console.error("usage: node check.mjs vectors FOLDER | game FILE | evidence FILE");
  process.exit(64);
}
try {
  const [found, right] = answers[what]();
  console.log(JSON.stringify(found));
  process.exitCode = right ? 0 : 1;
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
  process.exitCode = 1;
}
