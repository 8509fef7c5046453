/** Defines token transfers between chains (ICS-20; ibc-go `ibc.applications.transfer.v1`). */
import { Coin } from '../cosmos/base.js';
import { bool, embedded, repeated, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Height } from './client.js';

export const TRANSFER_PORT = 'transfer';
export const TRANSFER_VERSION = 'ics20-1';

export const MsgTransfer = message(
  'ibc.applications.transfer.v1.MsgTransfer',
  {
    sourcePort: string(1),
    /** Channel, or client of a counterparty (IBC v2). */
    sourceChannel: string(2),
    token: embedded(3, Coin),
    sender: string(4),
    receiver: string(5),
    timeoutHeight: embedded(6, Height),
    /** Nanoseconds since 1970, 0 without a timeout. Over a client: seconds, and required. */
    timeoutTimestamp: uint(7),
    memo: string(8),
    /** Encoding of a payload between clients, `application/json` when empty. */
    encoding: string(9),
  },
  { aminoName: 'cosmos-sdk/MsgTransfer' },
);
export type MsgTransfer = Of<typeof MsgTransfer>;

export const MsgTransferResponse = message('ibc.applications.transfer.v1.MsgTransferResponse', { sequence: uint(1) });

/** One hop of a token's way: a chain's own end of a channel over which it arrived. */
export const Hop = message('ibc.applications.transfer.v1.Hop', { portId: string(1), channelId: string(2) });
export type Hop = Of<typeof Hop>;

/** Denom of a token on the chain of its origin, and the hops that it took. The last hop comes first. */
export const Denom = message('ibc.applications.transfer.v1.Denom', { base: string(1), trace: repeated(3, Hop) });
export type Denom = Of<typeof Denom>;

/** Denom as it was before ibc-go v9: the hops are one text, `transfer/channel-0/transfer/channel-7`. */
export const DenomTrace = message('ibc.applications.transfer.v1.DenomTrace', { path: string(1), baseDenom: string(2) });
export type DenomTrace = Of<typeof DenomTrace>;

export const TransferParams = message('ibc.applications.transfer.v1.Params', {
  sendEnabled: bool(1),
  receiveEnabled: bool(2),
});
export type TransferParams = Of<typeof TransferParams>;
