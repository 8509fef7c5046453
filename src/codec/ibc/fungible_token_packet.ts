/**
 * Encodes the data of a token transfer's packet (ICS-20 `FungibleTokenPacketData`) as JSON. Members are sorted, as
 * ibc-go did before v9; receivers accept any order. An empty memo is omitted.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { tryFromUtf8, utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';
import { goJson, tryJsonObject } from '../go_json.js';
import { string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export interface FungibleTokenPacketData {
  /** Decimal integer. */
  readonly amount: string;
  /** Full path, never a hash. */
  readonly denom: string;
  readonly memo: string;
  readonly receiver: string;
  readonly sender: string;
}

/** The same data as protobuf, which payloads of IBC v2 may have. */
export const FungibleTokenPacket = message('ibc.applications.transfer.v1.FungibleTokenPacketData', {
  denom: string(1),
  amount: string(2),
  sender: string(3),
  receiver: string(4),
  memo: string(5),
});

export const encodePacketData = ({ amount, denom, memo, receiver, sender }: FungibleTokenPacketData): Bytes =>
  utf8(goJson({ amount, denom, memo: memo === '' ? undefined : memo, receiver, sender }));

/** Decodes packet data. Absent members are empty, and unknown members are ignored. Throws CodecError. */
export function decodePacketData(bytes: Bytes): FungibleTokenPacketData {
  const text = tryFromUtf8(bytes);
  const object = text === undefined ? undefined : tryJsonObject(text);
  if (object === undefined) throw new CodecError('it is not a JSON object');
  const member = (name: keyof FungibleTokenPacketData): string => {
    const value = object[name] ?? '';
    if (typeof value !== 'string') throw new CodecError(`${name} is not a string`);
    return value;
  };
  return {
    amount: member('amount'),
    denom: member('denom'),
    memo: member('memo'),
    receiver: member('receiver'),
    sender: member('sender'),
  };
}
