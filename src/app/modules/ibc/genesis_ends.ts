/**
 * Parses and writes connections and channels in a genesis document as ibc-go does: enums by name, 64-bit numbers as
 * text.
 */
import { toBase64 } from '../../../codec/base64.js';
import type { Channel, ChannelEnd } from '../../../codec/ibc/channel.js';
import type { ConnectionEnd } from '../../../codec/ibc/connection.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { CHANNEL_STATE_NAMES, ORDER_NAMES } from './channel/channel_end.js';

const CONNECTION_STATE_NAMES = CHANNEL_STATE_NAMES.slice(0, 4);

function parseNamed(node: GenesisReader, names: readonly string[]): number {
  const found = names.indexOf(node.text());
  if (found < 0) throw node.bad(`one of ${names.join(', ')}`);
  return found;
}

const texts = (node: GenesisReader): readonly string[] => node.elements().map((element) => element.text());

export function parseConnection(node: GenesisReader): { readonly id: string; readonly connection: ConnectionEnd } {
  const counterparty = node.field('counterparty');
  return {
    id: node.field('id').text(),
    connection: {
      clientId: node.field('client_id').text(),
      versions: node
        .field('versions')
        .elements()
        .map((version) => ({
          identifier: version.field('identifier').text(),
          features: texts(version.field('features')),
        })),
      state: parseNamed(node.field('state'), CONNECTION_STATE_NAMES),
      counterparty: {
        clientId: counterparty.field('client_id').text(),
        connectionId: counterparty.field('connection_id').text(''),
        prefix: { keyPrefix: counterparty.field('prefix').field('key_prefix').base64() },
      },
      delayPeriod: node.field('delay_period').uint(0n),
    },
  };
}

export const connectionJson = (
  id: string,
  { clientId, versions, state, counterparty, delayPeriod }: ConnectionEnd,
) => ({
  id,
  client_id: clientId,
  versions,
  state: CONNECTION_STATE_NAMES[state],
  counterparty: {
    client_id: counterparty.clientId,
    connection_id: counterparty.connectionId,
    prefix: { key_prefix: toBase64(counterparty.prefix.keyPrefix) },
  },
  delay_period: delayPeriod.toString(),
});

export function parseChannel(node: GenesisReader): ChannelEnd & { readonly channel: Channel } {
  const counterparty = node.field('counterparty');
  return {
    portId: node.field('port_id').text(),
    channelId: node.field('channel_id').text(),
    channel: {
      state: parseNamed(node.field('state'), CHANNEL_STATE_NAMES),
      ordering: parseNamed(node.field('ordering'), ORDER_NAMES),
      counterparty: {
        portId: counterparty.field('port_id').text(),
        channelId: counterparty.field('channel_id').text(''),
      },
      connectionHops: texts(node.field('connection_hops')),
      version: node.field('version').text(''),
    },
  };
}

export const channelJson = (
  portId: string,
  channelId: string,
  { state, ordering, counterparty, connectionHops, version }: Channel,
) => ({
  state: CHANNEL_STATE_NAMES[state],
  ordering: ORDER_NAMES[ordering],
  counterparty: { port_id: counterparty.portId, channel_id: counterparty.channelId },
  connection_hops: connectionHops,
  version,
  port_id: portId,
  channel_id: channelId,
});
