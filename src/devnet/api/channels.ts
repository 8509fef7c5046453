/** A chain's channels, for programs. A client with a counterparty (IBC v2) is listed as a channel. */
import { CHANNEL_STATE } from '../../codec/ibc/channel.js';
import { TRANSFER_PORT } from '../../codec/ibc/transfer.js';
import type { Bytes } from '../../kernel/bytes.js';
import { readChannels, readClient, readConnection, readLinkedClients } from '../../relayer/read.js';
import type { IbcView } from '../../relayer/types.js';
import type { Chain } from '../chain/chain.js';

/** Channel as one chain stores it. */
export interface DevnetChannel {
  readonly port: string;
  /** Id of the channel, such as `channel-0`, or of a client with a counterparty (IBC v2). */
  readonly channel: string;
  /** Connection; empty for a client. */
  readonly connection: string;
  readonly state: 'INIT' | 'TRYOPEN' | 'OPEN' | 'CLOSED';
  /**
   * Other end. `chain` is empty when the client's chain is unknown. `channel` is empty until the handshake has set one.
   */
  readonly counterparty: { readonly chain: string; readonly port: string; readonly channel: string };
}

const STATES = new Map<number, DevnetChannel['state']>([
  [CHANNEL_STATE.init, 'INIT'],
  [CHANNEL_STATE.tryOpen, 'TRYOPEN'],
  [CHANNEL_STATE.open, 'OPEN'],
  [CHANNEL_STATE.closed, 'CLOSED'],
]);

export function channelsOf({ state }: Chain): readonly DevnetChannel[] {
  const { latest } = state;
  const view: IbcView = {
    get: (key: Bytes) => latest.get('ibc', key),
    entries: (prefix: Bytes) => latest.entries('ibc', prefix),
  };
  const linked = readLinkedClients(view).map(({ clientId, counterparty }) => ({
    port: TRANSFER_PORT,
    channel: clientId,
    connection: '',
    state: 'OPEN' as const,
    counterparty: {
      chain: readClient(view, clientId)?.chainId ?? '',
      port: TRANSFER_PORT,
      channel: counterparty.clientId,
    },
  }));
  const channels = readChannels(view).map(({ portId, channelId, end }) => {
    const connection = end.connectionHops[0] ?? '';
    const client = readConnection(view, connection)?.clientId;
    const { portId: port, channelId: channel } = end.counterparty;
    return {
      port: portId,
      channel: channelId,
      connection,
      state: STATES.get(end.state) ?? 'CLOSED',
      counterparty: { chain: (client && readClient(view, client)?.chainId) ?? '', port, channel },
    };
  });
  return [...channels, ...linked];
}
