/** `personal_lockAccount`: true also for an account that was locked or is not here, as geth has it. */
import { ALICE } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';

export const personal_lockAccount = evmMethod({
  name: 'personal_lockAccount',
  summary: 'Takes back personal_unlockAccount.',
  params: [address],
  result: 'boolean: false for an account of the mnemonic, which is never locked',
  trustedOnly: true,
  handler: ({ evm }, account) => evm.lock(account),
  example: { params: [ALICE], result: false },
});
