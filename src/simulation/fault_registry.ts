/** The faults in force, asked through their definitions. Which faults there are is what the folder `faults` holds. */
import { InvariantViolation } from '../kernel/errors.js';
import type { Envelope, FaultContext, FaultData, FaultDefinition } from './fault.js';
import { FAULTS } from './faults/index.generated.js';

type DataOf<Definition> = Definition extends FaultDefinition<infer Data> ? Data : never;

export type Fault = DataOf<(typeof FAULTS)[number]>;

export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
}

/** A definition is only ever given data of its own type, so the type may be forgotten here. */
export type AnyFaultDefinition = FaultDefinition<FaultData>;

const DEFINITIONS: ReadonlyMap<string, AnyFaultDefinition> = new Map(
  (FAULTS as readonly AnyFaultDefinition[]).map((definition) => [definition.type, definition]),
);

function definitionOf({ type }: FaultData): AnyFaultDefinition {
  const definition = DEFINITIONS.get(type);
  if (definition === undefined)
    throw new InvariantViolation(`no fault "${type}", expected one of ${[...DEFINITIONS.keys()].join(', ')}`);
  return definition;
}

/** What becomes of an envelope under one fault. */
export const transform = (fault: Fault, envelope: Envelope, context: FaultContext): readonly Envelope[] =>
  definitionOf(fault).transform?.(fault, envelope, context) ?? [envelope];

/** The first fault that lets nothing through from one node to another. */
export const partitioning = (faults: readonly NamedFault[], from: number, to: number): NamedFault | undefined =>
  faults.find(({ fault }) => definitionOf(fault).partitions?.(fault, from, to));

/** How far the clock of a node is ahead, by all faults together. */
export function skewOf(faults: readonly NamedFault[], node: number): bigint {
  let ahead = 0n;
  for (const { fault } of faults) ahead += definitionOf(fault).skew?.(fault, node) ?? 0n;
  return ahead;
}

export const byzantineNode = (fault: Fault): number | undefined => definitionOf(fault).byzantine?.(fault);
