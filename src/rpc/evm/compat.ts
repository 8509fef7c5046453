/** Whose node a client takes this one for (evm-json-rpc.md 11.6), and what follows from it where those nodes differ. */

/** `auto`: what Hardhat itself asks is answered as Hardhat's node would, everything else as Anvil would. */
export type CompatName = 'auto' | 'anvil' | 'hardhat';

export const DEFAULT_COMPAT: CompatName = 'auto';

export interface CompatMode {
  /** What `web3_clientVersion` answers unless another text was chosen; tools read its head. */
  readonly clientVersion: string;
  /** The unit of `evm_setIntervalMining`, which both tools call by the same name. */
  readonly intervalUnitMs: 1 | 1000;
  /** Whether automine and interval mining replace each other; otherwise both may be on. */
  readonly exclusiveModes: boolean;
  /**
   * Whether a transaction that is in a block and has failed is answered with an error instead of its hash, and every
   * failure has Hardhat's words.
   */
  readonly throwsFailures: boolean;
  /** Whether calls and estimates run by Hardhat's rules (no funds, no base fee), and struct logs have Hardhat's form. */
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

/** Hardhat 2 says `hardhat 2.28.0`, Hardhat 3 `Hardhat 3.1.0`. */
const HARDHAT_AGENT = /^hardhat /i;

export const isCompatName = (name: unknown): name is CompatName => NAMES.includes(name);

/** By the client's `User-Agent` where the name leaves it open; `clientVersion` takes the place of the identity's own. */
export function compatModeOf(name: CompatName, clientVersion?: string): (agent: string | undefined) => CompatMode {
  const own = (compat: CompatMode): CompatMode => (clientVersion === undefined ? compat : { ...compat, clientVersion });
  const hardhat = own(HARDHAT);
  const anvil = own(ANVIL);
  if (name !== 'auto') return () => (name === 'hardhat' ? hardhat : anvil);
  return (agent) => (agent !== undefined && HARDHAT_AGENT.test(agent) ? hardhat : anvil);
}
