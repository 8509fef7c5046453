/**
 * Implements `eth_simulateV1` (evm-json-rpc.md 5.8): simulates a sequence of blocks with calls. A decided block has the
 * hash of its consensus header. Simulated blocks have no such header, so their hash is that of their Ethereum header.
 */
import { ALICE, BOB, CONTRACT, COUNT_SELECTOR, word } from '../../examples.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { checkChainId } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { simulation } from '../params/simulation.js';
import { simulatedBlocks } from '../simulations.js';

export const eth_simulateV1 = evmMethod({
  name: 'eth_simulateV1',
  summary: 'Simulates blocks of calls on top of a block, each on the state of the previous one.',
  params: [simulation, stateBlock],
  result: 'array of blocks, each with `calls`: {returnData, logs, gasUsed, maxUsedGas, status, error?}',
  handler: async ({ evm, peer }, { returnFullTransactions, ...request }, block) => {
    for (const { calls } of request.blocks) for (const call of calls) checkChainId(evm, call);
    const outcome = await evm.simulate({ ...request, client: peer }, stateAt(evm, block));
    return simulatedBlocks(outcome, returnFullTransactions);
  },
  example: {
    params: [
      {
        blockStateCalls: [
          { calls: [{ from: ALICE, to: CONTRACT }] },
          {
            calls: [
              { to: CONTRACT, input: COUNT_SELECTOR },
              { from: BOB, to: ALICE, value: '0x1' },
            ],
          },
        ],
      },
      'latest',
    ],
    result: [
      { number: '0x7', calls: [{ status: '0x1', logs: [{ address: CONTRACT, logIndex: '0x0' }] }] },
      { number: '0x8', calls: [{ returnData: word(3) }, { status: '0x1', gasUsed: '0x5208' }] },
    ],
  },
});
