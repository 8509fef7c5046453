/** Functions that return the signing infos of validators (cosmos/evm `precompiles/slashing`). */
import { fromHex } from '../../../../kernel/hex.js';
import { unixSeconds } from '../../../../kernel/time.js';
import { type AddressedInfo, signingInfo, signingInfoPage } from '../../../modules/slashing/store.js';
import { consensusText } from '../../../modules/staking/addresses.js';
import { notFound } from '../../../sdk/query/failure.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../sdk/solidity/solidity_page.js';
import { checksumAddress } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';

const SIGNING_INFO =
  'struct SigningInfo { address validatorAddress; int64 startHeight; int64 indexOffset; int64 jailedUntil; bool tombstoned; int64 missedBlocksCounter; }';

/** Makes an output of the type `SigningInfo`, whose address is that of the consensus key. */
const solidityInfo = ({ address, info }: AddressedInfo) => ({
  validatorAddress: checksumAddress(address),
  startHeight: info.startHeight,
  indexOffset: info.indexOffset,
  jailedUntil: unixSeconds(info.jailedUntil),
  tombstoned: info.tombstoned,
  missedBlocksCounter: info.missedBlocksCounter,
});

/** Signing info of one validator, by its consensus address. */
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

/** Signing infos of all validators, ascending by consensus address. */
export const getSigningInfos = precompileFunction(
  [
    SIGNING_INFO,
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function getSigningInfos(PageRequest pagination) view returns (SigningInfo[] signingInfos, PageResponse pageResponse)',
  ],
  ([asked], { state }) => {
    const { items, pagination } = signingInfoPage(state, pageRequestOf(asked));
    return [items.map(solidityInfo), solidityPage(pagination)];
  },
);
