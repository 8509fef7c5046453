/** The faults of transport before a small node, with an injected clock. */
import { describe, expect, test } from 'vitest';
import { call, faultyNode } from './gate_kit.js';

describe('slow', () => {
  test('waits for the drawn time, which the seed decides', async () => {
    const took = async (seed: string) => {
      const node = await faultyNode(undefined, seed);
      node.begin({ type: 'slow', ms: 100, to: 200 });
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        let isDone = false;
        const began = node.clock.nowMs();
        const answered = node.http(call('eth_chainId')).then(() => (isDone = true));
        while (!isDone) await node.clock.pass(1);
        await answered;
        times.push(node.clock.nowMs() - began);
      }
      return times;
    };
    const times = await took('a');
    expect(times).toEqual(await took('a'));
    expect(times).not.toEqual(await took('b'));
    for (const ms of times) expect(ms).toBeGreaterThanOrEqual(100);
    for (const ms of times) expect(ms).toBeLessThanOrEqual(202);
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  test('acts for a limited time', async () => {
    const node = await faultyNode();
    node.begin({ type: 'server-error', forMs: 500 });
    expect((await node.http(call('eth_chainId'))).status).toBe(500);
    await node.clock.pass(500);
    expect((await node.http(call('eth_chainId'))).status).toBe(500);
    await node.clock.pass(1);
    expect((await node.http(call('eth_chainId'))).status).toBe(200);
  });
});

describe('rate-limited', () => {
  test('refuses every request with the given Retry-After', async () => {
    const node = await faultyNode();
    node.begin({ type: 'rate-limited', retryAfter: 7 });
    expect(await node.http(call('eth_chainId', 'x'))).toEqual({
      status: 429,
      headers: {
        'content-type': 'application/json',
        'retry-after': '7',
        'access-control-expose-headers': 'retry-after',
      },
      body: '{"jsonrpc":"2.0","id":"x","error":{"code":-32005,"message":"rate limit exceeded: try again later"}}',
    });
    expect(node.seen).toEqual([]);
  });

  test('lets as many calls pass as the bucket holds, and fills it with time', async () => {
    const node = await faultyNode();
    node.begin({ type: 'rate-limited', perSecond: 4 });
    const statuses = async (times: number) => {
      const all: number[] = [];
      for (let i = 0; i < times; i++) all.push((await node.http(call('eth_chainId'))).status);
      return all;
    };
    expect(await statuses(6)).toEqual([200, 200, 200, 200, 429, 429]);
    await node.clock.pass(250);
    expect(await statuses(2)).toEqual([200, 429]);
    await node.clock.pass(10_000);
    // The calls of a batch count one by one.
    expect((await node.http([call('eth_chainId'), call('eth_call'), call('eth_call')])).status).toBe(200);
    expect(await statuses(2)).toEqual([200, 429]);
    expect(node.seen).toHaveLength(9);
  });

  test('counts compute units of methods', async () => {
    const node = await faultyNode({ eth_chainId: '0x1', eth_call: '0x', eth_getLogs: [] });
    node.begin({ type: 'rate-limited', computePerSecond: 100 });
    const statuses: number[] = [];
    for (const method of ['eth_getLogs', 'eth_call', 'eth_call', 'eth_chainId', 'eth_getLogs'])
      statuses.push((await node.http(call(method))).status);
    // 60 + 26 leave 14.
    expect(statuses).toEqual([200, 200, 429, 200, 429]);
    const refused = await node.http(call('eth_getLogs'));
    expect(refused.headers['retry-after']).toBe('1');
    await node.clock.pass(130);
    expect((await node.http(call('eth_call'))).status).toBe(200);
  });
});

describe('the answer', () => {
  const whole = '{"jsonrpc":"2.0","id":1,"result":"0x1"}';

  test('of truncated has a part of the text', async () => {
    const node = await faultyNode();
    const id = node.begin({ type: 'truncated' });
    expect((await node.http(call('eth_chainId'))).body).toBe(whole.slice(0, 19));
    node.faults.end(id);
    node.begin({ type: 'truncated', keep: 0 });
    expect((await node.http(call('eth_chainId'))).body).toBe('');
  });

  test('of invalid-json has its length and is no JSON', async () => {
    const node = await faultyNode();
    node.begin({ type: 'invalid-json' });
    const { body } = await node.http([call('eth_chainId')]);
    expect(body).toBe(`<${whole}]`);
    expect(() => JSON.parse(body) as unknown).toThrow();
  });

  test('of wrong-id has the result, and the id of another call', async () => {
    const node = await faultyNode();
    node.begin({ type: 'wrong-id' });
    expect(JSON.parse((await node.http(call('eth_chainId', 41))).body)).toMatchObject({ id: 42, result: '0x1' });
    expect(JSON.parse((await node.http([call('eth_chainId', 'a')])).body)).toMatchObject([{ id: 'a-other' }]);
  });

  test('of too-large is an error where the result is longer', async () => {
    const node = await faultyNode({ eth_chainId: '0x1', eth_getLogs: ['0123456789'] });
    node.begin({ type: 'too-large', bytes: 10 });
    const answer = JSON.parse(
      (await node.http([call('eth_chainId', 1), call('eth_getLogs', 2), call('eth_x', 3)])).body,
    );
    expect(answer).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x1' },
      { jsonrpc: '2.0', id: 2, error: { code: -32003, message: 'response too large' } },
      { jsonrpc: '2.0', id: 3, error: { code: -32601, message: 'no eth_x' } },
    ]);
  });

  test('of a batch is reordered, short, or has an error; other messages do not count', async () => {
    const ids = [1, 2, 3, 4, 5];
    const batch = ids.map((id) => call('eth_chainId', id));
    const answers = async (kind: string) => {
      const node = await faultyNode();
      node.begin({ type: 'batch', kind, times: 1 });
      expect((await node.http(call('eth_chainId'))).body).toBe(whole);
      const first = JSON.parse((await node.http(batch)).body) as { id: number; error?: unknown }[];
      expect(JSON.parse((await node.http(batch)).body)).toHaveLength(5);
      return first;
    };
    const reordered = (await answers('reordered')).map(({ id }) => id);
    expect(reordered.toSorted()).toEqual(ids);
    expect(reordered.every((id, at) => id !== ids[at])).toBe(true);
    expect(await answers('short')).toHaveLength(4);
    const errors = await answers('errors');
    expect(errors.map(({ id }) => id)).toEqual(ids);
    expect(errors.filter(({ error }) => error !== undefined)).toHaveLength(1);
  });
});

describe('several faults', () => {
  test('act in the order in which they began', async () => {
    const node = await faultyNode();
    node.begin({ type: 'invalid-json' });
    node.begin({ type: 'too-large' });
    node.begin({ type: 'wrong-id' });
    const { body } = await node.http(call('eth_chainId', 5));
    expect(body).toBe('<"jsonrpc":"2.0","id":6,"error":{"code":-32003,"message":"response too large"}}');
  });
});

describe('over a WebSocket', () => {
  test('statuses are errors of JSON-RPC, and broken connections are reset', async () => {
    const node = await faultyNode();
    const answersOf = async (fault: object, text: unknown = call('eth_chainId', 8)) => {
      const id = node.begin(fault);
      const { arrived, lane } = node.socket();
      lane?.message(JSON.stringify(text));
      await node.clock.pass(1000);
      node.faults.end(id);
      return arrived;
    };
    expect(await answersOf({ type: 'rate-limited' })).toEqual([
      '{"jsonrpc":"2.0","id":8,"error":{"code":-32005,"message":"rate limit exceeded: try again later"}}',
    ]);
    expect(await answersOf({ type: 'server-error', status: '502' })).toEqual([
      '{"jsonrpc":"2.0","id":8,"error":{"code":-32603,"message":"bad gateway"}}',
    ]);
    expect(await answersOf({ type: 'timeout' })).toEqual([]);
    expect(node.seen).toEqual([]);
    expect(await answersOf({ type: 'reset' })).toEqual(['reset']);
    expect(node.seen).toEqual([]);
    expect(await answersOf({ type: 'reset', when: 'after' })).toEqual(['reset']);
    expect(await answersOf({ type: 'reset', when: 'middle' })).toEqual(['reset']);
    expect(node.seen).toEqual(['eth_chainId', 'eth_chainId']);
    expect(await answersOf({ type: 'truncated' })).toEqual(['{"jsonrpc":"2.0","i']);
    // A notification has no answer.
    expect(await answersOf({ type: 'too-large' }, { jsonrpc: '2.0', method: 'eth_chainId' })).toEqual([]);
  });
});

describe('the end of the servers', () => {
  test('ends every wait: what is slow is answered, and what has no answer is broken', async () => {
    const node = await faultyNode();
    const reset: string[] = [];
    node.begin({ type: 'slow', ms: 3_600_000, methods: ['eth_call'] });
    node.begin({ type: 'timeout', methods: ['eth_chainId'] });
    const peer = { address: '', id: 'p', local: true, trusted: true, reset: () => void reset.push('reset') };
    const slow = node.http(call('eth_call'), { peer });
    const silent = node.http(call('eth_chainId'), { peer });
    await node.clock.pass(10);
    node.gates.close();
    expect((await slow).status).toBe(200);
    await silent;
    expect(reset).toEqual(['reset']);
  });
});
