/** Reads a page of the validators' signing infos (SDK `Keeper.SigningInfos`). */
import { plainError } from '../../sdk/query/failure.js';
import { type Page, type PageRequest, pageOfEntries } from '../../sdk/query/pagination.js';
import type { StateReader } from '../../state/types.js';
import { SigningInfo } from './signing_info.js';
import { SIGNING_INFOS } from './store.js';

/** Joins a signing info with its validator's 20-byte consensus address, which is in its key. */
export interface AddressedInfo {
  readonly address: Uint8Array;
  readonly info: SigningInfo;
}

/** Returns infos ascending by consensus address. Throws SdkQueryError. */
export function signingInfoPage(state: StateReader, page: PageRequest): Page<AddressedInfo> {
  const itemOf = (value: Uint8Array, key: Uint8Array): AddressedInfo => ({
    // The key below the prefix is the consensus address after its length.
    address: key.slice(1),
    info: SigningInfo.decode(value),
  });
  const entries = state.entries('slashing', SIGNING_INFOS);
  return pageOfEntries({ entries, prefix: SIGNING_INFOS, itemOf, failure: plainError }, page);
}
