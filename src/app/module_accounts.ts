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

const ALL: readonly ModuleAccount[] = [FEE_COLLECTOR];

export const moduleAccountAt = (address: Bytes): ModuleAccount | undefined =>
  ALL.find((account) => equalBytes(account.address, address));
