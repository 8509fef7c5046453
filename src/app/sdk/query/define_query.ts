/**
 * Defines queries. A query is a gRPC path with its request and its response. Unknown fields of a request are ignored,
 * as in Go.
 */
import type { ExecTxResult, QueryRequest, QueryResponse } from '../../../abci/application.js';
import { type Message, message } from '../../../codec/protobuf/message.js';
import { type Awaitable, whenKnown } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import type { NodeFacts } from './node_facts.js';

/** Services for a query's handler besides the state at the height of the query. */
export interface QueryServices {
  /** Returns the full paths of all queries. */
  readonly paths: () => readonly string[];
  /** Returns facts about the node; undefined when the host gives none. */
  readonly nodeFacts: (() => NodeFacts) | undefined;
  /** Answers another query. */
  readonly query: (request: QueryRequest) => Promise<QueryResponse>;
  /** Returns what the transaction would do in a block on top of the latest state. */
  readonly simulate: (tx: Bytes) => Promise<ExecTxResult>;
}

/** Handles a request. Throws SdkQueryError, or CodecError for a request that cannot be decoded. */
export type GrpcHandler = (request: Bytes, state: StateReader, services: QueryServices) => Bytes | Promise<Bytes>;

export interface Query {
  /** Full path, such as `/cosmos.bank.v1beta1.Query/Balance`. */
  readonly path: string;
  /** Its messages. Their names follow from the path: queries with equal fields share a description. */
  readonly request: Message<unknown>;
  readonly response: Message<unknown>;
  /**
   * Path of the REST gateway with its fields: `/cosmos/bank/v1beta1/balances/{address}`. Undefined if REST does not serve
   * the query.
   */
  readonly rest?: RestPath;
  readonly handler: GrpcHandler;
  /** Whether the query is about the node itself. An application without a node does not know it. */
  readonly ofNode: boolean;
}

/** Template of a path (`google.api.http`). `POST` before it names the method; without it the method is GET. */
type RestPath = `/${string}` | `POST /${string}`;

interface QueryType<Q, A> {
  readonly rest?: RestPath;
  readonly request: Message<Q>;
  readonly response: Message<A>;
  /** Answers the request. Throws SdkQueryError. */
  readonly answer: (request: Q, state: StateReader, services: QueryServices) => Awaitable<A>;
}

const handlerOf =
  <Q, A>({ request, response, answer }: QueryType<Q, A>): GrpcHandler =>
  (bytes, state, services) =>
    whenKnown(answer(request.decode(bytes), state, services), response.encode);

export const defineQuery = <Q, A>(path: string, type: QueryType<Q, A>): Query => ({
  path,
  request: type.request,
  response: type.response,
  ...(type.rest !== undefined && { rest: type.rest }),
  handler: handlerOf(type),
  ofNode: false,
});

export const defineNodeQuery = <Q, A>(path: string, type: QueryType<Q, A>): Query => ({
  path,
  request: type.request,
  response: type.response,
  ...(type.rest !== undefined && { rest: type.rest }),
  handler: handlerOf(type),
  ofNode: true,
});

/** Request without fields, such as that of parameters or of the node. */
export const NoFields = message('google.protobuf.Empty', {}, { lenient: true });
