/**
 * `redelegations` lists the redelegations of a delegator, or from a validator. The zero address and an empty text mean
 * any.
 */
import { fromHex } from '../../../../kernel/hex.js';
import { findRedelegations } from '../../../modules/staking/redelegations.js';
import { PageResponse } from '../../../sdk/query/pagination.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../sdk/solidity/solidity_page.js';
import { bech32Address } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';
import { REDELEGATION_ENTRY, redelegationEntry, redelegationInfo } from '../solidity.js';

export const redelegations = precompileFunction(
  [
    REDELEGATION_ENTRY,
    'struct Redelegation { string delegatorAddress; string validatorSrcAddress; string validatorDstAddress; RedelegationEntry[] entries; }',
    'struct RedelegationEntryResponse { RedelegationEntry redelegationEntry; uint256 balance; }',
    'struct RedelegationResponse { Redelegation redelegation; RedelegationEntryResponse[] entries; }',
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function redelegations(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress, PageRequest pageRequest) view returns (RedelegationResponse[] response, PageResponse pageResponse)',
  ],
  ([delegatorText, sourceText, destinationText, page], { state, params: { bech32Prefix } }) => {
    const [address, source, destination] = [
      fromHex(String(delegatorText)),
      String(sourceText),
      String(destinationText),
    ];
    const delegator = address.every((byte) => byte === 0) ? '' : bech32Address(address, bech32Prefix);
    if (delegator === '' && source === '')
      throw failure(
        'invalidRequest',
        'invalid query. Need to specify at least a source validator address or delegator address',
      );
    const query = { delegator, source, destination, page: pageRequestOf(page) };
    const { responses, pagination } = findRedelegations(state, bech32Prefix, query);
    return [
      responses.map(({ redelegation, entries }) => ({
        redelegation: redelegationInfo(redelegation),
        entries: entries.map(({ entry, balance }) => ({ redelegationEntry: redelegationEntry(entry), balance })),
      })),
      solidityPage(pagination ?? NO_PAGE),
    ];
  },
);

const NO_PAGE = PageResponse.decode(new Uint8Array());
