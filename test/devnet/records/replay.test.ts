/** Tests that a recorded session is replayed to the same blocks and states. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replayRecord, traceRecord } from '../../../src/devnet/index.js';
import type { MiningMode } from '../../../src/devnet/mining/mining_mode.js';
import { newFile, recordSession } from './record_kit.js';

const MODES: readonly MiningMode[] = [
  { type: 'automine' },
  { type: 'interval', ms: 1000 },
  { type: 'mixed', ms: 1000 },
  { type: 'manual' },
  { type: 'realtime', factor: 1 },
  { type: 'step' },
];

describe('a recorded session', () => {
  it.each(MODES)('has the same blocks and states when it is replayed, in the mode $type', async (miningMode) => {
    const file = newFile();
    await recordSession(file, { miningMode });
    const report = await replayRecord(file);
    expect(report.difference).toBeUndefined();
    expect(report).toMatchObject({ end: 'stop' });
    expect(report.heights).toBeGreaterThan(20);
    expect(report.transactions).toBeGreaterThan(6);
  });
});
