import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { createEvmHandler } from '../../../src/rpc/evm/evm_handler.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import {
  IN_PROCESS_PEER,
  isStreamed,
  type ProtocolRequest,
  type ProtocolResponse,
} from '../../../src/rpc/protocol_handler.js';
import { draws } from '../../support/draws.js';
import { aBench } from './fixture.js';
import { ALICE, BLOCK_1_HASH, CONTRACT, TRANSFER_HASH } from './little_names.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const CALL = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';

async function post(body: string | Uint8Array, over: Partial<ProtocolRequest> = {}): Promise<ProtocolResponse> {
  return createEvmHandler(aBench().node).handle({
    method: 'POST',
    path: '/',
    query: '',
    headers: JSON_TYPE,
    body: typeof body === 'string' ? utf8(body) : body,
    peer: IN_PROCESS_PEER,
    ...over,
  });
}

test('answers JSON posted to the root, whatever the query', async () => {
  expect(await post(CALL, { query: 'x=1' })).toEqual({
    status: 200,
    headers: JSON_TYPE,
    body: '{"jsonrpc":"2.0","id":1,"result":"0x7a69"}',
  });
});

test('accepts the content types that mean JSON', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json-rpc',
    'application/jsonrequest',
  ])
    expect(await post(CALL, { headers: { 'content-type': type } })).toMatchObject({ status: 200 });
  for (const headers of [
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': '' },
    { 'content-type': 'application/jsonx' },
  ])
    expect(await post(CALL, { headers })).toMatchObject({
      status: 415,
      body: 'invalid content type, only application/json is supported\n',
    });
});

test('serves one path and one method', async () => {
  expect(await post(CALL, { path: '/rpc' })).toMatchObject({ status: 404, body: '404 page not found\n' });
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
    expect(await post(CALL, { method })).toEqual({ status: 405, headers: { allow: 'POST' }, body: '' });
});

test('answers an empty body and notifications with an empty body', async () => {
  for (const body of ['', '{"jsonrpc":"2.0","method":"eth_chainId"}'])
    expect(await post(body)).toMatchObject({ status: 200, body: '' });
});

test('refuses subscriptions over HTTP, alone and in a batch', async () => {
  const subscribe = '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}';
  const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"notifications not supported"}}';
  expect(await post(subscribe)).toMatchObject({ body: error });
  expect(await post(`[${subscribe}]`)).toMatchObject({ body: `[${error}]` });
});

test('opens a WebSocket on the root only', () => {
  const connection = { path: '/ws', query: '', headers: {}, peer: IN_PROCESS_PEER, send: () => {}, close: () => {} };
  const handler = createEvmHandler(aBench().node);
  expect(handler.openSocket?.(connection)).toBeUndefined();
  expect(handler.openSocket?.({ ...connection, path: '/' })).toBeDefined();
});

/** Draws arguments that are often almost valid. */
const argument = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ALICE,
      CONTRACT,
      BLOCK_1_HASH,
      TRANSFER_HASH,
      'latest',
      'pending',
      '0x1',
      '0x',
      '0x01',
      true,
      null,
      [],
      {},
    ),
  },
  fc.record(
    {
      from: fc.constantFrom(ALICE, '0x', 5),
      data: fc.string(),
      blockHash: fc.constant(BLOCK_1_HASH),
      topics: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const method = fc.oneof(fc.constantFrom(...EVM_METHODS.map(({ name }) => name)), fc.string());
const call = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>('2.0') }, fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 9, arbitrary: method }, fc.jsonValue()),
    params: fc.oneof({ weight: 9, arbitrary: fc.array(argument, { maxLength: 5 }) }, fc.jsonValue()),
  },
  { requiredKeys: ['method'] },
);
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .oneof(call, fc.array(fc.oneof(call, fc.jsonValue()), { maxLength: 4 }))
      .map((value) => utf8(JSON.stringify(value))),
  },
  { weight: 1, arbitrary: fc.json().map(utf8) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
);

/** Checks that a value is a valid response: members in order, and an error with code and message or a result. */
function expectAnswer(value: unknown): void {
  const answer = value as { error?: { code: unknown; message: unknown } };
  expect(Object.keys(answer)).toEqual(['jsonrpc', 'id', answer.error === undefined ? 'result' : 'error']);
  if (answer.error === undefined) return;
  expect(answer.error.code).toBeTypeOf('number');
  expect(answer.error.message).toBeTypeOf('string');
}

async function textOf(response: ProtocolResponse): Promise<string> {
  if (!isStreamed(response)) return typeof response.body === 'string' ? response.body : fromUtf8(response.body);
  let text = '';
  for await (const part of response.body) text += part;
  return text;
}

test('answers any request with valid JSON, and never crashes', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (bytes) => {
      const { node, crashes } = aBench();
      const request = { method: 'POST', path: '/', query: '', headers: JSON_TYPE, body: bytes, peer: IN_PROCESS_PEER };
      const response = await createEvmHandler(node).handle(request);
      const text = await textOf(response);
      expect(response.status).toBe(200);
      expect(crashes).toEqual([]);
      if (text !== '') for (const answer of [JSON.parse(text)].flat()) expectAnswer(answer);
    }),
    { numRuns: draws(1000) },
  );
});

test('reads values nested as deeply as Go reads them, and no deeper', async () => {
  const nested = (depth: number): string =>
    `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(await post(nested(9_999))).toMatchObject({ status: 200, body: expect.stringContaining('-32602') });
  expect(await post(nested(100_000))).toMatchObject({ status: 200, body: expect.stringContaining('-32700') });
});

test('answers bytes that are not UTF-8 with a parse error', async () => {
  expect(await post(fromHex('0xfffe'))).toMatchObject({ body: expect.stringContaining('parse error') });
});

test('answers a block again from the cached text, and a block that replaced it anew', async () => {
  const { node, chain } = aBench();
  const handler = createEvmHandler(node);
  const request = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x3",true]}';
  const ask = async () => {
    const peer = IN_PROCESS_PEER;
    const { body } = await handler.handle({
      method: 'POST',
      path: '/',
      query: '',
      headers: JSON_TYPE,
      body: utf8(request),
      peer,
    });
    return body;
  };
  chain.mine();
  const first = await ask();
  expect(await ask()).toBe(first);
  chain.revertTo(2n);
  expect(await ask()).toBe('{"jsonrpc":"2.0","id":1,"result":null}');
  const block = chain.mine();
  expect(JSON.parse((await ask()) as string).result.hash).toBe(to0x(block.hash));
});
