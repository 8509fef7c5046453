/**
 * Permanently stores the values that were fetched from the other chain. A value is on disk before it is read, so that
 * any result can be computed again without another fetch. A revert removes nothing of it.
 */
import { AbsentRemote, type RemoteKey, remoteKeyText } from '../../../evm/absent_remote.js';
import type { Account } from '../../../evm/account.js';
import { EMPTY_CODE_HASH } from '../../../evm/account.js';
import { withoutLeadingZeros } from '../../../evm/word.js';
import { type ByteText, bytesOfText } from '../../../kernel/byte_text.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { keccak256 } from '../../../kernel/hash.js';
import type { Store } from '../../../storage/store.js';
import { addressText, wordText } from '../keys.js';
import type { Remote, RemoteAccount, RemoteEntry, RemoteReader, RemoteSource } from '../remote_source.js';
import {
  noTables,
  numberText,
  REMEMBERED_RANGE,
  type RememberedTables,
  readRecord,
  takeIn,
  writesOf,
} from './records.js';

export class RememberedRemote implements Remote, RemoteReader {
  /** Maps the text of a key to its fetch. */
  private readonly underWay = new Map<string, Promise<void>>();

  private constructor(
    private readonly source: RemoteSource,
    private readonly store: Store | undefined,
    private readonly tables: RememberedTables,
  ) {}

  /** Reads the records of the store. Throws CodecError for a malformed record. */
  static async open(source: RemoteSource, store: Store | undefined): Promise<RememberedRemote> {
    const tables = noTables();
    if (store !== undefined)
      for await (const [key, value] of store.entries(REMEMBERED_RANGE)) readRecord(tables, key, value);
    return new RememberedRemote(source, store, tables);
  }

  accountOf(address: ByteText): Account | undefined {
    const account = this.tables.accounts.get(address);
    if (account === undefined && !this.tables.accounts.has(address))
      throw new AbsentRemote({ type: 'account', address: bytesOfText(address) });
    return account;
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.tables.codes.get(hash);
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    const value = this.tables.slots.get(address + slot);
    if (value === undefined)
      throw new AbsentRemote({ type: 'slot', address: bytesOfText(address), slot: bytesOfText(slot) });
    return value;
  }

  blockHash(number: bigint): Bytes {
    const hash = this.tables.hashes.get(numberText(number));
    if (hash === undefined) throw new AbsentRemote({ type: 'blockHash', number });
    return hash;
  }

  /** Fetches keys. It waits for keys that another call is fetching. */
  async fetch(keys: readonly RemoteKey[]): Promise<void> {
    const missing = new Map(keys.filter((key) => !this.has(key)).map((key) => [remoteKeyText(key), key]));
    const asked = [...missing].filter(([text]) => !this.underWay.has(text));
    if (asked.length > 0) {
      const answer = this.ask(asked.map(([, key]) => key)).finally(() => {
        for (const [text] of asked) this.underWay.delete(text);
      });
      for (const [text] of asked) this.underWay.set(text, answer);
    }
    await Promise.all([...missing.keys()].map((text) => this.underWay.get(text)));
  }

  private async ask(keys: readonly RemoteKey[]): Promise<void> {
    const fetched = tablesOf(await this.source.fetch(keys));
    const leftOut = keys.find((key) => !hasKey(fetched, key));
    if (leftOut !== undefined)
      throw new HalleyError('unavailable', `the forked chain's node did not return ${remoteKeyText(leftOut)}`);
    await this.store?.batch(writesOf(fetched));
    takeIn(this.tables, fetched);
  }

  private has(key: RemoteKey): boolean {
    return hasKey(this.tables, key);
  }
}

function hasKey({ accounts, slots, hashes }: RememberedTables, key: RemoteKey): boolean {
  switch (key.type) {
    case 'account':
      return accounts.has(addressText(key.address));
    case 'slot':
      return slots.has(addressText(key.address) + wordText(key.slot));
    case 'blockHash':
      return hashes.has(numberText(key.number));
  }
}

function tablesOf(entries: readonly RemoteEntry[]): RememberedTables {
  const tables = noTables();
  for (const entry of entries) {
    if (entry.type === 'account') enterAccount(tables, addressText(entry.address), entry.account);
    else if (entry.type === 'blockHash') tables.hashes.set(numberText(entry.number), entry.hash.slice());
    else tables.slots.set(addressText(entry.address) + wordText(entry.slot), withoutLeadingZeros(entry.value).slice());
  }
  return tables;
}

function enterAccount(tables: RememberedTables, address: ByteText, account: RemoteAccount | undefined): void {
  const codeHash = account === undefined ? EMPTY_CODE_HASH : keccak256(account.code);
  tables.accounts.set(address, isNothing(account) ? undefined : { ...sumsOf(account), codeHash });
  if (account !== undefined && account.code.length > 0) tables.codes.set(wordText(codeHash), account.code.slice());
}

const sumsOf = ({ nonce, balance }: RemoteAccount) => ({ nonce, balance });

const isNothing = (account: RemoteAccount | undefined): account is undefined =>
  account === undefined || (account.nonce === 0n && account.balance === 0n && account.code.length === 0);
