/** `/cosmos.slashing.v1beta1.Query/SigningInfo` returns the signing info of a validator, by its consensus address. */
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound, plainError } from '../../../sdk/query/failure.js';
import { parseBech32Address } from '../../../types/address.js';
import { consensusPrefix } from '../../staking/addresses.js';
import { SigningInfo as Info } from '../signing_info.js';
import { signingInfo } from '../store.js';

export const SigningInfo = defineQuery('/cosmos.slashing.v1beta1.Query/SigningInfo', {
  request: message('cosmos.slashing.v1beta1.QuerySigningInfoRequest', { address: string(1) }, { lenient: true }),
  response: message('cosmos.slashing.v1beta1.QuerySigningInfoResponse', { info: embedded(1, Info) }),
  answer({ address: text }, state) {
    if (text === '') throw invalidArgument('invalid request');
    const address = parseBech32Address(text, consensusPrefix(readChainParams(state).bech32Prefix));
    if (!(address instanceof Uint8Array)) throw plainError(address.problem);
    const info = signingInfo(state, address);
    if (info === undefined) throw notFound(`SigningInfo not found for validator ${text}`);
    return { info };
  },
});
