/** Converts the genesis document's app_state, which InitChain carries as JSON. */

import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromUtf8, utf8 } from '../../kernel/text.js';

/** Parses app_state; no bytes are undefined. Throws HalleyError `invalid-genesis` for bytes that are not JSON. */
export function parseAppState(bytes: Bytes): unknown {
  if (bytes.length === 0) return undefined;
  const text = tryFromUtf8(bytes);
  if (text === undefined) throw invalid('its bytes are not UTF-8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

export const encodeAppState = (appState: unknown): Bytes =>
  appState === undefined ? EMPTY_BYTES : utf8(JSON.stringify(appState));

const invalid = (problem: string): HalleyError =>
  new HalleyError('invalid-genesis', `app_state of the genesis document is not JSON: ${problem}`);
