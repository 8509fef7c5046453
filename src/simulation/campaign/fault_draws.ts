/**
 * Draws the faults of a seed by the draw rules in their definitions. Numbered seeds draw from a table of indexes that
 * never changes, so their traces never change. A fault that was added later draws from a stream of its own, and only in
 * seeds that are not numbers.
 */

import { InvariantViolation } from '../../kernel/errors.js';
import { RandomStream, seedStream } from '../../kernel/random.js';
import type { Draw, DrawRule } from '../fault.js';
import type { AnyFaultDefinition, Fault } from '../fault_registry.js';

/** Number of indexes from which transient faults are drawn. Each index belongs to one fault. */
export const TRANSIENT_PLACES = 10;
/** Number of indexes from which permanent faults are drawn. Index 0 is a crash. */
export const PERMANENT_PLACES = 3;

export const isNumbered = (seed: string): boolean => /^\d+$/.test(seed);

export const someNodes = (random: RandomStream, size: number): number[] =>
  Array.from({ length: size }, (_, node) => node).filter(() => random.probability(0.5));

function drawFrom(random: RandomStream, size: number): Draw {
  const some = (): number[] => someNodes(random, size);
  return { random, size, links: random.probability(0.5) ? {} : { from: some(), to: some() }, someNodes: some };
}

type FaultDuration = 'transient' | 'permanent';

/** Labels of the random streams. Other names would change the faults of every seed. */
const STREAM_LABELS: Readonly<Record<FaultDuration, string>> = { transient: 'trouble', permanent: 'ruin' };

/** Draws the faults of one plan. */
export class FaultDraws {
  readonly #streams = new Map<string, RandomStream>();

  constructor(
    private readonly seed: string,
    private readonly size: number,
    private readonly definitions: readonly AnyFaultDefinition[],
  ) {}

  /** Draws a transient fault. */
  transient(random: RandomStream): Fault {
    const draw = drawFrom(random, this.size);
    const place = random.below(TRANSIENT_PLACES);
    const drawn = this.#at(place, 'transient').transient?.draw(draw);
    const newcomer = this.#newcomer('transient');
    return (newcomer?.definition.transient?.draw(drawFrom(newcomer.random, this.size)) ?? drawn) as Fault;
  }

  /**
   * Draws a fault that makes a node byzantine permanently. `place` is below `PERMANENT_PLACES` and is not 0, which is the
   * crash.
   */
  permanent(place: number, node: number): Fault {
    const drawn = this.#at(place, 'permanent').permanent?.draw(node);
    return (this.#newcomer('permanent')?.definition.permanent?.draw(node) ?? drawn) as Fault;
  }

  #at(place: number, kind: FaultDuration): AnyFaultDefinition {
    const found = this.definitions.find((definition) => placesOf(definition[kind]).includes(place));
    if (found === undefined) throw new InvariantViolation(`no fault has the ${kind} index ${place}`);
    return found;
  }

  /** Returns the first fault added later whose probability draw succeeds, or undefined. */
  #newcomer(kind: FaultDuration) {
    if (isNumbered(this.seed)) return undefined;
    for (const definition of this.definitions) {
      const lot = definition[kind];
      if (lot === undefined || 'places' in lot) continue;
      const random = this.#stream(`${STREAM_LABELS[kind]} ${definition.type}`);
      if (random.probability(lot.probability)) return { definition, random };
    }
    return undefined;
  }

  #stream(label: string): RandomStream {
    const stream = this.#streams.get(label) ?? new RandomStream(seedStream(this.seed, label));
    this.#streams.set(label, stream);
    return stream;
  }
}

export const placesOf = (lot: DrawRule | undefined): readonly number[] =>
  lot !== undefined && 'places' in lot ? lot.places : [];
