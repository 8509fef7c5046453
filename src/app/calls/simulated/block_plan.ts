/**
 * Plans the blocks of a simulation: chooses the numbers and times that the request leaves out, and fills gaps with
 * empty blocks.
 */
import type { EvmBlockToSimulate } from '../../../backend/evm/simulation.js';
import { LATEST_TIMESTAMP } from '../../../kernel/time.js';
import { refusedFor, type SimulationRefused } from './simulate_v1.js';

/** Limits the blocks of a request, including those that fill gaps: the window of BLOCKHASH. */
export const MAX_SIMULATED_BLOCKS = 256n;
/** Is the least distance between blocks on this chain, in seconds. */
const TIME_STEP = 1n;

export interface PlannedBlock extends EvmBlockToSimulate {
  readonly number: bigint;
  readonly timestamp: bigint;
}

export function planBlocks(
  base: { readonly number: bigint; readonly timestamp: bigint },
  blocks: readonly EvmBlockToSimulate[],
): readonly PlannedBlock[] | SimulationRefused {
  const planned: PlannedBlock[] = [];
  let { number, timestamp } = base;
  for (const asked of blocks) {
    const wanted = asked.block.number ?? number + 1n;
    if (wanted <= number) return refusedFor('block number', `block numbers must be in order: ${wanted} <= ${number}`);
    if (wanted - base.number > MAX_SIMULATED_BLOCKS) return refusedFor('limit exceeded', 'too many blocks');
    while (number + 1n < wanted) {
      [number, timestamp] = [number + 1n, timestamp + TIME_STEP];
      planned.push({ block: {}, state: undefined, calls: [], number, timestamp });
    }
    const time = asked.block.time ?? timestamp + TIME_STEP;
    if (time <= timestamp)
      return refusedFor('block timestamp', `block timestamps must be in order: ${time} <= ${timestamp}`);
    if (time > LATEST_TIMESTAMP)
      return refusedFor(
        'block timestamp',
        `block timestamp ${time} is after ${LATEST_TIMESTAMP}, the latest that a block can have`,
      );
    planned.push({ number: wanted, timestamp: time, ...asked });
    [number, timestamp] = [wanted, time];
  }
  return planned;
}
