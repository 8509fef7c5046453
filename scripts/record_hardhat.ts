/**
 * Records what the nodes of Hardhat 2 and Hardhat 3 answer to requests that fail, and to a few whose success clients
 * read:
 *
 *   npx tsx scripts/record_hardhat.ts URL_OF_HARDHAT_2 URL_OF_HARDHAT_3
 *
 * Both nodes have their defaults (`npx hardhat node` without networks or sources). Writes `test/vectors/hardhat.json`.
 * Each case begins with the same state: the contracts below, and accounts that have sent nothing.
 */
import { writeFileSync } from 'node:fs';
import { encodeErrorResult, type Hex, keccak256, parseAbi } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const OUT = new URL('../test/vectors/hardhat.json', import.meta.url);

interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Request whose answer is recorded, and the requests before it. */
interface Case {
  readonly name: string;
  readonly before: readonly Request[];
  readonly request: Request;
}

type Answer = { readonly result: unknown } | { readonly error: unknown };

const [hardhat2, hardhat3] = process.argv.slice(2);
if (hardhat2 === undefined || hardhat3 === undefined) {
  console.error('usage: npx tsx scripts/record_hardhat.ts URL_OF_HARDHAT_2 URL_OF_HARDHAT_3');
  process.exit(2);
}

const CODES = {
  /** Reverts with its input. */
  echo: '0x365f5f37365ffd',
  invalid: '0xfe',
  loop: '0x5b5f56',
  badJump: '0x5f56',
  underflow: '0x50',
  /** Stores 5 in slot 1, 0x1234 in memory, reads slot 3, and stops. */
  steps: '0x60056001556112345f526003545000',
  /** Returns one word. */
  answer: '0x602a5f5260205ff3',
} as const;
const names = Object.keys(CODES) as (keyof typeof CODES)[];
const at = Object.fromEntries(names.map((name, i) => [name, `0x${(0x900001 + i).toString(16).padStart(40, '0')}`]));
const NOBODY = '0x00000000000000000000000000000000000000ee';
const POOR = '0x00000000000000000000000000000000000000aa';
const UNKNOWN_HASH = `0x${'0d'.repeat(32)}`;

const signer = mnemonicToAccount('test test test test test test test test test test test junk');
const alice = signer.address.toLowerCase();
const FEES = { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x3b9aca00' };
const SIGNED_FEES = { maxFeePerGas: 5_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n, chainId: 31_337 } as const;

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error Short(uint256 missing)']);
const REVERTS: Readonly<Record<string, Hex>> = {
  'a reason': encodeErrorResult({ abi, errorName: 'Error', args: ['SPL'] }),
  'an empty reason': encodeErrorResult({ abi, errorName: 'Error', args: [''] }),
  'a panic': encodeErrorResult({ abi, errorName: 'Panic', args: [0x11n] }),
  'an unknown panic': encodeErrorResult({ abi, errorName: 'Panic', args: [0x99n] }),
  'a custom error': encodeErrorResult({ abi, errorName: 'Short', args: [5n] }),
  'no data': '0x',
  'two bytes': '0x1234',
};

const ask = (method: string, ...params: readonly unknown[]): Request => ({ method, params });
const alone = (name: string, method: string, ...params: readonly unknown[]): Case => ({
  name,
  before: [],
  request: ask(method, ...params),
});

/** Returns one case for each way of running `to` with `data`. */
async function everyWay(what: string, to: string | undefined, data: Hex, gas = 0x100000): Promise<Case[]> {
  const request = { from: alice, ...(to !== undefined && { to }), data };
  const limited = { ...request, gas: `0x${gas.toString(16)}` };
  const signed = await signer.signTransaction({
    ...(to !== undefined && { to: to as Hex }),
    ...SIGNED_FEES,
    data,
    gas: BigInt(gas),
    nonce: 0,
  });
  return [
    alone(`eth_call: ${what}`, 'eth_call', limited, 'latest'),
    alone(`eth_estimateGas: ${what}`, 'eth_estimateGas', limited),
    alone(`eth_sendTransaction: ${what}`, 'eth_sendTransaction', { ...limited, ...FEES }),
    alone(`eth_sendTransaction without gas: ${what}`, 'eth_sendTransaction', { ...request, ...FEES }),
    alone(`eth_sendRawTransaction: ${what}`, 'eth_sendRawTransaction', signed),
    // A loop has too many steps for the file.
    ...(to === at['loop'] ? [] : [alone(`debug_traceCall: ${what}`, 'debug_traceCall', limited, 'latest', {})]),
  ];
}

const raw = (tx: object): Promise<Hex> =>
  signer.signTransaction({ to: NOBODY, gas: 50_000n, nonce: 0, ...SIGNED_FEES, ...tx });

/** Returns initcode that reverts with `data`. */
const reverting = (data: Hex): Hex =>
  `0x60${((data.length - 2) / 2).toString(16).padStart(2, '0')}8060095f395ffd${data.slice(2)}`;

async function runs(): Promise<Case[]> {
  const reverts = Object.entries(REVERTS).map(([name, data]) => everyWay(`revert with ${name}`, at['echo'], data));
  const halts = [
    everyWay('invalid opcode', at['invalid'], '0x'),
    everyWay('out of gas', at['loop'], '0x', 0x10000),
    everyWay('bad jump', at['badJump'], '0x'),
    everyWay('stack underflow', at['underflow'], '0x'),
    everyWay('constructor that reverts with a reason', undefined, reverting(REVERTS['a reason'] as Hex)),
    everyWay('constructor that reverts without data', undefined, '0x5f5ffd'),
    everyWay('constructor with too much code', undefined, '0x6160015ff3'),
    everyWay('call to an account without code', NOBODY, '0x12345678'),
  ];
  return (await Promise.all([...reverts, ...halts])).flat();
}

async function refusals(): Promise<Case[]> {
  const send = { from: alice, to: NOBODY, gas: '0xc350', ...FEES };
  const sends: Readonly<Record<string, object>> = {
    'used nonce': { nonce: '0x0' },
    'more than the balance': { value: `0x${(10n ** 24n).toString(16)}` },
    'gas above the limit of a block': { gas: '0x7fffffff' },
    'too little gas': { gas: '0x5207' },
    'fee cap below the base fee': { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' },
    'tip above the fee cap': { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x12a05f201' },
    'price and fee cap': { gasPrice: '0x12a05f200' },
    'unknown sender': { from: POOR },
  };
  const raws: Readonly<Record<string, object>> = {
    'used nonce': {},
    'more than the balance': { nonce: 1, value: 10n ** 24n },
    'gas above the limit of a block': { nonce: 1, gas: 0x7fffffffn },
    'too little gas': { nonce: 1, gas: 20_999n },
    'fee cap below the base fee': { nonce: 1, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
    'other chain id': { nonce: 1, chainId: 5 },
  };
  const baseFee = ask('hardhat_setNextBlockBaseFeePerGas', '0x3b9aca00');
  const first = [baseFee, ask('eth_sendTransaction', { ...send, nonce: '0x0' }), baseFee];
  return [
    ...Object.entries(sends).map(([name, more]) => ({
      name: `eth_sendTransaction: ${name}`,
      before: first,
      request: ask('eth_sendTransaction', { ...send, ...more }),
    })),
    ...(await Promise.all(
      Object.entries(raws).map(async ([name, more]) => ({
        name: `eth_sendRawTransaction: ${name}`,
        before: first,
        request: ask('eth_sendRawTransaction', await raw(more)),
      })),
    )),
    alone('eth_sendRawTransaction: no transaction', 'eth_sendRawTransaction', '0x1234'),
    alone('eth_call: more than the balance', 'eth_call', { from: POOR, to: NOBODY, value: '0x5' }, 'latest'),
    alone('eth_estimateGas: more than the balance', 'eth_estimateGas', { from: POOR, to: NOBODY, value: '0x5' }),
    alone('eth_call: unknown block', 'eth_call', { from: alice, to: NOBODY }, '0x999'),
    alone('eth_getBalance: unknown block', 'eth_getBalance', alice, '0x999'),
    alone('eth_getBalance: short address', 'eth_getBalance', '0x12', 'latest'),
    alone('eth_getBalance: no address', 'eth_getBalance'),
    alone('eth_getBalance: too many parameters', 'eth_getBalance', alice, 'latest', 'latest'),
    alone('eth_getBlockByNumber: decimal number', 'eth_getBlockByNumber', 5, false),
    alone('eth_sign: unknown account', 'eth_sign', POOR, '0x1234'),
    alone('unknown method', 'eth_nothing'),
  ];
}

/** Returns a case that requests a time before that of the newest block, which is the year 2100. */
const past = (method: string): Case => ({
  name: `${method}: time in the past`,
  before: [ask('evm_mine', 4_102_444_800)],
  request: ask(method, 5),
});

/** Returns a case whose first request sends a transaction to `to`, and whose second one traces it. */
async function traceOf(name: string, to: string | undefined, data: Hex): Promise<Case> {
  const signed = await raw({ to, data });
  return {
    name: `debug_traceTransaction: ${name}`,
    before: [ask('eth_sendRawTransaction', signed)],
    request: ask('debug_traceTransaction', keccak256(signed), {}),
  };
}

const developing = async (): Promise<Case[]> => [
  await traceOf('steps', at['steps'], '0x'),
  await traceOf('result', at['answer'], '0x'),
  await traceOf('revert with a reason', at['echo'], REVERTS['a reason'] as Hex),
  alone('debug_traceTransaction: unknown transaction', 'debug_traceTransaction', UNKNOWN_HASH),
  alone('debug_traceCall: result', 'debug_traceCall', { from: alice, to: at['answer'], gas: '0x100000' }, 'latest', {}),
  alone('eth_getLogs: end beyond the head', 'eth_getLogs', { fromBlock: '0x0', toBlock: '0xffff' }),
  alone('eth_getLogs: start beyond the head', 'eth_getLogs', { fromBlock: '0xfff0', toBlock: '0xffff' }),
  alone('eth_getLogs: start after the end', 'eth_getLogs', { fromBlock: '0x2', toBlock: '0x1' }),
  alone('eth_getTransactionReceipt: unknown transaction', 'eth_getTransactionReceipt', UNKNOWN_HASH),
  alone('personal_sign', 'personal_sign', '0x1234', alice),
  alone('evm_mine', 'evm_mine'),
  past('evm_mine'),
  past('evm_setNextBlockTimestamp'),
  alone('evm_revert: unknown snapshot', 'evm_revert', '0xffff'),
  alone('evm_increaseTime: negative', 'evm_increaseTime', -5),
  alone('hardhat_mine', 'hardhat_mine', '0x2'),
  alone('hardhat_mine: negative', 'hardhat_mine', '-0x2'),
  alone('hardhat_setNonce: lower', 'hardhat_setNonce', alice, '0x0'),
  alone('hardhat_setBalance: decimal text', 'hardhat_setBalance', alice, '5'),
  alone('hardhat_setStorageAt: short word', 'hardhat_setStorageAt', alice, '0x0', '0x5'),
  alone('hardhat_setCode: no code', 'hardhat_setCode', alice, '0x5'),
  alone('hardhat_impersonateAccount: short address', 'hardhat_impersonateAccount', '0x12'),
  alone('hardhat_stopImpersonatingAccount: not impersonated', 'hardhat_stopImpersonatingAccount', POOR),
  alone('hardhat_dropTransaction: unknown transaction', 'hardhat_dropTransaction', UNKNOWN_HASH),
  alone('hardhat_setMinGasPrice', 'hardhat_setMinGasPrice', '0x5'),
  alone('hardhat_setPrevRandao: short word', 'hardhat_setPrevRandao', '0x5'),
];

async function answerOf(url: string, { method, params }: Request): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown };
  return error === undefined ? { result } : { error };
}

async function recorded(url: string, setUp: readonly Request[], cases: readonly Case[]): Promise<Answer[]> {
  for (const request of setUp) await answerOf(url, request);
  const answers: Answer[] = [];
  for (const { before, request } of cases) {
    const snapshot = (await answerOf(url, ask('evm_snapshot'))) as { result: string };
    for (const one of before) await answerOf(url, one);
    answers.push(await answerOf(url, request));
    await answerOf(url, ask('evm_revert', snapshot.result));
  }
  return answers;
}

const setUp = names.map((name) => ask('hardhat_setCode', at[name], CODES[name]));
const cases = [...(await runs()), ...(await refusals()), ...(await developing())];
const answers = [await recorded(hardhat2, setUp, cases), await recorded(hardhat3, setUp, cases)];
const versions = [hardhat2, hardhat3].map((url) => answerOf(url, ask('web3_clientVersion')));
const [version2, version3] = (await Promise.all(versions)).map((answer) => 'result' in answer && answer.result);
writeFileSync(
  OUT,
  `${JSON.stringify(
    {
      versions: { hardhat2: version2, hardhat3: version3 },
      setUp,
      cases: cases.map((one, i) => ({ ...one, hardhat2: answers[0]?.[i], hardhat3: answers[1]?.[i] })),
    },
    null,
    1,
  )}\n`,
);
