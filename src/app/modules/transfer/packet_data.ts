/** Decodes and validates a packet of a token transfer (ibc-go transfer/types `packet.go`). */

import { CodecError } from '../../../codec/codec_error.js';
import { denomOfPath } from '../../../codec/ibc/denom.js';
import {
  decodePacketData,
  encodePacketData,
  FungibleTokenPacket,
  type FungibleTokenPacketData,
} from '../../../codec/ibc/fungible_token_packet.js';
import { type Denom, TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import type { Payload } from '../../../codec/ibc/v2.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import { solidityFunction } from '../../sdk/solidity/solidity_call.js';
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
export const readTokenPacket = (bytes: Bytes): TokenPacket => readData(() => decodePacketData(bytes));

function readData(decode: () => FungibleTokenPacketData): TokenPacket {
  try {
    const data = decode();
    return within('invalid packet data', () => checkPacketData(data));
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw ibcFailure('invalidType', `cannot unmarshal ICS20-V1 transfer packet data: ${error.message}`);
  }
}

const TUPLE = '(string denom, string sender, string receiver, uint256 amount, string memo) data';
const SOLIDITY = solidityFunction(`function data(${TUPLE}) returns (${TUPLE})`);
const SELECTOR_BYTES = 4;

function decodeSolidity(bytes: Bytes): FungibleTokenPacketData {
  const [decoded] = SOLIDITY.decode(bytes) ?? [];
  if (decoded === undefined) throw new CodecError('failed to unpack data: decoding abi failed');
  const { amount, ...texts } = decoded as Omit<FungibleTokenPacketData, 'amount'> & { readonly amount: bigint };
  return { ...texts, amount: amount.toString() };
}

interface PayloadEncoding {
  encode(data: FungibleTokenPacketData): Bytes;
  decode(bytes: Bytes): FungibleTokenPacketData;
}

/** Encodings of a payload that transfers tokens (ibc-go v10 transfer/types `MarshalPacketData`). */
const ENCODINGS = new Map<string, PayloadEncoding>([
  ['application/json', { encode: encodePacketData, decode: decodePacketData }],
  ['application/x-protobuf', FungibleTokenPacket],
  [
    'application/x-solidity-abi',
    {
      encode: (data) => SOLIDITY.encode([{ ...data, amount: BigInt(data.amount) }]).subarray(SELECTOR_BYTES),
      decode: decodeSolidity,
    },
  ],
]);

function encodingOf(name: string, allowed: string) {
  const found = ENCODINGS.get(name || 'application/json');
  if (found !== undefined) return found;
  throw ibcFailure(
    'invalidType',
    `invalid encoding provided, must be either empty or one of [${allowed}], got ${name}`,
  );
}

const [JSON_NAME, PROTOBUF_NAME, SOLIDITY_NAME] = [...ENCODINGS.keys()].map((name) => `"${name}"`);

/** Encodes a payload's value. Throws TxFailure for an unknown encoding. */
export const encodePayload = (data: FungibleTokenPacketData, encoding: string): Bytes =>
  encodingOf(encoding, `${JSON_NAME}, ${PROTOBUF_NAME}`).encode(data);

/** Decodes a payload. Throws TxFailure. */
export function readTokenPayload({ version, encoding, value }: Payload): TokenPacket {
  if (version !== TRANSFER_VERSION) throw transferFailure('invalidVersion', version);
  const { decode } = encodingOf(encoding, `${JSON_NAME}, ${PROTOBUF_NAME}, ${SOLIDITY_NAME}`);
  return readData(() => decode(value));
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
