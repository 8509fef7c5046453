/**
 * Implements `personal_lockAccount`. As in geth, it also returns true for an account that is already locked or unknown.
 */
import { ALICE } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';

export const personal_lockAccount = evmMethod({
  name: 'personal_lockAccount',
  summary: 'Locks an account that personal_unlockAccount unlocked.',
  params: [address],
  result: 'boolean: false for an account of the mnemonic, which is never locked',
  trustedOnly: true,
  handler: ({ evm }, account) => evm.lock(account),
  example: { params: [ALICE], result: false },
});
