/**
 * Passes messages through the active faults of one chain: those of HTTP here, those of WebSockets by `lane.ts`. A
 * message passes the faults in the order in which they began, and at the end the node.
 */
import { HalleyError, invariant } from '../../kernel/errors.js';
import { INTERNAL_ERROR, INVALID_PARAMS } from '../jsonrpc/errors.js';
import type { Schedule } from '../jsonrpc/limits.js';
import {
  FAULT_HEADER,
  type FaultLane,
  type Handle,
  type LaneConnection,
  type Peer,
  type ProtocolRequest,
  type ProtocolResponse,
  type ProtocolSocket,
  type RefusedSocket,
} from '../protocol_handler.js';
import { ActiveFault, type FaultHost, type RpcFaultState } from './active_fault.js';
import { RPC_FAULTS } from './catalogue/index.generated.js';
import type { FaultAnswer, FaultExchange, FaultyServer, OnRequests, RpcFaultDefinition, RpcReply } from './fault.js';
import { Lane } from './lane.js';
import { callRequest, readReply, readRequest, refusalOf, requestOf, responseOf, wholeAnswer } from './message.js';
import { pass } from './pass.js';

/** Definitions with their data types erased. Each receives only data of its own type. */
export const RPC_FAULT_DEFINITIONS = RPC_FAULTS as unknown as readonly RpcFaultDefinition[];

type FaultLike = OnRequests & { readonly type: string };

/** Fault with what it has counted. */
export interface StoredRpcFault {
  readonly id: number;
  readonly fault: FaultLike;
  readonly state?: RpcFaultState | undefined;
}

/** What a client gets whose connection is broken. */
const NOTHING: FaultAnswer = { status: 200, headers: {}, body: '' };

/** Paths of a server's own monitoring, which no fault hits. */
const MONITORING: readonly string[] = ['/metrics'];

export interface RpcFaultsOptions {
  /** Seed of the random streams of faults. */
  readonly seed: string;
  /** Returns milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
  readonly schedule: Schedule;
  /** Reads a fault as text, such as `slow(600ms)`. Throws HalleyError. */
  readonly readText: (text: string) => { readonly type: string };
  /** Runs after a fault has counted a request. */
  readonly onCount: (() => void) | undefined;
}

export class RpcFaults {
  #active: readonly ActiveFault[] = [];
  readonly #nodes = new Map<FaultyServer, Handle>();
  /** Waits that the end of the servers cuts short. */
  readonly #waits = new Set<() => void>();
  /** Planned actions, which the end of the servers cancels. */
  readonly #planned = new Set<() => void>();
  /** Calls of faults that wait for a server which does not serve yet. */
  readonly #asking: (() => void)[] = [];
  /** Number of faults that headers have asked for. */
  #asked = 0;
  #closed = false;
  readonly #host: FaultHost;

  constructor(
    readonly options: RpcFaultsOptions,
    readonly onChange: () => void,
  ) {
    this.#host = {
      ...options,
      schedule: (ms, action) => this.#plan(ms, action),
      wait: (ms) => this.wait(ms),
      ask: (server, method, params) => this.ask(server, method, params),
    };
  }

  /** Returns the faults of a server, in the order in which they began. */
  of(server: FaultyServer): readonly ActiveFault[] {
    return this.#active.filter(({ servers }) => servers.includes(server));
  }

  begin({ id, fault, state }: StoredRpcFault): void {
    const active = new ActiveFault(id, fault, definitionOf(fault), this.#host, state);
    this.#active = [...this.#active, active];
    this.onChange();
    active.begin();
  }

  end(id: number): void {
    const ending = this.#active.find((active) => active.id === id);
    this.#active = this.#active.filter((active) => active !== ending);
    this.onChange();
    ending?.end();
  }

  /** Returns what each fault has counted. */
  states(): readonly { readonly id: number; readonly state: RpcFaultState }[] {
    return this.#active.map(({ id, state }) => ({ id: Number(id), state }));
  }

  /** Replaces all faults by those of a snapshot. */
  restore(stored: readonly StoredRpcFault[]): void {
    for (const active of this.#active) active.drop();
    this.#active = stored.map(
      ({ id, fault, state }) => new ActiveFault(id, fault, definitionOf(fault), this.#host, state),
    );
    this.onChange();
    for (const active of this.#active) active.begin();
  }

  /** Ends all waits, because the servers close. */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#planned) cancel();
    this.#planned.clear();
    for (const end of this.#waits) end();
    this.#waits.clear();
    for (const goOn of this.#asking.splice(0)) goOn();
  }

  #plan(ms: number, action: () => void): () => void {
    if (this.#closed) return () => undefined;
    const cancel = this.options.schedule(ms, () => {
      this.#planned.delete(cancel);
      action();
    });
    this.#planned.add(cancel);
    return () => {
      this.#planned.delete(cancel);
      cancel();
    };
  }

  wait(ms: number): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#waits.delete(end);
        resolve();
      };
      const cancel = this.options.schedule(ms, end);
      this.#waits.add(end);
    });
  }

  /** Waits until the servers close, and then breaks the connection. */
  silence(reset: () => FaultAnswer): Promise<FaultAnswer> {
    if (this.#closed) return Promise.resolve(reset());
    return new Promise((resolve) => {
      const end = (): void => resolve(reset());
      this.#waits.add(end);
    });
  }

  async ask(server: FaultyServer, method: string, params: unknown): Promise<RpcReply> {
    // After a restart a fault may ask before the servers are open.
    while (!this.#nodes.has(server) && !this.#closed)
      await new Promise<void>((resolve) => void this.#asking.push(resolve));
    const node = this.#nodes.get(server);
    if (node === undefined) return { error: { code: INTERNAL_ERROR, message: 'the servers are closed' } };
    const { status, body } = await wholeAnswer(await node(callRequest(method, params)));
    return (
      readReply(body) ?? { error: { code: INTERNAL_ERROR, message: `the node has answered with status ${status}` } }
    );
  }

  /** Returns the faults that apply to a client: the active ones, and the one that its header asks for. */
  faultsFor(
    server: FaultyServer,
    { peer, headers }: { readonly peer: Peer; readonly headers: ProtocolRequest['headers'] },
  ): readonly ActiveFault[] {
    const text = headers[FAULT_HEADER];
    const active = this.of(server);
    if (text === undefined) return active;
    if (!peer.trusted)
      throw new HalleyError('invalid-argument', 'the header Halley-Fault is for callers of this machine: leave it out');
    const fault = { server: [server], ...this.options.readText(text) } as FaultLike;
    return [...active, new ActiveFault(`header-${this.#asked++}`, fault, definitionOf(fault), this.#host)];
  }

  /** Remembers how to reach the node behind a server, for faults that ask it. */
  reach(server: FaultyServer, node: Handle): void {
    this.#nodes.set(server, node);
    for (const goOn of this.#asking.splice(0)) goOn();
  }

  /** Answers a request of HTTP. */
  async handle(server: FaultyServer, request: ProtocolRequest, next: Handle): Promise<ProtocolResponse> {
    if (request.method === 'OPTIONS' || MONITORING.includes(request.path)) return next(request);
    this.reach(server, next);
    const message = readRequest(server, request);
    const { peer, headers } = request;
    const reset = (): FaultAnswer => {
      peer.reset?.();
      return NOTHING;
    };
    const exchange: FaultExchange = {
      ...{ server, over: 'http', calls: message.calls, isBatch: message.isBatch, headers, peer },
      refuse: (refusal) => refusalOf(server, message, refusal),
      reset,
      close: reset,
      silence: () => (peer.impatient === true ? Promise.resolve(reset()) : this.silence(reset)),
    };
    try {
      const passed = pass({
        ...{ message, exchange, active: this.faultsFor(server, request) },
        whole: async () => wholeAnswer(await next(request)),
        one: async (call) => wholeAnswer(await next(requestOf(request, call))),
      });
      return passed === undefined ? next(request) : responseOf(await passed);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      const { message: text } = error;
      return responseOf(exchange.refuse({ status: server === 'evm' ? 200 : 400, code: INVALID_PARAMS, message: text }));
    }
  }

  /** Returns why a WebSocket is refused; undefined when it may open. */
  refusesSocket(server: FaultyServer, request: Pick<ProtocolRequest, 'peer' | 'headers'>): RefusedSocket | undefined {
    try {
      const refuses = (active: ActiveFault): boolean => {
        const { definition, fault } = active;
        if (definition.refusesSocket === undefined) return false;
        const context = active.opening({ server, ...request });
        return context !== undefined && definition.refusesSocket(fault, request, context);
      };
      return this.faultsFor(server, request).some(refuses) ? { status: '503 Service Unavailable' } : undefined;
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      return { status: '400 Bad Request', text: `${error.message}\n` };
    }
  }

  /**
   * Passes the messages of a WebSocket through `active`, which are those of a later chain when it has taken the place of
   * this one. The fault of its header acts as long as it is open.
   */
  lane(
    server: FaultyServer,
    connection: LaneConnection,
    socket: ProtocolSocket,
    active: () => readonly ActiveFault[],
  ): FaultLane {
    const asked = this.faultsFor(server, connection).filter(({ id }) => typeof id === 'string');
    return new Lane(server, connection, socket, {
      active: () => [...active(), ...asked],
      silence: (reset) => this.silence(reset),
    });
  }
}

/** Returns the definition of a fault. Throws InvariantViolation for a type that does not exist. */
function definitionOf({ type }: FaultLike): RpcFaultDefinition {
  const definition = RPC_FAULT_DEFINITIONS.find((known) => known.type === type);
  invariant(definition !== undefined, `no fault "${type}" of interfaces`);
  return definition;
}
