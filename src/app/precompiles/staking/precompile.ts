/**
 * `0x…0800` serves staking to contracts (cosmos/evm `precompiles/staking`). A function is missing where its message is
 * missing.
 */
import { definePrecompile } from '../../sdk/solidity/precompile.js';
import { FUNCTIONS } from './functions/index.generated.js';

export const staking = definePrecompile('staking', '0x0000000000000000000000000000000000000800', FUNCTIONS);
