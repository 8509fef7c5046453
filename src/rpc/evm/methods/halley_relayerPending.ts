/** Implements `halley_relayerPending`, a method of Halley only. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_relayerPending = evmMethod({
  name: 'halley_relayerPending',
  summary: 'Lists the tasks that the relayer has left, and why some of them fail.',
  params: [],
  result:
    'array: kind, chain that receives the message, from, packet (port, channel, sequence) or null, failure or null',
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
