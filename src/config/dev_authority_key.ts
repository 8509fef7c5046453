/** Reads the key of the dev authority from `config/dev_authority_key.json` of a node's home folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ed25519PublicKey } from '../crypto/ed25519.js';
import { equalBytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import type { DevAuthority } from './development_authority.js';
import { readConfigJson } from './files.js';

const SEED_BYTES = 32;
const KEY_BYTES = 64;

/** Returns undefined where there is no such file. Throws HalleyError `invalid-config` for a file that holds no key. */
export function readDevAuthorityKey(home: string): DevAuthority | undefined {
  const path = join(home, 'config', 'dev_authority_key.json');
  if (!existsSync(path)) return undefined;
  const { priv_key: key } = Object(readConfigJson(path, 'the key of the dev authority')) as {
    readonly priv_key?: { readonly value?: unknown };
  };
  const bytes = Buffer.from(String(key?.value ?? ''), 'base64');
  const secret = new Uint8Array(bytes.subarray(0, SEED_BYTES));
  const publicKey = bytes.length === KEY_BYTES ? ed25519PublicKey(secret) : undefined;
  if (publicKey !== undefined && equalBytes(publicKey, bytes.subarray(SEED_BYTES))) return { secret, publicKey };
  throw new HalleyError(
    'invalid-config',
    `${path} holds no ed25519 key: expected priv_key.value with the base64 of ${KEY_BYTES} bytes, seed and public key`,
    { path },
  );
}
