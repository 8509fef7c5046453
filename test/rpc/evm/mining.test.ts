/** Tests mining on request with each tool's methods and parameters. */
import { describe, expect, it } from 'vitest';
import { aBench } from './fixture.js';

describe('the methods that make blocks', () => {
  it.each([
    ['evm_mine', [], { blocks: 1 }],
    ['evm_mine', [null], { blocks: 1 }],
    ['evm_mine', [0], { blocks: 1 }],
    ['evm_mine', [4e9], { blocks: 1, timestamp: 4_000_000_000n }],
    ['evm_mine', ['4000000000'], { blocks: 1, timestamp: 4_000_000_000n }],
    ['evm_mine', ['0xee6b2800'], { blocks: 1, timestamp: 4_000_000_000n }],
    ['evm_mine', [{}], { blocks: 1 }],
    ['evm_mine', [{ blocks: '0x3' }], { blocks: 3 }],
    ['evm_mine', [{ blocks: 0, timestamp: 4e9 }], { blocks: 0, timestamp: 4_000_000_000n }],
    ['evm_mine', [{ timestamp: '0xee6b2800', blocks: null }], { blocks: 1, timestamp: 4_000_000_000n }],
    ['hardhat_mine', [], { blocks: 1, interval: 1n }],
    ['hardhat_mine', ['0x3e8', '0x3c'], { blocks: 1000, interval: 60n }],
    ['hardhat_mine', ['0x2', '0x0'], { blocks: 2, interval: 0n }],
    ['anvil_mine', [], { blocks: 1 }],
    ['anvil_mine', ['0x2', '0x0'], { blocks: 2 }],
    ['anvil_mine', [2, 60], { blocks: 2, interval: 60n, delay: 60n }],
  ])('%s takes %j', async (method, params, request) => {
    const { call, chain } = aBench({ devMethods: true });
    const head = chain.head();
    const answers: Record<string, unknown> = { evm_mine: '0x0', hardhat_mine: true, anvil_mine: null };
    expect(await call(method, ...params)).toBe(answers[method]);
    expect(chain.mined).toEqual([request]);
    expect(chain.head()).toBe(head + BigInt(request.blocks));
  });

  it('anvil_mine_detailed returns at most a thousand blocks', async () => {
    const { call, chain } = aBench({ devMethods: true });
    const head = chain.head();
    expect(await call('anvil_mine_detailed', { blocks: 1000 })).toHaveLength(1000);
    await expect(call('anvil_mine_detailed', { blocks: 1001 })).rejects.toThrow('cannot return 1001 blocks');
    expect(chain.head()).toBe(head + 1000n);
  });

  it.each([
    ['evm_mine', [-1], /a time is -1, expected a whole number/],
    ['evm_mine', [1.5], /a time is 1.5, expected a whole number/],
    ['evm_mine', [true], /json: cannot unmarshal non-string/],
    ['evm_mine', ['soon'], /hex string without 0x prefix/],
    ['evm_mine', [{ timestamp: 4e9, blocks: -1 }], /a count of blocks is -1, expected a whole number/],
    ['evm_mine', [{ timestamp: 'soon', blocks: 2 }], /hex string without 0x prefix/],
    ['evm_mine', [{ block: 2 }], /unknown mining option "block", expected "timestamp" or "blocks"/],
    ['evm_mine', [[2]], /unknown mining option "0"/],
    ['hardhat_mine', [-1], /a count of blocks is -1/],
    ['hardhat_mine', ['0x1', -1], /an interval is -1/],
    ['anvil_mine', ['many'], /hex string without 0x prefix/],
  ])('%s refuses %j, and mines nothing', (method, params, text) => {
    const { call, chain } = aBench({ devMethods: true });
    const head = chain.head();
    expect(() => call(method, ...params)).toThrow(text);
    expect([chain.mined, chain.head()]).toEqual([[], head]);
  });
});
