/**
 * What a relayer must know of chains that go on from a genesis document, and that their states do not hold: chains keep
 * hashes alone of packets, acknowledgements and validator sets, and the blocks that had them are gone.
 */
import type { Packet } from '../codec/ibc/channel.js';
import type { Bytes } from '../kernel/bytes.js';

export interface RelayerGenesis {
  /** Packets that were sent and have not come back, with their senders. */
  readonly packets: readonly { readonly chain: string; readonly packet: Packet }[];
  /** Acknowledgements of those packets that were written, with their writers and ends of channels. */
  readonly acknowledgements: readonly {
    readonly chain: string;
    readonly port: string;
    readonly channel: string;
    readonly sequence: bigint;
    readonly acknowledgement: Bytes;
  }[];
  /** Validator sets that light clients trust, encoded, and that decide no block of the chain that goes on. */
  readonly validatorSets: readonly { readonly chain: string; readonly validatorSet: Bytes }[];
}

export const EMPTY_RELAYER_GENESIS: RelayerGenesis = { packets: [], acknowledgements: [], validatorSets: [] };
