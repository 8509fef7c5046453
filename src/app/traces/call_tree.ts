/**
 * Builds the tree of a run's calls for `callTracer` and `flatCallTracer` (go-ethereum `eth/tracers/native/call.go`).
 */
import type { EvmReceipt } from '../../backend/evm/block.js';
import type { EthereumLog } from '../../codec/ethereum/receipt.js';
import { revertReason } from '../../codec/ethereum/revert_data.js';
import type { FrameEnd, FrameStart, FrameType, Observer } from '../../evm/observer.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { quantity, REVERTED } from './geth_error_text.js';
import type { SizeBudget } from './size_budget.js';
import type { TracedPlace, TracedSubject } from './tracer.js';

/** Estimates the characters of a log without its data. */
const LOG_LENGTH = 320;

export interface CallLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  /** Index in the block, among the logs that are not reverted. */
  readonly index: string;
  /** Calls of its frame before the log. */
  readonly position: string;
}

/** Frame that has ended. Numbers and bytes are in the format of JSON-RPC. */
export interface CallNode {
  readonly type: FrameType;
  readonly from: string;
  /** Address of the code, or the beneficiary; `undefined` when a creation failed. */
  readonly to: string | undefined;
  /** Address that a failed creation would have given; `undefined` for other frames. */
  readonly attempted: string | undefined;
  readonly toPrecompile: boolean;
  readonly input: string;
  readonly gas: string;
  readonly gasUsed: string;
  /** `undefined` for a static call, which has no value. */
  readonly value: string | undefined;
  /** Data that the frame returned or reverted with. */
  readonly output: string;
  readonly error: string | undefined;
  /** Reason string of Solidity's `Error(string)`; `undefined` when there is none or it is empty. */
  readonly revertReason: string | undefined;
  readonly calls: readonly CallNode[];
  readonly logs: readonly CallLog[];
}

export interface CallTreeOptions {
  readonly onlyTopCall: boolean;
  readonly withLog: boolean;
  /** Whether the outermost frame shows its own gas, without the intrinsic gas, instead of the transaction's. */
  readonly ownGas?: boolean;
  /** Estimates the characters of a frame without its data. */
  readonly frameLength: (depth: number) => number;
}

type Subject = TracedSubject & { readonly budget: SizeBudget };

/** Frame that is executing. */
interface Open {
  readonly start: FrameStart;
  readonly input: string;
  readonly calls: CallNode[];
  readonly logs: CallLog[];
}

export class CallTree {
  readonly observer: Observer;
  #root: CallNode | undefined;
  readonly #open: Open[] = [];
  #logCount: number;
  /** Number of the block's logs at the start of each executing frame. A frame that fails resets the count. */
  readonly #counts: number[] = [];

  constructor(
    private readonly subject: Subject,
    private readonly options: CallTreeOptions,
  ) {
    this.#logCount = subject.logsBefore;
    this.observer = {
      enter: (start) => this.#enter(start),
      exit: (end) => this.#exit(end),
      log: options.withLog ? (log: EthereumLog) => this.#log(log) : undefined,
    };
  }

  /** Returns the root, or undefined when it exceeds the budget. `gasUsed` is that of the receipt, if it is shown. */
  root(gasUsed?: bigint): CallNode | undefined {
    const root = this.#root;
    return gasUsed === undefined ? root : root && { ...root, gasUsed: quantity(gasUsed) };
  }

  #isSkipped(depth: number): boolean {
    return this.subject.budget.isFull || (this.options.onlyTopCall && depth > 0);
  }

  #enter(start: FrameStart): void {
    const { depth, input } = start;
    this.#counts.push(this.#logCount);
    if (this.#isSkipped(depth) || !this.subject.budget.take(this.options.frameLength(depth) + 2 * input.length)) return;
    this.#open.push({ start, input: to0x(input), calls: [], logs: [] });
  }

  #exit(end: FrameEnd): void {
    const before = this.#counts.pop();
    if (end.error !== undefined) this.#logCount = before ?? this.#logCount;
    if (this.#isSkipped(end.depth)) return;
    const ended = this.#open.pop();
    if (ended === undefined || !this.subject.budget.take(2 * end.output.length)) return;
    const node = this.#nodeOf(ended, end);
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = node;
    else parent.calls.push(node);
  }

  #nodeOf({ start, input, calls, logs }: Open, { output, gasUsed, error }: FrameEnd): CallNode {
    const { type, depth, from, to, gas, value } = start;
    const { subject, options } = this;
    const isFailedCreation = error !== undefined && (type === 'CREATE' || type === 'CREATE2');
    return {
      type,
      from: to0x(from),
      to: isFailedCreation ? undefined : to0x(to),
      attempted: isFailedCreation ? to0x(to) : undefined,
      toPrecompile: subject.isPrecompile(to),
      input,
      gas: quantity(depth === 0 && options.ownGas !== true ? subject.gas : gas),
      gasUsed: quantity(gasUsed),
      value: type === 'STATICCALL' ? undefined : quantity(value),
      output: to0x(output),
      error,
      revertReason: error === REVERTED ? reasonIn(output) : undefined,
      calls,
      logs,
    };
  }

  #log({ address, topics, data }: EthereumLog): void {
    const index = quantity(this.#logCount++);
    const current = this.#open.at(-1);
    if (current === undefined || this.#isSkipped(this.#counts.length - 1)) return;
    if (!this.subject.budget.take(LOG_LENGTH + 2 * data.length)) return;
    const position = quantity(current.calls.length);
    current.logs.push({ address: to0x(address), topics: topics.map(to0x), data: to0x(data), index, position });
  }
}

/** Returns the call of a transfer. The gas is that of its transaction, or with `ownGas` that of its frame. */
export function transferNode({ transaction, gasUsed }: EvmReceipt, ownGas = false): CallNode {
  const { from, to, gas, value } = transaction;
  return {
    ...{ type: 'CALL', from: to0x(from), to: to && to0x(to), attempted: undefined, toPrecompile: false },
    ...{ input: '0x', gas: quantity(ownGas ? gas - gasUsed : gas), gasUsed: quantity(ownGas ? 0n : gasUsed) },
    ...{ value: quantity(value), output: '0x', error: undefined, revertReason: undefined, calls: [], logs: [] },
  };
}

export const placeIn = ({ transaction, inclusion }: EvmReceipt): TracedPlace => ({
  blockNumber: inclusion.blockNumber,
  blockHash: inclusion.blockHash,
  transactionHash: transaction.hash,
  transactionIndex: inclusion.transactionIndex,
});

function reasonIn(output: Bytes): string | undefined {
  const reason = revertReason(output);
  return reason === '' ? undefined : reason;
}
