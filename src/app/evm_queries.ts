/**
 * Reads and executes for the EVM JSON-RPC at a height (evm-json-rpc.md 5). Each execution has its own fork of the state
 * at that height. Every retained height works, also while new blocks are made.
 */
import type {
  BlockOverrides,
  EvmAccessListOutcome,
  EvmCallOutcome,
  EvmCallRequest,
  EvmEstimate,
  EvmParityForm,
  EvmSimulationRequest,
  EvmTraceOptions,
  EvmTraceOutcome,
  StateOverrides,
} from '../backend/evm/execution.js';
import type { BlockContext } from '../evm/block_context.js';
import type { Execute, Machine, Message } from '../evm/machine.js';
import { precompileTest } from '../evm/precompiled.js';
import { whenKnown } from '../kernel/awaitable.js';
import type { Bytes } from '../kernel/bytes.js';
import type { TextSink } from '../kernel/text_stream.js';
import { evmTimestamp } from '../kernel/time.js';
import { cappedToUint256 } from '../kernel/uint256.js';
import { accessListOf } from './calls/access_list.js';
import { estimate } from './calls/estimate.js';
import { createForkRunner, type PendingBlock, type QueryLimits, type RunOnFork } from './calls/fork_runner.js';
import { messageOf, type Simulation, simulate } from './calls/simulate.js';
import { type ObserveCall, simulateBlocks } from './calls/simulated/simulate_blocks.js';
import { refusedFor, type SimulationOutcome } from './calls/simulated/simulate_v1.js';
import { type StorageRead, StorageReads } from './calls/storage_reads.js';
import type { DevTxPool } from './dev_txs/dev_tx_pool.js';
import type { MachinePool } from './machine/machine_pool.js';
import { contextOf } from './modules/evm/block_context.js';
import { nextBaseFeeOf } from './modules/feemarket/base_fee.js';
import { readFeeMarketParams } from './modules/feemarket/store.js';
import { type BlockRecord, readBlockRecord, writeBlockRecord } from './sdk/block_record.js';
import { readChainParams } from './sdk/chain_params.js';
import { type PastAccounts, PastReader } from './state/past_reader.js';
import { codeOf } from './state/reader.js';
import type { AccountProof, AppState, StateReader, WorkingState } from './state/types.js';
import { refusedTrace, type TraceChoice, type TraceRun, Tracing, traced, tracerOf } from './traces/tracing.js';
import { ceilDecimal } from './types/coins.js';

/** Queries that run code on a fork of the state at a height. */
class CallQueries {
  constructor(
    protected readonly run: RunOnFork,
    /** Returns true on a forked chain. */
    private readonly isRemote: () => boolean,
    /** Runs calls, and the first attempt of an estimate. */
    protected readonly watched?: Execute,
  ) {}

  call(
    request: EvmCallRequest,
    height: bigint,
    overrides?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
  ): Promise<EvmCallOutcome> {
    return this.run(
      { request, height, overrides, block, pending },
      (reason): EvmCallOutcome => ({ type: 'refused', reason }),
      (machine, context, { gasCap }) =>
        whenKnown(
          simulate(
            machine,
            messageOf(request, gasOf(request, gasCap), context, true),
            context,
            undefined,
            this.watched,
          ),
          ({ outcome }): EvmCallOutcome => outcome,
        ),
    );
  }

  /** Returns what `call` runs, with its logs. */
  execute(request: EvmCallRequest, height: bigint, overrides?: StateOverrides): Promise<Simulation> {
    return this.run(
      { request, height, overrides, block: undefined, pending: undefined },
      (reason): Simulation => ({ outcome: { type: 'refused', reason } }),
      (machine, context, { gasCap }) =>
        simulate(machine, messageOf(request, gasOf(request, gasCap), context, true), context),
    );
  }

  /** Returns the slots that a call reads, or none for a call that is refused. */
  storageReads(request: EvmCallRequest, height: bigint): Promise<readonly StorageRead[]> {
    return this.run(
      { request, height, overrides: undefined, block: undefined, pending: undefined },
      (): readonly StorageRead[] => [],
      async (machine, context, { gasCap }) => {
        const reads = new StorageReads();
        await simulate(machine, messageOf(request, gasCap, context), context, reads);
        return reads.all;
      },
    );
  }

  estimateGas(
    request: EvmCallRequest,
    height: bigint,
    overrides?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
  ): Promise<EvmEstimate> {
    return this.run(
      { request, height, overrides, block, pending },
      (reason): EvmEstimate => ({ outcome: { type: 'refused', reason }, gas: undefined }),
      (machine, context, limits) => estimate(machine, request, context, limits, this.watched),
    );
  }

  /** Returns the accounts and slots that a call touches, except those that are warm from its start. */
  createAccessList(
    request: EvmCallRequest,
    height: bigint,
    overrides?: StateOverrides,
    pending?: PendingBlock,
  ): Promise<EvmAccessListOutcome> {
    return this.run(
      { request, height, overrides, block: undefined, pending },
      (reason): EvmAccessListOutcome => ({ type: 'refused', reason }),
      (machine, context, { gasCap }) => accessListOf(machine, request, gasOf(request, gasCap), context),
    );
  }

  /** Simulates consecutive blocks with calls on top of a height or of the pending block. */
  simulate(
    request: EvmSimulationRequest,
    height: bigint,
    pending?: PendingBlock,
    observedBy?: ObserveCall,
  ): Promise<SimulationOutcome> {
    return this.run(
      { request: { client: request.client }, height, overrides: undefined, block: undefined, pending },
      (reason): SimulationOutcome => refusedFor('refused', reason),
      (machine, context, { gasCap, hash, yielding, roots }) =>
        simulateBlocks({ machine, yielding, gasCap, roots: roots(), observedBy }, { context, hash: hash() }, request),
    );
  }

  /** Traces what `call` runs. If `under` is given, the call runs on it: a state within the block of that height. */
  traceCall(
    request: EvmCallRequest,
    height: bigint,
    options: TraceChoice,
    overrides?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
    under?: StateReader,
  ): Promise<EvmTraceOutcome> {
    return traced(options, (tracing) =>
      this.run(
        {
          request: { ...request, client: tracing.client },
          height,
          overrides,
          block,
          pending,
          timeout: tracing.timeout,
          under,
        },
        (reason): EvmTraceOutcome => ({ type: 'refused', reason }),
        (machine, context, { gasCap, yielding }) =>
          traceMessage(tracing, machine, messageOf(request, gasOf(request, gasCap), context), context, {
            yielding,
            again: this.isRemote(),
          }),
      ),
    );
  }

  /** Traces calls, each on the state that those before it left. Their traces are written when all have run. */
  async traceCalls(
    calls: readonly { readonly request: EvmCallRequest; readonly parity: EvmParityForm }[],
    height: bigint,
    options: EvmTraceOptions,
    pending?: PendingBlock,
  ): Promise<EvmTraceOutcome> {
    const { client, out, maxLength, timeoutMs } = options;
    const query = { height, overrides: undefined, block: undefined, pending };
    const timeout = { ms: timeoutMs, reason: 'execution timeout' };
    const texts = await this.run(
      { ...query, request: { client }, timeout },
      (reason): readonly string[] | string => reason,
      async (machine, context, { gasCap, yielding }) => {
        const written: string[] = [];
        let left = maxLength;
        for (const [i, { request, parity }] of calls.entries()) {
          let text = '';
          const held: TextSink = {
            get closed() {
              return out.closed;
            },
            write: (piece): undefined => {
              text += piece;
            },
          };
          const own = { ...options, parity, out: held, maxLength: left };
          const tracing = new Tracing(own, tracerOf(own));
          const message = messageOf(request, gasOf(request, gasCap), context);
          const outcome = await traceMessage(tracing, machine, message, context, { yielding, again: false });
          if (outcome.type === 'refused') return `first run for txIndex ${i} error: ${outcome.reason}`;
          written.push(text);
          left -= text.length;
        }
        return written;
      },
    );
    if (typeof texts === 'string') return refusedTrace(texts);
    for (const text of texts) await out.write(text);
    return { type: 'traced' };
  }
}

/** The state after a block before this chain's first one. The height that queries are given is ignored. */
export class PastQueries extends CallQueries {
  constructor(
    readonly state: StateReader,
    run: RunOnFork,
    execute: Execute | undefined,
  ) {
    super(run, () => false, execute);
  }
}

/** A block before this chain's first one, as code sees it. */
export interface PastBlock {
  readonly record: BlockRecord;
  readonly gasLimit: bigint;
  readonly baseFeePerGas: bigint;
  readonly prevRandao: Bytes;
}

/** No cap but the block's. The time is the default of `json-rpc.evm-timeout` in a real node. */
export const DEFAULT_QUERY_LIMITS: QueryLimits = { gasCap: undefined, timeoutMs: 5_000 };

export class EvmQueries extends CallQueries {
  constructor(
    private readonly state: AppState,
    private readonly devTxs: DevTxPool,
    pool: MachinePool,
    limits: QueryLimits,
    execute?: Execute,
  ) {
    super(createForkRunner(state, devTxs, pool, limits), () => state.remote !== undefined, execute);
  }

  /**
   * Returns the state at a height with dev changes applied. Throws HalleyError `height-pruned` or `height-too-high`, as
   * all other reads do.
   */
  at(height: bigint): StateReader {
    return this.devTxs.at(height);
  }

  /** Returns the same for callers that read on while the chain changes. Throws HalleyError as `at` does. */
  kept(height: bigint): StateReader {
    return this.devTxs.keep(height);
  }

  code(address: Bytes, height: bigint): Bytes {
    return codeOf(this.devTxs.at(height), address);
  }

  /** Proves a part of the committed state. Later dev changes are neither in it nor in the root. */
  proof(address: Bytes, slots: readonly Bytes[], height: bigint): AccountProof {
    return this.state.proveAccount(height, address, slots);
  }

  stateRoot(height: bigint): Bytes {
    return this.state.stateRoot(height);
  }

  /**
   * Returns the block's record in the state: time, hashes and beneficiary. The height below the first has that of the
   * genesis.
   */
  block(height: bigint): BlockRecord {
    return readBlockRecord(this.state.at(height));
  }

  /** Returns what opcodes see in a call at `height`. */
  context(height: bigint): BlockContext {
    return contextOf(this.state.at(height));
  }

  /** Returns the base fee of the block after `height`. At the head it is the expected one. */
  nextBaseFee(height: bigint): bigint {
    return nextBaseFeeOf(this.devTxs.at(height));
  }

  /** Returns the chain's minimum gas price at the latest height, rounded up to whole wei. */
  minGasPrice(): bigint {
    return ceilDecimal(readFeeMarketParams(this.state.latest).minGasPrice);
  }

  /** Returns the tip that cosmos/evm suggests: the most by which the base fee may rise in a block. */
  suggestedTip(height: bigint): bigint {
    return suggestedTip(this.state.at(height));
  }

  /** Returns queries on the first state of this chain with the accounts of an earlier one. */
  past(accounts: PastAccounts, block: PastBlock): PastQueries {
    const { state, run } = this;
    const first = readChainParams(state.latest).initialHeight - 1n;
    const under = state.fork(new PastReader(accounts, state.at(first)));
    writeBlockRecord(under, block.record);
    const { record, gasLimit, baseFeePerGas, prevRandao } = block;
    const own: BlockOverrides = {
      number: record.height,
      time: evmTimestamp(record.time),
      feeRecipient: record.coinbase,
      ...{ gasLimit, baseFeePerGas, prevRandao },
    };
    const onPast: RunOnFork = (query, refuse, work) =>
      run({ ...query, height: first, under, pending: undefined, block: { ...own, ...query.block } }, refuse, work);
    return new PastQueries(under, onPast, this.watched);
  }
}

/** Traces a call on the machine's state. */
async function traceMessage(
  tracing: Tracing,
  machine: Machine<WorkingState>,
  message: Message,
  context: BlockContext,
  run: TraceRun,
): Promise<EvmTraceOutcome> {
  const { from, to, gasLimit: gas, authorizationList } = message;
  const { coinbase } = context;
  const isPrecompile = precompileTest(machine.rules.hardfork);
  const blockNumber = context.number;
  const about = { from, to, gas, authorizationList, coinbase, blockNumber, place: undefined, isPrecompile };
  const observer = tracing.begin({ ...about, state: machine.state, logsBefore: 0 }, run);
  const { outcome, execution } = await simulate(machine, message, context, observer);
  if (execution !== undefined) return tracing.end(execution);
  return refusedTrace(outcome.type === 'refused' ? outcome.reason : 'not run');
}

const gasOf = ({ gas }: EvmCallRequest, gasCap: bigint): bigint => (gas === undefined || gas > gasCap ? gasCap : gas);

function suggestedTip(state: StateReader): bigint {
  const { baseFeePerGas } = contextOf(state);
  const { elasticityMultiplier, baseFeeChangeDenominator } = readFeeMarketParams(state);
  return cappedToUint256((baseFeePerGas * (elasticityMultiplier - 1n)) / baseFeeChangeDenominator);
}
