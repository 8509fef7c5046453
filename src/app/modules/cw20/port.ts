/** Converts between a contract and its port, which is `wasm.` and the contract's address. */
const PREFIX = 'wasm.';

export const portOf = (contract: string): string => PREFIX + contract;

/** Returns the contract of a port. It is undefined for any other port. */
export const contractOf = (portId: string): string | undefined =>
  portId.startsWith(PREFIX) ? portId.slice(PREFIX.length) : undefined;
