/** Matches a consensus chain id that carries an EIP-155 number, as Ethermint's do: `halley_31337-1` carries 31337. */
const PATTERN = /^[a-z]{1,30}_([1-9]\d{0,18})-[1-9]\d{0,18}$/;

/** Returns the EIP-155 number of a chain id. It is undefined when the id has another form. */
export function evmChainIdOf(chainId: string): bigint | undefined {
  const match = PATTERN.exec(chainId);
  return match === null ? undefined : BigInt(match[1] as string);
}
