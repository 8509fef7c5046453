/** Defines what a step returns to the host: what the nodes did, and the pending ABCI call. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { AbciCall, DecidedBlock } from '../consensus/effect.js';
import type { EngineEvent } from '../consensus/engine_event.js';
import type { ChainState } from '../consensus/types/chain_state.js';
import type { ConflictingCommits } from './conflicting_commits.js';

/** Call of a node to the application. Each distinct call runs once; the other nodes receive the same reply. */
export type NodeAbciCall = AbciCall & { readonly node: number };

export type NodeEvent =
  | EngineEvent
  | {
      readonly type: 'committed';
      readonly node: number;
      /** Whether no other node has committed this height yet. */
      readonly first: boolean;
      readonly decided: DecidedBlock;
      readonly response: FinalizeBlockResponse;
      readonly state: ChainState;
    }
  /** The node has decided another block than was decided at the height, which ends the chain. */
  | { readonly type: 'conflicting commits'; readonly node: number; readonly conflict: ConflictingCommits }
  /** The node's height is no longer retained, so the node took over the state before `height`. */
  | { readonly type: 'jumped'; readonly node: number; readonly height: bigint };

export interface Progress {
  /** Events in the order in which they happened. */
  readonly notes: readonly NodeEvent[];
  /** Pending call. When it is present, only `answer` may come next. */
  readonly ask: NodeAbciCall | undefined;
}
