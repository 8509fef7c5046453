/**
 * Decodes the bytes of a state file: plain JSON as Anvil's `--dump-state` writes it, gzip of it as
 * `anvil_dumpState` returns it, or that result as text, 0x and hex. The unpacked text has a limit, so that a small file
 * cannot fill the memory.
 */
import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { tryFromHex } from '../../kernel/hex.js';
import { parsingJson, type SlicedJsonOptions } from '../../kernel/sliced_json.js';
import { finish, type Steps } from '../../kernel/steps.js';
import type { Refuse } from './json_node.js';

/** Most bytes of the unpacked JSON: the longest text that JavaScript has. */
export const MAX_STATE_BYTES = 512 * 1024 * 1024 - 1;

const GZIP_MAGIC = [0x1f, 0x8b] as const;
const HEX_START = '0x1f8b';

const isGzip = (bytes: Uint8Array): boolean => GZIP_MAGIC.every((byte, i) => bytes[i] === byte);
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();

/** Returns the parsed JSON. Throws as `stateFileText` and `parsingStateFile`. */
export const stateFileJson = async (bytes: Uint8Array, refuse: Refuse, maxBytes?: number): Promise<unknown> =>
  finish(parsingStateFile(await stateFileText(bytes, refuse, maxBytes), refuse));

/** Returns the JSON as text. Throws the error of `refuse` for damaged gzip, and for more than `maxBytes` unpacked. */
export async function stateFileText(bytes: Uint8Array, refuse: Refuse, maxBytes = MAX_STATE_BYTES): Promise<string> {
  if (isGzip(bytes)) return (await unpacked(bytes, refuse, maxBytes)).trim();
  if (bytes.length > maxBytes) throw tooLong(refuse, maxBytes);
  const text = textOf(bytes).trim();
  const hex = text.slice(0, HEX_START.length).toLowerCase() === HEX_START ? tryFromHex(text.slice(2)) : undefined;
  return hex === undefined ? text : (await unpacked(hex, refuse, maxBytes)).trim();
}

async function unpacked(bytes: Uint8Array, refuse: Refuse, maxBytes: number): Promise<string> {
  try {
    return textOf(await promisify(gunzip)(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_FINISH }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(refuse, maxBytes);
    throw refuse(`the gzip data is damaged (${message}), expected the whole result of anvil_dumpState`, {});
  }
}

const tooLong = (refuse: Refuse, maxBytes: number): Error =>
  refuse(`the unpacked JSON is longer than ${maxBytes} bytes, expected at most that many`, { maxBytes });

/** Finds whole numbers that JavaScript's numbers may not hold; it also finds some text. */
const MAYBE_LONG = /[:,[]\s*\d{16}/;
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const LONG = /^\d{16,}$/;

/** Quotes whole numbers with 16 digits or more, such as nonces and gas limits near 2^64, so that they stay exact. */
const withExactNumbers = (text: string): string =>
  MAYBE_LONG.test(text) ? text.replace(TEXT_OR_NUMBER, (found) => (LONG.test(found) ? `"${found}"` : found)) : text;

const parseExactly = (text: string): unknown => JSON.parse(withExactNumbers(text));

/** Parses the text. Throws the error of `refuse` for a text that is no JSON. `streamed` is that of `parsingJson`. */
export function* parsingStateFile(
  text: string,
  refuse: Refuse,
  streamed?: SlicedJsonOptions['streamed'],
): Steps<unknown> {
  try {
    return yield* parsingJson(text, { parse: parseExactly, streamed });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [why] = error.message.split('\n');
    throw refuse(`the content is neither gzip nor JSON (${why}), expected a state file of Anvil`, {});
  }
}
