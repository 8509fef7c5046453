/**
 * Follows the rounds of a node: it subscribes to its events, reads a dump of the consensus state, and applies the events
 * to it. It reads a new dump after every connection, and when the events do not follow from the state.
 */
import { HalleyError } from '../../kernel/errors.js';
import { type Schedule, timers } from '../backoff.js';
import { type CometEvent, CometSocket, type CometSocketMessage } from '../comet_socket.js';
import type { JsonRpcClient } from '../json_rpc_client.js';
import { applyEvent } from './apply_event.js';
import type { Names } from './names.js';
import { type NodeFacts, type ObservedNode, observedNode } from './node_facts.js';
import { readDump } from './read_dump.js';
import { QUERIES, type RoundEvent, readEvent } from './read_event.js';
import type { RoundsState } from './state.js';

/** Known facts about a node and its rounds. */
export interface View {
  readonly node: NodeFacts;
  readonly names: Names;
  readonly state: RoundsState;
  /** Reason why no events arrive at the moment; `undefined` while they arrive. */
  readonly problem: string | undefined;
}

export interface SessionListener {
  /** Runs after each change of the view. `event` is the cause, unless the cause is a dump or the connection. */
  changed(view: View, event?: RoundEvent): void;
  connected(view: View): void;
  lost(reason: string): void;
  /** Reads what the listener needs besides a dump. The events after the dump wait until it resolves. */
  prepare?(state: RoundsState): Promise<void>;
}

export interface SessionOptions {
  /** Node as the caller has already read it. Without it, the session reads it when the node answers. */
  readonly node?: ObservedNode;
  readonly schedule?: Schedule;
}

/** Most events that are stored while a dump is requested. */
const MAX_BUFFERED = 20_000;
/** Shortest time between two dumps of one connection. */
const DUMP_INTERVAL_MS = 1_000;

/** Reads the state of a node once. */
export async function readView(client: JsonRpcClient): Promise<View> {
  const { facts, names } = await observedNode(client);
  const state = readDump(await client.call('dump_consensus_state'));
  return { node: facts, names, state, problem: undefined };
}

export class Session {
  readonly #socket: CometSocket;
  readonly #schedule: Schedule;
  #node: ObservedNode | undefined;
  #state: RoundsState | undefined;
  #problem: string | undefined;
  /** Stores the events that arrive before the dump does; undefined while no dump is on its way. */
  #buffer: RoundEvent[] | undefined;
  /** Number of the connection, so that a response to an earlier one is ignored. */
  #connection = 0;
  #mayDump = false;
  #cancelDump: (() => void) | undefined;

  constructor(
    private readonly client: JsonRpcClient,
    private readonly listener: SessionListener,
    { node, schedule = timers }: SessionOptions = {},
  ) {
    this.#node = node;
    this.#schedule = schedule;
    this.#socket = new CometSocket(client.endpoint, {
      queries: QUERIES,
      listener: (message) => this.#receive(message),
      schedule,
    });
  }

  close(): void {
    this.#connection++;
    this.#cancelDump?.();
    this.#socket.close();
  }

  /** Node as it was read last; `undefined` until it has answered. */
  get node(): ObservedNode | undefined {
    return this.#node;
  }

  /** Returns the view, or undefined before the first dump. */
  get view(): View | undefined {
    if (this.#node === undefined || this.#state === undefined) return undefined;
    const { facts, names } = this.#node;
    return { node: facts, names, state: this.#state, problem: this.#problem };
  }

  /** Reads a new dump as soon as one may be read. Nothing happens while the connection is lost. */
  refresh(): void {
    if (this.#state === undefined) return;
    this.#state = { ...this.#state, isStale: true };
    this.#refreshIfStale();
  }

  #receive(message: CometSocketMessage): void {
    switch (message.type) {
      case 'open':
        void this.#open();
        return;
      case 'event':
        this.#take(message.event);
        return;
      case 'lost':
        this.#lose(message.reason);
    }
  }

  /** Reads status and dump after a connection has opened. The server may be another one than before. */
  async #open(): Promise<void> {
    const connection = ++this.#connection;
    this.#buffer = [];
    try {
      if (this.#node === undefined || this.#problem !== undefined) this.#node = await observedNode(this.client);
      if (!(await this.#dump(connection))) return;
    } catch (error) {
      this.#fail(connection, error);
      return;
    }
    this.#problem = undefined;
    const { view } = this;
    if (view === undefined) return;
    this.listener.connected(view);
    this.#applyBuffer();
  }

  /** Reads a dump. Returns false when the connection has ended in the meantime. */
  async #dump(connection: number): Promise<boolean> {
    const dump = await this.client.call('dump_consensus_state');
    if (connection !== this.#connection) return false;
    const state = readDump(dump, this.#state);
    await this.listener.prepare?.(state);
    if (connection !== this.#connection) return false;
    this.#state = state;
    this.#mayDump = false;
    this.#cancelDump = this.#schedule(DUMP_INTERVAL_MS, () => {
      this.#mayDump = true;
      this.#refreshIfStale();
    });
    return true;
  }

  #fail(connection: number, error: unknown): void {
    if (!(error instanceof HalleyError)) throw error;
    if (connection === this.#connection) this.#socket.reconnect(error.message);
  }

  #lose(reason: string): void {
    this.#connection++;
    this.#buffer = undefined;
    this.#mayDump = false;
    this.#cancelDump?.();
    this.#problem = `connection lost, trying again: ${reason}`;
    this.listener.lost(reason);
    if (this.view !== undefined) this.listener.changed(this.view);
  }

  #take(message: CometEvent): void {
    const event = readEvent(message);
    // Before the first dump there is nothing to apply an event to.
    if (event === undefined || (this.#buffer === undefined && this.#problem !== undefined)) return;
    if (this.#buffer === undefined) this.#apply(event);
    else if (this.#buffer.length < MAX_BUFFERED) this.#buffer.push(event);
    this.#refreshIfStale();
  }

  #apply(event: RoundEvent): void {
    if (this.#state === undefined) return;
    this.#state = applyEvent(this.#state, event);
    if (this.view !== undefined) this.listener.changed(this.view, event);
  }

  /** Applies the events that arrived while the dump was on its way. Some may be older than the dump. */
  #applyBuffer(): void {
    const events = this.#buffer ?? [];
    this.#buffer = undefined;
    for (const event of events) this.#apply(event);
    if (this.#state !== undefined) this.#state = { ...this.#state, isStale: false };
  }

  #refreshIfStale(): void {
    if (this.#state?.isStale === true && this.#mayDump && this.#buffer === undefined) void this.#refresh();
  }

  async #refresh(): Promise<void> {
    const connection = this.#connection;
    this.#buffer = [];
    try {
      if (!(await this.#dump(connection))) return;
    } catch (error) {
      this.#fail(connection, error);
      return;
    }
    if (this.view !== undefined) this.listener.changed(this.view);
    this.#applyBuffer();
  }
}
