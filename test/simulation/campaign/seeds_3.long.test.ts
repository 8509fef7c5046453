import { test } from 'vitest';
import { playSeed } from './campaign.js';

const FIRST = 1500;

for (let from = FIRST; from < FIRST + 500; from += 100)
  test(`seeds ${from} to ${from + 99} are safe, live and deterministic`, async () => {
    for (let seed = from; seed < from + 100; seed++) await playSeed(`${seed}`);
  });
