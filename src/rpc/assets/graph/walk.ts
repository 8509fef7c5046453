/**
 * Follows the hops of a form through the channel tables, whatever the state of the channels. The forms of an asset make
 * a tree: two forms share the last part of their paths, nearest the origin. Transfers between them use the parts that
 * they do not share.
 */
import type { GraphChain, GraphEnd } from './graph_chain.js';

/** Resolves where channels lead. */
export interface Ways {
  /** Returns the chain at the other end, whatever the channel's state. */
  chainBehind(end: GraphEnd): GraphChain | undefined;
}

export interface Form {
  readonly chain: GraphChain;
  readonly hops: readonly string[];
  readonly base: string;
  /** Ends of the hops, nearest first. There are fewer than `hops` where a hop leads to an unknown chain. */
  readonly ends: readonly GraphEnd[];
  /** Chain where the path ends, which need not be a known chain; `undefined` where a hop is unknown. */
  readonly originChainId: string | undefined;
}

export function formOf(graph: Ways, chain: GraphChain, hops: readonly string[], base: string): Form {
  const ends: GraphEnd[] = [];
  let at: GraphChain | undefined = chain;
  let originChainId: string | undefined = chain.id;
  for (const hop of hops) {
    const end: GraphEnd | undefined = at?.ends.get(hop);
    originChainId = end?.facts.counterparty.chainId;
    if (end === undefined) break;
    ends.push(end);
    at = graph.chainBehind(end);
  }
  return { chain, hops, base, ends, originChainId };
}

/** Returns the form after unwinding `count` hops, or undefined beyond the hops whose chains are known. */
export function ancestor(graph: Ways, form: Form, count: number): Form | undefined {
  const last = form.ends[count - 1];
  const chain = last === undefined ? form.chain : graph.chainBehind(last);
  if (count > form.ends.length || chain === undefined) return undefined;
  return { ...form, chain, hops: form.hops.slice(count), ends: form.ends.slice(count) };
}

/** Returns the form that arrives at `receiving` when the form is sent away from its origin. */
export function forwarded(form: Form, receiving: GraphEnd): Form {
  return {
    ...form,
    chain: receiving.chain,
    hops: [receiving.hop, ...form.hops],
    ends: [receiving, ...form.ends],
  };
}
