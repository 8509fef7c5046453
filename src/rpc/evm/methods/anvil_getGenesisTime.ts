/** `anvil_getGenesisTime` (Anvil). */
import { evmMethod } from '../context.js';

export const anvil_getGenesisTime = evmMethod({
  name: 'anvil_getGenesisTime',
  summary: "The genesis document's time, which is that of the first block.",
  params: [],
  result: 'number: Unix seconds',
  trustedOnly: true,
  handler: ({ evm }) => Number(evm.genesisTime),
  example: { params: [], result: 1735689600 },
});
