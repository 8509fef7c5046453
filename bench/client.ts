/** The leanest JSON-RPC client that Node has: a kept connection of node:http, so that the client weighs little. */
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let nextId = 1;

interface Answer {
  readonly result?: unknown;
  readonly error?: object;
}

export async function call<T = unknown>(port: number, method: string, params: object): Promise<T> {
  return resultOf(method, (await post(port, message(method, params))) as Answer) as T;
}

/** One batch; throws when one of the calls fails. */
export async function callAll(port: number, method: string, each: readonly object[]): Promise<void> {
  const answers = (await post(port, `[${each.map((params) => message(method, params)).join()}]`)) as Answer[];
  for (const answer of answers) resultOf(method, answer);
}

const message = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params });

function resultOf(method: string, { result, error }: Answer): unknown {
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

function post(port: number, body: string): Promise<unknown> {
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
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString()));
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    out.setNoDelay(true);
    out.on('error', reject);
    out.end(body);
  });
}

export const closeConnections = (): void => agent.destroy();
