/**
 * Which faults a seed draws, from what their definitions say of it. The numbered seeds draw from places that were given
 * out once and for all, so that their traces never change; a fault that came later is drawn from a stream of its own, in
 * the other seeds: those that nobody has seen before.
 */

import { InvariantViolation } from '../../kernel/errors.js';
import { RandomStream, seedStream } from '../../kernel/random.js';
import type { Draw, DrawRule } from '../fault.js';
import type { AnyFaultDefinition, Fault } from '../fault_registry.js';

/** Places of troubles; each is some fault's. */
export const TROUBLE_PLACES = 10;
/** Places of what ruins a node for good; the first is a crash. */
export const RUIN_PLACES = 3;

export const isNumbered = (seed: string): boolean => /^\d+$/.test(seed);

export const someNodes = (random: RandomStream, size: number): number[] =>
  Array.from({ length: size }, (_, node) => node).filter(() => random.probability(0.5));

function drawFrom(random: RandomStream, size: number): Draw {
  const some = (): number[] => someNodes(random, size);
  return { random, size, links: random.probability(0.5) ? {} : { from: some(), to: some() }, someNodes: some };
}

/** Draws for one plan. */
export class FaultDraws {
  readonly #streams = new Map<string, RandomStream>();

  constructor(
    private readonly seed: string,
    private readonly size: number,
    private readonly definitions: readonly AnyFaultDefinition[],
  ) {}

  /** Something that ends. */
  trouble(random: RandomStream): Fault {
    const draw = drawFrom(random, this.size);
    const place = random.below(TROUBLE_PLACES);
    const drawn = this.#at(place, 'trouble').trouble?.draw(draw);
    const newcomer = this.#newcomer('trouble');
    return (newcomer?.definition.trouble?.draw(drawFrom(newcomer.random, this.size)) ?? drawn) as Fault;
  }

  /** What makes a node a liar for good; `place` is one of `RUIN_PLACES`, and not that of the crash. */
  ruin(place: number, node: number): Fault {
    const drawn = this.#at(place, 'ruin').ruin?.draw(node);
    return (this.#newcomer('ruin')?.definition.ruin?.draw(node) ?? drawn) as Fault;
  }

  #at(place: number, kind: 'trouble' | 'ruin'): AnyFaultDefinition {
    const found = this.definitions.find((definition) => placesOf(definition[kind]).includes(place));
    if (found === undefined) throw new InvariantViolation(`${kind} ${place} is no fault's`);
    return found;
  }

  /** The first of the later ones whose chance it is. */
  #newcomer(kind: 'trouble' | 'ruin') {
    if (isNumbered(this.seed)) return undefined;
    for (const definition of this.definitions) {
      const lot = definition[kind];
      if (lot === undefined || 'places' in lot) continue;
      const random = this.#stream(`${kind} ${definition.type}`);
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
