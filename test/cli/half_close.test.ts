/** Every request that a client sent before it closed its half, as `printf … | nc` does, is executed. */
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { FREE_PORTS, Running } from './run.js';

it('answers all requests that arrived before the end, in order', async () => {
  const devnet = new Running(['start', '--json', ...FREE_PORTS]);
  const { urls, accounts } = await devnet.facts();
  const from = accounts[0]?.address;
  /** Loops until its gas is used up, in many iterations of the event loop. */
  const loop = { method: 'eth_call', params: [{ to: from }, 'latest', { [`${from}`]: { code: '0x5b600056' } }] };
  const send = { method: 'eth_sendTransaction', params: [{ from, to: from, value: '0x1' }] };
  const count = { method: 'eth_getTransactionCount', params: [from, 'latest'] };
  const requests = [loop, send, send, count].map((call, id) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id, ...call });
    return `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  });
  const client = connect(Number(new URL(`${urls.evmHttp}`).port), '127.0.0.1');
  client.end(requests.join(''));
  const answers = String(Buffer.concat(await client.toArray()))
    .split('\r\n')
    .map((line) => /^\{.*?\}(?=HTTP|$)/.exec(line)?.[0])
    .flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as { id: number; result: string }]));
  expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  expect(answers[3]?.result).toBe('0x2');
  await devnet.signal('SIGINT');
});
