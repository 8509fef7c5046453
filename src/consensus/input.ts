/** The inputs of a validator's engine. `handle/` has one handler for each. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import type { Incoming } from './message.js';
import type { Timeout } from './timeout.js';
import type { Vote } from './types/vote.js';

/** Application's reply to the call that the state awaits; no other input may come before it. */
export type AbciReply =
  | { readonly type: 'prepareProposal'; readonly txs: readonly Bytes[] }
  | { readonly type: 'processProposal'; readonly accept: boolean }
  | { readonly type: 'finalizeBlock'; readonly response: FinalizeBlockResponse };

export type Input =
  | { readonly type: 'start' }
  | { readonly type: 'message'; readonly incoming: Incoming }
  | { readonly type: 'timeout'; readonly timeout: Timeout }
  | { readonly type: 'transactions available' }
  | { readonly type: 'reply'; readonly reply: AbciReply }
  /** Precommits of a decided block, signed again with another time: see `handle/re_sign.ts`. */
  | { readonly type: 're-sign'; readonly votes: readonly Vote[] };
