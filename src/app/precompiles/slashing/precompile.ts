/**
 * `0x…0806` answers contracts about slashing (cosmos/evm `precompiles/slashing`). It has no `unjail`, because there is
 * no such message.
 */
import { definePrecompile } from '../../sdk/solidity/precompile.js';
import { FUNCTIONS } from './functions/index.generated.js';

export const slashing = definePrecompile('slashing', '0x0000000000000000000000000000000000000806', FUNCTIONS);
