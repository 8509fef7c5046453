/**
 * Defines a query: a gRPC path with its request and its response. Each is one file, named as the method. Unknown fields
 * of a request are ignored, as in Go.
 */
import type { Message } from '../../../codec/protobuf/message.js';
import { type Awaitable, whenKnown } from '../../../kernel/awaitable.js';
import type { StateReader } from '../../state/types.js';
import type { GrpcHandler, QueryServices } from './handler.js';

export interface Query {
  /** Full path, such as `/cosmos.bank.v1beta1.Query/Balance`. */
  readonly path: string;
  readonly handler: GrpcHandler;
  /** Whether the query is about the node itself. An application without a node does not know it. */
  readonly ofNode: boolean;
}

interface QueryType<Q, A> {
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
  handler: handlerOf(type),
  ofNode: false,
});

export const defineNodeQuery = <Q, A>(path: string, type: QueryType<Q, A>): Query => ({
  path,
  handler: handlerOf(type),
  ofNode: true,
});
