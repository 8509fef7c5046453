/**
 * Tests results that are written while they are made: in parts where parts can be sent, and limited in size elsewhere.
 */
import { expect, test } from 'vitest';
import { PART_LENGTH, type TextSink } from '../../../src/kernel/text_stream.js';
import { createDispatcher } from '../../../src/rpc/jsonrpc/dispatcher.js';
import { RpcError } from '../../../src/rpc/jsonrpc/errors.js';
import { DEFAULT_JSON_RPC_LIMITS, type Schedule } from '../../../src/rpc/jsonrpc/limits.js';
import { defineMethod, optional } from '../../../src/rpc/jsonrpc/method.js';
import {
  type Answer,
  createResponder,
  createStreamingResponder,
  type ResponderOptions,
} from '../../../src/rpc/jsonrpc/responder.js';
import { Streamed } from '../../../src/rpc/jsonrpc/streamed.js';

const docs = { summary: '', result: '', example: { params: [], result: null } };
const PIECE = 'x'.repeat(1_000);

interface Made {
  /** Pieces that were written. */
  pieces: number;
  ended: boolean;
}

/** Returns a responder whose `many` answers an array of so many pieces. Then it throws as requested, or waits. */
function aResponder(
  streams: boolean,
  { schedule, responseBytes = 50_000 }: { schedule?: Schedule; responseBytes?: number } = {},
) {
  const made: Made = { pieces: 0, ended: false };
  const crashes: unknown[] = [];
  const produce = async (sink: TextSink, count: number, end: string): Promise<void> => {
    let separator = '[';
    for (let i = 0; i < count && !sink.closed; i++) {
      made.pieces++;
      await sink.write(`${separator}"${PIECE}"`);
      separator = ',';
      if (i % 10 === 9) await new Promise(setImmediate);
    }
    if (end === 'late') await new Promise(setImmediate);
    if (separator === ',') sink.write(']');
    made.ended = true;
    if (end === 'fails') throw new RpcError(-32000, 'no more');
    if (end === 'crashes') throw new TypeError('a bug');
  };
  const options: ResponderOptions<undefined> = {
    dispatcher: createDispatcher({
      methods: [
        defineMethod<undefined, [number | undefined, string | undefined]>({
          ...docs,
          name: 'many',
          params: [optional('count', 'number', Number), optional('end', 'string', String)],
          handler: (_, count = 1, end = 'ends') => new Streamed((sink) => produce(sink, count, end)),
        }),
      ],
      authorize: () => {},
    }),
    limits: { ...DEFAULT_JSON_RPC_LIMITS, responseBytes },
    version: 'required',
    onCrash: (_, error) => crashes.push(error),
    schedule,
  };
  const respond = streams ? createStreamingResponder(options) : createResponder(options);
  return { ask: (message: string): Answer | Promise<Answer> => respond(message, undefined), made, crashes };
}

const call = (...params: readonly unknown[]): string =>
  `{"jsonrpc":"2.0","id":7,"method":"many","params":${JSON.stringify(params)}}`;
const pieces = (count: number): readonly string[] => Array.from({ length: count }, () => PIECE);
const LONG = 1_000;

async function textOf(answer: Answer | Promise<Answer>): Promise<{ readonly text: string; readonly parts: number }> {
  const settled = await answer;
  if (typeof settled === 'string') return { text: settled, parts: 1 };
  const parts: string[] = [];
  for await (const part of settled) parts.push(part);
  return { text: parts.join(''), parts: parts.length };
}

test('a short result is answered like any other', async () => {
  const { ask } = aResponder(true);
  expect(await ask(call(3))).toBe(`{"jsonrpc":"2.0","id":7,"result":${JSON.stringify(pieces(3))}}`);
});

test('a long result is sent in parts, above the size limit of buffered answers', async () => {
  const { ask, made } = aResponder(true);
  const answer = await ask(call(LONG));
  expect(typeof answer).toBe('object');
  expect(made.pieces * PIECE.length).toBeLessThan(3 * PART_LENGTH);
  const { text, parts } = await textOf(answer);
  expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 7, result: pieces(LONG) });
  expect(parts).toBeGreaterThan(5);
});

test('a result that fails early is only an error', async () => {
  const { ask } = aResponder(true);
  expect(await ask(call(3, 'fails'))).toBe('{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"no more"}}');
  expect(await ask(call(0, 'fails'))).toBe('{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"no more"}}');
});

test('a result that fails late has its error after what was sent', async () => {
  const { ask, crashes } = aResponder(true);
  expect(JSON.parse((await textOf(ask(call(LONG, 'fails')))).text)).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: pieces(LONG),
    error: { code: -32000, message: 'no more' },
  });
  expect(JSON.parse((await textOf(ask(call(LONG, 'crashes')))).text).error.message).toBe('method handler crashed');
  expect(crashes).toEqual([new TypeError('a bug')]);
});

test('a result is buffered up to the size limit where parts cannot be sent', async () => {
  const { ask, made } = aResponder(false);
  expect(await ask(call(40))).toBe(`{"jsonrpc":"2.0","id":7,"result":${JSON.stringify(pieces(40))}}`);
  made.pieces = 0;
  expect(await ask(call(LONG))).toBe('{"jsonrpc":"2.0","id":7,"error":{"code":-32003,"message":"response too large"}}');
  expect(made.pieces).toBeLessThan(60);
});

test('a result is buffered in a batch too', async () => {
  const { ask } = aResponder(true);
  const answers = JSON.parse((await textOf(ask(`[${call(2)},${call(LONG)},${call(2, 'fails')}]`))).text);
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 7, result: pieces(2) },
    { jsonrpc: '2.0', id: 7, error: { code: -32003, message: 'response too large' } },
    { jsonrpc: '2.0', id: 7, error: { code: -32000, message: 'no more' } },
  ]);
});

test('a result is not made for a notification', async () => {
  const { ask, made } = aResponder(true);
  expect(ask('{"jsonrpc":"2.0","method":"many","params":[3]}')).toBe('');
  expect(made.pieces).toBe(0);
});

test('a result ends when its reader stops', async () => {
  const { ask, made } = aResponder(true);
  const answer = await ask(call(LONG));
  if (typeof answer === 'string') throw new Error('expected parts');
  await answer.next();
  await answer.return();
  expect(await answer.next()).toEqual({ done: true, value: undefined });
  while (!made.ended) await new Promise(setImmediate);
  expect(made.pieces).toBeLessThan(400);
});

test('a result ends when the time limit of calls ends before its first part', async () => {
  let expire = (): void => {};
  const schedule: Schedule = (_, action) => {
    expire = action;
    return () => {};
  };
  const { ask, made } = aResponder(true, { schedule });
  const answer = ask(call(LONG));
  expire();
  expect(await answer).toBe('{"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"request timed out"}}');
  while (!made.ended) await new Promise(setImmediate);
  expect(made.pieces).toBeLessThan(400);
});
