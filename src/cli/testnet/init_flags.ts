/** Checks the flags of `halley testnet init` that are not settings. */
import { isAbsolute } from 'node:path';
import { HalleyError } from '../../kernel/errors.js';

/** Flags as commander parses them. */
interface GivenFlags {
  readonly out: string;
  readonly hosts?: string;
  readonly startingPort?: string;
  readonly nodeDirPrefix: string;
  readonly installDir: string;
  readonly devAuthority: boolean;
  readonly force?: boolean;
}

export interface InitFlags {
  readonly out: string;
  readonly hosts: readonly string[] | undefined;
  readonly startingPort: number | undefined;
  readonly prefix: string;
  readonly installDir: string;
  readonly withDevAuthority: boolean;
  readonly force: boolean;
}

/** A name of a machine, an IPv4 address, or an IPv6 address in brackets. */
const HOST =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9a-fA-F:.]+\])$/;
/** Form of names that can also be names of services of Docker Compose and of systemd units. */
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/;
const MAX_PORT = 65_535;

const wrong = (flag: string, value: string, expected: string): HalleyError =>
  new HalleyError('invalid-config', `${flag} is "${value}": expected ${expected}`, { flag, value, expected });

/** Returns the checked flags. Throws HalleyError `invalid-config`. */
export function readInitFlags(given: GivenFlags): InitFlags {
  const { out, nodeDirPrefix: prefix, installDir, devAuthority: withDevAuthority, force = false } = given;
  if (out === '') throw wrong('--out', out, 'the folder of the network');
  if (!PREFIX.test(prefix)) throw wrong('--node-dir-prefix', prefix, 'letters, digits, "-" and "_"');
  if (!isAbsolute(installDir)) throw wrong('--install-dir', installDir, 'an absolute path');
  const hosts = given.hosts === undefined ? undefined : hostsOf(given.hosts);
  const startingPort = given.startingPort === undefined ? undefined : portOf(given.startingPort);
  return { out, hosts, startingPort, prefix, installDir, withDevAuthority, force };
}

function hostsOf(text: string): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim());
  const seen = new Set<string>();
  for (const host of hosts) {
    if (!HOST.test(host)) throw wrong('--hosts', text, `names or IP addresses without ports; "${host}" is not one`);
    if (seen.size === seen.add(host.toLowerCase()).size)
      throw wrong('--hosts', text, `each host once; "${host}" is there twice`);
  }
  return hosts;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > MAX_PORT) throw wrong('--starting-port', text, `a port from 1 to ${MAX_PORT}`);
  return port;
}
