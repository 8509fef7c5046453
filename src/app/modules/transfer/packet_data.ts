/** Decodes and validates a packet of a token transfer (ibc-go transfer/types `packet.go`). */

import { CodecError } from '../../../codec/codec_error.js';
import { denomOfPath } from '../../../codec/ibc/denom.js';
import { decodePacketData, type FungibleTokenPacketData } from '../../../codec/ibc/fungible_token_packet.js';
import type { Denom } from '../../../codec/ibc/transfer.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import { ibcFailure, within } from '../ibc/failure.js';
import { checkEnd, transferFailure } from './checks.js';

export const MAX_RECEIVER_BYTES = 2048;
export const MAX_MEMO_BYTES = 32768;

export interface TokenPacket {
  readonly data: FungibleTokenPacketData;
  readonly denom: Denom;
  /** At least 1, and below 2^256. */
  readonly amount: bigint;
}

/** Decodes a packet's data. Throws TxFailure. */
export function readTokenPacket(bytes: Bytes): TokenPacket {
  try {
    return within('invalid packet data', () => checkPacketData(decodePacketData(bytes)));
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw ibcFailure('invalidType', `cannot unmarshal ICS20-V1 transfer packet data: ${error.message}`);
  }
}

/**
 * Validates a packet's data. Throws TxFailure. Addresses belong to chains that are not known here, so they only must
 * not be empty.
 */
export function checkPacketData(data: FungibleTokenPacketData): TokenPacket {
  const amount = amountOf(data.amount);
  if (data.sender.trim() === '') throw ibcFailure('invalidAddress', 'sender address cannot be blank');
  if (data.receiver.trim() === '') throw ibcFailure('invalidAddress', 'receiver address cannot be blank');
  const denom = denomOfPath(data.denom);
  checkDenom(denom);
  return { data, denom, amount };
}

/** Parses digits only. ibc-go also reads Go's other notations of a number, which no chain sends. */
function amountOf(text: string): bigint {
  const amount = /^(?:0|[1-9]\d{0,77})$/.test(text) ? BigInt(text) : undefined;
  if (amount === undefined || amount > MAX_UINT256)
    throw transferFailure('invalidAmount', `unable to parse transfer amount (${text}) into math.Int`);
  if (amount === 0n) throw transferFailure('invalidAmount', `amount must be strictly positive: got ${amount}`);
  return amount;
}

/** Validates a denom. Throws TxFailure. */
export function checkDenom({ base, trace }: Denom): void {
  if (base.trim() === '') throw transferFailure('invalidDenom', 'base denomination cannot be blank');
  for (const hop of trace) within('invalid trace', () => checkEnd(hop, 'hop source'));
}
