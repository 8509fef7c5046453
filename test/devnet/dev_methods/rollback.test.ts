/** Tests reset and rollback: the chain continues as one that never had the reverted blocks. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { verifyHome } from '../../../src/devnet/verify/verify_home.js';
import { asking } from '../../support/ask.js';
import { COUNTER_CREATION } from '../../support/counter.js';
import { draws } from '../../support/draws.js';
import { NodeUnderTest, temporaryHome, transfer } from '../node_kit.js';

const ACCOUNTS = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'] as const;
const [ALICE, BOB] = ACCOUNTS;
const NOBODY = '0x00000000000000000000000000000000000000bb';

async function open(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'rewind', jsonRpc: { namespaces: ['all'] }, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

type Input = readonly [method: string, ...params: unknown[]];

const who = fc.constantFrom(...ACCOUNTS);
const amount = fc.integer({ min: 0, max: 1_000_000 }).map((n) => `0x${n.toString(16)}`);
const input: fc.Arbitrary<Input> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(who, amount)
      .map(([from, value]): Input => ['eth_sendTransaction', { from, to: NOBODY, value }]),
  },
  { weight: 1, arbitrary: who.map((from): Input => ['eth_sendTransaction', { from, data: COUNTER_CREATION }]) },
  { weight: 2, arbitrary: fc.constant<Input>(['halley_mine']) },
  { weight: 2, arbitrary: fc.tuple(who, amount).map(([to, more]): Input => ['anvil_addBalance', to, more]) },
  {
    weight: 1,
    arbitrary: amount.map((n): Input => ['hardhat_setStorageAt', NOBODY, n, `0x${n.slice(2).padStart(64, '0')}`]),
  },
  { weight: 1, arbitrary: amount.map((n): Input => ['hardhat_setNextBlockBaseFeePerGas', n]) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9_999 }).map((s): Input => ['evm_increaseTime', s]) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 30 }).map((power): Input => ['halley_setValidatorPower', 1, power]),
  },
  { weight: 1, arbitrary: fc.constant<Input>(['evm_snapshot']) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((id): Input => ['evm_revert', id]) },
);
const session = fc.array(input, { maxLength: 12 });

async function play(devnet: Devnet, inputs: readonly Input[]): Promise<void> {
  const ask = asking(devnet);
  for (const [method, ...params] of inputs) await (method === 'halley_mine' ? devnet.mine() : ask(method, ...params));
}

/** Returns every block and the state after it. */
async function received(devnet: Devnet): Promise<unknown> {
  const ask = asking(devnet);
  const blocks = [];
  for (let height = 1n; height <= devnet.height; height++)
    blocks.push(await ask('eth_getBlockByNumber', `0x${height.toString(16)}`, true));
  const accounts = await Promise.all(
    [...ACCOUNTS, NOBODY].map((address) => ask('eth_getProof', address, ['0x0'], 'latest')),
  );
  return { blocks, accounts, next: await ask('anvil_nodeInfo') };
}

const RUNS = { numRuns: draws(12), endOnFailure: true };

describe('reset', () => {
  it('is followed by the same blocks as the start of a chain', async () => {
    await fc.assert(
      fc.asyncProperty(session, session, async (before, after) => {
        const [used, fresh] = [await open(), await open()];
        await play(used, before);
        await asking(used)('hardhat_reset');
        const settled = after.filter(([method]) => method !== 'evm_revert');
        for (const devnet of [used, fresh]) await play(devnet, settled);
        expect(await received(used)).toEqual(await received(fresh));
        await Promise.all([used.close(), fresh.close()]);
      }),
      RUNS,
    );
  });

  it('leaves no settings, pending transactions or caches', async () => {
    const devnet = await open({ miningMode: 'manual' });
    const ask = asking(devnet);
    const { instanceId } = await ask('hardhat_metadata');
    const snapshot = await ask('evm_snapshot');
    const filter = await ask('eth_newBlockFilter');
    await ask('hardhat_impersonateAccount', NOBODY);
    await ask('anvil_autoImpersonateAccount', true);
    await ask('hardhat_setBalance', NOBODY, '0x5');
    await ask('evm_increaseTime', 1000);
    await ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    await ask('halley_setMiningMode', 'interval', { ms: 1_000_000 });
    expect(await ask('anvil_reset', { forking: { blockNumber: null } })).toBeNull();
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x0');
    expect(await ask('evm_revert', snapshot)).toBe(false);
    await expect(ask('eth_getFilterChanges', filter)).rejects.toThrow(/filter not found/);
    await expect(ask('eth_sendTransaction', { from: NOBODY, to: BOB })).rejects.toThrow(/unknown account/);
    expect((await ask('hardhat_metadata')).instanceId).not.toBe(instanceId);
    expect(devnet.miningMode).toEqual({ type: 'manual' });
    expect(await ask('evm_snapshot')).not.toBe(snapshot);
    // The same bytes may be sent again.
    await ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    await devnet.mine();
    expect(await ask('eth_getBlockTransactionCountByNumber', '0x2')).toBe('0x1');
  });

  it('ends a height in progress, and the waits for its transactions', async () => {
    const { node, chain } = await NodeUnderTest.start({ miningMode: 'step' });
    const waiting = node.comet.broadcastCommit(await transfer(chain.evmChainId, 0), 1_000_000);
    const refused = expect(waiting).rejects.toThrow(/the chain was reverted to a block before this transaction/);
    await node.loop.step('step', 3);
    await node.evmBackend.reset();
    await refused;
    expect(chain.blockStore.height).toBe(1n);
    await node.loop.step('height', 2);
    expect(chain.blockStore.height).toBe(3n);
    expect(chain.blockStore.block(2n)?.block.txs).toEqual([]);
  });

  it.each([
    [[{ forking: { blockNumber: 5 } }], /blockNumber is 5, but this chain is not a fork/],
    [[{ jsonRpcUrl: 'x' }], /the URL of the chain to fork is text that does not begin with/],
    [['latest'], /cannot unmarshal string/],
  ])('refuses %j, and changes nothing', async (params, text) => {
    const devnet = await open();
    await devnet.mine();
    await expect(asking(devnet)('hardhat_reset', ...params)).rejects.toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringMatching(text) }),
    );
    expect(devnet.height).toBe(2n);
  });
});

describe('rollback', () => {
  it('is followed by the same blocks as on a chain that never had the reverted ones', async () => {
    await fc.assert(
      fc.asyncProperty(session, session, session, async (before, gone, after) => {
        const [used, fresh] = [await open(), await open()];
        const isSettled = ([method]: Input): boolean => !/^evm_(snapshot|revert)$/.test(method);
        // A pending transaction is reverted with the block that it waits for.
        const retained: readonly Input[] = [...before.filter(isSettled), ['halley_mine']];
        for (const devnet of [used, fresh]) await play(devnet, retained);
        const { height } = used;
        await play(used, [...gone.filter(isSettled), ['halley_mine']]);
        expect(await asking(used)('anvil_rollback', Number(used.height - height))).toBeNull();
        expect(await received(used)).toEqual(await received(fresh));
        for (const devnet of [used, fresh]) await play(devnet, after.filter(isSettled));
        expect(await received(used)).toEqual(await received(fresh));
        await Promise.all([used.close(), fresh.close()]);
      }),
      RUNS,
    );
  });

  it('reverts one block by default, and leaves pending transactions and older snapshots', async () => {
    const devnet = await open();
    const ask = asking(devnet);
    const [older, value] = [await ask('evm_snapshot'), '0x1'];
    const sent = await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value });
    await ask('hardhat_impersonateAccount', NOBODY);
    const newer = await ask('evm_snapshot');
    const raw = await ask('eth_getTransactionByHash', sent);
    await ask('halley_setMiningMode', 'manual');
    const waiting = await ask('eth_sendTransaction', { from: BOB, to: NOBODY, value });
    expect(await ask('hardhat_rollback')).toBe(true);
    expect([devnet.height, devnet.miningMode.type]).toEqual([1n, 'manual']);
    expect(await ask('evm_revert', newer)).toBe(false);
    expect(await ask('eth_getTransactionByHash', sent)).toBeNull();
    expect(await ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' });
    // The reverted bytes may be sent again.
    expect((await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value })) === sent).toBe(raw.nonce === '0x0');
    await devnet.mine();
    expect(await ask('eth_getTransactionReceipt', waiting)).toMatchObject({ blockNumber: '0x2', status: '0x1' });
    expect(await ask('evm_revert', older)).toBe(true);
    expect(devnet.height).toBe(1n);
  });

  it('makes pending transactions wait for the nonces that were reverted', async () => {
    const devnet = await open({ miningMode: 'manual' });
    const ask = asking(devnet);
    for (const value of ['0x1', '0x2']) {
      await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value });
      if (value === '0x1') await devnet.mine();
    }
    await ask('anvil_rollback', null);
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' });
    await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x3', nonce: '0x0' });
    await devnet.mine();
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x5');
  });

  it.each([
    [['0x3'], /Rollback depth must not exceed current chain height: current height 3, depth 3/],
    [[-1], /a depth is -1, expected a whole number/],
    [[1.5], /a depth is 1.5/],
    [[{}], /invalid argument 0/],
  ])('refuses %j, and changes nothing', async (params, text) => {
    const devnet = await open();
    await devnet.mine();
    await devnet.mine();
    await expect(asking(devnet)('anvil_rollback', ...params)).rejects.toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringMatching(text) }),
    );
    expect(devnet.height).toBe(3n);
  });
});

describe('in a home folder', () => {
  it.each([
    ['hardhat_reset', [], 1n],
    ['anvil_rollback', [2], 3n],
  ])('%s outlives the process', async (method, params, height) => {
    const home = await temporaryHome();
    const first = await open({ home });
    const ask = asking(first);
    for (const value of ['0x1', '0x2', '0x3']) await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value });
    await ask('hardhat_setBalance', BOB, '0x5');
    await first.mine();
    await ask('halley_setMiningMode', 'manual');
    await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x4' });
    await ask('hardhat_setBalance', BOB, '0x6');
    await ask(method, ...params);
    const before = await received(first);
    await first.close();
    expect((await verifyHome(home)).problems).toEqual([]);
    const second = await open({ home });
    expect(second.height).toBe(height);
    expect(await received(second)).toMatchObject({ blocks: (before as { blocks: unknown }).blocks });
    await asking(second)('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x7' });
    expect(second.height).toBe(height + 1n);
  });
});
