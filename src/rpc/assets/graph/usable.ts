/**
 * Decides which channels can be used (asset-reachability.md 2.3), and what they may carry (asset-reachability.md 2.5
 * and 3.3).
 */
import type { ChannelEnd } from '../../../backend/assets.js';
import { type GraphChain, type GraphEnd, pathKey } from './graph_chain.js';

/** Accepted versions of channels. The second is a misspelling in registries, for channels that work. */
const VERSIONS: ReadonlySet<string> = new Set(['ics20-1', 'ics-20']);

const isOpen = ({ state, connectionState, clientStatus, ordering, version }: ChannelEnd): boolean =>
  state === 'OPEN' &&
  connectionState === 'OPEN' &&
  clientStatus === 'Active' &&
  ordering === 'unordered' &&
  VERSIONS.has(version);

/**
 * Checks both ends. Both clients are needed: the far one for the packet, the near one for its acknowledgement or
 * timeout.
 */
export const isUsable = (sending: GraphEnd, receiving: GraphEnd): boolean =>
  sending.isTransfer &&
  receiving.isTransfer &&
  isOpen(sending.facts) &&
  isOpen(receiving.facts) &&
  sending.facts.sendEnabled &&
  receiving.facts.receiveEnabled;

export const isCw20 = (denom: string): boolean => denom.startsWith('cw20:');

/**
 * Checks whether the port accepts the form that `hops` and `base` name on `sending.chain`. A contract (cw20-ics20)
 * sends the tokens of its own chain and takes back only these. The bank's port cannot send a contract's token.
 */
export function mayCarry(sending: GraphEnd, receiving: GraphEnd, hops: readonly string[], base: string): boolean {
  const isToken = hops.length === 0 && isCw20(base);
  if (sending.isContract !== isToken) return false;
  if (receiving.isContract && hops[0] !== sending.hop) return false;
  return bankSends(sending.chain, hops, base);
}

const bankSends = (chain: GraphChain, hops: readonly string[], base: string): boolean =>
  chain.frozen.size === 0 || !chain.frozen.has(pathKey(hops, base));
