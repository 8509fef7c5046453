/**
 * Reads geth's own tracer vectors (`test/vectors/go-ethereum-…`): a state, a block, a transaction, and a tracer's
 * result.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Common, Mainnet } from '@ethereumjs/common';
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx';
import type { KZG } from '@ethereumjs/util';
import { openAppState } from '../../../src/app/state/open.js';
import type { WorkingState } from '../../../src/app/state/types.js';
import type { Authorization } from '../../../src/codec/ethereum/tx.js';
import { createCommon } from '../../../src/evm/ethereumjs/common.js';
import type { Message } from '../../../src/evm/machine.js';
import { EMPTY_CODE_HASH } from '../../../src/evm/state.js';
import { withoutLeadingZeros } from '../../../src/evm/word.js';
import { type Bytes, bytesToBigint, leftPadded } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';

const FILE = new URL('../../vectors/go-ethereum-02b73d4/tracers.json.gz', import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: traces of any shape
export type Json = any;

interface RawCase {
  readonly genesis: {
    readonly alloc: Readonly<Record<string, RawAccount>>;
    readonly config: Readonly<Record<string, unknown>>;
    readonly mixHash: string;
  };
  readonly context: Readonly<Record<'number' | 'timestamp' | 'gasLimit' | 'miner', string>> &
    Readonly<Partial<Record<'difficulty' | 'baseFeePerGas', string>>>;
  readonly input: string;
  readonly tracerConfig?: Readonly<Record<string, unknown>>;
  readonly result: Json;
}

interface RawAccount {
  readonly balance: string;
  readonly nonce?: string | number;
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

export interface GethBlock {
  readonly number: bigint;
  readonly timestamp: bigint;
  readonly gasLimit: bigint;
  readonly coinbase: Bytes;
  readonly difficulty: bigint;
  readonly prevRandao: Bytes;
  /** `undefined` before London. */
  readonly baseFee: bigint | undefined;
}

export interface GethCase {
  /** Name of the fork in EthereumJS. */
  readonly fork: string;
  readonly chainId: bigint;
  readonly block: GethBlock;
  readonly message: Message;
  /** Blobs of the transaction, whose bytes are charged. */
  readonly blobs: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly result: Json;
  state(): Promise<WorkingState>;
}

const raw: Readonly<Record<string, RawCase>> = JSON.parse(gunzipSync(readFileSync(FILE)).toString());

/** Paths in geth's folder. */
export const GETH_CASES: readonly string[] = Object.keys(raw);

const BY_NUMBER: readonly (readonly [key: string, fork: string])[] = [
  ['homesteadBlock', 'homestead'],
  ['eip150Block', 'tangerineWhistle'],
  ['eip158Block', 'spuriousDragon'],
  ['byzantiumBlock', 'byzantium'],
  ['constantinopleBlock', 'constantinople'],
  ['petersburgBlock', 'petersburg'],
  ['istanbulBlock', 'istanbul'],
  ['berlinBlock', 'berlin'],
  ['londonBlock', 'london'],
];
const BY_TIME: readonly (readonly [key: string, fork: string])[] = [
  ['shanghaiTime', 'shanghai'],
  ['cancunTime', 'cancun'],
  ['pragueTime', 'prague'],
];

/** Forks, oldest first. */
export const FORKS = ['chainstart', ...BY_NUMBER.map(([, fork]) => fork), 'paris', ...BY_TIME.map(([, fork]) => fork)];

export const isFrom = (fork: string, first: string): boolean => FORKS.indexOf(fork) >= FORKS.indexOf(first);

/** Returns the last fork that has begun. */
function forkOf(config: Readonly<Record<string, unknown>>, number: bigint, time: bigint): string {
  // Go reads member names in any case, and one of them is misspelt.
  const lower = new Map(Object.entries(config).map(([key, value]) => [key.toLowerCase(), value]));
  const begun = (key: string, now: bigint): boolean => {
    const at = lower.get(key.toLowerCase());
    return at !== undefined && at !== null && BigInt(at as number) <= now;
  };
  const named = BY_NUMBER.filter(([key]) => begun(key, number)).at(-1)?.[1] ?? 'chainstart';
  if (config['terminalTotalDifficulty'] !== 0) return named;
  return BY_TIME.filter(([key]) => begun(key, time)).at(-1)?.[1] ?? 'paris';
}

export function gethCase(path: string): GethCase {
  const found = raw[path];
  if (found === undefined) throw new RangeError(`there is no case ${path}`);
  const { genesis, context, input, tracerConfig = {}, result } = found;
  const [number, timestamp] = [BigInt(context.number), BigInt(context.timestamp)];
  const fork = forkOf(genesis.config, number, timestamp);
  const chainId = BigInt((genesis.config['chainId'] as number | undefined) ?? 1);
  const baseFee = isFrom(fork, 'london') ? BigInt(context.baseFeePerGas ?? 0) : undefined;
  const tx = createTxFromRLP(fromHex(input), { common: commonOf(chainId, fork) });
  return {
    fork,
    chainId,
    block: {
      number,
      timestamp,
      gasLimit: BigInt(context.gasLimit),
      coinbase: fromHex(context.miner),
      difficulty: BigInt(context.difficulty ?? 0),
      prevRandao: fromHex(genesis.mixHash),
      baseFee,
    },
    message: messageOf(tx, baseFee ?? 0n),
    blobs: 'blobVersionedHashes' in tx ? tx.blobVersionedHashes.length : 0,
    config: tracerConfig,
    result,
    state: () => stateOf(genesis.alloc),
  };
}

/** Returns the library's chain for the recovery of senders; blobs require some verifier. */
const commonOf = (chainId: bigint, hardfork: string): Common =>
  new Common({
    chain: { ...Mainnet, name: 'case', chainId: chainId.toString() },
    hardfork,
    customCrypto: { kzg: createCommon().customCrypto.kzg as KZG },
  });

function messageOf(tx: TypedTransaction, baseFee: bigint): Message {
  const { accessList, authorizationList } = tx as { accessList?: Bytes[][][]; authorizationList?: Bytes[][] };
  return {
    from: tx.getSenderAddress().bytes,
    to: tx.to?.bytes,
    value: tx.value,
    input: tx.data,
    gasLimit: tx.gasLimit,
    gasPrice: 'gasPrice' in tx ? (tx.gasPrice as bigint) : tx.getEffectivePriorityFee(baseFee) + baseFee,
    accessList: accessList?.map(([address, storageKeys]) => ({ address, storageKeys })) as Message['accessList'],
    authorizationList: authorizationList?.map(authorizationOf),
  };
}

function authorizationOf(fields: readonly Bytes[]): Authorization {
  const [chainId, address, nonce, yParity, r, s] = fields as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes];
  return {
    chainId: bytesToBigint(chainId),
    address,
    nonce: bytesToBigint(nonce),
    yParity: Number(bytesToBigint(yParity)),
    r: bytesToBigint(r),
    s: bytesToBigint(s),
  };
}

async function stateOf(alloc: RawCase['genesis']['alloc']): Promise<WorkingState> {
  const state = (await openAppState(undefined)).begin(0n);
  for (const [hex, { balance, nonce = 0, code = '0x', storage = {} }] of Object.entries(alloc)) {
    const address = fromHex(hex);
    const bytes = fromHex(code);
    const codeHash = bytes.length === 0 ? EMPTY_CODE_HASH : state.setCode(bytes);
    state.setAccount(address, { nonce: BigInt(nonce), balance: BigInt(balance), codeHash });
    for (const [slot, value] of Object.entries(storage))
      state.setStorage(address, leftPadded(fromHex(slot), 32), withoutLeadingZeros(fromHex(value)));
  }
  return state;
}
