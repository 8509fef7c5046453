/** Implements `anvil_getGenesisTime` (Anvil). */
import { evmMethod } from '../context.js';

export const anvil_getGenesisTime = evmMethod({
  name: 'anvil_getGenesisTime',
  summary: 'Returns the time in the genesis document, which is the time of the first block.',
  params: [],
  result: 'number: Unix seconds',
  trustedOnly: true,
  handler: ({ evm }) => Number(evm.genesisTime),
  example: { params: [], result: 1735689600 },
});
