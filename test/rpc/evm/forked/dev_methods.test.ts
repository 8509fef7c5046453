import { describe, expect, it, test } from 'vitest';
import { aBench } from '../fixture.js';
import { aFork, FORK_HASH, URL_LABEL } from '../little_history.js';

test('describes the fork without the path of its URL', () => {
  const { call } = aFork();
  expect(call('anvil_nodeInfo')).toMatchObject({
    forkConfig: { forkUrl: URL_LABEL, forkBlockNumber: 1, forkRetryBackoff: 1000 },
  });
  const forkedNetwork = { chainId: 5, forkBlockNumber: 1, forkBlockHash: FORK_HASH };
  expect(call('hardhat_metadata')).toMatchObject({ forkedNetwork });
  expect(aBench({ devMethods: true }).call('anvil_metadata')).not.toHaveProperty('forkedNetwork');
});

describe('anvil_setRpcUrl', () => {
  it('changes the URL of the fork', async () => {
    const { call, history } = aFork();
    expect(await call('anvil_setRpcUrl', 'http://localhost:9/other')).toBeNull();
    expect(history.url).toBe('http://localhost:9/other');
    expect(await call('hardhat_setRpcUrl', 'http://localhost:9')).toBe(true);
  });

  it('refuses what is no URL, without repeating it', () => {
    const { call } = aFork();
    for (const url of ['ftp://secret@host', 'secret', 5])
      expect(() => call('anvil_setRpcUrl', url)).toThrow(
        expect.objectContaining({ code: -32602, message: expect.not.stringContaining('secret') }),
      );
  });

  it('refuses on a chain that is no fork', async () => {
    await expect(aBench({ devMethods: true }).call('anvil_setRpcUrl', 'http://localhost:9')).rejects.toThrow(
      /this chain is not a fork/,
    );
  });
});

describe('hardhat_reset', () => {
  const URL = 'https://remote.example/key';

  it.each([
    [[{ forking: { jsonRpcUrl: URL, blockNumber: 5 } }], { url: URL, blockNumber: 5n }],
    [[{ jsonRpcUrl: URL, blockNumber: '18441649' }], { url: URL, blockNumber: 18_441_649n }],
    [[{ forking: { jsonRpcUrl: URL, blockNumber: null } }], { url: URL, blockNumber: undefined }],
  ])('forks another chain: %j', async (params, target) => {
    for (const { call, chain } of [aFork(), aBench({ devMethods: true })]) {
      expect(await call('hardhat_reset', ...params)).toBe(true);
      expect(chain.forkTargets).toEqual([target]);
    }
  });

  it.each([
    [[{ forking: { blockNumber: '0x2' } }], { url: undefined, blockNumber: 2n }],
    [[{ forking: {} }], { url: undefined, blockNumber: undefined }],
    [[{}], { url: undefined, blockNumber: undefined }],
    [[null], undefined],
    [[], undefined],
  ])('forks the present remote again, or ends the fork: %j', async (params, target) => {
    const { call, chain } = aFork();
    expect(await call('anvil_reset', ...params)).toBeNull();
    expect(chain.forkTargets).toEqual([target]);
  });

  it.each([[[{}]], [[{ forking: {} }]], [[{ forking: { jsonRpcUrl: null } }]]])(
    'ends the fork for Hardhat: %j',
    async (params) => {
      const { call, chain } = aFork({ compat: 'hardhat' });
      expect(await call('hardhat_reset', ...params)).toBe(true);
      expect(chain.forkTargets).toEqual([undefined]);
    },
  );

  it.each([[[]], [[{}]], [[{ forking: {} }]]])(
    'resets a chain that is no fork to its first block: %j',
    async (params) => {
      const { call, chain } = aBench({ devMethods: true });
      expect(await call('hardhat_reset', ...params)).toBe(true);
      expect([chain.head(), chain.forkTargets]).toEqual([1n, []]);
    },
  );

  it('refuses invalid targets', () => {
    const { call } = aBench({ devMethods: true });
    expect(() => call('hardhat_reset', { forking: { jsonRpcUrl: 'nowhere/secret' } })).toThrow(
      expect.objectContaining({ code: -32602, message: expect.not.stringContaining('secret') }),
    );
    expect(() => call('hardhat_reset', { forking: { jsonRpcUrl: URL, blockNumber: -1 } })).toThrow(/the block to fork/);
  });

  it('is refused to callers that are not trusted', () => {
    const { node, chain } = aFork();
    const page = { address: '127.0.0.1', id: '127.0.0.1:1', local: true, trusted: false };
    for (const [method, argument] of [
      ['hardhat_reset', { forking: { jsonRpcUrl: URL } }],
      ['anvil_setRpcUrl', URL],
    ] as const)
      expect(() => node.dispatcher.call(node.context(page, undefined), method, [argument])).toThrow(
        /a web page of another origin/,
      );
    expect(chain.forkTargets).toEqual([]);
  });
});
