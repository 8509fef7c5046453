/**
 * Compares a real node and ours key by key, for every route over every protocol and every type of event
 * (`scripts/compare`). `scripts/compare/allowed.ts` lists the intended differences; any other fails.
 */
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytes, type Call, type ChainFacts, integer, PROTOCOLS } from '../../scripts/compare/calls.js';
import { compareCalls, type Side, sideOf } from '../../scripts/compare/compare.js';
import { compareEvents, listenToAll, type ReceivedEvents } from '../../scripts/compare/events.js';
import { faults } from '../../scripts/compare/report.js';
import { wireClient } from '../../scripts/compare/wire.js';
import { validatorKeys } from '../../src/devnet/chain/validator_keys.js';
import { createDevnet } from '../../src/devnet/index.js';
import { duplicateVoteEvidence } from './equivocation.js';
import { cometbftIsAbsent, until } from './peers/cometbft.js';
import { commitKvstore, level, resultOf, startTwoChains, type TwoChains, transfer } from './two_chains.js';

/** Default seed, from which the validators' keys derive. */
const DEFAULT_SEED = '0';
const BASE_FEE = 1_000_000_000n;
/** Events of a block with a transaction when nothing fails. */
const HAPPENING = [
  'NewBlock',
  'NewBlockHeader',
  'NewBlockEvents',
  'Tx',
  'NewRound',
  'NewRoundStep',
  'CompleteProposal',
  'Polka',
  'Lock',
  'ValidBlock',
  'Vote',
];

let chains: TwoChains;
let real: Side;
let ours: Side;

/** Signs transfers of the first account, one after the other. */
async function* transfers({ devnet }: Pick<TwoChains, 'devnet'>): AsyncGenerator<Uint8Array, never> {
  const [from, to] = devnet.accounts;
  const account = privateKeyToAccount(from?.privateKey as `0x${string}`);
  const count = await devnet.provider.request({ method: 'eth_getTransactionCount', params: [from?.address, 'latest'] });
  for (let nonce = Number(count); ; nonce++) {
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: Number(devnet.evmChainId),
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n * BASE_FEE,
      maxPriorityFeePerGas: BASE_FEE,
      to: to?.address as `0x${string}`,
      value: 1n,
    });
    yield Buffer.from(signed.slice(2), 'hex');
  }
}

const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');

let kvstoreTxs = 0;
const kvstoreTx = (): Uint8Array => Buffer.from(`the key of the number ${kvstoreTxs++}=the number`);

const post = async (url: string, method: string, params: unknown): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { result, error } = (await (await fetch(url, { method: 'POST', body })).json()) as Record<string, unknown>;
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
};

/** Returns the events that both nodes publish during `happening`, until both chains are idle again. */
async function receivedDuring(happening: () => Promise<void>): Promise<readonly [ReceivedEvents, ReceivedEvents]> {
  const listeners = [await listenToAll(real.client), await listenToAll(ours.client)] as const;
  await happening();
  await level(chains);
  const received = [listeners[0].received(), listeners[1].received()] as const;
  await Promise.all(listeners.map((listener) => listener.close()));
  return received;
}

const typesOf = (received: ReceivedEvents): readonly string[] =>
  [...received].filter(([, frames]) => frames.length > 0).map(([type]) => type);

const onlyEvidence = (received: ReceivedEvents): ReceivedEvents =>
  new Map([...received].filter(([type]) => type === 'NewEvidence'));

const heightWithEvidence = async (url: string): Promise<number> => {
  for (let height = 1; ; height++) {
    const { block } = await resultOf<{ block: { evidence: { evidence: readonly unknown[] } } }>(
      url,
      `block?height=${height}`,
    );
    if (block.evidence.evidence.length > 0) return height;
  }
};

describe.skipIf(cometbftIsAbsent)('a real node and ours', () => {
  beforeAll(async () => {
    chains = await startTwoChains();
    [real, ours] = await Promise.all([sideOf(chains.realUrl), sideOf(chains.ourUrl)]);
  });

  afterAll(async () => {
    for (const side of [real, ours]) side?.client.close();
    await chains?.close();
  });

  it('give the same kind of answer on every route', async () => {
    expect(faults(await compareCalls(real, ours))).toEqual([]);
  });

  it('accept transactions in the same way', async () => {
    const ourTxs = transfers(chains);
    for (const protocol of PROTOCOLS)
      for (const route of ['check_tx', 'broadcast_tx_async', 'broadcast_tx_sync', 'broadcast_tx_commit']) {
        const { value } = await ourTxs.next();
        const tx = (facts: ChainFacts) => bytes(facts === real.facts ? kvstoreTx() : value);
        const calls = (facts: ChainFacts): Call[] => [{ route, about: 'taken', args: { tx: tx(facts) } }];
        expect(faults(await compareCalls(real, ours, calls, [protocol]))).toEqual([]);
        // check_tx adds no transaction to a block, so its nonce is still unused.
        if (route === 'check_tx') await post(chains.ourUrl, 'broadcast_tx_commit', { tx: base64(value) });
      }
    await level(chains);
  });

  it('publish the same events of blocks, rounds and transactions', async () => {
    const [theirs, our] = await receivedDuring(async () => {
      await commitKvstore(chains.realUrl, 'one more key for the block=one more value for it');
      await transfer(chains.devnet);
    });
    expect(typesOf(theirs)).toEqual(HAPPENING);
    expect(faults(compareEvents(theirs, our))).toEqual([]);
  });

  it('publish the same events of validator changes', async () => {
    const second = base64(chains.network.nodes[1]?.privateKey.subarray(32) as Uint8Array);
    const [theirs, our] = await receivedDuring(async () => {
      await commitKvstore(chains.realUrl, `val=ed25519!${second}!9`);
      await chains.devnet.setValidatorPower(1, 9n);
    });
    expect(typesOf(theirs)).toContain('ValidatorSetUpdates');
    const found = compareEvents(theirs, our).filter(({ where }) => where !== 'Tx');
    // There a transaction changes the powers, and here a command does.
    expect(faults(found.filter(({ path }) => !/\.(txs|tx_results)$/.test(path)))).toEqual([]);
  });

  it('show changed validators in the same way', async () => {
    const changed = async ({ client }: Side): Promise<number> => {
      for (let height = 1; ; height++) {
        const { text } = await client.http({ verb: 'GET', target: `/block_results?height=${height}` });
        if (!text.includes('"validator_updates":null')) return height;
      }
    };
    const heights = new Map([
      [real.facts, await changed(real)],
      [ours.facts, await changed(ours)],
    ]);
    const at = (facts: ChainFacts, later: number) => integer((heights.get(facts) as number) + later);
    const calls = (facts: ChainFacts): Call[] => [
      { route: 'block_results', about: 'with new powers', args: { height: at(facts, 0) } },
      { route: 'validators', about: 'new', args: { height: at(facts, 2), page: undefined, per_page: undefined } },
    ];
    const found = await compareCalls(real, ours, calls);
    // There a transaction made the change, and here a command did.
    expect(faults(found.filter(({ path }) => path !== 'result.txs_results'))).toEqual([]);
  });

  it('accept and show evidence in the same way', async () => {
    const key = chains.network.nodes[1]?.privateKey.subarray(0, 32) as Uint8Array;
    const ourKey = validatorKeys(DEFAULT_SEED, 2)[1]?.seed as Uint8Array;
    const sent = [
      { url: chains.realUrl, evidence: await duplicateVoteEvidence(chains.realUrl, 2, key) },
      { url: chains.ourUrl, evidence: await duplicateVoteEvidence(chains.ourUrl, 2, ourKey) },
    ];
    const [theirs, our] = await receivedDuring(async () => {
      for (const { url, evidence } of sent) {
        const hash = await post(url, 'broadcast_evidence', { evidence });
        expect(hash).toEqual({ hash: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) });
        // A node accepts known evidence again.
        expect(await post(url, 'broadcast_evidence', { evidence })).toEqual(hash);
      }
      await commitKvstore(chains.realUrl, 'a key for the block with evidence=a value for it');
      await transfer(chains.devnet);
    });
    expect(theirs.get('NewEvidence')).toHaveLength(1);
    expect(faults(compareEvents(onlyEvidence(theirs), onlyEvidence(our)))).toEqual([]);

    const heights = new Map([
      [real.facts, await heightWithEvidence(chains.realUrl)],
      [ours.facts, await heightWithEvidence(chains.ourUrl)],
    ]);
    const calls = (facts: ChainFacts): Call[] => [
      { route: 'block', about: 'with evidence', args: { height: integer(heights.get(facts) as number) } },
    ];
    const found = await compareCalls(real, ours, calls);
    expect(faults(found.filter(({ path }) => path !== 'result.block.data.txs'))).toEqual([]);
  });

  it('show unconfirmed transactions and the round of a halted chain in the same way', async () => {
    const WAITING = 3;
    await chains.network.nodes[1]?.stop();
    await using devnet = await createDevnet({
      validators: 2,
      miningMode: 'manual',
      jsonRpc: false,
      assets: false,
      rpc: { address: 'tcp://127.0.0.1:0' },
    });
    const url = `${devnet.urls.cometRpc}/v0.38`;
    const ourTxs = transfers({ devnet });
    for (let i = 0; i < WAITING; i++) {
      await post(chains.realUrl, 'broadcast_tx_sync', { tx: base64(kvstoreTx()) });
      await post(url, 'broadcast_tx_sync', { tx: base64((await ourTxs.next()).value) });
    }
    const waiting = async (node: string): Promise<boolean> =>
      (await resultOf<{ n_txs: string }>(node, 'num_unconfirmed_txs')).n_txs === String(WAITING);
    await until(
      'the transactions are in both mempools',
      async () => (await waiting(chains.realUrl)) && (await waiting(url)),
    );
    const halted = { ...ours, client: wireClient(url) };
    const calls = (): Call[] => [
      { route: 'num_unconfirmed_txs', about: 'some', args: {} },
      { route: 'unconfirmed_txs', about: 'some', args: { limit: undefined } },
      { route: 'unconfirmed_txs', about: 'one of them', args: { limit: integer(1) } },
      { route: 'consensus_state', about: 'halted', args: {} },
    ];
    expect(faults(await compareCalls(real, halted, calls))).toEqual([]);
    for (const limit of [-1, 0, 1, 2, 100]) {
      const counted = async (node: string) => {
        const { txs, ...counts } = await resultOf<{ n_txs: string; total: string; txs: readonly string[] }>(
          node,
          `unconfirmed_txs?limit=${limit}`,
        );
        return { n_txs: counts.n_txs, total: counts.total, listed: txs.length };
      };
      expect(await counted(url), `at most ${limit}`).toEqual(await counted(chains.realUrl));
    }
    halted.client.close();
  });
});
