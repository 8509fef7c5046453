/** Accounts that belong to modules and have no key (SDK `authtypes.NewModuleAddress`). */
import type { Bytes } from '../kernel/bytes.js';
import { equalBytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';
import { utf8 } from '../kernel/text.js';

export interface ModuleAccount {
  readonly name: string;
  readonly address: Bytes;
  readonly permissions: readonly string[];
}

const moduleAccount = (name: string, permissions: readonly string[]): ModuleAccount => ({
  name,
  address: sha256(utf8(name)).slice(0, 20),
  permissions,
});

/** Where all fees of a block go. */
export const FEE_COLLECTOR = moduleAccount('fee_collector', []);
/** Where the tokens of bonded validators lie, and those of the others. */
export const BONDED_POOL = moduleAccount('bonded_tokens_pool', ['burner', 'staking']);
export const NOT_BONDED_POOL = moduleAccount('not_bonded_tokens_pool', ['burner', 'staking']);

/** In the order in which they are numbered. */
export const MODULE_ACCOUNTS: readonly ModuleAccount[] = [FEE_COLLECTOR, BONDED_POOL, NOT_BONDED_POOL];

export const moduleAccountAt = (address: Bytes): ModuleAccount | undefined =>
  MODULE_ACCOUNTS.find((account) => equalBytes(account.address, address));
