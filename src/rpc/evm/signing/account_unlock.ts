/** Enforces `allow-insecure-unlock` (evm-json-rpc.md 2.2). When it is off, RPC callers may not use the node's keys. */
import { to0x } from '../../../kernel/hex.js';
import { refusal } from '../../jsonrpc/errors.js';
import type { EvmContext } from '../context.js';

/** Throws RpcError when RPC callers may not use the node's keys. */
export function checkUnlockAllowed({ insecureUnlock }: EvmContext): void {
  if (!insecureUnlock) throw refusal('account unlock with HTTP access is forbidden');
}

/**
 * Returns the accounts whose keys the node holds; none for an untrusted caller. Throws RpcError as `checkUnlockAllowed`
 * does.
 */
export function listAccounts(context: EvmContext): readonly string[] {
  checkUnlockAllowed(context);
  return context.peer.trusted ? context.evm.accounts().map(to0x) : [];
}
