/**
 * A form and the way that it came: the ends of its hops, followed through the channel tables whatever their state. Two
 * forms of one asset share the end of their ways, nearest the origin, and transfers between them go over what they do not
 * share: the forms of an asset are a tree.
 */
import type { ChainNode, EndNode } from './chain_node.js';

/** Where channels lead. */
export interface Ways {
  /** The chain at the other end, whatever the channel's state. */
  chainBehind(end: EndNode): ChainNode | undefined;
}

export interface Form {
  readonly chain: ChainNode;
  readonly hops: readonly string[];
  readonly base: string;
  /** The end of each hop, nearest first; shorter than `hops` where a hop leads to what nobody knows. */
  readonly ends: readonly EndNode[];
  /** Where the way ends; undefined where a hop is unknown. The chain itself need not be known. */
  readonly originChainId: string | undefined;
}

export function formOf(graph: Ways, chain: ChainNode, hops: readonly string[], base: string): Form {
  const ends: EndNode[] = [];
  let at: ChainNode | undefined = chain;
  let originChainId: string | undefined = chain.id;
  for (const hop of hops) {
    const end: EndNode | undefined = at?.ends.get(hop);
    originChainId = end?.facts.counterparty.chainId;
    if (end === undefined) break;
    ends.push(end);
    at = graph.chainBehind(end);
  }
  return { chain, hops, base, ends, originChainId };
}

/** What unwinding `count` hops gives; undefined beyond the hops whose chains are known. */
export function ancestor(graph: Ways, form: Form, count: number): Form | undefined {
  const last = form.ends[count - 1];
  const chain = last === undefined ? form.chain : graph.chainBehind(last);
  if (count > form.ends.length || chain === undefined) return undefined;
  return { ...form, chain, hops: form.hops.slice(count), ends: form.ends.slice(count) };
}

/** What arrives when the form is sent over `end` of its chain, away from its origin. */
export function forwarded(form: Form, receiving: EndNode): Form {
  return {
    ...form,
    chain: receiving.chain,
    hops: [receiving.hop, ...form.hops],
    ends: [receiving, ...form.ends],
  };
}
