/**
 * Makes a self-signed certificate for this machine and its key, as files. They are made in each run, so the repository
 * contains no key.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...of: readonly Uint8Array[]): Buffer => der(0x30, ...of);
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value, 'latin1'));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALT_NAME = oid('551d11');
const NAMES = sequence(text(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])));
const SELF = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, 'halley test'))));
const VALIDITY = sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z'));

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

export interface CertificateFiles {
  readonly folder: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** PEM. */
  readonly cert: string;
}

export function aCertificate(folder = mkdtempSync(join(tmpdir(), 'halley-tls-'))): CertificateFiles {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, NAMES))));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const version3 = der(0xa0, integer(2));
  const body = sequence(version3, integer(1), ECDSA_WITH_SHA256, SELF, VALIDITY, SELF, key, extensions);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const cert = pem('CERTIFICATE', sequence(body, ECDSA_WITH_SHA256, signature));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { folder, certFile, keyFile, cert };
}
