/**
 * The accounts of the little chain after a block. Slot 0 of the contract counts the transactions that were sent to it.
 */

import type { EvmBlock } from '../../../src/backend/evm/block.js';
import type {
  EvmAccountEntry,
  EvmAccountPageRequest,
  EvmPage,
  EvmPageRequest,
  EvmStorageEntry,
} from '../../../src/backend/evm/snapshots.js';
import { type Bytes, bigintToBytes, compareBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import type { Executed } from './little_block.js';
import { ALICE, BOB, CONTRACT } from './little_names.js';

interface Account {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly code: Bytes;
  readonly count: bigint;
}

const NOBODY: Account = { balance: 0n, nonce: 0n, code: EMPTY_BYTES, count: 0n };
const CODE = fromHex('0x6001');
/** Initial balance in wei, which suffices for fees. */
const COINS = 125n * 10n ** 17n;

export class LittleState {
  private constructor(private readonly accounts: ReadonlyMap<string, Account>) {}

  static atGenesis(): LittleState {
    return new LittleState(
      new Map([
        [ALICE, { ...NOBODY, balance: COINS }],
        [BOB, { ...NOBODY, balance: COINS }],
        [CONTRACT, { ...NOBODY, nonce: 1n, code: CODE }],
      ]),
    );
  }

  after(block: EvmBlock, txs: readonly Executed[]): LittleState {
    const accounts = new Map(this.accounts);
    const change = (address: string, to: (account: Account) => Partial<Account>): void => {
      const account = accounts.get(address) ?? NOBODY;
      accounts.set(address, { ...account, ...to(account) });
    };
    block.receipts.forEach(({ transaction, gasUsed, effectiveGasPrice, success, contractAddress }, i) => {
      const fee = gasUsed * effectiveGasPrice;
      const value = success ? transaction.value : 0n;
      const to = transaction.to === undefined ? contractAddress : transaction.to;
      change(to0x(transaction.from), ({ balance, nonce }) => ({ balance: balance - fee - value, nonce: nonce + 1n }));
      if (!success || to === undefined) return;
      const isCreation = txs[i]?.tx.to === undefined;
      change(to0x(to), ({ balance, code, count }) => ({
        balance: balance + value,
        count: count + 1n,
        code: isCreation ? CODE : code,
        ...(isCreation && { nonce: 1n, count: 0n }),
      }));
    });
    return new LittleState(accounts);
  }

  balance = (address: string): bigint => this.#of(address).balance;
  nonce = (address: string): bigint => this.#of(address).nonce;
  code = (address: string): Bytes => this.#of(address).code;
  storage = (address: string, slot: Bytes): Bytes => {
    const { count, code } = this.#of(address);
    return bigintToBytes(code.length > 0 && slot.every((byte) => byte === 0) ? count : 0n, 32);
  };

  /**
   * Returns accounts in the order of their hashes, as the backend contract requires. The roots of the tries are
   * arbitrary.
   */
  accountRange = ({ start, limit, withCode }: EvmAccountPageRequest): EvmPage<EvmAccountEntry> =>
    pageOf(
      [...this.accounts].map(([address, { balance, nonce, code, count }]) => ({
        ...hashed(fromHex(address)),
        account: { balance, nonce, codeHash: keccak256(code) },
        storageRoot: keccak256(bigintToBytes(count, 32)),
        code: withCode ? code : undefined,
        storage: undefined,
      })),
      start,
      limit,
    );
  storageRange = (address: string, { start, limit }: EvmPageRequest): EvmPage<EvmStorageEntry> => {
    const { code, count } = this.#of(address);
    const slot = { ...hashed(new Uint8Array(32)), value: bigintToBytes(count, 1) };
    return pageOf(code.length === 0 || count === 0n ? [] : [slot], start, limit);
  };

  #of = (address: string): Account => this.accounts.get(address) ?? NOBODY;
}

const hashed = (key: Bytes) => ({ hash: keccak256(key), key });

function pageOf<T extends { readonly hash: Bytes }>(entries: readonly T[], start: Bytes, limit: number): EvmPage<T> {
  const sorted = [...entries].sort((a, b) => compareBytes(a.hash, b.hash));
  const from = sorted.filter(({ hash }) => compareBytes(hash, start) >= 0);
  return { entries: from.slice(0, limit), next: from[limit]?.hash };
}
