/** Selects which node Halley acts as for a client (evm-json-rpc.md 11.6). */
import type { CompatMode } from './compat_mode.js';
import { mode as ANVIL } from './compat_modes/anvil.js';
import { mode as HARDHAT_2 } from './compat_modes/hardhat2.js';
import { COMPAT_MODES } from './compat_modes/index.generated.js';

/**
 * Node that Halley acts as. With `auto` the `User-Agent` decides: Hardhat's node for Hardhat, Anvil for all other clients.
 * With `hardhat` it decides between the releases: Hardhat 3's node for Hardhat 3, Hardhat 2's for all other clients.
 */
export type CompatName = 'auto' | 'hardhat' | (typeof COMPAT_MODES)[number]['name'];

export const DEFAULT_COMPAT: CompatName = 'auto';

/** Words that select a mode. */
export const COMPAT_NAMES: readonly CompatName[] = ['auto', 'hardhat', ...COMPAT_MODES.map(({ name }) => name)];

const HARDHAT_MODES = (COMPAT_MODES as readonly CompatMode[]).filter((mode) => mode.hardhatRelease !== undefined);

/** Checks whether every client is answered as Hardhat's node answers. */
export const isOfHardhat = (name: CompatName | undefined): boolean =>
  name === 'hardhat' || HARDHAT_MODES.some((mode) => mode.name === name);

/**
 * Returns the function that selects a client's mode by its `User-Agent`, which `auto` and `hardhat` read. `auto` serves
 * unknown clients only the enabled namespaces. `clientVersion` overrides the version of the mode.
 */
export function compatModeOf(name: CompatName, clientVersion?: string): (agent: string | undefined) => CompatMode {
  const own = (mode: CompatMode): CompatMode => (clientVersion === undefined ? mode : { ...mode, clientVersion });
  const modes = (COMPAT_MODES as readonly CompatMode[]).map(own);
  const select =
    (among: readonly CompatMode[], other: CompatMode) =>
    (agent: string | undefined): CompatMode =>
      (agent === undefined ? undefined : among.find((mode) => mode.agent?.test(agent))) ?? other;
  if (name === 'auto') {
    const { served: _served, ...unknownClient } = own(ANVIL);
    return select(modes, unknownClient);
  }
  if (name === 'hardhat') return select(HARDHAT_MODES.map(own), own(HARDHAT_2));
  const fixed = modes.find((mode) => mode.name === name) as CompatMode;
  return () => fixed;
}
