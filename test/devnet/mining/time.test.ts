/** Tests the times of blocks, as development tools set them. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { temporaryHome } from '../node_kit.js';

const ask = (devnet: Devnet, method: string, ...params: unknown[]): Promise<unknown> =>
  devnet.provider.request({ method, params });

/** Returns the time of the newest block, counted from the genesis time. */
async function age(devnet: Devnet): Promise<number> {
  const block = (await ask(devnet, 'eth_getBlockByNumber', 'latest', false)) as { readonly timestamp: string };
  return Number(BigInt(block.timestamp) - devnet.genesisTime / 10n ** 9n);
}

/** Returns the ages of the next blocks. */
async function next(devnet: Devnet, count: number): Promise<number[]> {
  const ages: number[] = [];
  for (let i = 0; i < count; i++) {
    await devnet.mine();
    ages.push(await age(devnet));
  }
  return ages;
}

describe('the times of blocks', () => {
  it('continue from where evm_increaseTime has set the clock', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    expect(await next(devnet, 3)).toEqual([1, 2, 3]);
    expect(await ask(devnet, 'evm_increaseTime', 60)).toBe('63');
    expect(await age(devnet)).toBe(3);
    expect(await next(devnet, 2)).toEqual([63, 64]);
    expect(await ask(devnet, 'evm_increaseTime', '0x10')).toBe('80');
    expect(await next(devnet, 1)).toEqual([80]);
  });

  it('continue from the time of evm_setNextBlockTimestamp', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    const start = devnet.genesisTime / 10n ** 9n;
    expect(await ask(devnet, 'evm_setNextBlockTimestamp', Number(start + 500n))).toBe(`${start + 500n}`);
    expect(await next(devnet, 2)).toEqual([500, 501]);
    const refused = (by: number, relation: string) =>
      expect(ask(devnet, 'evm_setNextBlockTimestamp', Number(start) + by)).rejects.toMatchObject({
        code: -32000,
        message: `Timestamp ${start + BigInt(by)} is ${relation} the previous block's timestamp ${start + 501n}`,
      });
    await refused(501, 'equal to');
    await refused(3, 'lower than');
    expect(await next(devnet, 1)).toEqual([502]);
  });

  it('continue from where the clock was set, which is never back', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    const start = Number(devnet.genesisTime / 10n ** 9n);
    expect(await ask(devnet, 'anvil_setTime', start + 500)).toBe(500);
    expect(await age(devnet)).toBe(0);
    expect(await next(devnet, 2)).toEqual([500, 501]);
    await expect(ask(devnet, 'evm_setTime', start + 500)).rejects.toMatchObject({
      code: -32000,
      message: `Timestamp ${start + 500} is lower than the previous block's timestamp ${start + 501}`,
    });
    expect(await ask(devnet, 'evm_setTime', start + 501)).toBe(1);
    expect(await next(devnet, 1)).toEqual([502]);
    expect(await ask(devnet, 'anvil_increaseTime', 10)).toBe(512);
  });

  it('are as far apart as the interval says', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    expect(await ask(devnet, 'anvil_setBlockTimestampInterval', 12)).toBeNull();
    expect(await next(devnet, 2)).toEqual([12, 24]);
    expect(await ask(devnet, 'anvil_removeBlockTimestampInterval')).toBe(true);
    expect(await ask(devnet, 'hardhat_removeBlockTimestampInterval')).toBe(false);
    expect(await next(devnet, 1)).toEqual([25]);
  });

  it('cannot be after the latest time of a header', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    for (const [method, seconds] of [
      ['evm_setNextBlockTimestamp', 9_183_110_401],
      ['evm_increaseTime', 7_500_000_000],
      ['anvil_setTime', 9_183_110_401],
      ['anvil_setBlockTimestampInterval', '0xffffffffffffffff'],
    ] as const)
      await expect(ask(devnet, method, seconds)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/^Timestamp \d+ is after the year 2260: no block could follow$/),
      });
    expect(await next(devnet, 1)).toEqual([1]);
  });

  it('cannot be set to the time of a height in progress, also after a revert', async () => {
    await using devnet = await createDevnet({ seed: 'time', miningMode: 'step' });
    const { now } = devnet.time;
    // The observed validator has a proposal to vote on, so the height has its time.
    while ((await devnet.step('event')).step !== 'Prevote');
    const mustBeLater = () =>
      expect(devnet.time.setNext(now)).rejects.toThrow(
        `Timestamp ${now} is equal to the previous block's timestamp ${now}`,
      );
    await mustBeLater();
    const id = await devnet.snapshot();
    await devnet.step('height', 2);
    expect(await devnet.revert(id)).toBe(true);
    await mustBeLater();
    await devnet.time.setNext(now + 5n);
    await devnet.step('height', 2);
    expect((await next(devnet, 1))[0]).toBeGreaterThan(5);
  });

  it('of blocks at an interval use a time that another caller has set, and continue from it', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    const start = devnet.genesisTime / 10n ** 9n;
    const [last] = await Promise.all([devnet.mine({ blocks: 4, interval: 10 }), devnet.time.setNext(start + 500n)]);
    const ages: number[] = [];
    for (let height = last - 3n; height <= last; height++) {
      const block = await ask(devnet, 'eth_getBlockByNumber', `0x${height.toString(16)}`, false);
      ages.push(Number(BigInt((block as { readonly timestamp: string }).timestamp) - start));
    }
    expect(ages).toEqual([1, 500, 510, 520]);
  });

  it('of many blocks may reach the last second of a header', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    const last = 9_183_110_400;
    const times = (timestamp: number) => devnet.mine({ blocks: 3, timestamp, interval: 10 });
    await expect(times(last - 19)).rejects.toThrow(/is after the year 2260/);
    expect(devnet.height).toBe(1n);
    await times(last - 20);
    expect(await age(devnet)).toBe(last - Number(devnet.genesisTime / 10n ** 9n));
  });

  it('follow the newest block after a rollback, not a time that was set before it', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    const start = Number(devnet.genesisTime / 10n ** 9n);
    await next(devnet, 4);
    await ask(devnet, 'evm_setNextBlockTimestamp', start + 500);
    expect(await ask(devnet, 'anvil_rollback', 2)).toBeNull();
    expect(await age(devnet)).toBe(2);
    expect(await next(devnet, 2)).toEqual([3, 4]);
    await ask(devnet, 'evm_setNextBlockTimestamp', start + 60);
    expect(await next(devnet, 2)).toEqual([60, 61]);
  });

  it('are restored to one that was set before the snapshot and used after it', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    const start = Number(devnet.genesisTime / 10n ** 9n);
    await ask(devnet, 'evm_setNextBlockTimestamp', start + 500);
    const id = await ask(devnet, 'evm_snapshot');
    expect(await next(devnet, 2)).toEqual([500, 501]);
    expect(await ask(devnet, 'evm_revert', id)).toBe(true);
    expect(await next(devnet, 2)).toEqual([500, 501]);
  });

  it('are reverted with a snapshot, and outlive the process', async () => {
    const home = await temporaryHome();
    const options = { seed: 'time', home };
    const devnet = await createDevnet(options);
    const start = Number(devnet.genesisTime / 10n ** 9n);
    await ask(devnet, 'evm_increaseTime', 100);
    const id = await ask(devnet, 'evm_snapshot');
    await ask(devnet, 'evm_setNextBlockTimestamp', start + 90_000);
    expect(await next(devnet, 2)).toEqual([90_000, 90_001]);
    expect(await ask(devnet, 'evm_revert', id)).toBe(true);
    expect(await next(devnet, 1)).toEqual([100]);
    await ask(devnet, 'anvil_setBlockTimestampInterval', 7);
    await ask(devnet, 'evm_setNextBlockTimestamp', start + 5000);
    await devnet.close();
    const again = await createDevnet(options);
    expect(await next(again, 2)).toEqual([5000, 5007]);
    await again.close();
    await using last = await createDevnet(options);
    expect(await next(last, 1)).toEqual([5014]);
  });
});
