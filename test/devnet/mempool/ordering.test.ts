/** Tests which transactions share a block, and their order in it. */
import { expect, it } from 'vitest';
import { createDevnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { to0x } from '../../../src/kernel/hex.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

const GWEI = 10n ** 9n;

/**
 * Sends four transactions that arrive together. Returns their blocks, and what they paid above the base fee, in block
 * order.
 */
async function blocksOf(options: DevnetOptions) {
  await using devnet = await createDevnet({ seed: 'ordering', ...options });
  const ask = (method: string, ...params: unknown[]) => devnet.provider.request({ method, params });
  const tips = [1n, 3n, 2n, 9n];
  // The last one is the second of the first sender.
  const raws = await Promise.all(
    tips.map((tip, i) =>
      transfer(devnet.evmChainId, i === 3 ? 1 : 0, i % 3, {
        maxPriorityFeePerGas: tip * GWEI,
        maxFeePerGas: 50n * GWEI,
      }),
    ),
  );
  await Promise.all(raws.map((raw) => ask('eth_sendRawTransaction', to0x(raw))));
  if (devnet.height === 1n) await devnet.mine();
  const blocks: bigint[][] = [];
  for (let height = 2n; height <= devnet.height; height++) {
    const block = (await ask('eth_getBlockByNumber', `0x${height.toString(16)}`, true)) as {
      readonly transactions: readonly { readonly maxPriorityFeePerGas: string }[];
    };
    blocks.push(block.transactions.map((tx) => BigInt(tx.maxPriorityFeePerGas) / GWEI));
  }
  const info = (await ask('anvil_nodeInfo')) as { readonly transactionOrder: string };
  expect(info.transactionOrder).toBe(options.order ?? 'fees');
  return blocks;
}

it('a block for each transaction is the default, in order of arrival', async () => {
  expect(await blocksOf({})).toEqual([[1n], [3n], [2n], [9n]]);
});

it('in one block they are ordered by fee, or by arrival', async () => {
  expect(await blocksOf({ miningMode: 'manual' })).toEqual([[3n, 2n, 1n, 9n]]);
  expect(await blocksOf({ miningMode: 'manual', order: 'fees' })).toEqual([[3n, 2n, 1n, 9n]]);
  expect(await blocksOf({ miningMode: 'manual', order: 'fifo' })).toEqual([[1n, 3n, 2n, 9n]]);
});

it('those that arrive together share a block when the option is set', async () => {
  expect(await blocksOf({ automineBatch: true })).toEqual([[3n, 2n, 1n, 9n]]);
  expect(await blocksOf({ automineBatch: true, order: 'fifo' })).toEqual([[1n, 3n, 2n, 9n]]);
});

it('those that sockets receive in the same turn share a block too', async () => {
  await using devnet = await createDevnet({ seed: 'ordering', automineBatch: true });
  const raws = await Promise.all([0, 1].map((from) => transfer(devnet.evmChainId, 0, from)));
  const [first, second] = raws.map(
    (raw) => () => devnet.provider.request({ method: 'eth_sendRawTransaction', params: [to0x(raw)] }),
  ) as [() => Promise<unknown>, () => Promise<unknown>];
  // This is the request of another socket. It comes after what the first one could do without it.
  const later = new Promise((resolve) => setImmediate(() => resolve(second())));
  await Promise.all([first(), later]);
  expect(devnet.height).toBe(2n);
});

it('each of a batch gets its receipt, and a single one has its own block', async () => {
  await using devnet = await createDevnet({ seed: 'ordering', automineBatch: true });
  const [from, to] = devnet.accounts.map(({ address }) => address);
  for (const block of ['0x2', '0x3']) {
    const hash = await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] });
    const receipt = await devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    expect(receipt).toMatchObject({ blockNumber: block, status: '0x1' });
  }
});

it.each([
  [true, 2n],
  [false, 3n],
])('the same happens over the CometBFT RPC: batches %s', async (automineBatch, height) => {
  const node = await NodeUnderTest.start({ automineBatch });
  const raws = await Promise.all([0, 1].map((from) => transfer(node.chain.evmChainId, 0, from)));
  const sent = await Promise.all(raws.map((raw) => node.comet.broadcast(raw)));
  expect(sent.map(({ type }) => type)).toEqual(['checked', 'checked']);
  // The work after a check starts when sockets have had their turn, and a later command runs later.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  await node.node.loop.run(async () => undefined);
  expect(node.height).toBe(height);
});
