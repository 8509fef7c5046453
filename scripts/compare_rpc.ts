/**
 * Compares a real CometBFT 0.38 node with Halley, key by key, over every protocol: `npx tsx scripts/compare_rpc.ts
 * --real http://127.0.0.1:26657 --ours http://127.0.0.1:36657/v0.38`. Both need a block with a transaction. It changes
 * neither chain, except by unsafe routes where a node has them. Exits with 1 when there is an unintended difference.
 */
import { parseArgs } from 'node:util';
import { callsOf } from './compare/calls.js';
import { compareCalls, sideOf } from './compare/compare.js';
import { differenceLines, faults } from './compare/report.js';

const { values } = parseArgs({
  options: {
    real: { type: 'string', default: 'http://127.0.0.1:26657' },
    ours: { type: 'string', default: 'http://127.0.0.1:36657/v0.38' },
    route: { type: 'string' },
  },
});
const [real, ours] = await Promise.all([sideOf(values.real), sideOf(values.ours)]);
const found = await compareCalls(real, ours, (facts) =>
  callsOf(facts).filter(({ route }) => values.route === undefined || route === values.route),
);
const reasons = new Set(found.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
for (const reason of reasons) {
  console.log(`intended: ${reason}`);
  for (const line of differenceLines(found.filter((difference) => difference.reason === reason)))
    console.log(`  ${line}`);
}
const wrong = faults(found);
for (const line of wrong) console.log(`FAULT ${line}`);
console.log(`${wrong.length} faults`);
for (const { client } of [real, ours]) client.close();
process.exitCode = wrong.length === 0 ? 0 : 1;
