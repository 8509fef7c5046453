/**
 * Plays seeds that were never played before: in CI, HALLEY_SEED is the commit's hash. A failure prints the command that
 * reproduces it.
 */
import { test } from 'vitest';
import { playSeed } from './campaign.js';

const BASE = process.env['HALLEY_SEED'] ?? 'local';
const COUNT = 100;

test(`seeds ${BASE}-0 to ${BASE}-${COUNT - 1} are safe, live and deterministic`, async () => {
  console.log(`new seeds ${BASE}-0 to ${BASE}-${COUNT - 1}: npx tsx scripts/simulate.ts --seed ${BASE}-0`);
  for (let i = 0; i < COUNT; i++) await playSeed(`${BASE}-${i}`);
});
