/** `getSigningInfo` returns the signing info of one validator, by its consensus address. */
import { fromHex } from '../../../../../kernel/hex.js';
import { failure } from '../../../../module/failure.js';
import { precompileFunction } from '../../../../module/precompile.js';
import { notFound } from '../../../../query/failure.js';
import { consensusText } from '../../../staking/addresses.js';
import { SIGNING_INFO, solidityInfo } from '../../solidity.js';
import { signingInfo } from '../../store.js';

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
