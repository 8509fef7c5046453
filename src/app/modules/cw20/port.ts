/** The port of a contract, `wasm.` and its address. */
const PREFIX = 'wasm.';

export const portOf = (contract: string): string => PREFIX + contract;

/** Undefined for a port of something else. */
export const contractOf = (portId: string): string | undefined =>
  portId.startsWith(PREFIX) ? portId.slice(PREFIX.length) : undefined;
