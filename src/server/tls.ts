/**
 * Certificate and key of an HTTPS listener, held against each other before anything listens. Loaded only where TLS is
 * asked for.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HalleyError } from '../kernel/errors.js';

export interface TlsFiles {
  /** PEM: the certificate, then those that vouch for it. */
  readonly certFile: string;
  /** PEM, without a passphrase. */
  readonly keyFile: string;
}

/** Both in PEM. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

function refusal(what: string, path: string, why: string): HalleyError {
  return new HalleyError('invalid-config', `cannot serve HTTPS: ${what} ${path}: ${why}`, { path });
}

function readPem<T>(what: string, path: string, parse: (pem: string) => T): { readonly pem: string; readonly read: T } {
  let pem: string;
  try {
    pem = readFileSync(path, 'latin1');
  } catch (error) {
    throw refusal(what, path, (error as Error).message);
  }
  if (!pem.includes('-----BEGIN ')) throw refusal(what, path, 'expected PEM, which begins with -----BEGIN');
  try {
    return { pem, read: parse(pem) };
  } catch (error) {
    const { reason, message } = error as Error & { readonly reason?: string };
    throw refusal(what, path, `it cannot be read: ${reason ?? message}`);
  }
}

/** Throws HalleyError `invalid-config` that names the file and what is wrong with it. */
export function readTlsPair({ certFile, keyFile }: TlsFiles): TlsPair {
  const cert = readPem('certificate', certFile, (pem) => new X509Certificate(pem));
  const key = readPem<KeyObject>('private key', keyFile, (pem) => createPrivateKey(pem));
  if (!cert.read.checkPrivateKey(key.read))
    throw refusal('private key', keyFile, `it is not the key of the certificate ${certFile}`);
  return { cert: cert.pem, key: key.pem };
}
