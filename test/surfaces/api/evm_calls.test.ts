/** Tests that the queries of cosmos/evm that run code answer as the methods of the EVM JSON-RPC do. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ProtoReader, ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { fromUtf8 } from '../../../src/kernel/text.js';
import { framed } from '../../../src/rpc/grpc/framing.js';
import { call, connected } from '../../server/grpc/client.js';
import { ask } from '../../support/ask.js';

/** Logs its first word of input with topic 7, and returns it. */
const ECHO = '0x0000000000000000000000000000000000ec0001';
const ECHO_CODE = '0x600035600052600760206000a160206000f3';
/** Reverts with the byte 0x2a. */
const REVERTING = '0x0000000000000000000000000000000000ec0002';
const WORD = `0x${'00'.repeat(31)}63`;
const ABSENT = '0x0000000000000000000000000000000000ec0003';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await createDevnet({
    seed: 'calls by REST',
    api: true,
    grpc: true,
    jsonRpc: { address: true, namespaces: ['all'] },
  });
  await ask(devnet, 'hardhat_setCode', ECHO, ECHO_CODE);
  await ask(devnet, 'hardhat_setCode', REVERTING, '0x602a60005360016000fd');
});
afterAll(() => devnet.close());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();
const hexOf = (text: unknown): string => `0x${Buffer.from(String(text), 'base64').toString('hex')}`;

async function query(method: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${devnet.urls.api}/cosmos/evm/vm/v1/${method}?${new URLSearchParams(fields)}`);
  return (await response.json()) as Record<string, unknown>;
}

const asked = (call: object, gasCap = 25_000_000): Record<string, string> => ({
  args: base64(JSON.stringify(call)),
  gas_cap: `${gasCap}`,
});

it('runs a call with its logs, and changes nothing', async () => {
  const height = await ask(devnet, 'eth_blockNumber');
  const called = await query('eth_call', asked({ to: ECHO, data: WORD }));
  expect(called).toMatchObject({
    hash: `0x${'00'.repeat(32)}`,
    vm_error: '',
    logs: [{ address: ECHO, topics: [`0x${'00'.repeat(31)}07`], index: '0', removed: false }],
  });
  expect(hexOf(called['ret'])).toBe(await ask(devnet, 'eth_call', { to: ECHO, data: WORD }));
  expect(await ask(devnet, 'eth_blockNumber')).toBe(height);
});

it('shows a revert as a result, and gas that does not suffice as a failure', async () => {
  const reverted = await query('eth_call', asked({ to: REVERTING }));
  expect(reverted).toMatchObject({ vm_error: 'execution reverted', logs: [] });
  expect(hexOf(reverted['ret'])).toBe('0x2a');
  expect(await query('eth_call', asked({ to: ECHO, data: WORD }, 21_700))).toMatchObject({
    vm_error: 'out of gas',
    gas_used: '21700',
    ret: null,
  });
  expect(await query('eth_call', asked({ to: ECHO }, 20_000))).toMatchObject({ code: 13 });
});

it('estimates as eth_estimateGas, within the cap', async () => {
  const call = { to: ECHO, data: WORD };
  const { gas } = await query('estimate_gas', asked(call));
  expect(BigInt(String(gas))).toBe(BigInt(await ask<string>(devnet, 'eth_estimateGas', call)));
  expect(await query('estimate_gas', asked({ to: REVERTING }))).toMatchObject({
    gas: '0',
    vm_error: 'execution reverted',
  });
  expect(await query('estimate_gas', asked(call, 20_999))).toMatchObject({
    code: 3,
    message: 'gas cap cannot be lower than 21000',
  });
  expect(await query('estimate_gas', asked(call, 21_700))).toMatchObject({
    code: 2,
    message: 'gas required exceeds allowance (21700)',
  });
});

it('applies state overrides, and refuses what is no call', async () => {
  const overrides = base64(JSON.stringify({ [ABSENT]: { code: ECHO_CODE } }));
  const called = await query('eth_call', { ...asked({ to: ABSENT, data: WORD }), overrides });
  expect(hexOf(called['ret'])).toBe(WORD);
  const bad = async (args: string) => (await query('eth_call', { args: base64(args), gas_cap: '0' }))['message'];
  expect(await bad('')).toBe('unexpected end of JSON input');
  expect(await bad('halley')).toBe("invalid character 'h' looking for beginning of value");
  expect(await bad('{"to":"0x12"}')).toBe('hex string has length 2, want 40 for common.Address');
  expect(await query('eth_call', { ...asked({ to: ECHO }), overrides: base64('7') })).toMatchObject({
    code: 3,
    message: expect.stringMatching(/^invalid state overrides format: /),
  });
});

it('traces a transaction and a block as debug_trace… does, and refuses one that is not in a block', async () => {
  const [from] = await ask<string[]>(devnet, 'eth_accounts');
  const hash = await ask(devnet, 'eth_sendTransaction', { from, to: ECHO, data: WORD });
  const raw = await ask<string>(devnet, 'eth_getRawTransactionByHash', hash);
  const { blockNumber } = await ask<{ blockNumber: string }>(devnet, 'eth_getTransactionReceipt', hash);
  const msg = Buffer.from(raw.slice(2), 'hex').toString('base64');
  const config = { 'trace_config.tracer': 'callTracer', block_number: `${BigInt(blockNumber)}` };
  const traced = await query('trace_tx', { ...config, 'msg.raw': msg });
  expect(JSON.parse(fromBase64(String(traced['data'])))).toEqual(
    await ask(devnet, 'debug_traceTransaction', hash, { tracer: 'callTracer' }),
  );
  expect(await query('trace_tx', { ...config, 'msg.raw': base64('no') })).toMatchObject({ code: 5 });
  expect(await query('trace_tx', { ...config, 'msg.raw': msg, 'trace_config.limit': '-3' })).toMatchObject({
    code: 3,
    message: 'output limit cannot be negative, got -3',
  });
  expect(await query('trace_tx', { ...config, 'msg.raw': msg, block_number: '77' })).toMatchObject({ code: 9 });
  expect(await query('trace_block', config)).toEqual({ data: base64('[]') });
});

it('traces the transactions of a block that a gRPC client lists, and refuses those of other blocks', async () => {
  const [from, other] = await ask<string[]>(devnet, 'eth_accounts');
  await ask(devnet, 'evm_setAutomine', false);
  const hashes = [
    await ask(devnet, 'eth_sendTransaction', { from, to: ECHO, data: WORD }),
    await ask(devnet, 'eth_sendTransaction', { from: other, to: REVERTING, gas: '0xc350' }),
  ];
  await ask(devnet, 'evm_mine');
  const number = BigInt(await ask<string>(devnet, 'eth_blockNumber'));
  const raws = await Promise.all(hashes.map((hash) => ask<string>(devnet, 'eth_getRawTransactionByHash', hash)));
  const session = connected(devnet.urls.grpc as string, onTestFinished);
  const trace = async (height: bigint, listed = raws) => {
    const request = new ProtoWriter();
    for (const raw of listed) request.message(1, new ProtoWriter().bytes(6, fromHex(raw.slice(2))).finish());
    request.message(3, new ProtoWriter().string(1, 'callTracer').finish()).int(5, height);
    return call(session, '/cosmos.evm.vm.v1.Query/TraceBlock', framed(request.finish()));
  };
  const { messages } = await trace(number);
  const reader = new ProtoReader(messages[0] as Uint8Array);
  reader.next();
  const traces = await ask<{ result: object }[]>(devnet, 'debug_traceBlockByNumber', `0x${number.toString(16)}`, {
    tracer: 'callTracer',
  });
  expect(JSON.parse(fromUtf8(reader.bytes()))).toEqual(traces.map(({ result }) => ({ result })));
  expect(traces).toHaveLength(2);
  const refused = await trace(number - 1n);
  expect(JSON.stringify(refused)).toContain(`not in block ${number - 1n}`);
  const [first = '', second = ''] = raws;
  for (const listed of [
    [second, first],
    [second, second],
  ])
    expect(JSON.stringify(await trace(number, listed))).toContain('list each once');
});
