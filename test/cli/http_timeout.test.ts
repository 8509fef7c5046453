/** Tests `http-timeout` through a client: one that does not read loses its connection, and 0 means no limit. */
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { evmCall, FREE_PORTS, Running } from './run.js';

const CONTRACT = `0x${'c0'.repeat(20)}`;
/** Returns a megabyte of zeros. */
const RETURN_MUCH = { [CONTRACT]: { code: '0x621000006000f3' } };

it('a client that does not read its responses is disconnected, and the next one in the queue is served', async () => {
  const devnet = new Running([
    'start',
    '--json',
    ...FREE_PORTS,
    '--json-rpc.http-timeout=2s',
    '--json-rpc.max-open-connections=1',
  ]);
  const { evmHttp } = (await devnet.facts()).urls;
  const silent = connect(Number(new URL(evmHttp as string).port), '127.0.0.1');
  const params = [{ to: CONTRACT }, 'latest', RETURN_MUCH];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params });
  const head = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';
  silent.write(`${head}content-length: ${body.length}\r\n\r\n${body}`.repeat(20));
  expect(await evmCall(evmHttp, 'eth_chainId')).toBe('0x7a69');
  silent.destroy();
  expect((await devnet.signal('SIGTERM')).code).toBe(0);
});

it('a long call is answered when there is no timeout', async () => {
  const devnet = new Running(['start', '--json', ...FREE_PORTS, '--json-rpc.http-timeout=0']);
  const { evmHttp } = (await devnet.facts()).urls;
  /** Loops until a million gas is used, then again as a batch of one. */
  const loop = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ data: '0x5b5f56', gas: '0xf4240' }, 'latest'] };
  for (const body of [loop, [loop]]) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${evmHttp}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([await response.json()].flat()).toMatchObject([{ error: { message: 'out of gas' } }]);
  }
  expect((await devnet.signal('SIGTERM')).code).toBe(0);
});
