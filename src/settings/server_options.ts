/** The options that all servers of a devnet have in common: where they listen, their limits, TLS. */
import { parseAddress } from '../server/address.js';
import type { ServerLimits } from '../server/limits.js';
import type { TlsFiles } from '../server/tls.js';
import { amount, listOf, type Members, object, type Reader, text, where } from './reader.js';

/**
 * Where a server listens: `127.0.0.1:8545`, `tcp://…`, `unix:///path`, with port 0 a free one; true: a free port of
 * 127.0.0.1; false, the default: nowhere.
 */
export type Where = string | boolean;

/** Says where a server listens. */
export interface ServerAddress {
  readonly address?: Where;
  /** Whether to take a free port where that of the address is in use. The default is false. */
  readonly orFreePort?: boolean;
}

/** Returns the options of a server, in place of which a program may give `true` or `false`. */
export function serverOptions<T extends { readonly address?: Where }>(given: T | boolean | undefined): Partial<T> {
  if (typeof given === 'object') return given;
  return given === true ? ({ address: true } as Partial<T>) : {};
}

const isAddress = (address: string): boolean => {
  try {
    return parseAddress(address, 'address') !== undefined;
  } catch {
    return false;
  }
};

export const address: Reader<Where> = where(
  (value) => typeof value === 'boolean' || (typeof value === 'string' && value.split(',').every(isAddress)),
  'true, false, or addresses such as 127.0.0.1:8545 or unix:///path, separated by commas',
);

const SERVER_LIMITS = {
  bodyBytes: amount,
  headerBytes: amount,
  connections: amount,
  requestTimeMs: amount,
  writeTimeMs: amount,
  idleTimeMs: amount,
  webSocketMessageBytes: amount,
  webSocketBacklogBytes: amount,
  webSocketBacklogMessages: amount,
  webSocketPingMs: amount,
  webSocketSilenceMs: amount,
  webSocketWriteMs: amount,
  backlogBytes: amount,
  closeTimeMs: amount,
} satisfies Members<ServerLimits>;

export const serverLimits = object<Partial<ServerLimits>>(SERVER_LIMITS);

export const tls = object<TlsFiles>({ certFile: text, keyFile: text }, { required: ['certFile', 'keyFile'] });

export const origins = listOf(text, 'origins');

/** Makes a reader of a server's options, in place of which `true` means the defaults and `false` no server. */
export const orBoolean =
  <T extends object>(members: Members<T>): Reader<T | boolean> =>
  (value, path) =>
    typeof value === 'boolean' ? value : object(members, { expected: 'true, false, or an object' })(value, path);
