/**
 * Maintains the graph of chains and channels over which assets move (asset-reachability.md 3.2). `sync` applies
 * changes: it reads a chain again only when its facts are a different object. Values that depend on several chains (the
 * other end of a channel, usable ends) are computed on first use and dropped at the next change.
 */
import type { ChainAssets } from '../../../backend/assets.js';
import { type GraphChain, type GraphEnd, graphChain, groupBy } from './graph_chain.js';
import { isUsable } from './usable.js';
import { type Form, formOf, type Ways } from './walk.js';

/** Groups the usable ends of a chain by the chain that they lead to. */
export type Neighbours = ReadonlyMap<string, readonly GraphEnd[]>;

export class AssetGraph implements Ways {
  readonly #chains = new Map<string, GraphChain>();
  /** Chain ids by EVM chain id. */
  #aliases: ReadonlyMap<string, string> = new Map();
  #read: ReadonlyMap<string, ChainAssets> | undefined;
  #neighbours = new Map<GraphChain, Neighbours>();
  /** Whether each end can send a transfer. */
  #sending = new Map<GraphEnd, boolean>();
  /** Chains that have a form of each base denom. */
  readonly #holders = new Map<string, Set<GraphChain>>();
  /** Values for callers of `keep` by name, until the next change. */
  #cache = new Map<string, unknown>();

  /** Number of changes. */
  version = 0;

  /** Makes this the graph of `chains`. It does nothing when the map is the same object as last time. */
  sync(chains: ReadonlyMap<string, ChainAssets>): this {
    if (chains === this.#read) return this;
    for (const [id, chain] of this.#chains) if (chains.get(id) !== chain.facts) this.#remove(chain);
    for (const [id, facts] of chains) if (!this.#chains.has(id)) this.#add(graphChain(facts));
    this.#read = chains;
    this.#aliases = new Map(
      [...chains].flatMap(([id, { simulated, evmChainId }]) =>
        simulated && evmChainId !== undefined && !chains.has(evmChainId) ? [[evmChainId, id] as const] : [],
      ),
    );
    this.#neighbours = new Map();
    this.#sending = new Map();
    this.#cache = new Map();
    this.version++;
    return this;
  }

  /** Chains in ascending order of chain id. */
  get chains(): readonly GraphChain[] {
    return this.keep('chains', () => [...this.#chains.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
  }

  /** Finds a chain by its exact chain id. A simulated chain's EVM chain id also names it. */
  named(text: string): GraphChain | undefined {
    return this.#chains.get(text) ?? this.#chains.get(this.#aliases.get(text) ?? '');
  }

  chainBehind(end: GraphEnd): GraphChain | undefined {
    return this.#chains.get(end.facts.counterparty.chainId);
  }

  /** Returns the other end, or undefined when its chain is unknown or does not have it. */
  peer(end: GraphEnd): GraphEnd | undefined {
    const peer = this.chainBehind(end)?.ends.get(end.peerHop);
    return peer?.peerHop === end.hop && peer.facts.counterparty.chainId === end.chain.id ? peer : undefined;
  }

  canSend(end: GraphEnd): boolean {
    const known = this.#sending.get(end);
    if (known !== undefined) return known;
    const peer = this.peer(end);
    const can = peer !== undefined && isUsable(end, peer);
    this.#sending.set(end, can);
    return can;
  }

  neighbours(chain: GraphChain): Neighbours {
    const known = this.#neighbours.get(chain);
    if (known !== undefined) return known;
    const sending = [...chain.ends.values()].filter((end) => this.canSend(end));
    const ends = groupBy(sending, ({ facts }) => facts.counterparty.chainId);
    this.#neighbours.set(chain, ends);
    return ends;
  }

  /** Returns every form of the asset that some chain knows, whether it has a supply or not. */
  forms(originChainId: string, base: string): readonly Form[] {
    return this.keep(`forms|${originChainId}|${base}`, () =>
      this.#formsOfBase(base).filter((form) => form.originChainId === originChainId),
    );
  }

  #formsOfBase(base: string): readonly Form[] {
    return [...(this.#holders.get(base) ?? [])].flatMap((chain) =>
      (chain.byBase.get(base) ?? []).map(({ hops }) => formOf(this, chain, hops, base)),
    );
  }

  #add(chain: GraphChain): void {
    this.#chains.set(chain.id, chain);
    for (const base of chain.byBase.keys()) {
      const holders = this.#holders.get(base);
      if (holders === undefined) this.#holders.set(base, new Set([chain]));
      else holders.add(chain);
    }
  }

  #remove(chain: GraphChain): void {
    this.#chains.delete(chain.id);
    for (const base of chain.byBase.keys()) {
      const holders = this.#holders.get(base);
      holders?.delete(chain);
      if (holders?.size === 0) this.#holders.delete(base);
    }
  }

  /** Returns the cached value for `name`, or calls `make` and caches the result until the next change. */
  keep<T>(name: string, make: () => T): T {
    if (this.#cache.has(name)) return this.#cache.get(name) as T;
    const made = make();
    this.#cache.set(name, made);
    return made;
  }
}
