/**
 * Gives the applications of a network's nodes wrong clocks. The engines keep the machine's clock, because a program in Go
 * does not ask the C library for the time.
 */
import type { Hex } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { receiptOn, wallet } from './clients.js';
import { createNetwork, type Network } from './network.js';
import type { Node } from './node.js';
import type { BlockAnswer } from './reexecute.js';

const HOUR_S = 3600;
/** Seconds by which each node's application is ahead. */
const SKEWS = [HOUR_S, -HOUR_S, 0];
/** Stores TIMESTAMP in slot 0 of a new contract without code. */
const STORE_TIME: Hex = '0x425f5500';

let network: Network | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

/** Returns the shell command that gives a program of Node another time. */
const skewed = (seconds: number): string => {
  const code = `const now = Date.now; Date.now = () => now() + ${seconds * 1000};`;
  return `export NODE_OPTIONS='--import=data:text/javascript,${encodeURIComponent(code)}'`;
};

/** Returns the time of a block in seconds as a node's EVM JSON-RPC has it. */
const evmTime = async (node: Node, block: string): Promise<number> =>
  Number((await node.evmCall<{ readonly timestamp: Hex }>('eth_getBlockByNumber', block, false)).timestamp);

describe.skipIf(cometbftIsAbsent)('applications whose clocks are an hour apart', () => {
  it('execute the same blocks with the times of the headers, also after a restart with another clock', async () => {
    network = await createNetwork({ validators: SKEWS.length });
    const { nodes } = network;
    const [ahead, behind] = nodes as [Node, Node];
    await Promise.all(nodes.map((node, index) => node.startApp(skewed(SKEWS[index] as number))));
    for (const node of nodes) node.startEngine();
    await Promise.all(nodes.map((node) => node.reach(3)));
    // A pending block has the time of the node's clock, but is never earlier than the last block.
    const now = await evmTime(nodes[2] as Node, 'latest');
    expect(await evmTime(ahead, 'pending')).toBeGreaterThan(now + HOUR_S / 2);
    expect(Math.abs((await evmTime(behind, 'pending')) - now)).toBeLessThan(HOUR_S / 2);
    const deploy = async (node: Node, account: number): Promise<void> => {
      const hash = await wallet(node, account).sendTransaction({ data: STORE_TIME, gas: 100_000n });
      for (const each of nodes) {
        const { contractAddress, blockNumber } = await receiptOn(each, hash);
        const { block } = await each.ask<BlockAnswer>(`block?height=${blockNumber}`);
        const seconds = Math.floor(Date.parse(block.header.time) / 1000);
        expect(await evmTime(each, `0x${blockNumber.toString(16)}`)).toBe(seconds);
        expect(Number(await each.evmCall('eth_getStorageAt', contractAddress, '0x0', 'latest'))).toBe(seconds);
      }
    };
    for (const [index, node] of nodes.entries()) await deploy(node, index);
    await ahead.stop();
    await ahead.startApp(skewed(-2 * HOUR_S));
    ahead.startEngine();
    await ahead.reach(await behind.height());
    await deploy(ahead, nodes.length);
    const last = await network.advance(2);
    const blocks = await Promise.all(nodes.map((node) => node.ask<BlockAnswer>(`block?height=${last}`)));
    expect(new Set(blocks.map(({ block_id }) => block_id.hash)).size).toBe(1);
  });
});
