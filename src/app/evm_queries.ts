/**
 * What interface A reads and runs at a height (evm-json-rpc.md 5). Runs happen on a fork of the state at that height,
 * which nobody else sees; any retained height will do, also while the chain goes on.
 */

import type {
  BlockOverrides,
  EvmAccessListOutcome,
  EvmCallOutcome,
  EvmCallRequest,
  EvmEstimate,
  StateOverrides,
} from '../backend/evm/execution.js';
import type { EvmSimulationRequest } from '../backend/evm/simulation.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../backend/evm/tracing.js';
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
import { applyStateOverrides, assumeFunds, overrideContext } from './calls/overrides.js';
import { messageOf, simulate } from './calls/simulate.js';
import { simulateBlocks } from './calls/simulated/simulate_blocks.js';
import { refusedFor, type SimulationOutcome } from './calls/simulated/simulate_v1.js';
import { type StorageRead, StorageReads } from './calls/storage_reads.js';
import type { DevTxPool } from './dev_txs/dev_tx_pool.js';
import type { MachinePool } from './machine/machine_pool.js';
import { contextOf } from './modules/evm/block_context.js';
import { readFeeMarketParams } from './modules/feemarket/store.js';
import { type BlockRecord, readBlockRecord } from './sdk/block_record.js';
import { readChainParams } from './sdk/chain_params.js';
import { withRemote } from './state/remote/with_remote.js';
import type { AccountProof, AppState, RootsOfFork, StateReader, WorkingState } from './state/types.js';
import { traceMessage } from './traces/trace_call.js';
import { traced } from './traces/tracing.js';
import { ceilDecimal } from './types/decimal.js';

/** A call on top of `height` that sees the block after it, begun at `time`. */
export interface PendingBlock {
  readonly time: UnixNanos;
  /** The operator account of its probable proposer. */
  readonly coinbase: Bytes;
  /** The state that it stands on; without it that at `height`. */
  readonly on?: StateReader;
  /** The state after what it holds; without it that it stands on. */
  readonly after?: StateReader;
}

export interface EvmQueries {
  /** The state as steering has left it. Throws HalleyError `height-pruned` or `height-too-high`, as every other reading does. */
  at(height: bigint): StateReader;
  code(address: Bytes, height: bigint): Bytes;
  /** Of committed state: what steering has changed since is not in it, nor in the root. */
  proof(address: Bytes, slots: readonly Bytes[], height: bigint): AccountProof;
  stateRoot(height: bigint): Bytes;
  /** What the block left in state: time, hashes and beneficiary; the genesis' own for the height below the first. */
  block(height: bigint): BlockRecord;
  /** What opcodes see in a call at `height`. */
  context(height: bigint): BlockContext;
  /** The base fee of the block after `height`, as it is or would be. */
  nextBaseFee(height: bigint): bigint;
  /** The chain's floor in whole wei, at the latest height. */
  minGasPrice(): bigint;
  /** What cosmos/evm suggests as a tip: the most by which the base fee may rise in a block. */
  suggestedTip(height: bigint): bigint;
  call(
    request: EvmCallRequest,
    height: bigint,
    state?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
  ): Promise<EvmCallOutcome>;
  /** Which slots a call reads; none of one that is refused. */
  storageReads(request: EvmCallRequest, height: bigint): Promise<readonly StorageRead[]>;
  estimateGas(
    request: EvmCallRequest,
    height: bigint,
    state?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
  ): Promise<EvmEstimate>;
  /** What a call touches beyond what is warm from its start. */
  createAccessList(
    request: EvmCallRequest,
    height: bigint,
    state?: StateOverrides,
    pending?: PendingBlock,
  ): Promise<EvmAccessListOutcome>;
  /** Blocks with calls, one after another, on top of a height or of the pending block. */
  simulate(request: EvmSimulationRequest, height: bigint, pending?: PendingBlock): Promise<SimulationOutcome>;
  /** What `call` runs, under a tracer's eyes; on `under` where that is given, a state within the block of that height. */
  traceCall(
    request: EvmCallRequest,
    height: bigint,
    options: EvmTraceOptions,
    state?: StateOverrides,
    block?: BlockOverrides,
    pending?: PendingBlock,
    under?: StateReader,
  ): Promise<EvmTraceOutcome>;
}

export interface QueryLimits {
  /** Caps the gas of a call; 0 is no limit. Without it the cap follows the block (`defaultGasCap`). */
  readonly gasCap: bigint | undefined;
  /** 0 for any time. */
  readonly timeoutMs: number;
}

/** Lets the gas cap follow the block; the time is a node's `json-rpc.evm-timeout`. */
export const DEFAULT_QUERY_LIMITS: QueryLimits = { gasCap: undefined, timeoutMs: 5_000 };
/** Calls that the process asks for itself. */
const OWN_CALLS = { id: 'own calls' };
/** Of a block that is not decided. */
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

  /** Runs `work` on a fork; what cannot be run at all becomes a refusal. */
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
    // The fork is made when it is the call's turn: what waits holds nothing.
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
          (reason): EvmTraceOutcome => ({ type: 'refused', reason }),
          (machine, context, { gasCap, yielding }) =>
            traceMessage(tracing, machine, messageOf(request, gasOf(request, gasCap), context), context, {
              yielding,
              again: state.remote !== undefined,
            }),
        ),
      ),
  };
}

/** What most work does not ask for. */
interface RunFacts {
  /** Caps the gas of a call on this block. */
  readonly gasCap: bigint;
  /** Of the block whose context it is; zeros where nobody knows it. */
  readonly hash: () => Bytes;
  readonly yielding: CallYieldRate | undefined;
  /** Computes roots of the machine's state. */
  readonly roots: () => RootsOfFork;
}

const clientOf = ({ client }: EvmSimulationRequest): Pick<EvmCallRequest, 'client'> => (client ? { client } : {});

interface Query {
  readonly request: EvmCallRequest;
  readonly height: bigint;
  readonly overrides: StateOverrides | undefined;
  readonly block: BlockOverrides | undefined;
  readonly pending: PendingBlock | undefined;
  /** Instead of the state at the height. */
  readonly under?: StateReader;
  /** The node's own for calls without it. */
  readonly timeout?: { readonly ms: number; readonly reason: string };
}

const onChain = (context: BlockContext, evmChainId: bigint): BlockContext =>
  context.evmChainId === evmChainId ? context : { ...context, evmChainId };

/** Empty for an account without code. */
export function codeAt(state: StateReader, address: Bytes): Bytes {
  const account = state.account(address);
  return account === undefined ? EMPTY_BYTES : state.code(account.codeHash);
}

function suggestedTip(state: StateReader): bigint {
  const { baseFeePerGas } = contextOf(state);
  const { elasticityMultiplier, baseFeeChangeDenominator } = readFeeMarketParams(state);
  return (baseFeePerGas * (elasticityMultiplier - 1n)) / baseFeeChangeDenominator;
}
