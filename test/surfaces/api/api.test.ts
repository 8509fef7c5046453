import { afterEach, expect, it } from 'vitest';
import { toBase64 } from '../../../src/codec/base64.js';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';

const open: Devnet[] = [];
afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'rest', api: true, jsonRpc: true, ...options });
  open.push(devnet);
  return devnet;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

async function get({ urls }: Devnet, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${urls.api}${path}`, init);
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  };
}

const post = (devnet: Devnet, path: string, body: unknown): Promise<Answer> =>
  get(devnet, path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

/** Address of the first development account in bech32. */
async function holder(devnet: Devnet): Promise<string> {
  const { json } = await get(devnet, '/cosmos/bank/v1beta1/denom_owners/ahalley?pagination.limit=1');
  return (json['denom_owners'] as { address: string }[])[0]?.address ?? '';
}

async function sendEther(devnet: Devnet, value: bigint): Promise<void> {
  const [from] = await rpc<string[]>(devnet, 'eth_accounts');
  await rpc(devnet, 'eth_sendTransaction', { from, to: `0x${'00'.repeat(19)}b7`, value: `0x${value.toString(16)}` });
}

async function rpc<T>({ urls }: Devnet, method: string, ...params: unknown[]): Promise<T> {
  const response = await fetch(`${urls.evmHttp}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: T }).result;
}

it('gives balances in the form of the SDK, by path and by query', async () => {
  const devnet = await start();
  const address = await holder(devnet);
  const all = await get(devnet, `/cosmos/bank/v1beta1/balances/${address}`);
  expect(all.json).toEqual({
    balances: [{ denom: 'ahalley', amount: expect.stringMatching(/^[1-9]\d+$/) }],
    pagination: { next_key: null, total: '1' },
  });
  const one = await get(devnet, `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=ahalley`);
  expect(one.json).toEqual({ balance: (all.json['balances'] as unknown[])[0] });
  expect(one.headers.get('content-type')).toBe('application/json');
});

it('shows parameters with decimals, durations and enums as text', async () => {
  const devnet = await start();
  const { json } = await get(devnet, '/cosmos/staking/v1beta1/params');
  expect(json['params']).toEqual({
    unbonding_time: expect.stringMatching(/^\d+s$/),
    max_validators: expect.any(Number),
    max_entries: expect.any(Number),
    historical_entries: expect.any(Number),
    bond_denom: 'ahalley',
    min_commission_rate: '0.000000000000000000',
  });
  const { json: listed } = await get(devnet, '/cosmos/staking/v1beta1/validators?status=BOND_STATUS_BONDED');
  const [validator] = listed['validators'] as Record<string, unknown>[];
  expect(validator).toMatchObject({
    consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: expect.stringMatching(/=$/) },
    status: 'BOND_STATUS_BONDED',
    delegator_shares: expect.stringMatching(/^\d+\.0{18}$/),
    unbonding_time: '1970-01-01T00:00:00Z',
  });
});

it('continues pages by the key that it gives', async () => {
  const devnet = await start();
  const path = '/cosmos/bank/v1beta1/denom_owners/ahalley';
  const { json: whole } = await get(devnet, `${path}?pagination.limit=4&pagination.count_total=true`);
  const { json: first } = await get(devnet, `${path}?pagination.limit=2`);
  const { next_key: key } = first['pagination'] as { next_key: string };
  const { json: second } = await get(devnet, `${path}?pagination.limit=2&pagination.key=${encodeURIComponent(key)}`);
  expect([...(first['denom_owners'] as unknown[]), ...(second['denom_owners'] as unknown[])]).toEqual(
    whole['denom_owners'],
  );
  expect(Number((whole['pagination'] as { total: string }).total)).toBeGreaterThan(4);
});

it('reads denoms with slashes, escaped or not, and lists in queries', async () => {
  const devnet = await start();
  const voucher = `ibc/${'AB'.repeat(32)}`;
  for (const path of [voucher, encodeURIComponent(voucher)])
    expect(await get(devnet, `/cosmos/bank/v1beta1/denom_owners/${path}`)).toMatchObject({
      status: 200,
      json: { denom_owners: [], pagination: { next_key: null } },
    });
  const { json } = await get(devnet, '/cosmos/bank/v1beta1/send_enabled?denoms=ahalley&denoms=other');
  expect(json).toEqual({ send_enabled: [], pagination: null });
});

it('answers at the height of the header, and reports the height', async () => {
  const devnet = await start();
  const address = await holder(devnet);
  const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=ahalley`;
  const before = await get(devnet, path);
  const height = before.headers.get('x-cosmos-block-height') ?? '';
  await sendEther(devnet, 7n);
  await sendEther(devnet, 11n);
  const after = await get(devnet, '/cosmos/bank/v1beta1/supply', { headers: { 'x-cosmos-block-height': height } });
  expect(after.headers.get('grpc-metadata-x-cosmos-block-height')).toBe(height);
  const past = await get(devnet, path, { headers: { 'grpc-metadata-x-cosmos-block-height': height } });
  expect(past.json).toEqual(before.json);
  const future = await get(devnet, path, { headers: { 'x-cosmos-block-height': '999999' } });
  expect(future).toMatchObject({ status: 500, json: { code: 2, details: [] } });
  expect(future.json['message']).toContain('cannot query with height in the future');
  const bad = await get(devnet, path, { headers: { 'x-cosmos-block-height': 'ten' } });
  expect(bad.json['message']).toContain('strconv.ParseInt: parsing "ten": invalid syntax');
  const negative = await get(devnet, path, { headers: { 'x-cosmos-block-height': '-3' } });
  expect(negative.json['message']).toBe(
    'codespace sdk code 18: invalid request: cannot query with height < 0; please provide a valid height',
  );
});

it('shows blocks, and transactions with their messages', async () => {
  const devnet = await start();
  await sendEther(devnet, 13n);
  const { json } = await get(devnet, '/cosmos/base/tendermint/v1beta1/blocks/latest');
  const { block, sdk_block, block_id } = json as Record<string, Record<string, Record<string, unknown>>>;
  expect(block?.['header']?.['height']).toMatch(/^\d+$/);
  expect(block?.['header']?.['proposer_address']).toMatch(/=$/);
  expect(sdk_block?.['header']?.['proposer_address']).toMatch(/^halleyvalcons1/);
  expect(block_id?.['part_set_header']?.['total']).toBe(1);
  const query = encodeURIComponent("tm.event='Tx'");
  expect((await get(devnet, `/cosmos/tx/v1beta1/txs?query=${query}`)).status).toBe(200);
  const { json: found } = await get(
    devnet,
    '/cosmos/tx/v1beta1/txs?query=tx.height%3E0&order_by=ORDER_BY_DESC&limit=1',
  );
  const [response] = found['tx_responses'] as Record<string, unknown>[];
  expect(found['txs']).toMatchObject([{ body: { messages: [{ '@type': '/cosmos.evm.vm.v1.MsgEthereumTx' }] } }]);
  const one = await get(devnet, `/cosmos/tx/v1beta1/txs/${response?.['txhash']}`);
  expect(one.json['tx_response']).toEqual(response);
});

it('refuses a broadcast without a transaction, and changes nothing', async () => {
  const devnet = await start();
  const path = '/cosmos/tx/v1beta1/txs';
  expect(await post(devnet, path, { tx_bytes: '', mode: 'BROADCAST_MODE_SYNC' })).toMatchObject({
    status: 400,
    json: { code: 3, message: 'invalid empty tx', details: [] },
  });
  expect(await post(devnet, path, { txBytes: toBase64(Uint8Array.of(1, 2)), mode: 2 })).toMatchObject({
    status: 200,
    json: { tx_response: { code: 2, codespace: 'sdk' } },
  });
  expect(await post(devnet, path, { tx: 'AA==' })).toMatchObject({
    status: 400,
    json: { code: 3, message: 'invalid empty tx' },
  });
  expect(await post(devnet, path, '{')).toMatchObject({ status: 400, json: { code: 3 } });
  expect(await post(devnet, path, { tx_bytes: 'A'.repeat(1_000_000) })).toMatchObject({
    status: 400,
    json: { code: 3, message: 'http: request body too large', details: [] },
  });
  expect(await rpc(devnet, 'eth_blockNumber')).toBe('0x1');
});

it('has the statuses of the gateway for what does not exist', async () => {
  const devnet = await start();
  const stranger = encodeBech32('halley', new Uint8Array(20).fill(0xb9));
  expect(await get(devnet, `/cosmos/auth/v1beta1/accounts/${stranger}`)).toMatchObject({
    status: 404,
    json: { code: 5, message: `account ${stranger} not found`, details: [] },
  });
  expect(await get(devnet, '/cosmos/none/v1/params')).toMatchObject({
    status: 501,
    json: { code: 12, message: 'Not Implemented', details: [] },
  });
  expect(await post(devnet, '/cosmos/bank/v1beta1/params', {})).toMatchObject({
    status: 501,
    json: { code: 12, message: 'Not Implemented', details: [] },
  });
  expect(await get(devnet, '/cosmos/base/tendermint/v1beta1/blocks/ten')).toMatchObject({
    status: 400,
    json: {
      code: 3,
      message: 'type mismatch, parameter: height, error: strconv.ParseInt: parsing "ten": invalid syntax',
    },
  });
  expect(await get(devnet, '/cosmos/bank/v1beta1/supply?pagination.limit=-1')).toMatchObject({
    status: 400,
    json: { code: 3, message: 'strconv.ParseUint: parsing "-1": invalid syntax' },
  });
  expect((await get(devnet, '/cosmos/bank/v1beta1/supply?unknown=1')).status).toBe(200);
});

it('answers every route without a failure of its own, and describes it', async () => {
  const devnet = await start();
  const { json } = await get(devnet, '/openapi.json');
  const paths = Object.entries(json['paths'] as Record<string, object>);
  expect(paths.length).toBeGreaterThan(70);
  const bugs: string[] = [];
  for (const [path, operations] of paths) {
    if (!('get' in operations)) continue;
    const { status, json: body } = await get(devnet, path.replace(/\{\w+\}/g, '1'));
    if (JSON.stringify(body).includes('this is a bug')) bugs.push(`${path}: ${status}`);
  }
  expect(bugs).toEqual([]);
});

it('lets pages of this machine read it, and on request all', async () => {
  const local = await start();
  const origin = (page: string) => ({ headers: { origin: page } });
  const params = '/cosmos/bank/v1beta1/params';
  const read = async (devnet: Devnet, page: string) =>
    (await get(devnet, params, origin(page))).headers.get('access-control-allow-origin');
  expect(await read(local, 'http://localhost:5173')).toBe('http://localhost:5173');
  expect(await read(local, 'https://example.com')).toBeNull();
  const all = await start({ seed: 'all', api: { address: '127.0.0.1:0', enabledUnsafeCors: true } });
  expect(await read(all, 'https://example.com')).toBe('*');
});

it('describes the chain to programs: interfaces, messages, services and modules', async () => {
  const devnet = await start();
  const of = async (what: string): Promise<Record<string, unknown>> =>
    (await get(devnet, `/cosmos/base/reflection/v1beta1/app_descriptor/${what}`)).json;
  expect(await of('chain')).toEqual({ chain: { id: devnet.chainId } });
  expect(await of('configuration')).toEqual({ config: { bech32_account_address_prefix: 'halley' } });
  expect(await of('authn')).toMatchObject({ authn: { sign_modes: [{ number: 1 }, { number: 127 }] } });
  const { tx } = (await of('tx_descriptor')) as { tx: { msgs: { msg_type_url: string }[] } };
  expect(tx.msgs.map(({ msg_type_url: url }) => url)).toContain('/cosmos.bank.v1beta1.MsgSend');
  const { codec } = (await of('codec')) as { codec: { interfaces: { fullname: string }[] } };
  expect(codec.interfaces.map(({ fullname }) => fullname)).toContain('cosmos.auth.v1beta1.AccountI');
  const { queries } = (await of('query_services')) as { queries: { query_services: { fullname: string }[] } };
  expect(queries.query_services.find(({ fullname }) => fullname === 'cosmos.app.v1alpha1.Query')).toEqual({
    fullname: 'cosmos.app.v1alpha1.Query',
    is_module: false,
    methods: [{ name: 'Config', full_query_path: '/cosmos.app.v1alpha1.Query/Config' }],
  });
});

it('keeps no historical info of staking, as a node that keeps none', async () => {
  const devnet = await start();
  const path = '/cosmos/staking/v1beta1/historical_info';
  expect(await get(devnet, `${path}/1`)).toMatchObject({
    status: 404,
    json: { code: 5, message: 'historical info for height 1 not found' },
  });
  expect(await get(devnet, `${path}/-2`)).toMatchObject({
    status: 400,
    json: { message: 'height cannot be negative' },
  });
});

it('gives all fields of the version of the application', async () => {
  const devnet = await start();
  const { json } = await get(devnet, '/cosmos/base/tendermint/v1beta1/node_info');
  expect(json['application_version']).toMatchObject({
    ...{ name: 'halley', app_name: 'halley', git_commit: '', build_tags: '', go_version: '' },
    cosmos_sdk_version: 'v0.53.4',
  });
  const { build_deps: modules } = json['application_version'] as { build_deps: { path: string; version: string }[] };
  expect(modules.map(({ path, version }) => `${path} ${version}`)).toContain('github.com/cosmos/ibc-go/v10 v10.5.1');
});

it('serves the OpenAPI document under /swagger on request, and refuses a body above the limit', async () => {
  const devnet = await start({ api: { address: true, swagger: true, rpcMaxBodyBytes: 47 } });
  const { json } = await get(devnet, '/openapi.json');
  expect((await get(devnet, '/swagger/')).json).toEqual(json);
  expect(await post(devnet, '/cosmos/tx/v1beta1/decode', 'x'.repeat(48))).toMatchObject({
    status: 400,
    json: { message: 'http: request body too large' },
  });
  expect((await get(await start(), '/swagger/')).status).toBe(501);
});

it('reads long names and long bytes of a form at once', async () => {
  const devnet = await start();
  const form = (body: string): Promise<Answer> =>
    get(devnet, '/cosmos/bank/v1beta1/denoms_metadata', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  // A name that ends in a bracket is a list with a key, which this method does not have.
  expect(await form(`${'['.repeat(800_000)}&${'%5B'.repeat(20)}a]=7`)).toMatchObject({ status: 200 });
  expect(await form(`pagination.key=${'/wAB'.repeat(200_000)}`)).toMatchObject({ status: 200 });
});
