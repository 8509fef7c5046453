/** Limits code: by EIP-170 what stands at an address, by EIP-3860 what creates it. */

/** Limits code in bytes, in Osaka and the forks before it. */
export const CODE_SIZE_LIMIT = 24_576;

/** Stands for no limit: it is more bytes than any code has. */
export const NO_CODE_SIZE_LIMIT = Number.MAX_SAFE_INTEGER;

/** Writes the limit as in a genesis document: `-1` for none, as in `block.max_gas`. */
export const codeSizeLimitText = (limit: number): string => (limit === NO_CODE_SIZE_LIMIT ? '-1' : `${limit}`);

/** Returns the limit of initcode in bytes, twice that of code (EIP-3860; Anvil scales it in the same way). */
export const initcodeSizeLimit = (codeSizeLimit: number): number => 2 * codeSizeLimit;
