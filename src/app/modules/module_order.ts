/** In which order modules act, where it matters (cosmos/evm's `evmd`, as far as it has them). */
import { invariant } from '../../kernel/errors.js';
import type { AnyModule } from '../sdk/module/module.js';
import { MODULES } from './assembly.js';

const named = (...names: readonly string[]): readonly AnyModule[] =>
  names.map((name) => {
    const found: AnyModule | undefined = MODULES.find((module) => module.name === name);
    invariant(found !== undefined, `there is no module ${name}`);
    return found;
  });

/** Reading and writing a genesis document: what others build on comes first. */
export const GENESIS_ORDER = named(
  'bank',
  'auth',
  'evm',
  'feemarket',
  'staking',
  'slashing',
  'ibc',
  'transfer',
  'packetfowardmiddleware',
  'wasm',
  'erc20',
  'dev',
);

/** dev forgets what was meant for this block alone when the others have taken it. */
export const BEGIN_BLOCK_ORDER = named('feemarket', 'evm', 'slashing', 'dev');

export const END_BLOCK_ORDER = named('bank', 'staking', 'evm', 'feemarket');
