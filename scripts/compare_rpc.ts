/**
 * Compares a real CometBFT 0.38 node with ours, key by key, over every protocol: `npx tsx scripts/compare_rpc.ts --real
 * http://127.0.0.1:26657 --ours http://127.0.0.1:36657/v0.38`. Both need a block with a transaction. Neither chain is
 * changed, but for unsafe routes where a node has them. Exits with 1 when there is a difference that nobody meant.
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
const meant = Map.groupBy(
  found.filter(({ reason }) => reason !== undefined),
  ({ reason }) => reason as string,
);
for (const [reason, differences] of meant)
  console.log(
    `meant: ${reason}\n${differenceLines(differences)
      .map((line) => `  ${line}`)
      .join('\n')}`,
  );
const wrong = faults(found);
for (const line of wrong) console.log(`FAULT ${line}`);
console.log(`${wrong.length} faults`);
for (const { client } of [real, ours]) client.close();
process.exitCode = wrong.length === 0 ? 0 : 1;
