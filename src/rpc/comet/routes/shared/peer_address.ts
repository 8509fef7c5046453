/** Parses peer addresses, `<id>@<host>:<port>`, with the error texts of CometBFT's p2p/netaddress.go. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { HalleyError } from '../../../../kernel/errors.js';
import { hexBytes } from '../../protocol/bytes_text.js';
import { GoError, quoted } from '../../protocol/error.js';

const NODE_ID_BYTES = 20;
const MAX_PORT = 65_535;

function nodeIdOf(text: string): Bytes {
  if (text === '') throw new GoError('no ID');
  const id = hexBytes(text);
  if (id.length !== NODE_ID_BYTES)
    throw new GoError(`invalid hex length - got ${id.length}, expected ${NODE_ID_BYTES}`);
  return id;
}

/** Returns the port as text, after the checks of Go's `net.SplitHostPort`. */
function portOf(address: string): string {
  const wrong = (what: string) => new GoError(`address ${address}: ${what}`);
  const last = address.lastIndexOf(':');
  if (last < 0) throw wrong('missing port in address');
  const host = address.slice(0, last);
  if (host.startsWith('[')) {
    if (!host.includes(']')) throw wrong("missing ']' in address");
    if (!host.endsWith(']'))
      throw wrong(
        host.lastIndexOf(']') + 1 === address.length ? 'missing port in address' : 'too many colons in address',
      );
  } else if (host.includes(':')) throw wrong('too many colons in address');
  if (host === '' || host === '[]') throw new GoError('host is empty');
  return address.slice(last + 1);
}

function checkPort(text: string): void {
  const failed = (why: string) => new GoError(`strconv.ParseUint: parsing ${quoted(text)}: ${why}`);
  if (!/^\d+$/.test(text)) throw failed('invalid syntax');
  if (Number(text) > MAX_PORT) throw failed('value out of range');
}

/** Adds the invalid text to an error. */
function of<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    throw new HalleyError('invalid-argument', `invalid address (${text}): ${error.message}`, { address: text });
  }
}

/**
 * Returns the node id, 20 bytes. It does not resolve the host, because the id identifies a simulated peer. Throws
 * HalleyError.
 */
export function peerId(address: string): Bytes {
  const bare = address.includes('://') ? (address.split('://')[1] as string) : address;
  const [idText, place, ...more] = bare.split('@');
  if (idText === undefined || place === undefined || more.length > 0) throw withoutId(address);
  const id = of(bare, () => nodeIdOf(idText));
  const port = of(place, () => portOf(place));
  of(port, () => checkPort(port));
  return id;
}

/** Checks an id that is listed apart from its address. `index` is its position among all of them. */
export function checkNotedId(address: string, index: number): void {
  try {
    nodeIdOf(address.slice(0, address.indexOf('@')));
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    throw new HalleyError('invalid-argument', `wrong ID #${index}: ${error.message}`, { address });
  }
}

export const withoutId = (address: string): HalleyError =>
  new HalleyError('invalid-argument', `address (${address}) does not contain ID`, { address });
