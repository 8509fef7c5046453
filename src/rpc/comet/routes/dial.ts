/** Implements the unsafe routes that connect to peers (consensus-rpc.md 4.5). */
import type { Bytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { PEER } from '../../examples.js';
import { bool, texts } from '../protocol/arg_kind.js';
import { hexBytes } from '../protocol/bytes_text.js';
import { GoError, quoted } from '../protocol/error.js';
import { defineRoute } from '../route.js';

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
 * Returns the node id, 20 bytes, in the address of a peer, `<id>@<host>:<port>`. Errors have the texts of CometBFT's
 * p2p/netaddress.go. The host is not resolved, because the id identifies a simulated peer. Throws HalleyError.
 */
function peerId(address: string): Bytes {
  const bare = address.includes('://') ? (address.split('://')[1] as string) : address;
  const [idText, place, ...more] = bare.split('@');
  if (idText === undefined || place === undefined || more.length > 0) throw withoutId(address);
  const id = of(bare, () => nodeIdOf(idText));
  const port = of(place, () => portOf(place));
  of(port, () => checkPort(port));
  return id;
}

/** Checks an id that is listed apart from its address. `index` is its position among all of them. */
function checkNotedId(address: string, index: number): void {
  try {
    nodeIdOf(address.slice(0, address.indexOf('@')));
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    throw new HalleyError('invalid-argument', `wrong ID #${index}: ${error.message}`, { address });
  }
}

const withoutId = (address: string): HalleyError =>
  new HalleyError('invalid-argument', `address (${address}) does not contain ID`, { address });

/**
 * The simulated peers stay connected, have no connection limits and have no address book. `persistent`, `unconditional`
 * and `private` are therefore only checked.
 */
export const dial_peers = defineRoute({
  name: 'dial_peers',
  summary: 'Connects the node to peers.',
  example: `/dial_peers?peers=["${PEER}"]&persistent=true`,
  args: { peers: texts, persistent: bool, unconditional: bool, private: bool },
  caching: 'never',
  unsafe: true,
  handle: async ({ backend, dialect }, args) => {
    const { peers, persistent, unconditional } = args;
    if (peers.length === 0) throw new HalleyError('invalid-argument', 'no peers provided');
    for (const peer of peers) if (peer.split('@').length !== 2) throw withoutId(peer);
    if (!persistent && (unconditional || args.private)) peers.forEach(checkNotedId);
    await backend.dial(peers.map(peerId));
    return dialect.results.dial('Dialing peers in progress. See /net_info for details');
  },
});

/** A seed is a simulated peer like any other here. */
export const dial_seeds = defineRoute({
  name: 'dial_seeds',
  summary: 'Connects the node to seeds.',
  example: `/dial_seeds?seeds=["${PEER}"]`,
  args: { seeds: texts },
  caching: 'never',
  unsafe: true,
  handle: async ({ backend, dialect }, { seeds }) => {
    if (seeds.length === 0) throw new HalleyError('invalid-argument', 'no seeds provided');
    await backend.dial(seeds.map(peerId));
    return dialect.results.dial('Dialing seeds in progress. See /net_info for details');
  },
});
