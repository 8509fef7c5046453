/**
 * Subscribes to one topic of an EVM JSON-RPC by its WebSocket (`eth_subscribe`), and passes on each result. It does not
 * connect again, because the caller would miss what happened meanwhile.
 */
import { WebSocket } from 'ws';
import { HalleyError } from '../kernel/errors.js';
import { quoted } from '../kernel/printable.js';
import type { Endpoint } from './endpoint.js';
import { connectionFailure } from './json_rpc_client.js';

/** Limits a message. A line of a trace may have a block of 100 MiB in hex. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** Limits the time until the connection is open. */
const OPEN_MS = 10_000;

/** Is the code of a server that stops. */
const GOING_AWAY = 1001;

interface Message {
  readonly id?: number;
  readonly error?: { readonly message?: string };
  readonly params?: { readonly result?: unknown };
}

/**
 * Calls `take` with each result, and reads no further while its promise is pending. Resolves when the node stops. Throws
 * HalleyError: `unavailable` when the connection fails, `remote-error` when the node refuses the subscription.
 */
export function subscribe(
  { http, headers, label }: Endpoint,
  topic: string,
  take: (result: unknown) => Promise<void>,
): Promise<void> {
  const socket = new WebSocket(http.replace(/^http/, 'ws'), {
    headers,
    maxPayload: MAX_MESSAGE_BYTES,
    handshakeTimeout: OPEN_MS,
  });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      reject(error);
      socket.terminate();
    };
    let taking: Promise<void> = Promise.resolve();
    socket.on('open', () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: [topic] })),
    );
    socket.on('message', (data) => {
      const { id, error, params } = messageOf(String(data));
      if (error !== undefined) fail(refused(label, topic, error.message ?? 'it gave no reason'));
      else if (id === undefined && params?.result !== undefined) {
        const { result } = params;
        socket.pause();
        taking = taking.then(() => take(result)).then(() => socket.resume(), fail);
      }
    });
    socket.on('error', (error) =>
      reject(new HalleyError('unavailable', `cannot reach ${label}: ${connectionFailure(error)}`)),
    );
    socket.on('close', (code, reason) => {
      const why = reason.length > 0 ? `: ${quoted(String(reason))}` : '';
      const lost = new HalleyError('unavailable', `${label} closed the connection with code ${code}${why}`, { code });
      void taking.then(() => (code === GOING_AWAY ? resolve() : reject(lost)));
    });
  });
}

const refused = (label: string, topic: string, reason: string): HalleyError =>
  new HalleyError('remote-error', `${label} refused the subscription "${topic}": ${quoted(reason)}`, { topic });

function messageOf(text: string): Message {
  try {
    return Object(JSON.parse(text)) as Message;
  } catch {
    return {};
  }
}
