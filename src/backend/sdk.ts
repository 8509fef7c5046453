/**
 * Defines what gRPC and REST read of a chain: the methods of its services with the messages of each, and their answers.
 */
import type { QueryRequest, QueryResponse } from '../abci/application.js';
import type { Message } from '../codec/protobuf/message.js';

/** Method of a gRPC service. */
export interface SdkMethod {
  /** Full path, such as `/cosmos.bank.v1beta1.Query/Balance`. */
  readonly path: string;
  readonly request: Message<unknown>;
  readonly response: Message<unknown>;
  /**
   * Template of its path in the REST gateway, such as `/cosmos/bank/v1beta1/balances/{address}` or `POST /…`; absent for
   * a method that only gRPC has.
   */
  readonly rest?: string;
}

export interface SdkBackend {
  /** Methods of all services, ascending by path. */
  readonly methods: readonly SdkMethod[];
  /** Messages by full name: those of the methods, those in them, and those that an Any may contain. */
  readonly messages: ReadonlyMap<string, Message<unknown>>;
  /** Height of the latest block. */
  height(): bigint;
  /**
   * Answers a method, whose path is that of the request; its data are the encoded request. Height 0 is the latest. An
   * error of the method is a response with a code.
   */
  query(request: QueryRequest): Promise<QueryResponse>;
}
