/** A chain's channels, for programs. */
import { CHANNEL_STATE } from '../../codec/ibc/channel.js';
import type { Bytes } from '../../kernel/bytes.js';
import { readChannels, readClient, readConnection } from '../../relayer/read.js';
import type { IbcView } from '../../relayer/types.js';
import type { Chain } from '../chain/chain.js';

/** Channel as one chain stores it. */
export interface DevnetChannel {
  readonly port: string;
  /** Id of the channel, such as `channel-0`. */
  readonly channel: string;
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
  return readChannels(view).map(({ portId, channelId, end }) => {
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
}
