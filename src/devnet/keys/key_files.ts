/**
 * Stores encrypted keys in the home folder's `keystore`, with geth's file names, or in memory. A file is written whole
 * or not at all, and only its owner can read it.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type EncryptedKey, readEncryptedKey } from '../../crypto/secret_storage.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { formatTime, type UnixNanos } from '../../kernel/time.js';
import { makeFolder } from '../../storage/make_folder.js';

export interface KeyFiles {
  /**
   * Returns the keys in the order of their file names, which is that of their creation. Each account is listed once.
   */
  read(): readonly EncryptedKey[];
  /** Stores a key. Throws HalleyError `store-failed` when it cannot be written. */
  write(name: string, text: string): void;
}

/** Receives each file from which no key can be read, and the reason. */
export type SkippedKey = (file: string, why: string) => void;

export const KEYSTORE_FOLDER = 'keystore';
const OWNER_ONLY = 0o600;
/** Greatest size of a key file; it usually has some 500 bytes. */
const MAX_FILE_BYTES = 65_536;

/** Returns a name such as `UTC--2026-11-22T11-16-13.000000001Z--<address>`. */
export function keyFileName(address: Bytes, at: UnixNanos): string {
  const [seconds = '', fraction = ''] = formatTime(at).replace('Z', '').split('.');
  return `UTC--${seconds.replaceAll(':', '-')}.${fraction.padEnd(9, '0')}Z--${toHex(address)}`;
}

/** Returns key files in memory, which are lost with the process. */
export const keysInMemory = (): KeyFiles => ({ read: () => [], write: () => undefined });

export function keysInFolder(home: string, onSkipped: SkippedKey): KeyFiles {
  const folder = join(home, KEYSTORE_FOLDER);
  return {
    read() {
      const keys = new Map<string, EncryptedKey>();
      for (const name of keyFilesOf(folder)) {
        const path = join(folder, name);
        try {
          const key = readKeyFile(path);
          const address = to0x(key.address);
          if (keys.has(address)) throw new HalleyError('conflict', `an earlier file holds the key of ${address} too`);
          keys.set(address, key);
        } catch (error) {
          onSkipped(path, error instanceof Error ? error.message : String(error));
        }
      }
      return [...keys.values()];
    },
    write(name, text) {
      const path = join(folder, name);
      const begun = `${folder}/.${name}.new`;
      try {
        makeFolder(folder);
        writeDurably(begun, text);
        renameSync(begun, path);
        syncFolder(folder);
      } catch (error) {
        forget(begun);
        throw new HalleyError('store-failed', `cannot write the key to ${path}: ${(error as Error).message}`, { path });
      }
    },
  };
}

/** Removes a file. It ignores a failure, because the caller reports the first one. */
function forget(path: string): void {
  try {
    rmSync(path);
  } catch {}
}

/**
 * Returns the files with keys. It ignores names that begin with a dot or end with a tilde, which editors and incomplete
 * writes leave.
 */
function keyFilesOf(folder: string): readonly string[] {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isThere) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('~'))
    .map(({ name }) => name)
    .sort();
}

function readKeyFile(path: string): EncryptedKey {
  const { size } = statSync(path);
  if (size > MAX_FILE_BYTES)
    throw new HalleyError('invalid-argument', `no encrypted key: ${size} bytes, expected at most ${MAX_FILE_BYTES}`);
  return readEncryptedKey(parsed(readFileSync(path, 'utf8')));
}

/** Parses JSON. V8's error text quotes the input, which may be a secret, so the error is replaced. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HalleyError('invalid-argument', 'no encrypted key: it is not JSON');
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', OWNER_ONLY);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the new name durable too. Where a folder cannot be opened (Windows), the system does it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
