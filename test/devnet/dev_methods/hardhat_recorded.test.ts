/**
 * Repeats the requests of `test/vectors/hardhat.json` (`scripts/record_hardhat.ts`) on a devnet with each of Hardhat's
 * compat modes. Its answers are those of Hardhat's nodes, but for the cases that are named here.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';

interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
}
type Answer = { readonly result?: unknown; readonly error?: unknown };
type Release = 'hardhat2' | 'hardhat3';
type Case = { readonly name: string; readonly before: readonly Request[]; readonly request: Request } & Readonly<
  Record<Release, Answer>
>;

const FILE = new URL('../../vectors/hardhat.json', import.meta.url);
const { setUp, cases } = JSON.parse(readFileSync(FILE, 'utf8')) as { setUp: Request[]; cases: Case[] };

/** Cases with other answers (docs/guides/hardhat.md), by reason. */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  'the limit of a transaction is that of a block': [
    'eth_sendTransaction: gas above the limit of a block',
    'eth_sendRawTransaction: gas above the limit of a block',
  ],
  "the texts are geth's": [
    'eth_sendTransaction: tip above the fee cap',
    'eth_sendTransaction: price and fee cap',
    'eth_sendTransaction: unknown sender',
    'eth_sendRawTransaction: other chain id',
    'eth_sendRawTransaction: no transaction',
    'eth_call: unknown block',
    'eth_getBalance: unknown block',
    'eth_getBalance: short address',
    'eth_getBalance: no address',
    'eth_getBalance: too many parameters',
    'eth_sign: unknown account',
    'unknown method',
    'evm_increaseTime: negative',
    'hardhat_mine: negative',
    'hardhat_setStorageAt: short word',
    'hardhat_setCode: no code',
    'hardhat_impersonateAccount: short address',
    'hardhat_setPrevRandao: short word',
  ],
  'a plain transfer is estimated at 21,000 gas': ['eth_estimateGas: more than the balance'],
  'a quantity may be decimal': ['hardhat_setBalance: decimal text'],
  'the refusal names the sender': [
    'eth_sendTransaction: more than the balance',
    'eth_sendRawTransaction: more than the balance',
  ],
  'a range ends before it begins': ['eth_getLogs: start after the end'],
};
const REASONS = new Map(Object.entries(DIFFERENT).flatMap(([why, names]) => names.map((name) => [name, why] as const)));

/** Cases whose errors have the same code and text, but no `data`. */
const WITHOUT_DATA: readonly string[] = [
  'evm_mine: time in the past',
  'evm_setNextBlockTimestamp: time in the past',
  'hardhat_setMinGasPrice',
];

/** Stands for the hash of a transaction whose gas limit the node chose. */
const SOME_HASH = 'hash';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

/**
 * Returns what both answers of a case have in common. Hardhat 3's steps have a refund of zero, and errors in Rust's
 * format; Halley's have geth's, which omits the zero and other errors.
 */
function comparable(name: string, { result, error }: Json): Json {
  if (WITHOUT_DATA.includes(name)) return { code: error.code, message: error.message };
  if (name.startsWith('eth_sendTransaction without gas')) {
    if (error === undefined) return SOME_HASH;
    return error.data.txHash === undefined ? error : { ...error, data: { ...error.data, txHash: SOME_HASH } };
  }
  if (result?.structLogs === undefined) return { result, error };
  const structLogs = result.structLogs.map(({ refund: _refund, error: _error, ...step }: Json) => step);
  return { ...result, structLogs };
}

async function answerOf({ provider }: Devnet, request: Request): Promise<Answer> {
  try {
    return { result: await provider.request(request) };
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown };
    return { error: { code, message, ...(data !== undefined && { data }) } };
  }
}

describe.each<Release>(['hardhat2', 'hardhat3'])('the compat mode %s', (release) => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await createDevnet({ compat: release });
    for (const request of setUp) await devnet.provider.request(request);
  });
  afterAll(() => devnet.close());

  it.each(cases.map((one) => [one.name, one] as const))(
    '%s',
    async (name, { before, request, [release]: recorded }) => {
      const snapshot = await devnet.provider.request({ method: 'evm_snapshot' });
      for (const one of before) await answerOf(devnet, one);
      const answer = await answerOf(devnet, request);
      await devnet.provider.request({ method: 'evm_revert', params: [snapshot] });
      const seen = comparable(name, answer);
      if (REASONS.get(name) === undefined) expect(seen).toEqual(comparable(name, recorded));
      else expect(seen).not.toEqual(comparable(name, recorded));
    },
  );
});
