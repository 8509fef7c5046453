/** Declares handlers of gRPC paths, which take an encoded request and return an encoded response. */
import type { ExecTxResult } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import type { NodeFacts } from './node_facts.js';

/** Services for a query's handler besides the state at the height of the query. */
export interface QueryServices {
  /** Returns facts about the node. It is undefined when the host gives none. */
  readonly nodeFacts: (() => NodeFacts) | undefined;
  /** Returns what the transaction would do in a block on top of the latest state. */
  readonly simulate: (tx: Bytes) => Promise<ExecTxResult>;
}

/** Handles a request. Throws SdkQueryError, or CodecError for a request that cannot be decoded. */
export type GrpcHandler = (request: Bytes, state: StateReader, services: QueryServices) => Bytes | Promise<Bytes>;
