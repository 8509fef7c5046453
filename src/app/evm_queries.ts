/**
 * Reads and executes for the EVM JSON-RPC at a height (evm-json-rpc.md 5). Each execution has its own fork of the state
 * at that height. Every retained height works, also while new blocks are made.
 */
import type { BlockContext } from '../evm/block_context.js';
import { CallTimeout, type CallYieldRate } from '../evm/execution_guard.js';
import { defaultGasCap } from '../evm/gas_cap.js';
import type { Machine } from '../evm/machine.js';
import { type Awaitable, whenKnown } from '../kernel/awaitable.js';
import { type Bytes, EMPTY_BYTES, ZERO_HASH } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';
import { nextBaseFeeOf, openBlock } from './block/open_block.js';
import { accessListOf } from './calls/access_list.js';
import { estimate } from './calls/estimate.js';
import type {
  BlockOverrides,
  EvmAccessListOutcome,
  EvmCallOutcome,
  EvmCallRequest,
  EvmEstimate,
  StateOverrides,
} from './calls/outcome.js';
import { applyStateOverrides, assumeFunds, overrideContext } from './calls/overrides.js';
import { messageOf, simulate } from './calls/simulate.js';
import { simulateBlocks } from './calls/simulated/simulate_blocks.js';
import { refusedFor, type SimulationOutcome, type SimulationRequest } from './calls/simulated/simulate_v1.js';
import { type StorageRead, StorageReads } from './calls/storage_reads.js';
import type { DevTxPool } from './dev_txs/dev_tx_pool.js';
import type { MachinePool } from './machine/machine_pool.js';
import { contextOf } from './modules/evm/block_context.js';
import { readFeeMarketParams } from './modules/feemarket/store.js';
import { type BlockRecord, readBlockRecord } from './sdk/block_record.js';
import { readChainParams } from './sdk/chain_params.js';
import { withRemote } from './state/remote/with_remote.js';
import type { AccountProof, AppState, RootsOfFork, StateReader, WorkingState } from './state/types.js';
import type { TraceOptions, TraceOutcome } from './traces/options.js';
import { traceMessage } from './traces/trace_call.js';
import { traced } from './traces/tracing.js';
import { ceilDecimal } from './types/decimal.js';

/** Describes the pending block for a call on top of `height`. It begins at `time`. */
export interface PendingBlock {
  readonly time: UnixNanos;
  /** Is the operator account of the probable proposer. */
  readonly coinbase: Bytes;
  /** Is the state below the pending block; by default the state at `height`. */
  readonly on?: StateReader;
  /** Is the state after the pending block's transactions; by default the state below it. */
  readonly after?: StateReader;
}

export interface EvmQueries {
  /**
   * Returns the state at a height with dev changes applied. Throws HalleyError `height-pruned` or `height-too-high`, as
   * all other reads do.
   */
  at(height: bigint): StateReader;
  code(address: Bytes, height: bigint): Bytes;
  /** Proves a part of the committed state. Later dev changes are neither in it nor in the root. */
  proof(address: Bytes, slots: readonly Bytes[], height: bigint): AccountProof;
  stateRoot(height: bigint): Bytes;
  /**
   * Returns the block's record in the state: time, hashes and beneficiary. The height below the first has that of the
   * genesis.
   */
  block(height: bigint): BlockRecord;
  /** Returns what opcodes see in a call at `height`. */
  context(height: bigint): BlockContext;
  /** Returns the base fee of the block after `height`. At the head it is the expected one. */
  nextBaseFee(height: bigint): bigint;
  /** Returns the chain's minimum gas price at the latest height, rounded up to whole wei. */
  minGasPrice(): bigint;
  /** Returns the tip that cosmos/evm suggests: the most by which the base fee may rise in a block. */
  suggestedTip(height: bigint): bigint;
  call(
    request: EvmCallRequest,
    height: bigint,
    state?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
  ): Promise<EvmCallOutcome>;
  /** Returns the slots that a call reads, or none for a call that is refused. */
  storageReads(request: EvmCallRequest, height: bigint): Promise<readonly StorageRead[]>;
  estimateGas(
    request: EvmCallRequest,
    height: bigint,
    state?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
  ): Promise<EvmEstimate>;
  /** Returns the accounts and slots that a call touches, except those that are warm from its start. */
  createAccessList(
    request: EvmCallRequest,
    height: bigint,
    state?: StateOverrides,
    pending?: PendingBlock,
  ): Promise<EvmAccessListOutcome>;
  /** Simulates consecutive blocks with calls on top of a height or of the pending block. */
  simulate(request: SimulationRequest, height: bigint, pending?: PendingBlock): Promise<SimulationOutcome>;
  /** Traces what `call` runs. If `under` is given, the call runs on it: a state within the block of that height. */
  traceCall(
    request: EvmCallRequest,
    height: bigint,
    options: TraceOptions,
    state?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
    under?: StateReader,
  ): Promise<TraceOutcome>;
}

export interface QueryLimits {
  /** Limits the gas of a call; 0 is no limit. Undefined lets the limit follow the block (`defaultGasCap`). */
  readonly gasCap: bigint | undefined;
  /** Limits the time of a call in milliseconds; 0 is no limit. */
  readonly timeoutMs: number;
}

/** Lets the gas cap follow the block. The time is the default of `json-rpc.evm-timeout` in a real node. */
export const DEFAULT_QUERY_LIMITS: QueryLimits = { gasCap: undefined, timeoutMs: 5_000 };
/** Is the client of calls that the process makes itself. */
const OWN_CALLS = { id: 'own calls' };
/** Is the gas cap that means no limit. */
const NO_GAS_CAP = 2n ** 63n - 1n;

export function createEvmQueries(
  state: AppState,
  devTxs: DevTxPool,
  pool: MachinePool,
  limits: QueryLimits,
): EvmQueries {
  const fixedCap = limits.gasCap === 0n ? NO_GAS_CAP : limits.gasCap;
  const latest = (): StateReader => state.latest;
  const { timeoutMs } = limits;
  const callTime = { ms: timeoutMs, reason: `execution aborted (timeout = ${timeoutMs / 1000}s)` };
  const gasOf = ({ gas }: EvmCallRequest, gasCap: bigint): bigint => (gas === undefined || gas > gasCap ? gasCap : gas);

  /** Runs `work` on a fork. A call that cannot run at all is refused. */
  const run = async <T>(
    { request, height, overrides, block, pending, under: own, timeout = callTime }: Query,
    refuse: (reason: string) => T,
    work: (machine: Machine<WorkingState>, context: BlockContext, more: RunFacts) => Awaitable<T>,
  ): Promise<T> => {
    const base = own ?? pending?.on ?? devTxs.keep(height);
    const before = pending?.after ?? base;
    const { evmChainId, blockMaxGas } = readChainParams(base);
    if (request.chainId !== undefined && request.chainId !== evmChainId)
      return refuse(`chainId does not match node's (have=${request.chainId}, want=${evmChainId})`);
    // The fork is made when the call begins, so that queued calls hold no memory.
    const onFork = (
      machine: Machine<WorkingState>,
      under: StateReader,
      yielding: CallYieldRate | undefined,
    ): Awaitable<T> => {
      const fork = state.fork(under);
      const problem = overrides === undefined ? undefined : applyStateOverrides(fork, overrides);
      if (problem !== undefined) return refuse(problem);
      if (request.assumeFunds === true) assumeFunds(fork, request);
      const opened =
        pending === undefined
          ? onChain(contextOf(state.at(height)), evmChainId)
          : openBlock(base, pending.time, pending.coinbase).context;
      machine.attach(fork);
      const more = {
        gasCap: fixedCap ?? defaultGasCap(blockMaxGas),
        hash: () => (pending === undefined ? readBlockRecord(state.at(height)).hash : ZERO_HASH),
        yielding,
        roots: () => state.rootsOf(fork),
      };
      return work(machine, block === undefined ? opened : overrideContext(opened, block), more);
    };
    try {
      return await withRemote(state.remote, (through) =>
        pool.use(request.client ?? OWN_CALLS, timeout.ms, (machine, yielding) =>
          onFork(machine, through(before), yielding),
        ),
      );
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error;
      return refuse(timeout.reason);
    }
  };

  return {
    at: (height) => devTxs.at(height),
    code: (address, height) => codeAt(devTxs.at(height), address),
    proof: (address, slots, height) => state.proveAccount(height, address, slots),
    stateRoot: (height) => state.stateRoot(height),
    block: (height) => readBlockRecord(state.at(height)),
    context: (height) => contextOf(state.at(height)),
    nextBaseFee: (height) => nextBaseFeeOf(devTxs.at(height)),
    minGasPrice: () => ceilDecimal(readFeeMarketParams(latest()).minGasPrice),
    suggestedTip: (height) => suggestedTip(state.at(height)),
    call: (request, height, overrides, block, pending) =>
      run(
        { request, height, overrides, block, pending },
        (reason): EvmCallOutcome => ({ type: 'refused', reason }),
        (machine, context, { gasCap }) =>
          whenKnown(
            simulate(machine, messageOf(request, gasOf(request, gasCap), context), context),
            ({ outcome }): EvmCallOutcome => outcome,
          ),
      ),
    storageReads: (request, height) =>
      run(
        { request, height, overrides: undefined, block: undefined, pending: undefined },
        (): readonly StorageRead[] => [],
        async (machine, context, { gasCap }) => {
          const reads = new StorageReads();
          await simulate(machine, messageOf(request, gasCap, context), context, reads);
          return reads.all;
        },
      ),
    estimateGas: (request, height, overrides, block, pending) =>
      run(
        { request, height, overrides, block, pending },
        (reason): EvmEstimate => ({ outcome: { type: 'refused', reason }, gas: undefined }),
        (machine, context, { gasCap }) => estimate(machine, request, context, gasCap),
      ),
    createAccessList: (request, height, overrides, pending) =>
      run(
        { request, height, overrides, block: undefined, pending },
        (reason): EvmAccessListOutcome => ({ type: 'refused', reason }),
        (machine, context, { gasCap }) => accessListOf(machine, request, gasOf(request, gasCap), context),
      ),
    simulate: (request, height, pending) =>
      run(
        { request: clientOf(request), height, overrides: undefined, block: undefined, pending },
        (reason): SimulationOutcome => refusedFor('refused', reason),
        (machine, context, { gasCap, hash, yielding, roots }) =>
          simulateBlocks({ machine, yielding, gasCap, roots: roots() }, { context, hash: hash() }, request),
      ),
    traceCall: (request, height, options, overrides, block, pending, under) =>
      traced(options, (tracing) =>
        run(
          {
            request: { ...request, client: tracing.client },
            height,
            overrides,
            block,
            pending,
            timeout: tracing.timeout,
            ...(under && { under }),
          },
          (reason): TraceOutcome => ({ type: 'refused', reason }),
          (machine, context, { gasCap, yielding }) =>
            traceMessage(tracing, machine, messageOf(request, gasOf(request, gasCap), context), context, {
              yielding,
              again: state.remote !== undefined,
            }),
        ),
      ),
  };
}

/** Holds facts that only some kinds of work need. */
interface RunFacts {
  /** Limits the gas of a call on this block. */
  readonly gasCap: bigint;
  /** Returns the hash of the block of the context, or zeros for a pending block. */
  readonly hash: () => Bytes;
  readonly yielding: CallYieldRate | undefined;
  /** Starts to compute roots of the machine's state. */
  readonly roots: () => RootsOfFork;
}

const clientOf = ({ client }: SimulationRequest): Pick<EvmCallRequest, 'client'> => (client ? { client } : {});

interface Query {
  readonly request: EvmCallRequest;
  readonly height: bigint;
  readonly overrides: StateOverrides | undefined;
  readonly block: BlockOverrides | undefined;
  readonly pending: PendingBlock | undefined;
  /** Replaces the state at the height. */
  readonly under?: StateReader;
  /** Is the time limit; by default that of the node's calls. */
  readonly timeout?: { readonly ms: number; readonly reason: string };
}

const onChain = (context: BlockContext, evmChainId: bigint): BlockContext =>
  context.evmChainId === evmChainId ? context : { ...context, evmChainId };

/** Returns the code of an account, empty for an account without code. */
export function codeAt(state: StateReader, address: Bytes): Bytes {
  const account = state.account(address);
  return account === undefined ? EMPTY_BYTES : state.code(account.codeHash);
}

function suggestedTip(state: StateReader): bigint {
  const { baseFeePerGas } = contextOf(state);
  const { elasticityMultiplier, baseFeeChangeDenominator } = readFeeMarketParams(state);
  return (baseFeePerGas * (elasticityMultiplier - 1n)) / baseFeeChangeDenominator;
}
