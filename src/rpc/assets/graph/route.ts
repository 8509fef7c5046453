/**
 * Computes the only route between two forms of an asset (asset-reachability.md 3.2): unwind to the common ancestor,
 * then forward. It also counts the signed transactions (asset-reachability.md 3.6).
 */
import type { AssetGraph } from './asset_graph.js';
import type { GraphChain, GraphEnd } from './graph_chain.js';
import { mayCarry } from './usable.js';
import type { Form } from './walk.js';

/** One transfer of a route. */
export interface Transfer {
  readonly sending: GraphEnd;
  readonly receiving: GraphEnd;
  /** Hops of the form that leaves `sending.chain`. */
  readonly hops: readonly string[];
  /** Whether the owner signs the transfer as its own transaction, instead of a chain that forwards it. */
  readonly signed: boolean;
}

export interface Route {
  readonly transfers: readonly Transfer[];
  readonly txs: number;
}

/**
 * Returns the number of hops at the origin's side that both forms share. It compares ends, because two chains may use one name for
 * different channels.
 */
function shared(a: Form, b: Form): number {
  const [last, other] = [a.ends.length - 1, b.ends.length - 1];
  let count = 0;
  while (count <= last && count <= other && a.ends[last - count] === b.ends[other - count]) count++;
  return count;
}

/**
 * Returns the route between two forms of one asset; the route of a form to itself is empty. Returns undefined where a
 * channel cannot be used or does not carry the form, where `passes` refuses a chain, or beyond `maxTransfers`.
 */
export function routeBetween(
  graph: AssetGraph,
  source: Form,
  target: Form,
  maxTransfers: number,
  passes: (chain: GraphChain) => boolean,
): Route | undefined {
  const common = shared(source, target);
  const climbs = source.ends.length - common;
  const descents = target.ends.length - common;
  if (climbs + descents > maxTransfers) return undefined;
  const count = new TransactionCount(source.chain);
  const transfers: Transfer[] = [];
  const go = (sending: GraphEnd | undefined, receiving: GraphEnd | undefined, hops: readonly string[]): boolean => {
    if (sending === undefined || receiving === undefined || !graph.canSend(sending)) return false;
    if (!mayCarry(sending, receiving, hops, source.base) || !passes(receiving.chain)) return false;
    transfers.push({ sending, receiving, hops, signed: count.next(sending, hops, source.base, transfers.at(-1)) });
    return true;
  };
  for (let i = 0; i < climbs; i++) {
    const sending = source.ends[i] as GraphEnd;
    if (!go(sending, graph.peer(sending), source.hops.slice(i))) return undefined;
  }
  for (let i = descents - 1; i >= 0; i--) {
    const receiving = target.ends[i] as GraphEnd;
    if (!go(graph.peer(receiving), receiving, target.hops.slice(i + 1))) return undefined;
  }
  return { transfers, txs: count.txs };
}

/** Counter of transactions. A chain in the middle forwards as the memo of the transaction instructs it, if it can. */
class TransactionCount {
  txs = 0;
  /** Whether the current transaction carries a memo. */
  #memo = false;

  constructor(private readonly source: GraphChain) {}

  /** Returns whether the transfer begins a new transaction. */
  next(sending: GraphEnd, hops: readonly string[], base: string, before: Transfer | undefined): boolean {
    const chain = before === undefined ? this.source : sending.chain;
    if (before !== undefined && this.#memo && isForwarded(sending, hops, base, before.receiving)) return false;
    this.txs++;
    this.#memo = chain.facts.supportsMemo && !sending.isContract;
    return true;
  }
}

/**
 * Checks whether the chain forwards the transfer. The ERC-20 module converts its own coins into the contract's tokens
 * on arrival, before they could be forwarded.
 */
const isForwarded = (sending: GraphEnd, hops: readonly string[], base: string, arrival: GraphEnd): boolean =>
  sending.chain.facts.pfmEnabled &&
  !arrival.isContract &&
  !sending.isContract &&
  !arrival.facts.ofClient &&
  !sending.facts.ofClient &&
  !(hops.length === 0 && base.startsWith('erc20:'));
