/** `0x…0806` answers contracts about slashing (cosmos/evm `precompiles/slashing`). There is no `unjail`, as there is no such message. */
import { definePrecompile } from '../../sdk/solidity/precompile.js';
import { FUNCTIONS } from './functions/index.generated.js';

export const slashing = definePrecompile('slashing', '0x0000000000000000000000000000000000000806', FUNCTIONS);
