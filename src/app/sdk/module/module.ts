/**
 * Defines what a module of the application is (SDK `AppModule`): a folder with one `defineModule`. A generated index
 * finds the modules, `modules/assembly.ts` hands them what they need of each other, and `modules/module_order.ts` says in
 * which order they act.
 */
import type { Event, InitChainRequest, Misbehavior, ValidatorUpdate } from '../../../abci/application.js';
import type { EthereumLog } from '../../../codec/ethereum/log.js';
import type { BlockContext } from '../../../evm/block_context.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { CommittedState, StateReader, StoreName, WorkingState } from '../../state/types.js';
import type { ChainParams } from '../chain_params.js';
import type { GenesisReader } from '../genesis_reader.js';
import type { Query } from '../query/define_query.js';
import type { AnyMessageType } from './message.js';
import type { ModuleAccount } from './module_account.js';

/**
 * Describes the block that a module begins or ends: its state, its header, and the sums over its transactions. The run
 * of a block is one.
 */
export interface BlockHookContext {
  readonly params: ChainParams;
  readonly state: WorkingState;
  readonly height: bigint;
  readonly time: UnixNanos;
  /** Wei for a unit of gas. */
  readonly baseFee: bigint;
  /** What code sees of the block. */
  readonly context: BlockContext;
  readonly totals: {
    /** The sum of the gas limits of the transactions that ran. */
    readonly gasWanted: bigint;
    /** The sum of the gas that they were charged. */
    readonly gasUsed: bigint;
    /** The wei that they paid for it. */
    readonly fees: bigint;
    readonly logs: readonly EthereumLog[];
    /** Set by the EVM module at the end of the block; empty without logs. */
    logsBloom: Bytes;
  };
}

/** What consensus says of a block before it is executed. */
export interface BlockHeader {
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly hash: Bytes;
  readonly proposerAddress: Bytes;
  readonly misbehavior: readonly Misbehavior[];
}

export interface BlockEnd {
  readonly events: readonly Event[];
  /** What consensus is told of the validators. */
  readonly updates?: readonly ValidatorUpdate[];
}

/** What a module's part of a genesis document is read and written with. */
export interface GenesisContext {
  readonly request: InitChainRequest;
  readonly params: ChainParams;
  /** What a module that was read before found. */
  readonly of: <G>(module: Module<G>) => G;
  /** Lists the addresses that hold coins, in the order of the document (SDK `GenesisBalancesIterator`). */
  readonly holders: () => readonly Bytes[];
  /** Of all modules. */
  readonly accounts: readonly ModuleAccount[];
}

/** `app_state.<name>`; absent, all of it is the default. */
export interface GenesisPart<G> {
  /** Throws HalleyError `invalid-genesis`. */
  readonly parse: (node: GenesisReader, context: GenesisContext) => G;
  readonly write: (state: WorkingState, genesis: G, context: GenesisContext) => void;
  /**
   * JSON that `parse` and `write` make this state of again. Lists are in an order that the state alone gives. Undefined
   * leaves the member out.
   */
  readonly export: (state: CommittedState) => object | undefined;
  /** Returns the validators for a consensus engine whose own genesis names none (SDK `HasABCIGenesis`). */
  readonly validators?: (genesis: G) => readonly ValidatorUpdate[];
}

export interface Module<G = unknown> {
  /** Its folder, and its member of `app_state`. */
  readonly name: string;
  /** The stores that only it writes. */
  readonly stores: readonly StoreName[];
  readonly accounts: readonly ModuleAccount[];
  readonly genesis: GenesisPart<G>;
  readonly messages: readonly AnyMessageType[];
  readonly queries: readonly Query[];
  /** Before the first transaction. */
  readonly beginBlock?: (block: BlockHookContext, header: BlockHeader) => readonly Event[];
  /** After the last one. */
  readonly endBlock?: (block: BlockHookContext) => BlockEnd;
  /** What must hold of its state at any height: the first thing that does not; undefined when all does. */
  readonly problem?: (state: StateReader) => string | undefined;
}

/** A module whose genesis' type is forgotten: what the index holds. */
// biome-ignore lint/suspicious/noExplicitAny: what a module parses is what it writes
export type AnyModule = Module<any>;

export const defineModule = <G>(module: Module<G>): Module<G> => module;
