/** Tests that a session with every kind of input is replayed to the same blocks, in each mining mode. */
import { expect, it } from 'vitest';
import { type MiningMode, replayRecord } from '../../../src/devnet/index.js';
import { newFile, recordSession } from './record_kit.js';

const MODES: readonly MiningMode[] = [
  { type: 'automine' },
  { type: 'interval', ms: 1000 },
  { type: 'mixed', ms: 1000 },
  { type: 'manual' },
  { type: 'realtime', factor: 1 },
  { type: 'step' },
];

it.each(MODES)('a session in the mode $type has the same blocks and states when it is replayed', async (miningMode) => {
  const file = newFile();
  await recordSession(file, { miningMode });
  const report = await replayRecord(file);
  expect(report.difference).toBeUndefined();
  expect(report.end).toBe('stop');
  expect(report.heights).toBeGreaterThan(20);
});
