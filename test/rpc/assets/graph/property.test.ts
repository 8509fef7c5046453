/** Compares the graph with its reference model on networks drawn at random. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainAssets } from '../../../../src/backend/assets.js';
import { AssetGraph } from '../../../../src/rpc/assets/graph/asset_graph.js';
import { candidates } from '../../../../src/rpc/assets/graph/candidates.js';
import type { GraphChain } from '../../../../src/rpc/assets/graph/graph_chain.js';
import { formOf } from '../../../../src/rpc/assets/graph/walk.js';
import { DEFAULT_ASSET_SETTINGS } from '../../../../src/rpc/assets/settings.js';
import { readTopology } from '../../../../src/rpc/assets/topology/read_topology.js';
import { stateKey, walk } from './reference_graph.js';

const DEPTH = 4;
const IDS = ['a-1', 'b-1', 'c-1', 'd-1', 'e-1'];
const BASES = ['ucoin', 'cw20:token', 'erc20:0x80b5a32E4F032B2a058b4F29EC95EEfEEB87aDcd'];

const aChain = (chain_id: string) =>
  fc.record({ chain_id: fc.constant(chain_id), pfm_enabled: fc.boolean(), supports_memo: fc.boolean() });
const aState = fc.constantFrom('OPEN', 'OPEN', 'OPEN', 'OPEN', 'CLOSED', 'TRYOPEN');
const aClient = fc.constantFrom('Active', 'Active', 'Active', 'Active', 'Expired');
/**
 * Channels are numbered across all chains, except for one chain where numbers repeat: hops of different chains are
 * alike.
 */
const aLink = fc.record({
  a: fc.constantFrom(...IDS),
  b: fc.constantFrom(...IDS),
  state: aState,
  client: aClient,
  port: fc.constantFrom('transfer', 'transfer', 'transfer', 'wasm.bridge', 'icahost'),
  preferred: fc.option(fc.boolean(), { nil: undefined }),
  liquidity: fc.nat(5),
});

interface Drawn {
  readonly chains: ReadonlyMap<string, ChainAssets>;
  /** Steps of a walk from an asset's home chain: each is the number of the channel that is taken. */
  readonly steps: readonly number[];
  readonly home: string;
  readonly base: string;
}

const aNetwork: fc.Arbitrary<Drawn> = fc
  .record({
    chains: fc.tuple(...IDS.map(aChain)),
    links: fc.array(aLink, { minLength: 3, maxLength: 9 }),
    steps: fc.array(fc.nat(7), { maxLength: 3 }),
    home: fc.constantFrom(...IDS),
    base: fc.constantFrom(...BASES),
  })
  .map(({ chains, links, ...rest }) => {
    const counts = new Map<string, number>();
    const channelOf = (id: string): string => {
      const next = counts.get(id) ?? 0;
      counts.set(id, next + 1);
      return `channel-${next}`;
    };
    const channels = links
      .filter(({ a, b }) => a !== b)
      .map(({ a, b, state, client, port, preferred, liquidity }) => ({
        a: { chain_id: a, port, channel: channelOf(a), state: 'OPEN', client_status: client },
        b: { chain_id: b, port: 'transfer', channel: channelOf(b), state },
        preferred,
        liquidity,
      }));
    const described = readTopology({ chains, channels }).chains;
    return { ...rest, chains: new Map(described.map((chain) => [chain.chainId, chain])) };
  });

/** Returns a form that exists: it was sent from its home chain over any channels, open or not. */
function sourceOf({ chains, steps, home }: Drawn): { readonly chain: ChainAssets; readonly hops: readonly string[] } {
  let chain = chains.get(home) as ChainAssets;
  let hops: readonly string[] = [];
  for (const step of steps) {
    const end = chain.channels[step % Math.max(1, chain.channels.length)];
    const next = end && chains.get(end.counterparty.chainId);
    if (end === undefined || next === undefined) break;
    const unwinds = hops[0] === `${end.port}/${end.channel}`;
    hops = unwinds ? hops.slice(1) : [`${end.counterparty.port}/${end.counterparty.channel}`, ...hops];
    chain = next;
  }
  return { chain, hops };
}

const SETTINGS = { ...DEFAULT_ASSET_SETTINGS, maxTransfers: DEPTH };

describe('the graph', () => {
  it('offers only what its reference model reaches, by as many transfers and transactions', () => {
    fc.assert(
      fc.property(aNetwork, (network) => {
        const { chain, hops } = sourceOf(network);
        const graph = new AssetGraph().sync(network.chains);
        const source = formOf(graph, graph.named(chain.chainId) as GraphChain, hops, network.base);
        const reached = walk(network.chains, chain, hops, network.base, DEPTH);
        for (const { form, route } of candidates(graph, source, SETTINGS))
          expect(reached.get(stateKey(form.chain.id, form.hops))).toMatchObject({
            transfers: route.transfers.length,
            txs: route.txs,
          });
      }),
      { numRuns: 1500 },
    );
  });

  it('offers every form with a supply that its reference model reaches', () => {
    fc.assert(
      fc.property(aNetwork, fc.nat(20), (network, pick) => {
        const { chain, hops } = sourceOf(network);
        const reached = [...walk(network.chains, chain, hops, network.base, DEPTH)].filter(
          ([key]) => !key.startsWith(`${chain.chainId}|`),
        );
        const [key] = reached[pick % Math.max(1, reached.length)] ?? [];
        if (key === undefined) return;
        const [chainId = '', path = ''] = key.split('|');
        const target = network.chains.get(chainId) as ChainAssets;
        const segments = path === '' ? [] : path.split('/');
        const held = {
          denom: 'held',
          hops: segments.flatMap((_, i) => (i % 2 === 0 ? [`${segments[i]}/${segments[i + 1]}`] : [])),
          base: network.base,
          supply: 5n,
          sendEnabled: true,
        };
        const chains = new Map(network.chains).set(chainId, { ...target, forms: [held] });
        const graph = new AssetGraph().sync(chains);
        const source = formOf(graph, graph.named(chain.chainId) as GraphChain, hops, network.base);
        const found = candidates(graph, source, SETTINGS).map(({ form }) => stateKey(form.chain.id, form.hops));
        expect(found).toContain(key);
      }),
      { numRuns: 1500 },
    );
  });

  it('is the same after an update as one that is built from the start', () => {
    fc.assert(
      fc.property(aNetwork, aNetwork, fc.subarray(IDS), (before, after, changed) => {
        const { chain, hops } = sourceOf(before);
        const mixed = new Map(
          [...before.chains].map(([id, facts]) => [
            id,
            changed.includes(id) ? (after.chains.get(id) as ChainAssets) : facts,
          ]),
        );
        const answers = (graph: AssetGraph): unknown =>
          candidates(graph, formOf(graph, graph.named(chain.chainId) as GraphChain, hops, before.base), SETTINGS).map(
            ({ form, rank, route }) => [form.chain.id, form.hops, rank, route.txs],
          );
        const graph = new AssetGraph().sync(before.chains);
        answers(graph);
        expect(answers(graph.sync(mixed))).toEqual(answers(new AssetGraph().sync(mixed)));
      }),
      { numRuns: 300 },
    );
  });
});
