/** Tests automine and interval mining, switched as in each tool. */
import { describe, expect, it } from 'vitest';
import { describeMiningMode, type MiningMode, readMiningModeText } from '../../../src/devnet/mining/mining_mode.js';
import { switchAutomine, switchInterval } from '../../../src/devnet/mining/mining_switches.js';

const HARDHAT = false;
const ANVIL = true;

const spelled = (miningMode: MiningMode): string =>
  'ms' in miningMode ? `${miningMode.type}:${miningMode.ms}ms` : miningMode.type;

describe('switching automine', () => {
  it.each([
    // Gives the mode before, on or off, and the mode that follows in Hardhat and in Anvil.
    ['automine', true, 'automine', 'automine'],
    ['automine', false, 'manual', 'manual'],
    ['manual', true, 'automine', 'automine'],
    ['manual', false, 'manual', 'manual'],
    ['interval:9ms', true, 'mixed:9ms', 'automine'],
    ['interval:9ms', false, 'interval:9ms', 'interval:9ms'],
    ['mixed:9ms', true, 'mixed:9ms', 'mixed:9ms'],
    ['mixed:9ms', false, 'interval:9ms', 'interval:9ms'],
    ['step', true, 'automine', 'automine'],
    ['step', false, 'step', 'step'],
    ['realtime', false, 'realtime', 'realtime'],
  ])('in %s to %s makes it %s in Hardhat, %s in Anvil', (before, on, hardhat, anvil) => {
    const miningMode = readMiningModeText(before);
    expect(spelled(switchAutomine(miningMode, on, HARDHAT))).toBe(hardhat);
    expect(spelled(switchAutomine(miningMode, on, ANVIL))).toBe(anvil);
  });
});

describe('switching interval mining', () => {
  it.each([
    ['automine', 5, 'mixed:5ms', 'interval:5ms'],
    ['automine', 0, 'automine', 'manual'],
    ['manual', 5, 'interval:5ms', 'interval:5ms'],
    ['manual', 0, 'manual', 'manual'],
    ['interval:9ms', 5, 'interval:5ms', 'interval:5ms'],
    ['interval:9ms', 0, 'manual', 'manual'],
    ['mixed:9ms', 5, 'mixed:5ms', 'interval:5ms'],
    ['mixed:9ms', 0, 'automine', 'manual'],
    ['step', 5, 'interval:5ms', 'interval:5ms'],
    ['step', 0, 'step', 'manual'],
    ['realtime', 0, 'realtime', 'manual'],
  ])('in %s to %i ms makes it %s in Hardhat, %s in Anvil', (before, ms, hardhat, anvil) => {
    const miningMode = readMiningModeText(before);
    const ticks = ms === 0 ? undefined : { ms };
    expect(spelled(switchInterval(miningMode, ticks, HARDHAT))).toBe(hardhat);
    expect(spelled(switchInterval(miningMode, ticks, ANVIL))).toBe(anvil);
  });

  it('accepts a range', () => {
    const miningMode = switchInterval({ type: 'automine' }, { ms: 3000, maxMs: 6000 }, HARDHAT);
    expect(miningMode).toEqual({ type: 'mixed', ms: 3000, maxMs: 6000 });
    expect(describeMiningMode(miningMode)).toBe('a block for each transaction, and one every 3 to 6 s');
    expect(switchAutomine(miningMode, false, HARDHAT)).toEqual({ type: 'interval', ms: 3000, maxMs: 6000 });
  });

  it.each([
    [{ ms: 0, maxMs: 5 }, '"ms" of mining mode "interval" is 0, expected milliseconds from 1 to 2147483647'],
    [{ ms: 5, maxMs: 4 }, '"maxMs" is 4, expected no less than "ms", which is 5 (mining mode "interval")'],
    [{ ms: 2 ** 31 }, '"ms" of mining mode "interval" is 2147483648, expected milliseconds from 1 to 2147483647'],
  ])('does not accept %j', (ticks, message) => {
    expect(() => switchInterval({ type: 'manual' }, ticks, HARDHAT)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    );
  });
});
