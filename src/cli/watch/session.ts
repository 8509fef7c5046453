/**
 * Follows the rounds of a node: it subscribes to its events, reads a dump of the consensus state, and applies the events
 * to it. It reads a new dump after every connection, and when the events do not follow from the state.
 */
import { type CometEvent, CometSocket, type CometSocketMessage } from '../../client/comet_socket.js';
import type { JsonRpcClient } from '../../client/json_rpc_client.js';
import { type Schedule, timers } from '../../client/schedule.js';
import { HalleyError } from '../../kernel/errors.js';
import { type ObservedNode, observedNode } from './node_facts.js';
import { applyEvent } from './rounds/apply_event.js';
import { readDump } from './rounds/read_dump.js';
import { QUERIES, type RoundEvent, readEvent } from './rounds/read_event.js';
import type { RoundsState } from './rounds/state.js';
import type { View } from './view/render.js';

export interface SessionListener {
  /** Is called after each change of the view. `event` is the cause, unless the cause is a dump or the connection. */
  changed(view: View, event?: RoundEvent): void;
  connected(view: View): void;
  lost(reason: string): void;
}

/** Limits the events that are stored while a dump is on its way. */
const MAX_BUFFERED = 20_000;
/** Is the shortest time between two dumps of one connection. */
const DUMP_INTERVAL_MS = 1_000;

/** Reads the state of a node once. */
export async function readView(client: JsonRpcClient): Promise<View> {
  const { facts, names } = await observedNode(client);
  const state = readDump(await client.call('dump_consensus_state'));
  return { node: facts, names, state, problem: undefined };
}

export class Session {
  readonly #socket: CometSocket;
  #node: ObservedNode;
  #state: RoundsState | undefined;
  #problem: string | undefined;
  /** Stores the events that arrive before the dump does; undefined while no dump is on its way. */
  #buffer: RoundEvent[] | undefined;
  /** Counts the connections, so that an answer to a former one is ignored. */
  #connection = 0;
  #mayDump = false;
  #cancelDump: (() => void) | undefined;

  /** Connects to a node, whose facts the caller has read already. */
  constructor(
    private readonly client: JsonRpcClient,
    node: ObservedNode,
    private readonly listener: SessionListener,
    private readonly schedule: Schedule = timers,
  ) {
    this.#node = node;
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

  /** Returns the view, or undefined before the first dump. */
  get view(): View | undefined {
    const { facts, names } = this.#node;
    return this.#state && { node: facts, names, state: this.#state, problem: this.#problem };
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
      if (this.#problem !== undefined) this.#node = await observedNode(this.client);
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
    this.#state = readDump(dump, this.#state);
    this.#mayDump = false;
    this.#cancelDump = this.schedule(DUMP_INTERVAL_MS, () => {
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
