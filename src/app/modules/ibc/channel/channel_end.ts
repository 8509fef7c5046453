/** Reads a channel and its connection, and checks their state. Functions throw TxFailure. */
import { CHANNEL_STATE, type Channel, ORDER, type Packet } from '../../../../codec/ibc/channel.js';
import { CONNECTION_STATE, type ConnectionEnd } from '../../../../codec/ibc/connection.js';
import type { StateReader } from '../../../state/types.js';
import { connectionStateText } from '../connection/handshake.js';
import { connectionAt } from '../connection/store.js';
import { versionText } from '../connection/versions.js';
import { ibcFailure, within } from '../failure.js';
import { checkChannelId, checkConnectionId, checkPortId, isChannelId } from '../identifiers.js';
import { readChannel } from './store.js';

export function channelAt(state: StateReader, portId: string, channelId: string): Channel {
  const channel = readChannel(state, portId, channelId);
  if (channel === undefined) throw ibcFailure('channelNotFound', `port ID (${portId}) channel ID (${channelId})`);
  return channel;
}

export function requireOpen({ state }: Channel): void {
  if (state !== CHANNEL_STATE.open)
    throw ibcFailure('invalidChannelState', `channel is not OPEN (got ${channelStateText(state)})`);
}

export const connectionOf = (state: StateReader, { connectionHops }: Channel): ConnectionEnd =>
  connectionAt(state, connectionHops[0] ?? '');

export function openConnectionOf(state: StateReader, channel: Channel): ConnectionEnd {
  const connection = connectionOf(state, channel);
  if (connection.state !== CONNECTION_STATE.open)
    throw ibcFailure(
      'invalidConnectionState',
      `connection state is not OPEN (got ${connectionStateText(connection.state)})`,
    );
  return connection;
}

/** Checks that the connection supports the channel's order. */
export function checkOrdering({ versions }: ConnectionEnd, ordering: number): void {
  const [version, ...others] = versions;
  if (version === undefined || others.length > 0)
    throw ibcFailure(
      'invalidConnectionVersion',
      `single version must be negotiated on connection before opening channel, got: ${versions.map(versionText).join(' ')}`,
    );
  if (!version.features.includes(orderText(ordering)))
    throw ibcFailure(
      'invalidConnectionVersion',
      `connection version ${versionText(version)} does not support channel ordering: ${orderText(ordering)}`,
    );
}

/** Checks a proposed channel by itself. */
export function checkChannel({ ordering, connectionHops, counterparty }: Channel): void {
  if (ordering !== ORDER.ordered && ordering !== ORDER.unordered)
    throw ibcFailure('invalidChannelOrdering', orderText(ordering));
  if (connectionHops.length !== 1)
    throw ibcFailure('tooManyConnectionHops', 'current IBC version only supports one connection hop');
  within('invalid connection hop ID', () => checkConnectionId(connectionHops[0] ?? ''));
  within('invalid counterparty port ID', () => checkPortId(counterparty.portId));
  if (counterparty.channelId !== '')
    within('invalid counterparty channel ID', () => checkChannelId(counterparty.channelId));
}

/** Checks that the packet comes from the channel's other end. */
export function checkSource({ sourcePort, sourceChannel }: Packet, { counterparty }: Channel): void {
  checkEnd('source port', 'port', sourcePort, counterparty.portId);
  checkEnd('source channel', 'channel', sourceChannel, counterparty.channelId);
}

/** Checks that the packet goes to the channel's other end. */
export function checkDestination({ destinationPort, destinationChannel }: Packet, { counterparty }: Channel): void {
  checkEnd('destination port', 'port', destinationPort, counterparty.portId);
  checkEnd('destination channel', 'channel', destinationChannel, counterparty.channelId);
}

function checkEnd(what: string, of: string, got: string, expected: string): void {
  if (got !== expected)
    throw ibcFailure('invalidPacket', `packet ${what} doesn't match the counterparty's ${of} (${got} ≠ ${expected})`);
}

/** Checks the names of an end of this chain. */
export function checkOwnEnd(portId: string, channelId: string): void {
  within('invalid port ID', () => checkPortId(portId));
  if (!isChannelId(channelId)) throw ibcFailure('invalidChannelIdentifier');
}

/** Names of a channel's states in ibc-go. */
export const CHANNEL_STATE_NAMES = [
  'STATE_UNINITIALIZED_UNSPECIFIED',
  'STATE_INIT',
  'STATE_TRYOPEN',
  'STATE_OPEN',
  'STATE_CLOSED',
] as const;

export const ORDER_NAMES = ['ORDER_NONE_UNSPECIFIED', 'ORDER_UNORDERED', 'ORDER_ORDERED'] as const;

/** Returns a state's name, such as `STATE_OPEN`. A number without a name is returned as a number. */
export const channelStateText = (state: number): string => CHANNEL_STATE_NAMES[state] ?? state.toString();

/** Returns an order's name, such as `ORDER_UNORDERED`. */
export const orderText = (ordering: number): string => ORDER_NAMES[ordering] ?? ordering.toString();
