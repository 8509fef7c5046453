/**
 * Defines the data that a relayer needs for chains that continue from a genesis document. Their states have only hashes
 * of packets, acknowledgements and validator sets, and the blocks with the originals no longer exist.
 */
import type { Packet } from '../codec/ibc/channel.js';
import type { Bytes } from '../kernel/bytes.js';

export interface RelayerGenesis {
  /** Packets that were sent and neither acknowledged nor timed out, with the sending chain. */
  readonly packets: readonly { readonly chain: string; readonly packet: Packet }[];
  /** Acknowledgements of those packets, with the chain that wrote them and its end of the channel. */
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

export const EMPTY_RELAYER_GENESIS: RelayerGenesis = { packets: [], acknowledgements: [], validatorSets: [] };
