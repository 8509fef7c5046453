/**
 * Accounts whose keys are encrypted with a password, and locked until a caller gives it: geth's keystore. Only one
 * request at a time tries a password, because that may take 256 MB and a second. Other requests do not wait meanwhile.
 */
import { addressOfPrivateKey, isPrivateKey } from '../../crypto/secp256k1/index.js';
import { decryptKey, type EncryptedKey, encryptKey, readEncryptedKey } from '../../crypto/secret_storage.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { KeyedQueue } from '../../kernel/queues.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type KeyFiles, keyFileName } from './key_files.js';

export interface KeystoreHost {
  /** Returns the time for the files' names. */
  readonly now: () => UnixNanos;
  /** Returns milliseconds of a clock that never goes back. It decides when keys are locked again. */
  readonly monotonicMs: () => number;
  /** Returns bytes that must be impossible to guess, because keys are made of them. */
  readonly random: (length: number) => Bytes;
}

const MAX_ACCOUNTS = 10_000;
/** Most requests that wait for their password to be tried. */
const MAX_WAITING = 64;
const KEY_BYTES = 32;

interface Unlocked {
  readonly key: Bytes;
  /** Infinity when the key stays unlocked as long as the devnet runs. */
  readonly untilMs: number;
}

export class Keystore {
  readonly #keys = new Map<string, EncryptedKey>();
  readonly #unlocked = new Map<string, Unlocked>();
  readonly #queue = new KeyedQueue();
  #waiting = 0;

  constructor(
    private readonly files: KeyFiles,
    private readonly host: KeystoreHost,
  ) {}

  /** Reads the keys that are stored, to be called when this process alone has the home folder. */
  load(): void {
    for (const key of this.files.read()) this.#keys.set(toHex(key.address), key);
  }

  /** Addresses in the order in which the accounts were added. */
  get addresses(): readonly Bytes[] {
    return Array.from(this.#keys.values(), ({ address }) => address);
  }

  has(account: Bytes): boolean {
    return this.#keys.has(toHex(account));
  }

  /** Returns undefined for an account that is locked or unknown. */
  unlockedKey(account: Bytes): Bytes | undefined {
    const found = this.#unlocked.get(toHex(account));
    if (found === undefined || this.host.monotonicMs() < found.untilMs) return found?.key;
    this.lock(account);
    return undefined;
  }

  /** Stores a key under a password. A key that is already stored stays as it is. Resolves to its address. */
  async import(key: Bytes, password: string): Promise<Bytes> {
    const address = addressOfPrivateKey(key);
    if (this.has(address)) return address;
    if (this.#keys.size >= MAX_ACCOUNTS)
      throw new HalleyError('limit-exceeded', `the keystore is full: it holds ${MAX_ACCOUNTS} accounts`);
    const text = await this.#inTurn(() => encryptKey(key, password, this.host.random));
    if (this.has(address)) return address;
    this.files.write(keyFileName(address, this.host.now()), text);
    this.#keys.set(toHex(address), readEncryptedKey(JSON.parse(text)));
    return address;
  }

  /** Creates a random key. Resolves to its address. */
  create(password: string): Promise<Bytes> {
    for (;;) {
      const key = this.host.random(KEY_BYTES);
      if (isPrivateKey(key)) return this.import(key, password);
    }
  }

  /** Resolves to the key. Rejects with HalleyError for a wrong password or an unknown account. */
  decrypt(account: Bytes, password: string): Promise<Bytes> {
    const found = this.#keys.get(toHex(account));
    if (found === undefined)
      return Promise.reject(new HalleyError('not-found', `no key for given address or file: ${to0x(account)}`));
    return this.#inTurn(() => decryptKey(found, password));
  }

  /**
   * Unlocks an account for `seconds`, or without them for as long as the devnet runs. A later, shorter unlock does not
   * change the latter. Rejects as `decrypt` does.
   */
  async unlock(account: Bytes, password: string, seconds: number | undefined): Promise<void> {
    const key = await this.decrypt(account, password);
    if (this.#unlocked.get(toHex(account))?.untilMs === Infinity) return;
    this.lock(account);
    const untilMs = seconds === undefined ? Infinity : this.host.monotonicMs() + 1000 * seconds;
    this.#unlocked.set(toHex(account), { key, untilMs });
  }

  lock(account: Bytes): void {
    this.#unlocked.get(toHex(account))?.key.fill(0);
    this.#unlocked.delete(toHex(account));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING)
      throw new HalleyError('limit-exceeded', `too many requests with a password: ${MAX_WAITING} are waiting`);
    this.#waiting++;
    try {
      return await this.#queue.run('', work);
    } finally {
      this.#waiting--;
    }
  }
}
