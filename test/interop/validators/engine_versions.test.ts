/**
 * Runs the application under CometBFT 0.38, 0.39 and 0.40: one chain that all of them execute and decide, and validators
 * with keys of every type that 0.40 knows.
 */
import { encodeDeployData, parseEther } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { KEY_TYPE_NAMES } from '../../../src/abci/pub_key.js';
import { seededSecrets } from '../../../src/testnet/index.js';
import { halley } from '../../cli/run.js';
import { COUNTER_CREATION } from '../../support/counter.js';
import { duplicateVoteEvidence } from '../equivocation.js';
import { newerCometbft, versionsAreAbsent } from '../peers/cometbft.js';
import { accountOf, receiptOn, wallet } from './clients.js';
import { createNetwork, eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';
import { reexecute } from './reexecute.js';

let network: Network | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

/** Fields of `block_results` that every version has. */
interface Results {
  readonly app_hash: string;
  readonly txs_results: readonly object[] | null;
}

const resultsUpTo = (node: Node, last: number): Promise<readonly Results[]> =>
  Promise.all(
    Array.from({ length: last }, async (_, index) => {
      const { app_hash, txs_results } = await node.ask<Results>(`block_results?height=${index + 1}`);
      return { app_hash, txs_results };
    }),
  );

describe.skipIf(versionsAreAbsent())('engines of several versions', () => {
  it('compute the same results for the same blocks, and continue a chain of the version before', async () => {
    network = await createNetwork({ validators: 1, fullNodes: 2 });
    const [validator, older, newer] = network.nodes as [Node, Node, Node];
    newer.cometbft = newerCometbft('0.40');
    for (const [index, cometbft] of ['cometbft', newerCometbft('0.39'), newerCometbft('0.40')].entries()) {
      // The only validator gets another program; the others execute its blocks from the first on.
      if (index > 0) await validator.kill('engine');
      validator.cometbft = cometbft;
      await Promise.all(network.nodes.map((node) => node.start()));
      await network.advance(1);
      const sender = wallet(validator, index);
      const sent = [
        await sender.sendTransaction({ to: accountOf(9).address, value: parseEther(`${index + 1}`), gas: 21_000n }),
        await sender.sendTransaction({
          data: encodeDeployData({ abi: [], bytecode: COUNTER_CREATION }),
          gas: 200_000n,
        }),
      ];
      for (const hash of sent) expect(await receiptOn(older, hash)).toMatchObject({ status: 'success' });
    }
    const last = await network.advance(2);
    // The newest block of a node may not be executed yet.
    const results = await resultsUpTo(validator, last - 1);
    expect(results.flatMap(({ txs_results }) => txs_results ?? [])).toHaveLength(6);
    for (const node of [older, newer]) expect(await resultsUpTo(node, last - 1)).toEqual(results);
    const { real, simulated } = await reexecute(newer.rpc, network.genesis, last);
    expect(simulated).toEqual(real);
  });

  it('decide with keys of every type, and slash one that signs twice', async () => {
    network = await startNetwork({ validators: KEY_TYPE_NAMES.length, keyTypes: KEY_TYPE_NAMES }, (node) => {
      node.cometbft = newerCometbft('0.40');
    });
    const [first] = network.nodes as [Node];
    const hash = await wallet(network.node(1), 0).sendTransaction({
      to: accountOf(9).address,
      value: 5n,
      gas: 21_000n,
    });
    expect(await receiptOn(first, hash)).toMatchObject({ status: 'success' });
    const accused = KEY_TYPE_NAMES.indexOf('ml_dsa_65');
    const seed = seededSecrets('validators')(`validator ${accused}`);
    const evidence = await duplicateVoteEvidence(first.rpc, (await first.height()) - 1, seed, 'ml_dsa_65');
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'broadcast_evidence', params: { evidence } });
    const answer = await (await fetch(first.rpc, { method: 'POST', body })).json();
    expect(answer).toMatchObject({ result: { hash: expect.any(String) } });
    await eventually('the validator has lost its power', async () => {
      const { validators } = await first.ask<{ readonly validators: readonly object[] }>('validators');
      return validators.length === KEY_TYPE_NAMES.length - 1;
    });
    const last = await network.advance(2);
    const { real, simulated } = await reexecute(first.rpc, network.genesis, last);
    expect(simulated).toEqual(real);
    const { code, stderr } = await halley('verify', '--node', first.rpc);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
