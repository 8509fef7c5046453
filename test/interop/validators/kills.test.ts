/**
 * Kills applications, engines and both of one validator after the other at seeded instants, while transactions are sent.
 * The chain must go on, the validator must come back, and what a node has acknowledged must be in one block.
 */
import type { Hex } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/kernel/hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { draws } from '../../support/draws.js';
import { cometbftIsAbsent, pause } from '../peers/cometbft.js';
import { receiptOn } from './clients.js';
import { eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';
import { blockAt, reexecute } from './reexecute.js';
import { signedTransfer, Traffic } from './traffic.js';

const SEED = process.env['HALLEY_SEED'] ?? 'kills 1';
const KILLS = 6;
const LONGEST_PAUSE_MS = 700;
/** Accounts that send all the time. */
const SENDERS = [0, 1, 2];
/** Account whose transactions wait at the killed node for an earlier nonce. */
const WAITING = 4;

const VICTIMS = [['app'], ['engine'], ['app', 'engine']] as const;

let network: Network | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

/** Returns the hashes of all transactions in blocks, in order, from the engine of a node. */
async function hashesInBlocks(node: Node, last: number): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (let height = 1; height <= last; height++)
    for (const tx of (await blockAt(node.rpc, height)).block.data.txs)
      hashes.push(toHex(sha256(Buffer.from(tx, 'base64'))));
  return hashes;
}

/** Compares what the applications say of every block. */
async function expectSameBlocks(nodes: readonly Node[], last: number): Promise<void> {
  for (let height = 0; height <= last; height++) {
    const number = `0x${height.toString(16)}`;
    const [first, ...others] = await Promise.all(
      nodes.map(async (node) => [
        await node.evmCall('eth_getBlockByNumber', number, true),
        await node.evmCall('eth_getBlockReceipts', number),
      ]),
    );
    for (const other of others) expect(other).toEqual(first);
  }
}

describe.skipIf(cometbftIsAbsent)('a validator that is killed', () => {
  it(`comes back with the chain's state, and nothing is lost or twice in blocks (seed ${SEED})`, async () => {
    network = await startNetwork({ validators: 4 });
    const { nodes } = network;
    const random = new RandomStream(seedStream(SEED, 'kills'));
    const traffic = new Traffic(nodes, SENDERS, new RandomStream(seedStream(SEED, 'traffic')));
    const held: Hex[] = [];
    for (let kill = 0; kill < draws(KILLS); kill++) {
      const victim = nodes[random.below(nodes.length)] as Node;
      const parts = VICTIMS[random.below(VICTIMS.length)] as readonly ('app' | 'engine')[];
      const others = nodes.filter((node) => node !== victim);
      const later = await signedTransfer(WAITING, 2 * kill + 1);
      const [helper] = others as [Node];
      // What the node acknowledges now waits for an earlier nonce, and only this node has it.
      held.push(await victim.evmCall<Hex>('eth_sendRawTransaction', later));
      await pause(random.below(LONGEST_PAUSE_MS));
      await Promise.all(parts.map((part) => victim.kill(part)));
      await network.advance(2, others);
      await victim.start();
      await victim.reach(await helper.height());
      held.push(await helper.evmCall<Hex>('eth_sendRawTransaction', await signedTransfer(WAITING, 2 * kill)));
      for (const hash of held.slice(-2)) await receiptOn(victim, hash);
    }
    await traffic.stop();
    const acknowledged = [...traffic.acknowledged, ...held];
    await eventually('all transactions are in blocks', async () => {
      const found = await Promise.all(acknowledged.map((hash) => nodes[0]?.evmCall('eth_getTransactionReceipt', hash)));
      return found.every((receipt) => receipt !== null);
    });
    const last = await network.advance(2);
    const included = await hashesInBlocks(nodes[0] as Node, last);
    expect(new Set(included).size).toBe(included.length);
    const expected = SENDERS.reduce((sum, account) => sum + traffic.sentBy(account), 0) + 2 * draws(KILLS);
    expect(included).toHaveLength(expected);
    await expectSameBlocks(nodes, last);
    const { real, simulated } = await reexecute((nodes[1] as Node).rpc, network.genesis, last);
    expect(simulated).toEqual(real);
  });
});
