/** Seeds that nobody has seen: HALLEY_SEED is the commit's hash in CI. A failure names the command that shows it again. */
import { test } from 'vitest';
import { playSeed } from './campaign.js';

const BASE = process.env['HALLEY_SEED'] ?? 'local';
const COUNT = 100;

test(`seeds ${BASE}-0 to ${BASE}-${COUNT - 1} are safe, live and deterministic`, async () => {
  console.log(`new seeds ${BASE}-0 to ${BASE}-${COUNT - 1}: npx tsx scripts/simulate.ts --seed ${BASE}-0`);
  for (let i = 0; i < COUNT; i++) await playSeed(`${BASE}-${i}`);
});
