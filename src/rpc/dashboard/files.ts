/** Serves the files of the page: the document, and what its bundler wrote beside it. */

import type { Bytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import type { ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { plainText } from './responses.js';

/** Content types by the ends of names. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Files without which there is no page. It loads further scripts when a view needs them. */
export const PAGE_FILES = ['index.html', 'app.js', 'app.css', 'icon.svg'] as const;

/** Content of each file by its name. */
export type PageFiles = ReadonlyMap<string, Bytes>;

const NOT_BUILT = plainText(
  503,
  'The files of the dashboard are missing: run "npm run build -- --bundles-only" in a clone, or install the package again.',
);

/** Script of the wallet, which pages of other servers load. */
export const WALLET_SCRIPT = 'wallet.js';

const NAME = /^[\w-]+\.(html|js|css|svg)$/;

/** Returns the name of the file that a path may name; undefined for any other path. */
export function fileNamed(path: string): string | undefined {
  const name = path === '/' ? 'index.html' : path.slice(1);
  return NAME.test(name) ? name : undefined;
}

/**
 * Makes a function that serves a file, and returns undefined for a name that the page does not have. It reads all files
 * at the first request, and again while they are missing.
 */
export function fileServer(read: () => PageFiles | undefined) {
  let files: PageFiles | undefined;
  const etags = new Map<string, string>();
  return (name: string, { headers }: ProtocolRequest): ProtocolResponse | undefined => {
    files ??= read();
    if (files === undefined) return NOT_BUILT;
    const body = files.get(name);
    if (body === undefined) return undefined;
    const etag = etags.get(name) ?? `"${toHex(sha256(body)).slice(0, 32)}"`;
    etags.set(name, etag);
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
    return { status: 200, headers: { 'content-type': TYPES[name.replace(/^.*\./, '')] ?? '', etag }, body };
  };
}
