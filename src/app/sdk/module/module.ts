/**
 * Defines what a module of the application is (SDK `AppModule`): a folder with one `defineModule`. A generated index
 * finds the modules. `modules/assembly.ts` gives each what it needs of the others, and `modules/module_order.ts` sets
 * the order in which they act.
 */
import type {
  CommitInfo,
  ConsensusParamsUpdate,
  Event,
  InitChainRequest,
  Misbehavior,
  ValidatorUpdate,
} from '../../../abci/application.js';
import type { EthereumLog } from '../../../codec/ethereum/receipt.js';
import type { Message } from '../../../codec/protobuf/message.js';
import type { BlockContext } from '../../../evm/block_context.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { CommittedState, StateReader, StoreName, WorkingState } from '../../state/types.js';
import type { ChainParams } from '../chain_params.js';
import type { GenesisReader } from '../genesis_reader.js';
import type { Query } from '../query/define_query.js';
import type { CallEvm } from './call_evm.js';
import type { AnyMessageType, ChangeContext } from './message.js';
import type { ModuleAccount } from './module_account.js';

/**
 * Block that a module begins or ends: its state, its header, and sums over its transactions. The run of a block
 * implements it.
 */
export interface BlockHookContext {
  readonly params: ChainParams;
  readonly state: WorkingState;
  readonly height: bigint;
  readonly time: UnixNanos;
  /** Price of a unit of gas, in wei. */
  readonly baseFee: bigint;
  /** Values that contracts see of the block. */
  readonly context: BlockContext;
  readonly totals: {
    /** Sum of the gas limits of the transactions that ran. */
    readonly gasWanted: bigint;
    /** Sum of the gas that they were charged. */
    readonly gasUsed: bigint;
    /** Sum of the wei that they paid for it. */
    readonly fees: bigint;
    readonly logs: readonly EthereumLog[];
    /** Set by the EVM module at the end of the block; empty without logs. */
    logsBloom: Bytes;
  };
}

/** Block in which a phase changes validators, delegations or balances. */
export type BlockPhase = Pick<BlockHookContext, 'params' | 'state' | 'height' | 'time'>;

/** Makes the context of such changes. Their events are added to `events`. */
export const phaseContext = (block: BlockPhase, events: Event[]): ChangeContext => ({
  params: block.params,
  state: block.state,
  block,
  emit: (...emitted) => void events.push(...emitted),
});

/** Block before its execution, as consensus passes it. */
export interface BlockHeader {
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly hash: Bytes;
  readonly proposerAddress: Bytes;
  readonly misbehavior: readonly Misbehavior[];
  /** Votes of the last commit; none where a block is only simulated. */
  readonly decidedLastCommit: CommitInfo;
}

export interface BlockEnd {
  readonly events: readonly Event[];
  /** Changes of validators for consensus. */
  readonly updates?: readonly ValidatorUpdate[];
  /** Changes of the engine's parameters. */
  readonly consensusParams?: ConsensusParamsUpdate | undefined;
}

/** State and services with which a module reads and writes its part of a genesis document. */
export interface GenesisContext {
  readonly request: InitChainRequest;
  readonly params: ChainParams;
  /** Returns the parsed genesis of a module that comes earlier in `GENESIS_ORDER`. */
  readonly of: <G>(module: Module<G>) => G;
  /** Returns the addresses that hold coins, in the order of the document (SDK `GenesisBalancesIterator`). */
  readonly holders: () => readonly Bytes[];
  /** Accounts of all modules. */
  readonly accounts: readonly ModuleAccount[];
}

/** Reads and writes `app_state.<name>`. When it is absent, all of it has defaults. */
export interface GenesisPart<G> {
  /** Parses the part. Throws HalleyError `invalid-genesis`. */
  readonly parse: (node: GenesisReader, context: GenesisContext) => G;
  readonly write: (state: WorkingState, genesis: G, context: GenesisContext) => void;
  /**
   * Returns JSON from which `parse` and `write` restore this state. The state alone determines the order of lists.
   * Undefined leaves the member out.
   */
  readonly export: (state: CommittedState) => object | undefined;
  /** Returns the validators for a consensus engine whose own genesis names none (SDK `HasABCIGenesis`). */
  readonly validators?: (genesis: G) => readonly ValidatorUpdate[];
}

export interface Module<G = unknown> {
  /** Name of the folder, and of the member of `app_state`. */
  readonly name: string;
  /** Whether a chain has the module only if its genesis document has the member. */
  readonly isOptional?: true;
  /** Stores that only this module writes. */
  readonly stores: readonly StoreName[];
  readonly accounts: readonly ModuleAccount[];
  readonly genesis: GenesisPart<G>;
  readonly messages: readonly AnyMessageType[];
  readonly queries: readonly Query[];
  /** Messages that an Any in the module's messages and state contains, by the SDK's name of the interface. */
  readonly interfaces?: Readonly<Record<string, readonly Message<unknown>[]>>;
  /** Runs before the first transaction. */
  readonly beginBlock?: (block: BlockHookContext, header: BlockHeader) => readonly Event[];
  /** Runs after the last transaction. `callEvm` calls contracts without a limit of gas. */
  readonly endBlock?: (block: BlockHookContext, callEvm: CallEvm) => Awaitable<BlockEnd>;
  /**
   * Checks the module's invariants, which apply at any height. Returns the first violation, or undefined when there is
   * none.
   */
  readonly problem?: (state: StateReader) => string | undefined;
}

/** Module without the type of its genesis, as the index holds it. */
// biome-ignore lint/suspicious/noExplicitAny: what a module parses is what it writes
export type AnyModule = Module<any>;

export const defineModule = <G>(module: Module<G>): Module<G> => module;
