/**
 * What a packet of a token transfer holds (ICS-20 `FungibleTokenPacketData`): JSON whose members ascend, as ibc-go before
 * v9 sorted them; receivers take any order. The memo is left out when it is empty.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { tryFromUtf8, utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';
import { goJson, tryJsonObject } from '../go_json.js';

export interface FungibleTokenPacketData {
  /** Decimal text. */
  readonly amount: string;
  /** The full path, never a hash. */
  readonly denom: string;
  readonly memo: string;
  readonly receiver: string;
  readonly sender: string;
}

export const encodePacketData = ({ amount, denom, memo, receiver, sender }: FungibleTokenPacketData): Bytes =>
  utf8(goJson({ amount, denom, ...(memo !== '' && { memo }), receiver, sender }));

/** Absent members are empty, unknown ones passed over. Throws CodecError. */
export function decodePacketData(bytes: Bytes): FungibleTokenPacketData {
  const text = tryFromUtf8(bytes);
  const object = text === undefined ? undefined : tryJsonObject(text);
  if (object === undefined) throw new CodecError('it is no JSON object');
  const member = (name: keyof FungibleTokenPacketData): string => {
    const value = object[name] ?? '';
    if (typeof value !== 'string') throw new CodecError(`${name} is no text`);
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
