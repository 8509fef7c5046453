/**
 * Implements `hardhat_reset` (Hardhat, Anvil). Without an argument a fork ends, as in both tools. With `{}` Anvil forks the
 * newest block of the present fork's node again, and Hardhat ends the fork. A chain that is no fork is reset to its first
 * block by both.
 */

import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { ForkTarget } from '../../../backend/evm/forked.js';
import { invalidParams } from '../../jsonrpc/errors.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { forking } from '../params/forking.js';

export const hardhat_reset = defineDevSetter({
  name: 'hardhat_reset',
  aliases: ['anvil_reset'],
  summary: 'Begins again: state, mempool, clock, filters, mining. With forking on that fork, without it on none.',
  params: [forking],
  handler: ({ evm, compat }, target) => {
    if (evm.forked === undefined) return resetOwn(evm, target);
    return evm.resetFork(isEmpty(target) && compat.emptyForkingEndsFork ? undefined : target);
  },
  example: { params: [] },
});

const isEmpty = (target: ForkTarget | undefined): boolean =>
  target?.url === undefined && target?.blockNumber === undefined;

/** Resets a chain that is no fork, or replaces it by one. */
function resetOwn(evm: EvmBackend, target: ForkTarget | undefined): Promise<void> {
  if (target?.url !== undefined) return evm.resetFork(target);
  if (target?.blockNumber === undefined) return evm.reset();
  throw invalidParams(
    `blockNumber is ${target.blockNumber}, but this chain is not a fork: name the chain to fork with jsonRpcUrl, or omit blockNumber to reset the chain to its own first block`,
  );
}
