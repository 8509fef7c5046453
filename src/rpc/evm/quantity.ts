/** Encodes quantities of the Ethereum JSON-RPC: `0x` and the fewest digits, `0x0` for zero. */

export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;

const SCALE = 1_000_000;

/** Returns a quantity of an answer times a factor from 0 to 1, rounded down. What is no quantity stays. */
export const lowerQuantity = (value: unknown, factor: number): unknown =>
  typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)
    ? quantity((BigInt(value) * BigInt(Math.round(factor * SCALE))) / BigInt(SCALE))
    : value;
