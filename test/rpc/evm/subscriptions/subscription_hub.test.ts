import { expect, test } from 'vitest';
import { HalleyError } from '../../../../src/kernel/errors.js';
import { fromHex, to0x } from '../../../../src/kernel/hex.js';
import { createEvmHandler } from '../../../../src/rpc/evm/evm_handler.js';
import { logMatcher } from '../../../../src/rpc/evm/logs/log_matcher.js';
import { createEvmProvider, type SubscriptionMessage } from '../../../../src/rpc/evm/provider.js';
import type { EvmServiceOptions } from '../../../../src/rpc/evm/service.js';
import { RpcError, refusal } from '../../../../src/rpc/jsonrpc/errors.js';
import { IN_PROCESS_PEER, type ProtocolSocket } from '../../../../src/rpc/protocol_handler.js';
import { aBench } from '../fixture.js';
import { BOB, CONTRACT, EVENT_TOPIC, word } from '../little_names.js';

/** Opens a connection to a node; `sent` holds what the client has received, parsed. */
function aConnection(options: Partial<EvmServiceOptions> = {}) {
  const bench = aBench(options);
  const sent: Record<string, unknown>[] = [];
  const closes: (number | undefined)[] = [];
  const connect = (): ProtocolSocket =>
    createEvmHandler(bench.node).openSocket?.({
      path: '/',
      query: '',
      headers: {},
      peer: IN_PROCESS_PEER,
      send: (text) => void sent.push(...[JSON.parse(text)].flat()),
      close: (code) => void closes.push(code),
    }) as ProtocolSocket;
  const socket = connect();
  const ask = (method: string, ...params: readonly unknown[]): void =>
    socket.message(JSON.stringify({ id: 1, method, params }));
  /** Returns the results of the notifications since the last call. */
  const pushes = () =>
    sent.splice(0).flatMap((message) => (message['params'] === undefined ? [] : [message['params']]));
  return { ...bench, socket, connect, sent, closes, ask, pushes };
}

const push = (subscription: string, result: unknown) => ({ subscription, result });

test('refuses the trace of the chain to callers whom the node does not trust', () => {
  const peer = { id: '1', address: '10.0.0.1', local: false, trusted: false };
  const { call } = aBench({ context: { peer, subscriber: { subscribe: () => '0x1', unsubscribe: () => true } } });
  expect(() => call('eth_subscribe', 'halley_trace')).toThrow(
    '"halley_trace" contains all transactions that arrive: only local callers and those that the configuration trusts may receive it, not 10.0.0.1',
  );
  expect(call('eth_subscribe', 'newHeads')).toBe('0x1');
});

test('refuses the wallet on a node that has none', async () => {
  const { ask, sent, chain } = aConnection();
  chain.browserWallet = () => Promise.reject(new HalleyError('unavailable', 'there is no wallet'));
  ask('eth_subscribe', 'halley_wallet', { origin: 'http://localhost' });
  await expect.poll(() => sent).toMatchObject([{ error: { message: 'there is no wallet' } }]);
});

test('pushes each line of a trace as it is, and stops its source with the subscription', () => {
  const { ask, pushes, chain } = aConnection();
  let emit: (line: string) => void = () => undefined;
  let stops = 0;
  chain.listenToTrace = (listener) => {
    emit = listener;
    listener('{"type":"header"}');
    return () => stops++;
  };
  ask('eth_subscribe', 'halley_trace');
  emit('{"type":"stop","events":1}');
  expect(pushes()).toEqual([push('0x1', { type: 'header' }), push('0x1', { type: 'stop', events: 1 })]);
  ask('eth_unsubscribe', '0x1');
  expect(stops).toBe(1);
});

test('pushes each new head as eth_getHeaderByHash shows it', () => {
  const { ask, sent, chain, call } = aConnection();
  ask('eth_subscribe', 'newHeads');
  const block = chain.mine();
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, result: '0x1' },
    {
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: push('0x1', call('eth_getHeaderByHash', to0x(block.hash))),
    },
  ]);
});

test('treats empty options as none', () => {
  const { ask, pushes, chain } = aConnection();
  ask('eth_subscribe', 'newHeads', {});
  ask('eth_subscribe', 'newPendingTransactions', {});
  const { hash } = chain.wait({});
  expect(pushes()).toEqual([push('0x2', to0x(hash))]);
});

test('pushes matching logs one by one, in order', () => {
  const { ask, pushes, chain } = aConnection();
  ask('eth_subscribe', 'logs', { address: CONTRACT, topics: [EVENT_TOPIC] });
  ask('eth_subscribe', 'logs');
  ask('eth_subscribe', 'logs', { address: BOB });
  chain.mine({ logs: [[EVENT_TOPIC], [word(9)]] }, { logs: [[EVENT_TOPIC]] });
  const seen = pushes() as { subscription: string; result: { logIndex: string } }[];
  const indexes = (id: string) => seen.filter((one) => one.subscription === id).map((one) => one.result.logIndex);
  expect([indexes('0x1'), indexes('0x2'), indexes('0x3')]).toEqual([['0x0', '0x2'], ['0x0', '0x1', '0x2'], []]);
});

test('pushes logs of reverted blocks again, as removed, oldest first', () => {
  const { ask, pushes, chain } = aConnection();
  ask('eth_subscribe', 'logs', { topics: [EVENT_TOPIC] });
  ask('eth_subscribe', 'newPendingTransactions');
  for (let i = 0; i < 3; i++) chain.mine({ logs: [[EVENT_TOPIC], [], [EVENT_TOPIC]] });
  const logs = (pushes() as { subscription: string; result: object }[]).filter(
    ({ subscription }) => subscription === '0x1',
  );
  expect(logs).toHaveLength(6);
  chain.revertTo(3n);
  expect(pushes()).toEqual(logs.slice(2).map(({ result }) => push('0x1', { ...result, removed: true })));
  chain.revertTo(3n);
  expect(pushes()).toEqual([]);
});

test('pushes the head that is current after a revert, behind the removed logs, and none when no block was removed', () => {
  const { ask, pushes, chain, call } = aConnection();
  ask('eth_subscribe', 'newHeads');
  ask('eth_subscribe', 'logs');
  chain.mine();
  chain.mine({ logs: [[EVENT_TOPIC]] });
  pushes();
  chain.revertTo(3n);
  const head = call('eth_getBlockByNumber', 'latest', false) as { hash: string };
  expect(pushes()).toEqual([
    push('0x2', expect.objectContaining({ removed: true })),
    push('0x1', call('eth_getHeaderByHash', head.hash)),
  ]);
  chain.revertTo(3n);
  expect(pushes()).toEqual([]);
});

test('pushes hashes of pending transactions, or the transactions', () => {
  const { ask, pushes, chain } = aConnection();
  ask('eth_subscribe', 'newPendingTransactions');
  ask('eth_subscribe', 'newPendingTransactions', true);
  const hash = to0x(chain.wait({ to: BOB }).hash);
  expect(pushes()).toMatchObject([push('0x1', hash), push('0x2', { hash, to: BOB, blockHash: null })]);
});

test('encodes a head once for all its subscribers', () => {
  const { node, chain } = aBench();
  const seen: unknown[] = [];
  for (let i = 0; i < 2; i++) {
    const sink = {
      push: (_: string, result: unknown) => void seen.push(result),
      gone: () => false,
      overflow: () => {},
    };
    const subscriber = node.subscriptions.connect(sink).forMessage();
    subscriber.subscribe({ type: 'newHeads' });
    subscriber.release();
  }
  chain.mine();
  expect(seen).toHaveLength(2);
  expect(seen[0]).toBe(seen[1]);
});

test('refuses unknown subscriptions and invalid parameters', () => {
  const { ask, sent } = aConnection();
  ask('eth_subscribe', 'syncing');
  ask('eth_subscribe', 'foo');
  ask('eth_subscribe');
  ask('eth_subscribe', 'logs', { address: 5 });
  ask('eth_subscribe', 7);
  ask('eth_subscribe', 'newPendingTransactions', 'true');
  ask('eth_subscribe', 'logs', { topics: [[], [], [], [], []] });
  ask('eth_subscribe', 'logs', { topics: ['0x1'] });
  ask('eth_subscribe', 'logs', []);
  ask('eth_subscribe', 'newHeads', {}, 1);
  expect(sent.map((message) => message['error'])).toEqual([
    { code: -32601, message: 'syncing subscription is not implemented' },
    { code: -32601, message: 'no "foo" subscription in eth namespace' },
    { code: -32602, message: 'missing value for required argument 0' },
    { code: -32602, message: 'invalid argument 1: invalid addresses in query' },
    { code: -32602, message: 'invalid argument 0: json: cannot unmarshal number into Go value of type string' },
    { code: -32602, message: 'invalid argument 1: json: cannot unmarshal string into Go value of type bool' },
    { code: -32602, message: 'invalid argument 1: exceed max topics' },
    { code: -32602, message: 'invalid argument 1: hex string of odd length' },
    { code: -32602, message: 'invalid argument 1: json: cannot unmarshal array into Go value of type filters.input' },
    { code: -32602, message: 'too many arguments, want at most 2' },
  ]);
});

test('ends a subscription once', () => {
  const { ask, sent, chain } = aConnection();
  ask('eth_subscribe', 'newHeads');
  ask('eth_unsubscribe', '0x1');
  ask('eth_unsubscribe', '0x1');
  chain.mine();
  expect(sent.map((message) => message['result'])).toEqual(['0x1', true, false]);
});

test('leaves the subscriptions of other connections alone', () => {
  const { ask, connect, sent, chain } = aConnection();
  ask('eth_subscribe', 'newHeads');
  const other = connect();
  other.message('{"id":1,"method":"eth_unsubscribe","params":["0x1"]}');
  other.close();
  chain.mine();
  expect(sent.map((message) => message['result'] ?? message['method'])).toEqual(['0x1', false, 'eth_subscription']);
});

test('ends all subscriptions of a connection that closes', () => {
  const { ask, socket, sent, chain } = aConnection();
  ask('eth_subscribe', 'newHeads');
  ask('eth_subscribe', 'logs');
  socket.close();
  sent.length = 0;
  chain.mine({ logs: [[]] });
  expect(sent).toEqual([]);
});

test('sends the response to a batch before the notifications of its subscription', async () => {
  const { socket, sent, chain } = aConnection();
  let mined = (): void => {};
  chain.submit = () =>
    new Promise((resolve) => {
      mined = () => {
        chain.mine();
        resolve({ type: 'accepted', hash: fromHex(word(3)) });
      };
    });
  socket.message(
    '[{"id":"s","method":"eth_subscribe","params":["newHeads"]},{"id":"t","method":"eth_sendRawTransaction","params":["0x01"]}]',
  );
  mined();
  socket.message('{"id":"later","method":"eth_chainId"}');
  expect(sent.map((message) => message['id'])).toEqual(['later']);
  await new Promise(setImmediate);
  expect(sent.map((message) => message['id'] ?? message['method'])).toEqual(['later', 's', 't', 'eth_subscription']);
});

test('closes a connection whose buffered notifications exceed the limit', async () => {
  const { socket, closes, chain } = aConnection({ limits: { pushesHeld: 2 } });
  chain.submit = () => new Promise(() => {});
  socket.message(
    '[{"id":1,"method":"eth_subscribe","params":["newHeads"]},{"id":2,"method":"eth_sendRawTransaction","params":["0x01"]}]',
  );
  await new Promise(setImmediate);
  for (let i = 0; i < 3; i++) chain.mine();
  expect(closes).toEqual([1008]);
});

test('limits the subscriptions and the calls in flight of a connection', async () => {
  const { ask, sent, chain } = aConnection({ limits: { subscriptions: 1, callsInFlight: 1 } });
  ask('eth_subscribe', 'newHeads');
  ask('eth_subscribe', 'logs');
  chain.submit = () => new Promise(() => {});
  ask('eth_sendRawTransaction', '0x01');
  ask('eth_chainId');
  expect(sent.map((message) => message['error'])).toEqual([
    undefined,
    { code: -32000, message: 'too many subscriptions: this connection has 1; unsubscribe one first' },
    { code: -32005, message: 'too many calls in flight: 1 have no response yet; wait for one before sending more' },
  ]);
});

test('a call that has ended makes room for another one', async () => {
  const { ask, sent, chain } = aConnection({ limits: { callsInFlight: 1 } });
  chain.submit = async () => ({ type: 'refused', code: 1, codespace: 'sdk', log: 'nonce too low' });
  for (let i = 0; i < 3; i++) {
    ask('eth_sendRawTransaction', '0x01');
    await new Promise(setImmediate);
  }
  expect(sent.map((message) => message['error'])).toEqual(
    Array.from({ length: 3 }, () => ({ code: -32000, message: 'nonce too low' })),
  );
});

test('refuses subscriptions over HTTP', () => {
  const { call } = aBench();
  expect(() => call('eth_subscribe', 'newHeads')).toThrow('notifications not supported');
  expect(() => call('eth_unsubscribe', '0x1')).toThrow(refusal('subscription not found'));
});

test('does nothing more for a closed connection', () => {
  const { node, chain } = aBench();
  let pushed = 0;
  const sink = { push: () => void pushed++, gone: () => pushed >= 3, overflow: () => {} };
  const subscriber = node.subscriptions.connect(sink).forMessage();
  const matcher = logMatcher({ addresses: [], topics: [] });
  let looked = 0;
  for (let i = 0; i < 10; i++) {
    const counting = { ...matcher, key: `${i}`, mayMatch: () => ++looked > 0 };
    subscriber.subscribe({ type: 'logs', matcher: counting });
  }
  subscriber.release();
  chain.mine({ logs: Array.from({ length: 100 }, () => []) });
  expect([pushed, looked]).toEqual([3, 1]);
});

test('does nothing more for a connection with too many buffered notifications', () => {
  const { node, chain } = aBench({ limits: { pushesHeld: 2 } });
  let overflows = 0;
  const sink = { push: () => {}, gone: () => false, overflow: () => void overflows++ };
  const subscriber = node.subscriptions.connect(sink).forMessage();
  for (let i = 0; i < 10; i++)
    subscriber.subscribe({ type: 'logs', matcher: logMatcher({ addresses: [], topics: [] }) });
  chain.mine({ logs: Array.from({ length: 100 }, () => []) });
  expect([overflows, node.subscriptions.size]).toEqual([1, 0]);
});

test('preserves the order of ten thousand logs', () => {
  const { ask, pushes, chain } = aConnection();
  ask('eth_subscribe', 'logs');
  chain.mine({ logs: Array.from({ length: 10_000 }, () => []) });
  const indexes = pushes().map((one) => Number((one as { result: { logIndex: string } }).result.logIndex));
  expect(indexes).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
});

test('returns values, errors and messages to callers in this process', async () => {
  const { node, chain } = aBench();
  const provider = createEvmProvider(node);
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69');
  await expect(provider.request({ method: 'eth_getBalance', params: [] })).rejects.toMatchObject({
    code: -32602,
    message: 'missing value for required argument 0',
  });
  const messages: SubscriptionMessage[] = [];
  const listener = (message: SubscriptionMessage): void => void messages.push(message);
  provider.on('message', listener);
  const subscription = await provider.request({ method: 'eth_subscribe', params: ['newHeads'] });
  await new Promise(setImmediate);
  chain.mine();
  expect(messages).toMatchObject([{ type: 'eth_subscription', data: { subscription, result: { number: '0x3' } } }]);
  provider.removeListener('message', listener);
  chain.mine();
  provider.close();
  chain.mine();
  expect(messages).toHaveLength(1);
});

test('notifies callers in this process of its end, once, and of no other event', async () => {
  const provider = createEvmProvider(aBench().node);
  const received: unknown[] = [];
  for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'] as const)
    expect(provider.on(event, (value: unknown) => void received.push([event, value]))).toBe(provider);
  const silent = (): void => void received.push('removed');
  expect(provider.on('disconnect', silent).removeListener('disconnect', silent)).toBe(provider);
  await provider.request({ method: 'eth_subscribe', params: ['newHeads'] });
  provider.close();
  provider.close();
  expect(received).toEqual([['disconnect', new RpcError(4900, 'the devnet is closed')]]);
});

test('a listener that throws affects neither the chain nor the other listeners', async () => {
  const { node, chain } = aBench();
  const provider = createEvmProvider(node);
  const unhandled = new Promise((resolve) => {
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.once('unhandledRejection', (error) => {
      for (const other of others) process.on('unhandledRejection', other);
      resolve(error);
    });
  });
  const messages: SubscriptionMessage[] = [];
  const mistake = new Error('of the listener');
  provider.on('message', () => {
    throw mistake;
  });
  provider.on('message', (message) => void messages.push(message));
  await provider.request({ method: 'eth_subscribe', params: ['newHeads'] });
  await new Promise(setImmediate);
  chain.mine();
  expect(messages).toHaveLength(1);
  expect(await unhandled).toBe(mistake);
});

test('hides a bug from callers in this process too', async () => {
  const { node, chain, crashes } = aBench();
  chain.head = () => {
    throw new TypeError('a bug');
  };
  await expect(createEvmProvider(node).request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: -32603 });
  expect(crashes).toHaveLength(1);
});
