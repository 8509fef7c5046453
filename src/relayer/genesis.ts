/**
 * The data that a relayer needs for chains that go on from a genesis document. Their states hold only hashes of packets,
 * acknowledgements and validator sets, and the blocks that held the originals are gone.
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
  /** Encoded validator sets that light clients trust and that decide no block of the chain that goes on. */
  readonly validatorSets: readonly { readonly chain: string; readonly validatorSet: Bytes }[];
}

export const EMPTY_RELAYER_GENESIS: RelayerGenesis = { packets: [], acknowledgements: [], validatorSets: [] };
