/** Caches fetched accounts, codes and slots of one block, and hashes of earlier blocks, in memory and in a file. */
import type { RemoteEntry } from '../../app/state/remote_source.js';
import type { RemoteKey } from '../../evm/absent_remote.js';
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x, toHex, tryFromHex } from '../../kernel/hex.js';
import type { RecordFile } from './record_file.js';

/** Most slots of a contract that are returned together with its account. */
const MAX_SLOTS = 1000;

/** Most characters of the records in memory. Later ones are only in the file. */
const MAX_LENGTH = 128 * 1024 * 1024;

/** Records as text, which are decoded only when they are read. */
interface Contract {
  account: string | undefined;
  readonly slots: Map<string, string>;
}

export class StateCache {
  readonly #contracts = new Map<string, Contract>();
  readonly #codes = new Map<string, string>();
  readonly #hashes = new Map<string, string>();

  #length = 0;

  constructor(
    private readonly file: RecordFile | undefined,
    private readonly maxLength: number = MAX_LENGTH,
  ) {
    for (const { text } of file?.records() ?? []) this.#take(text);
  }

  /**
   * Returns the cached values of a key: for an account, also its slots. Returns nothing if the key itself is absent.
   */
  read(key: RemoteKey): readonly RemoteEntry[] {
    if (key.type === 'blockHash') {
      const hash = tryFromHex(this.#hashes.get(`${key.number}`) ?? 'none');
      return hash === undefined ? [] : [{ ...key, hash }];
    }
    const contract = this.#contracts.get(toHex(key.address));
    if (contract === undefined) return [];
    if (key.type === 'slot') {
      const value = contract.slots.get(slotText(key.slot));
      return value === undefined ? [] : [slotOf(key.address, slotText(key.slot), value)];
    }
    const account = this.#accountOf(key.address, contract.account);
    if (account === undefined) return [];
    const slots = [...contract.slots].slice(0, MAX_SLOTS);
    return [account, ...slots.map(([slot, value]) => slotOf(key.address, slot, value))];
  }

  hasSlot(address: Bytes, slot: Bytes): boolean {
    return this.#contracts.get(toHex(address))?.slots.has(slotText(slot)) === true;
  }

  write(entries: readonly RemoteEntry[]): void {
    const texts = entries.flatMap((entry) => {
      if (entry.type === 'blockHash') return [`b ${entry.number} ${toHex(entry.hash)}`];
      return entry.type === 'slot' ? [slotRecord(entry)] : this.#accountRecords(entry);
    });
    for (const text of texts) this.#take(text);
    this.file?.append(texts);
  }

  #accountRecords({ address, account }: Extract<RemoteEntry, { type: 'account' }>): readonly string[] {
    const { nonce = 0n, balance = 0n, code = new Uint8Array() } = account ?? {};
    const hash = toHex(keccak256(code));
    // Many contracts have the same code.
    const codes = this.#codes.has(hash) ? [] : [`c ${hash} ${toHex(code)}`];
    return [...codes, `a ${toHex(address)} ${nonce} ${balance} ${hash}`];
  }

  #take(text: string): void {
    if (this.#length + text.length > this.maxLength) return;
    this.#length += text.length;
    const [kind, name = '', value = ''] = text.split(' ', 3);
    if (kind === 'c') this.#codes.set(name, value);
    else if (kind === 'b') this.#hashes.set(name, value);
    else if (kind === 'a') this.#contractOf(name).account = text.slice(kind.length + name.length + 2);
    else if (kind === 's')
      this.#contractOf(name).slots.set(value, text.slice(kind.length + name.length + value.length + 3));
  }

  #contractOf(address: string): Contract {
    const known = this.#contracts.get(address);
    if (known !== undefined) return known;
    const contract: Contract = { account: undefined, slots: new Map() };
    this.#contracts.set(address, contract);
    return contract;
  }

  #accountOf(address: Bytes, text: string | undefined): RemoteEntry | undefined {
    const [nonce, balance, hash = ''] = text?.split(' ') ?? [];
    const code = tryFromHex(this.#codes.get(hash) ?? 'none');
    // The record of the code may be the damaged one.
    if (nonce === undefined || balance === undefined || code === undefined) return undefined;
    return { type: 'account', address, account: { nonce: BigInt(nonce), balance: BigInt(balance), code } };
  }
}

const slotText = (slot: Bytes): string => toHex(slot).padStart(64, '0');

const slotRecord = ({ address, slot, value }: Extract<RemoteEntry, { type: 'slot' }>): string =>
  `s ${toHex(address)} ${slotText(slot)} ${to0x(value)}`;

const slotOf = (address: Bytes, slot: string, value: string): RemoteEntry => ({
  ...{ type: 'slot', address },
  slot: tryFromHex(slot) as Bytes,
  value: tryFromHex(value.slice(2)) as Bytes,
});
