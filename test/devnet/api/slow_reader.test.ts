/**
 * Tests the sockets of the EVM JSON-RPC as a devnet opens them: clients that do not read are disconnected, silent ones
 * are not.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';

const CONTRACT = `0x${'c0'.repeat(20)}`;
/** Returns a megabyte of zeros. */
const RETURN_MUCH = '0x621000006000f3';
const call = { jsonrpc: '2.0', id: 1, method: 'eth_call' };
const MUCH = JSON.stringify(
  Array.from({ length: 10 }, () => ({
    ...call,
    params: [{ to: CONTRACT }, 'latest', { [CONTRACT]: { code: RETURN_MUCH } }],
  })),
);

let devnet: Devnet;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ANY = '127.0.0.1:0';
  devnet = await createDevnet({ jsonRpc: { address: ANY, wsAddress: ANY }, rpc: false, assets: false });
});

afterEach(async () => {
  await devnet.close();
  vi.useRealTimers();
});

test('a response over HTTP must be read within 30 seconds', async () => {
  const client = connect(Number(new URL(devnet.urls.evmHttp as string).port), '127.0.0.1');
  client.on('error', () => {});
  const head = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';
  client.write(`${head}content-length: ${MUCH.length}\r\n\r\n${MUCH}`);
  await once(client, 'readable');
  vi.advanceTimersByTime(32_000);
  const closed = once(client, 'close');
  client.resume();
  await closed;
  expect(client.bytesRead).toBeLessThan(20_000_000);
});

test('the frames for a WebSocket must be read within 10 seconds', async () => {
  const client = new WebSocket(devnet.urls.evmWs as string, { maxPayload: 0 });
  client.on('error', () => {});
  await once(client, 'open');
  const { _socket: socket } = client as unknown as { readonly _socket: NodeJS.ReadableStream };
  client.send(MUCH);
  await once(socket, 'data');
  client.pause();
  vi.advanceTimersByTime(12_000);
  const closed = once(client, 'close');
  client.resume();
  expect((await closed)[0]).toBe(1006);
});

test('no client is pinged, or disconnected while it is at a breakpoint', async () => {
  const client = new WebSocket(devnet.urls.evmWs as string, { autoPong: false });
  await once(client, 'open');
  client.on('ping', () => expect.unreachable());
  vi.advanceTimersByTime(3_600_000);
  client.send(JSON.stringify({ ...call, method: 'eth_chainId', params: [] }));
  expect(JSON.parse(String((await once(client, 'message'))[0]))).toMatchObject({ result: '0x7a69' });
});
