/** Tests the JSON-RPC client against servers that answer well, badly, endlessly and not at all. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { parseEndpoint } from '../../src/client/endpoint.js';
import { type CallLimits, JsonRpcClient } from '../../src/client/json_rpc_client.js';
import { PatientClient } from '../../src/client/patient_client.js';

const servers: (Server | RawServer)[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

/** Starts a server and returns a client of it, whose URL has secrets. */
async function clientOf(answer: RequestListener, limits: CallLimits = {}): Promise<JsonRpcClient> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new JsonRpcClient(parseEndpoint(`http://user:SECRET@127.0.0.1:${port}/SECRET?key=SECRET`, 1), limits);
}

const answering = (body: string, status = 200): Promise<JsonRpcClient> =>
  clientOf((_, response) => response.writeHead(status).end(body));

/** Returns code and message of the failure of a call, with the port replaced. */
async function failureOf(client: JsonRpcClient): Promise<readonly [code: string, message: string]> {
  const error = await client.call('status').then(
    () => new Error('no failure'),
    (one: Error & { code: string }) => one,
  );
  expect(JSON.stringify(error) + error.message).not.toContain('SECRET');
  return [(error as Error & { code: string }).code, error.message.replace(/:\d+/, ':0')];
}

describe('a call', () => {
  it('sends method, params, user and password, and returns the result', async () => {
    const client = await clientOf((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { id, method, params } = JSON.parse(body);
        const result = { method, params, url: request.url, authorization: request.headers.authorization };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    });
    expect(await client.call('eth_getBalance', ['0x1', 'latest'])).toEqual({
      method: 'eth_getBalance',
      params: ['0x1', 'latest'],
      url: '/SECRET/?key=SECRET',
      authorization: 'Basic dXNlcjpTRUNSRVQ=',
    });
  });

  it('returns a result that is null', async () => {
    expect(await (await answering('{"jsonrpc":"2.0","id":1,"result":null}')).call('x')).toBeNull();
  });

  it('fails with the error of the server, made printable', async () => {
    const body = JSON.stringify({ error: { code: -32601, message: 'no \u001b[2J\nmethod', data: 'why' } });
    expect(await failureOf(await answering(body, 500))).toEqual([
      'remote-error',
      'http://127.0.0.1:0 answered status with an error: no ?[2J method: why',
    ]);
  });

  it.each(['', 'garbage \u0007', '[1]', '{"id":1}', '"text"'])(
    'fails for a body that is no response: %j',
    async (body) => {
      const [code, message] = await failureOf(await answering(body, 404));
      expect([code, message]).toEqual([
        'remote-error',
        expect.stringMatching(
          /^http:\/\/127.0.0.1:0 answered status with HTTP status 404 and .*: expected a JSON-RPC response$/,
        ),
      ]);
      expect(message).not.toContain('\u0007');
    },
  );

  it('does not follow a redirect, which could pass on the password', async () => {
    const client = await clientOf((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end());
    expect(await failureOf(client)).toEqual([
      'remote-error',
      'http://127.0.0.1:0 answered status with HTTP status 307 and an empty body: expected a JSON-RPC response',
    ]);
  });

  it('returns a result beside an error that is null', async () => {
    expect(await (await answering('{"jsonrpc":"2.0","id":1,"error":null,"result":7}')).call('x')).toBe(7);
  });

  it('takes a response as long as the limit, of the client or of the call', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"result":5}';
    const client = await clientOf((_, response) => response.end(body), { maxResponseBytes: body.length });
    expect(await client.call('x')).toBe(5);
    await expect(client.call('x', [], { maxResponseBytes: body.length - 1 })).rejects.toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it('ends an endless response at the limit', async () => {
    const client = await clientOf(
      (_, response) => {
        const more = (): void => {
          while (response.write('x'.repeat(10_000)));
          response.once('drain', more);
        };
        more();
      },
      { maxResponseBytes: 1_000_000 },
    );
    expect(await failureOf(client)).toEqual([
      'limit-exceeded',
      'http://127.0.0.1:0 answered status with more than 1000000 bytes',
    ]);
  });

  it('ends after the time limit, also in the middle of a body', async () => {
    const silent = await clientOf(() => undefined, { timeoutMs: 30 });
    const half = await clientOf((_, response) => response.write('{"resu'), { timeoutMs: 30 });
    for (const client of [silent, half])
      expect(await failureOf(client)).toEqual(['unavailable', 'http://127.0.0.1:0 did not answer status within 30 ms']);
  });

  it('says why there is no connection', async () => {
    const gone = await answering('');
    servers.pop()?.close();
    expect(await failureOf(gone)).toEqual(['unavailable', 'cannot reach http://127.0.0.1:0: nothing listens there']);
    const raw = createRawServer((socket) => socket.end('SSH-2.0\r\n'));
    servers.push(raw);
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const { port } = raw.address() as AddressInfo;
    const [code, message] = await failureOf(new JsonRpcClient(parseEndpoint(`127.0.0.1:${port}`, 1)));
    expect([code, message]).toEqual(['unavailable', 'cannot reach http://127.0.0.1:0: the server does not speak HTTP']);
  });
});

describe('calls together', () => {
  const call = (method: string) => ({ method, params: [] });

  it('have ids that no other call of the client has', async () => {
    const seen: unknown[] = [];
    const client = await clientOf((request, response) => {
      request.on('data', (body: Buffer) => {
        const calls = JSON.parse(String(body)) as { readonly id: number }[];
        seen.push(...calls.map(({ id }) => id));
        response.end(JSON.stringify(calls.map(({ id }) => ({ id, result: id * 10 })).reverse()));
      });
    });
    expect(await client.callAll(['one', 'two'].map(call))).toEqual([10, 20]);
    expect(await client.callAll([call('three')])).toEqual([30]);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('fail as a whole where the server refuses the batch, and alone where one call gets such an answer', async () => {
    const client = await answering('{"id":null,"error":{"code":-32600,"message":"no batches"}}');
    await expect(client.callAll(['one', 'two'].map(call))).rejects.toMatchObject({
      code: 'remote-error',
    });
    expect(await client.callAll([call('one')])).toEqual([expect.objectContaining({ code: 'remote-error' })]);
  });
});

describe('a patient client', () => {
  /** Calls a node whose answers have the given statuses; 0 ends the connection. Timers fire at once. */
  async function patient(...statuses: number[]) {
    let requests = 0;
    const delays: number[] = [];
    const client = await clientOf((request, response) => {
      const status = statuses[requests++] ?? 200;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end(status === 200 ? '{"id":1,"result":8}' : 'a proxy');
    });
    const schedule = (ms: number, action: () => void) => {
      delays.push(ms);
      const immediate = setImmediate(action);
      return () => clearImmediate(immediate);
    };
    const result = await new PatientClient(client, schedule).call('status').catch((error: unknown) => error);
    return { result, requests, delays };
  }

  it('asks five times more, each time later, while the node is not reached', async () => {
    const delays = [250, 500, 1000, 2000, 4000];
    expect(await patient(0, 429, 500, 503, 502)).toEqual({ result: 8, requests: 6, delays });
    const given = await patient(0, 0, 0, 0, 0, 0);
    expect(given).toMatchObject({ result: { code: 'unavailable' }, requests: 6, delays });
  });

  it('asks once for what no retry changes', async () => {
    expect(await patient(499)).toMatchObject({ result: { facts: { status: 499 } }, requests: 1, delays: [] });
  });
});
