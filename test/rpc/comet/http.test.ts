/**
 * Tests URI and JSON-RPC over HTTP: the vectors of consensus-rpc.md 14, and the rules of section 1 that they do not
 * show.
 */
import { describe, expect, it } from 'vitest';
import { aHandler, get, NOW_SECONDS, post, request } from './calls.js';

const { handler } = aHandler({ limits: { batchSize: 10 } });

/** Returns an error response; it has no id when `id` is null. */
const failure = (code: number, message: string, data?: string, id: unknown = -1) => ({
  jsonrpc: '2.0',
  ...(id !== null && { id }),
  error: { code, message, ...(data !== undefined && { data }) },
});
const HTTP_ARGS = 'error converting http params to arguments: ';
const JSON_ARGS = 'error converting json params to arguments: ';
const UNREAD = 'error unmarshaling request: ';
const REQUEST_TYPE =
  'struct { JSONRPC string "json:\\"jsonrpc\\""; ID interface {} "json:\\"id,omitempty\\""; Method string "json:\\"method\\""; Params json.RawMessage "json:\\"params\\"" }';

describe('a URI with a bad argument', () => {
  it.each([
    ['/block?height=abc', 'invalid 64-bit integer encoding "abc", expected string'],
    ['/block?height=0x5', "got a hex string arg, but expected 'int64'"],
    ['/block?height=5.5', 'invalid 64-bit integer encoding "5.5", expected string'],
    [
      '/block?height=99999999999999999999',
      'json: cannot unmarshal number 99999999999999999999 into Go value of type int64',
    ],
    ['/block?height=007', "invalid character '0' after top-level value"],
    ['/block?height="', 'invalid 64-bit integer encoding "\\"", expected string'],
    ['/block?height=""', 'unexpected end of JSON input'],
    ['/block?height="x"', "invalid character 'x' looking for beginning of value"],
    ['/block?height="true"', 'json: cannot unmarshal bool into Go value of type int64'],
    ['/validators?page=0x1', "got a hex string arg, but expected 'int'"],
    ['/genesis_chunked?chunk=-1', 'json: cannot unmarshal number -1 into Go value of type uint'],
    ['/tx?hash=0xabc', 'encoding/hex: odd length hex string'],
    ['/tx?hash=0xzz', "encoding/hex: invalid byte: U+007A 'z'"],
    ['/tx?hash=ABCD', "invalid character 'A' looking for beginning of value"],
    ['/tx?hash=1234', 'json: cannot unmarshal number into Go value of type []uint8'],
    ['/broadcast_tx_sync?tx=1234', 'json: cannot unmarshal number into Go value of type types.Tx'],
    ['/tx?hash=0xab&prove=1', 'json: cannot unmarshal number into Go value of type bool'],
    ['/tx?hash=0xab&prove=0x1', "got a hex string arg, but expected 'bool'"],
    ['/tx?hash=0xab&prove="true"', 'json: cannot unmarshal string into Go value of type bool'],
    ['/abci_query?data=abcd', 'invalid hex string: abcd'],
    ['/abci_query?path=/a/b', "invalid character '/' looking for beginning of value"],
    ['/abci_query?path=5', 'json: cannot unmarshal number into Go value of type string'],
    ["/abci_query?path='/x'", "invalid character '\\'' looking for beginning of value"],
  ])('%s is refused', async (target, data) => {
    const reply = await get(handler, target);
    expect(reply.json).toEqual(failure(-32602, 'Invalid params', HTTP_ARGS + data));
    expect(reply.status).toBe(500);
    expect(reply.headers).toEqual({ 'content-type': 'application/json', 'x-server-time': NOW_SECONDS });
  });
});

describe('a URI', () => {
  it('with height=null or height= requests the latest block, and is not cacheable', async () => {
    for (const target of ['/block?height=null', '/block?height=', '/block']) {
      const reply = await get(handler, target);
      expect(reply.status).toBe(200);
      expect(reply.json.result.block.header.height).toBe('5');
      expect(reply.headers).not.toHaveProperty('cache-control');
    }
  });

  it('accepts a height bare or in quotes, and the answer is cacheable', async () => {
    for (const target of [
      '/block?height=2',
      '/block?height="2"',
      '/block?height=%222%22',
      '/block?height=2&height=3',
    ]) {
      const reply = await get(handler, target);
      expect(reply.json.result.block.header.height).toBe('2');
      expect(reply.headers['cache-control']).toBe('public, max-age=86400');
    }
  });

  it.each([
    ['0', 'height must be greater than 0, but got 0'],
    ['-1', 'height must be greater than 0, but got -1'],
    ['99', 'height 99 must be less than or equal to the current blockchain height 5'],
    ['"null"', 'height must be greater than 0, but got 0'],
  ])('with height=%s is refused by the method', async (height, data) => {
    const reply = await get(handler, `/block?height=${height}`);
    expect(reply.json).toEqual(failure(-32603, 'Internal error', data));
    expect(reply.status).toBe(500);
    expect(reply.headers).not.toHaveProperty('cache-control');
  });

  it('spells bytes as 0x… or as quoted text', async () => {
    expect((await get(handler, '/abci_query?path=0x6162')).json.result.response.value).toBe(btoa('ab@'));
    expect((await get(handler, '/abci_query?path="/store/x"&data="abc"')).json.result.response).toMatchObject({
      key: btoa('abc'),
      value: btoa('/store/x@'),
    });
    expect((await get(handler, '/abci_query?data=0X616263')).json.result.response.key).toBe(btoa('abc'));
  });

  it('treats a quoted hash as its characters', async () => {
    const reply = await get(handler, '/block_by_hash?hash="ABCD"');
    expect(reply.json.result).toEqual({ block_id: { hash: '', parts: { total: 0, hash: '' } }, block: null });
    expect(reply.headers['cache-control']).toBe('public, max-age=86400');
  });

  it('of a WebSocket method is not found, as JSON', async () => {
    const reply = await get(handler, '/subscribe?query="x"');
    expect(reply.status).toBe(404);
    expect(reply.text).toBe('{"jsonrpc":"2.0","id":-1,"error":{"code":-32601,"message":"Method not found"}}');
  });

  it.each(['/nope', '/status/', '/v0.99/status', '/v0.37/nope', '/dial_seeds', '/%'])(
    '%s is not found, as text',
    async (target) => {
      const reply = await get(handler, target);
      expect(reply.status).toBe(404);
      expect(reply.text).toBe('404 page not found\n');
      expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(reply.headers['x-server-time']).toBe(NOW_SECONDS);
    },
  );

  it('works with any verb, and a form fills in what the query omits', async () => {
    for (const verb of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await request(handler, verb, '/health')).json).toEqual({ jsonrpc: '2.0', id: -1, result: {} });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await request(handler, 'POST', '/block', 'height=2&x=%', form);
    expect(reply.json.result.block.header.height).toBe('2');
    const spelled = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' };
    expect((await request(handler, 'PUT', '/block', 'height=2', spelled)).json.result.block.header.height).toBe('2');
    expect((await request(handler, 'POST', '/block?height=3', 'height=2', form)).json.result.block.header.height).toBe(
      '3',
    );
  });

  it.each([
    ['//', '/'],
    ['//status', '/status'],
    ['/./status?x=1', '/status?x=1'],
    ['/x/../v0.37//block/', '/v0.37/block/'],
    ['/x/..?a="<b>"', '/?a="<b>"'],
  ])('%s is redirected to %s', async (target, location) => {
    const reply = await get(handler, target);
    expect(reply.status).toBe(307);
    expect(reply.headers).toEqual({
      location,
      'content-type': 'text/html; charset=utf-8',
      'x-server-time': NOW_SECONDS,
    });
    expect(reply.text).toBe(
      `<a href="${location.replaceAll('"', '&#34;').replace('<', '&lt;').replace('>', '&gt;')}">Temporary Redirect</a>.\n\n`,
    );
    const posted = await request(handler, 'POST', target);
    expect(posted).toMatchObject({ status: 307, text: '' });
    expect(posted.headers).not.toHaveProperty('content-type');
  });

  it('of /websocket without an upgrade is a bad request', async () => {
    const reply = await get(handler, '/websocket');
    expect(reply.status).toBe(400);
    expect(reply.text).toBe('Bad Request\n');
    expect(reply.headers['sec-websocket-version']).toBe('13');
  });
});

describe('the root without a body', () => {
  it('lists the endpoints', async () => {
    const page = await get(handler, '/');
    expect(page.headers['content-type']).toBe('text/html');
    expect(page.text).toMatch(
      /^<html><body><br>Available endpoints:<br><br>Endpoints that require arguments:<br><a href="/,
    );
    expect(page.text).toContain('<a href="//localhost:26657/abci_info?">//localhost:26657/abci_info?</a></br>');
    expect(page.text).toContain('/blockchain?minHeight=_&maxHeight=_"');
    expect(page.text).toContain('/subscribe?query=_"');
    expect(page.text).toMatch(/<\/a><\/br><\/body><\/html>$/);
    expect((await get(handler, '/v0.38')).text).toContain('"//localhost:26657/v0.38/status?"');
  });

  it('does not trust the Host header', async () => {
    expect((await request(handler, 'GET', '/', '', { host: '"><script>' })).text).not.toContain('<script>');
  });
});

describe('a POST that cannot be read', () => {
  it.each([
    ['{', 'unexpected end of JSON input'],
    ['5', `json: cannot unmarshal number into Go value of type ${REQUEST_TYPE}`],
    ['"x"', `json: cannot unmarshal string into Go value of type ${REQUEST_TYPE}`],
    ['[{"id":1,"method":"status"},5]', `json: cannot unmarshal array into Go value of type ${REQUEST_TYPE}`],
    ['{"id":1,"method":5}', 'json: cannot unmarshal number into Go struct field .method of type string'],
    ['{"id":1,"jsonrpc":true,"method":5}', 'json: cannot unmarshal bool into Go struct field .jsonrpc of type string'],
    ['{"id":true,"method":"status"}', 'json-rpc ID (true) is of unknown type (bool)'],
    [
      '{"id":{"b":[1,"x"],"a":null},"method":"status"}',
      'json-rpc ID (map[a:<nil> b:[1 x]]) is of unknown type (map[string]interface {})',
    ],
    ['{"id":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"id":1}x', "invalid character 'x' after top-level value"],
    ['ÿ', "invalid character 'Ã' looking for beginning of value"],
  ])('%s is a parse error', async (body, data) => {
    const reply = await post(handler, body);
    expect(reply.status).toBe(500);
    expect(reply.json).toEqual(failure(-32700, 'Parse error. Invalid JSON', UNREAD + data, null));
    expect(reply.text.startsWith('{"jsonrpc":"2.0","error":{"code":')).toBe(true);
  });

  it('is refused when it is too large, or too long a batch', async () => {
    const large = await post(handler, `"${'x'.repeat(1_000_000)}"`);
    expect(large.status).toBe(400);
    expect(large.json).toEqual(
      failure(-32600, 'Invalid Request', 'error reading request body: http: request body too large', null),
    );
    expect(large.headers).toEqual({ 'content-type': 'application/json' });
    const long = await post(handler, Array(11).fill({ id: 1, method: 'health' }));
    expect(long.status).toBe(200);
    expect(long.json).toEqual(
      failure(-32600, 'Invalid Request', 'batch request exceeds maximum (10) allowed number of requests', null),
    );
    expect(long.headers).toEqual({ 'content-type': 'application/json' });
  });
});

describe('a POST with bad params', () => {
  it.each([
    ['block', ['5', '6'], 'expected 1 parameters ([height]), got 2 ([[34 53 34] [34 54 34]])'],
    ['block', [], 'expected 1 parameters ([height]), got 0 ([])'],
    ['validators', ['1'], 'expected 3 parameters ([height page per_page]), got 1 ([[34 49 34]])'],
    ['block', [5], 'invalid 64-bit integer encoding "5", expected string'],
    ['block', { height: 5 }, 'invalid 64-bit integer encoding "5", expected string'],
    [
      'block',
      'x',
      'unknown type for JSON params: json: cannot unmarshal string into Go value of type []json.RawMessage. Expected map or array',
    ],
    [
      'block',
      5,
      'unknown type for JSON params: json: cannot unmarshal number into Go value of type []json.RawMessage. Expected map or array',
    ],
    ['tx', { hash: 'zz' }, 'illegal base64 data at input byte 0'],
    ['broadcast_tx_sync', { tx: '***' }, 'illegal base64 data at input byte 0'],
    ['tx', { hash: '', prove: 'true' }, 'json: cannot unmarshal string into Go value of type bool'],
    ['abci_query', { data: '0x12' }, "encoding/hex: invalid byte: U+0078 'x'"],
    ['abci_query', { data: 5 }, 'invalid hex string: 5'],
    ['genesis_chunked', { chunk: '-1' }, 'json: cannot unmarshal number -1 into Go value of type uint'],
    ['tx', { hash: [1, 256] }, 'json: cannot unmarshal number 256 into Go value of type uint8'],
  ])('%s %j is refused', async (method, params, data) => {
    const reply = await post(handler, { id: 1, method, params });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual(failure(-32602, 'Invalid params', JSON_ARGS + data, 1));
    expect(reply.headers).not.toHaveProperty('cache-control');
  });

  it('panics without params when the method has arguments, and loses the id', async () => {
    const reply = await post(handler, { id: 1, method: 'block' });
    expect(reply.status).toBe(500);
    expect(reply.text).toBe(
      '{"jsonrpc":"2.0","id":-1,"error":{"code":-32603,"message":"Internal error","data":"reflect: Call with too few input arguments"}}',
    );
  });
});

describe('a POST', () => {
  it.each([
    ['"a"', '"a"'],
    ['""', '""'],
    ['"<"', '"\\u003c"'],
    ['7', '7'],
    ['-7', '-7'],
    ['1.9', '1'],
    ['-0.5', '0'],
    ['1e3', '1000'],
    ['9007199254740993', '9007199254740992'],
    ['12345678901234567890', '-9223372036854775808'],
  ])('with id %s is answered with id %s', async (id, echoed) => {
    const reply = await post(handler, `{"id":${id},"method":"health"}`);
    expect(reply.text).toBe(`{"jsonrpc":"2.0","id":${echoed},"result":{}}`);
  });

  it.each(['[]', 'null', '{"method":"status"}', '{"id":null,"method":"nope"}', '[{"method":"status"},null]', ' [ ] '])(
    '%s has no answer',
    async (body) => {
      const reply = await post(handler, body);
      expect(reply).toMatchObject({ status: 200, text: '' });
      expect(reply.headers).toEqual({ 'x-server-time': NOW_SECONDS });
    },
  );

  it('does not execute notifications', async () => {
    const { handler: own, chain } = aHandler();
    await post(own, { method: 'broadcast_tx_commit', params: { tx: btoa('a=1') } });
    expect(chain.height()).toBe(5n);
  });

  it('accepts named, partial, positional and null params, and members in any case', async () => {
    for (const params of ['{"height":"2"}', '["2"]', '{"hight":"9","height":"2"}', '{"height":"3","height":"2"}'])
      expect(
        (await post(handler, `{"id":1,"METHOD":"block","Params":${params}}`)).json.result.block.header.height,
      ).toBe('2');
    for (const params of ['null', '{}', '[null]', '{"height":null}'])
      expect(
        (await post(handler, `{"id":1,"method":"block","params":${params}}`)).json.result.block.header.height,
      ).toBe('5');
    expect(
      (await post(handler, { id: 1, method: 'status', params: [] })).json.result.sync_info.latest_block_height,
    ).toBe('5');
    expect((await post(handler, { id: 1, method: 'status' })).json.result.sync_info.latest_block_height).toBe('5');
  });

  it('with an unknown method, or a method of WebSocket, is refused', async () => {
    for (const method of ['nope', 'subscribe', 'dial_seeds', ''])
      expect((await post(handler, { id: 1, method, params: {} })).json).toEqual(
        failure(-32601, 'Method not found', undefined, 1),
      );
  });

  it('answers a batch in order without its notifications, and a batch of one without an array', async () => {
    const batch = await post(handler, [
      { id: 1, method: 'health', params: {} },
      { method: 'health' },
      { id: 2, method: 'nope' },
      { id: 'x', method: 'health' },
    ]);
    expect(batch.text).toBe(
      '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}},{"jsonrpc":"2.0","id":"x","result":{}}]',
    );
    expect((await post(handler, [{ id: 1, method: 'health' }])).text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  });

  it('is cacheable when all its methods are, even when one fails', async () => {
    const call = (height?: string) => ({ id: 1, method: 'block', params: height === undefined ? {} : { height } });
    const retained = async (body: unknown) => (await post(handler, body)).headers['cache-control'];
    expect(await retained([call('5'), call('99')])).toBe('public, max-age=86400');
    expect(await retained({ id: 1, method: 'tx', params: { hash: 'AA==' } })).toBe('public, max-age=86400');
    expect(await retained([call('5'), call()])).toBeUndefined();
    expect(await retained([call('5'), { id: 1, method: 'nope' }])).toBeUndefined();
    expect(await retained([call('5'), call('x')])).toBeUndefined();
    expect(await retained([call('5'), { method: 'health' }])).toBe('public, max-age=86400');
  });

  it('to another path is not found when it is not a method', async () => {
    expect((await post(handler, { id: 1, method: 'health' }, '/nope')).status).toBe(404);
  });

  it('escapes HTML in its answer as Go does', async () => {
    const reply = await post(handler, { id: 1, method: 'block_results', params: ['2'] });
    expect(reply.text).toContain('"note","value":"\\u003c\\u0026\\u003e"');
  });
});

describe('the lenient mode', () => {
  const { handler: kind } = aHandler({ strict: false });

  it('accepts plain numbers, missing params and long ids', async () => {
    const reply = await post(kind, '{"id":12345678901234567890,"method":"block","params":{"height":2}}');
    expect(reply.text).toContain('"id":12345678901234567890,');
    expect(reply.json.result.block.header.height).toBe('2');
    expect((await post(kind, { id: 1, method: 'block' })).json.result.block.header.height).toBe('5');
  });

  it('does not let errors or changing answers be cached', async () => {
    expect((await post(kind, { id: 1, method: 'tx', params: { hash: 'AA==' } })).headers).not.toHaveProperty(
      'cache-control',
    );
    expect((await get(kind, '/abci_info')).headers).not.toHaveProperty('cache-control');
  });
});

describe('a bug in the server', () => {
  it('is answered as a panic and reported', async () => {
    const { handler: own, chain, bugs } = aHandler();
    chain.node = () => {
      throw new TypeError('oops');
    };
    const reply = await post(own, { id: 1, method: 'status', params: {} });
    expect(reply.status).toBe(500);
    expect(reply.json).toEqual(failure(-32603, 'Internal error', 'oops'));
    expect(bugs).toHaveLength(1);
  });
});
