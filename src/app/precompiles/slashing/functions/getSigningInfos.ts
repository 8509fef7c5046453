/** `getSigningInfos` returns the signing infos of all validators, ascending by consensus address. */
import { signingInfoPage } from '../../../modules/slashing/signing_info_page.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../sdk/solidity/solidity_page.js';
import { SIGNING_INFO, solidityInfo } from '../solidity.js';

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
