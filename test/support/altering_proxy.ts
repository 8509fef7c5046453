/** Serves the RPC of a node with answers that a test alters. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Json = any;

/** Changes a result in place, or returns another one. It may throw a `Response` that is sent instead. */
export type Alter = (method: string, params: Json, result: Json) => Json;

export interface AlteringProxy {
  readonly url: string;
  /** Methods of all requests. */
  readonly methods: readonly string[];
  alter: Alter;
  close(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export async function alteringProxy(target: string, alter: Alter = (_, __, result) => result): Promise<AlteringProxy> {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await textOf(request);
      const { id, method, params } = JSON.parse(body);
      methods.push(method);
      try {
        const headers = { 'content-type': 'application/json' };
        const answer = (await (await fetch(target, { method: 'POST', headers, body })).json()) as Json;
        if (answer.error !== undefined) response.end(JSON.stringify(answer));
        else {
          const result = proxy.alter(method, params, answer.result) ?? answer.result;
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
        }
      } catch (error) {
        if (error instanceof Response) response.writeHead(error.status).end(await error.text());
        else response.writeHead(502).end();
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    alter,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
