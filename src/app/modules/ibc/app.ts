/**
 * Defines an application on IBC as its channels see it (ICS-26; ibc-go `porttypes.IBCModule`). A port has one
 * application; a middleware around it is an application too, made from the inner one. A callback that throws TxFailure
 * undoes the message that called it. Only `receive` is undone by itself, and its failure becomes an acknowledgement.
 */
import type { Channel, Packet } from '../../../codec/ibc/channel.js';
import type * as v2 from '../../../codec/ibc/v2.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';

/** Channel during its handshake. Its `version` is the proposed one, and may be empty. */
export interface OpeningChannel {
  readonly portId: string;
  readonly channelId: string;
  readonly channel: Channel;
}

/** Acknowledgement of the receiver. `bytes` are stored and returned to the sender. */
export interface Acknowledgement {
  readonly success: boolean;
  readonly bytes: Bytes;
}

export interface IbcApp {
  /** Returns the version that this end chooses. */
  readonly openInit: (opening: OpeningChannel, context: MessageContext) => string;
  /** Does the same, where the counterparty has proposed `counterpartyVersion`. */
  readonly openTry: (opening: OpeningChannel, counterpartyVersion: string, context: MessageContext) => string;
  readonly openAck: (opening: OpeningChannel, counterpartyVersion: string, context: MessageContext) => void;
  readonly openConfirm: (opening: OpeningChannel, context: MessageContext) => void;
  readonly closeInit: (portId: string, channelId: string, context: MessageContext) => void;
  readonly closeConfirm: (portId: string, channelId: string, context: MessageContext) => void;
  /** Returns undefined when `writeAcknowledgement` will write the acknowledgement later. */
  readonly receive: (packet: Packet, relayer: Bytes, context: MessageContext) => Awaitable<Acknowledgement | undefined>;
  readonly acknowledged: (
    packet: Packet,
    acknowledgement: Bytes,
    relayer: Bytes,
    context: MessageContext,
  ) => Awaitable<void>;
  readonly timedOut: (packet: Packet, relayer: Bytes, context: MessageContext) => Awaitable<void>;
}

/** Application on packets between clients (ibc-go v10 core `api.IBCModule`). */
export interface PayloadApp {
  /** Handles a payload that `signer` sends; its commitment is already stored. */
  readonly send: (packet: v2.Packet, payload: v2.Payload, signer: Bytes, context: MessageContext) => void;
  /** Returns the acknowledgement. Core replaces the bytes of a failure. */
  readonly receive: (
    packet: v2.Packet,
    payload: v2.Payload,
    relayer: Bytes,
    context: MessageContext,
  ) => Awaitable<Acknowledgement>;
  readonly acknowledged: (
    packet: v2.Packet,
    payload: v2.Payload,
    acknowledgement: Bytes,
    relayer: Bytes,
    context: MessageContext,
  ) => Awaitable<void>;
  readonly timedOut: (
    packet: v2.Packet,
    payload: v2.Payload,
    relayer: Bytes,
    context: MessageContext,
  ) => Awaitable<void>;
}

/** Finds the application that a port is bound to (ibc-go routers). It is undefined for a port without one. */
export interface IbcRouter {
  readonly channelApp: (portId: string) => IbcApp | undefined;
  /** The application of packets between clients (IBC v2). */
  readonly payloadApp: (portId: string) => PayloadApp | undefined;
}
