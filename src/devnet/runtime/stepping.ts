/**
 * Steps the network, counted by what the observed node goes through: events, steps of its rounds, rounds, heights.
 * Commands run between any two events.
 */
import { type RoundStep, stepName } from '../../consensus/round_step.js';
import { HalleyError } from '../../kernel/errors.js';
import type { SimulatedChain } from '../chain/chain.js';
import { OBSERVED_NODE } from '../chain/node_identity.js';
import { type BlockProducer, MAX_ROUNDS, PATIENCE } from './block_producer.js';

const UNITS = ['event', 'step', 'round', 'height'] as const;
export type StepUnit = (typeof UNITS)[number];

/** Most steps of one call, so that its caller does not wait for minutes. */
export const MAX_STEPS = 10_000;

/** Height, round and step of the observed node. */
export interface ConsensusPosition {
  readonly height: bigint;
  readonly round: number;
  /** Name of the step in consensus: `Propose`, `Prevote`, `Precommit`, … */
  readonly step: string;
  /** Steps that happened. They are fewer than requested when no event is left, or when the mining mode has changed. */
  readonly count: number;
}

/** Checks the arguments of a step. Throws HalleyError `invalid-argument`. */
export function checkSteps(unit: string, count: number): asserts unit is StepUnit {
  if (!UNITS.some((known) => known === unit))
    throw new HalleyError('invalid-argument', `the step unit is "${unit}", expected one of ${UNITS.join(', ')}`, {
      unit,
    });
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_STEPS))
    throw new HalleyError(
      'invalid-argument',
      `the count of steps is ${count}, expected a whole number from 1 to ${MAX_STEPS}`,
      { count },
    );
}

interface Place {
  readonly height: bigint;
  readonly round: number;
  readonly step: RoundStep;
}

export class Stepping {
  constructor(
    private readonly chain: SimulatedChain,
    private readonly producer: BlockProducer,
  ) {}

  /**
   * Walks `count` units. `run` runs one command of the loop; `goesOn` returns whether the mining mode still allows
   * steps.
   */
  async walk(
    unit: StepUnit,
    count: number,
    run: <T>(command: () => Promise<T>) => Promise<T>,
    goesOn: () => boolean,
  ): Promise<ConsensusPosition> {
    let done = 0;
    while (done < count && goesOn() && (await this.#one(unit, run, goesOn))) done++;
    const { height, round, step } = this.#place();
    return { height, round, step: stepName(step), count: done };
  }

  /**
   * Walks one unit. Returns false when no event is left, or when the unit does not end within the limits of a height,
   * which are its time and its rounds.
   */
  async #one(
    unit: StepUnit,
    run: <T>(command: () => Promise<T>) => Promise<T>,
    goesOn: () => boolean,
  ): Promise<boolean> {
    const { simNetwork, blockStore } = this.chain;
    const from = this.#place();
    const tip = blockStore.height;
    let { isHeightStarted } = simNetwork;
    let deadline = simNetwork.now + PATIENCE;
    while (goesOn()) {
      const happened = await run(() => this.producer.next());
      // After conflicting commits no event is left, but the block of the height may exist.
      if (!happened) return unit === 'height' && blockStore.height > tip;
      // A height may start at any later time.
      if (simNetwork.isHeightStarted !== isHeightStarted) deadline = simNetwork.now + PATIENCE;
      ({ isHeightStarted } = simNetwork);
      const place = this.#place();
      if (isPast(unit, from, place)) return true;
      // A node that is left behind does not delay the steps: the height is over without it.
      if (blockStore.height > tip && this.producer.isOver) return true;
      const failed = place.round - (place.height === from.height ? from.round : 0);
      if ((simNetwork.now > deadline || failed >= MAX_ROUNDS) && blockStore.height === tip) return false;
    }
    return false;
  }

  #place(): Place {
    const { height, round, step } = this.chain.simNetwork.node(OBSERVED_NODE).engine.round;
    return { height, round, step };
  }
}

function isPast(unit: StepUnit, from: Place, to: Place): boolean {
  if (unit === 'event' || to.height !== from.height) return true;
  if (unit === 'height') return false;
  if (to.round !== from.round) return true;
  return unit === 'step' && to.step !== from.step;
}
