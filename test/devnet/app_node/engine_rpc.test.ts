/** Asks servers that are no RPC of CometBFT, as a wrong `--node` names them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineRpc, EngineStatus } from '../../../src/devnet/app_node/engine_rpc.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface Request {
  readonly id: number;
  readonly method: string;
}

/** Serves JSON-RPC with the members that `answer` returns for each request. */
async function rpcOf(answer: (request: Request) => object): Promise<EngineRpc> {
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Request | Request[];
    const reply = (one: Request) => ({ jsonrpc: '2.0', id: one.id, ...answer(one) });
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new EngineRpc(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const TXS = [Uint8Array.of(1), Uint8Array.of(2)];
const NO_NODE = /^http:\/\/127\.0\.0\.1:\d+ answered without the id of a node: expected the RPC of a CometBFT node$/;

describe('an answer that no CometBFT node gives', () => {
  it.each([
    ['null', null],
    ['a number', 7],
    ['a list', [1, 2]],
    ['other members', { node_info: { id: 'zz' }, code: 'zero', peers: [null] }],
  ])('is an error of one line, and no transaction is passed on: %s', async (_, result) => {
    const rpc = await rpcOf(() => ({ result }));
    expect(await rpc.broadcast(TXS)).toEqual([false, false]);
    await expect(rpc.node()).rejects.toMatchObject({ code: 'remote-error', message: expect.stringMatching(NO_NODE) });
    const status = new EngineStatus(rpc, () => 0);
    await status.refresh();
    expect(status.peers).toEqual([]);
    expect(() => status.node).toThrow('has not answered yet');
  });

  it('is that it does not have the method, as an EVM node says', async () => {
    const rpc = await rpcOf(({ method }) => ({ error: { code: -32_601, message: `no method ${method}` } }));
    await expect(rpc.broadcast(TXS)).rejects.toThrow('answered broadcast_tx_async with an error: no method');
  });
});

it('does not count as passed on what a full mempool has refused', async () => {
  const rpc = await rpcOf(() => ({ error: { code: -32_603, message: 'Internal error', data: 'mempool is full' } }));
  expect(await rpc.broadcast(TXS)).toEqual([false, false]);
});

it('does not pass on again what the mempool has', async () => {
  const rpc = await rpcOf(() => ({ error: { code: -32_603, data: 'tx already exists in cache' } }));
  expect(await rpc.broadcast(TXS)).toEqual([true, true]);
});

it('reads dumps that are longer than any answer about nodes may be', async () => {
  const rpc = await rpcOf(() => ({ result: 'a'.repeat(10_000_001) }));
  expect(await rpc.client.call('dump_consensus_state')).toHaveLength(10_000_001);
  await expect(rpc.node()).rejects.toThrow('answered status with more than 10000000 bytes');
});
