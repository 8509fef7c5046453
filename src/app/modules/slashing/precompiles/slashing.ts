/** `0x…0806`: slashing for contracts (cosmos/evm `precompiles/slashing`), without `unjail`, whose message is not here. */
import { definePrecompile } from '../../../module/precompile.js';
import { FUNCTIONS } from './slashing/index.generated.js';

export const slashing = definePrecompile('slashing', '0x0000000000000000000000000000000000000806', FUNCTIONS);
