/**
 * Maps the parameters that select a block, a state or a transaction to what they select. On a forked chain, every
 * reading method with such a parameter is answered from the remote where the place lies in the remote's history.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import type { Param } from '../../jsonrpc/method.js';
import {
  type BlockParam,
  block,
  blockNumber,
  encodedBlock,
  nextBlock,
  provenBlock,
  stateBlock,
} from '../params/block.js';
import { blockHeight } from '../params/numbers.js';
import { blockHash, transactionHash } from '../params/values.js';

/**
 * Place in the chain that a request asks about. `state` is the state after the block; what a block's `stateRoot` proves
 * belongs to the block.
 */
export type ChainPlace =
  | { readonly type: 'state'; readonly block: BlockParam }
  | { readonly type: 'block'; readonly block: BlockParam }
  | { readonly type: 'transaction'; readonly hash: Bytes };

interface Selector {
  /** Returns the place that a decoded argument selects. */
  readonly placeOf: (argument: unknown) => ChainPlace;
  /** Whether the argument may be a tag, which the remote would resolve on its own chain. */
  readonly takesTags: boolean;
}

const selects = <T>(
  param: Param<T>,
  takesTags: boolean,
  placeOf: (argument: T) => ChainPlace,
): readonly [Param<unknown>, Selector] => [
  param as Param<unknown>,
  { placeOf: (argument) => placeOf(argument as T), takesTags },
];

const stateOf = (selected: BlockParam): ChainPlace => ({ type: 'state', block: selected });
const blockOf = (selected: BlockParam): ChainPlace => ({ type: 'block', block: selected });

const SELECTORS: ReadonlyMap<Param<unknown>, Selector> = new Map([
  selects(stateBlock, true, stateOf),
  selects(nextBlock, true, stateOf),
  selects(block, true, blockOf),
  selects(provenBlock, true, blockOf),
  selects(blockNumber, true, blockOf),
  selects(blockHeight, false, (number) => blockOf({ type: 'number', number })),
  selects(encodedBlock, false, blockOf),
  selects(blockHash, false, (hash) => blockOf({ type: 'hash', hash })),
  selects(transactionHash, false, (hash) => ({ type: 'transaction', hash })),
]);

export interface PlaceParam extends Selector {
  readonly index: number;
}

/** Returns the parameter that selects the place, or undefined for a method without one. */
export function placeParam(params: readonly Param<unknown>[]): PlaceParam | undefined {
  const index = params.findIndex((param) => SELECTORS.has(param));
  const selector = SELECTORS.get(params[index] as Param<unknown>);
  return selector && { ...selector, index };
}
