/**
 * Defines the data that a relayer needs for chains that continue from a genesis document. Their states have only hashes
 * of packets, acknowledgements and validator sets, and the blocks with the originals no longer exist.
 */
import type { Packet } from '../codec/ibc/channel.js';
import type { Packet as PacketV2 } from '../codec/ibc/v2.js';
import type { Bytes } from '../kernel/bytes.js';

export interface RelayerGenesis {
  /** Packets that were sent and neither acknowledged nor timed out, with the sending chain. */
  readonly packets: readonly { readonly chain: string; readonly packet: Packet }[];
  /** The same of packets between clients (IBC v2). */
  readonly packetsV2: readonly { readonly chain: string; readonly packet: PacketV2 }[];
  /**
   * Acknowledgements of those packets, with the chain that wrote them and its end of the channel. Between clients the
   * port is empty, the channel is the client, and the acknowledgement is encoded.
   */
  readonly acknowledgements: readonly {
    readonly chain: string;
    readonly port: string;
    readonly channel: string;
    readonly sequence: bigint;
    readonly acknowledgement: Bytes;
  }[];
  /** Encoded validator sets that light clients trust and that decide no block of the new chain. */
  readonly validatorSets: readonly { readonly chain: string; readonly validatorSet: Bytes }[];
}

export const EMPTY_RELAYER_GENESIS: RelayerGenesis = {
  packets: [],
  packetsV2: [],
  acknowledgements: [],
  validatorSets: [],
};
