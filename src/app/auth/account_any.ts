/** An account as gRPC shows it: an Any with a BaseAccount, or a ModuleAccount around one. */
import { encodeAny } from '../../codec/cosmos_tx.js';
import { ProtoWriter } from '../../codec/protobuf.js';
import type { Bytes } from '../../kernel/bytes.js';
import { bech32Address } from '../address.js';
import { readChainParams } from '../chain_params.js';
import { moduleAccountAt } from '../module_accounts.js';
import type { StateReader } from '../state/types.js';
import { accountNumber } from './store.js';

const BASE_ACCOUNT_URL = '/cosmos.auth.v1beta1.BaseAccount';
const MODULE_ACCOUNT_URL = '/cosmos.auth.v1beta1.ModuleAccount';

/** The sequence is the EVM nonce. */
export function accountAny(address: Bytes, state: StateReader): Bytes {
  const base = new ProtoWriter()
    .string(1, bech32Address(address, readChainParams(state).bech32Prefix))
    .uint(3, accountNumber(state, address))
    .uint(4, state.account(address)?.nonce ?? 0n)
    .finish();
  const module = moduleAccountAt(address);
  if (module === undefined) return encodeAny({ typeUrl: BASE_ACCOUNT_URL, value: base });
  const value = new ProtoWriter().message(1, base).string(2, module.name);
  for (const permission of module.permissions) value.string(3, permission);
  return encodeAny({ typeUrl: MODULE_ACCOUNT_URL, value: value.finish() });
}
