/**
 * Connects to an EVM JSON-RPC by WebSocket, for calls and for the results of subscriptions. It does not reconnect,
 * because the caller would miss results meanwhile.
 */
import { WebSocket } from 'ws';
import { HalleyError } from '../kernel/errors.js';
import { quoted } from '../kernel/text.js';
import type { Endpoint } from './endpoint.js';
import { connectionFailure } from './json_rpc_client.js';

/** Most bytes of a message. A line of a trace may have a block of 100 MiB in hex. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** Longest time until the connection is open. */
const OPEN_MS = 10_000;

/** Close code of a server that stops. */
const GOING_AWAY = 1001;

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
  readonly params?: { readonly result?: unknown };
}

interface Call {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: HalleyError): void;
}

export class EvmSocket {
  readonly #socket: WebSocket;
  readonly #calls = new Map<number, Call>();
  #ids = 0;
  /** Results of subscriptions that were not taken yet. */
  #results: unknown[] = [];
  /** Continues a reader that waits for a result or the end. */
  #wake: () => void = () => undefined;
  /** Set at the end of the connection: `undefined` for a node that stops. */
  #end: { readonly error: HalleyError | undefined } | undefined;

  private constructor(
    socket: WebSocket,
    private readonly label: string,
  ) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(messageOf(String(data))));
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => this.#close(code, String(reason)));
  }

  /** Connects. Throws HalleyError `unavailable`. */
  static open({ http, headers, label }: Endpoint): Promise<EvmSocket> {
    const socket = new WebSocket(http.replace(/^http/, 'ws'), {
      headers,
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: OPEN_MS,
    });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(new EvmSocket(socket, label)));
      socket.on('error', (error) =>
        reject(new HalleyError('unavailable', `cannot reach ${label}: ${connectionFailure(error)}`)),
      );
    });
  }

  /** Calls a method. Throws HalleyError: `remote-error` for an error, `unavailable` when the connection ends. */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    if (this.#end !== undefined) return Promise.reject(this.#end.error ?? this.#lost('it has stopped'));
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { method, resolve, reject });
      // Its response comes after the results that are not taken yet.
      this.#socket.resume();
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  /**
   * Yields the results of subscriptions in their order, and pauses the connection while the caller is busy. Ends when
   * the node stops. Throws HalleyError `unavailable` when the connection fails.
   */
  async *results(): AsyncGenerator<unknown> {
    for (;;) {
      const results = this.#results;
      this.#results = [];
      if (results.length > 0) this.#socket.pause();
      yield* results;
      this.#socket.resume();
      if (this.#results.length > 0) continue;
      if (this.#end?.error !== undefined) throw this.#end.error;
      if (this.#end !== undefined) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.terminate();
  }

  #receive({ id, result, error, params }: Message): void {
    if (id === undefined) {
      if (params?.result === undefined) return;
      this.#results.push(params.result);
      this.#wake();
      return;
    }
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    if (error === undefined) call.resolve(result);
    else call.reject(this.#refused(call.method, error.message ?? 'an error without a message'));
  }

  #refused(method: string, reason: string): HalleyError {
    return new HalleyError('remote-error', `${this.label} answered ${method} with an error: ${quoted(reason)}`, {
      method,
    });
  }

  #lost(why: string): HalleyError {
    return new HalleyError('unavailable', `${this.label} closed the connection: ${why}`);
  }

  #close(code: number, reason: string): void {
    const lost = this.#lost(`code ${code}${reason === '' ? '' : `, ${quoted(reason)}`}`);
    this.#end = { error: code === GOING_AWAY ? undefined : lost };
    for (const { reject } of this.#calls.values()) reject(lost);
    this.#calls.clear();
    this.#wake();
  }
}

function messageOf(text: string): Message {
  try {
    return Object(JSON.parse(text)) as Message;
  } catch {
    return {};
  }
}
