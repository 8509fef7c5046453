/**
 * Traces all Ethereum transactions of a committed block in one replay: each run begins with the state that the one
 * before left. A run that takes too long is reported as an error, and is then repeated without a tracer. A tracer of
 * calls alone sees the one call of a transfer without a run.
 */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import type { EvmReceipt } from '../../backend/evm/block.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/execution.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import { TX_GAS } from '../../evm/intrinsic_gas.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type Client, isGone } from '../../kernel/fair_scheduler.js';
import { to0x } from '../../kernel/hex.js';
import type { ForkedRuns } from '../block/block_run.js';
import { Replay } from './replay.js';
import { refusedTrace, type Tracing, traced } from './tracing.js';

export interface PlacedTransaction {
  /** Index among all transactions of the block. */
  readonly index: number;
  /** Hash in the trace of a block; `undefined` leaves it out. */
  readonly hash: Bytes | undefined;
  /** Receipt, where it is known. */
  readonly receipt?: EvmReceipt | undefined;
}

type BlockTrace = (
  parts: ForkedRuns,
  block: FinalizeBlockRequest,
  transactions: readonly PlacedTransaction[],
  options: EvmTraceOptions,
) => Promise<EvmTraceOutcome>;

/** Writes the elements that the form makes of each transaction. Ends early when one of them is refused. */
export const traceElements: BlockTrace = (parts, block, transactions, options) =>
  traced(options, async (tracing) => {
    const { client, out } = options;
    const runs = new BlockRuns(parts, block, client);
    try {
      for (const transaction of transactions) {
        if (out.closed) throw new CallTimeout();
        const run = await runs.before(transaction, tracing);
        const outcome = await run('');
        if (outcome.type === 'refused') return outcome;
        const rest = out.write('');
        if (rest !== undefined) await rest;
      }
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error;
      return refusedTrace(tracing.timeout.reason);
    }
    return { type: 'traced' };
  });

/** Writes an array of `{txHash, result}`, with `{txHash, error}` for runs that were too long or too large. */
export const traceBlock: BlockTrace = (parts, block, transactions, options) =>
  traced(options, async (tracing) => {
    const { client, out } = options;
    const runs = new BlockRuns(parts, block, client);
    let separator = '[';
    try {
      for (const transaction of transactions) {
        if (out.closed) throw new CallTimeout();
        const run = await runs.before(transaction, tracing);
        const { hash } = transaction;
        const entry = `${separator}{${hash === undefined ? '' : `"txHash":"${to0x(hash)}",`}`;
        const tail = await entryTail(run, tracing, entry, () => out.closed || isGone(client));
        separator = ',';
        const rest = out.write(tail);
        if (rest !== undefined) await rest;
      }
    } catch (error) {
      const { begun } = tracing.stop('not run');
      if (begun || separator === ',') out.write(begun ? '}]' : ']');
      if (!(error instanceof CallTimeout)) throw error;
      return refusedTrace(tracing.timeout.reason);
    }
    await out.write(separator === '[' ? '[]' : ']');
    return { type: 'traced' };
  });

/** Runs a transaction with a tracer. `head` is written before the trace. */
type Run = (head: string) => Promise<EvmTraceOutcome>;

/** Runs of a block's transactions. The block runs again from the first one that must. */
class BlockRuns {
  #replay: Replay | undefined;

  constructor(
    private readonly parts: ForkedRuns,
    private readonly block: FinalizeBlockRequest,
    private readonly client: Client,
  ) {}

  /** Returns the run of a transaction, with the state that it needs. Throws CallTimeout as `deliverUntil` does. */
  async before({ index, receipt }: PlacedTransaction, tracing: Tracing): Promise<Run> {
    const { ofTransfer } = tracing;
    if (ofTransfer !== undefined && receipt !== undefined && isTransfer(receipt))
      return async (head) => {
        const slice = await this.parts.pool.scheduler?.begin(this.client);
        try {
          return tracing.known(ofTransfer(receipt), head);
        } finally {
          slice?.end();
        }
      };
    this.#replay ??= await Replay.start(this.parts, this.block);
    const replay = this.#replay;
    await replay.deliverUntil(index, this.client);
    return (head) => replay.trace(tracing, head);
  }
}

/**
 * Returns whether a transaction spent no gas on code and so made no other call. Only gas of code or of an
 * authorization is ever refunded, and never as much as it cost.
 */
const isTransfer = ({ transaction, success, gasUsed, returnData }: EvmReceipt): boolean =>
  success &&
  gasUsed === TX_GAS &&
  transaction.to !== undefined &&
  transaction.input.length === 0 &&
  transaction.type !== 4 &&
  returnData.length === 0;

/** Returns the text that follows what the trace itself has written. */
async function entryTail(run: Run, tracing: Tracing, entry: string, gone: () => boolean): Promise<string> {
  const failed = (reason: string): string => {
    const { begun, outcome } = tracing.stop(reason);
    return `${begun ? ',' : entry}"error":${JSON.stringify(outcome.reason)}}`;
  };
  try {
    const outcome = await run(`${entry}"result":`);
    return outcome.type === 'traced' ? '}' : failed(outcome.reason);
  } catch (error) {
    if (!(error instanceof CallTimeout) || gone()) throw error;
    return failed(tracing.timeout.reason);
  }
}
