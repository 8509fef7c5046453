/**
 * Translates `--host` and `--port`, which together define where Anvil and Hardhat's node listen, over HTTP and
 * WebSocket.
 */
import { EVM_RPC_PORT } from '../../settings/default_ports.js';
import { integer, type Kind } from '../../settings/kinds.js';
import type { Configured, OwnFlags } from './foreign_flag.js';

const ADDRESS = '--json-rpc.address';
const DEFAULT_HOST = '127.0.0.1';

export const PORT: Kind<number> = { ...integer(0, 65_535), expected: 'a port from 0 to 65535', placeholder: '<port>' };

const HOST = /^(?:[\w.-]+|\[?[0-9a-fA-F:.%]*:[0-9a-fA-F:.%]*\]?)$/;

export const HOSTS: Kind<readonly string[]> = {
  expected: 'addresses such as 127.0.0.1 or ::1, or names, separated by commas',
  placeholder: '<hosts>',
  read(text) {
    const hosts = text.split(',').map((host) => host.trim());
    return hosts.every((host) => HOST.test(host)) ? hosts : undefined;
  },
  write: (hosts) => JSON.stringify(hosts.join(',')),
};

interface HostPort {
  readonly host: string;
  readonly port: string;
}

/** Returns the configured TCP addresses, or the default one. */
function configuredAddresses({ config }: Configured): readonly HostPort[] {
  const found = config.jsonRpc.address.split(',').flatMap((address) => {
    const match = /^(?:tcp:\/\/)?(.*):(\d+)$/.exec(address);
    return match === null ? [] : [{ host: match[1] as string, port: match[2] as string }];
  });
  return found.length === 0 ? [{ host: DEFAULT_HOST, port: `${EVM_RPC_PORT}` }] : found;
}

const inBrackets = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/** Translates `--host`; several hosts share the port of the first configured address. */
export function listenOnHosts(hosts: readonly string[], configured: Configured): OwnFlags {
  const [first] = configuredAddresses(configured) as [HostPort];
  return oneServer(
    hosts.map((host) => ({ host, port: first.port })),
    configured,
  );
}

/** Translates `--port`, and lets the other servers use free ports. */
export function listenOnPort(port: number, configured: Configured): OwnFlags {
  const addresses = configuredAddresses(configured).map(({ host }) => ({ host, port: String(port) }));
  return { ...oneServer(addresses, configured), '--free-ports': 'true' };
}

/** Turns the second WebSocket port off: Anvil has none, and the port could be in use or open to the network. */
function oneServer(addresses: readonly HostPort[], { isConfigured }: Configured): OwnFlags {
  return {
    [ADDRESS]: addresses.map(({ host, port }) => `${inBrackets(host)}:${port}`).join(','),
    ...(!isConfigured('--json-rpc.ws-address') && { '--json-rpc.ws-address': '' }),
  };
}
