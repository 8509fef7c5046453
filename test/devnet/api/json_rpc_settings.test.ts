/** Tests each setting of the EVM JSON-RPC, given as a flag, and its effect on the sockets of a devnet. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as requestTls, Agent as SecureAgent } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recoverTransactionAddress } from 'viem';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { devnetOptions } from '../../../src/cli/devnet_options.js';
import { resolveConfig } from '../../../src/config/resolve.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { aCertificate } from '../../server/certificate.js';

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

class Node {
  constructor(readonly devnet: Devnet) {}

  /** Returns status and body. */
  async post(body: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const answer = await fetch(this.devnet.urls.evmHttp as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  }

  async answer(method: string, ...params: readonly unknown[]): Promise<Answer> {
    return JSON.parse((await this.post({ jsonrpc: '2.0', id: 1, method, params })).text);
  }

  async ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const { result, error } = await this.answer(method, ...params);
    expect(error).toBeUndefined();
    return result;
  }

  async failure(method: string, ...params: readonly unknown[]): Promise<string | undefined> {
    return (await this.answer(method, ...params)).error?.message;
  }
}

const FREE = { 'json-rpc.address': '127.0.0.1:0', 'json-rpc.ws-address': '127.0.0.1:0' };

/** Starts a devnet as `halley start` with these flags does, in this process. */
async function started(flags: Readonly<Record<string, string>>): Promise<Node> {
  const given = Object.entries({ 'rpc.laddr': '', 'assets.address': '', 'dashboard.address': '', ...FREE, ...flags });
  const config = resolveConfig({ flags: new Map(given.map(([name, value]) => [`--${name}`, value])) });
  const devnet = await createDevnet(await devnetOptions(config));
  onTestFinished(() => devnet.close());
  return new Node(devnet);
}

const [FROM, TO] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', `0x${'22'.repeat(20)}`];
const CODE = `0x${'c0'.repeat(20)}`;
const running = (code: string) => [{ to: CODE }, 'latest', { [CODE]: { code } }] as const;
/** Returns the remaining gas. */
const GAS_LEFT = '0x5a5f5260205ff3';
const LOOP = '0x5b5f56';
const LOG = '0x5f5fa000';

it('enable, address and ws-address decide what listens', async () => {
  const [none, http, ws, both] = [
    await started({ 'json-rpc.enable': 'false' }),
    await started({ 'json-rpc.ws-address': '' }),
    await started({ 'json-rpc.address': '' }),
    await started({}),
  ];
  expect(none.devnet.urls).toMatchObject({ evmHttp: undefined, evmWs: undefined });
  expect(http.devnet.urls.evmWs).toBe(http.devnet.urls.evmHttp?.replace('http', 'ws'));
  expect(await http.ask('eth_chainId')).toBe('0x7a69');
  expect(ws.devnet.urls.evmHttp).toBeUndefined();
  for (const { devnet } of [http, ws, both]) {
    const socket = new WebSocket(devnet.urls.evmWs as string);
    await once(socket, 'open');
    socket.send('{"id":1,"method":"eth_chainId"}');
    expect(String((await once(socket, 'message'))[0])).toContain('0x7a69');
    socket.terminate();
  }
  // Without sockets the settings apply to callers in the process.
  const quiet = await started({ 'json-rpc.enable': 'false', 'json-rpc.filter-cap': '0' });
  await expect(quiet.devnet.provider.request({ method: 'eth_newBlockFilter' })).rejects.toThrow('max limit reached');
});

it('ws-origins decides which pages may open a WebSocket, on both addresses', async () => {
  const page = 'https://dapp.example';
  for (const [origins, opens] of [
    ['localhost', false],
    ['dapp.example', true],
    ['*', true],
  ] as const) {
    const { urls } = (await started({ 'json-rpc.ws-origins': origins })).devnet;
    for (const url of [urls.evmWs, urls.evmHttp?.replace('http', 'ws')]) {
      const socket = new WebSocket(url as string, { origin: page });
      const outcome = await new Promise((resolve) => {
        socket.on('open', () => resolve(true));
        socket.on('error', () => resolve(false));
      });
      expect(outcome, origins).toBe(opens);
      socket.terminate();
    }
  }
});

it('gas-cap limits calls and estimates, 0 means no limit', async () => {
  const [capped, open, tiny] = [
    await started({ 'json-rpc.gas-cap': '100000' }),
    await started({ 'json-rpc.gas-cap': '0' }),
    await started({ 'json-rpc.gas-cap': '20999' }),
  ];
  const gasLeft = async (node: Node): Promise<bigint> =>
    BigInt((await node.ask('eth_call', ...running(GAS_LEFT))) as string);
  expect(await gasLeft(capped)).toBeLessThan(100_000n);
  expect(await gasLeft(capped)).toBeGreaterThan(70_000n);
  expect(await gasLeft(open)).toBeGreaterThan(2n ** 62n);
  expect(await capped.failure('eth_estimateGas', ...running(LOOP))).toBe('gas required exceeds allowance (100000)');
  expect(await tiny.failure('eth_estimateGas', { to: TO })).toBe('gas cap cannot be lower than 21000');
});

it('evm-timeout ends calls and estimates, while others get responses; 0 never ends them', async () => {
  const hasty = await started({ 'json-rpc.evm-timeout': '1s', 'json-rpc.gas-cap': '0', 'gas-limit': '1000000000000' });
  for (const method of ['eth_call', 'eth_estimateGas']) {
    let ended = false;
    const call = hasty.failure(method, ...running(LOOP)).finally(() => {
      ended = true;
    });
    let answered = 0;
    for (; !ended; answered++) await hasty.ask('eth_chainId');
    expect(await call).toBe('execution aborted (timeout = 1s)');
    expect(answered).toBeGreaterThan(1);
  }
  const [sudden, patient] = [
    await started({ 'json-rpc.evm-timeout': '1us' }),
    await started({ 'json-rpc.evm-timeout': '0' }),
  ];
  expect(await sudden.failure('eth_call', ...running(LOOP))).toMatch(/^execution aborted/);
  expect(await patient.failure('eth_call', ...running(LOOP))).toBe('out of gas');
});

/** Deployment proxy, whose signature belongs to no key: gas price 100 gwei, 100,000 gas. */
const KEYLESS =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222';

it('allow-unprotected-txs decides whether transactions without a chain id are accepted', async () => {
  const [open, strict] = [await started({}), await started({ 'json-rpc.allow-unprotected-txs': 'false' })];
  const deployer = await recoverTransactionAddress({ serializedTransaction: KEYLESS as never });
  for (const node of [open, strict]) await node.ask('hardhat_setBalance', deployer, '0x2386f26fc10000');
  await open.ask('eth_sendRawTransaction', KEYLESS);
  expect(await open.ask('eth_getCode', '0x4e59b44847b379578588920ca78fbf26c0b4956c', 'latest')).toHaveLength(140);
  expect(await strict.failure('eth_sendRawTransaction', KEYLESS)).toBe(
    'only replay-protected (EIP-155) transactions allowed over RPC',
  );
});

it('enable-indexer has no effect: receipts are found by hash as soon as there is a block', async () => {
  for (const enabled of ['true', 'false']) {
    const node = await started({ 'json-rpc.enable-indexer': enabled });
    const hash = await node.ask('eth_sendTransaction', { from: FROM, to: TO });
    expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ transactionHash: hash, status: '0x1' });
  }
});

it('txfee-cap limits the fee of eth_resend, 0 means no limit', async () => {
  const waits = { from: FROM, to: TO, nonce: '0x0', gas: '0x5208', gasPrice: '0x77359400' };
  const resend = async (cap: string): Promise<string | undefined> => {
    const node = await started({ 'json-rpc.txfee-cap': cap, 'no-mining': 'true' });
    await node.ask('eth_sendTransaction', waits);
    // 21,000 gas at 100,000 gwei cost 2.1 coins.
    return node.failure('eth_resend', waits, '0x5af3107a4000');
  };
  expect(await resend('2')).toBe('tx fee (2.10 ether) exceeds the configured cap (2.00 ether)');
  for (const cap of ['2.1', '0']) expect(await resend(cap)).toBeUndefined();
});

it('txfee-cap limits what is only signed and, as in a node, not what is sent', async () => {
  const node = await started({ 'json-rpc.txfee-cap': '2', 'json-rpc.api': 'all' });
  const dear = { from: FROM, to: TO, nonce: '0x0', gas: '0x5208', gasPrice: '0x5af3107a4000' };
  const refused = 'tx fee (2.10 ether) exceeds the configured cap (2.00 ether)';
  expect(await node.failure('eth_signTransaction', dear)).toBe(refused);
  expect(await node.failure('personal_signTransaction', dear, '')).toBe(refused);
  expect(await node.failure('eth_sendTransaction', dear)).toBeUndefined();
});

it('allow-insecure-unlock protects the node’s keys, and enable-profiling the process', async () => {
  const flags = {
    'json-rpc.api': 'all',
    'json-rpc.allow-insecure-unlock': 'false',
    'json-rpc.enable-profiling': 'false',
  };
  const [open, shut] = [await started({ 'json-rpc.api': 'all' }), await started(flags)];
  const sends = { from: FROM, to: TO };
  for (const [method, ...params] of [['eth_accounts'], ['eth_sendTransaction', sends]] as const) {
    expect(await open.failure(method, ...params)).toBeUndefined();
    expect(await shut.failure(method, ...params)).toBe('account unlock with HTTP access is forbidden');
  }
  expect(await open.ask('debug_freeOSMemory')).toBeNull();
  expect(await shut.failure('debug_freeOSMemory')).toBe('profiling disabled in the debug namespace');
  expect(await shut.ask('debug_traceBlockByNumber', '0x1')).toEqual([]);
});

it('api makes the list exact, also that of the default; without it the compat mode adds what its node serves', async () => {
  const hardhat = { compat: 'hardhat2' };
  const [added, exact] = [await started(hardhat), await started({ ...hardhat, 'json-rpc.api': 'eth,net,web3' })];
  expect(await added.ask('personal_sign', '0x12', FROM)).toMatch(/^0x[0-9a-f]{130}$/);
  expect(await exact.failure('personal_sign', '0x12', FROM)).toMatch(/: the namespace "personal" is not enabled: /);
  expect(await (await started({})).failure('personal_sign', '0x12', FROM)).toMatch(/"personal" is not enabled/);
});

it('filter-cap, filter-timeout and filter-cleanup-interval limit polling filters', async () => {
  const one = await started({ 'json-rpc.filter-cap': '1' });
  const [replaced, newer] = [await one.ask('eth_newBlockFilter'), await one.ask('eth_newPendingTransactionFilter')];
  expect(await one.failure('eth_getFilterChanges', replaced)).toMatch(/the least recently polled of more than 1$/);
  expect(await one.ask('eth_getFilterChanges', newer)).toEqual([]);
  const [gone, retained, swept] = [
    await started({ 'json-rpc.filter-timeout': '0', 'json-rpc.filter-cleanup-interval': '0' }),
    await started({ 'json-rpc.filter-timeout': '1h', 'json-rpc.filter-cleanup-interval': '0' }),
    await started({ 'json-rpc.filter-timeout': '0', 'json-rpc.filter-cleanup-interval': '1h' }),
  ];
  const poll = async (node: Node) => node.answer('eth_getFilterChanges', await node.ask('eth_newBlockFilter'));
  expect((await poll(gone)).error?.message).toMatch(/^filter not found/);
  for (const node of [retained, swept]) expect((await poll(node)).result).toEqual([]);
});

it('subscription-cap limits the subscriptions of a connection', async () => {
  const { urls } = (await started({ 'json-rpc.subscription-cap': '1' })).devnet;
  const socket = new WebSocket(urls.evmWs as string);
  await once(socket, 'open');
  const next = async () => JSON.parse(String((await once(socket, 'message'))[0]));
  socket.send('{"id":1,"method":"eth_subscribe","params":["newHeads"]}');
  expect((await next()).result).toMatch(/^0x/);
  socket.send('{"id":2,"method":"eth_subscribe","params":["logs"]}');
  expect((await next()).error).toMatchObject({ code: -32000, message: expect.stringContaining('has 1;') });
  socket.terminate();
});

it('feehistory-cap, logs-cap and block-range-cap limit what one call reads', async () => {
  const node = await started({
    'json-rpc.feehistory-cap': '2',
    'json-rpc.logs-cap': '1',
    'json-rpc.block-range-cap': '1',
  });
  await node.ask('hardhat_setCode', TO, LOG);
  for (let i = 0; i < 2; i++) await node.ask('eth_sendTransaction', { from: FROM, to: TO });
  const { oldestBlock, gasUsedRatio } = (await node.ask('eth_feeHistory', 5, 'latest', [])) as Record<
    string,
    unknown[]
  >;
  expect([oldestBlock, gasUsedRatio?.length]).toEqual(['0x2', 2]);
  const logs = (fromBlock: string, toBlock: string) => node.answer('eth_getLogs', { fromBlock, toBlock });
  expect((await logs('0x1', '0x3')).error?.message).toBe('maximum [from, to] blocks distance: 1');
  expect((await logs('0x2', '0x3')).error?.message).toBe('query returned more than 1 results');
  expect((await logs('0x1', '0x2')).result).toHaveLength(1);
  const none = await started({ 'json-rpc.logs-cap': '0', 'json-rpc.block-range-cap': '0' });
  expect(await none.ask('eth_getLogs', {})).toEqual([]);
});

it('http-timeout ends an incomplete request, and http-idle-timeout a silent connection', async () => {
  const node = await started({ 'json-rpc.http-timeout': '50ms', 'json-rpc.http-idle-timeout': '1h' });
  const idle = await started({ 'json-rpc.http-timeout': '1h', 'json-rpc.http-idle-timeout': '50ms' });
  const patient = await started({ 'json-rpc.http-timeout': '0', 'json-rpc.http-idle-timeout': '0' });
  const dial = ({ devnet }: Node) => connect(Number(new URL(devnet.urls.evmHttp as string).port), '127.0.0.1');
  const [half, silent, staying] = [dial(node), dial(idle), dial(patient)];
  half.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n[');
  half.resume();
  silent.resume();
  staying.resume();
  await Promise.all([once(half, 'close'), once(silent, 'close')]);
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
  const head = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  staying.write(`${head}\r\n\r\n${body}`);
  expect(String((await once(staying, 'data'))[0])).toContain('"0x7a69"');
  staying.destroy();
});

it('http-body-limit limits requests and messages of WebSockets', async () => {
  const node = await started({ 'json-rpc.http-body-limit': '100' });
  expect(await node.ask('eth_chainId')).toBe('0x7a69');
  const long = `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[${' '.repeat(100)}]}`;
  expect((await node.post(long)).status).toBe(413);
  const socket = new WebSocket(node.devnet.urls.evmWs as string);
  await once(socket, 'open');
  socket.send(long);
  expect((await once(socket, 'close'))[0]).toBe(1009);
});

it('batch-request-limit and batch-response-max-size limit batches, 0 means no limit', async () => {
  const batch = (length: number) =>
    Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_getBlockByNumber', params: ['0x1', true] }));
  const answers = async (node: Node, length: number): Promise<readonly Answer[]> =>
    JSON.parse((await node.post(batch(length))).text);
  const few = await started({ 'json-rpc.batch-request-limit': '3', 'json-rpc.batch-response-max-size': '2000' });
  expect((await answers(few, 4)).map(({ error }) => error)).toEqual([{ code: -32600, message: 'batch too large' }]);
  expect((await answers(few, 3)).map(({ error }) => error)).toEqual([
    undefined,
    undefined,
    { code: -32003, message: 'response too large' },
  ]);
  const many = await started({ 'json-rpc.batch-request-limit': '0', 'json-rpc.batch-response-max-size': '0' });
  const all = await answers(many, 1001);
  expect(all).toHaveLength(1001);
  expect(all.every(({ result }) => result !== undefined)).toBe(true);
});

it('max-open-connections makes further connections wait, 0 does not', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
  const asking = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  for (const [limit, served] of [
    ['2', [true, true, false]],
    ['0', [true, true, true]],
  ] as const) {
    const { urls } = (await started({ 'json-rpc.max-open-connections': limit })).devnet;
    const clients = [];
    for (let i = 0; i < 3; i++) {
      const client = connect(Number(new URL(urls.evmHttp as string).port), '127.0.0.1');
      await once(client, 'connect');
      clients.push(client);
    }
    const answered = clients.map(() => false);
    const first = clients.map((client, i) =>
      once(client, 'data').then(() => {
        answered[i] = true;
      }),
    );
    for (const client of clients) client.write(asking);
    await Promise.all(first.filter((_, i) => served[i]));
    await new Promise(setImmediate);
    expect(answered).toEqual(served);
    clients[0]?.destroy();
    await first[2];
    for (const client of clients) client.destroy();
  }
});

it('evm.min-tip decides which tip a transaction must offer', async () => {
  const node = await started({ 'evm.min-tip': '1000' });
  const fees = (tip: string) => ({ from: FROM, to: TO, maxFeePerGas: '0x77359400', maxPriorityFeePerGas: tip });
  expect(await node.failure('eth_sendTransaction', fees('0x3e7'))).toBe(
    'transaction gas price below minimum: gas tip cap 999, minimum needed 1000',
  );
  expect(await node.ask('eth_sendTransaction', fees('0x3e8'))).toMatch(/^0x/);
  const free = await started({});
  expect(await free.ask('eth_sendTransaction', fees('0x0'))).toMatch(/^0x/);
});

it('evm.mempool.… decides which transactions may be pending, and which replace them', async () => {
  const node = await started({
    'no-mining': 'true',
    'evm.mempool.price-bump': '50',
    'evm.mempool.account-queue': '1',
    'evm.mempool.global-queue': '1',
  });
  const send = (nonce: string, fee: bigint) => {
    const price = `0x${fee.toString(16)}`;
    return node.failure('eth_sendTransaction', {
      ...{ from: FROM, to: TO, nonce, gas: '0x5208' },
      ...{ maxFeePerGas: price, maxPriorityFeePerGas: price },
    });
  };
  expect(await send('0x0', 2_000_000_000n)).toBeUndefined();
  expect(await send('0x0', 2_999_999_999n)).toMatch(/^replacement transaction underpriced/);
  expect(await send('0x0', 3_000_000_000n)).toBeUndefined();
  expect(await send('0x5', 2_000_000_000n)).toBeUndefined();
  expect(await send('0x6', 2_000_000_000n)).toMatch(/^txpool is full/);
});

it('allow-insecure-unlock decides whether the node uses its keys for callers', async () => {
  const api = { 'json-rpc.api': 'eth,personal' };
  const [by, forbidden] = [await started(api), await started({ ...api, 'json-rpc.allow-insecure-unlock': 'false' })];
  expect(await by.ask('eth_accounts')).toHaveLength(20);
  expect(await by.ask('personal_unlockAccount', FROM, '')).toBe(true);
  for (const method of ['eth_accounts', 'personal_listAccounts'])
    expect(await forbidden.failure(method)).toBe('account unlock with HTTP access is forbidden');
  expect(await forbidden.failure('eth_sendTransaction', { from: FROM, to: TO })).toMatch(/^account unlock/);
});

it('enable-profiling decides whether debug profiles the process; it traces either way', async () => {
  const api = { 'json-rpc.api': 'eth,debug' };
  const [on, off] = [await started(api), await started({ ...api, 'json-rpc.enable-profiling': 'false' })];
  expect(await on.ask('debug_memStats')).toMatchObject({ EnableGC: true });
  expect(await off.failure('debug_memStats')).toBe('profiling disabled in the debug namespace');
  expect(await off.ask('debug_traceCall', ...running(GAS_LEFT))).toMatchObject({ failed: false });
});

it('tls.certificate-path and tls.key-path turn both addresses into HTTPS and WSS', async () => {
  const { certFile, keyFile, cert } = aCertificate();
  const folder = mkdtempSync(join(tmpdir(), 'halley-tls-'));
  const { urls } = (await started({ 'tls.certificate-path': certFile, 'tls.key-path': keyFile })).devnet;
  expect([urls.evmHttp?.slice(0, 8), urls.evmWs?.slice(0, 6)]).toEqual(['https://', 'wss://']);
  const agent = new SecureAgent({ ca: cert, servername: 'localhost' });
  const sent = requestTls(urls.evmHttp as string, {
    ...{ agent, method: 'POST', headers: { 'content-type': 'application/json' } },
  });
  sent.end('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}');
  const [answer] = await once(sent, 'response');
  expect(String((await once(answer, 'data'))[0])).toContain('0x7a69');
  agent.destroy();
  const socket = new WebSocket(urls.evmWs as string, { ca: cert });
  await once(socket, 'open');
  socket.terminate();
  writeFileSync(join(folder, 'other.pem'), 'no PEM');
  await expect(started({ 'tls.certificate-path': join(folder, 'other.pem'), 'tls.key-path': keyFile })).rejects.toThrow(
    'expected PEM',
  );
});
