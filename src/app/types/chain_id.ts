/** The EIP-155 number that a consensus chain id carries, Ethermint's way: `halley_31337-1` is 31337. */
const PATTERN = /^[a-z]{1,30}_([1-9]\d{0,18})-[1-9]\d{0,18}$/;

/** Undefined when the id has another form. */
export function evmChainIdOf(chainId: string): bigint | undefined {
  const match = PATTERN.exec(chainId);
  return match === null ? undefined : BigInt(match[1] as string);
}
