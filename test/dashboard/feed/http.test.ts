/** Tests what the page makes of answers: batches in parts, errors of both RPCs, and lines that arrive in pieces. */

import { afterEach, expect, it, vi } from 'vitest';
import {
  callBatch,
  callComet,
  callEvm,
  callOptionalBatch,
  postForLines,
  RequestError,
} from '../../../src/dashboard/feed/http.js';

afterEach(() => void vi.unstubAllGlobals());

type Sent = readonly { readonly id: number; readonly params: readonly number[] }[];

/** Lets a function answer requests. Returns what was sent. */
function answering(
  answer: (body: never) => { readonly status?: number; readonly body: BodyInit },
): [string, unknown][] {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { readonly body: string }) => {
    const parsed: unknown = JSON.parse(body);
    sent.push([path, parsed]);
    const { status = 200, body: text } = answer(parsed as never);
    return new Response(text, { status });
  });
  return sent;
}

const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });

it('calls of a batch are sent in parts, and have their results in order', async () => {
  const sent = answering((calls: Sent) =>
    json(
      calls.toReversed().flatMap(({ id, params: [number] }) => {
        if (number === 3) return [];
        return [number === 4 ? { id, error: { code: -5, message: 'no' } } : { id, result: number }];
      }),
    ),
  );
  const results = await callBatch(
    'a/b',
    'evm',
    Array.from({ length: 501 }, (_, number) => ['m', [number]] as const),
  );
  expect(sent.map(([path, calls]) => [path, (calls as Sent).length])).toEqual([
    ['/chains/a%2Fb/evm', 250],
    ['/chains/a%2Fb/evm', 250],
    ['/chains/a%2Fb/evm', 1],
  ]);
  expect(results.map((result) => (result instanceof RequestError ? [result.message, result.code] : result))).toEqual(
    Array.from({ length: 501 }, (_, number) =>
      number === 3 ? ['the answer is missing', 0] : number === 4 ? ['no', -5] : number,
    ),
  );
});

it('a batch of one call may be answered without a list, and a refused one fails or has an error for each call', async () => {
  answering(() => json({ jsonrpc: '2.0', id: 0, result: 7 }));
  expect(await callBatch('c', 'comet', [['status', {}]])).toEqual([7]);
  answering(() => json({ error: 'too many' }, 429));
  const calls = [
    ['a', {}],
    ['b', {}],
  ] as const;
  await expect(callBatch('c', 'comet', calls)).rejects.toThrow('too many');
  expect(await callOptionalBatch('c', 'comet', calls)).toEqual([
    new RequestError('too many'),
    new RequestError('too many'),
  ]);
});

it('an error of an RPC has its code and data, also with status 500, and any other one its sentence', async () => {
  const failing = async (answer: ReturnType<typeof json>) => {
    answering(() => answer);
    return callComet('c', 'block').catch((error: RequestError) => [error.message, error.code, error.data]);
  };
  const error = { code: -32_603, message: 'Internal error', data: 'height must be greater than 0' };
  expect(await failing(json({ jsonrpc: '2.0', id: 1, error }, 500))).toEqual([
    'Internal error: height must be greater than 0',
    -32_603,
    'height must be greater than 0',
  ]);
  const reverted = { code: 3, message: 'execution reverted', data: '0x08c379a0' };
  expect(await failing(json({ jsonrpc: '2.0', id: 1, error: reverted }))).toEqual([
    'execution reverted',
    3,
    '0x08c379a0',
  ]);
  expect(await failing(json({ error: 'no such chain' }, 404))).toEqual(['no such chain', undefined, undefined]);
  expect(await failing(json({}, 418))).toEqual(['the server answered 418', undefined, undefined]);
  expect((await failing({ status: 502, body: 'Bad gateway' })) as unknown[]).toEqual([
    'the server answered 502 with no JSON: Bad gateway',
    undefined,
    undefined,
  ]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  await expect(callEvm('c', 'eth_chainId')).rejects.toThrow('the devnet does not answer: it may have stopped');
});

it('lines of an answer are passed on as they arrive, whole', async () => {
  const lines: unknown[] = [];
  const pieces = ['{"a":', '1}\n{"b":2}\n', '\n{"c"', ':3}', '\n'];
  const stream = () =>
    new ReadableStream({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
  answering(() => ({ body: stream() }));
  await postForLines('/run', {}, (line) => lines.push(line));
  expect(lines).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  answering(() => json({ error: 'a scenario is running already' }, 409));
  await expect(postForLines('/run', {}, () => undefined)).rejects.toThrow('a scenario is running already');
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  answering(() => ({ body: broken }));
  await expect(postForLines('/run', {}, () => undefined)).rejects.toThrow('the answer was cut off');
});
