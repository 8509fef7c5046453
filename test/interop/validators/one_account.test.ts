/**
 * Sends the transactions of one account to two nodes while the network decides nothing. Each node gets from the other's
 * engine what makes its own transactions executable. Then blocks continue.
 */
import type { Hex } from 'viem';
import { parseGwei } from 'viem';
import { waitForTransactionReceipt } from 'viem/actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { accountOf, reader, receiptOn } from './clients.js';
import { eventually, type Network, startNetwork } from './network.js';
import { type Node, PATIENCE_MS } from './node.js';
import { signedTransfer } from './traffic.js';

const TXS = 120;
const SEED = process.env['HALLEY_SEED'] ?? 'one account 1';
/** Numbers of nonces and of transactions in the flood. Several transactions have the same nonce. */
const [NONCES, FLOOD] = [40, 100];
const FLOODER = 1;

let network: Network;

/** Two nodes, and the validator that is away: without it the others decide no block. */
const nodes = (): readonly [Node, Node, Node] => network.nodes as unknown as [Node, Node, Node];

/** Runs `send` while no block is decided. */
async function halted(send: (a: Node, b: Node) => Promise<void>): Promise<void> {
  const [a, b, away] = nodes();
  if (away.isRunning('engine')) await away.kill('engine');
  await send(a, b);
  away.startEngine();
}

interface Flooded {
  readonly nonce: number;
  readonly raw: Hex;
  readonly node: Node;
  readonly hash: Hex;
}

/** Signs a transfer that no other one of the flood equals. */
const competing = (nonce: number, gwei: number, value: number): Promise<Hex> =>
  accountOf(FLOODER).signTransaction({
    ...{ type: 'eip1559', chainId: 31_337, nonce, to: accountOf(18).address, value: BigInt(value), gas: 21_000n },
    ...{ maxFeePerGas: parseGwei(`${gwei}`), maxPriorityFeePerGas: parseGwei(`${gwei}`) },
  });

/** Sends them all at once, and returns those that a node acknowledged. */
async function flood(targets: readonly Node[]): Promise<readonly Flooded[]> {
  const random = new RandomStream(seedStream(SEED, 'flood'));
  const sent = Array.from({ length: FLOOD }, async (_, index): Promise<Flooded | undefined> => {
    const nonce = index < NONCES ? index : random.below(NONCES);
    const node = targets[random.below(targets.length)] as Node;
    const raw = await competing(nonce, 10 + random.below(20), index);
    try {
      return { nonce, raw, node, hash: await node.evmCall<Hex>('eth_sendRawTransaction', raw) };
    } catch (error) {
      expect(String(error)).toMatch(/replacement transaction underpriced|nonce too low/);
      return undefined;
    }
  });
  return (await Promise.all(sent)).filter((each) => each !== undefined);
}

describe.skipIf(cometbftIsAbsent)('one account at two nodes', () => {
  beforeAll(async () => {
    network = await startNetwork({ validators: 3 });
  });
  afterAll(() => network?.close());

  it(`gets ${TXS} transactions, sent in turn, into both mempools without a block, and into at most two blocks`, async () => {
    const hashes: Hex[] = [];
    await halted(async (a, b) => {
      for (let nonce = 0; nonce < TXS; nonce++) {
        const node = nonce % 2 === 0 ? a : b;
        hashes.push(await node.evmCall<Hex>('eth_sendRawTransaction', await signedTransfer(0, nonce)));
      }
      for (const node of [a, b])
        await eventually(`${node.name} can execute all`, async () => {
          const { pending, queued } = await node.evmCall<Record<string, Hex>>('txpool_status');
          return Number(pending) === TXS && Number(queued) === 0;
        });
    });
    const receipts = await Promise.all(hashes.map((hash) => receiptOn(nodes()[1], hash)));
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBeLessThanOrEqual(2);
  });

  it(`has each acknowledged transaction of a flood in a block, or a report of the one that took its nonce (seed ${SEED})`, async () => {
    let acknowledged: readonly Flooded[] = [];
    let replaced: Promise<unknown> = Promise.resolve();
    await halted(async (a, b) => {
      acknowledged = await flood([a, b]);
      const [pending] = acknowledged;
      if (pending === undefined) throw new Error('nothing was acknowledged');
      const { address } = accountOf(FLOODER);
      replaced = eventually('all nonces are mined', async () => {
        return Number(await a.evmCall('eth_getTransactionCount', address, 'latest')) === NONCES;
      });
    });
    await replaced;
    const [a] = nodes();
    const height = await a.height();
    await Promise.all(network.nodes.map((node) => node.reach(height)));
    const found = await Promise.all(
      acknowledged.map(async (tx) => ({
        ...tx,
        receipts: await Promise.all(nodes().map((node) => node.evmCall('eth_getTransactionReceipt', tx.hash))),
      })),
    );
    const mined = found.filter(({ receipts: [first] }) => first !== null);
    const lost = found.filter(({ receipts: [first] }) => first === null);
    expect(new Set(mined.map(({ nonce }) => nonce)).size).toBe(NONCES);
    expect(mined).toHaveLength(NONCES);
    for (const { receipts } of mined) for (const receipt of receipts) expect(receipt).toEqual(receipts[0]);
    expect(lost.length).toBeGreaterThan(0);
    for (const { hash, nonce, node, raw, receipts } of lost) {
      expect(receipts).toEqual([null, null, null]);
      expect(await node.evmCall('eth_getTransactionByHash', hash)).toBeNull();
      await expect(node.evmCall('eth_sendRawTransaction', raw)).rejects.toThrow('nonce too low');
      const report = new RegExp(`Dropped: +${hash} of 0x\\w+ with nonce ${nonce}: (0x\\w+) took its nonce`);
      await eventually('it was reported', () => report.test(node.process('app').log));
      const [, by] = report.exec(node.process('app').log) ?? [];
      const others = acknowledged.filter((tx) => tx.nonce === nonce && tx.hash !== hash);
      expect(others.map((tx) => tx.hash)).toContain(by);
    }
  });

  it('lets viem find the transaction that replaced one at another node', async () => {
    // The validator that comes back may propose the first transaction before it has the second.
    let reasons: readonly string[] = [];
    for (let nonce = NONCES; reasons.length === 0 && nonce < NONCES + 5; nonce++) reasons = await replace(nonce);
    expect(reasons).toEqual(['replaced']);
  });
});

/** Replaces a transaction at another node. Returns the reasons that viem gives, none when the first one was mined. */
async function replace(nonce: number): Promise<readonly string[]> {
  let waiting: Promise<unknown> = Promise.resolve();
  const reasons: string[] = [];
  await halted(async (a, b) => {
    const first = await a.evmCall<Hex>('eth_sendRawTransaction', await competing(nonce, 10, 1));
    // viem must know the transaction before it can look for one that replaced it.
    let isKnown = false;
    const client = reader(a).extend(({ getTransaction }) => ({
      getTransaction: (async (tx) => {
        const found = await getTransaction(tx);
        isKnown = true;
        return found;
      }) as typeof getTransaction,
    }));
    waiting = waitForTransactionReceipt(client, {
      ...{ hash: first, timeout: PATIENCE_MS, retryCount: 1000 },
      onReplaced: ({ reason }) => void reasons.push(reason),
    });
    await eventually('viem knows it', () => isKnown);
    await eventually('the other node has it', async () => {
      return (await b.evmCall('eth_getTransactionByHash', first)) !== null;
    });
    const second = await b.evmCall<Hex>('eth_sendRawTransaction', await competing(nonce, 30, 2));
    await eventually('the first node has the second one', async () => {
      return (await a.evmCall('eth_getTransactionByHash', second)) !== null;
    });
  });
  await waiting;
  return reasons;
}
