/**
 * Tests how subscriptions are grouped, what happens to clients that do not read, and how subscriptions end
 * (consensus-rpc.md 7).
 */
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/chain/query/parse_query.js';
import type { CometOptions } from '../../../src/rpc/comet/options.js';
import { eventNameOf } from '../../../src/rpc/comet/subscriptions/hub.js';
import { aHandler, openSocket } from './calls.js';

function aSocket(options: Partial<CometOptions> = {}, path = '/websocket') {
  const made = aHandler(options);
  const opened = openSocket(made.handler, path);
  const call = (id: unknown, method: string, params: unknown = {}) =>
    opened.send({ jsonrpc: '2.0', id, method, params });
  const subscribe = (id: unknown, query: string) => call(id, 'subscribe', { query });
  return { ...made, ...opened, call, subscribe };
}

const canceled = (id: string, reason: string, word = 'canceled') => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32000, message: 'Server error', data: `subscription was ${word} (reason: ${reason})` },
});
const OUT_OF_CAPACITY = 'internal subscription event buffer is out of capacity';

describe('a query', () => {
  it.each([
    ["tm.event='Tx'", 'Tx'],
    ["a=1 AND tm.event = 'NewBlock' AND b EXISTS", 'NewBlock'],
    ["a='x' AND tm.event='Vote'", 'Vote'],
    ['tm.event EXISTS', undefined],
    ["tm.event CONTAINS 'New'", undefined],
    ["x.tm.event = 'Tx'", undefined],
    ["a = 'tm.event = ' AND b = 'Tx'", undefined],
    ["a = 'z AND tm.event = ' AND b = 'Tx'", undefined],
  ])('%s matches the event %s', (text, name) => {
    expect(eventNameOf(parseQuery(text))).toBe(name);
  });
});

describe('an event', () => {
  it('is matched once for all equal queries, and each subscriber receives its own id and query text', () => {
    const { handler, chain } = aHandler({ dialect: '0.38' });
    let asked = 0;
    const parse = chain.parseQuery;
    Object.assign(chain, {
      parseQuery: (text: string) => {
        const query = parse(text);
        return {
          text: query.text,
          matches: (map: Parameters<typeof query.matches>[0]) => ++asked && query.matches(map),
        };
      },
    });
    const clients = ["tm.event='NewBlockHeader'", "tm.event = 'NewBlockHeader'"].flatMap((query) =>
      [1, 2, 2].map((id) => {
        const opened = openSocket(handler);
        opened.send({ id, method: 'subscribe', params: { query } });
        return { ...opened, id, query };
      }),
    );
    chain.mine();
    expect(asked).toBe(1);
    for (const { connection, id, query } of clients) {
      expect(connection.frames).toHaveLength(2);
      expect(connection.frames[1]).toMatchObject({ id, result: { query } });
    }
  });

  it('reaches the other subscribers while it ends one subscription', () => {
    const { handler, chain } = aHandler({ limits: { subscriptionBuffer: 1 } });
    const clients = ['a', 'b', 'c'].map((id) => {
      const opened = openSocket(handler);
      opened.send({ id, method: 'subscribe', params: { query: "tm.event='NewBlockHeader'" } });
      return opened;
    });
    const [, stuck] = clients;
    Object.assign(stuck?.connection ?? {}, { stuck: true, backlog: 1 });
    chain.mine();
    chain.mine();
    expect(clients.map(({ connection }) => connection.frames.length)).toEqual([3, 3, 3]);
    expect(stuck?.connection.frames[2]).toEqual(canceled('b', OUT_OF_CAPACITY));
  });
});

describe('a client that does not read', () => {
  it('is notified that its subscription is cancelled, and can subscribe again', () => {
    const { connection, subscribe, chain } = aSocket({ limits: { subscriptionBuffer: 3 } });
    subscribe('s', "tm.event='NewBlockHeader'");
    subscribe('t', "tm.event='Tx'");
    connection.stuck = true;
    connection.backlog = 1;
    for (let i = 0; i < 5; i++) chain.mine();
    expect(connection.frames.map(({ id }) => id)).toEqual(['s', 't', 's', 's', 's', 's']);
    expect(connection.frames.at(-1)).toEqual(canceled('s', OUT_OF_CAPACITY));
    connection.stuck = false;
    connection.backlog = 0;
    subscribe('u', "tm.event='NewBlockHeader'");
    chain.mine('a=1');
    expect(connection.frames.slice(6).map(({ id }) => id)).toEqual(['u', 'u', 't']);
  });

  it('loses its subscriptions when too many bytes are queued, and can still send requests', () => {
    const { connection, subscribe, call, chain } = aSocket({ limits: { connectionBacklog: 100 } });
    subscribe('s', "tm.event='NewBlockHeader'");
    connection.stuck = true;
    chain.mine();
    chain.mine();
    chain.mine();
    expect(connection.frames.at(-1)).toEqual(canceled('s', OUT_OF_CAPACITY));
    expect(chain.listenerCount).toBe(0);
    call(1, 'health');
    expect(connection.frames.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(connection.closed).toBeUndefined();
  });

  it('may leave exactly as many bytes unread as the limit', () => {
    const { connection, subscribe, chain } = aSocket({ limits: { connectionBacklog: 100 } });
    subscribe('s', "tm.event='NewBlockHeader'");
    for (const backlog of [100, 101]) {
      connection.backlog = backlog;
      chain.mine();
    }
    expect(connection.frames.slice(1).map((frame) => 'error' in (frame as object))).toEqual([false, true]);
  });

  it('loses nothing while it reads, however many events one block causes', () => {
    const limits = { subscriptionBuffer: 3, writeQueue: 3 };
    const { connection, subscribe, chain } = aSocket({ limits, closeOnSlowClient: true });
    subscribe('s', "tm.event='Tx'");
    chain.mine(...Array.from({ length: 50 }, (_, i) => `k${i}=v`));
    expect(connection.frames).toHaveLength(51);
  });

  it('may lag behind by less than its buffer without a time limit', () => {
    const limits = { subscriptionBuffer: 3, writeQueue: 3 };
    const { connection, subscribe, chain } = aSocket({ limits, closeOnSlowClient: true });
    subscribe('s', "tm.event='NewBlockHeader'");
    connection.stuck = true;
    for (let i = 0; i < 20; i++) {
      chain.mine();
      // All bytes but those of the newest event were sent.
      connection.backlog = connection.texts.at(-1)?.length ?? 0;
    }
    expect(connection.frames).toHaveLength(21);
    expect(connection.frames.at(-1)).not.toHaveProperty('error');
  });

  it('is disconnected at once when the configuration requires it, whatever filled the queue', () => {
    const { connection, subscribe, call, chain } = aSocket({ limits: { writeQueue: 5 }, closeOnSlowClient: true });
    subscribe('s', "tm.event='NewBlockHeader'");
    subscribe('t', "tm.event='Tx'");
    connection.stuck = true;
    connection.backlog = 1;
    call(1, 'health');
    chain.mine();
    chain.mine('a=1');
    expect(connection.frames.slice(3).map(({ id }) => id)).toEqual(['s', 's', 't']);
    chain.mine('b=1');
    expect(connection.frames.slice(6)).toEqual([canceled('s', 'slow client'), canceled('t', 'slow client')]);
    expect(chain.listenerCount).toBe(0);
    expect(connection.closed).toBeUndefined();
  });

  it('retains its subscriptions beyond the queue when the configuration does not require it', () => {
    const { connection, subscribe, chain } = aSocket({ limits: { writeQueue: 1 } });
    subscribe('s', "tm.event='NewBlockHeader'");
    connection.stuck = true;
    connection.backlog = 1;
    for (let i = 0; i < 5; i++) chain.mine();
    expect(connection.frames).toHaveLength(6);
  });
});

describe('a node that stops', () => {
  it.each([
    ['0.34', 'cancelled'],
    ['0.37', 'canceled'],
    ['0.38', 'canceled'],
  ])('notifies the subscribers of %s', (version, word) => {
    const { handler, connection, subscribe, chain } = aSocket({}, `/v${version}/websocket`);
    const other = openSocket(handler);
    subscribe('a', "tm.event='Tx'");
    subscribe('b', "tm.event='NewBlock'");
    handler.stop?.();
    expect(connection.frames.slice(2)).toEqual([
      canceled('a', 'CometBFT exited', word),
      canceled('b', 'CometBFT exited', word),
    ]);
    expect(other.connection.frames).toEqual([]);
    expect(chain.listenerCount).toBe(0);
    chain.mine('c=1');
    expect(connection.frames).toHaveLength(4);
  });
});
