/** Tests a chain whose messages take longer than its timeouts, which never grow: no round of it can decide. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet } from '../../../src/devnet/index.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { MAX_ROUNDS } from '../../../src/devnet/runtime/block_producer.js';
import { NANOS_PER_MILLISECOND as MS } from '../../../src/kernel/time.js';

const TIMEOUTS = {
  propose: MS,
  proposeDelta: 0n,
  prevote: MS,
  prevoteDelta: 0n,
  precommit: MS,
  precommitDelta: 0n,
  commit: MS,
};

async function aSlowNetwork(miningMode: NonNullable<DevnetOptions['miningMode']>) {
  const devnet = await createDevnet({ miningMode, seed: 'short', timeouts: TIMEOUTS });
  onTestFinished(() => devnet.close());
  const fault = await devnet.network.addFault({ type: 'delay', ms: 20 });
  return { devnet, fault };
}

describe.each(['automine', 'manual', 'step'] as const)('a call that mines, in %s', (miningMode) => {
  it('is refused after as many rounds as one attempt has, and the next call continues the height', async () => {
    const { devnet, fault } = await aSlowNetwork(miningMode);
    const { height } = devnet;
    const roundAfterCall = async (): Promise<number> => {
      await expect(devnet.mine()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/without a decision.*end the faults of the network, or raise its timeouts/),
      });
      return Math.max(...devnet.network.nodes.map(({ round }) => round));
    };
    const first = await roundAfterCall();
    expect(first).toBeGreaterThanOrEqual(MAX_ROUNDS);
    expect(first).toBeLessThan(MAX_ROUNDS + 5);
    const second = await roundAfterCall();
    expect(second - first).toBeGreaterThanOrEqual(MAX_ROUNDS - 5);
    expect(second - first).toBeLessThan(MAX_ROUNDS + 5);
    expect(devnet.height).toBe(height);
    await devnet.network.removeFault(fault);
    if (miningMode !== 'automine') await devnet.mine();
    expect(devnet.height).toBeGreaterThan(height);
  });
});

it('an attempt ends at the same event in each run', async () => {
  const reached = async () => {
    const { devnet } = await aSlowNetwork('automine');
    await expect(devnet.mine()).rejects.toThrow('no block was decided');
    return devnet.network.nodes.map(({ height, round, step }) => `${height}/${round}/${step}`);
  };
  expect(await reached()).toEqual(await reached());
});
