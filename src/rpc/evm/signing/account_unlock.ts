/** What `allow-insecure-unlock` forbids when it is off (evm-json-rpc.md 2.2): to act with the node's keys by RPC. */
import { to0x } from '../../../kernel/hex.js';
import { refusal } from '../../jsonrpc/errors.js';
import type { EvmContext } from '../context.js';

/** Throws RpcError. */
export function checkUnlockAllowed({ insecureUnlock }: Pick<EvmContext, 'insecureUnlock'>): void {
  if (!insecureUnlock) throw refusal('account unlock with HTTP access is forbidden');
}

/** Of the accounts whose keys the node holds; none for a caller that could not use them. */
export function listAccounts(context: Pick<EvmContext, 'insecureUnlock' | 'evm' | 'peer'>): readonly string[] {
  checkUnlockAllowed(context);
  return context.peer.trusted ? context.evm.accounts().map(to0x) : [];
}
