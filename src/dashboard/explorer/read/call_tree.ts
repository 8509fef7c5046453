/** Defines the tree of calls as geth's `callTracer` returns it. */
import type { ChainLog } from '../abi/decode.js';

export interface CallFrame {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly gas: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly output?: string;
  readonly error?: string;
  readonly revertReason?: string;
  readonly calls?: readonly CallFrame[];
  readonly logs?: readonly ChainLog[];
}

/** Returns the addresses that a tree of calls mentions. */
export function addressesOf(frame: CallFrame): readonly string[] {
  const found = new Set<string>();
  const rest = [frame];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.to !== undefined) found.add(next.to);
    for (const log of next.logs ?? []) found.add(log.address);
    rest.push(...(next.calls ?? []));
  }
  return [...found];
}
