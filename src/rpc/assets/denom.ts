/** Forms of a source denom (asset-reachability.md 1.2) and the one under which each is looked up. */

const VOUCHER = /^ibc\/[0-9a-fA-F]{64}$/;
const CONTRACT = /^(?:erc20[:/])?(0x[0-9a-fA-F]{40})$/;
/** The Cosmos SDK's rule: 3 to 128 characters, a letter first. */
const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;

/**
 * Undefined for text that is no denom. Vouchers get upper-case hashes, contract addresses lower-case digits; what stands
 * before an address stays, because some chains have it in the denom.
 */
export function canonicalDenom(text: string): string | undefined {
  if (text.startsWith('ibc/')) return VOUCHER.test(text) ? `ibc/${text.slice(4).toUpperCase()}` : undefined;
  const address = CONTRACT.exec(text)?.[1];
  if (address !== undefined) return text.replace(address, address.toLowerCase());
  return DENOM.test(text) ? text : undefined;
}
