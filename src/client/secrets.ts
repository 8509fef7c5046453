/**
 * Removes the secrets of a URL from texts of a server. An error may repeat the path of the request, which contains the
 * API key of a hosted node.
 */
import type { Endpoint } from './endpoint.js';

/** Minimum length of a secret, because shorter parts occur in any text. */
const LEAST_LENGTH = 4;
const SHOWN_INSTEAD = '…';
const HEX_DATA = /^0x[0-9a-f]*$/i;

function decodings(text: string): readonly string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

/** Returns the user and the password of a header for Basic authorization. */
function credentialsOf(value: string): readonly string[] {
  const [, encoded] = /^Basic (\S+)$/i.exec(value) ?? [];
  if (encoded === undefined) return [];
  return Buffer.from(encoded, 'base64').toString('utf8').split(':');
}

/** Returns the texts that may be secret in a URL and in the values of headers, the longest first. */
export function secretsOf({ http }: Endpoint, headerValues: readonly string[]): readonly string[] {
  const { pathname, search, searchParams } = new URL(http);
  const parts = [
    ...[pathname, pathname.replace(/\/+$/, ''), search.slice(1)].flatMap(decodings),
    ...pathname.split('/').flatMap(decodings),
    ...[...searchParams].flat(),
    ...headerValues.flatMap((value) => [value, ...value.split(/\s+/), ...credentialsOf(value)]),
  ];
  const secrets = new Set(parts.filter((part) => part.length >= LEAST_LENGTH));
  return [...secrets].sort((a, b) => b.length - a.length);
}

/** Returns a text without the secrets. Hex data has none, and stays exactly as it is. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (HEX_DATA.test(text)) return text;
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, SHOWN_INSTEAD), text);
}
