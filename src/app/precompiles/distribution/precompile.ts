/** `0x…0801` serves rewards and the community pool to contracts (cosmos/evm `precompiles/distribution`). */
import { definePrecompile } from '../../sdk/solidity/precompile.js';
import { FUNCTIONS } from './functions/index.generated.js';

export const distribution = definePrecompile('distribution', '0x0000000000000000000000000000000000000801', FUNCTIONS);
