/**
 * Simulates consecutive blocks with calls on a fork (go-ethereum `internal/ethapi/simulate.go`). Of the modules' work
 * around a block, only what code can observe is done: hashes, time, beneficiary, base fee.
 */
import type { EvmBlockToSimulate, EvmSimulationRequest } from '../../../backend/evm/execution.js';
import { ethereumHeaderHash } from '../../../codec/ethereum/header.js';
import { orderedTrieRoot } from '../../../codec/ethereum/ordered_trie.js';
import { bloomOf, encodeEthereumReceipt } from '../../../codec/ethereum/receipt.js';
import type { BlockContext } from '../../../evm/block_context.js';
import { runYielding, type Yielding } from '../../../evm/execution_guard.js';
import { headerEraOf } from '../../../evm/hardfork.js';
import type { Machine } from '../../../evm/machine.js';
import type { Observer } from '../../../evm/observer.js';
import { type Bytes, ZERO_HASH } from '../../../kernel/bytes.js';
import { headerTime, LATEST_TIMESTAMP, NANOS_PER_SECOND } from '../../../kernel/time.js';
import { beginDevBlock } from '../../modules/dev/begin_block.js';
import { prevRandaoOf } from '../../modules/evm/block_context.js';
import { recordBlockHash } from '../../modules/evm/block_hash_history.js';
import { nextBaseFeeOf } from '../../modules/feemarket/base_fee.js';
import { beginFeeMarketBlock } from '../../modules/feemarket/begin_block.js';
import { endFeeMarketBlock } from '../../modules/feemarket/end_block.js';
import { readBlockRecord, writeBlockRecord } from '../../sdk/block_record.js';
import { shownGasLimit } from '../../sdk/chain_params.js';
import type { RootsOfFork, WorkingState } from '../../state/types.js';
import { applyingStateOverrides } from '../overrides.js';
import { simulateCall } from './simulate_call.js';
import {
  refusedFor,
  type SimulatedBlock,
  type SimulatedCall,
  type SimulationOutcome,
  type SimulationRefused,
} from './simulate_v1.js';

/** Block below the first simulated one. */
export interface SimulationBase {
  /** Context that code saw in that block. */
  readonly context: BlockContext;
  readonly hash: Bytes;
}

export interface SimulationDeps {
  readonly machine: Machine<WorkingState>;
  readonly yielding: Yielding | undefined;
  /** Most gas of all calls together. */
  readonly gasCap: bigint;
  /** Computes the root of the machine's state after each block. */
  readonly roots: RootsOfFork;
  /** Makes an observer of each call, by its number in the request. */
  readonly observedBy?: ObserveCall | undefined;
}

/** Makes the observer of a call on a state. */
export type ObserveCall = (call: number, state: WorkingState) => Observer;

const isRefused = <T extends object>(value: T | SimulationRefused): value is SimulationRefused =>
  'type' in value && value.type === 'refused';

/** Most blocks in a request, with those that fill gaps: as many as BLOCKHASH reaches back. */
const MAX_SIMULATED_BLOCKS = 256n;
/** Shortest time between two blocks, in seconds. */
const TIME_STEP = 1n;

interface PlannedBlock extends EvmBlockToSimulate {
  readonly number: bigint;
  readonly timestamp: bigint;
}

/** Chooses the numbers and times that the request leaves out, and fills gaps with empty blocks. */
export function planBlocks(
  base: { readonly number: bigint; readonly timestamp: bigint },
  blocks: readonly EvmBlockToSimulate[],
): readonly PlannedBlock[] | SimulationRefused {
  const planned: PlannedBlock[] = [];
  let { number, timestamp } = base;
  for (const asked of blocks) {
    const wanted = asked.block.number ?? number + 1n;
    if (wanted <= number) return refusedFor('block number', `block numbers must be in order: ${wanted} <= ${number}`);
    if (wanted - base.number > MAX_SIMULATED_BLOCKS) return refusedFor('limit exceeded', 'too many blocks');
    while (number + 1n < wanted) {
      [number, timestamp] = [number + 1n, timestamp + TIME_STEP];
      planned.push({ block: {}, state: undefined, calls: [], number, timestamp });
    }
    const time = asked.block.time ?? timestamp + TIME_STEP;
    if (time <= timestamp)
      return refusedFor('block timestamp', `block timestamps must be in order: ${time} <= ${timestamp}`);
    if (time > LATEST_TIMESTAMP)
      return refusedFor(
        'block timestamp',
        `block timestamp ${time} is after ${LATEST_TIMESTAMP}, the latest that a block can have`,
      );
    planned.push({ number: wanted, timestamp: time, ...asked });
    [number, timestamp] = [wanted, time];
  }
  return planned;
}

export async function simulateBlocks(
  deps: SimulationDeps,
  base: SimulationBase,
  request: EvmSimulationRequest,
): Promise<SimulationOutcome> {
  const planned = planBlocks(base.context, request.blocks);
  if (isRefused(planned)) return planned;
  const simulation = new Simulation(deps, request);
  const { state } = deps.machine;
  // The simulated blocks overwrite the record of the last real block, so its hash is recorded first.
  const last = readBlockRecord(state);
  recordBlockHash(state, last.height, last.hash);
  const blocks: SimulatedBlock[] = [];
  for (let parent = base; blocks.length < planned.length; ) {
    const made = await simulation.block(parent, planned[blocks.length] as PlannedBlock);
    if (isRefused(made)) return made;
    blocks.push(made.block);
    parent = { context: made.context, hash: made.block.hash };
  }
  return { type: 'simulated', blocks };
}

/** Adds to the text of a failed call that the gas cap lowered its gas limit. */
function withCapError(call: SimulatedCall): SimulatedCall {
  if (call.outcome.type !== 'halt') return call;
  const reason = `${call.outcome.reason} (gas limit was capped by the RPC server's global gas cap)`;
  return { ...call, outcome: { ...call.outcome, reason } };
}

class Simulation {
  #gasLeft: bigint;
  #calls = 0;

  constructor(
    private readonly deps: SimulationDeps,
    private readonly request: EvmSimulationRequest,
  ) {
    this.#gasLeft = deps.gasCap;
  }

  async block(
    parent: SimulationBase,
    planned: PlannedBlock,
  ): Promise<{ readonly block: SimulatedBlock; readonly context: BlockContext } | SimulationRefused> {
    // Blocks without calls take time too, because each has a state root.
    await this.#yieldIfDue();
    const { state } = this.deps.machine;
    const context = this.#begin(parent, planned);
    const problem =
      planned.state && (await runYielding(this.deps.yielding, applyingStateOverrides(state, planned.state)));
    if (problem !== undefined) return refusedFor('refused', problem);
    const calls: SimulatedCall[] = [];
    let gasUsed = 0n;
    let gasWanted = 0n;
    for (const call of planned.calls) {
      await this.#yieldIfDue();
      const left = context.gasLimit - gasUsed;
      const gas = call.gas ?? left;
      if (gas > left)
        return refusedFor('block gas limit', `block gas limit reached: remaining: ${left}, required: ${gas}`);
      const allowed = gas < this.#gasLeft ? gas : this.#gasLeft;
      const observer = this.deps.observedBy?.(this.#calls++, state);
      const made = await simulateCall(this.deps.machine, call, allowed, context, this.request, observer);
      if (isRefused(made)) return made;
      calls.push(allowed < gas ? withCapError(made) : made);
      gasUsed += made.outcome.gasUsed;
      gasWanted += allowed;
      this.#gasLeft -= made.outcome.gasUsed;
    }
    endFeeMarketBlock(state, context.number, gasWanted, gasUsed);
    const stateRoot = await runYielding(this.deps.yielding, this.deps.roots.next());
    return { block: this.#sealed(parent, context, calls, gasUsed, stateRoot), context };
  }

  #yieldIfDue(): Promise<void> | undefined {
    return this.deps.yielding?.yieldIfDue();
  }

  /** Begins a block: writes what code can read of it and of earlier blocks, and returns its context. */
  #begin(parent: SimulationBase, { block, number, timestamp }: PlannedBlock): BlockContext {
    const { state } = this.deps.machine;
    const baseFeePerGas =
      block.baseFeePerGas ?? (this.request.validation ? nextBaseFeeOf(state, parent.context.gasLimit) : 0n);
    const coinbase = block.feeRecipient ?? parent.context.coinbase;
    const prevRandao = block.prevRandao ?? prevRandaoOf(parent.hash);
    recordBlockHash(state, parent.context.number, parent.hash);
    const time = headerTime(timestamp * NANOS_PER_SECOND);
    writeBlockRecord(state, { height: number, time, hash: ZERO_HASH, parentHash: parent.hash, coinbase, prevRandao });
    if (this.request.validation) beginFeeMarketBlock(state, number, baseFeePerGas);
    beginDevBlock(state);
    const gasLimit = block.gasLimit ?? parent.context.gasLimit;
    return {
      evmChainId: parent.context.evmChainId,
      number,
      timestamp,
      coinbase,
      prevRandao,
      gasLimit,
      baseFeePerGas,
    };
  }

  #sealed(
    parent: SimulationBase,
    context: BlockContext,
    calls: readonly SimulatedCall[],
    gasUsed: bigint,
    stateRoot: Bytes,
  ): SimulatedBlock {
    let cumulativeGasUsed = 0n;
    const receipts = calls.map(({ raw, outcome, logs }) => {
      cumulativeGasUsed += outcome.gasUsed;
      const first = raw[0] ?? 0;
      const type = first === 2 || first === 4 ? first : 0;
      const success = outcome.type === 'success';
      return encodeEthereumReceipt({ type, success, cumulativeGasUsed, logs, logsBloom: bloomOf(logs) });
    });
    const block = {
      era: headerEraOf(this.deps.machine.rules.hardfork),
      number: context.number,
      parentHash: parent.hash,
      timestamp: context.timestamp,
      miner: context.coinbase,
      gasLimit: shownGasLimit(context.gasLimit),
      gasUsed,
      baseFeePerGas: context.baseFeePerGas,
      stateRoot,
      mixHash: context.prevRandao,
      calls,
    };
    const hash = ethereumHeaderHash({
      ...block,
      transactionsRoot: orderedTrieRoot(calls.map(({ raw }) => raw)),
      receiptsRoot: orderedTrieRoot(receipts),
      logsBloom: bloomOf(calls.flatMap(({ logs }) => logs)),
    });
    return { ...block, hash };
  }
}
