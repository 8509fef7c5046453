/**
 * Implements the cheapest JSON-RPC client that Node has, so that the client costs little: a keep-alive connection of
 * node:http.
 */
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let nextId = 1;

interface Answer {
  readonly result?: unknown;
  readonly error?: object;
}

export async function call<T = unknown>(port: number, method: string, params: object): Promise<T> {
  return resultOf(method, JSON.parse((await post(port, message(method, params))).toString()) as Answer) as T;
}

/** Returns the length of an answer that is not parsed. Throws when it begins with an error. */
export async function answerBytes(port: number, method: string, params: object): Promise<number> {
  const answer = await post(port, message(method, params));
  const head = answer.subarray(0, 200).toString();
  if (head.includes('"error":{')) throw new Error(`${method}: ${head}`);
  return answer.length;
}

/** Sends one batch. Throws when one of the calls fails. */
export async function callAll(port: number, method: string, each: readonly object[]): Promise<void> {
  const batch = await post(port, `[${each.map((params) => message(method, params)).join()}]`);
  for (const answer of JSON.parse(batch.toString()) as Answer[]) resultOf(method, answer);
}

const message = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params });

function resultOf(method: string, { result, error }: Answer): unknown {
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

function post(port: number, body: string): Promise<Buffer> {
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
        response.on('end', () => resolve(Buffer.concat(chunks)));
        response.on('error', reject);
      },
    );
    out.setNoDelay(true);
    out.on('error', reject);
    out.end(body);
  });
}

export const closeConnections = (): void => agent.destroy();
