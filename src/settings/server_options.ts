/** Defines the options that all servers of a devnet have in common: addresses, limits and TLS. */
import { parseAddress } from '../server/address.js';
import type { ServerLimits } from '../server/limits.js';
import type { TlsFiles } from '../server/tls.js';
import { amount, boolean, listOf, type Members, object, type Reader, text, where } from './reader.js';

/**
 * Address at which a server listens: `127.0.0.1:8545`, `tcp://…` or `unix:///path`. Port 0 means a free port. True
 * means a free port of 127.0.0.1, and false, the default, means that nothing listens.
 */
export type Where = string | boolean;

/** Address at which a server listens. */
export interface ServerAddress {
  readonly address?: Where;
  /** Allows a free port when that of the address is in use; false by default. */
  readonly orFreePort?: boolean;
}

/** Returns the options of a server. A program may give `true` or `false` in their place. */
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

/** Members of an option that has the address of its server. */
export const SERVER_ADDRESS = { address, orFreePort: boolean } satisfies Members<ServerAddress>;

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

/** Makes a reader of a server's options. A program may give `true` for the defaults or `false` for no server. */
export const orBoolean =
  <T extends object>(members: Members<T>): Reader<T | boolean> =>
  (value, path) =>
    typeof value === 'boolean' ? value : object(members, { expected: 'true, false, or an object' })(value, path);
