/** Serves the files of the page. */

import type { Bytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import type { ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { plainText } from './responses.js';

/** Content type of each file of the page. */
export const PAGE_FILES = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

export type PageFileName = keyof typeof PAGE_FILES;

/** Content of each file. */
export type PageFiles = Readonly<Record<PageFileName, Bytes>>;

const NOT_BUILT = plainText(
  503,
  'The files of the dashboard are missing: run "npm run build -- --bundles-only" in a clone, or install the package again.',
);

/** Returns the name of the file that a path names; undefined for any other path. */
export function fileNamed(path: string): PageFileName | undefined {
  const name = path === '/' ? 'index.html' : path.slice(1);
  return Object.keys(PAGE_FILES).find((known): known is PageFileName => known === name);
}

/** Makes a function that serves a file. It reads all of them at the first request, and again while they are missing. */
export function fileServer(read: () => PageFiles | undefined) {
  let files: PageFiles | undefined;
  const etags = new Map<PageFileName, string>();
  return (name: PageFileName, { headers }: ProtocolRequest): ProtocolResponse => {
    files ??= read();
    if (files === undefined) return NOT_BUILT;
    const body = files[name];
    const etag = etags.get(name) ?? `"${toHex(sha256(body)).slice(0, 32)}"`;
    etags.set(name, etag);
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
    return { status: 200, headers: { 'content-type': PAGE_FILES[name], etag }, body };
  };
}
