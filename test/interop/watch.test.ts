/** Runs `halley watch` against a real network of four validators: rounds, a validator that is down, a changed power. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { halley, Running } from '../cli/run.js';
import { type CometNetwork, cometbftIsAbsent, startNetwork } from './peers/cometbft.js';
import { resultOf } from './two_chains.js';

const EMPTY_BLOCKS = { 'consensus.create_empty_blocks': 'true', 'consensus.timeout_commit': '"200ms"' };

describe.skipIf(cometbftIsAbsent)('halley watch of a real CometBFT', () => {
  let network: CometNetwork;
  let url: string;

  beforeAll(async () => {
    network = await startNetwork({ chainId: 'watched', powers: [10, 10, 10, 10], settings: EMPTY_BLOCKS });
    url = network.nodes[0]?.url as string;
  });
  afterAll(() => network?.close());

  it('shows steps, votes, polka, lock and decision as they come', async () => {
    const watch = new Running(['watch', url]);
    expect(await watch.line()).toMatch(/^connected to watched at http:\/\/127.0.0.1:\d+ \(\w+, CometBFT 0.38.\d+\)$/);
    // On a busy machine some heights need further rounds.
    const height = await watch.said(
      /^(\d+)\/0 round 0 begins, proposer node\d\n(?:.*\n)*\1 decided [0-9A-F]{8} in 1 round, 0 transactions$/m,
    );
    const { code, stdout, stderr } = await watch.signal('SIGINT');
    expect([code, stderr]).toEqual([0, '']);
    for (const wanted of [
      /0 round 0 begins, proposer node\d$/,
      /0 step Propose$/,
      /0 proposal [0-9A-F]{8} is complete$/,
      /0 step Prevote$/,
      /0 prevote of node\d for [0-9A-F]{8}, which now has 75.0 %$/,
      /0 valid block [0-9A-F]{8}$/,
      /0 polka: more than 2\/3 prevoted [0-9A-F]{8}$/,
      /0 locked [0-9A-F]{8}$/,
      /0 step Precommit$/,
      /0 precommit of node\d for [0-9A-F]{8}, which now has 75.0 %$/,
      /0 step Commit$/,
    ])
      expect(stdout).toMatch(new RegExp(`^${height}/${wanted.source}`, 'm'));
  });

  it('shows the state once, with the names of the genesis document', async () => {
    const { code, stdout, stderr } = await halley('watch', url.replace('http', 'tcp'), '--once');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^watched {2}live {2}http:\/\/127.0.0.1:\d+ {2}\(\w+, CometBFT 0.38/);
    expect(stdout).toMatch(/^Height \d+ {2}Round \d+ {2}Step \w+/m);
    expect([...stdout.matchAll(/^[> ] (node\d) +25.0 % /gm)].map(([, name]) => name).sort()).toEqual([
      ...['node0', 'node1', 'node2', 'node3'],
    ]);
  });

  it('shows a changed power, and votes by the new powers', async () => {
    const watch = new Running(['watch', url]);
    await watch.line();
    // Not the validator that goes down in the next test: without it, the others could not decide.
    const { validator_info } = await resultOf<{ validator_info: { pub_key: { value: string } } }>(url, 'status');
    const key = validator_info.pub_key.value;
    const tx = Buffer.from(`val=ed25519!${key}!30`).toString('base64');
    await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'broadcast_tx_sync', params: { tx } }),
    });
    const from = await watch.said(/^\d+ validators change at height (\d+): node\d has power 30$/m);
    // The next set has 60 in all: the largest validator alone has half of it.
    expect(await watch.said(new RegExp(`^(${from}/0 prevote of .*)\n`, 'm'))).toMatch(
      /now has (50.0|16.6|66.6|33.3) %$/,
    );
    await watch.signal('SIGINT');
  });

  it('shows further rounds when a validator is down, and says that the node is gone', async () => {
    const watch = new Running(['watch', url]);
    await watch.line();
    await network.nodes[3]?.stop();
    await watch.said(/^(\d+\/1 round 1 begins, proposer node\d)$/m);
    await watch.said(/^(\d+\/0 timeout of the proposal)$/m);
    await watch.said(/^(\d+\/0 prevote of node\d for nil, which now has .*)$/m);
    await watch.said(/^(\d+ decided [0-9A-F]{8} in 2 rounds, 0 transactions)$/m);
    await network.nodes[0]?.stop();
    await watch.said(/^(connection lost, trying again: .*)$/m);
    expect((await watch.signal('SIGTERM')).code).toBe(0);
  });
});
