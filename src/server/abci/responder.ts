/**
 * Answers the requests of all connections of an engine. As in CometBFT's local client, calls wait for each other. Query,
 * Echo and Flush do not: Query sees only committed state, so it may run beside any call.
 */
import type { ServedApplication } from '../../abci/application.js';
import type { AbciRequest } from '../../abci/wire/request.js';
import type { AbciResponse } from '../../abci/wire/response.js';
import { HalleyError } from '../../kernel/errors.js';
import type { OnCrash } from '../pipeline.js';
import { CallOrder } from './call_order.js';
import { call } from './calls.js';
import { failedResponse } from './failed_request.js';

/** Is who sent a request. */
export interface Caller {
  readonly isClosed: boolean;
  /** Resolves when the caller has gone. */
  readonly closed: Promise<void>;
}

export interface ResponderOptions {
  readonly application: ServedApplication;
  /** Receives the first error after which the application cannot go on, and whose request failed. */
  readonly onFailure: (error: unknown, caller: Caller) => void;
  /** Receives a bug that was answered with an error of one request. */
  readonly onCrash: OnCrash;
}

const AT_ONCE: ReadonlySet<AbciRequest['type']> = new Set([
  'echo',
  'flush',
  'query',
  'extendVote',
  'verifyVoteExtension',
]);

export const exception = (error: string): AbciResponse => ({ type: 'exception', value: { error } });

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class Responder {
  readonly #order: CallOrder;
  #tail: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  constructor(readonly options: ResponderOptions) {
    this.#order = new CallOrder(options.application);
  }

  /**
   * Answers a request. The promise never rejects: a response `exception` must end the connection. A call that has not
   * begun when its caller goes is dropped.
   */
  answer(request: AbciRequest, caller: Caller): Promise<AbciResponse> {
    if (AT_ONCE.has(request.type)) return this.#perform(request, caller);
    const response = this.#tail.then(() =>
      caller.isClosed ? exception('the connection is closed') : this.#perform(request, caller),
    );
    this.#tail = response;
    return response;
  }

  /** Resolves when all calls that wait for each other have ended. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  async #perform(request: AbciRequest, caller: Caller): Promise<AbciResponse> {
    if (this.#failure !== undefined) return exception(textOf(this.#failure.error));
    try {
      const problem = await this.#order.problem(request);
      if (problem !== undefined) return refused(request, problem);
      const response = await call(this.options.application, request);
      this.#order.done(request);
      return response;
    } catch (error) {
      return this.#failed(request, error, caller);
    }
  }

  #failed(request: AbciRequest, error: unknown, caller: Caller): AbciResponse {
    const isMistake = error instanceof HalleyError;
    const response = failedResponse(request, isMistake ? error.message : 'internal error');
    if (response !== undefined) {
      if (!isMistake) this.options.onCrash(`abci ${request.type}`, error);
      return response;
    }
    if (this.#failure === undefined) {
      this.#failure = { error };
      this.options.onFailure(error, caller);
    }
    return exception(textOf(error));
  }
}

/** Refuses a call out of order. It ends the engine's connection, and changes nothing here. */
function refused(request: AbciRequest, problem: string): AbciResponse {
  const text = `ABCI call out of order: ${request.type}: ${problem}`;
  return failedResponse(request, text) ?? exception(text);
}
