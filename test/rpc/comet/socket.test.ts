/** Tests JSON-RPC over WebSocket, and subscriptions (consensus-rpc.md 7, 8 and 14). */
import { describe, expect, it } from 'vitest';
import type { CometLimits } from '../../../src/rpc/comet/options.js';
import { aHandler, openSocket } from './calls.js';

const internal = (data: string, id: unknown = -1) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32603, message: 'Internal error', data },
});

function aSocket(limits: Partial<CometLimits> = {}, path = '/websocket') {
  const made = aHandler({ limits });
  const opened = openSocket(made.handler, path);
  const call = (id: unknown, method: string, params: unknown = {}) =>
    opened.send({ jsonrpc: '2.0', id, method, params });
  const subscribe = (id: unknown, query: string) => call(id, 'subscribe', { query });
  return { ...made, ...opened, call, subscribe };
}

/** Waits until the promises of answered calls are settled. */
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe('a request over WebSocket', () => {
  it.each([
    ['{', 'unexpected EOF'],
    ['', 'EOF'],
    ['nope', "invalid character 'o' in literal null (expecting 'u')"],
    [
      '[]',
      'json: cannot unmarshal array into Go value of type struct { JSONRPC string "json:\\"jsonrpc\\""; ID interface {} "json:\\"id,omitempty\\""; Method string "json:\\"method\\""; Params json.RawMessage "json:\\"params\\"" }',
    ],
  ])('that is %s is a parse error without an id', (frame, data) => {
    const { connection, send } = aSocket();
    send(frame);
    expect(connection.frames).toEqual([
      {
        jsonrpc: '2.0',
        error: { code: -32700, message: 'Parse error. Invalid JSON', data: `error unmarshaling request: ${data}` },
      },
    ]);
  });

  it('with bad arguments is an internal error, and with an unknown method is refused', () => {
    const { connection, call } = aSocket();
    call(1, 'block', { height: 5 });
    call(2, 'nope');
    call('3', 'block', ['2']);
    expect(connection.frames[0]).toEqual(
      internal('error converting json params to arguments: invalid 64-bit integer encoding "5", expected string', 1),
    );
    expect(connection.frames[1]).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32601, message: 'Method not found' },
    });
    expect(connection.frames[2].result.block.header.height).toBe('2');
  });

  it('without params panics, and the connection stays open', () => {
    const { connection, send, call, bugs } = aSocket();
    send({ id: 1, method: 'block' });
    call(2, 'health');
    expect(connection.frames).toEqual([
      internal('WSJSONRPC: reflect: Call with too few input arguments'),
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
    expect(bugs).toEqual([]);
  });

  it('ignores what follows the first value, and notifications', () => {
    const { connection, send } = aSocket();
    send('{"id":1,"method":"health"} {"id":2');
    send({ method: 'health' });
    expect(connection.frames).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('waits for the one before it, while events are still sent', async () => {
    const { connection, call, subscribe, chain } = aSocket();
    subscribe('sub', "tm.event='NewBlockHeader'");
    call(1, 'broadcast_tx_commit', { tx: btoa('k=v') });
    call(2, 'health');
    chain.mine();
    expect(connection.frames.map(({ id }) => id)).toEqual(['sub', 'sub']);
    await settled();
    expect(connection.frames.map(({ id }) => id)).toEqual(['sub', 'sub', 'sub', 1, 2]);
  });

  it('pauses the client while too many are queued', async () => {
    const { connection, call, chain } = aSocket({ queuedRequests: 2 });
    call(1, 'broadcast_tx_commit', { tx: btoa('k=v') });
    call(2, 'health');
    call(3, 'health');
    expect(connection.held).toBe(false);
    call(4, 'health');
    expect(connection.held).toBe(true);
    chain.mine();
    await settled();
    expect(connection.frames.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(connection.held).toBe(false);
  });

  it('waits while the client does not read the answers to those before it', () => {
    const { connection, socket, call } = aSocket({ answerBacklog: 50, queuedRequests: 1 });
    connection.stuck = true;
    for (const id of [1, 2, 3, 4, 5]) call(id, 'health');
    expect(connection.frames.map(({ id }) => id)).toEqual([1, 2]);
    expect([connection.held, connection.closed]).toEqual([true, undefined]);
    connection.backlog = 0;
    socket.drained?.();
    expect([connection.frames.map(({ id }) => id), connection.held]).toEqual([[1, 2, 3, 4], true]);
    Object.assign(connection, { backlog: 0, stuck: false });
    socket.drained?.();
    expect(connection.frames.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(connection.held).toBe(false);
  });

  it('is possible only at /websocket of a dialect', () => {
    const { handler } = aHandler();
    for (const path of ['/', '/ws', '/websocket/', '/v0.36/websocket', '/v0.37'])
      expect(() => openSocket(handler, path)).toThrow('refuses the upgrade');
    for (const path of ['/v0.37/websocket', '/v0.38/websocket']) openSocket(handler, path);
  });
});

describe('a subscription', () => {
  it('is confirmed first, then sends events with the same id and the query as sent', () => {
    const { connection, subscribe, chain } = aSocket();
    subscribe('<id>', "tm.event = 'Tx' AND app.key='a<b'");
    chain.mine('c=1', 'a<b=2');
    expect(connection.frames).toHaveLength(2);
    expect(connection.texts[0]).toBe('{"jsonrpc":"2.0","id":"\\u003cid\\u003e","result":{}}');
    const { id, result } = connection.frames[1];
    expect(id).toBe('<id>');
    expect(result.query).toBe("tm.event = 'Tx' AND app.key='a<b'");
    expect(result.data.type).toBe('tendermint/event/Tx');
    expect(result.data.value.TxResult).toMatchObject({ height: '6', index: 1, tx: btoa('a<b=2') });
    expect(result.events).toMatchObject({ 'tm.event': ['Tx'], 'tx.height': ['6'], 'app.key': ['a<b'] });
    expect(
      connection.texts[1]?.startsWith('{"jsonrpc":"2.0","id":"\\u003cid\\u003e","result":{"query":"tm.event = '),
    ).toBe(true);
    expect(connection.texts[1]).not.toMatch(/[<>]/);
  });

  it('omits index and code of a first, successful transaction', () => {
    const { connection, subscribe, chain } = aSocket();
    subscribe(1, "tm.event='Tx'");
    chain.mine('x=', 'fail=1');
    const [, first, second] = connection.frames;
    expect(Object.keys(first.result.data.value.TxResult)).toEqual(['height', 'tx', 'result']);
    expect(Object.keys(first.result.data.value.TxResult.result)).toEqual(['gas_wanted', 'gas_used', 'events']);
    expect(Object.keys(second.result.data.value.TxResult.result)).toEqual([
      'code',
      'data',
      'gas_wanted',
      'gas_used',
      'events',
      'codespace',
    ]);
  });

  it('ends when it is unsubscribed', () => {
    const { connection, subscribe, call, chain } = aSocket();
    subscribe(1, "tm.event='NewBlock'");
    subscribe(2, "tm.event='NewBlockHeader'");
    expect(chain.listenerCount).toBe(1);
    call(3, 'unsubscribe', { query: "tm.event='NewBlock'" });
    call(4, 'unsubscribe', { query: "tm.event='NewBlock'" });
    call(5, 'unsubscribe', { query: 'x' });
    chain.mine();
    call(6, 'unsubscribe_all');
    call(7, 'unsubscribe_all');
    chain.mine();
    expect(connection.frames.slice(2)).toEqual([
      { jsonrpc: '2.0', id: 3, result: {} },
      internal('subscription not found', 4),
      internal('failed to parse query: offset 1: EOF', 5),
      expect.objectContaining({ id: 2 }),
      { jsonrpc: '2.0', id: 6, result: {} },
      internal('subscription not found', 7),
    ]);
    expect(chain.listenerCount).toBe(0);
  });

  it('ends with its connection', () => {
    const { connection, subscribe, socket, chain } = aSocket();
    subscribe(1, "tm.event='NewBlock'");
    socket.close();
    chain.mine();
    expect(connection.frames).toHaveLength(1);
    expect(chain.listenerCount).toBe(0);
  });

  it('is refused for a bad, long or repeated query', () => {
    const { connection, subscribe } = aSocket();
    subscribe(1, "tm.event='Tx'");
    subscribe(2, "tm.event='Tx'");
    subscribe(3, '');
    subscribe(4, `a='${'é'.repeat(255)}'`);
    subscribe(5, `a='${'é'.repeat(254)}'`);
    expect(connection.frames.slice(1)).toEqual([
      internal('already subscribed', 2),
      internal('failed to parse query: offset 0: EOF', 3),
      internal('maximum query length exceeded', 4),
      { jsonrpc: '2.0', id: 5, result: {} },
    ]);
  });

  it('is identified by its text in 0.37, and by its meaning in 0.38', () => {
    for (const [path, again] of [
      ['/v0.37/websocket', 'result'],
      ['/v0.38/websocket', 'error'],
    ] as const) {
      const { connection, subscribe } = aSocket({}, path);
      subscribe(1, "tm.event='Tx'");
      subscribe(2, "tm.event = 'Tx'");
      expect(connection.frames[1]).toHaveProperty(again);
    }
  });

  it('is refused above the limits of clients, and of subscriptions of one client', () => {
    const { handler, connection, subscribe } = aSocket({ subscriptionClients: 2, subscriptionsPerClient: 1 });
    subscribe(1, 'a EXISTS');
    subscribe(2, 'b EXISTS');
    const second = openSocket(handler);
    second.send({ id: 3, method: 'subscribe', params: ['a EXISTS'] });
    const third = openSocket(handler);
    third.send({ id: 4, method: 'subscribe', params: ['a EXISTS'] });
    second.socket.close();
    third.send({ id: 5, method: 'subscribe', params: ['a EXISTS'] });
    expect(connection.frames[1]).toEqual(internal('max_subscriptions_per_client 1 reached', 2));
    expect(second.connection.frames).toEqual([{ jsonrpc: '2.0', id: 3, result: {} }]);
    expect(third.connection.frames).toEqual([
      internal('max_subscription_clients 2 reached', 4),
      { jsonrpc: '2.0', id: 5, result: {} },
    ]);
  });
});
