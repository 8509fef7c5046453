import { expect, test } from 'vitest';
import { HalleyError } from '../../../src/kernel/errors.js';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { Batch } from '../../../src/rpc/jsonrpc/batch.js';
import { createDispatcher } from '../../../src/rpc/jsonrpc/dispatcher.js';
import type { Message, VersionRule } from '../../../src/rpc/jsonrpc/envelope.js';
import { DecodeError, RpcError } from '../../../src/rpc/jsonrpc/errors.js';
import { DEFAULT_JSON_RPC_LIMITS, type JsonRpcLimits, type Schedule } from '../../../src/rpc/jsonrpc/limits.js';
import { defineMethod, type Method, optional, required } from '../../../src/rpc/jsonrpc/method.js';
import { createResponder } from '../../../src/rpc/jsonrpc/responder.js';

interface Context {
  readonly calls: string[];
}

const decodeText = (value: unknown): string => {
  if (typeof value !== 'string') throw new DecodeError('not a text');
  return value;
};

const docs = { summary: '', result: '', example: { params: [], result: null } };
const text = required('text', 'string', decodeText);
let release: (value: string) => void = () => {};

const METHODS: readonly Method<Context>[] = [
  defineMethod<Context, [string]>({
    ...docs,
    name: 'say',
    params: [text],
    handler: ({ calls }, said) => {
      calls.push(said);
      return said;
    },
  }),
  defineMethod<Context, [string, string | undefined]>({
    ...docs,
    name: 'pair',
    params: [text, optional('more', 'string', decodeText)],
    handler: (_, a, b) => [a, b],
  }),
  defineMethod<Context, []>({ ...docs, name: 'later', params: [], handler: async () => 'later' }),
  defineMethod<Context, []>({
    ...docs,
    name: 'wait',
    params: [],
    handler: () => new Promise((resolve) => (release = resolve)),
  }),
  defineMethod<Context, []>({ ...docs, name: 'nothing', params: [], handler: () => undefined }),
  defineMethod<Context, []>({
    ...docs,
    name: 'crash',
    params: [],
    handler: () => {
      throw new TypeError('a bug');
    },
  }),
  defineMethod<Context, []>({ ...docs, name: 'unspeakable', params: [], handler: () => 1n }),
  defineMethod<Context, []>({
    ...docs,
    name: 'revert',
    params: [],
    handler: async () => {
      throw new RpcError(3, 'execution reverted', '0x01');
    },
  }),
  defineMethod<Context, []>({
    ...docs,
    name: 'pruned',
    params: [],
    handler: () => {
      throw new HalleyError('height-pruned', 'height 3 is pruned');
    },
  }),
  defineMethod<Context, []>({ ...docs, name: 'keys', params: [], trustedOnly: true, handler: () => 'secret' }),
];

interface Setup {
  readonly limits?: Partial<JsonRpcLimits>;
  readonly version?: VersionRule;
  readonly schedule?: Schedule;
  readonly scheduler?: FairScheduler;
  readonly gone?: () => boolean;
}

function aResponder({ limits, version = 'required', schedule, scheduler, gone }: Setup = {}) {
  const crashes: unknown[] = [];
  const context: Context = { calls: [] };
  const respond = createResponder<Context>({
    dispatcher: createDispatcher({
      methods: METHODS,
      authorize: () => {
        throw new RpcError(-32000, 'not for you');
      },
    }),
    limits: { ...DEFAULT_JSON_RPC_LIMITS, ...limits },
    version,
    schedule,
    scheduler,
    clientOf: () => ({ id: 'client', gone }),
    onCrash: (_, error) => crashes.push(error),
  });
  return { ask: (message: string, alone?: boolean) => respond(message, context, alone), calls: context.calls, crashes };
}

const call = (method: string, params: unknown = [], id: string | number = 1): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}`;
const failure = (code: number, message: string, id: string | number | null = 1): string =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}}}`;
const success = (result: unknown, id: string | number = 1): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;

test('answers a synchronous handler without a promise', () => {
  expect(aResponder().ask(call('say', ['hi']))).toBe('{"jsonrpc":"2.0","id":1,"result":"hi"}');
});

test('answers an asynchronous handler with a promise', async () => {
  const answer = aResponder().ask(call('later'));
  expect(answer).toBeInstanceOf(Promise);
  expect(await answer).toBe(success('later'));
});

test('answers null for a handler without a result', () => {
  expect(aResponder().ask(call('nothing'))).toBe(success(null));
});

test('echoes the id as it was written', () => {
  for (const id of ['"seven"', '9007199254740993', '1.0', '-0', 'null', '"\\u0041"'])
    expect(aResponder().ask(call('say', ['x'], id))).toBe(success('x', id));
});

test('refuses an object or array as id, with a null id', () => {
  for (const id of ['{}', '[1]', '{"id":2}'])
    expect(aResponder().ask(call('say', ['x'], id))).toBe(failure(-32600, 'invalid request', null));
});

test('executes a notification and answers nothing', () => {
  const { ask, calls } = aResponder();
  expect(ask('{"jsonrpc":"2.0","method":"say","params":["quietly"]}')).toBe('');
  expect(ask('{"jsonrpc":"2.0","method":"unknown"}')).toBe('');
  expect(calls).toEqual(['quietly']);
});

test('requires version 2.0 and echoes a valid id', () => {
  for (const version of ['', '"jsonrpc":"1.0",', '"jsonrpc":2,'])
    expect(aResponder().ask(`{${version}"id":5,"method":"say","params":["x"]}`)).toBe(
      failure(-32600, 'invalid request', 5),
    );
});

test('accepts WebSocket messages without a version, but not with another one', () => {
  const { ask } = aResponder({ version: 'optional' });
  expect(ask('{"id":5,"method":"say","params":["x"]}')).toBe(success('x', 5));
  expect(ask('{"jsonrpc":"1.0","id":5,"method":"say","params":["x"]}')).toBe(failure(-32600, 'invalid request', 5));
});

test('ignores a response: a message with a result or an error and no method', () => {
  const { ask } = aResponder();
  expect(ask('{"jsonrpc":"2.0","id":1,"result":"0x1"}')).toBe('');
  expect(ask('{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}')).toBe('');
});

test('distinguishes text that is not JSON from JSON that is not a request', () => {
  const { ask } = aResponder();
  for (const message of ['', 'x', '{"jsonrpc":', '{"jsonrpc":"2.0","id":1,}', '[1,'])
    expect(ask(message), message).toBe(failure(-32700, 'parse error', null));
  for (const message of ['1', '"x"', 'null', '{}', '{"jsonrpc":"2.0","method":7}'])
    expect(ask(message), message).toBe(failure(-32600, 'invalid request', null));
});

test('answers the first of two values', () => {
  expect(aResponder().ask(`${call('say', ['first'])}\n${call('say', ['second'])}`)).toBe(success('first'));
});

test('treats absent, null and empty parameters alike', () => {
  for (const params of ['', ',"params":null', ',"params":[]'])
    expect(aResponder().ask(`{"jsonrpc":"2.0","id":1,"method":"nothing"${params}}`)).toBe(success(null));
});

test('decodes positional parameters with the texts of go-ethereum', () => {
  const { ask } = aResponder();
  const cases: readonly [unknown, string][] = [
    [{ text: 'x' }, 'non-array args'],
    ['x', 'non-array args'],
    [[], 'missing value for required argument 0'],
    [[null], 'invalid argument 0: not a text'],
    [[1], 'invalid argument 0: not a text'],
    [['a', 2], 'invalid argument 1: not a text'],
    [['a', 'b', 'c'], 'too many arguments, want at most 2'],
  ];
  for (const [params, message] of cases) expect(ask(call('pair', params)), message).toBe(failure(-32602, message));
  expect(ask(call('pair', ['a', null]))).toBe(success(['a', null]));
});

test('names the method that does not exist', () => {
  for (const method of ['eth_nope', 'toString', '__proto__'])
    expect(aResponder().ask(call(method))).toBe(
      failure(-32601, `the method ${method} does not exist/is not available`),
    );
});

test('checks the caller before it calls', () => {
  expect(aResponder().ask(call('keys'))).toBe(failure(-32000, 'not for you'));
});

test('passes on code and data of a refusal', async () => {
  expect(await aResponder().ask(call('revert'))).toBe(
    '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted","data":"0x01"}}',
  );
});

test('answers our own errors with -32000', () => {
  expect(aResponder().ask(call('pruned'))).toBe(failure(-32000, 'height 3 is pruned'));
});

test('hides a bug from the caller and reports it', () => {
  for (const method of ['crash', 'unspeakable']) {
    const { ask, crashes } = aResponder();
    expect(ask(call(method))).toBe(failure(-32603, 'method handler crashed'));
    expect(crashes[0]).toBeInstanceOf(TypeError);
  }
});

test('refuses a single answer that is too large', () => {
  expect(aResponder({ limits: { responseBytes: 60 } }).ask(call('say', ['x'.repeat(60)]))).toBe(
    failure(-32003, 'response too large'),
  );
});

test('gives an answer that is exactly as large as the limit, and goes on with a batch whose answers are', () => {
  const [one, other] = [success('one', 1), success('the other', 2)];
  expect(aResponder({ limits: { responseBytes: one.length } }).ask(call('say', ['one']))).toBe(one);
  const batch = `[${call('say', ['one'], 1)},${call('say', ['the other'], 2)},${call('say', ['last'], 3)}]`;
  const ask = (responseBytes: number) => aResponder({ limits: { responseBytes } }).ask(batch);
  expect(ask(one.length + other.length)).toBe(`[${one},${other},${success('last', 3)}]`);
  expect(ask(one.length + other.length - 1)).toBe(`[${one},${other},${failure(-32003, 'response too large', 3)}]`);
});

test('answers a batch in order, without its notifications', async () => {
  const { ask, calls } = aResponder();
  const batch = `[${call('say', ['a'], 1)}, ${call('later', [], 2)}, {"jsonrpc":"2.0","method":"say","params":["b"]}, 1, ${call('say', ['c'], 3)}]`;
  expect(await ask(batch)).toBe(
    `[${success('a', 1)},${success('later', 2)},${failure(-32600, 'invalid request', null)},${success('c', 3)}]`,
  );
  expect(calls).toEqual(['a', 'b', 'c']);
});

test('answers a batch of synchronous calls without a promise', () => {
  expect(aResponder().ask(`[${call('say', ['a'], '9007199254740993')},${call('say', ['b'], '"b"')}]`)).toBe(
    `[${success('a', '9007199254740993')},${success('b', '"b"')}]`,
  );
});

test('answers a batch of notifications with nothing', () => {
  expect(aResponder().ask('[{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","id":1,"result":1}]')).toBe('');
});

test('refuses an empty batch with a single object', () => {
  expect(aResponder().ask(' [ ] ')).toBe(failure(-32600, 'empty batch', null));
});

test('refuses too large a batch with one error for its first call', () => {
  const { ask, calls } = aResponder({ limits: { batchItems: 2 } });
  const notification = '{"jsonrpc":"2.0","method":"say","params":["x"]}';
  expect(ask(`[${notification},${call('say', ['x'], 7)},${notification}]`)).toBe(
    `[${failure(-32600, 'batch too large', 7)}]`,
  );
  expect(ask(`[${notification},${notification},1]`)).toBe(`[${failure(-32600, 'batch too large', null)}]`);
  expect(calls).toEqual([]);
});

test('answers the calls of a batch that fit and refuses the rest', () => {
  const { ask, calls } = aResponder({ limits: { responseBytes: 90 } });
  const batch = `[${[1, 2, 3, 4].map((id) => call('say', [`answer ${id}`], id)).join(',')}]`;
  expect(ask(batch)).toBe(
    `[${success('answer 1', 1)},${success('answer 2', 2)},${success('answer 3', 3)},${failure(-32003, 'response too large', 4)}]`,
  );
  expect(calls).toHaveLength(3);
});

/** Returns a timer that ends when the test rings it. */
function aTimer() {
  const timer = { ring: () => {}, delayMs: 0, cancelled: false };
  const schedule: Schedule = (delayMs, action) => {
    timer.ring = action;
    timer.delayMs = delayMs;
    return () => {
      timer.cancelled = true;
    };
  };
  return { timer, schedule };
}

test('ends a call that takes too long', async () => {
  const { timer, schedule } = aTimer();
  const answer = aResponder({ schedule }).ask(call('wait'));
  timer.ring();
  expect(await answer).toBe(failure(-32002, 'request timed out'));
  expect(timer.delayMs).toBe(29_900);
});

test('returns the finished answers of a batch when the time ends, and calls no further', async () => {
  const { timer, schedule } = aTimer();
  const { ask, calls } = aResponder({ schedule });
  const answer = ask(`[${call('say', ['a'], 1)},${call('wait', [], 2)},${call('say', ['b'], 3)}]`);
  timer.ring();
  expect(await answer).toBe(
    `[${success('a', 1)},${failure(-32002, 'request timed out', 2)},${failure(-32002, 'request timed out', 3)}]`,
  );
  release('too late');
  await Promise.resolve();
  expect(calls).toEqual(['a']);
});

test('stops the timer when the answer is ready', async () => {
  const { timer, schedule } = aTimer();
  const answer = aResponder({ schedule }).ask(call('wait'));
  release('in time');
  expect(await answer).toBe(success('in time'));
  expect(timer.cancelled).toBe(true);
});

/** Returns a scheduler whose clock advances four milliseconds at each reading. */
function slowScheduler() {
  const loop = { nowMs: 0, scheduler: 0, between: () => {} };
  const scheduler = new FairScheduler({
    now: () => (loop.nowMs += 4),
    afterIo: (action) =>
      void setImmediate(() => {
        loop.scheduler++;
        loop.between();
        action();
      }),
  });
  return { loop, scheduler };
}

const sayAll = (count: number): string =>
  `[${Array.from({ length: count }, (_, i) => call('say', [`${i}`], i)).join(',')}]`;

test('yields within a batch, and answers it completely', async () => {
  const { loop, scheduler } = slowScheduler();
  const { ask, calls } = aResponder({ scheduler });
  const answer = ask(sayAll(30));
  expect(calls.length).toBeLessThan(5);
  expect(await answer).toBe(`[${Array.from({ length: 30 }, (_, i) => success(`${i}`, i)).join(',')}]`);
  expect(loop.scheduler).toBeGreaterThan(5);
});

test.each([
  [0, 'answered'],
  [1, 'timed out'],
])('goes on with a batch %i ms after its time limit: it is %s', async (late, outcome) => {
  let nowMs = 50;
  let goOn = (): void => undefined;
  const slice = {
    client: { id: 'client' },
    now: () => nowMs,
    end: () => undefined,
    yieldIfDue: () => new Promise<void>((resolve) => (goOn = resolve)),
  };
  const scheduler = { now: () => nowMs, begin: () => slice } as unknown as FairScheduler;
  const messages = ['first', 'second'].map((method, i) => ({ type: 'call', id: `${i}`, method }) as unknown as Message);
  const yieldRate = { scheduler, client: slice.client, timeMs: 30 };
  const batch = new Batch(
    messages,
    1000,
    (message) => (message.type === 'call' ? `"${message.method}"` : ''),
    yieldRate,
  );
  const answer = Promise.resolve(batch.run());
  nowMs = 80 + late;
  goOn();
  await turn();
  goOn();
  expect(await answer).toContain(outcome === 'answered' ? '["first","second"]' : '["first",{');
});

test('ends a batch of synchronous calls within the time limit, over WebSocket too', async () => {
  const { scheduler } = slowScheduler();
  const { ask, calls } = aResponder({ scheduler, limits: { callTimeMs: 100 } });
  const answers = JSON.parse(await ask(sayAll(100))) as { readonly error?: { readonly code: number } }[];
  expect(answers).toHaveLength(100);
  expect(calls.length).toBeGreaterThan(5);
  expect(answers.filter(({ error }) => error?.code === -32002)).toHaveLength(100 - calls.length);
});

test('runs nothing more for a disconnected client', async () => {
  const { loop, scheduler } = slowScheduler();
  const { ask, calls } = aResponder({ scheduler, gone: () => loop.scheduler >= 2 });
  expect(await ask(sayAll(100))).toBe('');
  expect(calls.length).toBeLessThan(10);
});

test('delays a message when those before it used up a time slice', async () => {
  const { loop, scheduler } = slowScheduler();
  const { ask, calls } = aResponder({ scheduler });
  const answers = Array.from({ length: 9 }, (_, i) => ask(call('say', ['x'], i)));
  expect(answers.map((answer) => typeof answer).slice(0, 4)).toEqual(['string', 'string', 'string', 'object']);
  expect(calls).toHaveLength(3);
  expect(await Promise.all(answers)).toEqual(answers.map((_, i) => success('x', i)));
  expect(loop.scheduler).toBeGreaterThan(1);
});

test('reads no clock for a single message, unless those before it used up a time slice', () => {
  const { loop, scheduler } = slowScheduler();
  const { ask } = aResponder({ scheduler });
  const alone = () => ask(call('say', ['x']), true);
  expect([alone(), loop.nowMs]).toEqual([success('x'), 0]);
  for (let i = 0; i < 3; i++) ask(call('say', ['x']));
  expect(alone()).toBeInstanceOf(Promise);
});

test('treats a time limit of 0 as none', async () => {
  const { schedule, timer } = aTimer();
  const { ask } = aResponder({ schedule, scheduler: slowScheduler().scheduler, limits: { callTimeMs: 0 } });
  timer.delayMs = -1;
  const answer = ask(call('wait'));
  expect(timer.delayMs).toBe(-1);
  release('late');
  expect(await answer).toBe(success('late'));
  expect(JSON.parse(await ask(sayAll(100))).filter((one: object) => 'error' in one)).toEqual([]);
});

test('refuses what is nested deeper than Go reads, or has too many parts, before parsing', () => {
  const { ask } = aResponder();
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(ask(nested(10_000))).toBe(`[${failure(-32600, 'invalid request', null)}]`);
  expect(ask(nested(10_001))).toBe(failure(-32700, 'parse error', null));
  // The batch, its item, and the items of that.
  expect(ask(`[[${'[],'.repeat(99_997)}[]]]`)).toBe(`[${failure(-32600, 'invalid request', null)}]`);
  expect(ask(`[[${'[],'.repeat(99_998)}[]]]`)).toBe(failure(-32700, 'parse error', null));
  // Brackets inside a string do not count.
  expect(ask(call('say', ['['.repeat(20_000)]))).toBe(success('['.repeat(20_000)));
});

test('counts the messages of a long batch before parsing them', () => {
  const { ask, calls } = aResponder();
  const many = Array.from({ length: 1001 }, (_, i) => call('say', ['x'], i + 5)).join(',');
  expect(ask(`[1,${many}]`)).toBe(`[${failure(-32600, 'batch too large', 5)}]`);
  expect(ask(`[${'1,'.repeat(500_000)}1]`)).toBe(`[${failure(-32600, 'batch too large', null)}]`);
  expect(calls).toEqual([]);
});

/**
 * Makes a responder whose methods `read` and `send` wait until they are released, and whose method `change` changes
 * something.
 */
function aReader({ responseBytes = 0 } = {}) {
  const log: string[] = [];
  const timers: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const waits = (name: string) =>
    defineMethod<Context, [string]>({
      ...docs,
      name,
      params: [text],
      handler: (_, argument) => {
        log.push(`begin ${argument}`);
        return new Promise((resolve) => waiting.push(() => resolve(argument)));
      },
    });
  const methods = [...METHODS, waits('read'), waits('send')];
  const change = defineMethod<Context, [string]>({
    ...docs,
    name: 'change',
    params: [text],
    handler: async (_, name) => {
      log.push(`change ${name}`);
      return name;
    },
  });
  const respond = createResponder<Context>({
    dispatcher: createDispatcher<Context>({ methods: [...methods, change], authorize: () => {} }),
    limits: { ...DEFAULT_JSON_RPC_LIMITS, ...(responseBytes > 0 && { responseBytes }) },
    version: 'required',
    onCrash: () => {},
    kindOf: (method) => (method === 'read' || method === 'send' ? method : undefined),
    schedule: (_, action) => {
      timers.push(action);
      return () => undefined;
    },
  });
  const calls = (...named: readonly (readonly [method: string, name: string])[]): string =>
    `[${named.map(([method, name], i) => call(method, [name], i)).join(',')}]`;
  const ask = (batch: string) => respond(batch, { calls: [] }) as Promise<string>;
  return { log, waiting, calls, ask, expire: () => timers.forEach((timer) => void timer()) };
}

/** Returns the result of each response, and `error` for an error. */
const outcomes = (text: string): readonly string[] =>
  (JSON.parse(text) as { readonly result?: string }[]).map(({ result }) => result ?? 'error');

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('runs the reads of a batch at the same time, and answers in order', async () => {
  const { log, waiting, calls, ask } = aReader();
  const answer = ask(calls(['read', 'a'], ['read', 'b'], ['read', 'c']));
  expect(log).toEqual(['begin a', 'begin b', 'begin c']);
  for (const release of waiting.reverse()) {
    release();
    await turn();
  }
  expect(JSON.parse(await answer).map(({ result }: { result: string }) => result)).toEqual(['a', 'b', 'c']);
});

test('runs no read of a batch before a change in front of it, and no change before the reads', async () => {
  const { log, waiting, calls, ask } = aReader();
  const answer = ask(calls(['read', 'a'], ['read', 'b'], ['change', 'c'], ['read', 'd'], ['change', 'e']));
  expect(log).toEqual(['begin a', 'begin b']);
  waiting[1]?.();
  await turn();
  expect(log).toEqual(['begin a', 'begin b']);
  waiting[0]?.();
  await turn();
  expect(log).toEqual(['begin a', 'begin b', 'change c', 'begin d']);
  waiting[2]?.();
  expect(JSON.parse(await answer)).toHaveLength(5);
  expect(log.at(-1)).toBe('change e');
});

test('begins no read of a batch before the sends in front of it have ended', async () => {
  const { log, waiting, calls, ask } = aReader();
  const answer = ask(calls(['send', 'a'], ['send', 'b'], ['read', 'c'], ['send', 'd']));
  expect(log).toEqual(['begin a', 'begin b']);
  for (const ended of ['a', 'b', 'c', 'd'].keys()) {
    waiting[ended]?.();
    await turn();
  }
  expect(log).toEqual(['begin a', 'begin b', 'begin c', 'begin d']);
  expect(JSON.parse(await answer).map(({ result }: { result: string }) => result)).toEqual(['a', 'b', 'c', 'd']);
});

test('runs at most 32 reads of a batch at the same time', async () => {
  const { log, waiting, calls, ask } = aReader();
  const answer = ask(calls(...Array.from({ length: 40 }, (_, i) => ['read', `${i}`] as const)));
  expect(log).toHaveLength(32);
  waiting[5]?.();
  await turn();
  expect(log).toHaveLength(32);
  for (let i = 0; i < 40; i++) {
    waiting[i]?.();
    await turn();
  }
  expect(JSON.parse(await answer)).toHaveLength(40);
});

test('refuses the rest of a batch whose reads give too much', async () => {
  const { waiting, calls, ask } = aReader({ responseBytes: 50 });
  const answer = ask(calls(['read', 'a'], ['read', 'b'], ['read', 'c']));
  for (const release of waiting) release();
  expect(outcomes(await answer)).toEqual(['a', 'b', 'error']);
});

test('answers the sends that have begun when the responses of a batch are too large', async () => {
  const { log, waiting, calls, ask } = aReader({ responseBytes: 50 });
  const answer = ask(calls(['send', 'a'], ['send', 'b'], ['send', 'c'], ['read', 'd']));
  for (const release of waiting.slice(0, 2)) release();
  await turn();
  waiting[2]?.();
  expect(outcomes(await answer)).toEqual(['a', 'b', 'c', 'error']);
  expect(log).toEqual(['begin a', 'begin b', 'begin c']);
});

test('answers the sends that have ended when the time of a batch is over', async () => {
  const { waiting, calls, ask, expire } = aReader();
  const answer = ask(calls(['send', 'a'], ['send', 'b'], ['send', 'c']));
  waiting[1]?.();
  await turn();
  expire();
  expect(outcomes(await answer)).toEqual(['error', 'b', 'error']);
});
