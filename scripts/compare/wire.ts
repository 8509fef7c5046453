/** Implements a minimal client of a CometBFT RPC, which sends requests unchanged and returns responses as received. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { WebSocket } from 'ws';

/** Longest wait for a response, in milliseconds. The engine's own limit is 10 s for `broadcast_tx_commit`. */
const ANSWER_MS = 15_000;

export interface HttpAsk {
  readonly verb: string;
  /** Path and query. */
  readonly target: string;
  /** Content type. Without it the client sends none. */
  readonly contentType?: string;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface WireClient {
  http(ask: HttpAsk): Promise<HttpAnswer>;
  socket(): Promise<WireSocket>;
  close(): void;
}

/** One WebSocket connection. */
export class WireSocket {
  /** All received frames, in order. */
  readonly frames: string[] = [];
  closeCode: number | undefined;
  #wake = (): void => {};

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.frames.push(data.toString());
      this.#wake();
    });
    socket.on('close', (code: number) => {
      this.closeCode = code;
      this.#wake();
    });
    socket.on('error', () => {});
  }

  static async to(url: string): Promise<WireSocket> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const opening = new WireSocket(socket);
    await once(socket, 'open');
    return opening;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  /**
   * Resolves to the first frame that matches, or to undefined when the connection has ended. Throws after `ANSWER_MS`.
   */
  async frame(isIt: (text: string) => boolean): Promise<string | undefined> {
    const end = performance.now() + ANSWER_MS;
    for (let seen = 0; ; ) {
      for (; seen < this.frames.length; seen++) {
        const text = this.frames[seen] as string;
        if (isIt(text)) return text;
      }
      if (this.closeCode !== undefined) return undefined;
      const left = end - performance.now();
      if (left <= 0) throw new Error(`no answer within ${ANSWER_MS} ms; received ${this.frames.join('\n')}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async close(): Promise<void> {
    if (this.closeCode !== undefined) return;
    this.socket.close();
    await once(this.socket, 'close');
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Creates a client. `url` may end in the prefix of a dialect. */
export function wireClient(url: string): WireClient {
  const { hostname, port, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const http = async ({ verb, target, contentType, body = '' }: HttpAsk): Promise<HttpAnswer> => {
    const headers: Record<string, string | number> = {};
    if (contentType !== undefined && contentType !== '') headers['content-type'] = contentType;
    if (body !== '') headers['content-length'] = Buffer.byteLength(body);
    const sent = request({ agent, hostname, port, method: verb, path: prefix + target, headers, timeout: ANSWER_MS });
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${verb} ${target} ${body}`)));
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
      text: await textOf(response),
    };
  };
  return {
    http,
    socket: () => WireSocket.to(`ws://${hostname}:${port}${prefix}/websocket`),
    close: () => agent.destroy(),
  };
}
