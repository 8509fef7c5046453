/** Tests mining modes as users write them. */
import { describe, expect, it } from 'vitest';
import {
  describeMiningMode,
  type MiningMode,
  readMiningMode,
  readMiningModeText,
} from '../../../src/devnet/mining/mining_mode.js';

const known = 'automine, interval, manual, mixed, realtime, step';

describe('a mining mode', () => {
  it('is read from text: a name, and its parameter behind a colon', () => {
    const spelled: Readonly<Record<string, MiningMode>> = {
      automine: { type: 'automine' },
      manual: { type: 'manual' },
      step: { type: 'step' },
      'interval:500ms': { type: 'interval', ms: 500 },
      'interval:1.5s': { type: 'interval', ms: 1500 },
      'mixed:5s': { type: 'mixed', ms: 5000 },
      realtime: { type: 'realtime', factor: 1 },
      'realtime:2': { type: 'realtime', factor: 2 },
      'realtime:0.25': { type: 'realtime', factor: 0.25 },
    };
    for (const [text, miningMode] of Object.entries(spelled)) expect(readMiningModeText(text)).toEqual(miningMode);
  });

  it.each([
    ['slow', `there is no mining mode "slow", expected one of ${known}`],
    ['', `there is no mining mode "", expected one of ${known}`],
    ['constructor', `there is no mining mode "constructor", expected one of ${known}`],
    ['step:1', 'mining mode "step" takes no parameter, but "1" was given'],
    ['interval', '"ms" of mining mode "interval" is undefined, expected milliseconds from 1 to 2147483647'],
    ['interval:5', '"ms" of mining mode "interval" is "5", expected milliseconds from 1 to 2147483647'],
    ['interval:0.5ms', '"ms" of mining mode "interval" is 0.5, expected milliseconds from 1 to 2147483647'],
    ['realtime:fast', '"factor" of mining mode "realtime" is "fast", expected a number from 0.01 to 1000'],
    ['realtime:0', '"factor" of mining mode "realtime" is 0, expected a number from 0.01 to 1000'],
  ])('is not read from %j', (text, message) => {
    expect(() => readMiningModeText(text)).toThrow(expect.objectContaining({ code: 'invalid-argument', message }));
  });

  it.each([
    [
      { type: 'realtime', factor: '2' },
      '"factor" of mining mode "realtime" is "2", expected a number from 0.01 to 1000',
    ],
    [
      { type: 'realtime', factor: Number.NaN },
      '"factor" of mining mode "realtime" is NaN, expected a number from 0.01 to 1000',
    ],
    [{ type: 'realtime', ms: 2 }, 'mining mode "realtime" does not take "ms": it takes "factor"'],
    [{ type: 'step', count: 2 }, 'mining mode "step" does not take "count": it takes nothing'],
  ])('is not %j', ({ type, ...parameters }, message) => {
    expect(() => readMiningMode(type, parameters)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });

  it('is described in words', () => {
    const words = ['automine', 'interval:500ms', 'mixed:5s', 'manual', 'realtime', 'realtime:2', 'step'].map((text) =>
      describeMiningMode(readMiningModeText(text)),
    );
    expect(words).toEqual([
      'a block for each transaction',
      'a block every 0.5 s',
      'a block for each transaction, and one every 5 s',
      'a block on request',
      'in real time',
      'in real time, 2 times as fast',
      'step by step on request (halley_step)',
    ]);
  });
});
