/**
 * Defines the order in which modules act, where it matters (as in cosmos/evm's `evmd`, for the modules that exist
 * here).
 */
import { invariant } from '../../kernel/errors.js';
import type { AnyModule } from '../sdk/module/module.js';
import { MODULES } from './assembly.js';

const named = (...names: readonly string[]): readonly AnyModule[] =>
  names.map((name) => {
    const found: AnyModule | undefined = MODULES.find((module) => module.name === name);
    invariant(found !== undefined, `there is no module ${name}`);
    return found;
  });

/** Orders reading and writing of a genesis document. Modules that others depend on come first. */
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

/** Orders BeginBlock. dev comes last: it clears values for this block only, after the others have read them. */
export const BEGIN_BLOCK_ORDER = named('feemarket', 'evm', 'slashing', 'dev');

export const END_BLOCK_ORDER = named('bank', 'staking', 'evm', 'feemarket');
