/**
 * Puts the fast primitives in place, once, before anything is hashed or signed in earnest: SHA-256 of `node:crypto`,
 * Keccak-256 of `hash-wasm` (a tenth of the JavaScript time), secp256k1 of the native addon or of WebAssembly. Each is
 * checked against the JavaScript one or a known vector; one that is missing or wrong is left out, and `cryptoBackends` says so.
 */
import { type ByteText, bytesOfText } from '../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { installHashes } from '../kernel/hash.js';
import { type CryptoBackends, cryptoBackends, recordBackends } from './backends.js';
import { installSecp256k1 } from './secp256k1/index.js';

let installing: Promise<CryptoBackends> | undefined;

/** Idempotent; concurrent callers share one installation. */
export function installFastCrypto(): Promise<CryptoBackends> {
  installing ??= install();
  return installing;
}

async function install(): Promise<CryptoBackends> {
  await Promise.all([installSha256(), installKeccak(), installSecp256k1()]);
  return cryptoBackends();
}

async function installSha256(): Promise<void> {
  const crypto = await import('node:crypto');
  // As text, one character a byte: a Buffer has memory outside the heap, which takes longer than the hashing.
  const digest: (data: Bytes) => ByteText =
    typeof crypto.hash === 'function'
      ? (data) => crypto.hash('sha256', data, 'binary')
      : (data) => crypto.createHash('sha256').update(data).digest('binary');
  tryInstall(() => {
    installHashes({ sha256: (data) => bytesOfText(digest(data)) });
    recordBackends({ sha256: 'node:crypto' });
  });
}

async function installKeccak(): Promise<void> {
  const { createKeccak } = await import('./keccak_wasm.js');
  const hasher = await createKeccak(256).catch(() => undefined);
  if (hasher === undefined) return;
  // A first digest, so that no call pays for the compilation.
  hasher.init().update(EMPTY_BYTES).digest('binary');
  tryInstall(() => {
    installHashes({ keccak256: (data) => hasher.init().update(data).digest('binary') });
    recordBackends({ keccak256: 'hash-wasm' });
  });
}

/** `installHashes` refuses a wrong implementation before it replaces anything: then the old one stays. */
function tryInstall(put: () => void): void {
  try {
    put();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('installed '))) throw error;
  }
}
