/** `halley_relayerPending`: what is to be relayed, and why some of it cannot be. Ours. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_relayerPending = evmMethod({
  name: 'halley_relayerPending',
  summary: 'Lists what the relayer is still to do, and what it cannot do.',
  params: [],
  result:
    'array: kind, chain that the message goes to, from, packet (port, channel, sequence) or null, failure or null',
  trustedOnly: true,
  handler: ({ evm }) =>
    evm
      .relayer()
      .pending()
      .map(({ kind, chain, from, packet, failure }) => ({
        kind,
        chain,
        from,
        packet: packet === undefined ? null : { ...packet, sequence: quantity(packet.sequence) },
        failure: failure ?? null,
      })),
  example: { params: [], result: [] },
});
