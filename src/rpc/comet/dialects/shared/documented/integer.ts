/** Encodes a documented integer as a JSON number. Beyond 2^53 it loses digits, as it would in most readers. */
export const integer = (value: bigint): number => Number(value);
