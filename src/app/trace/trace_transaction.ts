/**
 * A transaction of a committed block run again under a tracer's eyes: on a fork of the state below its block, after the
 * steering that leads the block, what modules do before, and the transactions in front of it, all as they were.
 */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import { decodeMsgEthereumTxResult } from '../../codec/cosmos_tx.js';
import { CallTimeout } from '../../evm/guard.js';
import type { Machine } from '../../evm/machine.js';
import { isPrecompile } from '../../evm/precompile_addresses.js';
import type { Bytes } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import type { Client } from '../../kernel/turns.js';
import type { BlockRun } from '../block/block_run.js';
import { deliverTx } from '../block/deliver_tx.js';
import { type BegunBlock, type BlockReaders, beginBlock } from '../block/finalize_block.js';
import { unitsOn } from '../block/unit.js';
import type { MachinePool } from '../evm/machine_pool.js';
import type { AppState, WorkingState } from '../state/types.js';
import { type EthereumTx, isRefusal } from '../tx/tx.js';
import type { TraceOptions, TraceOutcome } from './options.js';
import type { TracedSubject } from './tracer.js';
import { refusedTrace, type Tracing, traced } from './tracing.js';

/** For the transactions in front: a block may be longer than a trace may take. */
const BEFORE_MS = 60_000;

export interface TraceParts {
  readonly state: AppState;
  readonly readers: BlockReaders;
  readonly pool: MachinePool;
}

/** `index` is the transaction's among all of the block, which is one of the chain's. */
export const traceTransaction = (
  parts: TraceParts,
  block: FinalizeBlockRequest,
  index: number,
  options: TraceOptions,
): Promise<TraceOutcome> =>
  traced(options, async (tracing) => {
    try {
      const replay = await Replay.start(parts, block);
      await replay.deliverUntil(index, options.client);
      return await replay.trace(block.txs[index] as Bytes, tracing);
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error;
      return refusedTrace(tracing.timeout.reason);
    }
  });

class Replay {
  #machine: Machine<WorkingState> | undefined;
  readonly #run: BlockRun;
  #next: number;

  private constructor(
    private readonly parts: TraceParts,
    private readonly block: FinalizeBlockRequest,
    { run, steering }: BegunBlock,
  ) {
    this.#run = { ...run, machine: (on) => this.#machineOn(on) };
    this.#next = steering.length;
  }

  static async start(parts: TraceParts, block: FinalizeBlockRequest): Promise<Replay> {
    const { state, readers } = parts;
    const fork = state.fork(state.at(block.height - 1n));
    return new Replay(parts, block, await beginBlock(block, fork, readers, noMachine, unitsOn(state), undefined));
  }

  /** A machine that a transaction has broken is followed by another, as in the block itself. */
  async deliverUntil(index: number, client: Client): Promise<void> {
    const { pool, readers, state } = this.parts;
    const unit = unitsOn(state);
    while (this.#next < index)
      await pool.use(client, BEFORE_MS, async (machine, rests) => {
        this.#machine = machine;
        while (this.#next < index && !machine.broken) {
          const tx = this.block.txs[this.#next++] as Bytes;
          await unit(this.#run, (delivery) => deliverTx(tx, delivery, readers.txs));
          const rest = rests?.rest();
          if (rest !== undefined) await rest;
        }
      });
  }

  /** What a tracer reads besides the run may have to be fetched, on a forked chain: then it runs again. */
  async trace(tx: Bytes, tracing: Tracing): Promise<TraceOutcome> {
    const { pool, state } = this.parts;
    const { client, timeout } = tracing;
    const unit = unitsOn(state);
    return unit(this.#run, (delivery) =>
      pool.use(client, timeout.ms, (machine) => {
        this.#machine = machine;
        return this.#traced(tx, delivery, tracing);
      }),
    );
  }

  async #traced(tx: Bytes, run: BlockRun, tracing: Tracing): Promise<TraceOutcome> {
    const { txs } = this.parts.readers;
    const known = txs.read(tx, run.params);
    invariant(!isRefusal(known) && known.type === 'ethereum', 'what is traced is an Ethereum transaction');
    const tracer = tracing.tracer(subjectOf(known, run));
    const result = await deliverTx(tx, { ...run, observer: tracer.observer }, txs);
    invariant(result.code === 0, `a transaction of block ${run.height} runs again: ${result.log}`);
    const { gasUsed, vmError, ret: output } = decodeMsgEthereumTxResult(result.data);
    return { type: 'traced', json: tracer.result({ gasUsed, error: vmError === '' ? undefined : vmError, output }) };
  }

  #machineOn(state: WorkingState): Machine<WorkingState> {
    invariant(this.#machine !== undefined, 'a transaction that runs again has a machine');
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
    transactionIndex: totals.transactions,
  };
  const { coinbase } = context;
  return { from, to, gas, authorizationList, coinbase, place, state, logsBefore: totals.logs.length, isPrecompile };
}

function noMachine(): never {
  throw new InvariantViolation('before its transactions a block needs no machine');
}
