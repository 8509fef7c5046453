/**
 * Implements `dial_peers` (consensus-rpc.md 4.5). The simulated peers stay connected, have no connection limits and
 * have no address book. `persistent`, `unconditional` and `private` are therefore only checked.
 */

import { HalleyError } from '../../../kernel/errors.js';
import { PEER } from '../../examples.js';
import { bool, texts } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { checkNotedId, peerId, withoutId } from './shared/peer_address.js';

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
