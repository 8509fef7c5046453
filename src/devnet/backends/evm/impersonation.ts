/** Changes the impersonated accounts, one command at a time. */
import type { EvmImpersonation } from '../../../backend/evm/impersonation.js';
import type { Impersonation } from '../../actions/impersonation.js';
import type { CommandRunner } from '../../runtime/loop.js';

export const evmImpersonation = (impersonation: Impersonation, loop: CommandRunner): EvmImpersonation => ({
  impersonate: (account) => loop.run(async () => impersonation.start(account)),
  stopImpersonating: (account) => loop.run(async () => impersonation.stop(account)),
  impersonateAll: (all) => loop.run(async () => impersonation.startAll(all)),
});
