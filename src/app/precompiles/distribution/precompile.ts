/**
 * `0x…0801` answers contracts about distribution (cosmos/evm `precompiles/distribution`). There are no rewards here, so
 * it has only the functions whose answers follow from stake.
 */
import { definePrecompile } from '../../sdk/solidity/precompile.js';
import { FUNCTIONS } from './functions/index.generated.js';

export const distribution = definePrecompile('distribution', '0x0000000000000000000000000000000000000801', FUNCTIONS);
