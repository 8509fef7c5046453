/** `/cosmos.auth.v1beta1.Query/Account` returns an account with its number and sequence, which is the EVM nonce. */
import { Any } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { parseBech32Address } from '../../../types/address.js';
import { accountAny } from '../account_any.js';
import { isModuleAccount } from '../store.js';

export const Account = defineQuery('/cosmos.auth.v1beta1.Query/Account', {
  request: message('cosmos.auth.v1beta1.QueryAccountRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.auth.v1beta1.QueryAccountResponse', { account: embedded(1, Any) }),
  answer({ address: text }, state) {
    if (text === '') throw invalidArgument('Address cannot be empty');
    const address = parseBech32Address(text, readChainParams(state).bech32Prefix);
    if (!(address instanceof Uint8Array)) throw invalidArgument(address.problem);
    if (state.account(address) === undefined && !isModuleAccount(state, address))
      throw notFound(`account ${text} not found`);
    return { account: accountAny(address, state) };
  },
});
