/** `/cosmos.auth.v1beta1.Query/Account`: an account with its number and sequence, which is the EVM nonce. */
import { encodeAny } from '../../../codec/cosmos_tx.js';
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { bech32Address, parseBech32Address } from '../../address.js';
import { readChainParams } from '../../chain_params.js';
import { moduleAccountAt } from '../../module_accounts.js';
import { invalidArgument, notFound } from '../../query/failure.js';
import type { StateReader } from '../../state/types.js';
import { accountNumber } from '../store.js';

const BASE_ACCOUNT_URL = '/cosmos.auth.v1beta1.BaseAccount';
const MODULE_ACCOUNT_URL = '/cosmos.auth.v1beta1.ModuleAccount';

export function queryAccount(request: Bytes, state: StateReader): Bytes {
  const text = readAddress(request);
  if (text === '') throw invalidArgument('Address cannot be empty');
  const address = parseBech32Address(text, readChainParams(state).bech32Prefix);
  if (!(address instanceof Uint8Array)) throw invalidArgument(address.problem);
  if (state.account(address) === undefined && moduleAccountAt(address) === undefined)
    throw notFound(`account ${text} not found`);
  return new ProtoWriter().message(1, accountAny(address, state)).finish();
}

function readAddress(request: Bytes): string {
  let text = '';
  for (const reader = new ProtoReader(request); !reader.done; ) {
    if (reader.next().field === 1) text = reader.string();
    else throw reader.unknown('QueryAccountRequest');
  }
  return text;
}

function accountAny(address: Bytes, state: StateReader): Bytes {
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
