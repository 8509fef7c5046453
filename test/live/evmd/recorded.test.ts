/**
 * Replays the 550 exchanges with a running evmd on a devnet. Statuses, structure, kinds, codes and texts are the same,
 * except for the list in `differences.ts`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answered } from './asking.js';
import { Conversation } from './conversation.js';
import { DIFFERENCES } from './differences.js';
import { EXCHANGES, type Exchange, type Json } from './recording.js';
import { differences, isSameText, kindOf, textShape } from './shape.js';

let talk: Conversation;

beforeAll(async () => {
  talk = await Conversation.open();
});
afterAll(() => talk.close());

/** Headers that matter to clients; the HTTP library writes the others. */
const HEADERS = [
  'content-type',
  'vary',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
];

function* lines(exchange: Exchange, ours: Answered): Iterable<string> {
  const { answer: theirs, status, headers, loose, cut, text, main } = exchange;
  if (status !== ours.status) yield `status: ${status} → ${ours.status}`;
  for (const name of headers === undefined ? [] : HEADERS)
    if (headers?.[name] !== ours.headers?.[name]) yield `${name}: ${headers?.[name]} → ${ours.headers?.[name]}`;
  if (text !== undefined && text.trim() !== ours.text?.trim()) yield `text: ${text} → ${ours.text}`;
  const leniency = { ...(loose && { loose }), ...(cut && { cut }) };
  const received = [theirs, ...(main === undefined ? [] : [main])].map((answer) => [
    ...answerLines(talk.translate(answer), ours.answer, leniency),
  ]);
  yield* received.sort((a, b) => a.length - b.length)[0] ?? [];
  if (exchange.same && JSON.stringify(talk.translate(theirs)) !== JSON.stringify(ours.answer)) yield 'values';
}

function* answerLines(theirs: Json, ours: Json, leniency: object): Iterable<string> {
  const [error, our] = [theirs.error ?? theirs.body?.error, ours.error ?? ours.body?.error];
  if (error === undefined && our === undefined) return yield* differences(theirs, ours, leniency);
  if (error === undefined || our === undefined) return yield `${inShort(theirs)} → ${inShort(ours)}`;
  if (error.code !== our.code || !isSameText(error.message, our.message)) yield `${inShort(theirs)} → ${inShort(ours)}`;
  yield* differences(error, our, leniency);
}

/** Describes an answer without the values that depend on the chain. */
function inShort(answer: Json): string {
  const { error, result } = { ...answer, ...answer.body };
  if (error !== undefined) return `${error.code} ${textShape(error.message)}`;
  return result === undefined ? JSON.stringify(answer) : `result: ${kindOf(result)}`;
}

describe('the recorded answers of a running evmd', () => {
  // The reference machine takes half a minute for an estimate whose code loops until its gas is used.
  const options = { timeout: 300_000 };
  it.each(EXCHANGES.map((exchange) => [exchange.name, exchange] as const))('%s', options, async (name, exchange) => {
    const ours = await talk.hold(exchange);
    const received = [...lines(exchange, ours)];
    expect(received).toEqual(DIFFERENCES.get(name)?.lines ?? []);
  });
});

it('every listed difference belongs to a recorded exchange', () => {
  const names = new Set(EXCHANGES.map(({ name }) => name));
  expect([...DIFFERENCES.keys()].filter((name) => !names.has(name))).toEqual([]);
});
