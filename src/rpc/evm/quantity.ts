/** Encodes quantities of the Ethereum JSON-RPC: `0x` and the fewest digits, `0x0` for zero. */

export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
