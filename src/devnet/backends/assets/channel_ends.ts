/**
 * Lists the channels of a simulated chain with all that decides whether they can be used: connection, client, and the
 * transfer module's parameters. What was sent over an end is in its escrow account, or in the records of the contract
 * that is bound to its port.
 */

import { balancesOf } from '../../../app/modules/bank/store.js';
import { contractOf } from '../../../app/modules/cw20/port.js';
import { readContract, readSentOf } from '../../../app/modules/cw20/store.js';
import { channels, type FoundChannel } from '../../../app/modules/ibc/channel/store.js';
import { readClientState } from '../../../app/modules/ibc/client/store.js';
import { readConnection } from '../../../app/modules/ibc/connection/store.js';
import { escrowAddress } from '../../../app/modules/transfer/escrow.js';
import { readTransferParams } from '../../../app/modules/transfer/store.js';
import type { StateReader } from '../../../app/state/types.js';
import { type ChannelEnd, type ClientStatus, IBC_STATES } from '../../../backend/assets.js';
import { ORDER } from '../../../codec/ibc/channel.js';
import { TRANSFER_PORT } from '../../../codec/ibc/transfer.js';

type StatusOf = (clientId: string) => ClientStatus;

/** Returns the channel ends in the order of the store. */
export function channelEnds(state: StateReader, statusOf: StatusOf): readonly ChannelEnd[] {
  const params = readTransferParams(state);
  return Array.from(channels(state), (found) => {
    const isBank = found.portId === TRANSFER_PORT;
    // The parameters belong to the transfer module. Contracts do not read them.
    const allowed = isBank ? params : { sendEnabled: true, receiveEnabled: true };
    const { sendEnabled, receiveEnabled } = allowed;
    return { ...channelEnd(state, found, statusOf), sendEnabled, receiveEnabled };
  });
}

function channelEnd(state: StateReader, { portId, channelId, channel }: FoundChannel, statusOf: StatusOf) {
  const [connectionId = ''] = channel.connectionHops;
  const connection = readConnection(state, connectionId);
  const client = connection && readClientState(state, connection.clientId);
  const escrow = escrowOf(state, portId, channelId);
  return {
    port: portId,
    channel: channelId,
    counterparty: {
      chainId: client?.chainId ?? '',
      port: channel.counterparty.portId,
      channel: channel.counterparty.channelId,
    },
    connectionId,
    ...(connection && { clientId: connection.clientId }),
    state: IBC_STATES[channel.state] ?? 'UNINITIALIZED',
    connectionState: IBC_STATES[connection?.state ?? 0] ?? 'UNINITIALIZED',
    clientStatus: connection === undefined ? 'Unknown' : statusOf(connection.clientId),
    ordering: channel.ordering === ORDER.ordered ? 'ordered' : 'unordered',
    version: channel.version,
    liquidity: [...escrow.values()].reduce((sum, amount) => sum + amount, 0n),
    escrow,
  } as const;
}

function escrowOf(state: StateReader, portId: string, channelId: string): ReadonlyMap<string, bigint> {
  if (portId === TRANSFER_PORT)
    return new Map(balancesOf(state, escrowAddress({ portId, channelId })).map(({ denom, amount }) => [denom, amount]));
  const contract = contractOf(portId);
  if (contract === undefined || readContract(state, contract) === undefined) return new Map();
  const prefix = `${channelId}/`;
  return new Map(
    readSentOf(state, contract)
      .filter(([key, amount]) => key.startsWith(prefix) && amount > 0n)
      .map(([key, amount]) => [key.slice(prefix.length), amount]),
  );
}
