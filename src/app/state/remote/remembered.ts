/**
 * Permanently stores the values that were fetched from the other chain. A value is on disk before it is read, so that
 * any result can be computed again without another fetch. A revert removes nothing of it.
 */
import { AbsentRemote, type RemoteKey, remoteKeyText } from '../../../evm/absent_remote.js';
import { type Account, EMPTY_CODE_HASH } from '../../../evm/state.js';
import { withoutLeadingZeros } from '../../../evm/word.js';
import { type ByteText, bytesOfText } from '../../../kernel/byte_text.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { keccak256 } from '../../../kernel/hash.js';
import type { Store } from '../../../storage/store.js';
import { addressText, wordText } from '../keys.js';
import type { Remote, RemoteAccount, RemoteEntry, RemoteReader, RemoteSource } from '../remote_source.js';
import {
  accountName,
  blockHashName,
  codeName,
  decodedValue,
  nameOf,
  REMEMBERED_RANGE,
  type RememberedValue,
  type RememberedValues,
  slotName,
  writesOf,
} from './records.js';
import { AllInMemory, LatestOfStore, type RememberedMemory } from './remembered_memory.js';

export class RememberedRemote implements Remote, RemoteReader {
  /** Fetch under way of each key, by its text. */
  private readonly underWay = new Map<string, Promise<void>>();

  private constructor(
    private readonly source: RemoteSource,
    private readonly store: Store | undefined,
    private readonly memory: RememberedMemory,
  ) {}

  /** Reads the records of the store. Throws CodecError for a malformed record. */
  static async open(
    source: RemoteSource,
    store: Store | undefined,
    memory: RememberedMemory = store === undefined ? new AllInMemory() : new LatestOfStore(store),
  ): Promise<RememberedRemote> {
    if (store !== undefined)
      for await (const [key, value] of store.entries(REMEMBERED_RANGE))
        memory.add(new Map([[nameOf(key), decodedValue(nameOf(key), value)]]));
    return new RememberedRemote(source, store, memory);
  }

  accountOf(address: ByteText): Account | undefined {
    const name = accountName(address);
    const value = this.memory.get(name) ?? this.peeked(name, { type: 'account', address: bytesOfText(address) });
    return (value as { readonly account: Account | undefined }).account;
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.memory.get(codeName(hash)) as Bytes | undefined;
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    const name = slotName(address, slot);
    const known = this.memory.get(name);
    if (known !== undefined) return known as Bytes;
    return this.peeked(name, { type: 'slot', address: bytesOfText(address), slot: bytesOfText(slot) }) as Bytes;
  }

  blockHash(number: bigint): Bytes {
    const name = blockHashName(number);
    return (this.memory.get(name) ?? this.peeked(name, { type: 'blockHash', number })) as Bytes;
  }

  /** Fetches keys. It waits for keys that another call is fetching. */
  async fetch(keys: readonly RemoteKey[]): Promise<void> {
    const absent = keys.filter((key) => this.memory.get(nameOfKey(key)) === undefined);
    const missing = new Map(absent.map((key) => [remoteKeyText(key), key]));
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
    const fetched = valuesOf(await this.source.fetch(keys));
    const leftOut = keys.find((key) => !fetched.has(nameOfKey(key)));
    if (leftOut !== undefined)
      throw new HalleyError('unavailable', `the forked chain's node did not return ${remoteKeyText(leftOut)}`);
    const refusal = this.memory.refusalOf(fetched);
    if (refusal !== undefined) throw refusal;
    await this.store?.batch(writesOf(fetched));
    this.memory.add(fetched);
  }

  /**
   * Returns a value that the source has at hand. With a store there is none, because it must be written first. Throws
   * AbsentRemote.
   */
  private peeked(name: ByteText, key: RemoteKey): RememberedValue {
    if (this.store === undefined) {
      const values = valuesOf(this.source.peek?.(key) ?? []);
      const value = values.get(name);
      if (value !== undefined && this.memory.refusalOf(values) === undefined) {
        this.memory.add(values);
        return value;
      }
    }
    throw new AbsentRemote(key, this);
  }
}

function nameOfKey(key: RemoteKey): ByteText {
  switch (key.type) {
    case 'account':
      return accountName(addressText(key.address));
    case 'slot':
      return slotName(addressText(key.address), wordText(key.slot));
    case 'blockHash':
      return blockHashName(key.number);
  }
}

function valuesOf(entries: readonly RemoteEntry[]): RememberedValues {
  const values = new Map<ByteText, RememberedValue>();
  for (const entry of entries) {
    const name = nameOfKey(entry);
    if (entry.type === 'account') enterAccount(values, name, entry.account);
    else if (entry.type === 'blockHash') values.set(name, entry.hash.slice());
    else values.set(name, withoutLeadingZeros(entry.value).slice());
  }
  return values;
}

function enterAccount(values: Map<ByteText, RememberedValue>, name: ByteText, remote: RemoteAccount | undefined): void {
  if (isNothing(remote)) {
    values.set(name, { account: undefined });
    return;
  }
  const { nonce, balance, code } = remote;
  const codeHash = code.length === 0 ? EMPTY_CODE_HASH : keccak256(code);
  values.set(name, { account: { nonce, balance, codeHash } });
  if (code.length > 0) values.set(codeName(wordText(codeHash)), code.slice());
}

const isNothing = (account: RemoteAccount | undefined): account is undefined =>
  account === undefined || (account.nonce === 0n && account.balance === 0n && account.code.length === 0);
