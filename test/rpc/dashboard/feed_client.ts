/** Reads the dashboard's feed over a WebSocket, and its routes over HTTP, as the page does. */
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import type { FeedMessage } from '../../../src/rpc/dashboard/wire.js';

/** Id of the development chain. */
export const CHAIN = 'halley_31337-1';

/** Starts a devnet with a dashboard on a free port, for the running test. */
export async function dashboardDevnet(options: DevnetOptions = {}): Promise<{ devnet: Devnet; url: string }> {
  const devnet = await createDevnet({ dashboard: true, seed: '7', ...options });
  onTestFinished(() => devnet.close());
  const url = devnet.urls.dashboard;
  if (url === undefined) throw new Error('the dashboard does not listen');
  return { devnet, url };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with any headers, and a path that is not cleaned. */
export function ask(url: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    asked.on('error', reject).end(body);
  });
}

type MessageOf<T extends FeedMessage['type']> = Extract<FeedMessage, { readonly type: T }>;

/** WebSocket of one page. */
export class FeedClient {
  readonly messages: FeedMessage[] = [];
  #wake: () => void = () => undefined;
  readonly closed: Promise<number>;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.messages.push(JSON.parse(String(data)));
      this.#wake();
    });
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve(code)));
  }

  /** Opens a socket. Rejects with the status when the server refuses it. */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<FeedClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers });
    const client = new FeedClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('error', reject);
    });
    onTestFinished(() => socket.terminate());
    return client;
  }

  send(value: unknown): void {
    this.socket.send(typeof value === 'string' ? value : JSON.stringify(value));
  }

  of<T extends FeedMessage['type']>(type: T): readonly MessageOf<T>[] {
    return this.messages.filter((message): message is MessageOf<T> => message.type === type);
  }

  /** Resolves with the first message that fits. */
  async until<T extends FeedMessage['type']>(
    type: T,
    fits: (message: MessageOf<T>) => boolean = () => true,
  ): Promise<MessageOf<T>> {
    for (;;) {
      const found = this.of(type).find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
