/** Tests the edges of faults: what comes before the first request, deep and long messages, and what is counted. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { utf8 } from '../../../src/kernel/text.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { ask, start } from '../../devnet/network/network_kit.js';
import { call, faultyNode } from './gate_kit.js';

const JSON_HEADERS = { 'content-type': 'application/json' };

const event = (result: string, subscription = '0x1') =>
  JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } });

describe('faults', () => {
  it('ask the node before its first request, and wait for its server', async () => {
    const { gates, faults, node, seen } = await faultyNode();
    const asked = faults.ask('evm', 'eth_chainId', []);
    expect(seen).toEqual([]);
    gates.of('evm').reach(node);
    expect(await asked).toEqual({ result: '0x1' });
    const next = await gates.create();
    gates.serve(next);
    expect(await next.ask('evm', 'eth_chainId', [])).toEqual({ result: '0x1' });
  });

  it('ask in vain after the servers have closed', async () => {
    const { gates, faults } = await faultyNode();
    const asked = faults.ask('evm', 'eth_chainId', []);
    gates.close();
    expect(await asked).toMatchObject({ error: { message: 'the servers are closed' } });
  });

  it('leave deep parameters and long batches to the node, which refuses them', async () => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'method-not-found' });
    await devnet.network.addFault({ type: 'stale-replica', lag: 1 });
    const post = async (body: string): Promise<unknown> =>
      (await fetch(devnet.urls.evmHttp ?? '', { method: 'POST', headers: JSON_HEADERS, body })).json();
    for (const levels of [400, 5000, 200_000]) {
      const params = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const answer = await post(`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${params}}`);
      expect(answer).toMatchObject({ error: { code: expect.any(Number) } });
    }
    const batch = Array.from({ length: 1001 }, (_, id) => call('eth_chainId', id));
    expect(await post(JSON.stringify(batch))).toEqual([
      { jsonrpc: '2.0', id: 0, error: { code: -32600, message: 'batch too large' } },
    ]);
    expect(await post(JSON.stringify(batch.slice(1)))).toHaveLength(1000);
  });

  it('tell pages of another origin when to try again', async () => {
    const devnet = await start();
    const headers = { ...JSON_HEADERS, 'halley-fault': 'rate-limited(3)', origin: 'http://localhost' };
    const body = JSON.stringify(call('eth_chainId'));
    const answer = await fetch(devnet.urls.evmHttp ?? '', { method: 'POST', headers, body });
    expect(answer.headers.get('access-control-expose-headers')).toBe('retry-after');
    const reorg = { ...headers, 'halley-fault': 'reorg(2)' };
    const refused = await fetch(devnet.urls.evmHttp ?? '', { method: 'POST', headers: reorg, body });
    expect(await refused.json()).toMatchObject({
      error: { message: 'fault "reorg" acts on the whole chain, expected one of the interfaces in a header' },
    });
  });

  it('count no new WebSocket as a request, and refuse those of their clients only', async () => {
    const { begin, faults, gates, socket } = await faultyNode();
    begin({ type: 'closed-socket', times: 1, refuseMs: 1000, clients: ['header:user=a'] });
    const opening = (user: string) => gates.of('evm').refusesSocket({ peer: IN_PROCESS_PEER, headers: { user } });
    for (let i = 0; i < 3; i++) expect(await opening('a')).toBeUndefined();
    const { lane, arrived } = socket({ headers: { user: 'a' } });
    lane?.sent(event('0x1'));
    expect(arrived).toEqual(['closed 1001 going away']);
    expect(faults.states()[0]?.state.hits).toBe(1);
    expect(await opening('a')).toMatchObject({ status: '503 Service Unavailable' });
    expect(await opening('b')).toBeUndefined();
  });

  it('keep the memory of a bounded number of connections', async () => {
    const { begin, faults, http } = await faultyNode({ eth_blockNumber: '0x9' });
    begin({ type: 'replicas', lags: [0, 3], per: 'connection' });
    const numberFor = async (id: string) =>
      (
        JSON.parse((await http(call('eth_blockNumber'), { peer: { ...IN_PROCESS_PEER, id } })).body) as {
          result: string;
        }
      ).result;
    expect([await numberFor('a'), await numberFor('b'), await numberFor('b')]).toEqual(['0x9', '0x6', '0x6']);
    const { scratch } = faults.of('evm')[0]?.opening({ server: 'evm', peer: IN_PROCESS_PEER, headers: {} }) ?? {};
    for (let i = 0; i < 20_000; i++) scratch?.set(`${i}`, 0);
    expect(scratch?.size).toBe(10_000);
  });

  it('of a call that subscribes hold no events back until the node has it', async () => {
    const { begin, socket } = await faultyNode({ eth_subscribe: '0x2' });
    begin({ type: 'timeout', methods: ['eth_subscribe'], times: 1 });
    const { lane, arrived } = socket();
    lane?.message(JSON.stringify(call('eth_subscribe')));
    lane?.sent(event('0x1'));
    expect(arrived).toEqual([event('0x1')]);
  });

  it('of a chain that another replaces act no more on open WebSockets', async () => {
    const { begin, gates, socket } = await faultyNode();
    begin({ type: 'method-not-found', methods: ['eth_chainId'] });
    const { lane, arrived } = socket();
    const other = await gates.create();
    gates.serve(other);
    lane?.message(JSON.stringify(call('eth_chainId')));
    other.begin({ id: 1, fault: { type: 'method-not-found' } });
    lane?.message(JSON.stringify(call('eth_chainId', 2)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(arrived.map((text) => 'result' in (JSON.parse(text) as object))).toEqual([true, false]);
  });

  it('of headers plan nothing beyond the end of the servers', async () => {
    const { gates, http, clock, seen } = await faultyNode({ eth_call: `0x${'00'.repeat(12)}${'11'.repeat(20)}` });
    const raw =
      '0xf86c808504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';
    const headers = { 'halley-fault': 'stuck-transaction(kind=pending,ms=60000)' };
    const { body } = await http(call('eth_sendRawTransaction', 1, [raw]), { headers });
    expect(body).toContain('"result":"0x');
    gates.close();
    await clock.pass(100_000);
    expect(seen).not.toContain('eth_sendRawTransaction');
  });
});

describe('a transaction that is stuck', () => {
  it('is passed on after a restart whose first request comes later', async () => {
    const { faults, gates, node, seen, clock } = await faultyNode({ eth_sendRawTransaction: '0x1' });
    const held = { raw: '0x01', from: '0x02', untilMs: 5 };
    const state = { seen: 1, hits: 1, elapsedMs: 10, random: faults.of('evm')[0]?.state.random, memory: [held] };
    faults.restore([{ id: 1, fault: { type: 'stuck-transaction', kind: 'pending' } as never, state: state as never }]);
    await clock.pass(1);
    expect(faults.states()[0]?.state.memory).toEqual([held]);
    gates.of('evm').reach(node);
    await clock.pass(1);
    expect(seen).toEqual(['eth_sendRawTransaction']);
    expect(faults.states()[0]?.state.memory).toEqual([]);
  });
});

it('runs no pipelined request after one whose connection is broken', async () => {
  const devnet = await start();
  await devnet.network.addFault({ type: 'reset', when: 'after', skip: 2 });
  const { connect } = await import('node:net');
  const { port } = new URL(devnet.urls.evmHttp ?? '');
  const socket = connect(Number(port), '127.0.0.1');
  const over = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
  const request = (id: number): string => {
    const body = JSON.stringify(call('evm_mine', id));
    return `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${utf8(body).length}\r\n\r\n${body}`;
  };
  const before = devnet.height;
  socket.write([1, 2, 3, 4].map(request).join(''));
  await over;
  expect(devnet.height - before).toBe(3n);
});

it('survives a WebSocket that closes while its answer is delayed', async () => {
  const devnet = await start();
  await devnet.network.addFault({ type: 'slow', ms: 50 });
  const socket = new WebSocket(devnet.urls.evmWs ?? '');
  onTestFinished(() => socket.terminate());
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify(call('eth_chainId')));
  socket.terminate();
  expect(await ask(devnet, 'eth_chainId')).toBe('0x7a69');
});
