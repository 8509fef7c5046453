/** Selects which node Halley acts as for a client (evm-json-rpc.md 11.6). */
import type { CompatMode } from './compat_mode.js';
import { mode as ANVIL } from './compat_modes/anvil.js';
import { COMPAT_MODES } from './compat_modes/index.generated.js';

/**
 * Names the node to act as. `auto` acts as Hardhat's node for requests of Hardhat itself, and as Anvil for all others.
 */
export type CompatName = 'auto' | (typeof COMPAT_MODES)[number]['name'];

export const DEFAULT_COMPAT: CompatName = 'auto';

/** Lists the names that select a mode. */
export const COMPAT_NAMES: readonly CompatName[] = ['auto', ...COMPAT_MODES.map(({ name }) => name)];

/**
 * Returns the function that selects a client's mode. `auto` selects it by the client's `User-Agent`; `clientVersion`
 * overrides the version of the mode.
 */
export function compatModeOf(name: CompatName, clientVersion?: string): (agent: string | undefined) => CompatMode {
  const modes = (COMPAT_MODES as readonly CompatMode[]).map(
    (mode): CompatMode => (clientVersion === undefined ? mode : { ...mode, clientVersion }),
  );
  const fixed = modes.find((mode) => mode.name === (name === 'auto' ? ANVIL.name : name)) as CompatMode;
  if (name !== 'auto') return () => fixed;
  return (agent) => (agent === undefined ? fixed : (modes.find((mode) => mode.agent?.test(agent)) ?? fixed));
}
