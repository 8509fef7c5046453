import { test } from 'vitest';
import { playSeed } from './campaign.js';

/** A hundred seeds take about ten seconds, and longer on a busy machine. */
const PATIENCE_MS = 300_000;
const FIRST = 500;

for (let from = FIRST; from < FIRST + 500; from += 100)
  test(`seeds ${from} to ${from + 99} are safe, live and deterministic`, { timeout: PATIENCE_MS }, async () => {
    for (let seed = from; seed < from + 100; seed++) await playSeed(`${seed}`);
  });
