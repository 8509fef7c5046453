/** Parses listen addresses: `host:port`, `tcp://host:port`, `:port` (all interfaces), `[::1]:8545`, `unix:///path`. */
import { HalleyError } from '../kernel/errors.js';

export type ListenAddress =
  /** Without a host it listens on all interfaces. Port 0 means a free port. */
  | { readonly type: 'tcp'; readonly host: string | undefined; readonly port: number }
  | { readonly type: 'unix'; readonly path: string };

const TCP = /^(?:tcp:\/\/|https?:\/\/)?(?:\[([0-9a-fA-F:.%]+)\]|([^:/[\]]*)):(\d{1,5})\/?$/;

/** Parses an address. Throws HalleyError `invalid-config`; `flag` names the flag that set the address. */
export function parseAddress(text: string, flag: string): ListenAddress {
  if (text.startsWith('unix://') && text.length > 7) return { type: 'unix', path: text.slice(7) };
  const match = TCP.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535)
    throw new HalleyError(
      'invalid-config',
      `${flag} is "${text}": expected host:port with a port up to 65535, such as 127.0.0.1:8545, or unix:///path`,
      { flag, address: text },
    );
  const host = match[1] ?? match[2];
  return { type: 'tcp', host: host === '' || host === undefined ? undefined : host, port };
}

/** Joins host and port: `127.0.0.1:8545`, `[::1]:8545`. */
export const hostPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Formats an address for display. `0.0.0.0` represents all interfaces. */
export function addressText(address: ListenAddress, port: number | undefined): string {
  if (address.type === 'unix') return `unix://${address.path}`;
  return hostPort(address.host ?? '0.0.0.0', port ?? address.port);
}
