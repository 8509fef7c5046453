/**
 * Implements `hardhat_reset` (Hardhat, Anvil). Without an argument the new chain is not a fork, as in both tools. With
 * `{}`, Anvil forks the newest block of the current node again, and Hardhat ends the fork. Both reset a chain that is
 * not a fork to its first block.
 */

import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { ForkTarget } from '../../../backend/evm/snapshots.js';
import { invalidParams } from '../../jsonrpc/errors.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { forking } from '../params/state_files.js';

export const hardhat_reset = defineDevSetter({
  name: 'hardhat_reset',
  aliases: ['anvil_reset'],
  summary: 'Resets state, mempool, clock, filters and mining. With forking, the chain becomes that fork.',
  params: [forking],
  handler: ({ evm, compat }, target) => {
    if (evm.forked === undefined) return resetOwn(evm, target);
    return evm.resetFork(isEmpty(target) && compat.emptyForkingEndsFork ? undefined : target);
  },
  example: { params: [] },
});

const isEmpty = (target: ForkTarget | undefined): boolean =>
  target?.url === undefined && target?.blockNumber === undefined;

/** Resets a chain that is not a fork, or replaces it with a fork. */
function resetOwn(evm: EvmBackend, target: ForkTarget | undefined): Promise<void> {
  if (target?.url !== undefined) return evm.resetFork(target);
  if (target?.blockNumber === undefined) return evm.reset();
  throw invalidParams(
    `blockNumber is ${target.blockNumber}, but this chain is not a fork: name the chain to fork with jsonRpcUrl, or omit blockNumber to reset the chain to its own first block`,
  );
}
