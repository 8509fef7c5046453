/** Declares how the host finds transactions of blocks and broadcasts new ones. It is a part of NodeFacts. */
import type { ExecTxResult } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';

/** Transaction in a block. */
export interface NodeTx {
  readonly hash: Bytes;
  readonly height: bigint;
  /** Time of its block. */
  readonly time: UnixNanos;
  readonly tx: Bytes;
  readonly result: ExecTxResult;
}

export interface NodeTxSearch {
  /** Query in the engine's language. */
  readonly query: string;
  readonly order: 'asc' | 'desc';
  /** Page, from 1. */
  readonly page: bigint;
  readonly limit: bigint;
}

/** Result of CheckTx, or the reason why the mempool did not run it. */
export type NodeBroadcast =
  | ({ readonly type: 'checked'; readonly hash: Bytes } & Pick<ExecTxResult, 'code' | 'codespace' | 'log' | 'data'>)
  | { readonly type: 'refused'; readonly reason: string };

export interface NodeTxs {
  byHash(hash: Bytes): NodeTx | undefined;
  /**
   * Searches transactions. Throws HalleyError `invalid-argument` in the engine's words for an invalid query or page.
   */
  search(search: NodeTxSearch): { readonly total: number; readonly found: readonly NodeTx[] };
  broadcast(tx: Bytes): Promise<NodeBroadcast>;
}
