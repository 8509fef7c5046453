/**
 * Decides whom the server trusts, by three questions. Is the Host header allowed (not a name that an attacker can point
 * at the loopback address: DNS rebinding)? May a page of this origin open a WebSocket? May the caller use the node's
 * keys (same machine, and no page of a foreign origin: drive-by pages)?
 */
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Headers } from '../rpc/protocol_handler.js';

export interface TrustPolicy {
  /**
   * Host names that clients may use besides IP addresses, `localhost` and names that no public DNS resolves; `*` allows
   * all.
   */
  readonly hosts: readonly string[];
  /** Origins (`https://dapp.example`) that count as local; `*` trusts every page. */
  readonly origins: readonly string[];
  /**
   * Addresses and subnets (`192.168.1.0/24`) beyond this machine that may use the node's keys; `*` trusts every
   * address.
   */
  readonly peers: readonly string[];
}

export const LOCAL_TRUST: TrustPolicy = { hosts: [], origins: [], peers: [] };

/** Facts that follow from a connection's remote address, found once. */
export interface RemoteAddress {
  readonly address: string;
  readonly local: boolean;
  /** Whether the address is local, or one that the policy lists. */
  readonly believed: boolean;
}

export interface TrustRules {
  /** Classifies an address, which is empty for a unix socket. */
  remote(address: string): RemoteAddress;
  allowsHost(host: string | undefined): boolean;
  /** Checks whether a web page sent the request that is neither of this machine nor listed by the policy. */
  fromForeignPage(headers: Headers): boolean;
}

/** Returns the name in a Host header or an origin, without port and brackets, in lower case. */
export function hostName(text: string): string {
  const name = /^\[([^\]]*)\]/.exec(text)?.[1] ?? text.replace(/:\d*$/, '');
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Returns the host of an origin such as `http://localhost:3000`. Returns undefined for `null` and for anything that is
 * no web origin.
 */
export function originHost(origin: string): string | undefined {
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return host === undefined ? undefined : hostName(host);
}

/** Addresses of this machine, once one was looked up. */
let loopback: BlockList | undefined;

function loopbackList(): BlockList {
  if (loopback !== undefined) return loopback;
  loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return loopback;
}

const contains = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Usual addresses of this machine. The first use of `isIP` takes 3 ms, which they avoid at the start. */
const USUAL_LOOPBACK: readonly string[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

const isLoopback = (address: string): boolean => USUAL_LOOPBACK.includes(address) || contains(loopbackList(), address);

export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);

/**
 * Matches names that are resolved only locally: one label (a container's), `.localhost`, `.internal`
 * (`host.docker.internal`).
 */
const isPrivateName = (name: string): boolean => !name.includes('.') || /\.(localhost|internal)$/.test(name);

function subnets(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    if (isIP(address) === 0) continue;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export function trustRules(policy: TrustPolicy): TrustRules {
  const hosts = new Set(policy.hosts.map((host) => host.toLowerCase()));
  const origins = new Set(policy.origins.map((origin) => origin.toLowerCase()));
  const peers = subnets(policy.peers);
  const everyone = policy.peers.includes('*');
  /** Last allowed host, because clients repeat the same one. */
  let allowed: string | undefined;
  return {
    remote(address) {
      const local = address === '' || isLoopback(address);
      return { address, local, believed: local || everyone || contains(peers, address) };
    },
    allowsHost(host) {
      if (host === undefined || host === allowed || hosts.has('*')) return true;
      const name = hostName(host);
      if (!isPrivateName(name) && !hosts.has(name) && !isLoopback(name) && isIP(name) === 0) return false;
      allowed = host;
      return true;
    },
    fromForeignPage({ origin, 'sec-fetch-site': site }) {
      if (origin === undefined) return site === 'cross-site' && !origins.has('*');
      if (origins.has('*') || origins.has(origin.toLowerCase())) return false;
      const host = originHost(origin);
      return host === undefined || !isLoopbackName(host);
    },
  };
}
