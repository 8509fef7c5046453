/** Transactions as the host knows them: those of blocks, and the way into one. A part of NodeFacts. */
import type { ExecTxResult } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';

/** In a block. */
export interface NodeTx {
  readonly hash: Bytes;
  readonly height: bigint;
  /** Of its block. */
  readonly time: UnixNanos;
  readonly tx: Bytes;
  readonly result: ExecTxResult;
}

export interface NodeTxSearch {
  /** In the engine's query language. */
  readonly query: string;
  readonly order: 'asc' | 'desc';
  /** From 1. */
  readonly page: bigint;
  readonly limit: bigint;
}

/** What CheckTx said, or why the mempool did not ask it. */
export type NodeBroadcast =
  | ({ readonly type: 'checked'; readonly hash: Bytes } & Pick<ExecTxResult, 'code' | 'codespace' | 'log' | 'data'>)
  | { readonly type: 'refused'; readonly reason: string };

export interface NodeTxs {
  byHash(hash: Bytes): NodeTx | undefined;
  /** Throws HalleyError `invalid-argument` for a query or a page that is none, in the engine's words. */
  search(search: NodeTxSearch): { readonly total: number; readonly found: readonly NodeTx[] };
  broadcast(tx: Bytes): Promise<NodeBroadcast>;
}
