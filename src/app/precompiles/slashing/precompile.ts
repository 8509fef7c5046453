/** `0x…0806` serves slashing to contracts (cosmos/evm `precompiles/slashing`). */
import { definePrecompile } from '../../sdk/solidity/precompile.js';
import { FUNCTIONS } from './functions/index.generated.js';

export const slashing = definePrecompile('slashing', '0x0000000000000000000000000000000000000806', FUNCTIONS);
