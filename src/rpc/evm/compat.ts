/**
 * Defines which node Halley acts as for a client (evm-json-rpc.md 11.6), and where the behaviour of those nodes
 * differs.
 */

/**
 * Names the node to act as. `auto` acts as Hardhat's node for requests of Hardhat itself, and as Anvil for all others.
 */
export type CompatName = 'auto' | 'anvil' | 'hardhat';

export const DEFAULT_COMPAT: CompatName = 'auto';

export interface CompatMode {
  /** Is the answer of `web3_clientVersion`, unless another text was chosen. Tools read how it begins. */
  readonly clientVersion: string;
  /** Gives the unit of `evm_setIntervalMining` in milliseconds. Both tools have a method of this name. */
  readonly intervalUnitMs: 1 | 1000;
  /** Is true when automine and interval mining replace each other. Otherwise both may be on. */
  readonly exclusiveModes: boolean;
  /**
   * Is true when the answer to a transaction that failed in a block is an error instead of its hash. Every failure then
   * has Hardhat's error text.
   */
  readonly throwsFailures: boolean;
  /**
   * Is true when calls and estimates follow Hardhat's rules (no funds, no base fee), and struct logs have Hardhat's
   * form.
   */
  readonly runsAsHardhat: boolean;
}

export const ANVIL: CompatMode = {
  clientVersion: 'anvil/v1.0.0/halley',
  intervalUnitMs: 1000,
  exclusiveModes: true,
  throwsFailures: false,
  runsAsHardhat: false,
};

const HARDHAT: CompatMode = {
  clientVersion: 'HardhatNetwork/2.22.0/halley',
  intervalUnitMs: 1,
  exclusiveModes: false,
  throwsFailures: true,
  runsAsHardhat: true,
};

const NAMES: readonly unknown[] = ['auto', 'anvil', 'hardhat'] satisfies CompatName[];

/** Matches the `User-Agent` of Hardhat 2, `hardhat 2.28.0`, and of Hardhat 3, `Hardhat 3.1.0`. */
const HARDHAT_AGENT = /^hardhat /i;

export const isCompatName = (name: unknown): name is CompatName => NAMES.includes(name);

/**
 * Returns the function that selects a client's mode. `auto` selects it by the client's `User-Agent`; `clientVersion`
 * overrides the version of the mode.
 */
export function compatModeOf(name: CompatName, clientVersion?: string): (agent: string | undefined) => CompatMode {
  const own = (compat: CompatMode): CompatMode => (clientVersion === undefined ? compat : { ...compat, clientVersion });
  const hardhat = own(HARDHAT);
  const anvil = own(ANVIL);
  if (name !== 'auto') return () => (name === 'hardhat' ? hardhat : anvil);
  return (agent) => (agent !== undefined && HARDHAT_AGENT.test(agent) ? hardhat : anvil);
}
