/**
 * Installs the fast primitives once, before the process hashes or signs any data. These are SHA-256 of `node:crypto`,
 * Keccak-256 of `hash-wasm` (a tenth of the JavaScript time), and secp256k1 of the native addon or of WebAssembly. Each
 * is checked against the JavaScript implementation or a known vector, the addon at its first use. One that is missing or
 * wrong is not used, and `cryptoBackends` reports the one in use.
 */
import { bytesOfText } from '../kernel/byte_text.js';
import { EMPTY_BYTES } from '../kernel/bytes.js';
import { installHashes } from '../kernel/hash.js';
import { type CryptoBackends, cryptoBackends, recordBackends } from './backends.js';
import { installSecp256k1 } from './secp256k1/index.js';

let installing: Promise<CryptoBackends> | undefined;

/** Installs the primitives. It is idempotent, and concurrent callers share one installation. */
export function installFastCrypto(): Promise<CryptoBackends> {
  installing ??= install();
  return installing;
}

async function install(): Promise<CryptoBackends> {
  await Promise.all([installSha256(), installKeccak(), installSecp256k1()]);
  return cryptoBackends();
}

async function installSha256(): Promise<void> {
  const { createHash, hash } = await import('node:crypto');
  // The digest is text with one character for each byte, because a Buffer's memory is outside the heap, which takes
  // longer than the hashing.
  tryInstall(() => {
    installHashes(
      typeof hash === 'function'
        ? { sha256: (data) => bytesOfText(hash('sha256', data, 'binary')) }
        : { sha256: (data) => bytesOfText(createHash('sha256').update(data).digest('binary')) },
    );
    recordBackends({ sha256: 'node:crypto' });
  });
}

async function installKeccak(): Promise<void> {
  const { createKeccak } = await import('./keccak_wasm.js');
  const hasher = await createKeccak(256).catch(() => undefined);
  if (hasher === undefined) return;
  // The first digest compiles the module, so that no later call pays for it.
  hasher.init().update(EMPTY_BYTES).digest('binary');
  tryInstall(() => {
    installHashes({ keccak256: (data) => hasher.init().update(data).digest('binary') });
    recordBackends({ keccak256: 'hash-wasm' });
  });
}

/**
 * Calls `put`. `installHashes` rejects a wrong implementation before it replaces anything, so the previous one stays.
 */
function tryInstall(put: () => void): void {
  try {
    put();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('installed '))) throw error;
  }
}
