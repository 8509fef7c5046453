/** Most bytes of code: deployed code by EIP-170, and initcode by EIP-3860. */

/** Most bytes of deployed code, in Osaka and the forks before it. */
export const CODE_SIZE_LIMIT = 24_576;

/** Value for no limit: no code has that many bytes. */
export const NO_CODE_SIZE_LIMIT = Number.MAX_SAFE_INTEGER;

/** Formats the limit as a genesis document does: `-1` means no limit, as in `block.max_gas`. */
export const codeSizeLimitText = (limit: number): string => (limit === NO_CODE_SIZE_LIMIT ? '-1' : `${limit}`);

/**
 * Returns the limit of initcode in bytes, which is twice the limit of code (EIP-3860). Anvil scales it in the same way.
 */
export const initcodeSizeLimit = (codeSizeLimit: number): number => 2 * codeSizeLimit;
