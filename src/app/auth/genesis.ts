/** `app_state.auth`: the chain's address prefix, and accounts with their sequences, in the order of their numbers. */
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { GenesisNode } from '../genesis_node.js';
import { FEE_COLLECTOR } from '../module_accounts.js';
import type { WorkingState } from '../state/types.js';
import { EMPTY_ACCOUNT } from './account.js';
import { writeAccountNumber, writeNextAccountNumber } from './store.js';

const DEFAULT_PREFIX = 'halley';

export interface AuthGenesis {
  readonly accounts: readonly { readonly address: Bytes; readonly sequence: bigint }[];
}

/** `app_state.auth.params.bech32_prefix`; the SDK has it in code, a devnet in its document. */
export function parseBech32Prefix(node: GenesisNode): string {
  const field = node.field('params').field('bech32_prefix');
  const prefix = field.text(DEFAULT_PREFIX);
  if (!/^[a-z]{1,30}$/.test(prefix)) throw field.bad('1 to 30 lower-case letters');
  return prefix;
}

export function parseAuthGenesis(node: GenesisNode, prefix: string): AuthGenesis {
  return {
    accounts: node
      .field('accounts')
      .elements()
      .map((entry) => ({
        address: entry.field('address').address(prefix),
        sequence: entry.field('sequence').uint(0n),
      })),
  };
}

/** Numbers the listed accounts, then whoever else holds coins, then the fee collector. */
export function writeAuthGenesis(state: WorkingState, { accounts }: AuthGenesis, holders: readonly Bytes[]): void {
  const numbered = new Set<string>();
  for (const address of [...accounts.map((account) => account.address), ...holders, FEE_COLLECTOR.address]) {
    const key = toHex(address);
    if (numbered.has(key)) continue;
    writeAccountNumber(state, address, BigInt(numbered.size));
    numbered.add(key);
  }
  writeNextAccountNumber(state, BigInt(numbered.size));
  for (const { address, sequence } of accounts)
    if (sequence > 0n) state.setAccount(address, { ...(state.account(address) ?? EMPTY_ACCOUNT), nonce: sequence });
}
