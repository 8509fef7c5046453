/** Tests the times of blocks, as development tools set them. */

import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createDevnet,
  type Devnet,
  exportHome,
  type LogEntry,
  logText,
  verifyHome,
} from '../../../src/devnet/index.js';
import { ask } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

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

  it('cannot be after the last whole number that JavaScript reads exactly', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    for (const [method, seconds] of [
      ['evm_setNextBlockTimestamp', '0x20000000000000'],
      ['evm_increaseTime', '0x1fffffffffffff'],
      ['anvil_setTime', '0x20000000000000'],
      ['anvil_setBlockTimestampInterval', '0xffffffffffffffff'],
    ] as const)
      await expect(ask(devnet, method, seconds)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/^Timestamp \d+ is after 9007199254740991, the latest that a block can have$/),
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

  it('of many blocks may reach the latest timestamp, and more blocks follow', async () => {
    await using devnet = await createDevnet({ seed: 'time' });
    const last = Number.MAX_SAFE_INTEGER;
    const times = (timestamp: number) => devnet.mine({ blocks: 3, timestamp, interval: 10 });
    await expect(times(last - 19)).rejects.toThrow(/is after 9007199254740991/);
    expect(devnet.height).toBe(1n);
    await times(last - 20);
    expect(await next(devnet, 1)).toEqual([last + 1 - Number(devnet.genesisTime / 10n ** 9n)]);
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

describe('times beyond those of consensus headers', () => {
  const FAR = 200_000_000_007;
  /** Returns TIMESTAMP. */
  const CLOCK = '0x425f5260205ff3';
  const CONTRACT = `0x${'c1'.repeat(20)}`;

  const blocks = async (devnet: Devnet): Promise<readonly { readonly timestamp: string; readonly hash: string }[]> => {
    const heights = Array.from({ length: Number(devnet.height) }, (_, i) => `0x${(i + 1).toString(16)}`);
    return Promise.all(heights.map((height) => ask(devnet, 'eth_getBlockByNumber', height, false))) as Promise<never>;
  };
  const timestamps = async (devnet: Devnet) => (await blocks(devnet)).map(({ timestamp }) => Number(timestamp));
  /** Makes blocks before and after the limit of headers. */
  const travel = async (devnet: Devnet): Promise<void> => {
    await devnet.mine();
    await ask(devnet, 'evm_increaseTime', 10_000_000_000);
    await devnet.mine();
    await ask(devnet, 'evm_setNextBlockTimestamp', FAR);
    await devnet.mine({ blocks: 2 });
  };

  it('are those of EVM blocks, calls and pending blocks, while headers stay before July 2 of 2261', async () => {
    const texts: string[] = [];
    const log = (entry: LogEntry) => void texts.push(logText(entry));
    await using devnet = await createDevnet({ seed: 'far', log, rpc: { address: true } });
    await ask(devnet, 'hardhat_setCode', CONTRACT, CLOCK);
    const start = Number(devnet.genesisTime / 10n ** 9n);
    await travel(devnet);
    const [, before, after] = await timestamps(devnet);
    expect([before, after]).toEqual([start + 1, start + 10_000_000_001]);
    expect(await ask(devnet, 'anvil_setTime', FAR + 100)).toBe(100);
    await ask(devnet, 'evm_setNextBlockTimestamp', FAR + 101);
    const pending = await ask(devnet, 'eth_getBlockByNumber', 'pending', false);
    expect(Number((pending as { readonly timestamp: string }).timestamp)).toBe(FAR + 101);
    await devnet.mine({ blocks: 3, interval: 60 });
    const last = FAR + 221;
    expect((await timestamps(devnet)).slice(3)).toEqual([FAR, FAR + 1, FAR + 101, FAR + 161, last]);
    expect(Number(await ask(devnet, 'eth_call', { to: CONTRACT }, 'latest'))).toBe(last);
    expect(Number(await ask(devnet, 'eth_call', { to: CONTRACT }, '0x3'))).toBe(after);
    await expect(ask(devnet, 'evm_setNextBlockTimestamp', last)).rejects.toThrow('is equal to the previous block');
    await expect(ask(devnet, 'evm_setTime', last - 1)).rejects.toThrow('is lower than the previous block');
    const header = async (height: bigint) => {
      const answer = (await (await fetch(`${devnet.urls.cometRpc}/header?height=${height}`)).json()) as {
        readonly result: { readonly header: { readonly time: string } };
      };
      return answer.result.header.time;
    };
    // 190,801,251,207 s after the limit are so many nanoseconds.
    expect(await header(4n)).toBe('2261-07-01T00:03:10.801251207Z');
    expect(await header(devnet.height)).toBe('2261-07-01T00:03:10.801251428Z');
    expect(texts.filter((text) => text.includes('the headers stay at July 2261'))).toHaveLength(1);
  });

  it('are the same after a detour that a revert removes, and a rollback goes back to them', async () => {
    await using straight = await createDevnet({ seed: 'far' });
    await using detour = await createDevnet({ seed: 'far' });
    for (const devnet of [straight, detour]) await travel(devnet);
    const snapshot = await detour.snapshot();
    await ask(detour, 'evm_increaseTime', 30_000_000_000);
    await detour.mine({ blocks: 2 });
    await detour.revert(snapshot);
    for (const devnet of [straight, detour]) await devnet.mine({ blocks: 2 });
    expect(await blocks(detour)).toEqual(await blocks(straight));
    expect((await timestamps(detour)).at(-1)).toBe(FAR + 3);
    await ask(detour, 'anvil_rollback', 2);
    await detour.mine();
    expect((await timestamps(detour)).at(-1)).toBe(FAR + 2);
    await ask(detour, 'hardhat_reset');
    await detour.mine();
    const start = Number(detour.genesisTime / 10n ** 9n);
    expect(await timestamps(detour)).toEqual([start, start + 1]);
  });

  it('outlive a kill, and the home is verified and exported with them', async () => {
    const [home, killed] = [await temporaryHome(), await temporaryHome()];
    const expected: number[] = [];
    {
      await using devnet = await createDevnet({ seed: 'far', home });
      await travel(devnet);
      cpSync(home, killed, { recursive: true });
      await devnet.mine({ blocks: 2 });
      expected.push(...(await timestamps(devnet)));
    }
    {
      await using devnet = await createDevnet({ seed: 'far', home: killed });
      await devnet.mine({ blocks: 2 });
      expect(await timestamps(devnet)).toEqual(expected);
    }
    expect(await verifyHome(killed)).toMatchObject({ blocks: 7, problems: [] });
    const genesis = await exportHome(killed);
    await using continued = await createDevnet({ seed: 'far', genesis });
    await continued.mine({ blocks: 2 });
    const latest = (await ask(continued, 'eth_getBlockByNumber', 'latest', false)) as { readonly timestamp: string };
    expect(Number(latest.timestamp)).toBeGreaterThanOrEqual(FAR + 4);
  });
});
