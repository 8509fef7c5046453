/** Sends dev changes in one batch to the validator with the key of the dev authority. */
import { afterEach, describe, expect, it } from 'vitest';
import { isDevTx } from '../../../src/codec/dev/dev_tx.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';
import { blockAt } from './reexecute.js';

const CHANGES = 20;
/** Most blocks: far below one for each change, with room for a batch that arrives while blocks are made. */
const MAX_BLOCKS = 5;

let network: Network | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

const addressOf = (index: number): string => `0x${(0xd000 + index).toString(16).padStart(40, '0')}`;

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

async function batch(node: Node, calls: readonly (readonly [method: string, ...params: unknown[]])[]) {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch(node.evm, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Answer[];
}

/** Returns how many dev transactions each block has, without blocks that have none. */
async function devTxsOf(node: Node, last: number): Promise<readonly number[]> {
  const counts: number[] = [];
  for (let height = 1; height <= last; height++) {
    const { txs } = (await blockAt(node.rpc, height)).block.data;
    counts.push(txs.filter((tx) => isDevTx(Buffer.from(tx, 'base64'))).length);
  }
  return counts.filter((count) => count > 0);
}

describe.skipIf(cometbftIsAbsent)('a batch of dev changes', () => {
  it('needs few blocks, keeps its order, and is the same on every validator', async () => {
    network = await startNetwork({ validators: 2, seed: 'dev batches' });
    const [authority, other] = network.nodes as [Node, Node];
    const answers = await batch(
      authority,
      Array.from({ length: CHANGES }, (_, i) =>
        i === 7 ? ['hardhat_setNonce', addressOf(0), 'none'] : ['anvil_addBalance', addressOf(i % 2), '0x1'],
      ),
    );
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: CHANGES }, (_, i) => i));
    expect(answers.filter(({ error }) => error !== undefined).map(({ id }) => id)).toEqual([7]);
    const counts = await devTxsOf(authority, await authority.height());
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(CHANGES - 1);
    expect(counts.length).toBeLessThanOrEqual(MAX_BLOCKS);
    await eventually('the other validator has the changes', async () => {
      const balances = await Promise.all([0, 1].map((i) => other.evmCall('eth_getBalance', addressOf(i), 'latest')));
      return balances.join() === '0xa,0x9';
    });
  });
});
