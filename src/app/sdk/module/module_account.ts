/** An account that belongs to a module and has no key (SDK `authtypes.NewModuleAddress`). */
import type { Bytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { once } from '../../../kernel/once.js';
import { utf8 } from '../../../kernel/text.js';

export interface ModuleAccount {
  readonly name: string;
  readonly address: Bytes;
  readonly permissions: readonly string[];
  /** Whether the account exists only from its first use on, where the genesis does not list it. */
  readonly isLate?: boolean;
}

/** Defines an account. Its address is computed when it is first used: all modules are loaded before the fast hashes. */
export function moduleAccount(
  name: string,
  permissions: readonly string[],
  more: Pick<ModuleAccount, 'isLate'> = {},
): ModuleAccount {
  const address = once(() => sha256(utf8(name)).slice(0, 20));
  return {
    name,
    get address() {
      return address();
    },
    permissions,
    ...more,
  };
}
