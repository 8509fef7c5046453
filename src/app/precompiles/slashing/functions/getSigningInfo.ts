/** `getSigningInfo` returns the signing info of one validator, by its consensus address. */
import { fromHex } from '../../../../kernel/hex.js';
import { signingInfo } from '../../../modules/slashing/store.js';
import { consensusText } from '../../../modules/staking/addresses.js';
import { notFound } from '../../../sdk/query/failure.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { failure } from '../../../types/refusal.js';
import { SIGNING_INFO, solidityInfo } from '../solidity.js';

export const getSigningInfo = precompileFunction(
  [SIGNING_INFO, 'function getSigningInfo(address consAddress) view returns (SigningInfo signingInfo)'],
  ([arg], { state, params }) => {
    const address = fromHex(String(arg));
    if (address.every((byte) => byte === 0)) throw failure('invalidAddress', 'invalid consensus address');
    const info = signingInfo(state, address);
    if (info === undefined)
      throw notFound(`SigningInfo not found for validator ${consensusText(address, params.bech32Prefix)}`);
    return [solidityInfo({ address, info })];
  },
);
