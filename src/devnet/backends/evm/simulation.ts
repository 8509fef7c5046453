/** Simulates blocks, and shows them as EVM clients see blocks. */
import type { EvmQueries } from '../../../app/evm_queries.js';
import type { EvmSimulation } from '../../../backend/evm/simulation.js';
import { simulatedView } from '../../../chain/evm/simulated_view.js';
import type { RunAt } from './execution.js';

export const evmSimulation = (queries: EvmQueries, run: RunAt): EvmSimulation => ({
  simulate: async (request, at) => {
    const outcome = await run(at, (height, pending) => queries.simulate(request, height, pending));
    return outcome.type === 'refused' ? outcome : { type: 'simulated', blocks: outcome.blocks.map(simulatedView) };
  },
});
