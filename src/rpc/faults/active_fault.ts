/** Counts what one active fault sees and hits, and provides what its hooks use. */
import { draw, type RandomState, seedStream } from '../../kernel/random.js';
import type { Schedule } from '../jsonrpc/limits.js';
import type { Headers, Peer } from '../protocol_handler.js';
import type { FaultContext, FaultyServer, OnRequests, RpcFaultDefinition, RpcReply } from './fault.js';

/** State of a fault as plain JSON. */
export interface RpcFaultState {
  /** Requests that matched, hit or not. */
  readonly seen: number;
  readonly hits: number;
  readonly elapsedMs: number;
  readonly random: RandomState;
  readonly memory?: unknown;
}

/** Services that a fault needs of the servers. */
export interface FaultHost {
  readonly seed: string;
  readonly nowMs: () => number;
  readonly schedule: Schedule;
  readonly onCount?: (() => void) | undefined;
  wait(ms: number): Promise<void>;
  ask(server: FaultyServer, method: string, params: unknown): Promise<RpcReply>;
}

/** Request, message or event as its client sent or receives it. */
export interface Matched {
  readonly server: FaultyServer;
  /** Methods of its calls. */
  readonly methods: readonly string[];
  readonly peer: Peer;
  readonly headers: Headers;
}

/** Most values by connection that a fault keeps. */
const MAX_SCRATCH = 10_000;

/** Map that forgets what was set first, so that clients that come and go fill no memory. */
class Scratch extends Map<string, unknown> {
  override set(key: string, value: unknown): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.size > MAX_SCRATCH ? this.keys() : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/** Methods that control the node, so that a fault can always be removed. */
const CONTROL = 'halley_';

const fits = (pattern: string, method: string): boolean =>
  pattern.endsWith('*') ? method.startsWith(pattern.slice(0, -1)) : method === pattern;

/** Returns whether a method is among the patterns. One that controls the node must be named as such. */
export function namesMethod(patterns: readonly string[] | undefined, method: string): boolean {
  const isControl = method.startsWith(CONTROL);
  if (patterns === undefined) return !isControl;
  return patterns.some((pattern) => fits(pattern, method) && (!isControl || pattern.startsWith(CONTROL)));
}

function isClient(client: string, { peer, headers }: Omit<Matched, 'methods'>): boolean {
  const [, kind = '', rest = ''] = /^(\w+):(.*)$/s.exec(client) ?? [];
  if (kind.toLowerCase() === 'address') return peer.address === rest;
  if (kind.toLowerCase() === 'connection') return peer.id === rest;
  const [, name = '', text = ''] = /^([^=]*)=(.*)$/s.exec(rest) ?? [];
  return headers[name.toLowerCase()]?.includes(text) ?? false;
}

export class ActiveFault {
  #seen: number;
  #hits: number;
  #random: RandomState;
  #memory: unknown;
  readonly #scratch = new Scratch();
  readonly #timers = new Set<() => void>();
  readonly #begunAt: number;

  constructor(
    readonly id: number | string,
    readonly fault: OnRequests & { readonly type: string },
    readonly definition: RpcFaultDefinition,
    readonly host: FaultHost,
    state: Partial<RpcFaultState> = {},
  ) {
    this.#seen = state.seen ?? 0;
    this.#hits = state.hits ?? 0;
    this.#random = state.random ?? seedStream(host.seed, `rpc-fault:${id}`);
    this.#memory = state.memory;
    this.#begunAt = host.nowMs() - (state.elapsedMs ?? 0);
  }

  get servers(): readonly FaultyServer[] {
    return this.fault.server ?? ['evm'];
  }

  get state(): RpcFaultState {
    const memory = this.#memory === undefined ? {} : { memory: this.#memory };
    return { seen: this.#seen, hits: this.#hits, elapsedMs: this.#elapsedMs, random: this.#random, ...memory };
  }

  begin(): void {
    this.definition.begin?.(this.fault, this.#context(this.servers[0] ?? 'evm', this.#hits));
  }

  end(): void {
    this.drop();
    this.definition.end?.(this.fault, this.#context(this.servers[0] ?? 'evm', this.#hits));
  }

  /** Cancels the actions that it has planned. */
  drop(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  /** Counts a request that matches. Returns what the hooks use when the fault hits it. */
  hit(given: Matched): FaultContext | undefined {
    const { fault } = this;
    const { methods, forMs = Number.POSITIVE_INFINITY, skip = 0, every = 1, percent, times } = fault;
    const { methods: own, follows } = this.definition;
    if (follows !== undefined && given.methods.some((name) => follows.includes(name)))
      return this.#context(given.server, this.#hits);
    const concerns = (name: string): boolean => namesMethod(methods, name) && own?.includes(name) !== false;
    if (given.methods.length === 0 ? methods !== undefined : !given.methods.some(concerns)) return undefined;
    if (!this.#concerns(given)) return undefined;
    if (this.#elapsedMs > forMs || this.#hits >= (times ?? Number.POSITIVE_INFINITY)) return undefined;
    this.#seen++;
    const isHit =
      this.#seen > skip &&
      (this.#seen - skip) % every === 0 &&
      (percent === undefined || (this.#draw() / 0x1_0000_0000) * 100 < percent);
    if (isHit) this.#hits++;
    this.host.onCount?.();
    return isHit ? this.#context(given.server, this.#hits) : undefined;
  }

  /** Returns what the hook for a new WebSocket uses, which counts as no request; undefined for other clients. */
  opening(given: Omit<Matched, 'methods'>): FaultContext | undefined {
    return this.#concerns(given) ? this.#context(given.server, this.#hits) : undefined;
  }

  #concerns(given: Omit<Matched, 'methods'>): boolean {
    const { clients } = this.fault;
    return clients === undefined || clients.some((client) => isClient(client, given));
  }

  get #elapsedMs(): number {
    return this.host.nowMs() - this.#begunAt;
  }

  #draw(): number {
    const { value, state } = draw(this.#random);
    this.#random = state;
    return value;
  }

  #context(server: FaultyServer, hits: number): FaultContext {
    const active = this;
    const { host } = this;
    return {
      hits,
      get elapsedMs() {
        return active.#elapsedMs;
      },
      draw: (bound) => Math.floor((active.#draw() / 0x1_0000_0000) * bound),
      wait: (ms) => host.wait(ms),
      later(ms, action) {
        const cancel = host.schedule(ms, () => {
          active.#timers.delete(cancel);
          action();
        });
        active.#timers.add(cancel);
      },
      ask: (method, params) => host.ask(server, method, params),
      get memory() {
        return active.#memory;
      },
      set memory(value) {
        active.#memory = value;
        host.onCount?.();
      },
      scratch: active.#scratch,
    };
  }
}
