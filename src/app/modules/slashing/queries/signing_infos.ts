/** Answers the queries of `cosmos.slashing.v1beta1`: signing infos and the parameters. */
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound, plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { decodeAddress } from '../../../types/address.js';
import { consensusPrefix } from '../../staking/addresses.js';
import {
  SigningInfo as Info,
  readSlashingParams,
  SigningInfo as SigningInfoMessage,
  SlashingParams,
  signingInfo,
  signingInfoPage,
} from '../store.js';

/** `/cosmos.slashing.v1beta1.Query/SigningInfo` returns the signing info of a validator, by its consensus address. */
export const SigningInfo = defineQuery('/cosmos.slashing.v1beta1.Query/SigningInfo', {
  rest: '/cosmos/slashing/v1beta1/signing_infos/{cons_address}',
  request: message(
    'cosmos.slashing.v1beta1.QuerySigningInfoRequest',
    { address: string(1) },
    { lenient: true, names: { address: 'cons_address' } },
  ),
  response: message(
    'cosmos.slashing.v1beta1.QuerySigningInfoResponse',
    { info: embedded(1, Info) },
    { names: { info: 'val_signing_info' } },
  ),
  answer({ address: text }, state) {
    if (text === '') throw invalidArgument('invalid request');
    const address = decodeAddress(text, consensusPrefix(readChainParams(state).bech32Prefix));
    if (!(address instanceof Uint8Array)) throw plainError(address.problem);
    const info = signingInfo(state, address);
    if (info === undefined) throw notFound(`SigningInfo not found for validator ${text}`);
    return { info };
  },
});

/**
 * `/cosmos.slashing.v1beta1.Query/SigningInfos` returns the signing infos of all validators, ascending by consensus
 * address.
 */
export const SigningInfos = defineQuery('/cosmos.slashing.v1beta1.Query/SigningInfos', {
  rest: '/cosmos/slashing/v1beta1/signing_infos',
  request: message(
    'cosmos.slashing.v1beta1.QuerySigningInfosRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message(
    'cosmos.slashing.v1beta1.QuerySigningInfosResponse',
    {
      infos: repeated(1, SigningInfoMessage),
      pagination: embedded(2, PageResponse),
    },
    { names: { infos: 'info' } },
  ),
  answer({ pagination: page }, state) {
    const { items, pagination } = signingInfoPage(state, page);
    return { infos: items.map(({ info }) => info), pagination };
  },
});

/** `/cosmos.slashing.v1beta1.Query/Params` returns the parameters of slashing. */
export const Params = defineQuery('/cosmos.slashing.v1beta1.Query/Params', {
  rest: '/cosmos/slashing/v1beta1/params',
  request: NoFields,
  response: message('cosmos.slashing.v1beta1.QueryParamsResponse', { params: embedded(1, SlashingParams) }),
  answer: (_, state) => ({ params: readSlashingParams(state) }),
});
