/** Defines what an application on IBC may do with its channels (ICS-4; ibc-go `ICS4Wrapper` and `ChannelKeeper`). */
import type { Channel, Packet } from '../../../../codec/ibc/channel.js';
import type { Height } from '../../../../codec/ibc/client.js';
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
  /** Nanoseconds since 1970. 0 means none. */
  readonly timeoutTimestamp: bigint;
  readonly data: Bytes;
}

export interface Channels {
  /** Sends a packet and returns its sequence. Throws TxFailure. */
  readonly sendPacket: (context: MessageContext, packet: OutgoingPacket) => bigint;
  /** Writes the acknowledgement of a packet whose receiver did not return it at once. Throws TxFailure. */
  readonly writeAcknowledgement: (context: MessageContext, packet: Packet, acknowledgement: Acknowledgement) => void;
  readonly readChannel: (state: StateReader, portId: string, channelId: string) => Channel | undefined;
}

/** Access to the channels of this chain. */
export const IBC_CHANNELS: Channels = { sendPacket, writeAcknowledgement, readChannel };
