/**
 * Runs the session of one seed and prints its trace. A failing simulation prints this command to reproduce it.
 *
 *   npx tsx scripts/simulate.ts --seed N [--until EVENTS] [--node I] [--plan]
 *   npx tsx scripts/simulate.ts --seed BASE --schedules COUNT
 *
 * `--until` stops after that many events, `--node` prints only one node's lines, `--plan` prints the drawn plan first.
 * `--schedules` runs the seeds BASE-0 to BASE-(COUNT-1) instead: each must be safe, and go on in time after its faults.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { installFastCrypto } from '../src/crypto/install.js';
import { consensusCrypto } from '../src/crypto/validator_keys.js';
import { Session } from '../src/simulation/campaign/session.js';
import { planOf } from '../src/simulation/campaign/session_plan.js';
import { campaignKeys } from './campaign_keys.js';
import { runSchedules } from './simulate_schedules.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    until: { type: 'string' },
    node: { type: 'string' },
    plan: { type: 'boolean', default: false },
    schedules: { type: 'string' },
  },
});
if (values.seed === undefined) {
  console.error('usage: npx tsx scripts/simulate.ts --seed N [--until EVENTS] [--node I] [--plan] [--schedules COUNT]');
  process.exit(2);
}
if (values.schedules !== undefined && !/^[1-9]\d{0,8}$/.test(values.schedules)) {
  console.error(`--schedules is "${values.schedules}", expected a number of schedules from 1`);
  process.exit(2);
}
await installFastCrypto();
if (values.schedules !== undefined) process.exit(runSchedules(values.seed, Number(values.schedules)) === 0 ? 0 : 1);

const plan = planOf(values.seed);
if (values.plan) console.log(JSON.stringify(plan, (_, value) => (typeof value === 'bigint' ? `${value}` : value), 2));
const session = new Session(plan, campaignKeys(plan.powers.length + plan.watchers), consensusCrypto);
let failure: unknown;
try {
  session.run(values.until === undefined ? undefined : Number(values.until));
} catch (error) {
  failure = error;
}
const shown =
  values.node === undefined ? session.lines : session.lines.filter((line) => line.includes(` n${values.node} `));
for (const line of shown) console.log(line);
const digest = createHash('sha256').update(session.lines.join('\n')).digest('hex');
console.log(`${session.network.events} events, height ${session.network.lastDecidedHeight}, trace ${digest}`);
if (failure !== undefined) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exit(1);
}
