/**
 * Compares deployed code with the code of an artifact. The two differ where the constructor wrote immutables and library
 * addresses, and in the metadata that solc appends, which contains a hash of the sources.
 */

/** Length of the metadata's own length, in hex characters. */
const LENGTH_CHARS = 4;
/** Most bytes of metadata; a longer one is code. */
const MAX_METADATA = 200;

const plain = (code: string): string => (code.startsWith('0x') ? code.slice(2) : code).toLowerCase();

/** Returns the code without the CBOR that solc appends. */
function withoutMetadata(code: string): string {
  const bytes = Number.parseInt(code.slice(-LENGTH_CHARS), 16);
  const chars = 2 * bytes + LENGTH_CHARS;
  const isMap = /^a[1-4]$/.test(code.slice(-chars, -chars + 2));
  return bytes > 0 && bytes <= MAX_METADATA && chars < code.length && isMap ? code.slice(0, -chars) : code;
}

/** Matches the placeholders of an artifact: an immutable (PUSH32), a library's own address (PUSH20), a linked library. */
const HOLES = /(?<=7f)0{64}|(?<=73)0{40}|__.{36}__|__\$[0-9a-f]{34}\$__/g;

/** Returns the ranges of an artifact's code that another value replaces in the deployed code. */
function holesOf(code: string): readonly (readonly [from: number, to: number])[] {
  return Array.from(code.matchAll(HOLES), ({ 0: hole, index }) => [index, index + hole.length] as const);
}

/** Returns whether deployed code is that of an artifact. Both are hex, with or without `0x`. */
export function isCodeOf(deployed: string, artifact: string): boolean {
  const ours = withoutMetadata(plain(deployed));
  const theirs = withoutMetadata(plain(artifact));
  if (ours.length !== theirs.length || ours.length === 0) return false;
  let at = 0;
  for (const [from, to] of holesOf(theirs)) {
    if (ours.slice(at, from) !== theirs.slice(at, from)) return false;
    at = to;
  }
  return ours.slice(at) === theirs.slice(at);
}
