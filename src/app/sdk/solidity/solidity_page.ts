/** Translates pages of lists between Solidity and the SDK (cosmos/evm `precompiles/common/Types.sol`). */
import { fromHex, to0x } from '../../../kernel/hex.js';
import type { PageRequest, PageResponse } from '../query/pagination.js';

export const PAGE_REQUEST =
  'struct PageRequest { bytes key; uint64 offset; uint64 limit; bool countTotal; bool reverse; }';
export const PAGE_RESPONSE = 'struct PageResponse { bytes nextKey; uint64 total; }';

/** Reads an argument of the type `PageRequest`. */
export function pageRequestOf(arg: unknown): PageRequest {
  const page = arg as Omit<PageRequest, 'key'> & { readonly key: string };
  return { ...page, key: fromHex(page.key) };
}

/** Makes an output of the type `PageResponse`. */
export const solidityPage = ({ nextKey, total }: PageResponse) => ({ nextKey: to0x(nextKey), total });
