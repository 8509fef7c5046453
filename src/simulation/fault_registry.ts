/** Finds and checks faults by their definitions. The folder `faults` holds every definition. */
import { InvariantViolation } from '../kernel/errors.js';
import { type FaultData, type FaultDefinition, parametersOf } from './fault.js';
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

/** Fault in the data of a fault: a member and what it should be, or the data as a whole. */
export type FaultProblem =
  | { readonly type: 'unknown type' }
  | { readonly type: 'unknown member'; readonly member: string; readonly known: readonly string[] }
  | { readonly type: 'member'; readonly member: string; readonly value: unknown; readonly expected: string }
  | { readonly type: 'refused'; readonly reason: string };

/** Checks data that may be a fault of a network of `size` nodes. Returns undefined when it is one. */
export function faultProblem(data: Readonly<Record<string, unknown>>, size: number): FaultProblem | undefined {
  const { type, ...members } = data;
  const definition = typeof type === 'string' ? DEFINITIONS.get(type) : undefined;
  if (definition === undefined) return { type: 'unknown type' };
  const parameters = parametersOf(definition);
  const known = parameters.map(([name]) => name);
  const member = Object.keys(members).find((name) => !known.includes(name));
  if (member !== undefined) return { type: 'unknown member', member, known };
  for (const [name, { accepts, expected, optional }] of parameters) {
    const value = members[name];
    if (value === undefined && optional === true) continue;
    if (!accepts(value, size)) return { type: 'member', member: name, value, expected };
  }
  const reason = definition.refusal?.(data as unknown as FaultData);
  return reason === undefined ? undefined : { type: 'refused', reason };
}

/** Returns the definition of a fault. Throws InvariantViolation for a type that does not exist. */
export function definitionOf({ type }: FaultData): AnyFaultDefinition {
  const definition = DEFINITIONS.get(type);
  if (definition === undefined)
    throw new InvariantViolation(`no fault "${type}", expected one of ${[...DEFINITIONS.keys()].join(', ')}`);
  return definition;
}

export const byzantineNode = (fault: Fault): number | undefined => definitionOf(fault).byzantine?.(fault);
