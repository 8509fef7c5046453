/**
 * Handles JSON-RPC over WebSocket (consensus-rpc.md 7). Each frame is one request. Requests run in order, so a slow
 * call delays the next ones, while events continue. When a client requests more than it reads, the socket stops reading
 * from it.
 */
import type { ProtocolConnection, ProtocolSocket } from '../protocol_handler.js';
import { idRule, outcomeOf, panicText, paramsToArgs, type Served } from './call.js';
import type { ArgValues } from './protocol/decode_args.js';
import { encodeResponse, type IdText, NO_ID, type Outcome } from './protocol/envelope.js';
import { EnginePanic, GoError, internalError, METHOD_NOT_FOUND, parseError } from './protocol/error.js';
import { type RpcRequest, readFrame } from './protocol/request.js';
import type { Route } from './route.js';
import type { SubscriptionHub } from './subscriptions/hub.js';
import { Outbox } from './subscriptions/outbox.js';
import { Subscriber } from './subscriptions/subscriber.js';

type Call = RpcRequest & { readonly type: 'call' };

export class CometSocket implements ProtocolSocket {
  readonly #waiting: string[] = [];
  readonly #outbox: Outbox;
  readonly #subscriber: Subscriber;
  #busy = false;
  #held = false;
  #closed = false;

  constructor(
    readonly served: Served,
    hub: SubscriptionHub,
    readonly connection: ProtocolConnection,
    readonly onBug: (error: unknown) => void,
  ) {
    this.#outbox = new Outbox(connection);
    this.#subscriber = new Subscriber(hub, served.context, this.#outbox);
  }

  message(frame: string): void {
    if (this.#closed) return;
    this.#waiting.push(frame);
    this.#work();
  }

  drained(): void {
    this.#work();
  }

  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
    this.#subscriber.close();
  }

  #work(): void {
    this.#answer();
    this.#throttle();
  }

  /** Runs queued requests until it has to wait for a call or for the client. */
  #answer(): void {
    while (!this.#busy && !this.#closed && this.#outbox.bytes <= this.served.context.limits.answerBacklog) {
      if (this.#waiting.length === 0) return;
      const answered = this.#turn() ?? this.#serveNext();
      if (answered === undefined) continue;
      this.#busy = true;
      void answered.then(() => {
        this.#busy = false;
        this.#work();
      });
    }
  }

  /** Returns a promise to wait for when earlier requests have used up the client's time slice. */
  #turn(): Promise<void> | undefined {
    const { scheduler } = this.served.context;
    const { peer } = this.connection;
    if (scheduler?.isOverBudget(peer) !== true) return undefined;
    return Promise.resolve(scheduler.begin(peer)).then((slice) => slice.end());
  }

  #serveNext(): Promise<void> | undefined {
    const { scheduler } = this.served.context;
    const since = scheduler?.now();
    const answered = this.#serve(this.#waiting.shift() ?? '');
    if (since !== undefined) scheduler?.charge(this.connection.peer, since);
    return answered;
  }

  #throttle(): void {
    const held = this.#waiting.length > (this.#held ? 0 : this.served.context.limits.queuedRequests);
    if (held === this.#held) return;
    this.#held = held;
    this.connection.hold?.(held);
  }

  #serve(frame: string): Promise<void> | undefined {
    let id: IdText = NO_ID;
    try {
      const call = this.#read(frame);
      if (call === undefined) return undefined;
      id = call.id;
      const outcome = this.#outcome(call);
      if (!(outcome instanceof Promise)) this.#reply(id, outcome);
      else return outcome.then((settled) => this.#reply(id, settled)).catch((error) => this.#panic(error));
    } catch (error) {
      this.#panic(error);
    }
    return undefined;
  }

  #read(frame: string): Call | undefined {
    try {
      const request = readFrame(frame, idRule(this.served.context));
      return request.type === 'call' ? request : undefined;
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      this.#reply(undefined, { error: parseError(`error unmarshaling request: ${error.message}`) });
      return undefined;
    }
  }

  #outcome({ id, method, params }: Call): Outcome | Promise<Outcome> {
    const route = this.served.routes.get(method);
    if (route === undefined) return { error: METHOD_NOT_FOUND };
    let args: ArgValues;
    try {
      args = paramsToArgs(route.args, params, this.served.context.strict);
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      return { error: internalError(`error converting json params to arguments: ${error.message}`) };
    }
    return outcomeOf(this.served, route, () => this.#call(route, id, args));
  }

  #call(route: Route, id: IdText, args: ArgValues) {
    const { context } = this.served;
    return route.transport === 'any'
      ? route.call(context, args)
      : route.call({ ...context, subscriber: this.#subscriber, id }, args);
  }

  #reply(id: IdText | undefined, outcome: Outcome): void {
    if (!this.#closed) this.#outbox.send(encodeResponse(id, outcome));
  }

  #panic(error: unknown): void {
    if (!(error instanceof EnginePanic)) this.onBug(error);
    this.#reply(NO_ID, { error: internalError(`WSJSONRPC: ${panicText(error)}`) });
  }
}
