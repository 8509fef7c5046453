import { expect, test } from 'vitest';
import { encodeEip55 } from '../../../src/codec/ethereum/eip55.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { simulation } from '../../../src/rpc/evm/methods/eth_simulateV1.js';
import { amount, gas } from '../../../src/rpc/evm/params/numbers.js';
import { RpcError } from '../../../src/rpc/jsonrpc/errors.js';
import { aBench } from './fixture.js';
import { ALICE, BOB, CONTRACT, word } from './little_names.js';

/** Returns code and message of a refusal. */
async function refusal(method: string, ...params: readonly unknown[]): Promise<readonly [number, string]> {
  try {
    const answer = await aBench().call(method, ...params);
    throw new Error(`${method} answered ${JSON.stringify(answer)}`);
  } catch (error) {
    if (error instanceof RpcError) return [error.code, error.message];
    throw error;
  }
}

test('refuses invalid addresses, with the messages of geth', async () => {
  const cases: readonly [unknown, string][] = [
    [5, 'json: cannot unmarshal non-string into Go value of type common.Address'],
    ['f39f', 'json: cannot unmarshal hex string without 0x prefix into Go value of type common.Address'],
    ['0xf39', 'hex string of odd length: 0xf39 has 3 digits after 0x, an address has 40'],
    ['0xf39f', 'hex string has length 4, want 40 for common.Address'],
    [`0x${'zz'.repeat(20)}`, 'json: cannot unmarshal invalid hex string into Go value of type common.Address'],
  ];
  for (const [address, text] of cases)
    expect(await refusal('eth_getBalance', address, 'latest')).toEqual([-32602, `invalid argument 0: ${text}`]);
});

test('refuses invalid block numbers', async () => {
  const cases: readonly [unknown, string][] = [
    ['0x', 'hex string "0x"'],
    ['0x0400', 'hex number with leading zero digits'],
    ['1', 'hex string without 0x prefix'],
    ['newest', 'hex string without 0x prefix'],
    ['0xzz', 'invalid hex string'],
    ['', 'empty hex string'],
    ['0x8000000000000000', 'block number larger than int64'],
    [5, 'json: cannot unmarshal number into Go value of type string'],
    [[], 'json: cannot unmarshal array into Go value of type string'],
    [
      { blockHash: word(1), blockNumber: '0x1' },
      'cannot specify both BlockHash and BlockNumber, choose one or the other',
    ],
  ];
  for (const [block, text] of cases)
    expect(await refusal('eth_getBalance', ALICE, block)).toEqual([-32602, `invalid argument 1: ${text}`]);
  for (const none of [{}, null])
    expect(await refusal('eth_getBalance', ALICE, none)).toEqual([
      -32000,
      'types BlockHash and BlockNumber cannot be both nil',
    ]);
});

test('decodes a null where a value is required, as Go does', async () => {
  const { call } = aBench();
  expect(call('eth_getBlockByNumber', '0x1', null)).toEqual(call('eth_getBlockByNumber', '0x1', false));
  expect(call('eth_getLogs', null)).toEqual(call('eth_getLogs', {}));
  expect(call('eth_uninstallFilter', null)).toBe(false);
  for (const [method, type] of [
    ['eth_getBalance', 'common.Address'],
    ['eth_getTransactionReceipt', 'common.Hash'],
    ['eth_sendRawTransaction', 'hexutil.Bytes'],
  ] as const)
    expect(await refusal(method, null)).toEqual([
      -32602,
      `invalid argument 0: json: cannot unmarshal non-string into Go value of type ${type}`,
    ]);
});

test('refuses quantities and data in a call object, naming the field', async () => {
  const cases: readonly [object, string][] = [
    [
      { value: '1' },
      'json: cannot unmarshal hex string without 0x prefix into Go struct field TransactionArgs.value of type *hexutil.Big',
    ],
    [{ value: 1 }, 'json: cannot unmarshal non-string into Go struct field TransactionArgs.value of type *hexutil.Big'],
    [
      { gas: '0x' },
      'json: cannot unmarshal hex string "0x" into Go struct field TransactionArgs.gas of type hexutil.Uint64',
    ],
    [
      { gas: '0x01' },
      'json: cannot unmarshal hex number with leading zero digits into Go struct field TransactionArgs.gas of type hexutil.Uint64',
    ],
    [
      { nonce: '0x10000000000000000' },
      'json: cannot unmarshal hex number > 64 bits into Go struct field TransactionArgs.nonce of type hexutil.Uint64',
    ],
    [
      { gasPrice: `0x1${'0'.repeat(64)}` },
      'json: cannot unmarshal hex number > 256 bits into Go struct field TransactionArgs.gasPrice of type *hexutil.Big',
    ],
    [
      { data: '0x1' },
      'json: cannot unmarshal hex string of odd length into Go struct field TransactionArgs.data of type hexutil.Bytes',
    ],
    [
      { accessList: {} },
      'json: cannot unmarshal object into Go struct field TransactionArgs.accessList of type types.AccessList',
    ],
    [{ to: null, from: '0x' }, 'hex string has length 0, want 40 for common.Address'],
  ];
  for (const [call, text] of cases)
    expect(await refusal('eth_call', call)).toEqual([-32602, `invalid argument 0: ${text}`]);
  expect(await refusal('eth_call', 'x')).toEqual([
    -32602,
    'invalid argument 0: json: cannot unmarshal string into Go value of type ethapi.TransactionArgs',
  ]);
});

test('passes on a call object in domain types, input before data, without unknown members', async () => {
  const { call, chain } = aBench();
  await call('eth_call', {
    from: ALICE.toUpperCase().replace('0X', '0x'),
    to: null,
    gas: '0x5208',
    value: '0x0',
    input: '0x01',
    data: '0x02',
    accessList: [{ address: BOB, storageKeys: [word(7)] }],
    chainId: '0x7a69',
    type: '0x2',
  });
  const { request, at } = chain.asked ?? {};
  expect(at).toBe(2n);
  expect(Object.keys(request ?? {}).sort()).toEqual([
    'accessList',
    'chainId',
    'client',
    'from',
    'gas',
    'input',
    'value',
  ]);
  expect(request).toMatchObject({ gas: 21_000n, value: 0n, input: Uint8Array.of(1), chainId: 31337n });
});

test('refuses contradictory fees and chain ids', async () => {
  expect(await refusal('eth_call', { gasPrice: '0x1', maxFeePerGas: '0x1' })).toEqual([
    -32000,
    'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
  ]);
  expect(await refusal('eth_estimateGas', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' })).toEqual([
    -32000,
    'max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas 2, maxFeePerGas 1',
  ]);
  expect(await refusal('eth_call', { chainId: '0x1' })).toEqual([
    -32000,
    "chainId does not match node's (have=1, want=31337)",
  ]);
});

test('refuses a transaction whose data and input differ', async () => {
  const text = "both 'data' and 'input' are set and not equal. Please use 'input' to pass transaction call data";
  expect(await refusal('eth_sendTransaction', { from: ALICE, input: '0x01', data: '0x02' })).toEqual([-32000, text]);
});

test('passes on state and block overrides', async () => {
  const { call, chain } = aBench();
  const state = {
    [ALICE.replace('f39f', 'F39F')]: {
      balance: '0x10',
      nonce: '0x1',
      code: '0x6000',
      stateDiff: { [word(1)]: word(2) },
    },
    [CONTRACT]: { state: {} },
  };
  await call('eth_call', {}, 'latest', state, { number: '0x64', time: '0x5', feeRecipient: BOB, baseFeePerGas: '0x7' });
  expect(chain.asked?.state?.get(ALICE)).toEqual({
    balance: 16n,
    nonce: 1n,
    code: Uint8Array.of(0x60, 0),
    stateDiff: new Map([[word(1), Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 2 : 0))]]),
  });
  expect(chain.asked?.state?.get(CONTRACT)).toEqual({ state: new Map() });
  expect(chain.asked?.block).toMatchObject({ number: 100n, time: 5n, baseFeePerGas: 7n });
});

test('refuses invalid overrides', async () => {
  expect(await refusal('eth_call', {}, 'latest', { [ALICE]: { state: {}, stateDiff: {} } })).toEqual([
    -32000,
    `failed to apply state override: account ${encodeEip55(fromHex(ALICE))} has both 'state' and 'stateDiff'`,
  ]);
  expect(await refusal('eth_call', {}, 'latest', { '0x12': {} })).toEqual([
    -32602,
    'invalid argument 2: hex string has length 2, want 40 for common.Address',
  ]);
  expect(await refusal('eth_call', {}, 'latest', { [ALICE]: { movePrecompileToAddress: BOB } })).toEqual([
    -32602,
    `invalid argument 2: movePrecompileToAddress is not supported (account ${encodeEip55(fromHex(ALICE))})`,
  ]);
  expect(await refusal('eth_call', {}, 'latest', {}, { blobBaseFee: '0x1' })).toEqual([
    -32602,
    'invalid argument 3: blobBaseFee is not supported',
  ]);
});

test('accepts a storage slot in any spelling that fits', async () => {
  const { call } = aBench();
  for (const slot of ['0x0', '0x00', '0', `0x${'0'.repeat(64)}`])
    expect(call('eth_getStorageAt', CONTRACT, slot)).toBe(word(1));
  expect(await refusal('eth_getStorageAt', CONTRACT, `0x${'0'.repeat(65)}`)).toEqual([
    -32602,
    `storage key too long (want at most 32 bytes): "0x${'0'.repeat(65)}"`,
  ]);
  expect(await refusal('eth_getStorageAt', CONTRACT, '0xzz')).toEqual([-32602, 'invalid hex in storage key: "0xzz"']);
});

test('refuses invalid filter objects', async () => {
  const cases: readonly [object, string][] = [
    [
      { blockHash: word(1), fromBlock: '0x1' },
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    ],
    [{ address: [5] }, 'non-string address at index 0'],
    [
      { address: [BOB, '0x12'] },
      'invalid address at index 1: hex has invalid length 1 after decoding; expected 20 for address',
    ],
    [{ address: '12' }, 'invalid address: hex string without 0x prefix'],
    [{ address: {} }, 'invalid addresses in query'],
    [{ topics: [5] }, 'invalid topic(s)'],
    [{ topics: [[5]] }, 'invalid topic(s)'],
    [{ topics: ['0x12'] }, 'hex has invalid length 1 after decoding; expected 32 for topic'],
    [{ topics: 'x' }, 'json: cannot unmarshal string into Go struct field input.topics of type []interface {}'],
    [{ topics: Array.from({ length: 5 }, () => null) }, 'exceed max topics'],
    [{ fromBlock: '5' }, 'hex string without 0x prefix'],
  ];
  for (const [filter, text] of cases) {
    expect(await refusal('eth_getLogs', filter)).toEqual([-32602, `invalid argument 0: ${text}`]);
    expect(await refusal('eth_newFilter', filter)).toEqual([-32602, `invalid argument 0: ${text}`]);
  }
});

test('requires the flag for full transactions', async () => {
  expect(await refusal('eth_getBlockByNumber', 'latest')).toEqual([-32602, 'missing value for required argument 1']);
  expect(await refusal('eth_getBlockByNumber', 'latest', 'yes')).toEqual([
    -32602,
    'invalid argument 1: json: cannot unmarshal string into Go value of type bool',
  ]);
});

test('reads simulations up to the limits of blocks and calls', () => {
  const blocks = (...calls: readonly number[]) => ({
    blockStateCalls: calls.map((count) => ({ calls: Array.from({ length: count }, () => ({})) })),
  });
  const read = (value: unknown): number => simulation.decode(value).blocks.length;
  expect(read(blocks(...Array.from({ length: 256 }, () => 1)))).toBe(256);
  expect(() => read(blocks(...Array.from({ length: 257 }, () => 1)))).toThrow('too many blocks');
  expect(read(blocks(5000, 5000))).toBe(2);
  expect(() => read(blocks(5000, 5000, 1))).toThrow('too many calls: 10001 > 10000');
  expect(() => read(blocks(5001))).toThrow('too many calls in block: 5001 > 5000');
});

test('reads digits up to the bits of a number', () => {
  const [least, most] = [2n ** 64n, 2n ** 256n - 1n];
  expect([amount.decode(`${least}`), amount.decode(`${most}`)]).toEqual([least, most]);
  expect(() => amount.decode(`${most + 1n}`)).toThrow('expected less than 2^256');
  expect(gas.decode(`${least - 1n}`)).toBe(least - 1n);
  expect(() => gas.decode(`${least}`)).toThrow('expected less than 2^64');
});
