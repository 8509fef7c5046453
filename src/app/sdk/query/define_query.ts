/**
 * A gRPC path, what it is asked with and what it answers. One file each, named as the method. Fields that a request does
 * not have are passed over, as in Go.
 */
import type { Message } from '../../../codec/protobuf/message.js';
import { type Awaitable, whenKnown } from '../../../kernel/awaitable.js';
import type { StateReader } from '../../state/types.js';
import type { GrpcHandler, QueryServices } from './handler.js';

export interface Query {
  /** `/cosmos.bank.v1beta1.Query/Balance`. */
  readonly path: string;
  readonly handler: GrpcHandler;
  /** It tells of the node itself, and is unknown to an application without one. */
  readonly ofNode: boolean;
}

interface QueryType<Q, A> {
  readonly request: Message<Q>;
  readonly response: Message<A>;
  /** Throws SdkQueryError. */
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
