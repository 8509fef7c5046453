/** Handles the messages of `halley.dev.v1` that change channels of IBC. */
import * as messages from '../../../../codec/dev/ibc.js';
import { CHANNEL_STATE } from '../../../../codec/ibc/channel.js';
import type { StateReader } from '../../../state/types.js';
import { event } from '../../../types/events.js';
import { channelEvents } from '../../ibc/channel/events.js';
import { channels, readChannel, readNextChannel, writeChannel, writeNextChannel } from '../../ibc/channel/store.js';
import { readClientState, readNextClient, writeNextClient } from '../../ibc/client/store.js';
import { readConnection, readNextConnection, writeNextConnection } from '../../ibc/connection/store.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

/**
 * `halley.dev.v1.MsgCloseChannel` does the same as MsgChannelCloseInit without a call of the application. The
 * counterparty closes its end when it receives the proof.
 */
export const MsgCloseChannel = defineDevMessage(messages.MsgCloseChannel, ({ portId, channelId }, { state, emit }) => {
  const channel = readChannel(state, portId, channelId);
  if (channel === undefined) throw devFailure('notFound', `no channel ${portId}/${channelId}`);
  if (channel.state === CHANNEL_STATE.closed)
    throw devFailure('refused', `channel ${portId}/${channelId} is already closed`);
  const closed = { ...channel, state: CHANNEL_STATE.closed };
  writeChannel(state, portId, channelId, closed);
  emit(...channelEvents('channel_close_init', portId, channelId, closed));
});

/**
 * `halley.dev.v1.MsgSetIbcSequences` sets the next sequences of IBC names. Each name is used once, so a next number
 * must not be taken.
 */
export const MsgSetIbcSequences = defineDevMessage(messages.MsgSetIbcSequences, (value, { state, emit }) => {
  const { nextClientSequence, nextConnectionSequence, nextChannelSequence } = value;
  const rows = [
    ['client', nextClientSequence, readNextClient(state), writeNextClient],
    ['connection', nextConnectionSequence, readNextConnection(state), writeNextConnection],
    ['channel', nextChannelSequence, readNextChannel(state), writeNextChannel],
  ] as const;
  for (const [what, next, current] of rows)
    if (next < current && isTaken(state, what, next))
      throw devFailure('refused', `the next ${what} sequence is ${next}, which is taken: expected at least ${current}`);
  for (const [, next, current, write] of rows) if (next !== current) write(state, next);
  emit(
    event('set_ibc_sequences', {
      next_client_sequence: readNextClient(state).toString(),
      next_connection_sequence: readNextConnection(state).toString(),
      next_channel_sequence: readNextChannel(state).toString(),
    }),
  );
});

/**
 * Returns true if a number is taken. A number below the current one may be free: a plan assigns numbers in any order,
 * and ends above them all.
 */
function isTaken(state: StateReader, what: 'client' | 'connection' | 'channel', number: bigint): boolean {
  if (what === 'client') return readClientState(state, `07-tendermint-${number}`) !== undefined;
  if (what === 'connection') return readConnection(state, `connection-${number}`) !== undefined;
  return [...channels(state)].some(({ channelId }) => channelId === `channel-${number}`);
}
