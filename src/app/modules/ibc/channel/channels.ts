/** Defines what an application on IBC may do with its channels (ICS-4; ibc-go `ICS4Wrapper` and `ChannelKeeper`). */
import type { Channel, Packet } from '../../../../codec/ibc/channel.js';
import type { Height } from '../../../../codec/ibc/height.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { StateReader } from '../../../state/types.js';
import type { Acknowledgement } from '../app.js';
import { sendPacket } from './send_packet.js';
import { readChannel } from './store.js';
import { writeAcknowledgement } from './write_acknowledgement.js';

export interface OutgoingPacket {
  readonly portId: string;
  readonly channelId: string;
  readonly timeoutHeight: Height;
  /** Nanoseconds since 1970; 0 for none. */
  readonly timeoutTimestamp: bigint;
  readonly data: Bytes;
}

export interface Channels {
  /** The packet's sequence. Throws TxFailure. */
  readonly sendPacket: (context: MessageContext, packet: OutgoingPacket) => bigint;
  /** For a packet whose receiver has not answered at once. Throws TxFailure. */
  readonly writeAcknowledgement: (context: MessageContext, packet: Packet, acknowledgement: Acknowledgement) => void;
  readonly readChannel: (state: StateReader, portId: string, channelId: string) => Channel | undefined;
}

/** The channels of this chain. */
export const IBC_CHANNELS: Channels = { sendPacket, writeAcknowledgement, readChannel };
