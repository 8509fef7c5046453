/** Finds and checks faults by their definitions. The folder `faults` holds every definition. */
import { InvariantViolation } from '../kernel/errors.js';
import type { FaultData } from '../kernel/fault_parameter.js';
import type { FaultDefinition } from './fault.js';
import { FAULTS } from './faults/index.generated.js';
import type { Fault } from './faults/union.generated.js';

export type { Fault };

export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
}

/** Definition with its data type erased. This is safe, because each definition receives only data of its own type. */
export type AnyFaultDefinition = FaultDefinition<FaultData>;

const DEFINITIONS: ReadonlyMap<string, AnyFaultDefinition> = new Map(
  (FAULTS as readonly AnyFaultDefinition[]).map((definition) => [definition.type, definition]),
);

/** Faults that can be added. */
export const FAULT_DEFINITIONS: readonly AnyFaultDefinition[] = FAULTS as readonly AnyFaultDefinition[];

/** Returns the definition of a fault. Throws InvariantViolation for a type that does not exist. */
export function definitionOf({ type }: FaultData): AnyFaultDefinition {
  const definition = DEFINITIONS.get(type);
  if (definition === undefined)
    throw new InvariantViolation(`no fault "${type}", expected one of ${[...DEFINITIONS.keys()].join(', ')}`);
  return definition;
}

export const byzantineNode = (fault: Fault): number | undefined => definitionOf(fault).byzantine?.(fault);
