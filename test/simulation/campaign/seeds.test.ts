/** Plays the first seeds, and the first of those that nobody has seen. The long tests beside this file play many more. */
import { test } from 'vitest';
import { playSeed } from './campaign.js';

const BASE = process.env['HALLEY_SEED'] ?? 'local';
const COUNT = 10;

for (const prefix of ['', `${BASE}-`])
  test(`seeds ${prefix}0 to ${prefix}${COUNT - 1} are safe, live and deterministic`, async () => {
    for (let i = 0; i < COUNT; i++) await playSeed(`${prefix}${i}`);
  });
