/**
 * Reads certificate and key of an HTTPS listener and checks that they match before anything listens. It is loaded only
 * when TLS is configured.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HalleyError } from '../kernel/errors.js';

export interface TlsFiles {
  /** PEM file with the certificate, then its chain. */
  readonly certFile: string;
  /** PEM file without a passphrase. */
  readonly keyFile: string;
}

/** Both as PEM. */
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

/** Reads the pair. Throws HalleyError `invalid-config` that names the file and what is wrong with it. */
export function readTlsPair({ certFile, keyFile }: TlsFiles): TlsPair {
  const cert = readPem('certificate', certFile, (pem) => new X509Certificate(pem));
  const key = readPem<KeyObject>('private key', keyFile, (pem) => createPrivateKey(pem));
  if (!cert.read.checkPrivateKey(key.read))
    throw refusal('private key', keyFile, `it does not match the certificate ${certFile}`);
  return { cert: cert.pem, key: key.pem };
}
