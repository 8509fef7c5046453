/** Defines the numbers of the protobuf wire format that the reader and the writer share. */

/** Wire types: varint, eight bytes, length-delimited, four bytes. */
export const Wire = { Varint: 0, Fixed64: 1, Delimited: 2, Fixed32: 5 } as const;

export const MAX_FIELD = 0x1fff_ffff;
export const TWO_32 = 0x1_0000_0000;
export const MIN_INT64 = -(1n << 63n);
export const MAX_INT64 = (1n << 63n) - 1n;
export const MAX_UINT64 = (1n << 64n) - 1n;
