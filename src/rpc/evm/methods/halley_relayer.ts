/** Implements the methods that control the relayer. */
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { delay, dropRule } from '../params/relaying.js';
import { quantity } from '../quantity.js';

export const halley_relayerDrop = defineDevSetter({
  name: 'halley_relayerDrop',
  summary: 'Makes the relayer drop the next packets or acknowledgements that match a rule.',
  params: [dropRule],
  handler: ({ evm }, rule) => evm.relayer().drop(rule),
  example: {
    params: [{ kind: 'packet', channel: 'channel-0', count: 2 }],
    alone: 'this devnet has no relayer: it holds one chain alone',
  },
});

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

export const halley_relayerSetDelay = defineDevSetter({
  name: 'halley_relayerSetDelay',
  summary: 'Makes the relayer wait until a number of blocks follow the block of what it relays.',
  params: [delay],
  handler: ({ evm }, blocks) => evm.relayer().setDelay(blocks),
  example: { params: [2], alone: 'this devnet has no relayer: it holds one chain alone' },
});

export const halley_relayerSettled = defineDevSetter({
  name: 'halley_relayerSettled',
  summary: 'Waits until the relayer has no task left that it can do.',
  params: [],
  handler: ({ evm }) => evm.relayer().settled(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});

/** The relayer continues handshakes, packets, acknowledgements and timeouts between the chains. */
export const halley_relayerStart = defineDevSetter({
  name: 'halley_relayerStart',
  summary: 'Starts the relayer, which then continues all unfinished tasks and retries those that failed.',
  params: [],
  handler: ({ evm }) => evm.relayer().start(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});

export const halley_relayerStep = evmMethod({
  name: 'halley_relayerStep',
  summary: 'Makes the relayer pass over all chains once, even while it is stopped.',
  params: [],
  result: 'quantity: number of messages that it sent',
  trustedOnly: true,
  handler: async ({ evm }) => quantity(await evm.relayer().step()),
  example: { params: [], result: '0x0', alone: 'this devnet has no relayer: it holds one chain alone' },
});

export const halley_relayerStop = defineDevSetter({
  name: 'halley_relayerStop',
  summary: 'Stops the relayer; until it is started again, only halley_relayerStep relays.',
  params: [],
  handler: ({ evm }) => evm.relayer().stop(),
  example: { params: [], alone: 'this devnet has no relayer: it holds one chain alone' },
});
