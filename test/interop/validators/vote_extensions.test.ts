/** Runs the price oracle under CometBFT: real validators sign prices, and pass them on in their blocks. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { newerCometbft, versionsAreAbsent } from '../peers/cometbft.js';
import { type Network, startNetwork } from './network.js';

let network: Network | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

const { contract } = JSON.parse(readFileSync('genesis/teaching.json', 'utf8')).app_state.oracle;

it.skipIf(versionsAreAbsent())('validators of CometBFT 0.38 and 0.40 agree on a median of their prices', async () => {
  network = await startNetwork({ validators: 3, extendedFrom: 2 }, (node) => {
    if (node.name === 'node2') node.cometbft = newerCometbft('0.40');
  });
  const last = await network.advance(4);
  const prices = await Promise.all(
    network.nodes.map(async (node) => {
      const { txs_results, app_hash } = await node.ask<{
        readonly app_hash: string;
        readonly txs_results: readonly { readonly events: readonly { readonly attributes: readonly object[] }[] }[];
      }>(`block_results?height=${last - 1}`);
      const [price, all] = (txs_results[0]?.events[0]?.attributes ?? []) as readonly { readonly value: string }[];
      const slot = await node.evmCall<string>('eth_getStorageAt', contract, '0x0', `0x${(last - 1).toString(16)}`);
      return { app_hash, price: price?.value, all: all?.value.split(','), slot: BigInt(slot) };
    }),
  );
  const [first] = prices;
  expect(prices).toEqual([first, first, first]);
  const reported = first?.all ?? [];
  expect(new Set(reported).size).toBe(reported.length);
  expect(reported.length).toBeGreaterThanOrEqual(2);
  expect(reported).toContain(first?.price);
  expect(first?.slot).toBe(BigInt(`${first?.price}`.replace('.', '')));
});
