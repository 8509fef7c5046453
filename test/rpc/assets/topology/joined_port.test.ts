/** Joins a simulated chain to described ones: the simulated chain's state overrides its description. */
import { describe, expect, it } from 'vitest';
import type { AssetBackend, ChainAssets, ChannelEnd } from '../../../../src/backend/assets.js';
import { formNamed } from '../../../../src/rpc/assets/denom.js';
import { AssetGraph } from '../../../../src/rpc/assets/graph/asset_graph.js';
import type { GraphChain } from '../../../../src/rpc/assets/graph/graph_chain.js';
import { voucherDenom } from '../../../../src/rpc/assets/graph/voucher_denom.js';
import { reachable } from '../../../../src/rpc/assets/reachable.js';
import { type AssetSettings, DEFAULT_ASSET_SETTINGS } from '../../../../src/rpc/assets/settings.js';
import { joinTopology } from '../../../../src/rpc/assets/topology/joined_port.js';
import { chainsOf, LOCAL, patchedTopology, portOf } from '../topology_chains.js';

const local = chainsOf(patchedTopology()).get(LOCAL) as ChainAssets;
/** Returns a backend whose local chain has these channels and forms in its state. */
function live(channels: readonly ChannelEnd[], forms = local.forms): AssetBackend & { chain: ChainAssets } {
  const chain = { ...local, channels, forms };
  const chains = new Map([[LOCAL, chain]]);
  return { ...portOf(chains), chain };
}
const [toHub] = local.channels as [ChannelEnd];
const WISHES = { allowMultiTx: true, nativeOnly: false, includeCw20Assets: true, recommendationReason: undefined };

function destinations(port: AssetBackend, denom: string, settings: Partial<AssetSettings> = {}): object {
  const graph = new AssetGraph().sync(port.chains());
  const source = formNamed(graph, graph.named(LOCAL) as GraphChain, denom);
  if (source === undefined) return {};
  const found = reachable(graph, source, { ...DEFAULT_ASSET_SETTINGS, ...settings }, WISHES);
  return Object.fromEntries([...found].map(([id, all]) => [id, all.map(({ form }) => form.hops.join('/'))]));
}

describe('a described chain beside a simulated one', () => {
  it('is reached only over the channels in the state', () => {
    const skipped: string[] = [];
    const none = joinTopology(live([]), patchedTopology(), (entry) => skipped.push(entry));
    expect(skipped).toEqual(['devnet_9000-1 is simulated; its state overrides the description']);
    expect(destinations(none.port, 'aevm')).toEqual({});
    const one = joinTopology(live([toHub]), patchedTopology());
    expect(destinations(one.port, 'aevm')).toEqual({
      'hub-1': ['transfer/channel-10'],
      'dex-1': ['transfer/channel-21/transfer/channel-10'],
      'iso-1': ['transfer/channel-31/transfer/channel-10'],
    });
  });

  it('may lack the channel, which then counts as open on its side', () => {
    const end = { ...toHub, channel: 'channel-7', counterparty: { ...toHub.counterparty, channel: 'channel-900000' } };
    const { port } = joinTopology(live([end]), patchedTopology());
    expect(destinations(port, 'aevm', { maxForwardHops: 1 })).toEqual({ 'hub-1': ['transfer/channel-900000'] });
    const closed = joinTopology(live([{ ...end, state: 'CLOSED' }]), patchedTopology());
    expect(destinations(closed.port, 'aevm')).toEqual({});
  });

  it('has for a form the supply that the near end holds in escrow', () => {
    const end = { ...toHub, escrow: new Map([['aevm', 77n]]) };
    const { port } = joinTopology(live([end]), patchedTopology());
    const hub = port.chains().get('hub-1') as ChainAssets;
    const supplies = new Map(hub.forms.map(({ denom, supply }) => [denom, supply]));
    expect(supplies.get(voucherDenom(['transfer/channel-10'], 'aevm'))).toBe(77n);
    // The topology describes it as held, and the escrow account is empty.
    const erc20 = 'erc20:0x80b5a32E4F032B2a058b4F29EC95EEfEEB87aDcd';
    expect(supplies.get(voucherDenom(['transfer/channel-10'], erc20))).toBe(0n);
    expect(supplies.get('uhub')).toBe(5_000_000n);
  });

  it('is neither a destination nor on a route when described chains do not count', () => {
    const { port } = joinTopology(live([toHub]), patchedTopology());
    expect(destinations(port, 'aevm', { countDescribed: false })).toEqual({});
  });

  it('stays the same object as long as its neighbours do', () => {
    const { port } = joinTopology(live([toHub]), patchedTopology());
    expect(port.chains()).toBe(port.chains());
    let chain = live([toHub]).chain;
    const moving: AssetBackend = { chains: () => new Map([[LOCAL, chain]]), balances: () => undefined };
    const joined = joinTopology(moving, patchedTopology()).port;
    const before = joined.chains();
    chain = { ...chain, forms: [] };
    const after = joined.chains();
    expect(after.get('iso-1')).toBe(before.get('iso-1'));
    expect(after.get(LOCAL)).not.toBe(before.get(LOCAL));
  });
});
