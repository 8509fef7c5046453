/**
 * The head of a store: the version of its form, the number of its last batch, and the version of Halley that wrote it. A
 * change of what records say or mean gets the next version, with a migration (`migrations`) that loses nothing; where
 * there can be none, the older homes are refused with the way out.
 */
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { fromUtf8, utf8 } from '../kernel/text.js';
import { damaged } from './level_error.js';
import { seal, unseal } from './sealed_value.js';

/** The version that this code writes. */
export const STORE_VERSION = 4;
/** Earlier stores have no sums, so they have no head either. */
const FIRST_WITH_HEAD = 2;

/** Its first four bytes keep it out of ranges. */
export const HEAD_KEY = Uint8Array.of(255, 255, 255, 255, 0);

export interface Head {
  readonly version: number;
  /** Counts the batches. */
  readonly last: number;
  /** The version of Halley that wrote last; undefined where the head does not say so. */
  readonly writer: string | undefined;
}

/** Returns the value of the head's record. */
export const sealHead = ({ version, last, writer }: Head): Bytes =>
  seal(HEAD_KEY, utf8([`halley store ${version}`, last, ...(writer === undefined ? [] : [writer])].join('\n')));

/** Throws HalleyError `corrupt-store`. */
export function readHead(sealed: Bytes, folder: string): Head {
  const value = unseal(HEAD_KEY, sealed);
  if (value === undefined) throw damaged(folder, 'its head fails its checksum');
  const [format = '', last = '', writer] = fromUtf8(value).split('\n');
  const version = /^halley store ([1-9]\d{0,8})$/.exec(format)?.[1];
  if (version === undefined) throw damaged(folder, `its head begins with ${JSON.stringify(format)}`);
  return { version: Number(version), last: Number(last), writer };
}

/** The error for records without a head. */
export const withoutHead = (folder: string): HalleyError =>
  new HalleyError(
    'unavailable',
    `the store in "${folder}" was written by a version of halley before store version ${FIRST_WITH_HEAD}, which this one ` +
      'does not read: start it with that version, or remove the folder to start anew',
    { folder, supported: STORE_VERSION },
  );

/** The error for a store of an earlier version that no migration leads from. */
export const tooOld = (folder: string, { version, writer }: Head): HalleyError =>
  new HalleyError(
    'unavailable',
    `the store in "${folder}" was written by an earlier version of halley${named(writer)}: it has store version ` +
      `${version}, and this one has ${STORE_VERSION}; run "halley export --home DIR > genesis.json" with that version, ` +
      'then "halley start --genesis genesis.json" with this one',
    { folder, version, supported: STORE_VERSION },
  );

/** The error for a store of a later version. */
export const tooNew = (folder: string, { version, writer }: Head): HalleyError =>
  new HalleyError(
    'unavailable',
    `the store in "${folder}" was written by a newer version of halley${named(writer)}: it has store version ` +
      `${version}, and this one reads up to ${STORE_VERSION}; use that version or a newer one`,
    { folder, version, supported: STORE_VERSION },
  );

const named = (writer: string | undefined): string => (writer === undefined ? '' : ` (${writer})`);
