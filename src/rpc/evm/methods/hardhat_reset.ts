/**
 * Implements `hardhat_reset` (Hardhat, Anvil). Without an argument both tools give a chain that is no fork; here a fork
 * stays one. With `{}`, Anvil forks the newest block of the present fork's remote. The backend refuses what it cannot do.
 */

import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { ForkTarget } from '../../../backend/evm/forked.js';
import { invalidParams } from '../../jsonrpc/errors.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { forking } from '../params/forking.js';

export const hardhat_reset = defineDevSetter({
  name: 'hardhat_reset',
  aliases: ['anvil_reset'],
  summary: 'Resets all to the first block: state, mempool, clock, filters, mining. A fork stays the same fork.',
  params: [forking],
  handler: ({ evm }, target) => (evm.forked === undefined ? resetOwn(evm, target) : evm.resetFork(target)),
  example: { params: [] },
});

/** Resets a chain that is no fork, or replaces it by one. */
function resetOwn(evm: EvmBackend, target: ForkTarget | undefined): Promise<void> {
  if (target?.url !== undefined) return evm.resetFork(target);
  if (target?.blockNumber === undefined) return evm.reset();
  throw invalidParams(
    `blockNumber is ${target.blockNumber}, but this chain is no fork: name the chain to fork with jsonRpcUrl, or omit blockNumber to reset the chain to its own first block`,
  );
}
