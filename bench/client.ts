/** The leanest JSON-RPC client that Node has: a kept connection of node:http, so that the client weighs little. */
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let nextId = 1;

export function call<T = unknown>(port: number, method: string, params: object): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params });
  return new Promise((resolve, reject) => {
    const out = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString()) as { result?: T; error?: object };
          if (answer.error) reject(new Error(`${method}: ${JSON.stringify(answer.error)}`));
          else resolve(answer.result as T);
        });
      },
    );
    out.setNoDelay(true);
    out.on('error', reject);
    out.end(body);
  });
}

export const closeConnections = (): void => agent.destroy();
