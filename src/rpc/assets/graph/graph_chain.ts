/**
 * Indexes one chain's part of the graph: its channel ends and forms by name. It is built once for each `ChainAssets`
 * and never changes. Values that depend on other chains belong to the graph.
 */
import type { AssetForm, ChainAssets, ChannelEnd } from '../../../backend/assets.js';

export interface GraphEnd {
  readonly chain: GraphChain;
  /** Hop that a transfer adds by arriving here: `transfer/channel-0`. */
  readonly hop: string;
  /** Whether a CosmWasm contract has bound the port: `wasm.<address>`. */
  readonly isContract: boolean;
  /** Whether the end carries transfers; other ports belong to other applications. */
  readonly isTransfer: boolean;
  readonly facts: ChannelEnd;
  readonly peerHop: string;
  readonly channelNumber: number;
}

export interface GraphChain {
  readonly id: string;
  readonly facts: ChainAssets;
  readonly ends: ReadonlyMap<string, GraphEnd>;
  readonly byDenom: ReadonlyMap<string, AssetForm>;
  /** Indexes forms by `pathKey`. */
  readonly byPath: ReadonlyMap<string, AssetForm>;
  readonly byBase: ReadonlyMap<string, readonly AssetForm[]>;
  /** Forms that the bank does not send, by `pathKey`. */
  readonly frozen: ReadonlySet<string>;
  /** Bank denoms by lower-case address, for enabled token pairs. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Contracts by bank denom, for the same pairs. */
  readonly contracts: ReadonlyMap<string, string>;
}

/** Returns a key for a path. Bases may contain slashes, so a plain path would not show where the base begins. */
export const pathKey = (hops: readonly string[], base: string): string => `${hops.join('/')}|${base}`;

export function graphChain(facts: ChainAssets): GraphChain {
  const ends = new Map<string, GraphEnd>();
  const enabled = facts.tokenPairs.filter((pair) => pair.enabled);
  const node: GraphChain = {
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

/** Groups items by name, in the order of the items. */
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

function endNode(chain: GraphChain, facts: ChannelEnd): GraphEnd {
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
