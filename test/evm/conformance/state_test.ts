/**
 * Reads Ethereum's state tests (GeneralStateTests of `ethereum/tests`, `state_test` of
 * `ethereum/execution-spec-tests`). A test has a state, a block, and transactions by the indexes of their data, gas and
 * value. Each transaction has the resulting roots under each fork. A case is one such transaction under one fork.
 */
import type { AccessListEntry, Authorization } from '../../../src/codec/ethereum/tx.js';
import type { BlockContext } from '../../../src/evm/block_context.js';
import { HARDFORKS, type Hardfork } from '../../../src/evm/hardfork.js';
import type { Account } from '../../../src/evm/state.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { leftPadded } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';

export interface RawAccount {
  readonly nonce: string;
  readonly balance: string;
  readonly code: string;
  readonly storage: Readonly<Record<string, string>>;
}

interface RawTransaction {
  readonly sender: string;
  readonly nonce: string;
  readonly to: string;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  readonly maxFeePerBlobGas?: string;
  readonly blobVersionedHashes?: readonly string[];
  readonly authorizationList?: readonly Readonly<Record<string, string>>[];
  readonly data: readonly string[];
  readonly gasLimit: readonly string[];
  readonly value: readonly string[];
  /** Access lists by the index of the data. */
  readonly accessLists?: readonly (
    | readonly { readonly address: string; readonly storageKeys: readonly string[] }[]
    | null
  )[];
}

export interface RawPost {
  readonly hash: string;
  readonly logs: string;
  readonly indexes: Readonly<Record<'data' | 'gas' | 'value', number>>;
  readonly expectException?: string;
}

export interface RawStateTest {
  readonly env: Readonly<Record<string, string>>;
  readonly pre: Readonly<Record<string, RawAccount>>;
  readonly transaction: RawTransaction;
  /** Results by the name of the fork. */
  readonly post: Readonly<Record<string, readonly RawPost[]>>;
}

/** Tests by name. */
export type RawFile = Readonly<Record<string, RawStateTest>>;

/** Transaction before any check. */
export interface CaseTransaction {
  readonly type: 0 | 1 | 2 | 3 | 4;
  readonly from: Bytes;
  readonly to: Bytes | undefined;
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  /** Gas price for types 0 and 1; so is the priority fee. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly value: bigint;
  readonly input: Bytes;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
  readonly maxFeePerBlobGas: bigint;
  readonly blobHashes: readonly Bytes[];
}

export interface CaseBlock extends BlockContext {
  readonly excessBlobGas: bigint;
}

/** Adds code and slots to an account. */
export interface CaseAccount extends Omit<Account, 'codeHash'> {
  readonly address: Bytes;
  readonly code: Bytes;
  readonly slots: readonly (readonly [slot: Bytes, value: Bytes])[];
}

export interface StateCase {
  /** `test/Fork/d0g0v0`, unique in its file. */
  readonly name: string;
  readonly fork: Hardfork;
  readonly block: CaseBlock;
  readonly pre: readonly CaseAccount[];
  readonly transaction: CaseTransaction;
  /** Expected reason for a refusal; `undefined` when the transaction is valid. */
  readonly refusal: string | undefined;
  /** Resulting root of the accounts' trie. */
  readonly root: string;
  /** Keccak-256 of the RLP of the logs. */
  readonly logs: string;
}

/** Lists the cases of a file under all forks of the machines, or under the given ones. */
export function casesOf(file: RawFile, forks: readonly Hardfork[] = HARDFORKS): readonly StateCase[] {
  return Object.entries(file).flatMap(([test, raw]) => {
    const [block, pre] = [blockOf(raw.env), accountsOf(raw.pre)];
    return Object.entries(raw.post).flatMap(([forkName, posts]) => {
      const fork = forks.find((one) => one === forkName.toLowerCase());
      if (fork === undefined) return [];
      return posts.map(({ indexes, hash, logs, expectException }): StateCase => {
        const { data, gas, value } = indexes;
        const name = `${test}/${forkName}/d${data}g${gas}v${value}`;
        const transaction = transactionOf(raw.transaction, indexes);
        return { name, fork, block, pre, transaction, refusal: expectException, root: hash, logs };
      });
    });
  });
}

/** Reads a hex number with any prefix. */
const uint = (text: string): bigint => BigInt(text.slice(text.indexOf('0x', text.startsWith('0x:') ? 2 : 0)));

/** Reads a slot or a value, which some files write as numbers. */
const word = (text: string): Bytes => leftPadded(fromHex(text.length % 2 === 0 ? text : `0x0${text.slice(2)}`), 32);

function blockOf(env: Readonly<Record<string, string>>): CaseBlock {
  const number = (key: string, otherwise = '0x0'): bigint => uint(env[key] ?? otherwise);
  return {
    // All these tests use this chain id.
    evmChainId: 1n,
    number: number('currentNumber'),
    timestamp: number('currentTimestamp'),
    coinbase: fromHex(env['currentCoinbase'] as string),
    prevRandao: word(env['currentRandom'] ?? '0x00'),
    gasLimit: number('currentGasLimit'),
    baseFeePerGas: number('currentBaseFee', '0x0a'),
    excessBlobGas: number('currentExcessBlobGas'),
  };
}

const accountsOf = (pre: RawStateTest['pre']): readonly CaseAccount[] =>
  Object.entries(pre).map(([address, { nonce, balance, code, storage }]) => ({
    address: fromHex(address),
    nonce: uint(nonce),
    balance: uint(balance),
    code: fromHex(code),
    slots: Object.entries(storage).map(([slot, value]) => [word(slot), word(value)] as const),
  }));

function transactionOf(raw: RawTransaction, { data, gas, value }: RawPost['indexes']): CaseTransaction {
  const accessList = raw.accessLists?.[data] ?? undefined;
  const price = raw.gasPrice ?? '0x0';
  return {
    type: typeOf(raw, accessList !== undefined),
    from: fromHex(raw.sender),
    to: raw.to === '' ? undefined : fromHex(raw.to),
    nonce: uint(raw.nonce),
    gasLimit: uint(raw.gasLimit[gas] as string),
    maxFeePerGas: uint(raw.maxFeePerGas ?? price),
    maxPriorityFeePerGas: uint(raw.maxPriorityFeePerGas ?? price),
    value: uint(raw.value[value] as string),
    input: fromHex(raw.data[data] as string),
    accessList: accessList?.map(({ address, storageKeys }) => ({
      address: fromHex(address),
      storageKeys: storageKeys.map(word),
    })),
    authorizationList: raw.authorizationList?.map((one) => ({
      chainId: uint(one['chainId'] as string),
      address: fromHex(one['address'] as string),
      nonce: uint(one['nonce'] as string),
      yParity: Number(uint((one['yParity'] ?? one['v']) as string)),
      r: uint(one['r'] as string),
      s: uint(one['s'] as string),
    })),
    maxFeePerBlobGas: uint(raw.maxFeePerBlobGas ?? '0x0'),
    blobHashes: raw.blobVersionedHashes?.map((hash) => fromHex(hash)) ?? [],
  };
}

function typeOf(raw: RawTransaction, hasAccessList: boolean): CaseTransaction['type'] {
  if (raw.authorizationList !== undefined) return 4;
  if (raw.blobVersionedHashes !== undefined || raw.maxFeePerBlobGas !== undefined) return 3;
  if (raw.maxFeePerGas !== undefined) return 2;
  return hasAccessList ? 1 : 0;
}
