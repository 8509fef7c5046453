/** What one event of the world gives its host: what the nodes did, and what they ask. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { AbciCall, DecidedBlock } from '../consensus/effect.js';
import type { EngineEvent } from '../consensus/engine_event.js';
import type { ChainState } from '../consensus/types/chain_state.js';

/** A question to the application. Each distinct one is asked once; the other nodes are given the same answer. */
export type NodeAbciCall = AbciCall & { readonly node: number };

export type NodeEvent =
  | EngineEvent
  | {
      readonly type: 'committed';
      readonly node: number;
      /** No other node has committed this height yet. */
      readonly first: boolean;
      readonly decided: DecidedBlock;
      readonly response: FinalizeBlockResponse;
      /** After the block. */
      readonly state: ChainState;
    }
  /** The node was further behind than anybody remembers, and took over the state before `height`. */
  | { readonly type: 'jumped'; readonly node: number; readonly height: bigint };

export interface Progress {
  /** In the order in which it happened. */
  readonly notes: readonly NodeEvent[];
  /** When present, nothing but `answer` may come next. */
  readonly ask: NodeAbciCall | undefined;
}
