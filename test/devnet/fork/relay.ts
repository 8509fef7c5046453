/** Stands between a fork and its node: counts the requests, and answers none of them while it is broken. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RelayServer {
  readonly url: string;
  /** Methods of each request since it was emptied. */
  readonly requests: string[][];
  /** Headers of each request since it was emptied. */
  readonly headers: IncomingHttpHeaders[];
  /** Ends connections without an answer while it returns true for the text of a request. */
  isBroken: (text: string) => boolean;
  /** Promise that each answer waits for. */
  until: Promise<void> | undefined;
}

export async function startRelay(target: string): Promise<RelayServer> {
  const relay = {
    url: '',
    requests: [] as string[][],
    headers: [] as IncomingHttpHeaders[],
    isBroken: (_: string) => false,
    until: undefined as Promise<void> | undefined,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const calls = [JSON.parse(body)].flat() as { method: string }[];
      relay.headers.push(request.headers);
      relay.requests.push(calls.map(({ method }) => method));
      if (relay.isBroken(body)) {
        request.socket.destroy();
        return;
      }
      await relay.until;
      const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      response.setHeader('content-type', 'application/json');
      response.end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return relay;
}
