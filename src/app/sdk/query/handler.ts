/** What answers a gRPC path: an encoded request in, an encoded response out. */
import type { ExecTxResult } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import type { NodeFacts } from './node_facts.js';

/** What a handler may ask beyond the state at the height of the query. */
export interface QueryServices {
  /** Undefined when the host tells nothing of itself. */
  readonly nodeFacts: (() => NodeFacts) | undefined;
  /** What the transaction would do in a block on top of the latest state. */
  readonly simulate: (tx: Bytes) => Promise<ExecTxResult>;
}

/** Throws SdkQueryError, or CodecError for a request that is no message. */
export type GrpcHandler = (request: Bytes, state: StateReader, services: QueryServices) => Bytes | Promise<Bytes>;
