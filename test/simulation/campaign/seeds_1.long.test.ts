import { test } from 'vitest';
import { playSeed } from './campaign.js';

/** Allows for a busy machine; a hundred seeds usually take about ten seconds. */
const PATIENCE_MS = 300_000;
const FIRST = 500;

for (let from = FIRST; from < FIRST + 500; from += 100)
  test(`seeds ${from} to ${from + 99} are safe, live and deterministic`, { timeout: PATIENCE_MS }, async () => {
    for (let seed = from; seed < from + 100; seed++) await playSeed(`${seed}`);
  });
