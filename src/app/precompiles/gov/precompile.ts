/** `0x…0805` serves proposals, deposits and votes to contracts (cosmos/evm `precompiles/gov`). */
import { definePrecompile } from '../../sdk/solidity/precompile.js';
import { FUNCTIONS } from './functions/index.generated.js';

export const gov = definePrecompile('gov', '0x0000000000000000000000000000000000000805', FUNCTIONS);
