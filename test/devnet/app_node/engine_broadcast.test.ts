/** Passes transactions to engines with and without a limit of the calls in a batch. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { EngineRpc } from '../../../src/devnet/app_node/engine_rpc.js';
import { utf8 } from '../../../src/kernel/text.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly tx: string };
}

/** Starts an engine that refuses larger batches as CometBFT does; returns its client and the texts of each request. */
async function engineWith(maxBatch: number) {
  const requests: string[][] = [];
  const server = createServer(async (request, response) => {
    const calls = JSON.parse(await text(request)) as Call[];
    const txs = calls.map(({ params }) => Buffer.from(params.tx, 'base64').toString());
    if (calls.length > maxBatch) {
      const data = `batch request exceeds maximum (${maxBatch}) allowed number of requests`;
      response
        .writeHead(500)
        .end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request', data } }));
      return;
    }
    requests.push(txs);
    const answers = calls.map(({ id }, i) => ({ jsonrpc: '2.0', id, ...outcomeOf(txs[i] ?? '') }));
    response.end(JSON.stringify(answers));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { engine: new EngineRpc(`http://127.0.0.1:${port}`), requests };
}

function outcomeOf(tx: string): object {
  const error = (data: string) => ({ error: { code: -32603, message: 'Internal error', data } });
  if (tx === 'known') return error('tx already exists in cache');
  if (tx === 'too many') return error('mempool is full');
  return { result: { code: 0 } };
}

const txs = (count: number) => Array.from({ length: count }, (_, i) => utf8(`tx ${i}`));

it('passes all in one request, and counts what the engine knew as accepted', async () => {
  const { engine, requests } = await engineWith(100);
  const names = ['new', 'known', 'too many'];
  expect(await engine.broadcast(names.map((name) => utf8(name)))).toEqual([true, true, false]);
  expect(requests).toEqual([names]);
});

it('passes ten at once to an engine that refuses more, also in later calls', async () => {
  const { engine, requests } = await engineWith(10);
  expect(await engine.broadcast(txs(25))).toEqual(new Array(25).fill(true));
  expect(await engine.broadcast(txs(11))).toEqual(new Array(11).fill(true));
  expect(requests.map(({ length }) => length)).toEqual([10, 10, 5, 10, 1]);
  expect(requests.flat().slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, i) => `tx ${i}`));
});

it('throws what an engine says that refuses even ten', async () => {
  const { engine } = await engineWith(5);
  await expect(engine.broadcast(txs(12))).rejects.toMatchObject({ code: 'remote-error' });
});
