/** Implements the unsafe routes that connect to peers. */
import { HalleyError } from '../../../kernel/errors.js';
import { PEER } from '../../examples.js';
import { bool, texts } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { checkNotedId, peerId, withoutId } from './shared/peer_address.js';

/**
 * Implements `dial_peers` (consensus-rpc.md 4.5). The simulated peers stay connected, have no connection limits and
 * have no address book. `persistent`, `unconditional` and `private` are therefore only checked.
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

/** Implements `dial_seeds` (consensus-rpc.md 4.5). Here a seed is a simulated peer like any other. */
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
