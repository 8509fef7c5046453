/** Defines kinds of fields that several ABCI messages have. */
import { named } from '../../codec/protobuf/field.js';
import { readInt32, readUint32 } from '../../codec/protobuf/index.js';
import type { Field } from '../../codec/protobuf/message.js';

/** Encodes a uint32. */
export const uint32 = (number: number): Field<number> => ({
  number,
  kind: 'uint32',
  initial: 0,
  write: (out, value) => out.uint(number, value),
  read: (reader) => readUint32(reader, `field ${number}`),
  amino: (value) => value || undefined,
});

/** Encodes an int32. */
export const int32 = (number: number): Field<number> => ({
  number,
  kind: 'int32',
  initial: 0,
  write: (out, value) => out.int(number, value),
  read: (reader) => readInt32(reader, `field ${number}`),
  amino: (value) => value || undefined,
});

/** Encodes an enum without a name for zero. Decoding fails when the field is absent, which means zero. */
export const requiredEnum = <N extends string>(number: number, numbers: Readonly<Record<N, number>>): Field<N> => ({
  ...named(number, numbers),
  initial: undefined as never,
  isRequired: true,
});
