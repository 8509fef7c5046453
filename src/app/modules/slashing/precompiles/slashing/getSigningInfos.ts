/** `getSigningInfos` returns the signing infos of all validators, ascending by consensus address. */
import { precompileFunction } from '../../../../module/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../../module/solidity_page.js';
import { signingInfoPage } from '../../signing_info_page.js';
import { SIGNING_INFO, solidityInfo } from '../../solidity.js';

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
