/**
 * Sends arbitrary requests over each protocol: none throws, none reports a bug, and every answer is a well-formed
 * envelope.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../src/rpc/comet/route.js';
import { COMET_ROUTES } from '../../../src/rpc/comet/routes/index.generated.js';
import { draws } from '../../support/draws.js';
import { aHandler, openSocket, request } from './calls.js';

const routes: readonly Route[] = COMET_ROUTES;
const method = fc.oneof(
  fc.constantFrom(...routes.map(({ name }) => name)),
  fc.constantFrom('nope', '', '__proto__', 'constructor'),
);
const argName = fc.constantFrom(
  ...new Set(routes.flatMap(({ args }) => args.map(({ name }) => name))),
  '__proto__',
  'x',
);
const uriValue = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '-1',
    '0',
    '"5"',
    '""',
    '"',
    '0x',
    '0xab',
    '0xzz',
    'null',
    'true',
    '[]',
    '{}',
    '"\\u12"',
    '99999999999999999999',
    '1e3',
    '"tm.event=\'Tx\'"',
  ),
  fc.string(),
);
const jsonValue = fc.oneof(
  fc.constantFrom('1', '-1', '0', '5', 'AA==', 'zz', "tm.event='Tx'", '', null, true, 5, 1.5, []),
  fc.jsonValue(),
);
const params = fc.oneof(fc.dictionary(argName, jsonValue), fc.array(jsonValue, { maxLength: 5 }), fc.jsonValue());
const call = fc.record(
  { jsonrpc: fc.constantFrom('2.0', 1), id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()), method, params },
  { requiredKeys: ['method'] },
);
const body = fc.oneof(
  call.map((value) => JSON.stringify(value)),
  fc.array(call, { maxLength: 4 }).map((value) => JSON.stringify(value)),
  fc.tuple(call, fc.nat(200)).map(([value, length]) => JSON.stringify(value).slice(0, length)),
  fc.json(),
  fc.string(),
);

function expectEnvelope(value: unknown): void {
  const envelope = value as Record<string, unknown>;
  const keys = Object.keys(envelope).filter((key) => key !== 'id');
  expect(keys === undefined || keys[0]).toBe('jsonrpc');
  expect(envelope['jsonrpc']).toBe('2.0');
  expect(keys).toHaveLength(2);
  if (keys[1] === 'result') return;
  const { code, message, data } = envelope['error'] as Record<string, unknown>;
  expect([-32700, -32600, -32601, -32602, -32603]).toContain(code);
  expect(typeof message).toBe('string');
  expect(['string', 'undefined']).toContain(typeof data);
  if ('id' in envelope) expect(['number', 'string']).toContain(typeof envelope['id']);
}

const expectEnvelopes = (text: string): void => {
  const json: unknown = JSON.parse(text);
  for (const envelope of Array.isArray(json) ? json : [json]) expectEnvelope(envelope);
};

for (const strict of [true, false])
  describe(strict ? 'a strict server' : 'a kind server', () => {
    const { handler, bugs } = aHandler({ strict });

    it('answers any URI', async () => {
      const query = fc.array(fc.tuple(argName, uriValue), { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(method, query, fc.boolean(), async (name, pairs, encoded) => {
          const text = pairs.map(([key, value]) => `${key}=${encoded ? encodeURIComponent(value) : value}`).join('&');
          const reply = await request(handler, 'GET', `/${name}?${text}`);
          if (reply.headers['content-type'] === 'application/json') expectEnvelopes(reply.text);
          else expect([200, 404]).toContain(reply.status);
        }),
        { numRuns: draws(1500) },
      );
      expect(bugs).toEqual([]);
    });

    it('answers any POST', async () => {
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          const reply = await request(handler, 'POST', '/', text);
          expect([200, 500]).toContain(reply.status);
          if (reply.text !== '' && reply.headers['content-type'] !== 'text/html') expectEnvelopes(reply.text);
        }),
        { numRuns: draws(1500) },
      );
      expect(bugs).toEqual([]);
    });

    it('answers any frame', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(body, { maxLength: 5 }), async (frames) => {
          const { connection, socket, send } = openSocket(handler);
          for (const frame of frames) send(frame);
          for (let i = 0; i < 50; i++) await Promise.resolve();
          connection.texts.forEach(expectEnvelopes);
          expect(connection.texts.length).toBeLessThanOrEqual(frames.length);
          socket.close();
        }),
        { numRuns: draws(500) },
      );
      expect(bugs).toEqual([]);
    });
  });
