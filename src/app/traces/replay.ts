/**
 * Replays a committed block, transaction by transaction. It runs on a fork of the state below the block, after the
 * leading dev transactions and BeginBlock of the modules. Everything runs exactly as it did in the block.
 */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import type { EvmTraceOutcome } from '../../backend/evm/execution.js';
import { decodeMsgEthereumTxResult } from '../../codec/cosmos/tx.js';
import type { Machine } from '../../evm/machine.js';
import { precompileTest } from '../../evm/precompiled.js';
import type { Bytes } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { BlockRun, ForkedRuns } from '../block/block_run.js';
import { deliverTx } from '../block/deliver_tx.js';
import { type BegunBlock, beginBlock } from '../block/finalize_block.js';
import { unitsOn } from '../block/unit.js';
import { hardforkOf } from '../sdk/chain_params.js';
import type { Fork, StateReader, WorkingState } from '../state/types.js';
import type { EthereumTx } from '../tx/tx.js';
import type { TracedSubject } from './tracer.js';
import type { TraceRun, Tracing } from './tracing.js';

/** Longest time of the transactions before the traced one, in milliseconds: a block may take longer than a trace. */
const BEFORE_MS = 60_000;

export class Replay {
  #machine: Machine<WorkingState> | undefined;
  readonly #run: BlockRun;
  #next: number;

  private constructor(
    private readonly parts: ForkedRuns,
    private readonly block: FinalizeBlockRequest,
    /** State after the transactions that were delivered so far. */
    readonly state: Fork,
    { run, txResults }: BegunBlock,
  ) {
    this.#run = { ...run, machine: (on) => this.#machineOn(on) };
    this.#next = txResults.length;
  }

  /** Begins a replay. `base` is the state below the block, where the caller has it. */
  static async start(parts: ForkedRuns, block: FinalizeBlockRequest, base?: StateReader): Promise<Replay> {
    const { state, readers } = parts;
    const fork = state.fork(base ?? state.at(block.height - 1n));
    const begun = await beginBlock(block, fork, readers, noMachine, unitsOn(state), undefined);
    return new Replay(parts, block, fork, begun);
  }

  /**
   * Delivers the transactions before the one at `index`, which counts all of the block. After a transaction breaks the
   * machine, another machine continues, as in the block itself. Throws CallTimeout after more than a minute, or when
   * the client is gone.
   */
  async deliverUntil(index: number, client: Client): Promise<void> {
    const { pool, readers, state } = this.parts;
    const unit = unitsOn(state);
    while (this.#next < index)
      await pool.use(client, BEFORE_MS, async (machine, yielding) => {
        this.#machine = machine;
        while (this.#next < index && !machine.broken) {
          const tx = this.block.txs[this.#next++] as Bytes;
          await unit(this.#run, (delivery) => deliverTx(tx, delivery, readers.txs));
          const rest = yielding?.yieldIfDue();
          if (rest !== undefined) await rest;
        }
      });
  }

  /**
   * Traces the next transaction, which must be an Ethereum transaction. On a forked chain it runs again if the tracer
   * reads state that must be fetched first. After a CallTimeout it is still the next transaction.
   */
  async trace(tracing: Tracing, head = ''): Promise<EvmTraceOutcome> {
    const { pool, state } = this.parts;
    const { client, timeout } = tracing;
    const unit = unitsOn(state);
    const tx = this.block.txs[this.#next] as Bytes;
    const start = this.state.checkpoint();
    try {
      const outcome = await unit(this.#run, (delivery) =>
        pool.use(client, timeout.ms, (machine, yielding) => {
          this.#machine = machine;
          return this.#traced(tx, delivery, tracing, { yielding, again: state.remote !== undefined, head });
        }),
      );
      this.#next++;
      if (outcome.type === 'traced') tracing.publish();
      return outcome;
    } catch (error) {
      this.state.revertTo(start);
      throw error;
    }
  }

  async #traced(tx: Bytes, run: BlockRun, tracing: Tracing, how: TraceRun): Promise<EvmTraceOutcome> {
    const { txs } = this.parts.readers;
    const known = txs.readExecuted(tx, run.params);
    invariant(known !== undefined, 'only an Ethereum transaction can be traced');
    const observer = tracing.begin(subjectOf(known, run), how);
    const result = await deliverTx(tx, { ...run, observer }, txs);
    invariant(result.code === 0, `a transaction of block ${run.height} fails in its replay: ${result.log}`);
    const { gasUsed, vmError, ret: output } = decodeMsgEthereumTxResult(result.data);
    return tracing.end({ gasUsed, error: vmError === '' ? undefined : vmError, output });
  }

  #machineOn(state: WorkingState): Machine<WorkingState> {
    invariant(this.#machine !== undefined, 'a replayed transaction has a machine');
    this.#machine.attach(state);
    return this.#machine;
  }
}

function subjectOf({ from, ethereum, ethereumHash }: EthereumTx, run: BlockRun): TracedSubject {
  const { totals, state, context, height, hash } = run;
  const { to, gas, authorizationList } = ethereum;
  const place = {
    blockNumber: height,
    blockHash: hash,
    transactionHash: ethereumHash,
    transactionIndex: totals.executed.length,
  };
  const { coinbase } = context;
  const isPrecompile = precompileTest(hardforkOf(run.params));
  const tip = effectiveTip(ethereum, context.baseFeePerGas);
  return {
    from,
    to,
    gas,
    authorizationList,
    coinbase,
    tip,
    place,
    state,
    logsBefore: totals.logs.length,
    isPrecompile,
  };
}

function noMachine(): never {
  throw new InvariantViolation('no code of a block may run before its transactions');
}

/** Returns the tip that a transaction pays above the base fee. */
function effectiveTip(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: EthereumTx['ethereum'],
  baseFee: bigint,
): bigint {
  const left = (maxFeePerGas ?? gasPrice ?? 0n) - baseFee;
  return maxPriorityFeePerGas === undefined || left < maxPriorityFeePerGas ? left : maxPriorityFeePerGas;
}
