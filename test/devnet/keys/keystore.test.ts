/** Tests the keystore's folder and its locks, with a real folder and a clock that the test sets. */
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { addressOfPrivateKey } from '../../../src/crypto/secp256k1/index.js';
import { encryptKey, readEncryptedKey } from '../../../src/crypto/secret_storage.js';
import { type KeyFiles, keyFileName, keysInFolder } from '../../../src/devnet/keys/key_files.js';
import { hostRandom } from '../../../src/devnet/platform.js';
import { to0x, toHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { aKeystore } from '../../support/keystore.js';
import { V3_VECTORS } from '../../vectors/secret_storage.js';
import { temporaryHome } from '../node_kit.js';

await installFastCrypto();

const KEY = new Uint8Array(32).fill(0x88);
const ADDRESS = addressOfPrivateKey(KEY);
/** Lowest cost of scrypt. */
const CHEAP = { n: 2, r: 1, p: 1 };

async function aFolder() {
  const home = await temporaryHome();
  const skipped: [string, string][] = [];
  const files = keysInFolder(home, (file, why) => skipped.push([file.slice(home.length + 1), why]));
  return { home, folder: join(home, 'keystore'), skipped, files };
}

describe('the folder', () => {
  it('has a file for its owner alone, which ethers opens, and another process finds again', async () => {
    const { folder, files } = await aFolder();
    expect(toHex(await aKeystore(files).import(KEY, 'pass'))).toBe(toHex(ADDRESS));
    const [name = ''] = readdirSync(folder);
    expect(readdirSync(folder)).toEqual([`UTC--1970-01-01T00-00-00.000000000Z--${toHex(ADDRESS)}`]);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const opened = await Wallet.fromEncryptedJson(readFileSync(join(folder, name), 'utf8'), 'pass');
    expect(opened.privateKey).toBe(to0x(KEY));
    const again = aKeystore(files);
    expect(again.addresses).toEqual([ADDRESS]);
    expect(await again.decrypt(ADDRESS, 'pass')).toEqual(KEY);
  });

  it('accepts files of other tools, and skips unreadable ones, each reported once', async () => {
    const { folder, files, skipped } = await aFolder();
    mkdirSync(join(folder, 'a folder'), { recursive: true });
    const address = 'b14ab53e38da1c172f877dbc6d65e4a1b0474c3c';
    const good = JSON.stringify({ ...V3_VECTORS['a key of 31 bytes'].json, address });
    const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
    put('aaa', good);
    put('bbb', good);
    put('.hidden', 'x');
    put('backup~', 'x');
    put('ccc', 'not JSON');
    put('ddd', JSON.stringify(V3_VECTORS.scrypt.json));
    put('eee', ' '.repeat(70_000));
    symlinkSync('/dev/zero', join(folder, 'fff'));
    const keystore = aKeystore(files);
    expect(keystore.addresses.map(toHex)).toEqual([address]);
    expect(skipped).toEqual([
      ['keystore/bbb', `an earlier file holds the key of 0x${address} too`],
      ['keystore/ccc', 'no encrypted key: it is not JSON'],
      ['keystore/ddd', 'no encrypted key: address is undefined, expected hex'],
      ['keystore/eee', 'no encrypted key: 70000 bytes, expected at most 65536'],
    ]);
  });

  it('that cannot be written stores nothing, and gives an error', async () => {
    const { home, files } = await aFolder();
    writeFileSync(join(home, 'keystore'), 'a file');
    const keystore = aKeystore(files);
    await expect(keystore.import(KEY, 'pass')).rejects.toMatchObject({ code: 'store-failed' });
    expect(keystore.addresses).toEqual([]);
  });

  it('has no half-written file after a failed write', async () => {
    const { folder, files } = await aFolder();
    // The name is that of a folder with contents, which a file cannot replace.
    mkdirSync(join(folder, 'taken', 'inner'), { recursive: true });
    expect(() => files.write('taken', 'text')).toThrow(expect.objectContaining({ code: 'store-failed' }));
    expect(readdirSync(folder)).toEqual(['taken']);
    files.write('free', 'text');
    expect(readdirSync(folder).sort()).toEqual(['free', 'taken']);
  });

  it('accepts a file of 65,536 bytes', async () => {
    const { folder, files, skipped } = await aFolder();
    await aKeystore(files).import(KEY, 'pass');
    const [name = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.padEnd(65_536));
    expect(aKeystore(files).addresses).toEqual([ADDRESS]);
    writeFileSync(join(folder, name), text.padEnd(65_537));
    expect(aKeystore(files).addresses).toEqual([]);
    expect(skipped.map(([, why]) => why)).toEqual(['no encrypted key: 65537 bytes, expected at most 65536']);
  });

  it('has geth’s file names', () => {
    expect(keyFileName(ADDRESS, parseTime('2026-11-22T11:16:13.0000012Z') as UnixNanos)).toBe(
      `UTC--2026-11-22T11-16-13.000001200Z--${toHex(ADDRESS)}`,
    );
  });
});

describe('an account', () => {
  it('is locked until its password is given, and again after its time', async () => {
    const clock = { ms: 0 };
    const keystore = aKeystore(undefined, clock);
    await keystore.import(KEY, 'pass');
    expect(keystore.unlockedKey(ADDRESS)).toBeUndefined();
    await expect(keystore.unlock(ADDRESS, 'Pass', 1)).rejects.toThrow('could not decrypt key with given password');
    await keystore.unlock(ADDRESS, 'pass', 10);
    clock.ms = 9999;
    expect(keystore.unlockedKey(ADDRESS)).toEqual(KEY);
    await keystore.unlock(ADDRESS, 'pass', 10);
    clock.ms = 19_998;
    expect(keystore.unlockedKey(ADDRESS)).toEqual(KEY);
    clock.ms = 19_999;
    expect(keystore.unlockedKey(ADDRESS)).toBeUndefined();
  });

  it('that is unlocked without a limit stays so when it is unlocked for less, until it is locked', async () => {
    const clock = { ms: 0 };
    const keystore = aKeystore(undefined, clock);
    await keystore.import(KEY, '');
    await keystore.unlock(ADDRESS, '', undefined);
    await keystore.unlock(ADDRESS, '', 1);
    clock.ms = 1e12;
    expect(keystore.unlockedKey(ADDRESS)).toEqual(KEY);
    keystore.lock(ADDRESS);
    expect(keystore.unlockedKey(ADDRESS)).toBeUndefined();
  });

  it('leaves no key in memory when it is locked, and none of an earlier unlocking', async () => {
    const keystore = aKeystore();
    await keystore.import(KEY, 'pass');
    await keystore.unlock(ADDRESS, 'pass', 10);
    const first = keystore.unlockedKey(ADDRESS);
    await keystore.unlock(ADDRESS, 'pass', 20);
    const second = keystore.unlockedKey(ADDRESS);
    expect([first, second]).toEqual([new Uint8Array(32), KEY]);
    keystore.lock(ADDRESS);
    expect(second).toEqual(new Uint8Array(32));
  });

  it('keeps its first password when its key is imported again', async () => {
    const keystore = aKeystore();
    await Promise.all([keystore.import(KEY, 'one'), keystore.import(KEY, 'two')]);
    expect(keystore.addresses).toHaveLength(1);
    expect(await keystore.decrypt(ADDRESS, 'one')).toEqual(KEY);
    await expect(keystore.decrypt(ADDRESS, 'two')).rejects.toThrow('could not decrypt');
  });
});

it('tries passwords one after another, and refuses too many', async () => {
  const text = await encryptKey(KEY, 'pass', hostRandom, CHEAP);
  const keystore = aKeystore({ read: () => [readEncryptedKey(JSON.parse(text))], write: () => undefined });
  const tried = Array.from({ length: 100 }, () => keystore.decrypt(ADDRESS, 'pass'));
  const settled = await Promise.allSettled(tried);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
  expect(settled.find((each) => each.status === 'rejected')).toMatchObject({
    reason: { code: 'limit-exceeded', message: 'too many requests with a password: 64 are waiting' },
  });
  expect(await keystore.decrypt(ADDRESS, 'pass')).toEqual(KEY);
});

it('counts only passwords that wait, not those that were wrong', async () => {
  const text = await encryptKey(KEY, 'pass', hostRandom, CHEAP);
  const keystore = aKeystore({ read: () => [readEncryptedKey(JSON.parse(text))], write: () => undefined });
  for (let round = 0; round < 2; round++) {
    const tried = Array.from({ length: 40 }, () => keystore.decrypt(ADDRESS, 'Pass'));
    for (const { reason } of (await Promise.allSettled(tried)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'conflict' });
  }
});

it('holds at most 10,000 accounts', async () => {
  const document = V3_VECTORS['a key of 31 bytes'].json;
  const holding = (count: number): KeyFiles => ({
    read: () =>
      Array.from({ length: count }, (_, i) =>
        readEncryptedKey({ ...document, address: i.toString(16).padStart(40, '0') }),
      ),
    write: () => undefined,
  });
  const keystore = aKeystore(holding(9999));
  expect(await keystore.import(KEY, 'pass')).toEqual(ADDRESS);
  expect(await keystore.import(KEY, 'pass')).toEqual(ADDRESS);
  await expect(keystore.create('pass')).rejects.toMatchObject({
    code: 'limit-exceeded',
    message: 'the keystore is full: it holds 10000 accounts',
  });
  expect(keystore.addresses).toHaveLength(10_000);
});
