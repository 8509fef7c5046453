/** Defines the fault that reorganises the chain, which acts neither between validators nor at an interface. */
import { count, type FaultForm, oneOf, optional } from '../../kernel/fault_parameter.js';

const TRANSACTIONS = ['kept', 'dropped'] as const;

export interface ReorgFault {
  readonly type: 'reorg';
  readonly every: number;
  readonly depth?: number;
  readonly transactions?: (typeof TRANSACTIONS)[number];
}

export const REORG_FAULT = {
  type: 'reorg',
  summary: 'Reorganises the chain after every so many blocks, which CometBFT never does and other chains do.',
  parameters: {
    every: count('Sets how many blocks are made from one reorganisation to the next.'),
    depth: optional(count('Sets how many blocks are replaced; without it, one.', 1, 1000)),
    transactions: optional(
      oneOf('Says what becomes of the transactions in them; without it, they are in the new blocks.', TRANSACTIONS),
    ),
  },
} satisfies FaultForm & { readonly summary: string };

export const isReorgFault = (fault: { readonly type: string }): fault is ReorgFault => fault.type === REORG_FAULT.type;
