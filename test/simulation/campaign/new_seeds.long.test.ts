/**
 * Plays seeds that were never played before: in CI, HALLEY_SEED is the commit's hash. A failure prints the command that
 * reproduces it.
 */
import { test } from 'vitest';
import { playSeed } from './campaign.js';

const BASE = process.env['HALLEY_SEED'] ?? 'local';

for (let from = 0; from < 300; from += 100)
  test(`seeds ${BASE}-${from} to ${BASE}-${from + 99} are safe, live and deterministic`, async () => {
    for (let i = from; i < from + 100; i++) await playSeed(`${BASE}-${i}`);
  });
