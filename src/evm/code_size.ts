/** How long code may be: EIP-170 for what stands at an address, EIP-3860 for what creates it. */

/** Bytes. Osaka and the forks before it have this limit. */
export const CODE_SIZE_LIMIT = 24_576;

/** In place of a limit: more bytes than any code has. */
export const NO_CODE_SIZE_LIMIT = Number.MAX_SAFE_INTEGER;

/** The limit as a genesis document writes it: `-1` for none, as in `block.max_gas`. */
export const codeSizeLimitText = (limit: number): string => (limit === NO_CODE_SIZE_LIMIT ? '-1' : `${limit}`);

/** Bytes of initcode: twice the limit of code (EIP-3860; Anvil scales it in the same way). */
export const initcodeSizeLimit = (codeSizeLimit: number): number => 2 * codeSizeLimit;
