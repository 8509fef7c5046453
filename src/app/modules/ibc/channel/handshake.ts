/**
 * Implements the chains' own part of the steps in which they open and close a channel (ICS-4; ibc-go v10 04-channel
 * `handshake.go`). The messages add the application's part. Functions throw TxFailure.
 */
import { CHANNEL_STATE, type Channel, type ChannelEnd } from '../../../../codec/ibc/channel.js';
import type { ConnectionEnd } from '../../../../codec/ibc/connection.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { WorkingState } from '../../../state/types.js';
import { requireActive } from '../client/status.js';
import { connectionAt } from '../connection/store.js';
import { type Proof, verifyChannelState } from '../connection/verify.js';
import { ibcFailure } from '../failure.js';
import { channelAt, channelStateText, checkOrdering, connectionOf, openConnectionOf } from './channel_end.js';
import { readNextChannel, writeNextChannel } from './store.js';

/** Returns the new channel's id. */
export function prepareInit({ state, block }: MessageContext, { connectionHops, ordering }: Channel): string {
  const connection = connectionAt(state, connectionHops[0] ?? '');
  checkOrdering(connection, ordering);
  requireActive(state, connection.clientId, block.time, 'cannot open channel with client');
  return nextChannelId(state);
}

/**
 * Returns the new channel's id. `channel` is this end, and `counterpartyVersion` is what the other end has proposed.
 */
export function prepareTry(
  context: MessageContext,
  portId: string,
  channel: Channel,
  counterpartyVersion: string,
  proof: Proof,
): string {
  const { state } = context;
  const channelId = nextChannelId(state);
  const connection = openConnectionOf(state, channel);
  checkOrdering(connection, channel.ordering);
  const expected = mirrored(connection, channel, { portId, channelId: '' }, CHANNEL_STATE.init, counterpartyVersion);
  verifyChannelState(context, connection, proof, channel.counterparty, expected);
  return channelId;
}

/** Returns the channel in the state OPEN. */
export function acknowledgeOpening(
  context: MessageContext,
  end: ChannelEnd,
  counterpartyChannelId: string,
  counterpartyVersion: string,
  proof: Proof,
): Channel {
  const { state } = context;
  const channel = channelAt(state, end.portId, end.channelId);
  if (channel.state !== CHANNEL_STATE.init)
    throw ibcFailure('invalidChannelState', `channel state should be INIT (got ${channelStateText(channel.state)})`);
  const connection = openConnectionOf(state, channel);
  const counterparty = { ...channel.counterparty, channelId: counterpartyChannelId };
  const expected = mirrored(connection, channel, end, CHANNEL_STATE.tryOpen, counterpartyVersion);
  verifyChannelState(context, connection, proof, counterparty, expected);
  return { ...channel, state: CHANNEL_STATE.open, version: counterpartyVersion, counterparty };
}

/** Returns the channel in the state OPEN. */
export function confirmOpening(context: MessageContext, end: ChannelEnd, proof: Proof): Channel {
  const { state } = context;
  const channel = channelAt(state, end.portId, end.channelId);
  if (channel.state !== CHANNEL_STATE.tryOpen)
    throw ibcFailure('invalidChannelState', `channel state is not TRYOPEN (got ${channelStateText(channel.state)})`);
  const connection = openConnectionOf(state, channel);
  const expected = mirrored(connection, channel, end, CHANNEL_STATE.open, channel.version);
  verifyChannelState(context, connection, proof, channel.counterparty, expected);
  return { ...channel, state: CHANNEL_STATE.open };
}

/** Returns the channel, closed by its application. */
export function closeOwn({ state, block }: MessageContext, end: ChannelEnd): Channel {
  const channel = notClosed(state, end);
  requireActive(state, connectionOf(state, channel).clientId, block.time, 'cannot close channel with client');
  openConnectionOf(state, channel);
  return { ...channel, state: CHANNEL_STATE.closed };
}

/** Returns the channel, closed because the other end is. */
export function confirmClosing(context: MessageContext, end: ChannelEnd, proof: Proof): Channel {
  const { state } = context;
  const channel = notClosed(state, end);
  const connection = openConnectionOf(state, channel);
  verifyClosed(context, connection, channel, end, proof);
  return { ...channel, state: CHANNEL_STATE.closed };
}

/** Verifies that the other end of the channel is closed. */
export function verifyClosed(
  context: MessageContext,
  connection: ConnectionEnd,
  channel: Channel,
  end: ChannelEnd,
  proof: Proof,
): void {
  const expected = mirrored(connection, channel, end, CHANNEL_STATE.closed, channel.version);
  verifyChannelState(context, connection, proof, channel.counterparty, expected);
}

function notClosed(state: WorkingState, { portId, channelId }: ChannelEnd): Channel {
  const channel = channelAt(state, portId, channelId);
  if (channel.state === CHANNEL_STATE.closed) throw ibcFailure('invalidChannelState', 'channel is already CLOSED');
  return channel;
}

/** Returns the other end in the state that it must have by now. Its counterparty is `end`. */
const mirrored = (
  { counterparty: { connectionId } }: ConnectionEnd,
  { ordering }: Channel,
  end: ChannelEnd,
  state: number,
  version: string,
): Channel => ({ state, ordering, counterparty: end, connectionHops: [connectionId], version });

function nextChannelId(state: WorkingState): string {
  const next = readNextChannel(state);
  writeNextChannel(state, next + 1n);
  return `channel-${next}`;
}
