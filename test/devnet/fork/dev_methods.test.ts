/** Tests the dev methods that concern forking, on real forks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTestClient, type Hex, http } from 'viem';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { diaryCall } from '../../support/devnets/diary.js';
import { type Origin, type Served, serve, startOrigin } from './origin.js';

const NOBODY = `0x${'a'.repeat(40)}` as Hex;
const quantity = (number: number): Hex => `0x${number.toString(16)}`;

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin?.devnet.close());

async function aFork(url = origin.url): Promise<Served> {
  const blockNumber = BigInt(origin.forkBlock);
  const served = await serve({ miningMode: 'manual', fork: { url, blockNumber, retries: 0, noStorageCaching: true } });
  onTestFinished(() => served.devnet.close());
  return served;
}

it('describes the fork, without the secrets of its URL', async () => {
  const fork = await aFork(origin.url.replace('//', '//user:secret@'));
  const { hash } = await origin.ask('eth_getBlockByNumber', quantity(origin.forkBlock), false);
  const { forkConfig } = await fork.ask('anvil_nodeInfo');
  expect(forkConfig).toEqual({
    forkUrl: origin.url.replace(/\/$/, ''),
    forkBlockNumber: origin.forkBlock,
    forkRetryBackoff: 1000,
  });
  const { forkedNetwork } = await fork.ask('hardhat_metadata');
  expect(forkedNetwork).toEqual({ chainId: 31337, forkBlockNumber: origin.forkBlock, forkBlockHash: hash });
});

it.each(['anvil', 'hardhat'] as const)(
  'goes back to its first block when viem resets it to its own fork: %s',
  async (mode) => {
    const fork = await aFork();
    const client = createTestClient({ mode, transport: http(fork.url) });
    const page = () => fork.ask('eth_call', { to: origin.diary, data: diaryCall('page') }, 'latest');
    const before = await page();
    await client.setBalance({ address: NOBODY, value: 7n });
    await fork.test.send(4, { to: origin.diary, data: diaryCall('write', 1n, 123n) });
    await fork.test.mine();
    expect(await page()).not.toBe(before);
    await client.reset({ jsonRpcUrl: origin.url, blockNumber: BigInt(origin.forkBlock) });
    expect(await fork.ask('eth_blockNumber')).toBe(quantity(origin.forkBlock + 1));
    expect(await page()).toBe(before);
    expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x0');
    await client.reset({ blockNumber: BigInt(origin.forkBlock) });
    await fork.test.send(4, { to: origin.diary, data: diaryCall('write', 1n, 123n) });
    await fork.test.mine();
    expect(BigInt(await page())).toBe(123n);
  },
);

/** Starts a server that passes all requests on to the origin. */
async function aProxy(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const headers = { 'content-type': 'application/json' };
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin.url, { method: 'POST', headers, body: await text(request) });
    response.writeHead(200, headers).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

it('answers with a clear error while the remote is away, and reads from another URL afterwards', async () => {
  const proxy = await aProxy();
  const fork = await aFork(proxy.url.replace('//', '//user:secret@'));
  const earlier = ['eth_getBlockByNumber', ['0x1', true]] as const;
  await proxy.close();
  const failed = await fork.text(...earlier);
  const message = expect.stringContaining(proxy.url);
  expect(JSON.parse(failed).error).toMatchObject({ code: -32000, message });
  expect(failed).not.toContain('secret');
  expect(await fork.ask('eth_blockNumber')).toBe(quantity(origin.forkBlock + 1));
  expect(await fork.ask('anvil_setRpcUrl', origin.url)).toBeNull();
  expect(await fork.text(...earlier)).toBe(await origin.text(...earlier));
});

it('reads through the provider in this process as over HTTP', async () => {
  const fork = await aFork();
  for (const [method, ...params] of [
    ['eth_getBlockByNumber', '0x1', true],
    ['debug_traceBlockByNumber', '0x1', { tracer: 'callTracer' }],
    ['eth_getLogs', { fromBlock: 'earliest' }],
  ] as const)
    expect(await fork.devnet.provider.request({ method, params })).toEqual(await fork.ask(method, ...params));
});
