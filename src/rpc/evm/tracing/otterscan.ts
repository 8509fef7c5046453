/** Finds what Otterscan requests: mined transactions with their frames, and the first height of a fact. */
import type { EvmReceipt } from '../../../backend/evm/block.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../../../backend/evm/execution.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { refusal } from '../../jsonrpc/errors.js';
import type { EvmContext } from '../context.js';
import { parityList } from './parity.js';

/** Members of a frame of `trace_transaction` that Otterscan's methods read. */
export interface Frame {
  readonly type: 'call' | 'create' | 'suicide';
  readonly action: Readonly<Record<string, string | undefined>>;
  /** Address that a failed creation would have given. */
  readonly attempted?: string;
  readonly result: { readonly address?: string; readonly output?: string; readonly code?: string } | null;
  readonly traceAddress: readonly number[];
  readonly transactionHash: string;
}

/** Returns a mined transaction. Throws RpcError with Erigon's text for any other. */
export function minedTransaction(evm: EvmBackend, hash: Bytes): EvmReceipt {
  const receipt = evm.receipt(hash);
  if (receipt === undefined) throw refusal(`transaction ${to0x(hash)} not found`);
  return receipt;
}

/** Runs transactions again, and returns those of their frames that `keeps` selects by their addresses. */
export async function framesOf(
  context: EvmContext,
  trace: (options: EvmTraceOptions) => Promise<EvmTraceOutcome | undefined>,
  keeps: (from: string, to: string | undefined) => boolean = () => true,
): Promise<readonly Frame[]> {
  const list = parityList(context, { type: 'entries', keeps, withAttempted: true }, () => [trace]);
  return JSON.parse(await list.text(context.limits.responseBytes)) as readonly Frame[];
}

/** Returns the first height whose block this chain made. */
export const lowestOwn = ({ earlier, firstHeight }: EvmBackend): bigint =>
  earlier === undefined ? firstHeight : earlier.blockNumber + 1n;

/**
 * Returns the first height at which a fact holds, by bisection: once it holds, it holds at all later heights. Returns
 * undefined if it does not hold at the head, or held before this chain's first block.
 */
export async function firstHeight(
  evm: EvmBackend,
  holds: (height: bigint) => Promise<boolean>,
): Promise<bigint | undefined> {
  let [no, yes] = [lowestOwn(evm), evm.head()];
  if (yes <= no || !(await holds(yes)) || (await holds(no))) return undefined;
  while (yes - no > 1n) {
    const middle = (no + yes) / 2n;
    if (await holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
