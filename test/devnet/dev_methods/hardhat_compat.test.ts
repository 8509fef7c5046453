/**
 * Compares a node with Hardhat's compat mode, over a socket, with recorded responses of `hardhat node` 2.29.1 for the
 * same code. Covers failures, calls without funds, prices, struct logs, and `hardhat_metadata`.
 */
import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  encodeErrorResult,
  getAddress,
  type Hex,
  http,
  parseAbi,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { post } from '../../support/ask.js';

/** Reverts with its input. */
const ECHO = '0x365f5f37365ffd';
/** Reverts with one word: GASPRICE, BASEFEE, the caller. */
const PRICE = '0x3a5f5260205ffd';
const BASE_FEE = '0x485f5260205ffd';
const CALLER = '0x335f5260205ffd';
const INVALID = '0xfe';
const BAD_JUMP = '0x5f56';
const LOOP = '0x5b5f56';
/** Stores 5 in slot 1, 0x1234 in memory, reads slot 3, and stops. */
const STEPS = '0x60056001556112345f526003545000';
const ABI = parseAbi(['function f() view', 'error Short(uint256 missing)']);
const SELECTOR = encodeErrorResult({ abi: ABI, errorName: 'Short', args: [5n] }).slice(2, 10);
/** Reverts with `Short(5)`. */
const SHORT = `0x7f${SELECTOR}${'00'.repeat(28)}5f52600560045260245ffd`;
const CODES = { SHORT, ECHO, PRICE, BASE_FEE, CALLER, INVALID, BAD_JUMP, LOOP, STEPS };
type Code = keyof typeof CODES;

const names = Object.keys(CODES) as Code[];
const at = (name: Code): string => `0x${(0x900000 + names.indexOf(name)).toString(16).padStart(40, '0')}`;
const POOR = '0x00000000000000000000000000000000000000aa';
const NOBODY = '0x00000000000000000000000000000000000000ee';
const EXCEPTION = 'Error: VM Exception while processing transaction:';
const NO_REASON = 'Error: Transaction reverted without a reason string';

const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0');
const reason = (text: string): string =>
  `0x08c379a0${word(32)}${word(text.length)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`;

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

let devnet: Devnet;
let alice: string;

const ask = (method: string, ...params: readonly unknown[]): Promise<Json> => post(devnet.urls.evmHttp, method, params);

const result = async (method: string, ...params: readonly unknown[]): Promise<Json> => {
  const answer = await ask(method, ...params);
  if (answer.error !== undefined) throw new Error(answer.error.message);
  return answer.result;
};

const failure = async (method: string, ...params: readonly unknown[]): Promise<Json> =>
  (await ask(method, ...params)).error;

/** Returns the word with which a call or an estimate reverts. */
const seen = async (method: string, name: Code, more: object = {}): Promise<string> =>
  (await failure(method, { to: at(name), ...more })).data.data.slice(2);

beforeAll(async () => {
  devnet = await createDevnet({ seed: '7', compat: 'hardhat', jsonRpc: { address: true, namespaces: ['all'] } });
  alice = devnet.accounts[0]?.address as string;
  for (const name of names) await result('hardhat_setCode', at(name), CODES[name]);
});
afterAll(() => devnet.close());

describe('a run that fails', () => {
  it.each<[Code, string, string]>([
    ['ECHO', reason('SPL'), `${EXCEPTION} reverted with reason string 'SPL'`],
    [
      'ECHO',
      `0x4e487b71${word(0x11)}`,
      `${EXCEPTION} reverted with panic code 0x11 (Arithmetic operation overflowed outside of an unchecked block)`,
    ],
    [
      'ECHO',
      `0xdeadbeef${word(5)}`,
      `${EXCEPTION} reverted with an unrecognized custom error (return data: 0xdeadbeef${word(5)})`,
    ],
    ['ECHO', '0x', NO_REASON],
    ['INVALID', '0x', `${EXCEPTION} invalid opcode`],
    ['BAD_JUMP', '0x', NO_REASON],
  ])('%s given %s has the same error text in a call, an estimate, and a transaction', async (name, input, message) => {
    const data = name === 'ECHO' ? input : '0x';
    const request = { from: alice, to: at(name), data: input };
    const expected = { code: -32603, message, data: { message, data } };
    expect(await failure('eth_call', request, 'latest')).toEqual(expected);
    expect(await failure('eth_estimateGas', request)).toEqual(expected);
    const sent = await failure('eth_sendTransaction', { ...request, gas: '0x100000' });
    expect(sent).toEqual({ ...expected, data: { message, txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), data } });
    expect(Object.keys(sent.data)).toEqual(['message', 'txHash', 'data']);
  });

  it('out of gas has no transaction in a call', async () => {
    const message = 'Transaction ran out of gas';
    const expected = { code: -32000, message, data: { message, txHash: null, data: '0x' } };
    for (const method of ['eth_call', 'eth_estimateGas'])
      expect(await failure(method, { from: alice, to: at('LOOP'), gas: '0x10000' })).toEqual(expected);
  });

  it('with too much initcode has the same error text in a call, an estimate, and a transaction', async () => {
    const request = { from: alice, data: `0x${'00'.repeat(49_153)}` };
    const message =
      '\nTrying to send a deployment transaction whose init code length is 49153. The max length allowed by EIP-3860 is ' +
      "49152.\n\nEnable the 'allowUnlimitedContractSize' option to allow init codes of any length.";
    const expected = { code: -32602, message, data: { message, data: null } };
    expect(await failure('eth_call', request, 'latest')).toEqual(expected);
    expect(await failure('eth_estimateGas', request)).toEqual(expected);
    expect(await failure('eth_sendTransaction', request)).toEqual(expected);
    expect(await failure('eth_sendTransaction', { ...request, gas: '0x1000000' })).toEqual(expected);
  });

  it('with too much code has an error that names it', async () => {
    const message = 'Error: Transaction reverted: trying to deploy a contract whose code is too large';
    expect(await failure('eth_call', { from: alice, data: '0x6160015ff3' })).toEqual({
      code: -32603,
      message,
      data: { message, data: '0x' },
    });
  });

  it('gives viem a custom error that it decodes', async () => {
    const client = createPublicClient({ transport: http(devnet.urls.evmHttp as string, { retryCount: 0 }) });
    const call = { address: at('SHORT') as Hex, abi: ABI, functionName: 'f' } as const;
    const error = (await client.readContract(call).catch((thrown: unknown) => thrown)) as BaseError;
    const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
    expect(reverted).toMatchObject({ data: { errorName: 'Short', args: [5n] } });
  });
});

describe('a call or an estimate from an account without funds', () => {
  it.each([
    ['a value', { value: '0x1' }],
    ['a gas price', { gasPrice: '0x77359400' }],
    ['a fee cap', { maxFeePerGas: '0x77359400' }],
    ['a price below the base fee', { gasPrice: '0x1', value: '0x5' }],
  ])('runs with %s', async (_, more) => {
    expect(await result('eth_call', { from: POOR, to: NOBODY, ...more }, 'latest')).toBe('0x');
    expect(await result('eth_estimateGas', { from: POOR, to: NOBODY, ...more })).toBe('0x5208');
  });

  it('is refused as a transaction, with its whole cost', async () => {
    await result('hardhat_impersonateAccount', POOR);
    const message = `Sender doesn't have enough funds to send tx. The max upfront cost is: 84007 and the sender's balance is: 0. The sender is ${getAddress(POOR)}.`;
    await result('hardhat_setNextBlockBaseFeePerGas', '0x1');
    const request = { from: POOR, to: NOBODY, value: '0x7', gasPrice: '0x4' };
    expect(await failure('eth_sendTransaction', request)).toEqual({
      code: -32000,
      message,
      data: { message, data: null },
    });
  });

  it('is sent from the first account by default', async () => {
    expect(await seen('eth_call', 'CALLER')).toBe(word(alice));
  });
});

it('a used nonce is refused with Hardhat’s error text', async () => {
  const nonce = Number(await result('eth_getTransactionCount', alice, 'latest'));
  const message = `Nonce too low. Expected nonce to be ${nonce} but got 0. Note that transactions can't be queued when automining.`;
  expect(await failure('eth_sendTransaction', { from: alice, to: NOBODY, nonce: '0x0' })).toEqual({
    code: -32000,
    message,
    data: { message, data: null },
  });
});

it('GASPRICE is 0 in a call without a price and 1 gwei in an estimate, BASEFEE is 0 in both', async () => {
  const prices = async (more: object): Promise<readonly bigint[]> => [
    BigInt(`0x${await seen('eth_call', 'PRICE', more)}`),
    BigInt(`0x${await seen('eth_estimateGas', 'PRICE', more)}`),
  ];
  expect(await prices({})).toEqual([0n, 1_000_000_000n]);
  expect(await prices({ gasPrice: '0x77359400' })).toEqual([2_000_000_000n, 2_000_000_000n]);
  expect(await prices({ maxFeePerGas: '0x1' })).toEqual([0n, 1n]);
  expect(await prices({ maxPriorityFeePerGas: '0x5' })).toEqual([5n, 5n]);
  for (const method of ['eth_call', 'eth_estimateGas']) expect(await seen(method, 'BASE_FEE')).toBe(word(0));
});

describe('struct logs', () => {
  const [one, three] = [word(1), word(3)];
  const memory = [word(0x1234)];

  it('have memory, words of 64 digits, and on each step all storage that was touched', async () => {
    const hash = await result('eth_sendTransaction', { from: alice, to: at('STEPS'), gas: '0x20000' });
    const trace = await result('debug_traceTransaction', hash);
    const { structLogs, ...rest } = trace;
    expect(rest).toEqual({ failed: false, gas: 45_222, returnValue: '' });
    const gas = 0x20000 - 21_000;
    expect(structLogs[2]).toEqual({
      depth: 1,
      gas: gas - 6,
      gasCost: 22_100,
      op: 'SSTORE',
      pc: 4,
      memory: [],
      stack: [word(5), one],
      storage: { [one]: word(5) },
    });
    expect(Object.keys(structLogs[2])).toEqual(['depth', 'gas', 'gasCost', 'op', 'pc', 'memory', 'stack', 'storage']);
    expect(structLogs[0]).toMatchObject({ memory: [], stack: [], storage: {} });
    expect(structLogs.at(-1)).toMatchObject({
      op: 'STOP',
      gasCost: 0,
      memory,
      stack: [],
      storage: { [one]: word(5), [three]: word(0) },
    });
  });

  it('leave out what Hardhat’s options exclude, and a STOP at the beginning', async () => {
    const steps = async (config: object): Promise<Json[]> =>
      (await result('debug_traceCall', { from: POOR, to: at('STEPS'), value: '0x1' }, 'latest', config)).structLogs;
    const [shown, ...others] = await steps({ disableMemory: true, disableStack: true, disableStorage: true });
    expect(Object.keys(shown)).toEqual(['depth', 'gas', 'gasCost', 'op', 'pc']);
    expect(others).not.toEqual([]);
    await result('hardhat_setCode', NOBODY, '0x00');
    expect((await result('debug_traceCall', { from: POOR, to: NOBODY }, 'latest')).structLogs).toEqual([]);
    await result('hardhat_setCode', NOBODY, '0x');
  });

  it('of a transaction that is in no block are refused with Hardhat’s error text', async () => {
    const hash = `0x${'11'.repeat(32)}`;
    const message = `Unable to find a block containing transaction ${hash}`;
    expect(await failure('debug_traceTransaction', hash)).toEqual({
      code: -32000,
      message,
      data: { message, data: null },
    });
  });
});

it('hardhat_metadata returns the same bytes with no snapshot and with 400', async () => {
  const before = await result('hardhat_metadata');
  expect(before).not.toHaveProperty('snapshots');
  for (let taken = 0; taken < 400; taken++) await devnet.provider.request({ method: 'evm_snapshot' });
  expect(await result('hardhat_metadata')).toEqual(before);
});
