/** Changes the impersonated accounts, one command at a time. */
import type { EvmImpersonation } from '../../../backend/evm/impersonation.js';
import type { Impersonation } from '../../actions/impersonation.js';
import type { Loop } from '../../runtime/loop.js';

export const evmImpersonation = (impersonation: Impersonation, loop: Pick<Loop, 'between'>): EvmImpersonation => ({
  impersonate: (account) => loop.between(async () => impersonation.start(account)),
  stopImpersonating: (account) => loop.between(async () => impersonation.stop(account)),
  impersonateAll: (all) => loop.between(async () => impersonation.startAll(all)),
});
