/** Sets the order in which modules act, where it matters (that of cosmos/evm's `evmd`, as far as it has the modules). */
import { invariant } from '../../kernel/errors.js';
import type { AnyModule } from '../sdk/module/module.js';
import { MODULES } from './assembly.js';

/** Returns the named modules in this order, then the other ones that `takesPart` selects, in the order of their names. */
function ordered(names: readonly string[], takesPart: (module: AnyModule) => boolean): readonly AnyModule[] {
  const named = names.map((name) => {
    const found = MODULES.find((module) => module.name === name);
    invariant(found !== undefined, `there is no module ${name}`);
    return found;
  });
  return [...named, ...MODULES.filter((module) => takesPart(module) && !named.includes(module))];
}

/** Order of reading and writing a genesis document: a module comes after those that it builds on. */
export const GENESIS_ORDER = ordered(
  [
    'bank',
    'auth',
    'evm',
    'feemarket',
    'staking',
    'slashing',
    'distribution',
    'mint',
    'authz',
    'feegrant',
    'gov',
    'ibc',
    'transfer',
    'packetfowardmiddleware',
    'wasm',
    'erc20',
    'dev',
  ],
  () => true,
);

/** Order of BeginBlock. `dev` comes after the modules that use what was set for this block alone. */
export const BEGIN_BLOCK_ORDER = ordered(
  ['mint', 'feemarket', 'evm', 'distribution', 'slashing', 'authz', 'dev'],
  ({ beginBlock }) => beginBlock !== undefined,
);

/** Order of EndBlock. */
export const END_BLOCK_ORDER = ordered(
  ['bank', 'gov', 'upgrade', 'staking', 'feegrant', 'evm', 'feemarket'],
  ({ endBlock }) => endBlock !== undefined,
);
