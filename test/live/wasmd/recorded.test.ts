/**
 * Asks a devnet what a running wasmd was asked, over REST and gRPC. Statuses, codes, texts, names and values are the
 * same, except for the list in `differences.ts`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './asking.js';
import { openRecordedChain, type RecordedChain } from './chain.js';
import { DIFFERENCES, OTHER_ACCOUNTS } from './differences.js';
import { readRecording } from './recording.js';
import { differences } from './shape.js';

const recording = readRecording();
let chain: RecordedChain;

beforeAll(async () => {
  chain = await openRecordedChain(recording);
});
afterAll(() => chain.close());

describe('the recorded answers of a running wasmd', () => {
  it.each(recording.exchanges.map((exchange) => [exchange.name, exchange] as const))('%s', async (name, exchange) => {
    const ours = await ask(chain, exchange);
    const found = differences(exchange.answer, ours).filter(
      (line) => !(OTHER_ACCOUNTS.has(name) && line.startsWith('.body.accounts')),
    );
    expect(found).toEqual(DIFFERENCES.get(name)?.lines ?? []);
  });
});

it('every listed difference belongs to a recorded exchange', () => {
  const names = new Set(recording.exchanges.map(({ name }) => name));
  expect([...DIFFERENCES.keys()].filter((name) => !names.has(name))).toEqual([]);
});
