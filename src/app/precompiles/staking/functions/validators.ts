/** `validators` lists all validators, or those of a status, ascending by operator. */
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { validatorPage } from '../../../modules/staking/party.js';
import type { PageRequest } from '../../../sdk/query/pagination.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../sdk/solidity/solidity_page.js';
import { VALIDATOR, validatorInfo } from '../solidity.js';

export const validators = precompileFunction(
  [
    ...VALIDATOR,
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function validators(string status, PageRequest pageRequest) view returns (Validator[] validators, PageResponse pageResponse)',
  ],
  ([status, asked], { state }) => {
    const { items, pagination } = validatorPage(state, String(status), withoutZeroKey(pageRequestOf(asked)));
    return [items.map(validatorInfo), solidityPage(pagination)];
  },
);

/** Takes a single zero byte for no key, as cosmos/evm does. */
const withoutZeroKey = (page: PageRequest): PageRequest =>
  page.key.length === 1 && page.key[0] === 0 ? { ...page, key: EMPTY_BYTES } : page;
