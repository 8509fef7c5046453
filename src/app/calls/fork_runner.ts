/** Runs the work of calls, estimates and traces on a fork of the state at a height, on a machine of the pool. */

import type { BlockOverrides, EvmCallRequest, StateOverrides } from '../../backend/evm/execution.js';
import type { BlockContext } from '../../evm/block_context.js';
import { CallTimeout, type CallYieldRate } from '../../evm/execution_guard.js';
import { defaultGasCap } from '../../evm/gas_cap.js';
import type { Machine } from '../../evm/machine.js';
import type { Awaitable } from '../../kernel/awaitable.js';
import { type Bytes, ZERO_HASH } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { openBlock } from '../block/open_block.js';
import type { DevTxPool } from '../dev_txs/dev_tx_pool.js';
import type { MachinePool } from '../machine/machine_pool.js';
import { contextOf } from '../modules/evm/block_context.js';
import { readBlockRecord } from '../sdk/block_record.js';
import { readChainParams } from '../sdk/chain_params.js';
import { withRemote } from '../state/remote/with_remote.js';
import type { AppState, RootsOfFork, StateReader, WorkingState } from '../state/types.js';
import { applyStateOverrides, assumeFunds, overrideContext } from './overrides.js';

/** Next block for a call on top of `height` that sees that block, begun at `time`. */
export interface PendingBlock {
  readonly time: UnixNanos;
  /** Operator account of its probable proposer. */
  readonly coinbase: Bytes;
  /** State before the block. The default is the state at `height`. */
  readonly on?: StateReader;
  /** State after the block's content. The default is the state before the block. */
  readonly after?: StateReader;
}

export interface QueryLimits {
  /** Caps the gas of a call; 0 is no limit. Without it the cap follows the block (`defaultGasCap`). */
  readonly gasCap: bigint | undefined;
  /** Longest time of a call; 0 is no limit. */
  readonly timeoutMs: number;
}

/** One call or trace: the request, and the state on which it runs. */
export interface ForkQuery {
  readonly request: EvmCallRequest;
  readonly height: bigint;
  readonly overrides: StateOverrides | undefined;
  readonly block: BlockOverrides | undefined;
  readonly pending: PendingBlock | undefined;
  /** Replaces the state at the height. */
  readonly under?: StateReader;
  /** Replaces the node's own time limit for calls. */
  readonly timeout?: { readonly ms: number; readonly reason: string };
}

/** Facts that only some kinds of work need. */
export interface RunFacts {
  /** Caps the gas of a call on this block. */
  readonly gasCap: bigint;
  /** EIP-7825's limit of a transaction's gas; 0 means none. */
  readonly txMaxGas: bigint;
  /** Returns the hash of the block whose context it is; zeros for the pending block. */
  readonly hash: () => Bytes;
  readonly yielding: CallYieldRate | undefined;
  /** Computes roots of the machine's state. */
  readonly roots: () => RootsOfFork;
}

/** Runs `work` on a fork of the query's state. A query that cannot run returns what `refuse` makes of the reason. */
export type RunOnFork = <T>(
  query: ForkQuery,
  refuse: (reason: string) => T,
  work: (machine: Machine<WorkingState>, context: BlockContext, more: RunFacts) => Awaitable<T>,
) => Promise<T>;

/** Identifies calls that the process makes for itself. */
const OWN_CALLS = { id: 'own calls' };
/** Caps the gas where the limits set no cap, as for a block that is not decided. */
const NO_GAS_CAP = 2n ** 63n - 1n;

export function createForkRunner(
  state: AppState,
  devTxs: DevTxPool,
  pool: MachinePool,
  { gasCap, timeoutMs }: QueryLimits,
): RunOnFork {
  const fixedCap = gasCap === 0n ? NO_GAS_CAP : gasCap;
  const callTime = { ms: timeoutMs, reason: `execution aborted (timeout = ${timeoutMs / 1000}s)` };
  return async ({ request, height, overrides, block, pending, under: own, timeout = callTime }, refuse, work) => {
    const base = own ?? pending?.on ?? devTxs.keep(height);
    const before = pending?.after ?? base;
    const { evmChainId, blockMaxGas, txMaxGas } = readChainParams(base);
    if (request.chainId !== undefined && request.chainId !== evmChainId)
      return refuse(`chainId does not match node's (have=${request.chainId}, want=${evmChainId})`);
    // The fork is made when it is the call's turn, so that a queued call holds no memory.
    const onFork = (
      machine: Machine<WorkingState>,
      under: StateReader,
      yielding: CallYieldRate | undefined,
    ): ReturnType<typeof work> => {
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
        txMaxGas,
        hash: () => (pending === undefined ? readBlockRecord(own ?? state.at(height)).hash : ZERO_HASH),
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
}

const onChain = (context: BlockContext, evmChainId: bigint): BlockContext =>
  context.evmChainId === evmChainId ? context : { ...context, evmChainId };
