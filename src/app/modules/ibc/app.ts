/**
 * What an application on IBC is to its channels (ICS-26; ibc-go `porttypes.IBCModule`). One port, one application; what
 * stands around it (a middleware) is an application too, made of the inner one. A callback that throws TxFailure undoes
 * the message that called it; `receive` alone is undone by itself, and its failure becomes an acknowledgement.
 */
import type { Channel, Packet } from '../../../codec/ibc/channel.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';

/** A channel whose handshake is under way; its `version` is what was proposed, and may be empty. */
export interface OpeningChannel {
  readonly portId: string;
  readonly channelId: string;
  readonly channel: Channel;
}

/** What the receiver answers; `bytes` go into the store, and to the sender. */
export interface Acknowledgement {
  readonly success: boolean;
  readonly bytes: Bytes;
}

export interface IbcApp {
  /** The version that this end stands by. */
  readonly openInit: (opening: OpeningChannel, context: MessageContext) => string;
  /** The same, where the counterparty has proposed `counterpartyVersion`. */
  readonly openTry: (opening: OpeningChannel, counterpartyVersion: string, context: MessageContext) => string;
  readonly openAck: (opening: OpeningChannel, counterpartyVersion: string, context: MessageContext) => void;
  readonly openConfirm: (opening: OpeningChannel, context: MessageContext) => void;
  readonly closeInit: (portId: string, channelId: string, context: MessageContext) => void;
  readonly closeConfirm: (portId: string, channelId: string, context: MessageContext) => void;
  /** Undefined: the acknowledgement is written later, by `writeAcknowledgement`. */
  readonly receive: (packet: Packet, relayer: Bytes, context: MessageContext) => Awaitable<Acknowledgement | undefined>;
  readonly acknowledged: (
    packet: Packet,
    acknowledgement: Bytes,
    relayer: Bytes,
    context: MessageContext,
  ) => Awaitable<void>;
  readonly timedOut: (packet: Packet, relayer: Bytes, context: MessageContext) => Awaitable<void>;
}

/** Finds the application that a port is bound to (ibc-go `porttypes.Router`); undefined for a port without one. */
export type IbcRouter = (portId: string) => IbcApp | undefined;
