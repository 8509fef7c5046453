/** A client of JSON-RPC over WebSocket that collects what is pushed to it. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Push {
  readonly subscription: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  readonly result: any;
}

export interface Socket {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  ask(method: string, ...params: readonly unknown[]): Promise<any>;
  /** Resolves to the next notifications of `eth_subscribe`. */
  pushes(count: number): Promise<readonly Push[]>;
  /** Resolves to the next event of CometBFT's `subscribe`. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  event(): Promise<any>;
  close(): void;
}

export async function connect(url: string): Promise<Socket> {
  const socket = new WebSocket(url);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  const messages: any[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await once(socket, 'open');
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  const next = async (isWanted: (message: any) => boolean): Promise<any> => {
    for (;;) {
      const at = messages.findIndex(isWanted);
      if (at >= 0) return messages.splice(at, 1)[0];
      await once(socket, 'message');
    }
  };
  let ids = 0;
  return {
    ask: async (method, ...params) => {
      const id = ++ids;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      const { result, error } = await next((message) => message.id === id);
      if (error !== undefined) throw new Error(error.message);
      return result;
    },
    pushes: async (count) => {
      const pushes: Push[] = [];
      while (pushes.length < count) pushes.push((await next(({ params }) => params !== undefined)).params);
      return pushes;
    },
    event: async () => (await next(({ result }) => result?.data !== undefined)).result,
    close: () => socket.close(),
  };
}
