/**
 * A module of the application (SDK `AppModule`): a folder with one `defineModule`, which says all that others need to
 * know of it. A generated index finds the modules; `modules/orders.ts` says in which order they act.
 */
import type { Event, InitChainRequest, Misbehavior, ValidatorUpdate } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { BlockRun } from '../block/block_run.js';
import type { ChainParams } from '../chain_params.js';
import type { GenesisReader } from '../genesis_reader.js';
import type { Query } from '../query/define_query.js';
import type { CommittedState, StateReader, StoreName, WorkingState } from '../state/types.js';
import type { AnyMessageType } from './message.js';
import type { ModuleAccount } from './module_account.js';
import type { Precompile } from './precompile.js';

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
  readonly precompiles: readonly Precompile[];
  /** Before the first transaction. */
  readonly beginBlock?: (run: BlockRun, header: BlockHeader) => readonly Event[];
  /** After the last one. */
  readonly endBlock?: (run: BlockRun) => BlockEnd;
  /** What must hold of its state at any height: the first thing that does not; undefined when all does. */
  readonly problem?: (state: StateReader) => string | undefined;
}

/** A module whose genesis' type is forgotten: what the index holds. */
// biome-ignore lint/suspicious/noExplicitAny: what a module parses is what it writes
export type AnyModule = Module<any>;

export const defineModule = <G>(module: Module<G>): Module<G> => module;
