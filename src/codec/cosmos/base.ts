/**
 * Defines messages that are parts of others: a message of any type with its name, an amount of a denom, and the
 * responses of a transaction.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { CodecError } from '../codec_error.js';
import { bytes, repeated, string } from '../protobuf/field.js';
import { type Codec, message, type Of } from '../protobuf/message.js';

export const Any = message('google.protobuf.Any', { typeUrl: string(1), value: bytes(2) });
export type Any = Of<typeof Any>;

/** Message of an Any that has been read. */
export interface Packed {
  readonly any: Any;
  /** Returns the message in amino's JSON, with its amino name. */
  readonly amino: () => Readonly<Record<string, unknown>>;
}

/** Encodes an Any of one of several messages, whose readers are by type URL. Decoding fails for other messages. */
export const packedOneOf = <T extends Packed>(readers: ReadonlyMap<string, (value: Bytes) => T>): Codec<T> => ({
  ...Any,
  encode: ({ any }) => Any.encode(any),
  decode(encoded) {
    const { typeUrl, value } = Any.decode(encoded);
    const read = readers.get(typeUrl);
    if (read === undefined)
      throw new CodecError(
        `unable to resolve type URL ${typeUrl}: expected one of ${[...readers.keys()].sort().join(', ')}`,
      );
    return read(value);
  },
  amino: (packed) => packed.amino(),
});

/** Amount of a denom. `amount` is a decimal integer. */
export const Coin = message('cosmos.base.v1beta1.Coin', { denom: string(1), amount: string(2) });
export type Coin = Of<typeof Coin>;

/** `data` of a transaction's result: the response of each message. */
export const TxMsgData = message('cosmos.base.abci.v1beta1.TxMsgData', { msgResponses: repeated(2, Any) });
