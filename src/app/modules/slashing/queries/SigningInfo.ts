/** `/cosmos.slashing.v1beta1.Query/SigningInfo`: what is remembered of a validator, by its consensus address. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { parseBech32Address } from '../../../address.js';
import { readChainParams } from '../../../chain_params.js';
import { defineQuery } from '../../../query/define_query.js';
import { invalidArgument, notFound, plainError } from '../../../query/failure.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { consensusPrefix } from '../../staking/addresses.js';
import { encodeSigningInfo } from '../signing_info.js';
import { signingInfo } from '../store.js';

function querySigningInfo(request: Bytes, state: StateReader): Bytes {
  const { address: text } = readRequest(request, { 1: 'address' }).texts;
  if (text === '') throw invalidArgument('invalid request');
  const address = parseBech32Address(text, consensusPrefix(readChainParams(state).bech32Prefix));
  if (!(address instanceof Uint8Array)) throw plainError(address.problem);
  const info = signingInfo(state, address);
  if (info === undefined) throw notFound(`SigningInfo not found for validator ${text}`);
  return new ProtoWriter().message(1, encodeSigningInfo(info)).finish();
}

export const SigningInfo = defineQuery('/cosmos.slashing.v1beta1.Query/SigningInfo', querySigningInfo);
