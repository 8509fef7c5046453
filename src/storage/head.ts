/**
 * Defines the head of a store: its version, the number of its last batch, and the version of Halley that wrote it. A
 * change of the records' format or meaning gets the next version. Stores of other versions are rejected with an error
 * that says what to do.
 */
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { fromUtf8, utf8 } from '../kernel/text.js';
import { damaged } from './level_error.js';
import { seal, unseal } from './sealed_value.js';

/** Version that this code writes. */
export const STORE_VERSION = 4;

/** Key of the head. Its first four bytes exclude it from ranges. */
export const HEAD_KEY = Uint8Array.of(255, 255, 255, 255, 0);

export interface Head {
  readonly version: number;
  /** Number of the last batch. */
  readonly last: number;
  /** Version of Halley that wrote last; `undefined` when the head does not contain it. */
  readonly writer: string | undefined;
}

/** Returns the value of the head's record. */
export const sealHead = ({ version, last, writer }: Head): Bytes =>
  seal(HEAD_KEY, utf8([`halley store ${version}`, last, writer].filter((line) => line !== undefined).join('\n')));

/** Reads the value of the head's record. Throws HalleyError `corrupt-store`. */
export function readHead(sealed: Bytes, folder: string): Head {
  const value = unseal(HEAD_KEY, sealed);
  if (value === undefined) throw damaged(folder, 'its head fails its checksum');
  const [format = '', last = '', writer] = fromUtf8(value).split('\n');
  const version = /^halley store ([1-9]\d{0,8})$/.exec(format)?.[1];
  if (version === undefined) throw damaged(folder, `its head begins with ${JSON.stringify(format)}`);
  return { version: Number(version), last: Number(last), writer };
}

/** Returns the error for a database that no version with a head has written. */
export const withoutVersion = (folder: string): HalleyError =>
  new HalleyError(
    'unavailable',
    `the database in "${folder}" has no store version, and this version of halley reads only store version ` +
      `${STORE_VERSION}; use another home folder, or remove this one to start anew`,
    { folder, supported: STORE_VERSION },
  );

/** Returns the error for a store of another version. */
export const otherVersion = (folder: string, { version, writer }: Head): HalleyError =>
  new HalleyError(
    'unavailable',
    `the store in "${folder}" was written by ${writer ?? 'another version of halley'}: it has store version ${version}, ` +
      `and this one reads only store version ${STORE_VERSION}; use the version that wrote it, or run "halley export ` +
      '--home DIR > genesis.json" with that version, then "halley start --genesis genesis.json" with this one',
    { folder, version, supported: STORE_VERSION },
  );
