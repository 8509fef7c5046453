/** Tests reorganisations: the new branch, what clients see of it, and that the chain goes on as any other. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { verifyHome } from '../../../src/devnet/verify/verify_home.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const [ALICE, BOB] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'];
const NOBODY = '0x00000000000000000000000000000000000000bb';
/** Returns BLOCKHASH of the number in the input: PUSH0 CALLDATALOAD BLOCKHASH PUSH0 MSTORE PUSH1 32 PUSH0 RETURN. */
const BLOCKHASH = '0x5f35405f5260205ff3';
const HASHES = `0x${'13'.repeat(20)}`;

async function open(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'reorg', jsonRpc: { namespaces: ['all'] }, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly transactions: readonly string[];
}

const hex = (n: bigint | number): string => `0x${n.toString(16)}`;

async function blocksOf(devnet: Devnet): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (let height = 1n; height <= devnet.height; height++)
    blocks.push(await asking(devnet)('eth_getBlockByNumber', hex(height), false));
  return blocks;
}

/** Opens a devnet with the blocks 2 to 4, which have a transaction each. Returns their hashes too. */
async function openWithThree(options: DevnetOptions = {}) {
  const devnet = await open(options);
  const ask = asking(devnet);
  const sent: string[] = [];
  for (const value of ['0x1', '0x2', '0x3'])
    sent.push(await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value }));
  return { devnet, ask, sent };
}

/** Returns the rounds of the commits of the chain, by the consensus RPC. */
async function roundsOf(devnet: Devnet): Promise<readonly number[]> {
  const rounds: number[] = [];
  for (let height = 1n; height <= devnet.height; height++) {
    const answer = await fetch(`${devnet.urls.cometRpc}/commit?height=${height}`);
    const { result } = (await answer.json()) as { result: { signed_header: { commit: { round: number } } } };
    rounds.push(result.signed_header.commit.round);
  }
  return rounds;
}

describe('a new branch', () => {
  it('has other hashes, later times and the round of the parameters, and links to the blocks that stay', async () => {
    const { devnet, ask, sent } = await openWithThree();
    const before = await blocksOf(devnet);
    expect(await ask('anvil_reorg', 2, [], { round: 3, delay: 40 })).toBeNull();
    const after = await blocksOf(devnet);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after).toHaveLength(4);
    for (const at of [2, 3]) {
      expect(after[at]?.hash).not.toBe(before[at]?.hash);
      expect(Number(after[at]?.timestamp)).toBe(Number(before[at]?.timestamp) + 40);
      expect(after[at]?.parentHash).toBe(after[at - 1]?.hash);
      expect(after[at]?.transactions).toEqual([]);
    }
    expect(await ask('eth_getBlockByHash', before[3]?.hash, false)).toBeNull();
    const receipts = await Promise.all(sent.map((hash) => ask('eth_getTransactionReceipt', hash)));
    expect(receipts.map((receipt) => receipt?.blockNumber ?? null)).toEqual(['0x2', null, null]);
    expect(await ask('eth_getTransactionByHash', sent[2])).toBeNull();
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x1');
    // The clock goes on after the new head.
    await devnet.mine();
    expect(Number((await blocksOf(devnet))[4]?.timestamp)).toBe(Number(after[3]?.timestamp) + 1);
  });

  it('is in BLOCKHASH, and in the calls of contracts after it', async () => {
    const { devnet, ask } = await openWithThree();
    await ask('hardhat_setCode', HASHES, BLOCKHASH);
    await devnet.mine({ blocks: 2 });
    const hashOf = (number: number) =>
      ask('eth_call', { to: HASHES, data: `0x${number.toString(16).padStart(64, '0')}` }, 'latest');
    const old = await hashOf(5);
    expect(old).toBe((await blocksOf(devnet))[4]?.hash);
    await ask('anvil_reorg', 2);
    await ask('hardhat_setCode', HASHES, BLOCKHASH);
    await devnet.mine();
    const blocks = await blocksOf(devnet);
    for (const number of [4, 5, 6]) expect(await hashOf(number)).toBe(blocks[number - 1]?.hash);
    expect(await hashOf(5)).not.toBe(old);
  });

  it('has the given transactions in their blocks, with the next nonces, as on Anvil', async () => {
    const { ask, sent } = await openWithThree();
    const raw = await ask('eth_getRawTransactionByHash', sent[1]);
    await ask('anvil_reorg', '0x2', [
      [{ from: BOB, to: NOBODY, value: '0x70' }, 1],
      [{ from: BOB, to: NOBODY, value: '0x80' }, 0],
      [raw, 1],
    ]);
    const blocks = await Promise.all([3, 4].map((number) => ask('eth_getBlockByNumber', hex(number), true)));
    const shown = blocks.map(({ transactions }) =>
      transactions.map(({ from, value, nonce }: Record<string, string>) => [from, value, nonce]).sort(),
    );
    expect(shown).toEqual([
      [[BOB, '0x80', '0x0']],
      [
        [BOB, '0x70', '0x1'],
        [ALICE, '0x2', '0x1'],
      ].sort(),
    ]);
    // Signed bytes keep their hash; Anvil signs them again.
    expect(await ask('eth_getTransactionReceipt', sent[1])).toMatchObject({ blockNumber: '0x4', status: '0x1' });
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0xf3');
  });

  it('has the transactions and the dev changes of the removed blocks where they are kept', async () => {
    const { devnet, ask, sent } = await openWithThree();
    await ask('hardhat_setBalance', BOB, '0xb0b');
    await devnet.mine();
    await ask('hardhat_setBalance', BOB, '0xb1b');
    const before = await blocksOf(devnet);
    await devnet.reorg({ depth: 3, keepTransactions: true });
    const after = await blocksOf(devnet);
    expect(after.map(({ transactions }) => transactions)).toEqual(before.map(({ transactions }) => transactions));
    expect(after[4]?.hash).not.toBe(before[4]?.hash);
    expect(await ask('eth_getTransactionReceipt', sent[2])).toMatchObject({ blockHash: after[3]?.hash });
    expect(await ask('eth_getBalance', BOB, hex(4))).toBe('0xb0b');
    // What was pending still is.
    expect(await ask('eth_getBalance', BOB, 'latest')).toBe('0xb1b');
    await devnet.mine();
    expect(await ask('eth_getBalance', BOB, 'latest')).toBe('0xb1b');
  });

  it('leaves pending transactions pending, and a fixed time that is still to come', async () => {
    const { devnet, ask } = await openWithThree();
    await ask('halley_setMiningMode', 'manual');
    const pending = await ask('eth_sendTransaction', { from: BOB, to: NOBODY, value: '0x40' });
    const { timestamp } = await ask('eth_getBlockByNumber', 'latest', false);
    await ask('evm_setNextBlockTimestamp', Number(timestamp) + 500);
    await devnet.reorg({ depth: 2 });
    expect(await ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' });
    expect((await blocksOf(devnet)).slice(2).map(({ transactions }) => transactions)).toEqual([[], []]);
    await devnet.mine();
    expect(await ask('eth_getTransactionReceipt', pending)).toMatchObject({ blockNumber: '0x5' });
    expect(Number((await ask('eth_getBlockByNumber', 'latest', false)).timestamp)).toBe(Number(timestamp) + 500);
  });

  it.each(['automine', 'manual', 'step', 'interval'] as const)('is made in mining mode %s', async (type) => {
    const devnet = await open();
    await devnet.mine({ blocks: 3 });
    await devnet.setMiningMode(type === 'interval' ? { type, ms: 1_000_000 } : type);
    if (type === 'step') await devnet.step('event', 7);
    const before = await blocksOf(devnet);
    await devnet.reorg({ depth: 2 });
    const after = await blocksOf(devnet);
    expect(after.map(({ hash }, at) => hash === before[at]?.hash)).toEqual([true, true, false, false]);
    if (type === 'step') await devnet.step('height');
    else await devnet.mine();
    expect(devnet.height).toBe(5n);
  });
});

describe('a client', () => {
  it('polls removed logs, those of the new branch, and its blocks', async () => {
    const { devnet, ask } = await openWithThree();
    await ask('hardhat_setCode', HASHES, '0x5f5fa000');
    const log = { from: ALICE, to: HASHES, gas: '0xffff' };
    await devnet.mine();
    const [logs, blocks] = [await ask('eth_newFilter', { address: HASHES }), await ask('eth_newBlockFilter')];
    await ask('eth_sendTransaction', log);
    await ask('eth_sendTransaction', log);
    const old = await ask('eth_getFilterChanges', logs);
    expect(await ask('eth_getFilterChanges', blocks)).toHaveLength(2);
    await ask('anvil_reorg', 2, [[log, 1]]);
    const branch = (await blocksOf(devnet)).slice(-2).map(({ hash }) => hash);
    const changes = await ask('eth_getFilterChanges', logs);
    expect(changes.slice(0, 2)).toEqual(old.map((one: object) => ({ ...one, removed: true })));
    expect(changes.slice(2)).toMatchObject([{ removed: false, blockHash: branch[1], blockNumber: '0x7' }]);
    expect(changes).toHaveLength(3);
    expect(await ask('eth_getFilterChanges', blocks)).toEqual(branch);
    expect(await ask('eth_getLogs', { address: HASHES, fromBlock: '0x1' })).toEqual(changes.slice(2));
  });
});

describe('a request', () => {
  const call = { from: ALICE, to: NOBODY };
  it.each<readonly [readonly unknown[], number, RegExp]>([
    [[9, []], -32602, /^Reorg depth must not exceed current chain height: current height 4, depth 9; block 1 exists/],
    [[4, []], -32602, /current height 4, depth 4; block 1 exists from the start and stays/],
    [
      [1, [[call, 1]]],
      -32602,
      /^Block number for reorg tx will exceed the reorged chain height. Block number 1 must not exceed \(depth-1\) 0$/,
    ],
    [[1, [['0x1234', 0]]], -32602, /transaction type not supported/],
    [[1, [['0x123', 0]]], -32602, /odd length/],
    [[1, [call]], -32602, /a transaction of the new branch is not a pair/],
    [[1, [[{ from: NOBODY, to: ALICE }, 0]]], -32000, /unknown account/],
    [
      [1, [[{ ...call, nonce: '0x7', gas: '0x5208' }, 0]]],
      -32602,
      /^a transaction of 0xf39f.* has nonce 7, expected 2: the new branch begins after block 3$/,
    ],
    [[1, [], { round: 0 }], -32602, /the round is 0, expected a whole number from 1 to 100/],
    [[1, [], { delay: 0 }], -32602, /the delay is 0 s, expected 1 s or more/],
    [[1, [], { later: 1 }], -32602, /unknown option "later", expected "round", "delay" or "keepTransactions"/],
    [[-1, []], -32602, /a depth is -1/],
  ])('%j is refused, and changes nothing', async (params, code, text) => {
    const { devnet, ask } = await openWithThree();
    const before = await blocksOf(devnet);
    await expect(ask('anvil_reorg', ...params)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(text),
    });
    expect(await blocksOf(devnet)).toEqual(before);
  });

  it('names what a new block could not include, after it was made', async () => {
    const { devnet, ask } = await openWithThree();
    const tooMuch = { from: BOB, to: NOBODY, value: hex(10n ** 30n), gas: '0x5208' };
    await expect(
      ask('anvil_reorg', 1, [
        [tooMuch, 0],
        [{ from: ALICE, to: NOBODY, value: '0x9' }, 0],
      ]),
    ).rejects.toThrow(/^the new blocks are without transaction 0x[0-9a-f]{64}: .*insufficient funds/);
    expect((await blocksOf(devnet))[3]?.transactions).toHaveLength(1);
  });

  it('without blocks does nothing', async () => {
    const { devnet, ask } = await openWithThree();
    const before = await blocksOf(devnet);
    await ask('anvil_reorg', 0, []);
    expect(await blocksOf(devnet)).toEqual(before);
  });

  it('is refused while the validators cannot decide, and changes nothing', async () => {
    const { devnet } = await openWithThree();
    const before = await blocksOf(devnet);
    for (const index of [0, 1]) await devnet.network.crashValidator(index);
    await expect(devnet.reorg()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await blocksOf(devnet)).toEqual(before);
  });

  it('is refused in a devnet of several chains', async () => {
    const devnet = await open({ chains: [{ id: 'second_9-1' }] });
    await devnet.mine();
    await expect(devnet.reorg()).rejects.toThrow(/other chains of this devnet know of these blocks/);
  });

  it.each([
    [{ depth: -1 }, /depth/],
    [{ depth: 1, transactions: 'all' }, /transactions/],
    [{ rounds: 1 }, /rounds/],
    [{ transactions: [['0x12', 0]] }, /typed transaction too short/],
  ])('of a program is refused: %j', async (options, text) => {
    const { devnet } = await openWithThree();
    await expect(devnet.reorg(options as object)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(text),
    });
  });
});

describe('afterwards the chain', () => {
  it('goes on after a snapshot, a reorganisation and a revert as one without that detour', async () => {
    const results = [];
    for (const detour of [false, true]) {
      const { devnet, ask } = await openWithThree();
      const id = await devnet.snapshot();
      if (detour) {
        await devnet.mine({ blocks: 2 });
        await devnet.reorg({ depth: 2, round: 4 });
      }
      expect(await devnet.revert(id)).toBe(true);
      await ask('eth_sendTransaction', { from: BOB, to: NOBODY, value: '0x5' });
      await devnet.mine();
      results.push(await blocksOf(devnet));
      await devnet.close();
    }
    expect(results[0]).toEqual(results[1]);
  });

  it('drops the snapshots of removed blocks, and keeps older ones', async () => {
    const devnet = await open();
    await devnet.mine();
    const older = await devnet.snapshot();
    await devnet.mine({ blocks: 2 });
    const newer = await devnet.snapshot();
    await devnet.reorg({ depth: 1 });
    expect(await devnet.revert(newer)).toBe(false);
    expect(await devnet.revert(older)).toBe(true);
    expect(devnet.height).toBe(2n);
  });

  it('is verified, and continues from the disk as without a restart', async () => {
    const ends = [];
    for (const restarts of [false, true]) {
      const home = await temporaryHome();
      let { devnet, ask } = await openWithThree({ home });
      await ask('anvil_reorg', 2, [[{ from: BOB, to: NOBODY, value: '0x7' }, 1]], { round: 2 });
      if (restarts) {
        await devnet.close();
        devnet = await open({ home });
        ask = asking(devnet);
      }
      await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x9' });
      ends.push(await blocksOf(devnet));
      await devnet.close();
      expect((await verifyHome(home)).problems).toEqual([]);
    }
    expect(ends[1]).toEqual(ends[0]);
  });

  it('shows the round of each commit', async () => {
    const { devnet } = await openWithThree({ rpc: true });
    await devnet.reorg({ depth: 2, round: 3 });
    await devnet.mine();
    expect(await roundsOf(devnet)).toEqual([0, 0, 3, 3, 0]);
  });
});
