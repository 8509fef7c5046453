/**
 * One chain's part of the graph: its channel ends and forms by name. Made once for each `ChainAssets` and never changed;
 * what depends on other chains as well is the graph's.
 */
import type { AssetForm, ChainAssets, ChannelEnd } from '../../../backend/assets.js';

export interface EndNode {
  readonly chain: ChainNode;
  /** `transfer/channel-0`: the hop that arriving here adds. */
  readonly hop: string;
  /** Bound by a CosmWasm contract: `wasm.<address>`. */
  readonly isContract: boolean;
  /** Transfers go over it at all: other ports belong to other applications. */
  readonly isTransfer: boolean;
  readonly facts: ChannelEnd;
  readonly peerHop: string;
  readonly channelNumber: number;
}

export interface ChainNode {
  readonly id: string;
  readonly facts: ChainAssets;
  readonly ends: ReadonlyMap<string, EndNode>;
  readonly byDenom: ReadonlyMap<string, AssetForm>;
  /** By `pathKey`. */
  readonly byPath: ReadonlyMap<string, AssetForm>;
  readonly byBase: ReadonlyMap<string, readonly AssetForm[]>;
  /** By `pathKey`, what the bank sends to nobody. */
  readonly frozen: ReadonlySet<string>;
  /** Bank denoms by lower-case address, of the token pairs that are enabled. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Contracts by bank denom, of the same pairs. */
  readonly contracts: ReadonlyMap<string, string>;
}

/** Bases may hold slashes, so that a plain path would not say where they begin. */
export const pathKey = (hops: readonly string[], base: string): string => `${hops.join('/')}|${base}`;

export function chainNode(facts: ChainAssets): ChainNode {
  const ends = new Map<string, EndNode>();
  const enabled = facts.tokenPairs.filter((pair) => pair.enabled);
  const node: ChainNode = {
    id: facts.chainId,
    facts,
    ends,
    byDenom: new Map(facts.forms.map((form) => [form.denom, form])),
    byPath: new Map(facts.forms.map((form) => [pathKey(form.hops, form.base), form])),
    byBase: groupBy(facts.forms, ({ base }) => base),
    frozen: new Set(facts.forms.filter((form) => !form.sendEnabled).map((form) => pathKey(form.hops, form.base))),
    pairs: new Map(enabled.map(({ erc20Address, denom }) => [erc20Address.toLowerCase(), denom])),
    contracts: new Map(enabled.map(({ erc20Address, denom }) => [denom, erc20Address])),
  };
  for (const channel of facts.channels) {
    const end = endNode(node, channel);
    ends.set(end.hop, end);
  }
  return node;
}

/** In the order of the items. */
export function groupBy<T>(items: Iterable<T>, nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

function endNode(chain: ChainNode, facts: ChannelEnd): EndNode {
  const { port, channel, counterparty } = facts;
  const isContract = port.startsWith('wasm.');
  return {
    chain,
    hop: `${port}/${channel}`,
    isContract,
    isTransfer: isContract || port === 'transfer',
    facts,
    peerHop: `${counterparty.port}/${counterparty.channel}`,
    channelNumber: Number(/\d+$/.exec(channel)?.[0] ?? 0),
  };
}
