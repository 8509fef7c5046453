/** `/cosmos.auth.v1beta1.Query/Account`: an account with its number and sequence, which is the EVM nonce. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { parseBech32Address } from '../../../address.js';
import { readChainParams } from '../../../chain_params.js';
import { defineQuery } from '../../../query/define_query.js';
import { invalidArgument, notFound } from '../../../query/failure.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { accountAny } from '../account_any.js';
import { isModuleAccount } from '../store.js';

function queryAccount(request: Bytes, state: StateReader): Bytes {
  const { address: text } = readRequest(request, { 1: 'address' }).texts;
  if (text === '') throw invalidArgument('Address cannot be empty');
  const address = parseBech32Address(text, readChainParams(state).bech32Prefix);
  if (!(address instanceof Uint8Array)) throw invalidArgument(address.problem);
  if (state.account(address) === undefined && !isModuleAccount(state, address))
    throw notFound(`account ${text} not found`);
  return new ProtoWriter().message(1, accountAny(address, state)).finish();
}

export const Account = defineQuery('/cosmos.auth.v1beta1.Query/Account', queryAccount);
