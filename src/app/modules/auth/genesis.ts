/** `app_state.auth`: the chain's address prefix, and accounts with their sequences, in the order of their numbers. */
import { EMPTY_ACCOUNT } from '../../../evm/account.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import type { GenesisNode } from '../../genesis_node.js';
import type { ModuleAccount } from '../../module/module_account.js';
import type { WorkingState } from '../../state/types.js';
import { type AuthParams, parseAuthParams } from './params.js';
import { writeAccountNumber, writeAuthParams, writeModuleAccount, writeNextAccountNumber } from './store.js';

const DEFAULT_PREFIX = 'halley';

export interface AuthGenesis {
  readonly params: AuthParams;
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
    params: parseAuthParams(node.field('params')),
    accounts: node
      .field('accounts')
      .elements()
      .map((entry) => ({
        address: entry.field('address').address(prefix),
        sequence: entry.field('sequence').uint(0n),
      })),
  };
}

/** Numbers the listed accounts, then whoever else holds coins, then the modules. */
export function writeAuthGenesis(
  state: WorkingState,
  { params, accounts }: AuthGenesis,
  holders: readonly Bytes[],
  modules: readonly ModuleAccount[],
): void {
  writeAuthParams(state, params);
  const numbered = new Set<string>();
  const known = [...accounts, ...holders.map((address) => ({ address })), ...modules];
  for (const { address } of known) {
    const key = toHex(address);
    if (numbered.has(key)) continue;
    writeAccountNumber(state, address, BigInt(numbered.size));
    numbered.add(key);
  }
  for (const account of modules) writeModuleAccount(state, account);
  writeNextAccountNumber(state, BigInt(numbered.size));
  for (const { address, sequence } of accounts)
    if (sequence > 0n) state.setAccount(address, { ...(state.account(address) ?? EMPTY_ACCOUNT), nonce: sequence });
}
